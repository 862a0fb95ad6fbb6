// The reducer, played with typed messages of the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLow, mayAbort, outcome, timeLeft } from "../room.js";
import { MUTED_BEFORE, apply, empty, toWatch, position } from "../state.js";
import { snapshot } from "./browser.js";

/** @import { Reason, RoomEvent, RoomSummary, ServerMessage, Snapshot } from "../../../protocol/protocol.d.ts" */

const BARE = snapshot("K7QM2X");

/** @type {Snapshot} */
const SNAPSHOT = {
  ...BARE,
  spec: { ...BARE.spec, clock: "5m+3s" },
  clock: { remaining: { first: 300_000, second: 300_000 }, running: null },
};

/** @satisfies {ServerMessage} */
const JOINED = /** @type {const} */ ({
  type: "joined",
  you: "first",
  token: "00112233445566778899aabbccddeeff",
  owner: true,
  snapshot: /** @type {Snapshot} */ (SNAPSHOT),
});

/** The room of `state` after events, numbered from 5. @param {RoomEvent[]} events @param {number} [at] */
function after(events, at = 1000) {
  let state = apply(empty(), JOINED, 0);
  events.forEach((event, i) => (state = apply(state, { type: "event", room: "K7QM2X", seq: 5 + i, event }, at)));
  assert.ok(state.room);
  return state.room;
}

/** @param {number} ply @param {string} square @param {boolean} [ends] @returns {RoomEvent} */
const moved = (ply, square, ends = false) => ({
  type: "moved",
  revision: 1 + ply,
  side: ply % 2 ? "first" : "second",
  ply,
  made: { square, left: 300_000 },
  ends_game: ends,
  clock: { remaining: { first: 300_000, second: 300_000 }, running: ply % 2 ? "second" : "first" },
});

test("a move adds a ply, a revision and a running clock", () => {
  const room = after([moved(1, "d1"), moved(2, "d2")]);
  assert.deepEqual(
    room.snapshot.plies.map((ply) => ply.square),
    ["d1", "d2"],
  );
  assert.equal(room.snapshot.revision, 3);
  assert.equal(timeLeft(room, "first", 3500), 297_500);
  assert.equal(timeLeft(room, "second", 3500), 300_000);
});

test("little time is left in a game that goes on, and in no other", () => {
  const room = after([moved(1, "d1")]);
  assert.deepEqual([isLow(room, 20_000), isLow(room, 19_999), isLow(room, 0)], [false, true, true]);
  const { series } = SNAPSHOT;
  const over = after([{ type: "over", outcome: { winner: "first", reason: "resignation", line: [] }, series }]);
  assert.equal(isLow(over, 5_000), false);
});

test("a move told twice is on the board once", () => {
  const room = after([moved(1, "d1"), moved(1, "d1")]);
  assert.equal(room.snapshot.plies.length, 1);
});

test("offers lapse with the next move", () => {
  assert.equal(after([{ type: "draw_offered", by: "second" }]).snapshot.offers.draw, "second");
  assert.ok(!after([{ type: "draw_offered", by: "second" }, moved(1, "d1")]).snapshot.offers.draw);
});

test("a takeback leaves the plies that it names", () => {
  const search = { side: /** @type {const} */ ("second"), ply: 2, score: "1", nodes: "9", elapsed: 5, pv: ["d2"] };
  const room = after([
    moved(1, "d1"),
    moved(2, "d2"),
    { type: "search_info", search },
    { type: "taken_back", revision: 4, by: "first", plies: 0 },
  ]);
  assert.deepEqual(room.snapshot.plies, []);
  assert.deepEqual(room.snapshot.searches, []);
  assert.equal(room.snapshot.revision, 4);
});

test("a game is aborted until both have acted, whatever is taken back", () => {
  /** @type {RoomEvent} */
  const back = { type: "taken_back", revision: 4, by: "first", plies: 0 };
  assert.equal(mayAbort(after([moved(1, "d1")])), true);
  assert.equal(mayAbort(after([moved(1, "d1"), moved(2, "d2")])), false);
  assert.equal(mayAbort(after([moved(1, "d1"), moved(2, "d2"), back])), false);
  assert.equal(mayAbort(after([moved(1, "d1"), back, moved(1, "d2")])), true);
  // Told anew, the same game is known; after a reload the server alone knows.
  let state = apply(empty(), JOINED, 0);
  const plies = [{ square: "d1" }, { square: "d2" }];
  state = apply(state, { ...JOINED, snapshot: { ...SNAPSHOT, plies, revision: 3 } }, 1);
  state = apply(state, { ...JOINED, snapshot: { ...SNAPSHOT, revision: 4 } }, 2);
  assert.ok(state.room && !mayAbort(state.room));
  state = apply(empty(), { ...JOINED, snapshot: { ...SNAPSHOT, revision: 4 } }, 0);
  assert.ok(state.room && mayAbort(state.room));
  state = apply(state, { type: "refused", refusal: { code: "too_late_to_abort" }, message: "" }, 1);
  assert.ok(state.room && !mayAbort(state.room));
});

test("a game with swap2 is aborted until the second seat has chosen", () => {
  const opening = { rule: "swap2", to_act: /** @type {const} */ ("second"), to_place: 0, choices: ["black"] };
  const spec = { ...SNAPSHOT.spec, variant: "gomoku-15", opening: "swap2" };
  const plies = ["h8", "h9", "a1"].map((square) => ({ square }));
  const snapshot = { ...SNAPSHOT, spec, plies, opening };
  let state = apply(empty(), { ...JOINED, snapshot }, 0);
  assert.ok(state.room && mayAbort(state.room));
  state = apply(state, { ...JOINED, snapshot: { ...snapshot, opening: { ...opening, made: ["place_two"] } } }, 1);
  assert.ok(state.room && !mayAbort(state.room));
});

test("after a rematch everybody plays the other side", () => {
  const room = after([
    {
      type: "over",
      outcome: { winner: "first", reason: "resignation", line: [] },
      series: { game: 1, wins: { first: 1, second: 0 }, draws: 0 },
    },
    {
      type: "started",
      revision: 9,
      series: { game: 2, wins: { first: 0, second: 1 }, draws: 0 },
      seats: { first: { type: "human", name: "Bo" }, second: { type: "human", name: "Ana" } },
    },
  ]);
  assert.equal(room.you, "second");
  assert.equal(outcome(room), null);
});

test("a gap in the numbers is noticed, and a snapshot closes it", () => {
  let state = apply(empty(), JOINED, 0);
  state = apply(state, { type: "event", room: "K7QM2X", seq: 7, event: moved(1, "d1") }, 1);
  assert.equal(state.room?.gap, true);
  state = apply(state, { ...JOINED, snapshot: { ...SNAPSHOT, seq: 7 } }, 2);
  assert.equal(state.room?.gap, false);
});

test("somebody who goes is away from then on", () => {
  assert.equal(after([{ type: "disconnected", side: "second" }], 1000).awayAt.second, 1000);
  assert.equal(
    after([
      { type: "disconnected", side: "second" },
      { type: "reconnected", side: "second" },
    ]).awayAt.second,
    null,
  );
});

test("an analysis is of its position, whatever was taken back or played since", () => {
  /** @param {string[]} moves @returns {ServerMessage} */
  const analysis = (moves) => ({
    type: "analysis",
    variant: "connect-four",
    moves,
    columns: [{ type: "exact", score: 1 }],
    lines: [],
    nodes: "1",
    elapsed: 1,
  });
  let state = apply(empty(), JOINED, 0);
  for (const moves of [[], ["d1"], ["d1", "d2"]]) state = apply(state, analysis(moves), 1);
  assert.equal(state.analyses[position("connect-four", ["d1"])].moves.length, 1);
  assert.equal(state.analyses[position("connect-four", ["c1"])], undefined);
  assert.equal(state.analyses[position("connect-four-7x7", ["d1"])], undefined);
});

test("in swap2 the choice settles who has black", () => {
  const opening = {
    rule: "swap2",
    to_act: /** @type {const} */ ("second"),
    to_place: 0,
    choices: ["black", "white", "place_two"],
    black: null,
  };
  const events = /** @type {RoomEvent[]} */ ([
    { type: "opening", opening },
    { type: "opening_chosen", revision: 5, by: "second", choice: "black" },
  ]);
  assert.equal(after(events).snapshot.opening?.black, "second");
});

test("an event that is not known changes nothing but the number", () => {
  const room = after([/** @type {RoomEvent} */ (/** @type {unknown} */ ({ type: "of_a_later_release" }))]);
  assert.equal(room.snapshot.seq, 5);
  assert.equal(room.gap, false);
});

test("the lobby follows its changes, and rooms that are watched their own events", () => {
  let state = apply(empty(), { type: "lobby", rooms: [], players: ["Ana"], present: 1, chat: [] }, 0);
  const room = {
    room: "ABCDEF",
    variant: "gomoku",
    seats: SNAPSHOT.seats,
    phase: SNAPSHOT.phase,
    plies: 0,
    spectators: 0,
    watchable: true,
    locked: false,
  };
  state = apply(state, { type: "lobby_room", room }, 0);
  state = apply(state, { type: "lobby_room", room: { ...room, plies: 3 } }, 0);
  assert.deepEqual(
    state.lobby?.rooms.map((one) => one.plies),
    [3],
  );
  state = apply(state, { type: "lobby_room_removed", room: "ABCDEF" }, 0);
  assert.equal(state.lobby?.rooms.length, 0);
  state = apply(state, { type: "watching", snapshot: { ...SNAPSHOT, room: "ABCDEF" } }, 0);
  state = apply(state, { type: "event", room: "ABCDEF", seq: 5, event: moved(1, "a1") }, 0);
  assert.equal(state.watched.ABCDEF.snapshot.plies.length, 1);
  assert.equal(state.room, null);
  state = apply(state, { type: "left", room: "ABCDEF", why: "asked" }, 0);
  assert.deepEqual(state.watched, {});
});

test("a room that was watched beside the one of the page ends without it", () => {
  const inRoom = apply(empty(), JOINED, 0);
  const watching = apply(inRoom, { type: "watching", snapshot: { ...SNAPSHOT, room: "ABCDEF" } }, 0);
  // The page forgets what it watches as soon as it says so, and may hear of it afterwards.
  for (const state of [watching, inRoom])
    for (const why of /** @type {const} */ (["asked", "closed"])) {
      const after = apply(state, { type: "left", room: "ABCDEF", why }, 1);
      assert.equal(after.room?.snapshot.room, "K7QM2X");
      assert.deepEqual([after.watched, after.left], [{}, null]);
    }
});

test("a game that is over is never among those that are played", () => {
  /** @param {string} room @param {RoomSummary["phase"]} phase @param {boolean} [watchable] @returns {RoomSummary} */
  const summary = (room, phase, watchable = true) => ({
    room,
    phase,
    watchable,
    variant: "connect-four",
    seats: SNAPSHOT.seats,
    plies: 0,
    spectators: 0,
    locked: false,
  });
  /** @param {Reason} reason @returns {RoomSummary["phase"]} */
  const over = (reason) => ({ type: "over", outcome: { reason, line: [] } });
  const { running, over: ended } = toWatch(empty(), [
    summary("AAAAAA", { type: "seating" }),
    summary("BBBBBB", over("agreement")),
    summary("CCCCCC", over("aborted")),
    summary("FFFFFF", over("closed")),
    summary("DDDDDD", { type: "playing" }),
    summary("EEEEEE", { type: "playing" }, false),
  ]);
  assert.deepEqual(
    running.map(({ room }) => room),
    ["DDDDDD"],
  );
  assert.deepEqual(
    ended.map(({ room }) => room),
    ["BBBBBB"],
  );
});

test("a room that there is no more is in no list", () => {
  const { room: code, seats, phase } = SNAPSHOT;
  /** @type {RoomSummary} */
  const room = { room: code, variant: "connect-four", seats, phase, plies: 0, spectators: 0, watchable: true, locked: false };
  let listed = apply(empty(), { type: "your_games", games: [{ room, side: "first", your_turn: true }] }, 0);
  listed = apply(listed, { type: "room_info", room }, 0);
  const closed = apply(listed, { type: "left", room: code, why: "closed" }, 1);
  const unknown = apply(listed, { type: "refused", refusal: { code: "no_such_room", room: code }, message: "" }, 1);
  for (const state of [closed, unknown]) assert.deepEqual([state.games, state.infos], [[], {}]);
  // Who only leaves it may come back.
  const left = apply(listed, { type: "left", room: code, why: "asked" }, 1);
  assert.deepEqual([left.games.length, left.infos], [1, { [code]: room }]);
});

test("names that a new connection is told one by one stay muted meanwhile", () => {
  const muted = ["Ana", "Bo"];
  const told = apply({ ...empty(), muted }, { type: "muted", names: ["Ana"], ref: MUTED_BEFORE }, 0);
  assert.deepEqual(told.muted, muted);
  assert.deepEqual(apply(told, { type: "muted", names: ["Bo"] }, 1).muted, ["Bo"]);
});
