// What moves are worth: words and bars for the values of columns, words for
// best lines and searches, and the worth of every position of a game.

import { app } from "./app.js";
import { h } from "./dom.js";
import { outcome, stonesOf } from "./room.js";
import { cell, colourOf, lineOf, other, readMove, shape as shapeOf } from "./rules.js";
import { position } from "./state.js";
import { decimals, text } from "./text.js";
import { colourName } from "./words.js";

/**
 * @import { BestLine, ColumnValue, SearchInfo, Side, Square } from "../../protocol/protocol.d.ts"
 * @import { Analysis, Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { VNode } from "./dom.js"
 */

/**
 * The analysis of the position after some plies of a game, where it is known.
 *
 * @param {Room} room @param {number} plies @returns {Analysis | undefined}
 */
export const analysisAt = (room, plies) =>
  app.state.analyses[position(room.snapshot.spec.variant, stonesOf(room).slice(0, plies))];

/**
 * Stones that the winner has yet to place, from a position on.
 *
 * @param {Shape} shape @param {number} plies @param {number} score
 */
export function stonesToGo(shape, plies, score) {
  const cells = shape.columns * shape.rows;
  const winner = score > 0 ? plies % 2 : (plies + 1) % 2; // 0 is first
  const total = winner === 0 ? Math.ceil(cells / 2) : Math.floor(cells / 2);
  const placed = winner === 0 ? Math.ceil(plies / 2) : Math.floor(plies / 2);
  return total - Math.abs(score) + 1 - placed;
}

/**
 * @param {Shape} shape @param {number} plies @param {ColumnValue} value
 * @returns {{word: string, stones: number | null}}
 */
export function valueWords(shape, plies, value) {
  if (value.type === "full") return { word: "", stones: null };
  if (value.type === "unknown") return { word: "?", stones: null };
  if (value.score === 0) return { word: text("value-draw"), stones: null };
  return { word: text(value.score > 0 ? "value-win" : "value-loss"), stones: stonesToGo(shape, plies, value.score) };
}

/** Whether there is a place for values beside the game as it is: the same in every state of it. @param {Room} room */
export function valuesShown({ snapshot, you }) {
  return app.settings.values && Boolean(you) && snapshot.spec.hints === true;
}

/** The best line of the game as it is, on a free board. @param {Room} room */
export function bestLine(room) {
  const { plies: { length: plies }, opening } = room.snapshot;
  // While an opening has no colours yet, a value has no owner.
  const isSilent = outcome(room) || (opening && !opening.black);
  const [line] = isSilent ? [] : (analysisAt(room, plies)?.lines ?? []);
  return h(
    "p",
    { key: "best", class: "best-line" },
    line && [h("b", null, lineWords(line, colourOf(plies))), ` ${line.pv.slice(0, 8).join(" ")}`],
  );
}

/** Height of the drawing of a bar, in px. */
const BARS = 40;

/**
 * How long the bars of a position are, and where their common line is. A sooner end has a longer bar: 1.1 px for each
 * move, so that a win in 3 is told from one in 13. They are shorter only where long ones go up and down at once.
 *
 * @param {Shape} shape @param {number} plies @param {readonly ColumnValue[]} columns
 */
export function barsOf(shape, plies, columns) {
  const size = (/** @type {number | null} */ stones) => (stones == null ? 0 : Math.max(4, 26 - 1.1 * (stones - 1)));
  const sizes = columns.map((value) => {
    const way = value.type === "exact" ? Math.sign(value.score) : 0;
    return way * size(valueWords(shape, plies, value).stones);
  });
  // A circle for a draw needs room on both sides of the line.
  const up = Math.max(5, ...sizes);
  const down = Math.max(5, ...sizes.map((one) => -one));
  const scale = Math.min(1, (BARS - 2) / (up + down));
  return { axis: 1 + up * scale, size: (/** @type {number | null} */ stones) => scale * size(stones) };
}

/** Rows of moves at most. */
const MOST_MOVES = 4;

/**
 * The moves that were played in a position, the most frequent first, and how these games ended: for the first colour,
 * drawn, for the second.
 *
 * @param {string} variant @param {Shape} board
 * @param {readonly Square[] | null} stones `null` if no move can be made @returns {VNode}
 */
export function playedBefore(variant, board, stones) {
  const moves = stones && app.state.played[position(variant, stones)];
  const isFirst = colourOf(stones?.length ?? 0) === "first";
  const names = { red: colourName("first", board.falls), yellow: colourName("second", board.falls) };
  return h(
    "section",
    { key: "played", class: `played-before ${board.falls ? "tiles" : "wooden"}${stones ? "" : " off"}` },
    h("h3", null, text("played-before")),
    h(
      "ol",
      null,
      moves && !moves.length && h("li", { key: "none", class: "none" }, text("played-never")),
      moves?.slice(0, MOST_MOVES).map(({ square, score: { won, drawn, lost } }) => {
        const [first, second] = isFirst ? [won, lost] : [lost, won];
        const n = won + drawn + lost;
        return h(
          "li",
          { key: square },
          h("b", null, readMove(square, board)),
          h("span", null, text("games-count", { n })),
          h(
            "svg",
            { viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": text("ended-so", { ...names, first, drawn, second }) },
            h("g", { class: "first" }, h("rect", { class: "body", width: (100 * first) / n, height: 12 })),
            h("g", { class: "second" }, h("rect", { class: "body", x: (100 * (n - second)) / n, width: (100 * second) / n, height: 12 })),
            h("rect", { class: "edge", width: 100, height: 12 }),
          ),
        );
      }),
    ),
  );
}

/** The numbers of the columns, under them where there is room. @param {Shape} shape @param {number | null} chosen */
export const numbers = (shape, chosen) =>
  h(
    "div",
    { class: "numbers", "aria-hidden": "true", style: { "--columns": String(shape.columns) } },
    Array.from({ length: shape.columns }, (_, i) => h("span", { class: chosen === i ? "on" : null }, i + 1)),
  );

/**
 * Values under the columns, as bars and words, with the numbers of the columns.
 *
 * @param {Room} room @param {Shape} shape @param {number} plies @param {number} [played] the column that was played
 */
export function valueRow(room, shape, plies, played) {
  const analysis = outcome(room) && app.ui.viewedPly == null ? undefined : analysisAt(room, plies);
  const best = analysis ? bestOf(analysis) : null;
  const bars = barsOf(shape, plies, analysis?.columns ?? []);
  return h(
    "div",
    {
      key: "values",
      class: "values",
      role: "list",
      "aria-label": text("values-label"),
      style: { "--columns": String(shape.columns) },
    },
    Array.from({ length: shape.columns }, (_, column) => {
      const value = analysis?.columns[column];
      if (!value) return h("span", { class: "value", role: "listitem" }, h("span", { class: "column" }, column + 1));
      const { word, stones } = valueWords(shape, plies, value);
      const score = value.type === "exact" ? value.score : 0;
      const size = bars.size(stones);
      const classes = [
        "value",
        value.type === "exact" && score === best ? "best" : "",
        column === played && isMistake(scoreOf(value), best) ? "mistake" : "",
      ];
      return h(
        "span",
        { class: classes.filter(Boolean).join(" "), role: "listitem" },
        h("span", { class: "column" }, column + 1, h("span", { class: "offscreen" }, ": ")),
        h(
          "svg",
          { viewBox: `0 0 32 ${BARS}`, class: "bar-mark", "aria-hidden": "true" },
          value.type !== "full" && h("path", { class: "axis", d: `M0 ${bars.axis}H32` }),
          value.type === "exact" &&
            score > 0 &&
            h("rect", { class: "up", x: 8, y: bars.axis - size, width: 16, height: size }),
          value.type === "exact" && score < 0 && h("rect", { class: "down", x: 8, y: bars.axis, width: 16, height: size }),
          value.type === "exact" && score === 0 && h("circle", { class: "level", cx: 16, cy: bars.axis, r: 4 }),
        ),
        h("span", { class: "worth" }, word, stones != null && h("span", null, ` ${stones}`)),
      );
    }),
  );
}

/** The score of a column, where it is known. @param {ColumnValue | undefined} value */
export const scoreOf = (value) => (value?.type === "exact" ? value.score : null);

/**
 * The score of the best column; none where one of which nothing is known may be better, unless a win is proven.
 *
 * @param {Analysis} analysis
 */
export function bestOf({ columns }) {
  const best = Math.max(...columns.map((value) => scoreOf(value) ?? -Infinity));
  const isProven = best > 0 || !columns.some(({ type }) => type === "unknown");
  return isProven && best > -Infinity ? best : null;
}

/** Whether a column that was played gave something away. @param {number | null} score @param {number | null} best */
export const isMistake = (score, best) => score != null && best != null && Math.sign(score) < Math.sign(best);

/** The worth of a line to the colour that is to move. @param {BestLine} line @param {Side} colour */
export function lineWords(line, colour) {
  if (line.end === 0) return text("value-draw");
  if (line.end != null)
    return text("colour-wins-in", {
      n: Math.ceil(Math.abs(line.end) / 2),
      colour: colourName(line.end > 0 ? colour : other(colour), false),
    });
  return points(Number(line.score));
}

/**
 * The worth of a move that was made on a free board to its colour, by what came of it; empty where it is not known.
 *
 * @param {Room} room @param {number} ply from 1
 */
export function playedWords(room, ply) {
  const [answer] = analysisAt(room, ply)?.lines ?? [];
  if (!answer) return "";
  return answer.end == null ? points(-Number(answer.score)) : lineWords(answer, colourOf(ply));
}

/** @param {number} score */
const points = (score) => `${score > 0 ? "+" : score < 0 ? "\u2212" : "\u00b1"}${decimals(Math.abs(score / 100), 1)}`;

/** Score of a win with no ply left, of the bot `threat`; each ply until then is one less. */
const GOMOKU_WIN = 30_000;
/** Score of a win at whatever distance, of the bots that count lines, such as `lines`. */
const LINES_WIN = 10_000;
/** Scores from here on are wins, of the bots that add up windows, such as `minimax`. */
const WINDOWS_WON = 1e14;

/**
 * What a bot thinks of its move: a proven end, odds where stones are placed freely, or the score in its own unit.
 *
 * @param {Room} room @param {SearchInfo} search
 */
export function searchWords(room, search) {
  const score = Number(search.score);
  const board = shapeOf(room.snapshot.spec.variant);
  if (search.exact && score === 0) return text("value-draw");
  if (search.exact) {
    const n = board?.falls
      ? stonesToGo(board, search.ply - 1, score)
      : Math.ceil((GOMOKU_WIN - Math.abs(score)) / 2);
    return text(score > 0 ? "wins-in" : "loses-in", { n });
  }
  if (search.exact === false && !board?.falls) return points(score);
  if (Math.abs(score) === LINES_WIN || Math.abs(score) >= WINDOWS_WON) return text(score > 0 ? "sees-win" : "sees-loss");
  return text("score-of", { score: Math.abs(score) < 1e6 ? score : score.toExponential(1) });
}

/**
 * The worth of a position to the first colour, from -1 to 1; none where it is not known.
 *
 * @param {Analysis | undefined} analysis @param {Shape} shape
 */
export function worth(analysis, shape) {
  if (!analysis) return null;
  const toMove = colourOf(analysis.moves.length) === "first" ? 1 : -1;
  if (analysis.columns.length) {
    const best = bestOf(analysis);
    if (best == null) return null;
    const half = Math.ceil((shape.columns * shape.rows) / 2);
    return best === 0 ? 0 : toMove * Math.sign(best) * (0.3 + 0.7 * (Math.abs(best) / half));
  }
  const [line] = analysis.lines;
  if (!line) return null;
  if (line.end) return toMove * Math.sign(line.end) * Math.max(0.7, 1 - Math.abs(line.end) / 60);
  return toMove * 0.7 * Math.tanh(Number(line.score) / 400);
}

/**
 * The worth of the position after each ply, the empty board first.
 *
 * @param {Room} room @param {Shape} shape @returns {(number | null)[]}
 */
export function curve(room, shape) {
  const stones = stonesOf(room);
  const reason = outcome(room)?.reason ?? (lineOf(shape, stones).length ? "line" : null);
  return Array.from({ length: stones.length + 1 }, (_, plies) => {
    if (plies === stones.length && reason === "line") return colourOf(plies - 1) === "first" ? 1 : -1;
    if (plies === stones.length && reason === "full_board") return 0;
    return worth(analysisAt(room, plies), shape);
  });
}

/**
 * The plies that gave something away, and how much.
 *
 * @param {Room} room @param {Shape} shape @returns {Map<number, "loses" | "worse">}
 */
export function mistakes(room, shape) {
  /** @type {Map<number, "loses" | "worse">} */
  const found = new Map();
  const values = curve(room, shape);
  room.snapshot.plies.forEach((made, i) => {
    const analysis = analysisAt(room, i);
    if (!analysis) return;
    if (shape.falls) {
      const score = scoreOf(analysis.columns[cell(made.square).column]);
      if (isMistake(score, bestOf(analysis))) found.set(i + 1, Number(score) < 0 ? "loses" : "worse");
      return;
    }
    const mover = colourOf(i) === "first" ? 1 : -1;
    const before = values[i];
    const after = values[i + 1];
    if (before == null || after == null || mover * (before - after) < 0.35) return;
    found.set(i + 1, mover * after <= -0.7 ? "loses" : "worse");
  });
  return found;
}
