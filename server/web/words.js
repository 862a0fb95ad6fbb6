// Words for what the protocol names: games, clocks, players, ends of games.

import { botParts, levelName, levelOf } from "./levels.js";
import { actor, outcome, self } from "./room.js";
import { cell, clockParts, counts, placedBy, seatOf, shape } from "./rules.js";
import { decimals, has, text } from "./text.js";
import { app } from "./app.js";

/**
 * @import { Seat, Side, RoomSummary, OpeningState, Square } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */

/** @param {string} variant */
export function gameName(variant) {
  if (has(`game-${variant}`)) return text(`game-${variant}`);
  const board = shape(variant);
  if (!board) return variant; // of a later server
  return text(`game-custom-${board.falls ? "falls" : board.exact ? "exact" : "free"}`, {
    size: `${board.columns} × ${board.rows}`,
    inRow: board.inRow,
  });
}

/**
 * The game of a room with the rule of its opening, and whether it counts for ratings.
 *
 * @param {Pick<RoomSummary, "variant" | "opening" | "rated">} room
 */
export const gameWords = ({ variant, opening, rated }) =>
  [gameName(variant), opening === "swap2" ? text("swap2") : opening, rated && text("rated")].filter(Boolean).join(" · ");

/**
 * The games of one tap: the usual ones, and another in the place of the second where it was chosen.
 *
 * @param {string} variant the chosen one
 */
export const gamesAtHand = (variant) => ["connect-four", ["connect-four", "gomoku-15"].includes(variant) ? "gomoku-15" : variant];

/** @param {string | null | undefined} clock */
export function clockWords(clock) {
  const parts = clockParts(clock);
  if (!parts) return text("no-clock");
  return parts.increment
    ? text("clock-with-increment", { initial: span(parts.initial), increment: span(parts.increment) })
    : span(parts.initial);
}

/** A span as far as it matters: minutes, or seconds where it is less. @param {number} millis */
export const about = (millis) =>
  span(millis < 59_500 ? Math.ceil(millis / 1000) * 1000 : Math.round(millis / 60_000) * 60_000);

/** @param {number} a @param {number} b @param {number} draws */
export const scoreWords = (a, b, draws) => text(draws ? "score-drawn" : "score", { a, b, draws });

/** A span in words. @param {number} millis */
function span(millis) {
  if (millis >= 3_600_000 && millis % 3_600_000 === 0) return text("span-hours", { n: millis / 3_600_000 });
  if (millis >= 60_000 && millis % 60_000 === 0) return text("span-minutes", { n: millis / 60_000 });
  return text("span-seconds", { n: millis / 1000 });
}

/** The level of a bot in words; empty where it has none. @param {string} spec */
function knownLevel(spec) {
  const number = levelOf(spec);
  return number || spec === "random" ? levelName({ bot: spec, number }) : "";
}

/**
 * What the page knows to say of a bot or an option by its name; the server's words of others, in English.
 *
 * @param {string} id @param {string} about
 */
export const known = (id, about) => (has(id) ? text(id) : about);

/** @param {string} spec of a bot */
function botName(spec) {
  const { kind, depth } = botParts(spec);
  const level = knownLevel(spec);
  if (level) return text("bot-of-level", { level });
  return depth ? text("bot-of-depth", { kind, depth }) : text("bot-of-kind", { kind });
}

/** @param {Seat} seat */
export function seatName(seat) {
  if (seat.type === "human") {
    // The server numbers a name that is taken, and each table of two people at one page has this one.
    const second = text("second-player");
    return seat.name.startsWith(`${second} (`) ? second : seat.name;
  }
  return seat.type === "bot" ? botName(seat.bot) : text("somebody");
}

/** @param {Side} colour @param {boolean} falls */
export const colourName = (colour, falls) =>
  text(falls ? (colour === "first" ? "red" : "yellow") : colour === "first" ? "black" : "white");

/**
 * The colour of a seat; none while an opening has not settled it.
 *
 * @param {Side} seat @param {OpeningState | null | undefined} opening @returns {Side | null}
 */
export const colourOfSeat = (seat, opening) => (opening && !opening.black ? null : seatOf(seat, opening));

/**
 * A time as a clock shows it, rounded up, so that only a clock that has run out shows zero.
 *
 * @param {number} millis @param {boolean} [tenths]
 */
export function time(millis, tenths) {
  const shown = tenths ? Math.ceil(millis / 100) / 10 : Math.ceil(millis / 1000);
  const minutes = Math.floor(shown / 60) % 60;
  const hours = Math.floor(shown / 3600);
  const seconds = tenths ? decimals(shown % 60, 1).padStart(4, "0") : String(shown % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

/** Whether what is due is a choice of an opening, and no move. @param {Room} room */
const isChoice = ({ snapshot: { opening } }) => Boolean(opening?.choices.length);

/** The words while the first act of a player is due. @param {Room} room */
export const firstWords = (room) => text(isChoice(room) ? "first-choice-due" : "first-move-due");

/** @param {number} change of a rating */
export const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `\u2212${-change}` : "+0");

/** The rating of a seat after a rated game, and how it changed; else empty. @param {Room} room @param {Side} side */
export function ratingWords({ ratings }, side) {
  if (!ratings) return "";
  const { before, after } = ratings[side];
  return `${after} (${signed(after - before)})`;
}

/** Whose turn it is of two people at this page, by colour; empty where it is nobody's. @param {Room} room */
export function turnWords(room) {
  const { snapshot } = room;
  const side = mayActHere(room) ? actor(room) : null;
  const colour = side && colourOfSeat(side, snapshot.opening);
  if (!colour) return "";
  return text(`turn-${falls(snapshot.spec.variant) ? (colour === "first" ? "red" : "yellow") : colour === "first" ? "black" : "white"}`);
}

/** @param {Room} room */
const mayActHere = ({ both, snapshot }) => both && snapshot.phase.type === "playing";

/** The end of a game, as the person sees it. @param {Room} room @returns {{title: string, why: string} | null} */
export function ending(room) {
  const end = outcome(room);
  if (!end) return null;
  const { snapshot } = room;
  const you = self(room);
  const called = names(snapshot.seats);
  const title = end.winner
    ? you
      ? text(end.winner === you ? "you-win" : "you-lose")
      : text("somebody-wins", { name: called[end.winner] })
    : text(counts(end.reason) ? "draw" : "not-counted");
  const inRow = shape(snapshot.spec.variant)?.inRow ?? 0;
  const loser = end.winner ? called[end.winner === "first" ? "second" : "first"] : "";
  const noChoice = end.reason === "no_first_move" && isChoice(room);
  const reason = noChoice ? "end-no-first-choice" : `end-${end.reason.replace(/_/g, "-")}`;
  // What the person did is not told of them by their name.
  const id = end.winner && you && end.winner !== you && has(`${reason}-you`) ? `${reason}-you` : reason;
  const row = has(`row-${inRow}`) ? text(`row-${inRow}`) : text("row-of", { inRow });
  const why = has(id) ? text(id, { n: snapshot.plies.length, row, name: loser }) : end.reason;
  return { title, why };
}

/**
 * The end of a game that the person is not in; empty while it goes on.
 *
 * @param {Pick<RoomSummary, "phase" | "seats">} room
 */
export function result({ phase, seats }) {
  if (phase.type !== "over") return "";
  const { winner, reason } = phase.outcome;
  if (winner) return text("somebody-wins", { name: shortNames(seats)[winner] });
  return text(counts(reason) ? "draw" : "not-counted");
}

/** A name where there is little room. @param {Seat} seat */
function shortName(seat) {
  if (seat.type !== "bot") return seatName(seat);
  const level = knownLevel(seat.bot);
  return level ? text("bot-of-level", { level }) : text("bot-of-kind", { kind: botParts(seat.bot).kind });
}

/** @typedef {Pick<RoomSummary, "seats">["seats"]} Seats */

/**
 * The first of these forms of names that tells two different bots apart; the last is the spec.
 *
 * @param {Seats} seats @param {((seat: Seat) => string)[]} forms
 */
function toldApart({ first, second }, forms) {
  const bots = first.type === "bot" && second.type === "bot" && first.bot !== second.bot;
  const spec = (/** @type {Seat} */ seat) => (seat.type === "bot" ? seat.bot : seatName(seat));
  const form = (bots && forms.find((form) => form(first) !== form(second))) || (bots ? spec : forms[0]);
  return { first: form(first), second: form(second) };
}

/** The names of both seats. @param {Seats} seats */
export const names = (seats) => toldApart(seats, [seatName]);

/** The names of both seats, where there is little room. @param {Seats} seats */
export const shortNames = (seats) => toldApart(seats, [shortName, seatName]);

/** Who plays whom, where there is little room. @param {Pick<RoomSummary, "seats">} room */
export const pairing = ({ seats }) => text("pairing", shortNames(seats));

/**
 * A move as it is spoken: a number by itself would not say what it counts.
 * @param {Square} move @param {Shape | null} board
 */
export const saidMove = (move, board) => (board?.falls ? text("said-column", { column: cell(move).column + 1 }) : move);

/** @param {string} variant */
export const falls = (variant) => shape(variant)?.falls ?? false;

/** Refusals that are the same to whoever reads them. @type {Record<string, string>} */
const SAME = {
  unknown_bot: "bad-spec",
  bad_depth: "bad-spec",
  bad_option: "bad-spec",
  column_full: "bad-move",
  occupied: "bad-move",
  off_board: "bad-move",
  forbidden: "bad-move",
  malformed: "other",
  unknown_message: "other",
  unknown_field: "other",
};

/** Why there is nothing of the server: it lets nobody in, or it does not answer. */
export const noServer = () =>
  app.state.refused?.refusal.code === "banned" ? refusalWords() : text("no-server");

/** The id of the words for a refusal. @param {string} code */
export const refusalId = (code) => `refused-${SAME[code] ?? code.replace(/_/g, "-")}`;

/** Why the server refused the last request. @returns {string} */
export function refusalWords() {
  const { refused } = app.state;
  if (!refused) return "";
  const { refusal } = refused;
  if (refusal.code === "banned")
    return text("refused-banned") + (refusal.reason ? ` (${refusal.reason})` : "");
  const nobodyOpens = refusal.code === "bot_cannot_open" && !refusal.others.length;
  const id = nobodyOpens ? "refused-no-bot-opens" : refusalId(refusal.code);
  const n = "wait" in refusal && refusal.wait ? Math.ceil(refusal.wait / 1000) : 0;
  const reference = "reference" in refusal ? refusal.reference : "";
  return has(id) ? text(id, { n, reference }) : refused.message;
}

/**
 * What a player offers or asks for, as a text and what it says.
 *
 * @param {string} kind @param {Room} room @param {Side} by @returns {[string, {name: string, n: number}]}
 */
export function offerWords(kind, { snapshot }, by) {
  const name = seatName(snapshot.seats[by]);
  // What came after their last stone goes back with it.
  const own = snapshot.plies.map((_, index) => placedBy(index, snapshot.opening)).lastIndexOf(by);
  const n = snapshot.plies.length - Math.max(own, 0);
  return [
    kind === "takeback_asked" ? "asks-takeback" : kind === "draw_offered" ? "offers-draw" : "offers-rematch",
    { name, n },
  ];
}
