// Ways into another room, for a person who has a seat in a game that goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, line, plies, snapshot, taken } from "./browser.js";
import { ENTER, inviteFriend, join, quickMatch } from "../actions.js";
import { app, set } from "../app.js";
import { dialog } from "../dialogs.js";
import { h } from "../dom.js";
import { receive } from "../effects.js";
import { forget, name, setName, tabRoom } from "../memory.js";
import { gameLine } from "../head.js";
import { go, keepSteps, stepped } from "../route.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { landing, waiting } from "../waiting.js";

/**
 * @import { Child, VNode } from "../dom.js"
 * @import { Room } from "../room.js"
 * @import { RoomSummary, Snapshot } from "../../../protocol/protocol.d.ts"
 */

await load("en");

const CODE = "K7QM2X";
const OTHER = "8TZYB2";
const SEAT = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });
const clock = { remaining: { first: 300_000, second: 300_000 }, running: /** @type {const} */ ("first") };
const spec = { ...snapshot(CODE).spec, clock: "5m+3s" };
/** A game with a clock, in which both have moved. */
const CLOCKED = { spec, clock, plies: plies(2) };

/**
 * Begins anew on the start page, with a seat in a game.
 *
 * @param {Partial<Snapshot>} fields @param {boolean} [watches] the game from its table instead
 */
function away(fields, watches) {
  line.open = true;
  app.net.status = "open";
  app.state = empty();
  set({ route: { name: "room", code: CODE, handOver: null }, dialog: null, nextEntry: null });
  receive(WELCOME);
  const mine = watches ? { you: null, token: null, owner: false } : SEAT;
  receive({ type: "joined", ...mine, snapshot: snapshot(CODE, fields) });
  if (!watches) go("");
  taken();
}

/** What was sent, by its type. */
const sent = () => taken().map(({ type }) => type);

/** @param {Child} node @returns {VNode[]} */
const every = (node) => {
  if (Array.isArray(node)) return node.flatMap(every);
  if (!node || typeof node !== "object") return [];
  return [node, ...every(node.children)];
};

/** The words of a description. @param {Child} node @returns {string} */
const words = (node) => {
  if (Array.isArray(node)) return node.map(words).join(" ");
  if (!node || typeof node !== "object") return String(node || "");
  return node.text ?? words(node.children);
};

/** Presses a button of the dialog. @param {string} label */
function press(label) {
  const button = every(dialog()).find((one) => one.tag === "button" && words(one).trim() === label);
  assert.ok(button, `${label} in ${words(dialog())}`);
  button.props.onclick();
}

test("another game is entered from one with a clock once the person agrees", () => {
  /** @type {[() => void, string][]} */
  const ways = [
    [inviteFriend, "open"],
    [() => quickMatch("connect-four", null), "quick"],
    [() => join(OTHER, "spectator"), "join"],
    [() => join(OTHER, "player"), "join"],
  ];
  for (const [enters, type] of ways) {
    away(CLOCKED);
    const room = app.state.room;
    enters();
    assert.deepEqual(sent(), [], type);
    assert.ok(words(dialog()).includes(`Your clock in the game ${CODE} runs on`), words(dialog()));
    press("Play on");
    assert.equal(app.ui.dialog, null);
    assert.equal(app.ui.nextEntry, null);
    assert.equal(app.state.room, room);
    assert.deepEqual([tabRoom()?.room, sent()], [CODE, []], type);
    enters();
    press("Leave");
    assert.deepEqual([app.ui.dialog, sent()], [null, ["leave", type]], "once");
  }
  // Before the first move of their own no clock runs.
  forget(CODE);
  away({ ...CLOCKED, clock: { ...clock, running: null }, plies: [] });
  inviteFriend();
  assert.ok(words(dialog()).includes("Your first move"), words(dialog()));
  forget(CODE);
});

test("a game that waits for its players, or is over, or of others, is left without a question", () => {
  for (const fields of [{ plies: plies(2) }, { ...CLOCKED, phase: OVER }]) {
    away(fields);
    const kept = app.state.room ? ["leave"] : [];
    inviteFriend();
    assert.deepEqual([app.ui.dialog, sent()], [null, [...kept, "open"]]);
  }
  away(CLOCKED, true);
  inviteFriend();
  assert.deepEqual([app.ui.dialog, sent()], [null, ["leave", "open"]]);
  // The end of the game answers the question.
  away(CLOCKED);
  inviteFriend();
  assert.equal(app.ui.dialog, "leave");
  const { outcome } = /** @type {Extract<Snapshot["phase"], {type: "over"}>} */ (OVER);
  receive({ type: "event", room: CODE, seq: 5, event: { type: "over", outcome, series: snapshot(CODE).series } });
  assert.deepEqual([app.ui.dialog, app.ui.nextEntry], [null, null]);
  // Also where the page did not hear of it.
  away(CLOCKED);
  inviteFriend();
  receive({ type: "joined", ...SEAT, snapshot: snapshot(CODE, { ...CLOCKED, phase: OVER }) });
  assert.equal(app.ui.dialog, null);
  forget(CODE);
});

/** A room in which somebody waits. @type {RoomSummary} */
const WAITS = {
  room: OTHER,
  variant: "connect-four",
  seats: { first: { type: "human", name: "Dora" }, second: { type: "open" } },
  phase: { type: "seating" },
  plies: 0,
  spectators: 0,
  watchable: true,
  locked: false,
};

/** Presses "Play" on the landing page of a room, under a name. @param {string} typed */
function plays(typed) {
  go(OTHER);
  receive({ type: "room_info", room: WAITS });
  taken();
  const form = every(landing(OTHER)).find(({ tag }) => tag === "form");
  const currentTarget = { elements: { namedItem: () => ({ value: typed }) } };
  form?.props.onsubmit({ preventDefault() {}, submitter: { value: "player" }, currentTarget });
}

test("another name on the landing page of another game is no way around the question", () => {
  let restarted = 0;
  const { restart } = /** @type {any} */ (app.connection);
  Object.assign(/** @type {any} */ (app.connection), { restart: () => (restarted += 1) });
  setName("Ana");
  away(CLOCKED);
  plays("Berta");
  assert.deepEqual([app.ui.dialog, sent(), restarted, name()], ["leave", [], 0, "Ana"]);
  press("Play on");
  assert.deepEqual([app.state.room?.snapshot.room, name(), app.queuedEntry], [CODE, "Ana", null]);
  plays("Berta");
  press("Leave");
  assert.deepEqual([sent(), restarted, name(), app.queuedEntry?.type], [["leave"], 1, "Berta", "join"]);

  // Whoever keeps waiting keeps the name.
  setName("Ana");
  away({ phase: { type: "seating" } });
  plays("Berta");
  assert.deepEqual([app.ui.dialog, name()], ["waiting", "Ana"]);
  press("Keep waiting");
  assert.deepEqual([sent(), name()], [[], "Ana"]);
  plays("Berta");
  press("Give up the seat");
  assert.deepEqual([sent(), restarted, name()], [["leave", "join"], 1, "Berta"]);
  setName("");
  forget(CODE);
  Object.assign(/** @type {any} */ (app.connection), { restart });
});

test("who watches a table that waits plays there, or goes on to watch it", () => {
  const SEATING = { phase: WAITS.phase, seats: WAITS.seats };
  const shown = () => every(waiting(/** @type {Room} */ (app.state.room), h("header", null)));
  const play = () => shown().find((one) => one.tag === "button" && words(one).trim() === "Play");
  for (const code of /** @type {const} */ (["locked", "no_open_seat", "full"])) {
    away(SEATING, true);
    play()?.props.onclick();
    assert.deepEqual(taken(), [{ type: "join", room: CODE, role: { type: "player" }, ref: ENTER }]);
    const refusal = /** @type {any} */ ({ code, room: CODE, what: "" });
    receive({ type: "refused", refusal, message: "no", ref: ENTER });
    assert.deepEqual([app.state.room?.snapshot.room, tabRoom()?.role, app.state.left], [CODE, "spectator", null], code);
    assert.ok(app.ui.notice, code);
  }
  receive({ type: "event", room: CODE, seq: 5, event: { type: "locked", locked: true } });
  assert.equal(play(), undefined, "nobody is let in");
  join(CODE, "player");
  receive({ type: "joined", ...SEAT, you: "second", snapshot: snapshot(CODE) });
  assert.deepEqual([app.state.room?.you, tabRoom()?.role], ["second", "seat"]);
  forget(CODE);
});

test("a step back asks first in a game whose clock runs, as often as it is made", () => {
  const back = () => {
    keepSteps();
    assert.equal(history.state?.steps, 1, "the table is a step of its own");
    history.replaceState(null, "");
    stepped();
    return [app.ui.question, app.ui.route.name];
  };
  away(CLOCKED);
  go(CODE);
  set({ question: null });
  assert.deepEqual(back(), ["leave", "room"]);
  set({ question: null });
  assert.deepEqual(back(), ["leave", "room"]);
  set({ question: null });
  history.replaceState(null, "");
  away({ plies: plies(2) });
  go(CODE);
  keepSteps();
  assert.equal(history.state?.steps, undefined, "without a clock nothing is lost");
});

test("a game that goes on is one touch away at every other place", () => {
  away(CLOCKED);
  const line = /** @type {VNode} */ (gameLine());
  assert.equal(line.props.href, `#${CODE}`);
  assert.ok(/Your game goes on\s+your turn\s+5:00\s+Back to the game/.test(words(line)), words(line));
  go(CODE);
  assert.equal(gameLine(), null, "at its table");
  away({ ...CLOCKED, phase: OVER });
  assert.equal(gameLine(), null, "it is over");
  away(CLOCKED, true);
  go("new");
  assert.equal(gameLine(), null, "a game of others");
});
