// The connection, with sockets and a clock of the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../connection.js";

/** The time since the page was loaded, in milliseconds. */
let now = 1000;
/** How far the clock on the wall was set beside it. */
let set = 0;
performance.now = () => now;
Date.now = () => 1_000_000 + now + set;
// Each pause is the middle one.
Math.random = () => 0.5;

/** What the page does every second. */
let tick = () => {};

/** The sockets that were opened, the newest last. @type {Socket[]} */
const sockets = [];
class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  readyState = Socket.CONNECTING;
  /** @type {string[]} */ sent = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (/** @type {{data: string}} */ _event) => {};
  constructor(/** @type {string} */ url) {
    this.url = url;
    sockets.push(this);
  }
  send(/** @type {string} */ data) {
    this.sent.push(JSON.parse(data).type);
  }
  close() {
    this.readyState = 3;
  }
}

/** What waits for a moment, by that moment. @type {{at: number, act: () => void}[]} */
let timers = [];
/** What the page does when it is looked at again, or has a network again. @type {Record<string, () => void>} */
const heard = {};
const addEventListener = (/** @type {string} */ event, /** @type {() => void} */ act) => (heard[event] = act);
Object.assign(globalThis, {
  WebSocket: Socket,
  setInterval: (/** @type {() => void} */ act) => (tick = act),
  setTimeout: (/** @type {() => void} */ act, /** @type {number} */ pause) => timers.push({ at: now + pause, act }),
  clearTimeout: () => (timers = []),
  document: { visibilityState: "visible", addEventListener },
  addEventListener,
});

/** Lets time pass. @param {number} millis */
function pass(millis) {
  now += millis;
  const due = timers.filter(({ at }) => at <= now);
  timers = timers.filter(({ at }) => at > now);
  for (const { act } of due) act();
}

/** Lets seconds pass, as a page that is looked at has them. @param {number} count */
function seconds(count) {
  for (let second = 0; second < count; second++) {
    pass(1000);
    tick();
  }
}

const open = () => new Connection("ws://server.test/ws", { hello: () => [], message() {}, status() {} });

test("a page goes to the server that has the room, and to another one when that is gone", () => {
  /** @type {string[]} */
  const messages = [];
  const connection = new Connection("ws://a.test/ws", {
    hello: () => [{ type: "ping" }],
    message: ({ type }) => messages.push(type),
    status() {},
  });
  const last = () => /** @type {Socket} */ (sockets.at(-1));
  const hear = (/** @type {object} */ message) => last().onmessage({ data: JSON.stringify(message) });
  const refuse = (/** @type {string} */ room) =>
    hear({ type: "refused", refusal: { code: "elsewhere", room, address: "ws://b.test:4270" } });
  last().readyState = Socket.OPEN;
  hear({ type: "welcome", nodes: ["ws://b.test:4270"] });
  // It is not the answer to a request for a room.
  refuse("AAAAAA");
  connection.send({ type: "join", room: "K7QM2X", role: { type: "player" } });
  refuse("AAAAAA");
  assert.equal(last().url, "ws://a.test/ws");
  refuse("K7QM2X");
  assert.equal(last().url, "ws://b.test:4270/ws");
  last().readyState = Socket.OPEN;
  last().onopen();
  assert.deepEqual(last().sent, ["ping", "join"]);
  hear({ type: "welcome", nodes: ["ws://a.test"] });
  hear({ type: "joined", snapshot: { room: "K7QM2X" } });
  assert.deepEqual(messages, ["welcome", "refused", "refused", "welcome", "joined"]);
  last().onclose();
  pass(1000);
  assert.equal(last().url, "ws://a.test/ws");
  connection.stop();
});

test("a page goes to the server that has the tournament, unless a room keeps it", () => {
  const connection = new Connection("ws://a.test/ws", { hello: () => [], message() {}, status() {} });
  const last = () => /** @type {Socket} */ (sockets.at(-1));
  const hear = (/** @type {object} */ message) => last().onmessage({ data: JSON.stringify(message) });
  const follow = (/** @type {string} */ tournament, /** @type {string} */ at) => {
    last().readyState = Socket.OPEN;
    connection.send({ type: "follow_tournament", tournament, token: null, ref: 11 });
    hear({ type: "refused", ref: 11, refusal: { code: "elsewhere", room: tournament, address: `ws://${at}` } });
  };
  follow("FR7K2M", "b.test");
  assert.equal(last().url, "ws://b.test/ws");
  hear({ type: "joined", snapshot: { room: "K7QM2X" } });
  follow("FR7K2M", "c.test");
  assert.equal(last().url, "ws://b.test/ws");
  hear({ type: "left", room: "K7QM2X" });
  // The way to a room comes first.
  connection.send({ type: "join", room: "AAAAAA", role: { type: "player" }, ref: 3 });
  follow("FR7K2M", "c.test");
  assert.equal(last().url, "ws://b.test/ws");
  hear({ type: "refused", ref: 3, refusal: { code: "no_such_room", room: "AAAAAA" } });
  follow("FR7K2M", "c.test");
  assert.equal(last().url, "ws://c.test/ws");
  connection.stop();
});

test("who is not let in for a time is not tried before it, whatever wakes the page", () => {
  const connection = open();
  const before = sockets.length;
  connection.hold(60_000);
  heard.visibilitychange();
  heard.online();
  assert.equal(sockets.length, before);
  pass(60_000);
  assert.equal(sockets.length, before + 1);
  // A phone that slept meanwhile has no timers, and wakes after it.
  connection.hold(60_000);
  timers = [];
  pass(61_000);
  heard.online();
  assert.equal(sockets.length, before + 2);
  // By hand it is tried at once, and afterwards as ever.
  connection.hold(60_000);
  connection.restart();
  assert.equal(sockets.length, before + 3);
  connection.hold(null);
  pass(90_000_000);
  heard.online();
  assert.equal(sockets.length, before + 3);
});

test("a line that is dropped for a new name is renewed, and lost only where the new one does not come", () => {
  /** @type {string[]} */ const told = [];
  const status = (/** @type {string} */ status) => told.push(status);
  const connection = new Connection("ws://server.test/ws", { hello: () => [], message() {}, status });
  const welcome = () => sockets[sockets.length - 1].onmessage({ data: JSON.stringify({ type: "welcome" }) });
  welcome();
  assert.deepEqual(told.splice(0), ["open"]);
  connection.restart();
  assert.deepEqual(told.splice(0), ["renewing"]);
  welcome();
  assert.deepEqual(told.splice(0), ["open"]);
  connection.restart();
  sockets[sockets.length - 1].onclose();
  assert.deepEqual(told.splice(0), ["renewing", "lost"]);
  // By hand, it is tried again at once, and is lost still.
  connection.restart();
  assert.deepEqual(told.splice(0), ["lost"]);
  welcome();
  assert.deepEqual(told.splice(0), ["open"]);
  connection.stop();
});

test("a line is lost that does not answer, not one whose server says little", () => {
  const connection = open();
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  for (let minute = 0; minute < 3; minute++) {
    seconds(6);
    assert.deepEqual(socket.sent.splice(0), ["ping"]);
    socket.onmessage({ data: JSON.stringify({ type: "pong" }) });
  }
  seconds(11);
  assert.deepEqual(socket.sent.splice(0), ["ping"], "once");
  assert.equal(socket.readyState, Socket.OPEN);
  seconds(1);
  assert.equal(socket.readyState, 3);
  connection.stop();
});

test("a line is asked at once after a sleep in which the time of the page stood still", () => {
  const connection = open();
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  seconds(1);
  set += 60_000;
  seconds(1);
  assert.deepEqual(socket.sent, ["ping"]);
  seconds(4);
  assert.equal(socket.readyState, 3, "without an answer");
  connection.stop();
});

test("a clock on the wall that is set loses no line, and hides none that is lost", () => {
  const connection = open();
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  const answers = () => socket.onmessage({ data: JSON.stringify({ type: "pong" }) });
  // It is set while the line is asked. What looks like a sleep of the machine is one more question.
  for (const [jump, asked] of /** @type {[number, string[]][]} */ ([[3_600_000, ["ping"]], [-7_200_000, []]])) {
    seconds(6);
    assert.deepEqual(socket.sent.splice(0), ["ping"]);
    set += jump;
    seconds(3);
    assert.deepEqual([socket.sent.splice(0), socket.readyState], [asked, Socket.OPEN]);
    answers();
  }
  seconds(2);
  set -= 3_600_000;
  seconds(10);
  assert.equal(socket.readyState, 3, "12 s without an answer");
  connection.stop();
});

test("a device that loses its network says so within half a second, unless the server answers on", () => {
  const connection = open();
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  socket.onopen();
  pass(1000);
  heard.offline();
  assert.deepEqual(socket.sent.splice(0), ["ping"]);
  pass(10);
  socket.onmessage({ data: JSON.stringify({ type: "pong" }) });
  pass(500);
  assert.equal(socket.readyState, Socket.OPEN, "a server on the same machine");
  heard.offline();
  pass(500);
  assert.equal(socket.readyState, 3);
  const count = sockets.length;
  heard.online();
  assert.equal(sockets.length, count + 1, "and it comes back at once");
  connection.stop();
});

/**
 * The server lets the page in, hears nothing of it for a time, and drops the line.
 *
 * @param {number} lived in milliseconds @returns {number} the pause before the next try
 */
function dropped(lived) {
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  socket.onopen();
  socket.onmessage({ data: JSON.stringify({ type: "welcome" }) });
  pass(lived);
  const before = now;
  const count = sockets.length;
  socket.onclose();
  while (sockets.length === count) pass(100);
  return now - before;
}

test("a server that drops each line as soon as it let the page in is tried with growing pauses", () => {
  const connection = open();
  const pauses = [0, 0, 2000, 0, 5000, 0, 5900, 0].map(dropped);
  assert.deepEqual(pauses, [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  // One that lived is no sign of trouble.
  assert.deepEqual([dropped(6000), dropped(0), dropped(60_000)], [500, 1000, 500]);
  // Nor does the person wait who presses the button.
  dropped(0);
  connection.restart();
  assert.equal(dropped(0), 500);
  connection.stop();
});
