// Two people at one page: which connection says what, and what the page accepts for the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, plies, snapshot, taken } from "./browser.js";
import { place, playHere } from "../actions.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { setPartner } from "../memory.js";
import { mayPlay } from "../room.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { ending, turnWords } from "../words.js";

/** @import { ClientMessage, Snapshot } from "../../../protocol/protocol.d.ts" */
/** @import { Room } from "../room.js" */

await load("en");

/** What the second connection sent. @type {ClientMessage[]} */
const other = [];
/** Whether it was begun anew, or ended. @type {string[]} */
const done = [];
const partner = /** @type {any} */ ({
  send: (/** @type {ClientMessage} */ message) => other.push(message),
  restart: () => done.push("restart"),
  stop: () => done.push("stop"),
});

const room = () => /** @type {Room} */ (app.state.room);

/** @param {Partial<Snapshot>} [fields] */
function sit(fields) {
  app.state = empty();
  app.partner = partner;
  app.work.shared = null;
  setPartner("K7QM2X", "00112233445566778899aabbccddeeff");
  set({ route: { name: "room", code: "K7QM2X", handOver: null }, pending: null, forTwo: null });
  receive({ type: "joined", you: "first", token: null, owner: false, snapshot: snapshot("K7QM2X", fields) });
  taken();
  other.splice(0);
}

/** @param {any} event */
const happens = (event) => receive({ type: "event", room: "K7QM2X", seq: room().snapshot.seq, event });

test("each move is sent by the connection that has the seat, and the screen names the colour", () => {
  sit();
  assert.equal(room().both, true);
  assert.equal(turnWords(room()), "Red to move");
  place("d1");
  assert.deepEqual([taken().map(({ type }) => type), other], [["move"], []]);
  happens({ type: "moved", side: "first", revision: 2, ply: 1, made: { square: "d1" }, ends_game: false });
  assert.deepEqual([turnWords(room()), mayPlay(room())], ["Yellow to move", true]);
  // A second touch of the same place is no move of the other.
  place("d2", true);
  assert.deepEqual(other, []);
  app.work.placed.at = 0;
  place("d2", true);
  assert.deepEqual([taken(), other.splice(0).map(({ type }) => type)], [[], ["move"]]);
  // In the next game the column is touched anew, however soon.
  const { seats } = room().snapshot;
  happens({ type: "started", revision: 9, series: { game: 2, first: 0, second: 0, draws: 0 }, seats });
  place("d1", true);
  assert.deepEqual([taken(), other.map(({ type }) => type)], [[], ["move"]]);
});

test("the second of two has no number, though each name on a server is another", () => {
  const win = { type: "over", outcome: { winner: "second", reason: "line", line: [] } };
  for (const [name, shown] of [["Player 2 (5)", "Player 2"], ["Bo (2)", "Bo (2)"]]) {
    const seats = /** @type {const} */ ({ first: { type: "human", name: "Ana" }, second: { type: "human", name } });
    sit({ seats, phase: /** @type {Snapshot["phase"]} */ (win) });
    assert.equal(ending(room())?.title, `${shown} wins`);
  }
});

test("what one offers the page accepts for the other", () => {
  sit({ plies: plies(2) });
  happens({ type: "takeback_asked", by: "second" });
  assert.deepEqual([taken(), other.splice(0)], [[{ type: "answer_takeback", accept: true }], []]);
  happens({ type: "takeback_asked", by: "first" });
  happens({ type: "draw_offered", by: "first" });
  assert.deepEqual(other.splice(0), [
    { type: "answer_takeback", accept: true },
    { type: "answer_draw", accept: true },
  ]);
  sit({ phase: OVER, plies: plies(7) });
  assert.equal(ending(room())?.title, "Ana wins", "and nobody here loses");
  happens({ type: "rematch_offered", by: "first" });
  assert.deepEqual(other.splice(0), [{ type: "rematch" }]);
});

test("the second seat is taken in the room that was opened for two, and left with it", () => {
  app.state = empty();
  app.partner = partner;
  app.work.shared = null;
  done.splice(0);
  app.net.status = "open";
  playHere();
  const opened = taken().find(({ type }) => type === "open");
  assert.ok(opened?.type === "open" && opened.spec.listed === false && opened.seats.second.type === "open");
  const seats = { first: { type: "human", name: "Ana" }, second: { type: "open" } };
  const waiting = snapshot("P7HCVR", /** @type {any} */ ({ phase: { type: "seating" }, seats }));
  receive({ type: "joined", you: "first", token: "11112233445566778899aabbccddeeff", owner: true, snapshot: waiting });
  assert.deepEqual([done, app.work.shared, room().both], [["restart"], "P7HCVR", true]);
  receive({ type: "left", room: "P7HCVR", why: "closed" });
  assert.deepEqual([done, app.partner], [["restart", "stop"], null]);
  // An invitation is for somebody elsewhere.
  receive({ type: "joined", you: "first", token: "21112233445566778899aabbccddeeff", owner: true, snapshot: { ...waiting, room: "Q7HCVR" } });
  assert.equal(room().both, false);
});
