// Looking back: the position after a ply, what would have been better as ghosts,
// and the whole game as a line that rises and falls.

import { lookAt, mayAnalyse, step } from "./actions.js";
import { app, send, set } from "./app.js";
import { board, mark, measures } from "./board.js";
import { h } from "./dom.js";
import { isWide } from "./layout.js";
import { icon, isOff } from "./parts.js";
import { lineKey, lineWheel, moveList } from "./line.js";
import { outcome, stonesOf } from "./room.js";
import { cell, colourOf, landing, placedBy, readMove } from "./rules.js";
import { rich, text } from "./text.js";
import { bestOf, curve, isMistake, lineWords, mistakes, numbers, playedWords, scoreOf, valueRow, valueWords } from "./values.js";
import { ending, seatName } from "./words.js";

/**
 * @import { BestLine } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { VNode } from "./dom.js"
 */

/** @param {Room} room @param {Shape} shape @param {VNode} head */
export function review(room, shape, head) {
  const { snapshot } = room;
  const last = snapshot.plies.length;
  const at = Math.min(app.ui.viewedPly ?? last, last + 1);
  const values = mayAnalyse(room);
  const { width, height } = measures(shape, false, isFlat());
  return h(
    "main",
    {
      style: { "--tall": String(height / width) },
      key: "review",
      class: `table looking ${shape.falls ? "tiles" : "wooden"}`,
      onwheel: (/** @type {WheelEvent} */ event) =>
        !(/** @type {Element} */ (event.target).closest(".moves")) && lineWheel(event),
    },
    head,
    sentence(room, shape, at),
    stage(room, shape, at, values),
    graph(room, shape, at),
    moveList(room, shape),
    h(
      "nav",
      { class: "bar steps", "aria-label": text("looking-back") },
      stepButton("start", "first-move", () => lookAt(1), at > 1),
      stepButton("back", "previous-move", () => step(-1), at > 1),
      h("span", { class: "where" }, where(at, last)),
      stepButton("next", "next-move", () => step(1), at <= last),
      stepButton("end", "last-move", () => lookAt(outcome(room) ? last + 1 : null), at <= last),
    ),
  );
}

/** Whether the board gives up the room above it: on a wide screen it keeps the place that it has in play. */
const isFlat = () => !isWide();

/** The place in the game: one of its moves, or its end. @param {number} at @param {number} last */
const where = (at, last) => (at > last ? text("the-end") : text("move-of", { at, n: last }));

/** Asks for the game as text, and shows it once it is there. @param {Room} room */
export const copyGame = (room) => {
  set({ dialog: "export" });
  send({ type: "record", room: room.snapshot.room });
};

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
    return h(
      "section",
      { key: "sentence", class: "sentence", "aria-live": "polite" },
      h("h2", null, end?.title ?? ""),
      h("p", null, end?.why ?? ""),
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

/** Where the stone of a ply would have been better. @param {Room} room @param {Shape} shape @param {number} at */
function betterSquares(room, shape, at) {
  if (!shape.falls) return [betterMove(room, at)].flatMap((square) => square ?? []);
  const before = stonesOf(room).slice(0, at - 1);
  return betterColumns(room, at).flatMap((column) => landing(shape, before, column) ?? []);
}

/** The columns that were worth more than the one of a ply. @param {Room} room @param {number} at */
function betterColumns(room, at) {
  const columns = room.analyses[at - 1]?.columns ?? [];
  const best = columns.length ? bestOf(room.analyses[at - 1]) : null;
  const played = scoreOf(columns[cell(room.snapshot.plies[at - 1].square).column]);
  if (best == null || played == null || played >= best) return [];
  return columns.flatMap((value, column) => (scoreOf(value) === best ? [column] : []));
}

/** The point that was better than the one of a ply, where the server said so. @param {Room} room @param {number} at */
function betterMove(room, at) {
  const line = room.analyses[at - 1]?.lines[0];
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
  const answer = room.analyses[at]?.lines[0];
  if (!answer) return false;
  if (answer.end != null || line.end != null) return playedWords(room, at) === lineWords(line, colourOf(at - 1));
  return Math.round(-Number(answer.score) / 10) >= Math.round(Number(line.score) / 10);
}

/** What a move was worth, in a sentence. @param {Room} room @param {Shape} shape @param {number} at */
function judgement(room, shape, at) {
  const ply = room.snapshot.plies[at - 1];
  const analysis = room.analyses[at - 1];
  if (!mayAnalyse(room)) return text("values-after-game");
  if (!room.isAnalysed) return text("not-analysed");
  if (!ply || !analysis) return text("values-coming");
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
  const { width, height, zone } = measures(shape, false, isFlat());
  const stones = stonesOf(room);
  const ply = stones[at - 1];
  const analysis = room.analyses[at - 1];
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
      board(
        {
          shape,
          flat: isFlat(),
          stones: stones.slice(0, at),
          better: values && ply ? betterSquares(room, shape, at) : [],
          line: ply ? [] : outcome(room)?.line,
        },
        {
          role: "img",
          "aria-hidden": null,
          "aria-label": text("position-label", {
            at: Math.min(at, stones.length),
            moves: stones
              .slice(0, at)
              .map((move) => readMove(move, shape))
              .join(" "),
          }),
        },
      ),
    ),
    shape.falls && h("div", { class: "base" }),
    !values && shape.falls && numbers(shape, ply ? cell(ply).column : null),
    values &&
      (shape.falls
        ? valueRow(room, shape, at - 1, ply ? cell(ply).column : undefined)
        : h(
            "ul",
            { class: "pvs" },
            (analysis?.lines ?? [])
              .slice(0, 3)
              .map((one) => h("li", null, h("b", null, lineWords(one, colourOf(at - 1))), ` ${one.pv.slice(0, 8).join(" ")}`)),
          )),
  );
}

/**
 * The game as a line on its values: up is good for the first colour.
 *
 * @param {Room} room @param {Shape} shape @param {number} at
 */
function graph(room, shape, at) {
  const { plies } = room.snapshot;
  const values = curve(room, shape);
  const bad = mistakes(room, shape);
  const wide = 700;
  const tall = 160;
  const left = 40;
  const gap = (wide - left - 16) / Math.max(1, plies.length);
  /** @param {number} ply */
  const x = (ply) => left + ply * gap;
  /** @param {number | null} value */
  const y = (value) => tall / 2 - (value ?? 0) * (tall / 2 - 22);
  let path = "";
  values.forEach((value, ply) => {
    if (value == null) return;
    path += `${path && values[ply - 1] != null ? "L" : "M"}${x(ply)} ${y(value)}`;
  });
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
      at <= plies.length && h("line", { class: "cursor", x1: x(at), x2: x(at), y1: 0, y2: tall }),
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
            class: `dot${bad.has(ply) ? " bad" : ""}${ply === at ? " chosen" : ""}${values[ply] == null ? " unknown" : ""}`,
            style: { "--x": `${(100 * x(ply)) / wide}%`, "--y": `${(100 * y(values[ply])) / tall}%` },
          },
          mark(colourOf(i), shape.falls),
        );
      }),
    ),
  );
}
