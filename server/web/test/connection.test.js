// The connection, with sockets and a clock of the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../connection.js";

/** The time of the page, in milliseconds. */
let now = 1_000_000;
Date.now = () => now;

/** What the page does every second. */
let tick = () => {};

/** The sockets that were opened, the newest last. @type {Socket[]} */
const sockets = [];
class Socket {
  static OPEN = 1;
  static CONNECTING = 0;
  readyState = Socket.CONNECTING;
  /** @type {string[]} */ sent = [];
  onmessage = (/** @type {{data: string}} */ _event) => {};
  constructor() {
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

const open = () => new Connection("ws://server.test/ws", { hello: () => [], message() {}, status() {} });

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

test("a line is lost that does not answer, not one whose server says little", () => {
  const connection = open();
  const socket = sockets[sockets.length - 1];
  socket.readyState = Socket.OPEN;
  const seconds = (/** @type {number} */ count) => {
    for (let second = 0; second < count; second++) {
      pass(1000);
      tick();
    }
  };
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
