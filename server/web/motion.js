// How the board goes from one position to the next. The model changes at once;
// here the difference of two positions becomes a plan of what moves when. No
// document and no clock: `board.js` draws the plan, `effects.js` keeps it.

import { hasLost, outcome } from "./room.js";
import { cell, colourOf, placedBy, shape } from "./rules.js";

/**
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { Side, Square } from "../../protocol/protocol.d.ts"
 */

/**
 * One stone on its way: into its place, back up after a takeback, or off the board before a new game. `delay` and
 * `time` are milliseconds from the moment of the plan, so that drawing again leaves a running animation alone.
 *
 * @typedef {{ply: number, square: Square, colour: Side, kind: "in" | "up" | "off", delay: number, time: number}} Flight
 */
/**
 * @typedef {object} Motion
 * @property {readonly Flight[]} flights
 * @property {number} until the moment at which the last stone has landed
 * @property {readonly Square[]} line the cells that won
 * @property {number} lineDelay milliseconds until the line is drawn through them
 * @property {boolean} calm whether the other stones keep their colour beside that line: whoever lost is to see the game
 * @property {number} told the moment from which words may say how the game ended
 */

/** @type {Motion} */
export const STILL = { flights: [], until: 0, line: [], lineDelay: 0, calm: false, told: 0 };

/** Time between the landing of a person's stone and the start of a bot's: an answer that comes sooner is not seen. */
const BEFORE_BOT = 400;

/** Stones that come faster than they fall are put down at once, if the board would be later than this otherwise. */
const MOST_DELAY = 1500;

/** Plies that may fly after a pause of the connection; more are a position of their own. */
const MOST_PLIES = 3;

/** Time after a landing in which the browser may still draw the last of it. */
export const FRAME = 40;

const PUT = 90;
const UP = { time: 180, apart: 70 };
const OFF = 320;

/** The end of a game: a pause after the landing, the line, the other stones fade, and then words. */
const PAUSE = 120;
const LINE = 280;
const FADE = 200;

/** How long a stone takes to its cell. @param {Shape} board @param {Square} square */
const timeTo = (board, square) =>
  board.falls ? Math.round(130 * Math.sqrt(board.rows - cell(square).row)) : PUT;

/**
 * The flight of the newest stone.
 *
 * @param {Shape} board @param {readonly Square[]} stones @param {number} [delay] @returns {Flight}
 */
export function newest(board, stones, delay = 0) {
  const ply = stones.length;
  const square = stones[ply - 1];
  return { ply, square, colour: colourOf(ply - 1), kind: "in", delay, time: timeTo(board, square) };
}

/**
 * Plans what moves between two states of a room; what was planned before goes on.
 *
 * @param {Room | null} before @param {Room | null} room @param {Motion} motion the plan until now
 * @param {number} now @param {boolean} still whether the person wants no motion
 * @returns {Motion}
 */
export function plan(before, room, motion, now, still) {
  if (before === room) return motion;
  const board = room && shape(room.snapshot.spec.variant);
  if (!before || !board || before.snapshot.room !== room.snapshot.room || still) return STILL;
  const was = before.snapshot.plies.map(({ square }) => square);
  const is = room.snapshot.plies.map(({ square }) => square);
  let common = 0;
  while (common < was.length && was[common] === is[common]) common++;
  const gone = was.slice(common);
  const made = is.length - common;
  if (made > MOST_PLIES) return STILL;
  const ends = Boolean(outcome(room)) && !outcome(before);
  if (!gone.length && !made && !ends) return motion;
  let { flights, until } = motion;
  if (gone.length) {
    flights = leaving(gone, common, Boolean(outcome(before)));
    until = now + Math.max(...flights.map(({ delay, time }) => delay + time));
  }
  if (until <= now) flights = [];
  for (let ply = common + 1; ply <= is.length; ply++) {
    const pause = isBot(room, ply) && ply > 1 && !isBot(room, ply - 1) ? BEFORE_BOT : 0;
    let start = Math.max(now, until + pause);
    if (start > now + MOST_DELAY) [start, flights] = [now, []];
    const flight = newest(board, is.slice(0, ply), start - now);
    flights = [...flights, flight];
    until = start + flight.time;
  }
  return { flights, until, ...ending(room, until, now) };
}

/** @param {Room} room @param {number} until @param {number} now */
function ending(room, until, now) {
  const end = outcome(room);
  const line = end?.line ?? [];
  const wait = Math.max(0, until - now);
  const calm = hasLost(room);
  const after = line.length ? PAUSE + LINE + (calm ? 0 : FADE) : wait ? PAUSE : 0;
  return { line, lineDelay: wait + PAUSE, calm, told: end ? now + wait + after : 0 };
}

/**
 * The stones that leave: the newest first after a takeback, all together before a new game.
 *
 * @param {Square[]} gone @param {number} common plies that stay @param {boolean} isOver @returns {Flight[]}
 */
const leaving = (gone, common, isOver) =>
  gone.map((square, i) => ({
    ply: common + i + 1,
    square,
    colour: colourOf(common + i),
    kind: isOver ? "off" : "up",
    delay: isOver ? 0 : (gone.length - 1 - i) * UP.apart,
    time: isOver ? OFF : UP.time,
  }));

/** @param {Room} room @param {number} ply from 1 */
const isBot = ({ snapshot: { seats, opening } }, ply) => seats[placedBy(ply - 1, opening)].type === "bot";

/**
 * A room as its table shows it now: while the last stone is on its way, the game is neither played on nor said to be
 * over.
 *
 * @param {Room} room @param {Motion} motion @param {number} now @returns {Room}
 */
export function asShown(room, motion, now) {
  if (!outcome(room) || motion.told <= now) return room;
  const phase = /** @type {any} */ ({ type: "landing" });
  // What a bot thought of the move tells how it ended.
  return { ...room, snapshot: { ...room.snapshot, phase, searches: [] } };
}

/** The plan as long as anything moves. @param {Motion} motion @param {number} now @returns {Motion | null} */
export const movesNow = (motion, now) => (Math.max(motion.until + FRAME, motion.told) > now ? motion : null);
