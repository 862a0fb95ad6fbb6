// What the form of a new game asks of the server: what it shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import { WELCOME, snapshot, taken } from "./browser.js";
import { ENTER } from "../actions.js";
import { app } from "../app.js";
import { receive } from "../effects.js";
import { askForBots, defaults, newGame, seatsOf, specOf } from "../form.js";
import { empty } from "../state.js";
import { load } from "../text.js";

/**
 * @import { Form } from "../app.js"
 * @import { Child, VNode } from "../dom.js"
 */

/** @param {Partial<Form>} changes @returns {Form} */
const form = (changes) => ({ ...defaults(), ...changes });

/** @param {string} kind */
const offer = (kind) => ({ kind, about: "", variants: [], depths: null, default_depth: null, presets: [], options: [] });

test("what the form does not show is not asked for", () => {
  const custom = { columns: 9, rows: 9, inRow: 5, kind: "free" };
  const swap2 = form({ variant: "custom", custom, swap2: true });
  assert.equal(specOf(swap2).opening, "swap2");
  assert.equal(specOf({ ...swap2, custom: { ...custom, kind: "falls" } }).opening, null);
  assert.equal(specOf({ ...swap2, custom: { ...custom, inRow: 3 } }).opening, null);
  const match = form({ against: "bots", thinkTime: "2", seed: "7", pace: 5000, repeat: 3, grace: "10" });
  const { think_time, seed, pace, repeat, grace } = specOf(match);
  assert.deepEqual([think_time, seed, pace, repeat, grace], [2000, "7", 5000, 3, 900_000]);
  const friend = specOf({ ...match, against: "friend" });
  assert.deepEqual(
    [friend.think_time, friend.seed, friend.pace, friend.repeat, friend.grace],
    [null, null, 700, 0, 600_000],
  );
});

test("a game of two bots has no switch that changes nothing", async () => {
  await load("en");
  const changed = { spectators: false, takebacks: true, hints: true, open_thoughts: true };
  const { spectators, hints, open_thoughts } = specOf(form({ against: "bots", switches: changed }));
  assert.deepEqual([spectators, hints, open_thoughts], [true, false, false]);
  /** @param {Child} node @returns {string[]} */
  const switches = (node) => {
    if (Array.isArray(node)) return node.flatMap(switches);
    if (!node || typeof node !== "object") return [];
    return [...(node.props?.class === "switch" ? [String(node.key)] : []), ...switches(node.children)];
  };
  const shown = (/** @type {Form["against"]} */ against) => {
    app.ui.form = form({ against });
    return switches(newGame());
  };
  const all = ["spectators", "listed", "takebacks", "hints", "open_thoughts"].map((name) => `switch-${name}`);
  assert.deepEqual(shown("bots"), ["switch-listed"]);
  assert.deepEqual(shown("bot"), all);
  assert.deepEqual(shown("friend"), all);
});

test("a game with a friend is in the list only where the person wants it", async () => {
  await load("en");
  const listed = (/** @type {Form["against"]} */ against) => specOf(form({ against })).listed;
  assert.deepEqual([listed("friend"), listed("bot"), listed("bots")], [false, true, true]);
  app.ui.form = null;
  /** The switch that the form shows. */
  const shown = () => {
    /** @param {Child} node @returns {VNode[]} */
    const all = (node) =>
      Array.isArray(node) ? node.flatMap(all) : node && typeof node === "object" ? [node, ...all(node.children)] : [];
    const label = all(newGame()).find(({ key }) => key === "switch-listed");
    return /** @type {VNode} */ (all(label?.children).find(({ tag }) => tag === "input")).props;
  };
  assert.equal(shown().checked, false);
  shown().onchange({ currentTarget: { checked: true } });
  assert.equal(shown().checked, true);
  const chosen = /** @type {Form} */ (/** @type {unknown} */ (app.ui.form));
  assert.equal(specOf(chosen).listed, true);
  // What was chosen stays, whoever the game is against.
  for (const against of /** @type {const} */ (["bot", "friend"])) {
    chosen.against = against;
    assert.equal(specOf(chosen).listed, true, against);
  }
});

test("the bot is the one that is shown, which plays the board", () => {
  const custom = { columns: 6, rows: 5, inRow: 4, kind: "falls" };
  app.state.bots = {
    "custom:6x5x4:falls": [offer("random"), offer("perfect")],
    "custom:20x5x4:falls": [offer("random"), offer("lines")],
  };
  const small = form({ variant: "custom", custom, against: "bot", begins: "me", bot: "perfect" });
  const large = { ...small, custom: { ...custom, columns: 20 } };
  assert.deepEqual(seatsOf(small).second, { type: "bot", bot: "perfect" });
  assert.deepEqual(seatsOf(large).second, { type: "bot", bot: "random" });
  // Each of two bots has a list of its own.
  assert.deepEqual(seatsOf({ ...large, against: "bots", bot: "lines" }), {
    first: { type: "bot", bot: "lines" },
    second: { type: "bot", bot: "random" },
  });
});

test("a custom board that has a name is known by it, as the server knows it", () => {
  const variant = (/** @type {string} */ kind, columns = 15, rows = 15, inRow = 5) =>
    specOf(form({ variant: "custom", custom: { columns, rows, inRow, kind } })).variant;
  assert.equal(variant("falls", 7, 6, 4), "connect-four");
  assert.deepEqual(["free", "exact"].map((kind) => variant(kind)), ["gomoku-15", "gomoku-standard"]);
  assert.deepEqual([variant("free", 20, 20), variant("falls")], ["gomoku", "custom:15x15x5:falls"]);
});

test("a game against a bot begins once it is known who plays its board", async () => {
  await load("en");
  app.state = empty();
  app.net.status = "open";
  receive(WELCOME);
  const board = { columns: 8, rows: 7, inRow: 5, kind: "falls" };
  const bots = (/** @type {ReturnType<typeof offer>[]} */ ...bots) =>
    receive({ type: "bots", variant: "custom:8x7x5:falls", bots });
  /** Presses Enter. @returns {any} */
  const press = () => {
    app.ui.form = form({ variant: "custom", custom: board, against: "bot", begins: "me" });
    app.ui.route = { name: "new" };
    taken();
    const of = newGame().children.find(({ tag }) => tag === "form");
    of?.props.onsubmit({ preventDefault() {} });
    return taken().map((message) => (message.type === "open" ? message.seats.second : message.type));
  };
  const began = () => taken().flatMap((message) => (message.type === "open" ? [message.seats.second] : []));
  assert.deepEqual(press(), ["list_bots"]);
  bots(offer("random"), { ...offer("level"), presets: /** @type {any} */ ([{ name: "level-3", depth: 3 }]) });
  assert.deepEqual(began(), [{ type: "bot", bot: "level:3" }]);
  receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref: ENTER });
  assert.deepEqual(press(), [{ type: "bot", bot: "level:3" }], "at once");
  receive(WELCOME);
  assert.deepEqual(press(), ["list_bots"]);
  // Another board, or another place, is another wish.
  /** @param {Child} node @returns {VNode[]} */
  const all = (node) =>
    Array.isArray(node) ? node.flatMap(all) : node && typeof node === "object" ? [node, ...all(node.children)] : [];
  /** @type {VNode} */ (all(newGame()).find(({ key }) => key === "free")).props.onclick();
  bots(offer("random"));
  assert.deepEqual(began(), []);
  app.state.bots = {};
  press();
  app.ui.route = { name: "new" };
  bots(offer("random"));
  assert.deepEqual(began(), []);
  // None plays it.
  app.state.bots = {};
  press();
  bots();
  assert.deepEqual([began(), app.ui.notice?.text], [[], "No bot plays this board."]);
});

test("the bots of a board that there cannot be are not asked for", () => {
  const asked = () => taken().map((message) => message.type === "list_bots" && message.variant);
  app.ui.form = form({ variant: "custom", custom: { columns: 4, rows: 4, inRow: 5, kind: "free" } });
  askForBots();
  assert.deepEqual(asked(), []);
  app.ui.form.custom.rows = 5;
  askForBots();
  assert.deepEqual(asked(), ["custom:4x5x5:free"]);
});

test("the bots of the form are those of the server that there is now", () => {
  const board = { columns: 6, rows: 5, inRow: 4, kind: "falls" };
  app.state = { ...empty(), bots: { "custom:6x5x4:falls": [offer("of_before")] } };
  app.ui.form = form({ variant: "custom", custom: board });
  app.ui.route = { name: "new" };
  taken();
  receive(WELCOME);
  assert.deepEqual(app.state.bots, {});
  assert.deepEqual(taken(), [{ type: "list_bots", variant: "custom:6x5x4:falls" }]);
  app.ui.route = { name: "start" };
  receive(WELCOME);
  assert.deepEqual(taken(), []);
  // A waiting room offers a bot instead.
  const spec = { ...snapshot("AAAAAA").spec, variant: "custom:6x5x4:falls" };
  app.state.bots = { [spec.variant]: [offer("random")] };
  receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot("AAAAAA", { spec }) });
  taken();
  receive(WELCOME);
  assert.deepEqual(taken(), [{ type: "list_bots", variant: "custom:6x5x4:falls" }]);
});
