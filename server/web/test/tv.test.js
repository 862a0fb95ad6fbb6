// Which games the TV watches, and how long it shows what ended.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, line, snapshot, taken } from "./browser.js";
import { WATCH } from "../actions.js";
import { app } from "../app.js";
import { receive } from "../effects.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { choose, tv } from "../tv.js";

/** @import { RoomSummary } from "../../../protocol/protocol.d.ts" */
/** @import { VNode } from "../dom.js" */

await load("en");

/** The time of the page, in milliseconds. */
let now = 1_000_000;
Date.now = () => now;
// What would be drawn later is drawn by hand.
Object.assign(globalThis, { setTimeout: () => 0 });

/** @param {string} room @returns {RoomSummary} */
const summary = (room) => ({
  room,
  variant: "connect-four",
  seats: snapshot(room).seats,
  phase: { type: "playing" },
  plies: 0,
  spectators: 0,
  watchable: true,
  locked: false,
});

/** The TV of a server with these games. @param {string[]} rooms */
function turnOn(rooms) {
  app.ui.route = { name: "start" };
  choose();
  line.open = true;
  app.net.status = "open";
  app.state = empty();
  app.ui.route = { name: "tv" };
  receive(WELCOME);
  receive({ type: "lobby", rooms: rooms.map(summary), players: [], present: 1, chat: [] });
  taken();
}

/** The rooms that the TV asks for. */
function watched() {
  choose();
  return taken().flatMap((message) => (message.type === "watch" ? [message.room] : []));
}

/** The boards that are drawn, by their rooms. @param {VNode} node @returns {string[]} */
const shown = (node) => [
  ...(String(node.props.class).startsWith("screen ") ? [String(node.key)] : []),
  ...node.children.flatMap(shown),
];

test("a game that the TV was not let watch is asked for again, and nothing is said of it", () => {
  turnOn(["AAAAAA", "BBBBBB"]);
  assert.deepEqual(watched(), ["AAAAAA", "BBBBBB"]);
  receive({ type: "refused", refusal: { code: "locked", room: "AAAAAA" }, message: "", ref: WATCH });
  receive({ type: "watching", snapshot: snapshot("BBBBBB") });
  assert.equal(app.ui.notice, null, "nobody asked for it by hand");
  assert.deepEqual(watched(), [], "an answer may be on its way");
  now += 5_000;
  assert.deepEqual(watched(), ["AAAAAA"]);
});

test("a game into which nobody else is let is none of the TV", () => {
  turnOn(["AAAAAA", "BBBBBB"]);
  const lobby = /** @type {import("../state.js").Lobby} */ (app.state.lobby);
  lobby.rooms[0].locked = true;
  assert.deepEqual(watched(), ["BBBBBB"]);
  receive({ type: "watching", snapshot: snapshot("BBBBBB") });
  lobby.rooms[1].locked = true;
  assert.deepEqual([watched(), shown(tv())], [[], ["BBBBBB"]], "whoever watches stays");
  /** @param {import("../dom.js").Child} node @returns {string} */
  const words = (node) =>
    Array.isArray(node) ? node.map(words).join(" ") : node && typeof node === "object" ? node.text ?? words(node.children) : String(node || "");
  assert.ok(words(tv()).includes("1 game "), words(tv()));
});

test("a game whose player is away gives its place to one that is played", () => {
  const codes = Array.from({ length: 20 }, (_, i) => `AAAA${String.fromCharCode(65 + i)}A`);
  turnOn(codes);
  const lobby = /** @type {import("../state.js").Lobby} */ (app.state.lobby);
  for (const room of lobby.rooms.slice(0, 3)) room.seats = { ...room.seats, second: { type: "human", name: "Bo", away: 5_000 } };
  const first = watched();
  assert.ok(!first.some((code) => codes.slice(0, 3).includes(code)), String(first));
  // The one that is watched and left goes when others come.
  lobby.rooms = lobby.rooms.slice(0, 1);
  turnOn(codes.slice(0, 1));
  assert.deepEqual(watched(), ["AAAAAA"]);
  receive({ type: "watching", snapshot: snapshot("AAAAAA") });
  const seats = { .../** @type {import("../state.js").Lobby} */ (app.state.lobby).rooms[0].seats };
  seats.second = { type: "human", name: "Bo", away: 5_000 };
  receive({ type: "lobby", rooms: [{ ...summary("AAAAAA"), seats }, ...codes.slice(1).map(summary)], players: [], present: 1, chat: [] });
  choose();
  const sent = taken();
  assert.deepEqual(sent.filter(({ type }) => type === "unwatch").map((one) => /** @type {any} */ (one).room), ["AAAAAA"]);
});

const MINE = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });

test("the game of the page leaves the TV some seconds after its end", () => {
  turnOn(["AAAAAA"]);
  receive({ type: "joined", ...MINE, snapshot: snapshot("AAAAAA") });
  app.ui.route = { name: "tv" };
  choose();
  assert.deepEqual(shown(tv()), ["AAAAAA"]);
  receive({ type: "joined", ...MINE, snapshot: snapshot("AAAAAA", { phase: OVER }) });
  choose();
  now += 9_000;
  assert.deepEqual(shown(tv()), ["AAAAAA"]);
  now += 2_000;
  choose();
  assert.deepEqual(shown(tv()), []);
  assert.equal(app.state.room?.snapshot.room, "AAAAAA");
  assert.deepEqual(taken().filter(({ type }) => type === "unwatch"), []);
});

test("the whole screen is offered where there may be one, and may be refused", async () => {
  turnOn([]);
  /** @param {VNode} node @returns {VNode[]} */
  const buttons = (node) => [...(node.props.class === "quiet full" ? [node] : []), ...node.children.flatMap(buttons)];
  assert.deepEqual(buttons(tv()), []);
  Object.assign(document, { fullscreenEnabled: true });
  Object.assign(document.documentElement, { requestFullscreen: () => Promise.reject(new Error("not now")) });
  const [button] = buttons(tv());
  await button.props.onclick();
});

test("a game to which nothing has happened is not drawn again", () => {
  const rooms = ["K7QM2X", "8TZYB2"];
  turnOn(rooms);
  for (const room of rooms) receive({ type: "watching", snapshot: snapshot(room) });
  /** The description of each game. */
  const drawn = () => {
    /** @param {VNode} node @returns {VNode[]} */
    const games = (node) => [...(String(node.props.class).startsWith("screen ") ? [node] : []), ...node.children.flatMap(games)];
    return Object.fromEntries(games(tv()).map((one) => [one.key, one]));
  };
  const before = drawn();
  const made = { square: "d1" };
  receive(/** @type {any} */ ({ type: "event", room: "8TZYB2", seq: 5, event: { type: "moved", side: "first", made, revision: 2 } }));
  const after = drawn();
  assert.equal(after.K7QM2X, before.K7QM2X);
  assert.ok(after["8TZYB2"] !== before["8TZYB2"]);
  app.net.status = "lost";
  assert.ok(drawn().K7QM2X !== before.K7QM2X, "what the line that is lost takes away");
  app.net.status = "open";
});
