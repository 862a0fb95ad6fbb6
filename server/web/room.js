// A room as this page knows it: the snapshot of the server and the events since.
// Pure: the moment at which a message came is an argument, in milliseconds.

import { other, toAct } from "./rules.js";

/**
 * @import { ClockFace, OpeningChoice, OpeningState, Outcome, RoomEvent, Seat } from "../../protocol/protocol.d.ts"
 * @import { RatingChange, ServerMessage, Side, Snapshot, Token } from "../../protocol/protocol.d.ts"
 */
/** @typedef {Extract<ServerMessage, {type: "analysis"}>} Analysis */
/** @typedef {Extract<ServerMessage, {type: "joined"}>} Joined */
/** @template {RoomEvent["type"]} T @typedef {Extract<RoomEvent, {type: T}>} EventOf */

/**
 * @typedef {object} Room
 * @property {Snapshot} snapshot as it is now
 * @property {Side | null} you the seat of this page; none watches
 * @property {Token | null} token
 * @property {boolean} owner
 * @property {boolean} both whether two people play at this page, of which a second connection has the other seat
 * @property {number} clockAt the moment of `snapshot.clock`
 * @property {number} thinkingAt the moment at which the bot to move began to think
 * @property {{first: number | null, second: number | null}} awayAt since when each seat is away
 * @property {boolean} gap whether something was missed, so that a resync is due
 * @property {number} unread lines of chat that came since the chat was closed
 * @property {string | null} engine the last words of an external engine
 * @property {Record<Side, RatingChange> | null} ratings before and after the game, if it is over and was rated
 * @property {Record<Side, boolean>} acted the seats that are known to have acted in this game; a takeback changes
 *   nothing
 */

/**
 * @param {Snapshot} snapshot
 * @param {{you?: Side | null, token?: Token | null, owner?: boolean, both?: boolean}} mine
 * @param {number} at
 * @param {Room | null} [before] the same room before this snapshot
 * @returns {Room}
 */
export function fromSnapshot(snapshot, mine, at, before) {
  const known = before && before.snapshot.room === snapshot.room ? before : null;
  return {
    snapshot,
    you: mine.you ?? null,
    token: mine.token ?? null,
    owner: mine.owner ?? false,
    both: mine.both ?? known?.both ?? false,
    clockAt: at,
    thinkingAt: at - (snapshot.thinking?.elapsed ?? 0),
    awayAt: { first: awaySince(snapshot.seats.first, at), second: awaySince(snapshot.seats.second, at) },
    gap: false,
    unread: known?.unread ?? 0,
    engine: null,
    ratings: known?.snapshot.series.game === snapshot.series.game ? known.ratings : null,
    acted: actedIn(snapshot, known?.snapshot.series.game === snapshot.series.game ? known?.acted : null),
  };
}

const NONE_ACTED = { first: false, second: false };

/**
 * The seats that have acted, as far as the board and the choices tell.
 *
 * @param {Snapshot} snapshot
 * @param {Record<Side, boolean> | null} [before] those that are known from before in the same game
 */
function actedIn({ plies, spec, opening }, before) {
  const { first, second } = before ?? NONE_ACTED;
  // The first seat of an opening places its stones until the second chooses.
  const answered = spec.opening ? Boolean(opening?.black || opening?.made?.length) : plies.length > 1;
  return { first: first || plies.length > 0, second: second || answered };
}

/** @param {Room} room @param {Side} side @returns {Room} */
const acts = (room, side) => (room.acted[side] ? room : { ...room, acted: { ...room.acted, [side]: true } });

/** The room, of which the server said that both seats have acted. @param {Room} room @returns {Room} */
export const bothActed = (room) => ({ ...room, acted: { first: true, second: true } });

/** Whether the game may be aborted, as far as is known; the server decides. @param {Room} room */
export const mayAbort = ({ acted }) => !(acted.first && acted.second);

/**
 * Whether the person may claim the game, since the other player has been away too long.
 *
 * @param {Room} room @param {number} at
 */
export function mayClaim({ snapshot: { phase, grace }, you, awayAt }, at) {
  const since = you ? awayAt[other(you)] : null;
  return phase.type === "playing" && since != null && at - since >= grace;
}

/**
 * The player whose first act is due: until it comes no clock runs, and if it does not come within some time that the
 * host of the server sets, the game ends without a result.
 *
 * @param {Room} room @returns {Side | null}
 */
export function firstDue({ snapshot: { clock, phase, plies, opening, seats }, acted }) {
  if (!clock || clock.running != null || phase.type !== "playing") return null;
  const side = toAct(plies.length, opening);
  return seats[side].type === "human" && !acted[side] ? side : null;
}

/**
 * The risk of a player who goes elsewhere while the game goes on: time on the clock, or the game before the first act
 * of their own, for which no clock runs; nothing where there is no clock.
 *
 * @param {Room} room @returns {"clock" | "first" | null}
 */
export function risk({ snapshot: { clock, phase }, you, acted }) {
  if (!you || !clock || phase.type !== "playing") return null;
  return clock.running == null && !acted[you] ? "first" : "clock";
}

/** @param {Seat} seat @param {number} at */
const awaySince = (seat, at) => (seat.type === "human" && seat.away != null ? at - seat.away : null);

/**
 * The room after an event. `seq` that leaps shows that something was missed.
 *
 * @param {Room} room
 * @param {number} seq
 * @param {RoomEvent} event
 * @param {number} at
 * @returns {Room}
 */
export function applyEvent(room, seq, event, at) {
  const last = room.snapshot.seq;
  const gap = room.gap || seq > last + 1;
  const next = change({ ...room, gap }, event, at);
  return { ...next, snapshot: { ...next.snapshot, seq: Math.max(last, seq) } };
}

/** @param {Room} room @param {Partial<Snapshot>} fields @returns {Room} */
const set = (room, fields) => ({ ...room, snapshot: { ...room.snapshot, ...fields } });

/** @param {Room} room @param {ClockFace | null | undefined} clock @param {number} at @returns {Room} */
const setClock = (room, clock, at) => (clock ? { ...set(room, { clock }), clockAt: at } : room);

/** What ends with every change of the board. */
const BOARD_CHANGED = { thinking: null, forbidden: [] };

/** @param {Room} room @param {RoomEvent} event @param {number} at @returns {Room} */
function change(room, event, at) {
  const now = room.snapshot;
  switch (event.type) {
    case "seat_taken":
      return seat(room, event.side, event.seat, null);
    case "seat_vacated":
      return seat(room, event.side, { type: "open" }, null);
    case "disconnected":
      return presence(room, event.side, at);
    case "reconnected":
      return presence(room, event.side, null);
    case "watchers":
      return set(room, { watching: event.watching, spectators: event.names ?? now.spectators });
    case "started":
      return started(room, event, at);
    case "moved":
      return moved(room, event, at);
    case "over":
      return setClock(
        set(room, {
          ...BOARD_CHANGED,
          phase: { type: "over", outcome: event.outcome },
          series: event.series,
          offers: {},
        }),
        event.clock,
        at,
      );
    case "rated":
      return { ...room, ratings: event.ratings };
    case "draw_offered":
      return set(room, { offers: { ...now.offers, draw: event.by } });
    case "draw_declined":
      return set(room, { offers: { ...now.offers, draw: null } });
    case "takeback_asked":
      return set(room, { offers: { ...now.offers, takeback: event.by } });
    case "takeback_declined":
      return set(room, { offers: { ...now.offers, takeback: null } });
    case "taken_back":
      return takenBack(room, event, at);
    case "rematch_offered":
      return set(room, { offers: { ...now.offers, rematch: event.by } });
    case "rematch_declined":
      return set(room, { offers: { ...now.offers, rematch: null } });
    case "chat_posted":
      return { ...set(room, { chat: [...now.chat, event.line].slice(-200) }), unread: room.unread + 1 };
    case "search_info": {
      const { search } = event;
      const others = now.searches.filter((one) => one.ply !== search.ply || one.side !== search.side);
      return set(room, { searches: [...others, search].sort((a, b) => a.ply - b.ply) });
    }
    case "clock":
      return setClock(room, event.clock, at);
    case "thinking":
      return { ...set(room, { thinking: event.thinking }), thinkingAt: at - event.thinking.elapsed };
    case "engine_message":
      return { ...room, engine: event.text };
    case "forbidden":
      return set(room, { forbidden: event.points });
    case "opening_chosen":
      return setClock(
        set(acts(room, event.by), {
          ...BOARD_CHANGED,
          revision: event.revision,
          offers: {},
          opening: now.opening && chosen(now.opening, event.by, event.choice),
        }),
        event.clock,
        at,
      );
    case "opening":
      return set(room, { opening: event.opening });
    case "locked":
      return set(room, { locked: event.locked });
    case "chat_closed":
      return set(room, { chat_closed: event.closed });
    default:
      return room; // `removed`, `chat_hidden`, and what a later server tells
  }
}

/** @param {Room} room @param {EventOf<"started">} event @param {number} at */
function started(room, { revision, series, seats, clock, rated }, at) {
  const again = series.game > 1 && series.game !== room.snapshot.series.game;
  const next = set(room, {
    ...BOARD_CHANGED,
    revision,
    series,
    seats,
    plies: [],
    phase: { type: "playing" },
    offers: {},
    searches: [],
    opening: null,
    rated,
  });
  return setClock(
    {
      ...next,
      you: room.you && again ? other(room.you) : room.you,
      awayAt: { first: awaySince(seats.first, at), second: awaySince(seats.second, at) },
      engine: null,
      ratings: null,
      acted: NONE_ACTED,
    },
    clock,
    at,
  );
}

/** @param {Room} room @param {EventOf<"moved">} event @param {number} at */
function moved(room, { side, revision, ply, made, clock }, at) {
  const { plies, offers, opening } = room.snapshot;
  const next = set(acts(room, side), {
    ...BOARD_CHANGED,
    revision,
    plies: [...plies.slice(0, ply - 1), made],
    offers: { rematch: offers.rematch },
    opening: stonePlaced(opening),
  });
  return setClock({ ...next, engine: null }, clock, at);
}

/** @param {Room} room @param {EventOf<"taken_back">} event @param {number} at */
function takenBack(room, { revision, plies, clock }, at) {
  const now = room.snapshot;
  const next = set(room, {
    ...BOARD_CHANGED,
    revision,
    plies: now.plies.slice(0, plies),
    offers: {},
    searches: now.searches.filter((search) => search.ply <= plies),
  });
  return setClock(next, clock, at);
}

/**
 * The opening after a stone, until its own event tells more.
 *
 * @param {Snapshot["opening"]} opening @returns {Snapshot["opening"]}
 */
const stonePlaced = (opening) => (opening?.to_place ? { ...opening, to_place: opening.to_place - 1 } : opening);

/**
 * The opening after a choice, until its own event tells more.
 *
 * @param {OpeningState} opening @param {Side} by @param {OpeningChoice} choice @returns {OpeningState}
 */
export function chosen(opening, by, choice) {
  const made = [...(opening.made ?? []), choice];
  if (choice === "place_two") return { ...opening, made, choices: [], to_place: 2 };
  return {
    ...opening,
    made,
    choices: [],
    to_place: 0,
    black: (choice === "black") === (by === "first") ? "first" : "second",
  };
}

/** @param {Room} room @param {Side} side @param {Seat} taken @param {number | null} away @returns {Room} */
function seat(room, side, taken, away) {
  return {
    ...set(room, { seats: { ...room.snapshot.seats, [side]: taken } }),
    awayAt: { ...room.awayAt, [side]: away },
  };
}

/** @param {Room} room @param {Side} side @param {number | null} since @returns {Room} */
function presence(room, side, since) {
  const taken = room.snapshot.seats[side];
  if (taken.type !== "human") return room;
  return seat(room, side, { ...taken, away: since == null ? null : 0 }, since);
}

/** @param {Room} room @returns {Outcome | null} */
export const outcome = (room) => (room.snapshot.phase.type === "over" ? room.snapshot.phase.outcome : null);

/** @type {WeakMap<object, string[]>} */
const squares = new WeakMap();

/**
 * The cells of the plies; the same array for the same plies, so that what is drawn from it is kept.
 *
 * @param {Room} room
 */
export function stonesOf(room) {
  const { plies } = room.snapshot;
  let known = squares.get(plies);
  if (!known) squares.set(plies, (known = plies.map((ply) => ply.square)));
  return known;
}

/**
 * The seat that this page acts for: that of the person, or of two who play here the one whose turn it is.
 * @param {Room} room
 */
export function actor({ snapshot, you, both }) {
  return both && snapshot.phase.type === "playing" ? toAct(snapshot.plies.length, snapshot.opening) : you;
}

/** Whether the person may place a stone now. @param {Room} room */
export function mayPlay(room) {
  const { snapshot } = room;
  const { opening } = snapshot;
  const you = actor(room);
  return Boolean(
    you &&
    snapshot.phase.type === "playing" &&
    toAct(snapshot.plies.length, opening) === you &&
    !opening?.choices.length &&
    // Behind the last stone of a step, until the server tells who chooses.
    (!opening || opening.black || opening.to_place),
  );
}

/** The seat whose end a game's end is: none of somebody who watches, nor of two who play here. @param {Room} room */
export const self = ({ you, both }) => (both ? null : you);

/** Whether the person has lost. @param {Room} room */
export function hasLost(room) {
  const winner = outcome(room)?.winner;
  const you = self(room);
  return Boolean(you && winner && winner !== you);
}

/** Time on a clock below which it shows tenths and a warning sounds, in milliseconds. */
const LOW = 20_000;

/** Whether the time left to a side is little. @param {Room} room @param {number} left in milliseconds */
export const isLow = ({ snapshot }, left) => snapshot.phase.type === "playing" && left < LOW;

/**
 * Milliseconds left to a side now.
 *
 * @param {Room} room @param {Side} side @param {number} at @returns {number | null}
 */
export function timeLeft(room, side, at) {
  const { clock } = room.snapshot;
  if (!clock) return null;
  const used = clock.running === side ? Math.max(0, at - room.clockAt) : 0;
  return Math.max(0, clock.remaining[side] - used);
}
