// A line that is tried: from a position of a game, or from an empty board. Pure.

import { chosen, fromSnapshot, stonesOf } from "./room.js";
import { cell, counts, landing, lineOf, shape as shapeOf, square } from "./rules.js";

/**
 * @import { OpeningState, PastGame, PastPlayer, Seat, Square } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */
/**
 * @typedef {object} Trial
 * @property {number} after the plies of the game that stay
 * @property {Square[]} moves what was tried after them
 * @property {number} at how many of these moves are on the board
 */

/** The stones on the board. @param {readonly Square[]} stones of the game @param {Trial} trial */
export const stonesAfter = (stones, { after, moves, at }) => [...stones.slice(0, after), ...moves.slice(0, at)];

/**
 * The line with another move, `null` if the move cannot be made. Moves that were tried after those on the board go.
 *
 * @param {Shape} board @param {readonly Square[]} stones of the game @param {Trial} trial @param {Square} to a cell, of
 *   which only the column counts where discs fall
 * @returns {Trial | null}
 */
export function withMove(board, stones, trial, to) {
  const taken = stonesAfter(stones, trial);
  const target = board.falls ? landing(board, taken, cell(to).column) : taken.includes(to) ? null : to;
  if (!target || lineOf(board, taken).length) return null;
  // The line was stepped back, and this is its next move.
  if (trial.moves[trial.at] === target) return { ...trial, at: trial.at + 1 };
  return { ...trial, moves: [...trial.moves.slice(0, trial.at), target], at: trial.at + 1 };
}

/** Whether there is a move to choose after these. @param {Shape} board @param {readonly Square[]} stones */
export const hasChoice = (board, stones) =>
  stones.length < board.columns * board.rows && !lineOf(board, stones).length;

/**
 * The room as if its game had gone on with these stones.
 * @param {Room} room
 * @param {readonly Square[]} stones
 * @returns {Room}
 */
export function roomWith(room, stones) {
  const plies = stones.map((one) => ({ square: one }));
  return { ...room, snapshot: { ...room.snapshot, plies, phase: { type: "playing" }, forbidden: [] } };
}

/** A room of nobody, with an empty board. @param {string} variant @returns {Room} */
export const roomOf = (variant) =>
  fromSnapshot(
    {
      room: "",
      spec: { variant, clock: null, listed: false, takebacks: true, spectators: true, pace: 0, repeat: 0 },
      seq: 0,
      revision: 0,
      seats: { first: { type: "open" }, second: { type: "open" } },
      phase: { type: "playing" },
      plies: [],
      offers: {},
      series: { game: 1, wins: { first: 0, second: 0 }, draws: 0 },
      grace: 0,
      chat: [],
      spectators: [],
      watching: 0,
      searches: [],
      forbidden: [],
      locked: false,
      chat_closed: false,
    },
    {},
    0,
  );

/** The seat of a player of a game that is over. @param {PastPlayer} player @returns {Seat} */
export const seatOfPlayer = (player) => (player.type === "human" ? { type: "human", name: player.name } : player);

/** A game that is over, as a table has it. @param {PastGame} game @returns {Room | null} `null` without its moves */
export function roomOfGame({ room, variant, clock, opening, players, outcome, moves, choices, ratings }) {
  if (!moves) return null;
  const { snapshot, ...rest } = roomOf(variant);
  const { winner, reason } = outcome;
  const wins = { first: Number(winner === "first"), second: Number(winner === "second") };
  return {
    ...rest,
    ratings: ratings ?? null,
    snapshot: {
      ...snapshot,
      room: room ?? "",
      spec: { ...snapshot.spec, clock, opening },
      seats: { first: seatOfPlayer(players.first), second: seatOfPlayer(players.second) },
      phase: { type: "over", outcome },
      plies: moves.map((square) => ({ square })),
      series: { game: 1, wins, draws: Number(!winner && counts(reason)) },
      opening: opening ? openingOf(opening, choices) : null,
      rated: ratings != null,
    },
  };
}

/**
 * An opening after all of its choices. The second seat makes the first one.
 *
 * @param {string} rule @param {string[]} made @returns {OpeningState}
 */
export const openingOf = (rule, made) =>
  made.reduce(
    (opening, choice, i) => ({ ...chosen(opening, i ? "first" : "second", choice), to_place: 0 }),
    /** @type {OpeningState} */ ({ rule, to_act: "second", to_place: 0, choices: [] }),
  );

/**
 * A position as it stands in an address: `connect-four:4455`, `gomoku-15:h8i9`.
 *
 * @param {string} variant @param {readonly Square[]} stones
 */
export function address(variant, stones) {
  const isShort = shapeOf(variant)?.falls && (shapeOf(variant)?.columns ?? 0) < 10;
  return `${variant}:${stones.map((one) => (isShort ? cell(one).column + 1 : one)).join("")}`;
}

/**
 * The position that an address names, `null` if it names none.
 *
 * @param {string} words @returns {{variant: string, moves: Square[]} | null}
 */
export function positionOf(words) {
  const [, variant, typed] = /^(.+?)(?::((?:[1-9]|[a-t]\d{1,2})*))?$/.exec(words.toLowerCase()) ?? [];
  const board = variant ? shapeOf(variant) : null;
  if (!board) return null;
  const moves = (typed ?? "").match(/[a-t]\d{1,2}|[1-9]/g) ?? [];
  /** @type {Trial | null} */
  let trial = { after: 0, moves: [], at: 0 };
  for (const one of moves) {
    const to = /^\d$/.test(one) ? square(Number(one) - 1, 0) : one;
    const { column, row } = cell(to);
    const isOn = column < board.columns && row >= 0 && row < board.rows && (board.falls || /^[a-t]/.test(one));
    trial = isOn ? withMove(board, [], trial, to) : null;
    if (!trial) return null;
  }
  return { variant, moves: trial.moves };
}

/**
 * The stones of a game before a ply that is looked at; all of them for the ply after the last.
 * @param {Room} room
 * @param {number} at from 1
 */
export const stonesBefore = (room, at) => stonesOf(room).slice(0, at - 1);
