// The rooms of the lobby in which somebody waits, in an order that does not change
// under a finger, and what a person looks for among all rooms.

import { shape } from "./rules.js";
import { gameWords, seatName } from "./words.js";

/**
 * @import { RoomId, RoomSummary } from "../../protocol/protocol.d.ts"
 * @import { Filter } from "./app.js"
 */

/**
 * @typedef {{room: RoomSummary, isGone: boolean}} Row a room as it was shown, and whether nobody waits in it any more
 */

/** Whether both seats of a room are free: whoever waited there has given theirs up. @param {RoomSummary} room */
export const isFree = ({ seats }) => seats.first.type === "open" && seats.second.type === "open";

/**
 * Whether whoever waits in a room is there; where both seats are free, whether anybody is.
 *
 * @param {RoomSummary} room
 */
export const isPresent = (room) =>
  isFree(room)
    ? room.spectators > 0
    : [room.seats.first, room.seats.second].some(
        (seat) => seat.type === "bot" || (seat.type === "human" && seat.away == null),
      );

/** Whether a player of a room is away, so that its game stands still. @param {Pick<RoomSummary, "seats">} room */
export const isLeft = ({ seats }) =>
  [seats.first, seats.second].some((seat) => seat.type === "human" && seat.away != null);

/**
 * The rooms in which somebody waits for others, the newest of those who are there first.
 *
 * @param {RoomSummary[]} rooms the newest first @param {Set<RoomId>} mine rooms in which the person has a seat
 */
export const waitingIn = (rooms, mine) =>
  rooms
    .filter((room) => room.phase.type === "seating" && !room.locked && !mine.has(room.room))
    .filter((room) => isPresent(room) || !isFree(room))
    .sort((a, b) => Number(isPresent(b)) - Number(isPresent(a)));

/**
 * The rows that stand on the screen after the lobby has changed. Each keeps its place, and new rooms wait until the
 * person asks for them; an empty list takes them at once.
 *
 * @param {Row[]} rows @param {RoomSummary[]} open the rooms in which somebody waits now @returns {Row[]}
 */
export function settle(rows, open) {
  if (!rows.some(({ isGone }) => !isGone)) return open.map((room) => ({ room, isGone: false }));
  const now = new Map(open.map((room) => [room.room, room]));
  return rows.map(({ room }) => ({ room: now.get(room.room) ?? room, isGone: !now.has(room.room) }));
}

/** The rooms that are not among the rows. @param {Row[]} rows @param {RoomSummary[]} open */
export function newIn(rows, open) {
  const known = new Set(rows.map(({ room }) => room.room));
  return open.filter(({ room }) => !known.has(room));
}

/** The filter that every room passes. @type {Filter} */
export const ANY = { game: "", state: "", words: "" };

/** @param {Filter} filter */
export const isAny = ({ game, state, words }) => !game && !state && !words.trim();

/** Whether a room has the game and the words; the state is what the lists differ by. @param {Filter} filter */
export function passes({ game, words }) {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  return (/** @type {RoomSummary} */ room) => {
    if (game && (game === "falls") !== (shape(room.variant)?.falls ?? false)) return false;
    const text = [room.room, gameWords(room), seatName(room.seats.first), seatName(room.seats.second)].join(" ");
    return wanted.every((word) => text.toLowerCase().includes(word));
  };
}
