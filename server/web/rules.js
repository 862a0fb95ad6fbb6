// What drawing needs to know of the rules: measures of a board, where a disc
// lands, whose stone a ply is. The server alone decides what is legal.

/** @import { Square, Side, OpeningState } from "../../protocol/protocol.d.ts" */
/** @typedef {{columns: number, rows: number, inRow: number, falls: boolean, exact: boolean}} Shape */
/** @typedef {{column: number, row: number}} Cell column from the left, row from the bottom, both from 0 */

/** @type {Record<string, Shape>} */
const NAMED = {
  "connect-four": { columns: 7, rows: 6, inRow: 4, falls: true, exact: false },
  "connect-four-7x7": { columns: 7, rows: 7, inRow: 4, falls: true, exact: false },
  gomoku: { columns: 20, rows: 20, inRow: 5, falls: false, exact: false },
  "gomoku-15": { columns: 15, rows: 15, inRow: 5, falls: false, exact: false },
  "gomoku-standard": { columns: 15, rows: 15, inRow: 5, falls: false, exact: true },
  renju: { columns: 15, rows: 15, inRow: 5, falls: false, exact: false },
};

/** @param {string} variant @returns {Shape | null} none of a variant that this page does not know */
export function shape(variant) {
  if (Object.hasOwn(NAMED, variant)) return NAMED[variant];
  const custom = /^custom:(\d+)x(\d+)x(\d+):(falls|free|exact)$/.exec(variant);
  if (!custom) return null;
  const [columns, rows, inRow] = custom.slice(1, 4).map(Number);
  return { columns, rows, inRow, falls: custom[4] === "falls", exact: custom[4] === "exact" };
}

/** The variant of a custom board: one that has a name is known by it. @param {string} custom */
export function named(custom) {
  const board = JSON.stringify(shape(custom));
  return Object.keys(NAMED).find((name) => JSON.stringify(NAMED[name]) === board) ?? custom;
}

/**
 * How long a player of a game may be away, in milliseconds; `null` is as the server has it. Without a clock nobody
 * waits for anybody: a phone that is locked for a while loses nothing.
 *
 * @param {string | null} clock @param {number} [minutes] what the person wants
 */
export const grace = (clock, minutes) => (minutes ? Math.round(minutes * 60_000) : clock ? null : CASUAL_MINUTES * 60_000);

export const CASUAL_MINUTES = 15;

/** @param {Square} square @returns {Cell} */
export const cell = (square) => ({ column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 });

/** @param {number} column @param {number} row @returns {Square} */
export const square = (column, row) => String.fromCharCode(97 + column) + (row + 1);

/**
 * Where a disc dropped into a column lands; none where it is full.
 *
 * @param {Shape} board @param {readonly Square[]} taken @param {number} column @returns {Square | null}
 */
export function landing(board, taken, column) {
  const letter = String.fromCharCode(97 + column);
  const height = taken.filter((one) => one[0] === letter).length;
  return height < board.rows ? square(column, height) : null;
}

/**
 * The cells by which the last stone has won; none where it has not. What is forbidden to a colour does not count here.
 *
 * @param {Shape} board @param {readonly Square[]} stones @returns {Square[]}
 */
export function lineOf({ inRow, exact }, stones) {
  const last = stones.at(-1);
  if (!last) return [];
  const own = new Set(stones.filter((_, i) => i % 2 === (stones.length - 1) % 2));
  const { column, row } = cell(last);
  return [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ].flatMap(([dx, dy]) => {
    /** @param {number} way */
    const reach = (way) => {
      let n = 0;
      while (own.has(square(column + way * (n + 1) * dx, row + way * (n + 1) * dy))) n++;
      return n;
    };
    const [back, forth] = [reach(-1), reach(1)];
    const length = back + forth + 1;
    if (exact ? length !== inRow : length < inRow) return [];
    return Array.from({ length }, (_, i) => square(column + (i - back) * dx, row + (i - back) * dy));
  });
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "first" ? "second" : "first");

/** Whose stone, by colour, the n-th ply is, from 0. @param {number} index @returns {Side} */
export const colourOf = (index) => (index % 2 === 0 ? "first" : "second");

/** The seat that acts now. @param {number} plies @param {OpeningState | null | undefined} opening @returns {Side} */
export function toAct(plies, opening) {
  if (!opening) return colourOf(plies);
  if (!opening.black || opening.to_place > 0 || opening.choices.length > 0) return opening.to_act;
  return plies % 2 === 0 ? opening.black : other(opening.black);
}

/**
 * The seat that has a colour; the first has black where nothing was chosen.
 *
 * @param {Side} colour @param {Pick<OpeningState, "black"> | {black?: Side} | null | undefined} opening @returns {Side}
 */
export function seatOf(colour, opening) {
  return opening?.black === "second" ? other(colour) : colour;
}

/**
 * The seat that placed the n-th ply, from 0: in swap2 the first places three stones, and the second two where it
 * chose so.
 *
 * @param {number} index @param {OpeningState | null | undefined} opening @returns {Side}
 */
export function placedBy(index, opening) {
  if (opening && index < 3) return "first";
  if (index < 5 && opening?.made?.includes("place_two")) return "second";
  return seatOf(colourOf(index), opening);
}

/**
 * A move as people type it: `d4`, `j 10`, or a column alone where discs fall,
 * as a number or a letter. None where it is no move of this board.
 *
 * @param {string} typed
 * @param {Shape} board
 * @returns {Square | null}
 */
export function parseMove(typed, board) {
  const words = typed.trim().toLowerCase().replace(/\s+/g, "");
  const full = /^([a-t])(\d{1,2})$/.exec(words);
  if (full) {
    const column = full[1].charCodeAt(0) - 97;
    const row = Number(full[2]) - 1;
    return column < board.columns && row >= 0 && row < board.rows ? square(column, row) : null;
  }
  if (!board.falls) return null;
  const column = /^\d{1,2}$/.test(words) ? Number(words) - 1 : /^[a-t]$/.test(words) ? words.charCodeAt(0) - 97 : -1;
  return column >= 0 && column < board.columns ? square(column, 0) : null;
}

/**
 * A move as people read it: its column where discs fall, its square elsewhere.
 *
 * @param {Square} move @param {Shape} board
 */
export const readMove = (move, board) => (board.falls ? String(cell(move).column + 1) : move);

/**
 * A clock in its parts.
 *
 * @param {string | null | undefined} clock @returns {{initial: number, increment: number} | null}
 */
export function clockParts(clock) {
  const parts = /^(\d+)(h|ms|m|s)(?:\+(\d+)(h|ms|m|s))?$/.exec(clock ?? "");
  if (!parts) return null;
  /** @type {Record<string, number>} */
  const unit = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  return {
    initial: Number(parts[1]) * unit[parts[2]],
    increment: parts[3] ? Number(parts[3]) * unit[parts[4]] : 0,
  };
}

/** Whether a game that ended so has a result, if only a draw. @param {string} reason */
export const counts = (reason) => !["aborted", "no_first_move", "abandoned", "closed"].includes(reason);
