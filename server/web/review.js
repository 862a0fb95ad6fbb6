// Looking back: the position after a ply, what would have been better as ghosts,
// and the whole game as a line that rises and falls.

import { copy, endTrial, isAnalysed, lookAt, mayAnalyse, step, stepTrial } from "./actions.js";
import { app, keepsGames, roomAway } from "./app.js";
import { board, mark, measures } from "./board.js";
import { h, memo } from "./dom.js";
import { grid } from "./grid.js";
import { isWide } from "./layout.js";
import { icon, isOff } from "./parts.js";
import { lineKey, lineWheel, moveList, numberOf } from "./line.js";
import { outcome, stonesOf } from "./room.js";
import { analysing, link } from "./route.js";
import { cell, colourOf, landing, lineOf, other, placedBy, readMove } from "./rules.js";
import { rich, text } from "./text.js";
import { hasChoice, roomWith, stonesAfter, stonesBefore } from "./trial.js";
import {
  analysisAt,
  bestOf,
  curve,
  isMistake,
  lineWords,
  mistakes,
  numbers,
  playedBefore,
  playedWords,
  scoreOf,
  stonesToGo,
  valueRow,
  valueWords,
} from "./values.js";
import { colourName, colourOfSeat, ending, seatName } from "./words.js";

/**
 * @import { BestLine, Side } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { Picture } from "./board.js"
 * @import { Child, VNode } from "./dom.js"
 * @import { Trial } from "./trial.js"
 */

/** The same arrays for the same position, so that what is drawn of it is kept. */
const withTrial = memo((/** @type {Room} */ room, /** @type {Trial} */ trial) =>
  roomWith(room, stonesAfter(stonesOf(room), trial)),
);
const firstOf = memo((/** @type {readonly string[]} */ stones, /** @type {number} */ n) => stones.slice(0, n));

/** @param {Room} room @param {Shape} shape @param {VNode} head */
export function review(room, shape, head) {
  const { snapshot } = room;
  const { trial } = app.ui;
  const last = snapshot.plies.length;
  const at = Math.min(app.ui.viewedPly ?? last, last + 1);
  const values = mayAnalyse(room);
  const tried = trial && withTrial(room, trial);
  const { width, height } = measures(shape, false, isFlat());
  return h(
    "main",
    {
      style: { "--tall": String(height / width) },
      key: "review",
      class: `table looking ${shape.falls ? "tiles" : "wooden"}${values && keepsGames() ? " kept" : ""}`,
      onwheel: (/** @type {WheelEvent} */ event) =>
        !(/** @type {Element} */ (event.target).closest(".moves")) && lineWheel(event),
    },
    head,
    tried && trial ? trialSentence(tried, shape, trial) : sentence(room, shape, at),
    tried && trial ? trialStage(tried, shape, trial.at) : stage(room, shape, at, values),
    values && keepsGames() && playedBefore(snapshot.spec.variant, shape, positionAt(tried ?? room, shape, tried ? Infinity : at)),
    graph(room, shape, at, tried),
    moveList(room, shape),
    tried && trial
      ? trialSteps(tried, trial, h("button", { key: "back", class: "primary", onclick: endTrial }, text("back-to-game")))
      : h(
          "nav",
          { key: "steps", class: "bar steps", "aria-label": text("looking-back") },
          stepButton("start", "first-move", () => lookAt(1), at > 1),
          stepButton("back", "previous-move", () => step(-1), at > 1),
          h("span", { class: "where" }, where(at, last)),
          stepButton("next", "next-move", () => step(1), at <= last),
          stepButton("end", "last-move", () => lookAt(outcome(room) ? last + 1 : null), at <= last),
        ),
  );
}

/**
 * The stones of the position before a ply; `null` if no move can be made there.
 *
 * @param {Room} room @param {Shape} shape @param {number} at
 */
function positionAt(room, shape, at) {
  const stones = stonesBefore(room, at);
  return hasChoice(shape, stones) && (at <= room.snapshot.plies.length || !outcome(room)) ? stones : null;
}

/**
 * Steps on a line that is tried, the way out of it, and its link.
 * @param {Room} tried
 * @param {Trial} trial
 * @param {VNode} way
 */
export const trialSteps = (tried, { moves, at }, way) =>
  h(
    "nav",
    { key: "trial", class: "bar steps", "aria-label": text("looking-back") },
    stepButton("back", "previous-move", () => stepTrial(-1), at > 0),
    stepButton("next", "next-move", () => stepTrial(1), at < moves.length),
    way,
    h(
      "button",
      {
        key: "copy",
        class: "icon-button",
        "aria-label": text(app.ui.lastCopied === "line" ? "copied" : "copy-line"),
        onclick: () => copy(link(analysing(tried.snapshot.spec.variant, stonesOf(tried))), "line"),
      },
      icon(app.ui.lastCopied === "line" ? "done" : "copy"),
    ),
  );

/**
 * A line that is tried, in words.
 *
 * @param {Room} tried the game as if it had gone on so @param {Shape} shape @param {Trial} trial
 */
export function trialSentence(tried, shape, { after, moves, at }) {
  const list = moves.slice(0, at).map((move) => readMove(move, shape));
  const shown = list.length > 6 ? ["…", ...list.slice(-6)] : list;
  const number = `${Math.ceil((after + 1) / 2)}${after % 2 ? "…" : "."}`;
  return h(
    "section",
    { key: "sentence", class: "sentence trying", "aria-live": "polite" },
    h("h2", null, at ? text("trying-moves", { moves: `${number} ${shown.join(" ")}` }) : text("empty-board")),
    h("p", null, trialWords(tried, shape)),
  );
}

/** What the position is worth to the colour that is to move. @param {Room} tried @param {Shape} shape */
function trialWords(tried, shape) {
  const stones = stonesOf(tried);
  const colour = colourOf(stones.length);
  if (lineOf(shape, stones).length) return text("colour-wins", { colour: colourName(other(colour), shape.falls) });
  if (!hasChoice(shape, stones)) return text("draw");
  if (!isAnalysed(tried.snapshot.spec.variant)) return text("not-analysed");
  if (areWithheld()) return text("values-after-own");
  const analysis = analysisAt(tried, stones.length);
  if (!analysis) return text("values-coming");
  const [line] = analysis.lines;
  if (line) return text("to-move-worth", { colour: colourName(colour, shape.falls), value: lineWords(line, colour) });
  const best = analysis.columns.length ? bestOf(analysis) : null;
  if (best == null) return text("value-unknown");
  if (best === 0) return text("to-move-worth", { colour: colourName(colour, shape.falls), value: text("value-draw") });
  return text("colour-wins-in", {
    colour: colourName(best > 0 ? colour : other(colour), shape.falls),
    n: stonesToGo(shape, stones.length, best),
  });
}

/** Whether the server tells no values, since a game of this person goes on. */
const areWithheld = () => app.state.refused?.refusal.code === "hints_off" && roomAway() != null;

/** Replies that are shown on a free board. */
const REPLIES = 3;

/**
 * The board of a line that is tried, on which every touch goes on.
 *
 * @param {Room} tried @param {Shape} shape @param {number} [beside] how many of its stones are beside the game
 */
export function trialStage(tried, shape, beside = 0) {
  const stones = stonesOf(tried);
  const plies = stones.length;
  const line = lineOf(shape, stones);
  const goesOn = hasChoice(shape, stones);
  const column = app.ui.hover ?? shape.columns >> 1;
  const lines = (goesOn && analysisAt(tried, plies)?.lines.slice(0, REPLIES)) || [];
  return stageOf(
    tried,
    shape,
    {
      shape,
      flat: isFlat(),
      stones,
      tried: beside,
      replies: lines.flatMap(({ pv }) => pv[0] ?? []),
      line,
      waiting: shape.falls && goesOn && !isFlat() ? { column, colour: colourOf(plies) } : null,
    },
    true,
    shape.falls
      ? valueRow(tried, shape, plies)
      : bestLines(lines, colourOf(plies)),
  );
}

/** The best lines of a free board, as far as they are shown. @param {readonly BestLine[]} lines @param {Side} colour */
const bestLines = (lines, colour) =>
  h(
    "ol",
    { class: "pvs" },
    lines
      .slice(0, REPLIES)
      .map((one) => h("li", null, h("b", null, lineWords(one, colour)), ` ${one.pv.slice(0, 8).join(" ")}`)),
  );

/** Whether the board gives up the room above it: on a wide screen it keeps the place that it has in play. */
export const isFlat = () => !isWide();

/** The place in the game: one of its moves, or its end. @param {number} at @param {number} last */
const where = (at, last) => (at > last ? text("the-end") : text("move-of", { at, n: last }));

/**
 * A step through the game, which repeats while it is held where it goes by one move.
 *
 * @param {Parameters<typeof icon>[0]} drawing @param {string} id @param {() => void} act @param {boolean} on
 */
function stepButton(drawing, id, act, on) {
  const repeats = id === "previous-move" || id === "next-move";
  return h(
    "button",
    {
      class: "icon-button",
      onclick: repeats ? (/** @type {MouseEvent} */ event) => letGo(event) || act() : act,
      ...isOff(!on),
      "aria-label": text(id),
      onpointerdown: repeats && on ? () => hold(act) : null,
    },
    icon(drawing),
  );
}

/** Whether the button that is held has repeated. */
let repeated = false;

/**
 * Whether a click is the end of a hold that has repeated, and no step of its own; a key has no such end.
 *
 * @param {MouseEvent} event
 */
const letGo = (event) => repeated && event.detail > 0;

/** @param {() => void} act */
function hold(act) {
  repeated = false;
  /** @type {number} */
  let timer = setTimeout(function again() {
    repeated = true;
    act();
    timer = setTimeout(again, 120);
  }, 500);
  const stop = () => {
    clearTimeout(timer);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
  };
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}

/** @param {Room} room @param {Shape} shape @param {number} at */
function sentence(room, shape, at) {
  const { snapshot } = room;
  const ply = snapshot.plies[at - 1];
  if (!ply) {
    const end = ending(room);
    const turning = mayAnalyse(room) && turningPoint(room, shape);
    return h(
      "section",
      { key: "sentence", class: "sentence", "aria-live": "polite" },
      h("h2", null, end?.title ?? ""),
      h("p", null, end?.why ?? ""),
      turning &&
        h(
          "button",
          { key: "turning", class: "quiet turning", onclick: () => lookAt(turning) },
          `${text("turning-point")}: ${turningWords(room, shape, turning)}`,
        ),
    );
  }
  const colour = colourOf(at - 1);
  const name = seatName(snapshot.seats[placedBy(at - 1, snapshot.opening)]);
  return h(
    "section",
    { key: "sentence", class: "sentence", "aria-live": "polite" },
    h(
      "h2",
      null,
      mark(colour, shape.falls),
      // A long name is cut, the move never.
      rich("move-sentence", { name: h("span", { class: "name" }, name) }, { move: readMove(ply.square, shape) }),
    ),
    h("p", null, judgement(room, shape, at)),
  );
}

/** Least worth of a position that is won: a score of a free board, which proves nothing, stays below. */
const WON = { falls: 0.3, free: 0.7 };

/**
 * The ply after which a game was won, from 1.
 *
 * @param {Room} room @param {Shape} shape @returns {number | null} `null` if no ply did it, or if that is not known
 */
export function turningPoint(room, shape) {
  const winner = outcome(room)?.winner;
  if (!winner) return null;
  // The winner of the room is a seat, and values are those of colours.
  const sign = colourOfSeat(winner, room.snapshot.opening) === "first" ? 1 : -1;
  const values = curve(room, shape);
  const isOpen = (/** @type {number | null} */ value) => value == null || sign * value < WON[shape.falls ? "falls" : "free"];
  const from = values.map(isOpen).lastIndexOf(true) + 1;
  return from === 0 || from === values.length || values[from - 1] == null ? null : from;
}

/** @param {Room} room @param {Shape} shape @param {number} ply from 1 */
export const turningWords = ({ snapshot }, shape, ply) =>
  text("turning-move", {
    at: numberOf(ply),
    colour: colourName(colourOf(ply - 1), shape.falls),
    move: readMove(snapshot.plies[ply - 1].square, shape),
  });

/** Where the stone of a ply would have been better. @param {Room} room @param {Shape} shape @param {number} at */
function betterSquares(room, shape, at) {
  if (!shape.falls) return [betterMove(room, at)].flatMap((square) => square ?? []);
  const before = stonesOf(room).slice(0, at - 1);
  return betterColumns(room, at).flatMap((column) => landing(shape, before, column) ?? []);
}

/** The columns that were worth more than the one of a ply. @param {Room} room @param {number} at */
function betterColumns(room, at) {
  const analysis = analysisAt(room, at - 1);
  const columns = analysis?.columns ?? [];
  const best = analysis && columns.length ? bestOf(analysis) : null;
  const played = scoreOf(columns[cell(room.snapshot.plies[at - 1].square).column]);
  if (best == null || played == null || played >= best) return [];
  return columns.flatMap((value, column) => (scoreOf(value) === best ? [column] : []));
}

/** The point that was better than the one of a ply, where the server said so. @param {Room} room @param {number} at */
function betterMove(room, at) {
  const line = analysisAt(room, at - 1)?.lines[0];
  const best = line?.pv[0];
  if (!best || best === room.snapshot.plies[at - 1]?.square) return null;
  return isAsGood(room, at, line) ? null : best;
}

/**
 * Whether a ply came to be worth no less than a line, as far as is shown.
 *
 * @param {Room} room @param {number} at @param {BestLine} line
 */
function isAsGood(room, at, line) {
  const answer = analysisAt(room, at)?.lines[0];
  if (!answer) return false;
  if (answer.end != null || line.end != null) return playedWords(room, at) === lineWords(line, colourOf(at - 1));
  return Math.round(-Number(answer.score) / 10) >= Math.round(Number(line.score) / 10);
}

/** What a move was worth, in a sentence. @param {Room} room @param {Shape} shape @param {number} at */
function judgement(room, shape, at) {
  const ply = room.snapshot.plies[at - 1];
  const analysis = analysisAt(room, at - 1);
  if (!mayAnalyse(room)) return text("values-after-game");
  if (!isAnalysed(room.snapshot.spec.variant)) return text("not-analysed");
  if (!ply || !analysis) return text(areWithheld() ? "values-after-own" : "values-coming");
  if (!shape.falls) {
    const [line] = analysis.lines;
    if (!line) return "";
    const value = lineWords(line, colourOf(at - 1));
    const move = betterMove(room, at);
    if (!move) return text("line-best", { value });
    const played = playedWords(room, at);
    return text(played ? "line-better-than" : "line-better", { move, value, played });
  }
  const played = scoreOf(analysis.columns[cell(ply.square).column]);
  const best = bestOf(analysis);
  if (best == null || played == null) return text("value-unknown");
  /** @param {number} score */
  const words = (score) => {
    const { word, stones } = valueWords(shape, at - 1, { type: "exact", score });
    return stones == null ? word : text("value-in", { word, n: stones });
  };
  const others = betterColumns(room, at).map((column) => String(column + 1));
  const list = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(others);
  if (isMistake(played, best)) {
    return text("gave-away", { before: words(best), after: words(played), better: list });
  }
  if (played < best) return text("slower", { value: words(played), better: list });
  return text("best-move", { value: words(played) });
}

/** @param {Room} room @param {Shape} shape @param {number} at @param {boolean} values */
function stage(room, shape, at, values) {
  const stones = stonesOf(room);
  const ply = stones[at - 1];
  const picture = {
    shape,
    flat: isFlat(),
    stones: firstOf(stones, at),
    better: values && ply ? betterSquares(room, shape, at) : [],
    line: ply ? [] : outcome(room)?.line,
  };
  const foot = values
    ? shape.falls
      ? valueRow(room, shape, at)
      : bestLines(analysisAt(room, at)?.lines ?? [], colourOf(at))
    : shape.falls && numbers(shape, ply ? cell(ply).column : null);
  // A move can be tried where the server tells what it is worth, and the game goes on there.
  const tries = values && isAnalysed(room.snapshot.spec.variant) && hasChoice(shape, stonesBefore(room, at));
  return stageOf(room, shape, picture, tries, foot);
}

/**
 * A board with what stands below it; `tries` says that a touch of it tries a move.
 *
 * @param {Room} room @param {Shape} shape @param {Picture} picture @param {boolean} tries @param {Child} foot
 */
function stageOf(room, shape, picture, tries, foot) {
  const { width, height, zone } = measures(shape, false, isFlat());
  const { stones } = picture;
  return h(
    "section",
    {
      key: "stage",
      class: "stage",
      style: { "--ratio": String(width / (height + zone)), "--tall": String(height / width) },
    },
    h(
      "div",
      { class: "square" },
      board(picture, {
        role: "img",
        "aria-hidden": null,
        "aria-label": text("position-label", {
          at: stones.length,
          moves: stones.map((move) => readMove(move, shape)).join(" "),
        }),
      }),
      tries && grid(room, stones, shape, false, isFlat()),
    ),
    shape.falls && h("div", { class: "base" }),
    foot,
  );
}

/**
 * The game as a line on its values: up is good for the first colour.
 *
 * @param {Room} room @param {Shape} shape @param {number} at @param {Room | null} tried with a line that is tried
 */
function graph(room, shape, at, tried) {
  const { plies } = room.snapshot;
  const values = curve(room, shape);
  const bad = mistakes(room, shape);
  const wide = 700;
  const tall = 160;
  const left = 40;
  const long = tried?.snapshot.plies.length ?? 0;
  const gap = (wide - left - 16) / Math.max(1, plies.length, long);
  const { after = 0 } = (tried && app.ui.trial) || {};
  const branch = tried ? curve(tried, shape) : [];
  /** @param {number} ply */
  const x = (ply) => left + ply * gap;
  /** @param {number | null} value */
  const y = (value) => tall / 2 - (value ?? 0) * (tall / 2 - 22);
  let path = "";
  values.forEach((value, ply) => {
    if (value == null) return;
    path += `${path && values[ply - 1] != null ? "L" : "M"}${x(ply)} ${y(value)}`;
  });
  let off = "";
  for (let ply = after; tried && ply <= long; ply++)
    if (branch[ply] != null) off += `${off ? "L" : "M"}${x(ply)} ${y(branch[ply])}`;
  /** @param {PointerEvent} event */
  const scrub = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    lookAt(
      Math.min(plies.length, Math.max(1, Math.round((((event.clientX - box.left) / box.width) * wide - left) / gap))),
    );
  };
  return h(
    "div",
    { key: "graph", class: "graph" },
    h(
      "svg",
      {
        viewBox: `0 0 ${wide} ${tall}`,
        preserveAspectRatio: "none",
        class: shape.falls ? "tiles" : "wooden",
        role: "slider",
        tabindex: 0,
        "aria-label": text("curve-label"),
        "aria-valuemin": 1,
        "aria-valuemax": plies.length + 1,
        "aria-valuenow": at,
        "aria-valuetext": where(at, plies.length),
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
          scrub(event);
        },
        onpointermove: (/** @type {PointerEvent} */ event) => event.buttons && scrub(event),
        onkeydown: (/** @type {KeyboardEvent} */ event) => lineKey(event, plies.length),
      },
      h("line", { class: "zero", x1: left - 20, x2: wide, y1: tall / 2, y2: tall / 2 }),
      h("path", { class: "worth", d: path }),
      tried
        ? h("path", { key: "branch", class: "worth branch", d: off })
        : at <= plies.length && h("line", { class: "cursor", x1: x(at), x2: x(at), y1: 0, y2: tall }),
    ),
    h(
      "div",
      { class: "dots", "aria-hidden": "true" },
      mark("first", shape.falls, "up"),
      mark("second", shape.falls, "down"),
      plies.map((_, i) => {
        const ply = i + 1;
        return h(
          "span",
          {
            key: ply,
            class: `dot${bad.has(ply) ? " bad" : ""}${ply === at && !tried ? " chosen" : ""}${values[ply] == null ? " unknown" : ""}`,
            style: { "--x": `${(100 * x(ply)) / wide}%`, "--y": `${(100 * y(values[ply])) / tall}%` },
          },
          mark(colourOf(i), shape.falls),
        );
      }),
      Array.from({ length: Math.max(0, long - after) }, (_, i) => {
        const ply = after + i + 1;
        return h(
          "span",
          {
            key: `tried${ply}`,
            class: `dot tried${ply === long ? " chosen" : ""}${branch[ply] == null ? " unknown" : ""}`,
            style: { "--x": `${(100 * x(ply)) / wide}%`, "--y": `${(100 * y(branch[ply])) / tall}%` },
          },
          mark(colourOf(ply - 1), shape.falls),
        );
      }),
    ),
  );
}
