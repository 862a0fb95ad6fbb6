// Looking back, by wheel and by buttons.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, plies, snapshot, taken } from "./browser.js";
import { lookAt } from "../actions.js";
import { app, set } from "../app.js";
import { h } from "../dom.js";
import { lineWheel, moveLine, moveList } from "../line.js";
import { review } from "../review.js";
import { receive } from "../effects.js";
import { shape } from "../rules.js";
import { ANALYSE } from "../route.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { curve, mistakes } from "../values.js";

/** @import { Shape } from "../rules.js" */
/** @import { VNode } from "../dom.js" */

await load("en");

/** What waits, the newest last. @type {(() => void)[]} */
const timers = [];
/** @type {Record<string, () => void>} */
const heard = {};
Object.assign(globalThis, {
  setTimeout: (/** @type {() => void} */ act) => timers.push(act),
  clearTimeout: () => timers.splice(0),
  addEventListener: (/** @type {string} */ event, /** @type {() => void} */ act) => (heard[event] = act),
  removeEventListener: (/** @type {string} */ event) => delete heard[event],
});

const board = /** @type {Shape} */ (shape("connect-four"));

/** Looks back at a ply of a game of 20 that is over. @param {number | null} at */
function look(at) {
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null } });
  receive({
    type: "joined",
    you: null,
    token: null,
    owner: false,
    snapshot: snapshot("K7QM2X", { phase: OVER, plies: plies(20) }),
  });
  set({ viewedPly: at });
  timers.splice(0);
}

const room = () => /** @type {import("../room.js").Room} */ (app.state.room);

/** @param {Partial<WheelEvent>} event */
const wheel = (event) =>
  lineWheel(/** @type {WheelEvent} */ ({ ctrlKey: false, deltaMode: 0, deltaX: 0, deltaY: 0, ...event }));

test("a swipe on a trackpad is a few steps, a notch of a wheel is one", () => {
  look(10);
  for (let i = 0; i < 30; i++) wheel({ deltaY: 4 });
  assert.equal(app.ui.viewedPly, 13);
  look(10);
  wheel({ deltaY: -120 });
  assert.equal(app.ui.viewedPly, 9);
  wheel({ deltaY: 3, deltaMode: 1 });
  assert.equal(app.ui.viewedPly, 10);
  for (let i = 0; i < 30; i++) wheel({ deltaX: 30, deltaY: i % 2 ? 5 : -5 });
  wheel({ deltaY: 120, ctrlKey: true });
  assert.equal(app.ui.viewedPly, 10, "sideways, and the zoom of the page");
});

/** The button of this name. @param {string} name */
function button(name) {
  /** @param {VNode} node @returns {VNode[]} */
  const all = (node) => [node, ...node.children.flatMap(all)];
  const found = all(review(room(), board, h("header"))).find(({ props }) => props["aria-label"] === name);
  assert.ok(found);
  return found.props;
}

/** Presses a button, holds it for so many repetitions, and lets go. @param {string} name @param {number} times */
function press(name, times) {
  const { onclick, onpointerdown } = button(name);
  onpointerdown?.();
  for (let i = 0; i < times; i++) timers.pop()?.();
  heard.pointerup?.();
  onclick({ detail: 1 });
}

test("a step button that is held goes no further when it is let go", () => {
  look(10);
  press("Previous move", 3);
  assert.equal(app.ui.viewedPly, 7);
  press("Next move", 0);
  assert.equal(app.ui.viewedPly, 8);
  press("Next move", 2);
  button("Next move").onclick({ detail: 0 });
  assert.equal(app.ui.viewedPly, 11, "a key presses it once more");
});

test("a step that leads nowhere keeps its button, and begins no hold", () => {
  look(1);
  const { onpointerdown, disabled, ...props } = button("Previous move");
  assert.deepEqual([onpointerdown, disabled, props["aria-disabled"]], [null, undefined, "true"]);
  assert.equal(button("Next move")["aria-disabled"], undefined);
});

test("the line of a game has its newest moves, and as many as fit", () => {
  look(null);
  /** @param {VNode} node @returns {VNode[]} */
  const beads = (node) => [...(node.tag === "g" ? [node] : []), ...node.children.flatMap(beads)];
  const drawn = beads(moveLine(room(), board)).map(({ key }) => key);
  assert.equal(drawn.at(-1), `19${room().snapshot.plies[19].square}`);
  assert.equal(drawn.length, 20);
});

test("the moves of both have one number, as in records", () => {
  look(null);
  const rows = /** @type {VNode} */ (moveList(room(), board)).children;
  const words = rows.map((row) => written(row));
  assert.deepEqual(
    [words.length, words[0], words[9]],
    [10, "1. 1. 1 , red 1. 2 , yellow", "10. 10. 5 , red 10. 6 , yellow"],
  );
});

test("a stone of an opening is told of who placed it, whoever has its colour", () => {
  const swap2 = /** @type {const} */ ({ rule: "swap2", made: ["place_two", "white"], black: "second", choices: [] });
  const opening = { ...swap2, to_act: /** @type {const} */ ("second"), to_place: 0 };
  const free = /** @type {Shape} */ (shape("gomoku-15"));
  look(1);
  const spec = { ...room().snapshot.spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  receive({
    type: "joined",
    you: null,
    token: null,
    owner: false,
    snapshot: snapshot("K7QM2X", { spec, phase: OVER, plies: plies(7), opening: /** @type {any} */ (opening) }),
  });
  const told = [1, 2, 3, 4, 5, 6, 7].map((at) => {
    set({ viewedPly: at });
    const sentence = review(room(), free, h("header")).children.find(({ key }) => key === "sentence");
    return written(sentence).replace(/.*?(Ana|Bo) plays.*/, "$1");
  });
  assert.deepEqual(told, ["Ana", "Ana", "Ana", "Bo", "Bo", "Ana", "Bo"]);
});

test("no other point is said to be better where it is worth as much", () => {
  const free = /** @type {Shape} */ (shape("gomoku-15"));
  /** @param {number} best @param {number} after the worth to who answers */
  const judged = (best, after) => {
    look(2);
    const spec = { ...room().snapshot.spec, variant: "gomoku-15" };
    const seat = { you: null, token: null, owner: false };
    receive({ type: "joined", ...seat, snapshot: snapshot("K7QM2X", { spec, phase: OVER, plies: plies(4) }) });
    [best, after].forEach((score, i) => {
      const lines = [{ score: String(score), end: null, depth: 9, pv: ["h8", "h9"] }];
      const moves = plies(1 + i).map(({ square }) => square);
      const analysis = { type: "analysis", variant: "gomoku-15", moves, columns: [], lines, nodes: "1", elapsed: 1 };
      receive(/** @type {any} */ (analysis));
    });
    set({ viewedPly: 2 });
    const drawn = review(room(), free, h("header"));
    return written(drawn.children.find(({ key }) => key === "sentence")).replace(/.*b1 /, "");
  };
  assert.equal(judged(392, 100), "h8 was better: +3.9 (played: \u22121.0)");
  assert.equal(judged(392, -388), "a best move: +3.9");
  assert.equal(judged(392, -450), "a best move: +3.9");
});

/** What is said of the ply that is looked at. */
const judged = () =>
  written(review(room(), board, h("header")).children.find(({ key }) => key === "sentence")).replace(/.*plays . /, "");

test("a board that is not analysed is said to be so, and what is refused for a moment is asked again", () => {
  set({ viewedPly: null });
  look(2);
  taken();
  const COMING = "The server is working out what the move was worth.";
  const refusal = { code: "over_limit", limit: "open analyses", most: 1 };
  const refused = (/** @type {any} */ refusal) => receive({ type: "refused", refusal, message: "", ref: ANALYSE });
  const asked = () => taken().map(({ type }) => type);
  lookAt(2);
  assert.deepEqual(asked(), ["analyse_game"]);
  refused(refusal);
  assert.deepEqual([judged(), app.ui.notice], [COMING, null]);
  timers.pop()?.();
  assert.deepEqual(asked(), ["analyse_game"]);
  refused({ code: "not_analysed", variant: "connect-four" });
  assert.equal(judged(), "This board is not analysed.");
  lookAt(3);
  assert.deepEqual([judged(), asked()], ["This board is not analysed.", []]);
});

test("a move is not judged beside columns of which nothing is known, unless a win is proven", () => {
  /** The words about a disc in the second column, and the curve's mark of it. @param {(number | "?")[]} scores */
  const told = (...scores) => {
    look(2);
    const value = (/** @type {any} */ score) => (score === "?" ? { type: "unknown" } : { type: "exact", score });
    const columns = [...scores, -7, -7, -7, -7, -7].map(value);
    const analysis = { type: "analysis", variant: "connect-four", moves: ["a1"], columns, lines: [], nodes: "1", elapsed: 1 };
    receive(/** @type {any} */ (analysis));
    const worth = curve(room(), board)[1];
    return [judged(), worth == null ? null : Math.sign(worth), mistakes(room(), board).has(2)];
  };
  const UNKNOWN = "What the move was worth is not known.";
  assert.deepEqual(told("?", "?"), [UNKNOWN, null, false]);
  assert.deepEqual(told(0, "?"), [UNKNOWN, null, false]);
  assert.deepEqual(told("?", 0), [UNKNOWN, null, false]);
  assert.deepEqual(told("?", -3), [UNKNOWN, null, false]);
  assert.deepEqual(told(0, -3), ["draw becomes a loss in 18; better 1", 0, true]);
  // The second to move wins: the worth is that of the first.
  assert.deepEqual(told("?", 3), ["a best move: a win in 19", -1, false]);
  assert.deepEqual(told(3, "?"), [UNKNOWN, -1, false]);
});

/** Every element of a description. @param {VNode} node @returns {VNode[]} */
const drawn = (node) => [node, ...node.children.flatMap(drawn)];

/** The words of a description. @param {import("../dom.js").Child} node @returns {string} */
function written(node) {
  if (Array.isArray(node)) return node.map(written).filter(Boolean).join(" ");
  if (!node || typeof node !== "object") return String(node || "").trim();
  return node.text?.trim() ?? written(node.children);
}

test("the values are those of the position on the board", () => {
  look(2);
  for (const moves of [["a1"], ["a1", "b1"]]) {
    const columns = Array.from({ length: 7 }, (_, column) => ({ type: "exact", score: moves.length === 2 && column === 4 ? 0 : -3 }));
    receive(/** @type {any} */ ({ type: "analysis", variant: "connect-four", moves, columns, lines: [], nodes: "1", elapsed: 1 }));
  }
  const best = drawn(review(room(), board, h("header"))).filter(({ props }) => props.class === "value best");
  assert.deepEqual(best.map(written), ["5 : draw"]);
});

test("the board shows the position after the move, and better moves as ghosts", () => {
  /** The stones of the drawing, and its ghosts. @param {number[]} scores of the columns before the second move */
  const shown = (...scores) => {
    look(2);
    const columns = scores.map((score) => ({ type: "exact", score }));
    const analysis = { type: "analysis", variant: "connect-four", moves: ["a1"], columns, lines: [], nodes: "1", elapsed: 1 };
    receive(/** @type {any} */ (analysis));
    const all = drawn(review(room(), board, h("header")));
    const ghosts = all.flatMap(({ key, props }) => (/^ghost/.test(props.class) ? [`${key} ${props.class}`] : []));
    const stones = all.find(({ key }) => key === "discs")?.children.flatMap(({ key }) => key ?? []);
    return [stones, ghosts, all.find(({ props }) => props.role === "img")?.props["aria-label"]];
  };
  const label = "Position after 2 moves: 1 2";
  assert.deepEqual(shown(-3, -5, 0, 0, -3, -3, -3), [
    ["0a1", "1b1"],
    ["betterc1 ghost second", "betterd1 ghost second"],
    label,
  ]);
  assert.deepEqual(shown(-3, 0, 0, 0, -3, -3, -3)[1], [], "it was as good as any");
  assert.deepEqual(shown(5, -5, 0, 0, -3, -3, -3)[1], ["bettera2 ghost second"], "where a disc would have come to lie");
});
