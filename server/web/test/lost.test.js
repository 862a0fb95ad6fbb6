// What is pressed where there is no line to the server, and what comes of it once there is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, line, snapshot, taken } from "./browser.js";
import { ENTER, inviteFriend, join, quickMatch, quit, rename } from "../actions.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { forget, token } from "../memory.js";
import { COME_BACK, go, greeting } from "../route.js";
import { empty } from "../state.js";

const CODE = "K7QM2X";
const JOIN = { type: "join", room: CODE, role: { type: "player" }, ref: ENTER };

/** Begins anew at a place of the page, without a line. @param {string} [hash] */
function lost(hash = CODE) {
  line.open = true;
  app.state = empty();
  app.net.status = "open";
  receive(WELCOME);
  go("tv");
  go(hash);
  line.open = false;
  app.net.status = "lost";
  set({ dialog: null });
  taken();
}

/** The ways into a room that are asked for once the line is back. */
function back() {
  line.open = true;
  app.net.status = "open";
  receive(WELCOME);
  return taken().filter(({ type }) => ["join", "open", "quick"].includes(type));
}

test("a room that is asked for without a line is gone into once", () => {
  lost();
  for (let press = 0; press < 3; press++) join(CODE, "player");
  assert.deepEqual(back(), [JOIN]);
  assert.deepEqual(back(), [], "on the next connection");

  lost("");
  inviteFriend();
  inviteFriend();
  assert.deepEqual(back().map(({ type }) => type), ["open"]);
  inviteFriend();
  assert.deepEqual(taken(), [], "until the server answers");

  lost();
  join(CODE, "spectator");
  join(CODE, "player");
  assert.deepEqual(back(), [JOIN], "the last wish");
});

test("nobody is led into a room that was asked for at a place that was left", () => {
  lost();
  join(CODE, "player");
  go("");
  assert.deepEqual(back(), []);

  lost();
  rename("Dora", { type: "join", room: CODE, role: { type: "player" }, ref: ENTER });
  go("new");
  assert.deepEqual(back(), [], "with a new name");
});

test("a seat that waits is given up only where the server hears of it", () => {
  const seat = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });
  const waits = () => receive({ type: "joined", ...seat, snapshot: snapshot(CODE, { phase: { type: "seating" } }) });
  lost();
  waits();
  quit();
  assert.equal(token(CODE), seat.token, "without a line");
  const looked = { type: "room_info", room: CODE };
  assert.deepEqual(greeting().filter(({ type }) => type === "room_info"), [looked]);
  lost();
  line.open = true;
  waits();
  quit();
  assert.equal(token(CODE), seat.token, "before the server says so");
  receive({ type: "left", room: CODE, why: "asked" });
  assert.equal(token(CODE), null);
});

test("a seat that was given up on a line that nobody hears any more is there after it", () => {
  const seat = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });
  lost();
  line.open = true;
  receive({ type: "joined", ...seat, snapshot: snapshot(CODE, { phase: { type: "seating" } }) });
  quit();
  receive(WELCOME);
  assert.equal(token(CODE), seat.token);
  // On this line the page left it no more: the seat is not that of before.
  receive({ type: "left", room: CODE, why: "asked" });
  assert.equal(token(CODE), seat.token);
});

test("a way into a room is asked for once until the server answers", () => {
  lost("");
  line.open = true;
  app.net.status = "open";
  const asked = () => taken().map(({ type }) => type);
  inviteFriend();
  inviteFriend();
  assert.deepEqual(asked(), ["open"]);
  receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref: ENTER });
  quickMatch("connect-four", null);
  quickMatch("connect-four", null);
  assert.deepEqual(asked(), ["quick"], "after a refusal");
  receive(WELCOME);
  taken();
  inviteFriend();
  assert.deepEqual(asked(), ["open"], "on a new connection");
  receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot(CODE, { phase: OVER }) });
  taken();
  inviteFriend();
  assert.deepEqual(asked(), ["leave", "open"], "in a room");
});

test("what is pressed before the server lets the page in waits until it does", () => {
  lost("");
  line.open = true;
  app.net.status = "connecting";
  inviteFriend();
  inviteFriend();
  assert.deepEqual(taken(), []);
  assert.deepEqual(back().map(({ type }) => type), ["open"]);
});

test("a code for a seat is used by who watches there, and dropped by who has it", () => {
  const takes = { type: "take_over", code: "ABCD2346" };
  const at = () => app.ui.route.name === "room" && app.ui.route.handOver;
  const room = "P7HCVR";
  lost(room);
  line.open = true;
  receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot(room) });
  taken();
  go(`${room}.ABCD2346`);
  assert.deepEqual(taken(), [{ type: "leave" }, takes]);
  receive({ type: "refused", refusal: { code: "wrong_code" }, message: "no" });
  assert.deepEqual([at(), taken()], [null, [{ type: "room_info", room }]]);

  const seat = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });
  receive({ type: "joined", ...seat, snapshot: snapshot(room) });
  taken();
  go(`${room}.ABCD2346`);
  assert.deepEqual([at(), location.hash, taken()], [null, `#${room}`, []]);
  const back = greeting();
  assert.deepEqual(back.map(({ type }) => type), ["join"], "on the next connection");
  forget(room);
});

test("a room that the server could not let the page leave bars no other", () => {
  const room = "P7HCVR";
  const seat = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });
  const asked = () => taken().map(({ type }) => type);
  const refused = (/** @type {any} */ refusal, /** @type {number} */ ref) => {
    receive({ type: "refused", refusal, message: "no", ref });
    return asked();
  };
  const inside = { code: "already_in_room", room };
  lost(room);
  line.open = true;
  app.net.status = "open";
  receive({ type: "joined", ...seat, snapshot: snapshot(room, { phase: { type: "seating" } }) });
  quit();
  receive({ type: "refused", refusal: { code: "internal", reference: 7 }, message: "no" });
  taken();
  inviteFriend();
  assert.deepEqual(asked(), ["open"]);
  assert.deepEqual(refused(inside, ENTER), ["leave", "open"]);
  inviteFriend();
  assert.deepEqual(asked(), [], "until the server answers");
  assert.deepEqual(refused(inside, ENTER), [], "once");
  join(room, "seat");
  assert.deepEqual([asked(), refused(inside, ENTER)], [["join"], ["resync"]]);
  receive({ type: "joined", ...seat, snapshot: snapshot(room) });
  receive({ type: "left", room, why: "asked" });
  assert.equal(token(room), seat.token, "the seat is no more given up");
  app.state.left = null;
  // The way back into it, from its link.
  go("");
  go(room);
  asked();
  assert.deepEqual(refused(inside, COME_BACK), ["resync"]);
  forget(room);
});
