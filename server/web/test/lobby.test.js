// The lists of rooms on the start screen: their order, what is pressed, and what is looked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { WELCOME, taken } from "./browser.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { filterBar, running, waitingRooms } from "../lists.js";
import { empty } from "../state.js";
import { people } from "../start.js";
import { load } from "../text.js";

/**
 * @import { Child, VNode } from "../dom.js"
 * @import { RoomSummary } from "../../../protocol/protocol.d.ts"
 */

await load("en");

/** @param {Child} node @returns {VNode[]} */
const every = (node) => {
  if (Array.isArray(node)) return node.flatMap(every);
  return node && typeof node === "object" ? [node, ...every(node.children)] : [];
};
/** @param {Child} node @returns {string} */
const words = (node) => every(node).map(({ text }) => text ?? "").join(" ").replace(/\s+/g, " ").trim();

const CODES = "2346789ABCDEFGHJKMNPQRTUVWXYZ";
/** @param {number} n */
const code = (n) => `K7QM${CODES[Math.floor(n / CODES.length)]}${CODES[n % CODES.length]}`;

/** A room in which somebody waits. @param {number} n @param {Partial<RoomSummary>} [fields] @returns {RoomSummary} */
const room = (n, fields) => ({
  room: code(n),
  variant: "connect-four",
  seats: { first: { type: "human", name: `Ana ${n}` }, second: { type: "open" } },
  phase: { type: "seating" },
  plies: 0,
  spectators: 0,
  watchable: true,
  locked: false,
  ...fields,
});

/** The first rooms, the newest first. @param {number[]} all */
function enter(...all) {
  app.state = empty();
  app.net.status = "open";
  set({ route: { name: "start" }, rows: null, allRooms: false, filter: { game: "", state: "", words: "" } });
  receive(WELCOME);
  receive({ type: "lobby", rooms: all.map((n) => room(n)), players: [], present: 1, chat: [] });
  taken();
}

const list = () => waitingRooms(app.state.lobby?.rooms ?? []);
const rows = () => every(list()).filter(({ tag }) => tag === "li").map(({ key, props }) => `${key}${props.class ? " gone" : ""}`);
const fresh = () => words(every(list()).find(({ props }) => props.class === "quiet beside")) || null;

test("a search in a full list finds the rooms that it leaves out", async () => {
  enter(...Array.from({ length: 200 }, (_, i) => i + 300));
  const search = /** @type {any} */ (every(filterBar(app.state.lobby?.rooms ?? [])).find(({ tag }) => tag === "input"));
  for (const value of ["Zo", "Zoe"]) search.props.oninput({ currentTarget: { value } });
  await new Promise((done) => setTimeout(done, 350));
  assert.deepEqual(taken(), [{ type: "find_rooms", words: "Zoe" }]);
  const seats = /** @type {const} */ ({ first: { type: "human", name: "Zoe" }, second: { type: "open" } });
  receive({ type: "rooms_found", words: "Zoe", rooms: [room(7, { seats })] });
  assert.deepEqual(rows(), [code(7)]);
});

test("a row keeps its place, and new rooms are announced until the person asks for them", () => {
  enter(2, 1);
  assert.deepEqual([rows(), fresh()], [[code(2), code(1)], null]);
  for (const n of [3, 4, 5]) receive({ type: "lobby_room", room: room(n) });
  assert.deepEqual([rows(), fresh()], [[code(2), code(1)], "3 new"]);
  receive({ type: "lobby_room_removed", room: code(2) });
  receive({ type: "lobby_room", room: room(1, { seats: { ...room(1).seats, first: { type: "human", name: "Zoe" } } }) });
  assert.deepEqual(rows(), [`${code(2)} gone`, code(1)]);
  assert.ok(words(list()).includes("no longer waiting") && words(list()).includes("Zoe"), words(list()));
  every(list()).find(({ props }) => props.class === "quiet beside")?.props.onclick();
  assert.deepEqual([rows(), fresh()], [[code(5), code(4), code(3), code(1)], null]);
});

test("an empty list takes a new room at once", () => {
  enter();
  assert.ok(words(list()).includes("No open games"));
  receive({ type: "lobby_room", room: room(1) });
  assert.deepEqual([rows(), fresh()], [[code(1)], null]);
});

test("a press joins the row that was under the pointer when it went down", () => {
  enter(2, 1);
  const { props } = /** @type {VNode} */ (every(list()).find(({ tag }) => tag === "ul"));
  /** @param {string | null} room */
  const on = (room) => ({ closest: () => (room ? { dataset: { room } } : null) });
  const joined = () => taken().flatMap((one) => (one.type === "join" ? [one.room] : []));
  props.onpointerdown({ target: on(code(2)) });
  props.onclick({ target: on(code(1)), detail: 1 });
  assert.deepEqual(joined(), [code(2)]);
  enter(2, 1);
  props.onclick({ target: on(code(1)), detail: 0 });
  assert.deepEqual(joined(), [code(1)], "a key");
  enter(2, 1);
  receive({ type: "lobby_room_removed", room: code(2) });
  props.onpointerdown({ target: on(code(2)) });
  props.onclick({ target: on(code(2)), detail: 1 });
  assert.deepEqual(joined(), [], "a room in which nobody waits any more");
});

test("rooms are found by game, state, names and codes, and every one of them is reached", () => {
  enter(...Array.from({ length: 60 }, (_, n) => n));
  assert.equal(rows().length, 20);
  every(list()).find(({ props }) => props.class === "quiet")?.props.onclick();
  assert.equal(rows().length, 60);
  receive({ type: "lobby_room", room: room(70, { variant: "renju" }) });
  const playing = /** @type {const} */ ({ type: "playing" });
  receive({ type: "lobby_room", room: room(71, { phase: playing, plies: 4 }) });
  const bar = () => every(filterBar(app.state.lobby?.rooms ?? []));
  const field = (/** @type {number} */ n) => bar().filter(({ tag }) => ["input", "select"].includes(tag))[n].props;
  const found = () => [...rows(), ...every(running(app.state.lobby?.rooms ?? [])).filter(({ tag }) => tag === "li").map(({ key }) => key)];
  field(0).oninput({ currentTarget: { value: "ana 17" } });
  assert.deepEqual(found(), [code(17)]);
  field(0).oninput({ currentTarget: { value: code(18).toLowerCase() } });
  assert.deepEqual(found(), [code(18)]);
  field(0).oninput({ currentTarget: { value: "nobody" } });
  assert.deepEqual(found(), []);
  assert.ok(words(list()).includes("Nothing found"));
  field(0).oninput({ currentTarget: { value: "" } });
  field(1).onchange({ currentTarget: { value: "free" } });
  assert.deepEqual(found(), [code(70)]);
  field(1).onchange({ currentTarget: { value: "" } });
  field(2).onchange({ currentTarget: { value: "playing" } });
  assert.deepEqual([list(), found()], [null, [code(71)]]);
  field(2).onchange({ currentTarget: { value: "waiting" } });
  assert.equal(found().length, 61);
  enter(1);
  assert.equal(filterBar(app.state.lobby?.rooms ?? []), null, "among few there is nothing to look for");
});

test("the lobby has every name and every line that the server told", () => {
  enter();
  const players = Array.from({ length: 120 }, (_, n) => `guest-${n}`);
  const chat = Array.from({ length: 50 }, (_, n) => ({ name: "Cleo", text: `line ${n}` }));
  receive({ type: "lobby", rooms: [], players, present: 120, chat });
  const lobby = /** @type {import("../state.js").Lobby} */ (app.state.lobby);
  assert.equal(every(people(lobby)).filter(({ tag }) => tag === "li").length, 170);
});

test("a room beyond those that are listed is opened by its code from the search", () => {
  enter(...Array.from({ length: 200 }, (_, n) => n));
  const beyond = "P7HCVR";
  /** @param {string} typed */
  const search = (typed) => {
    set({ filter: { ...app.ui.filter, words: typed } });
    return filterBar(app.state.lobby?.rooms ?? []);
  };
  const way = (/** @type {string} */ typed) => words(every(search(typed)).find(({ tag }) => tag === "button"));
  assert.equal(way("ana"), "");
  assert.equal(way(code(3)), "", "it is in the list");
  assert.equal(way("p7h cvr"), `Go to ${beyond}`);
  set({ filter: { ...app.ui.filter, state: "waiting" } });
  assert.ok(words(search("ana")).includes("There are more games"), "not every room is searched");
  search(beyond)?.props.onsubmit({ preventDefault() {} });
  assert.deepEqual([app.ui.route, location.hash], [{ name: "room", code: beyond, handOver: null }, `#${beyond}`]);
  assert.ok(taken().some((message) => message.type === "room_info" && message.room === beyond));
});
