// Touches of the board, on a page that has no document.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, snapshot, taken } from "./browser.js";
import { place } from "../actions.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { grid, isFree, keyOnBoard, placing, told } from "../grid.js";
import { moveLine } from "../line.js";
import { status } from "../player.js";
import { shape } from "../rules.js";
import { empty } from "../state.js";
import { stonesOf } from "../room.js";
import { picture } from "../table.js";
import { load } from "../text.js";

/**
 * @import { Snapshot } from "../../../protocol/protocol.d.ts"
 * @import { Room } from "../room.js"
 * @import { Shape } from "../rules.js"
 */

await load("en");
Object.assign(globalThis, { innerWidth: 320 });

/** @type {Room} */
let room;
/** @type {Shape} */
let board;

/** Begins anew, at a board whose points are too small for a finger. @param {Partial<Snapshot>} [fields] */
function seated(fields) {
  app.state = empty();
  app.settings.placing = "auto";
  const code = "K7QM2X";
  set({ route: { name: "room", code, handOver: null }, viewedPly: null });
  set({ picked: null, premove: null, pending: null, zoomed: false });
  receive(WELCOME);
  const spec = { ...snapshot(code).spec, variant: "gomoku" };
  const token = "0".repeat(32);
  receive({ type: "joined", you: "first", token, owner: false, snapshot: snapshot(code, { spec, ...fields }) });
  room = /** @type {Room} */ (app.state.room);
  board = /** @type {Shape} */ (shape("gomoku"));
  taken();
}

const THEIRS = { plies: [{ square: "k10" }] };
/** Touches have a distance of more than one that slid. */
let touches = 0;

/** @param {string} at */
function tap(at) {
  const { props } = grid(room, stonesOf(room), board, false);
  props.onclick({ target: { dataset: { cell: at } }, timeStamp: 1000 * ++touches });
}

const premove = () => app.ui.premove?.square ?? null;

test("one tap on the opponent's turn keeps the move", () => {
  seated(THEIRS);
  app.settings.placing = "one";
  tap("c3");
  assert.deepEqual([app.ui.picked, premove()], [null, "c3"]);
});

test("a kept move is said as it is written, to the person", () => {
  const polite = { textContent: "" };
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "polite" ? polite : null) });
  const spec = { ...snapshot("K7QM2X").spec, variant: "connect-four" };
  seated({ spec, plies: [{ square: "g1" }] });
  const said = () => polite.textContent.trim();
  place("g1");
  assert.deepEqual([status(room, "first").text, said()], ["you play 7 next", "7 is played at your turn."]);
  place("g1");
  assert.equal(said(), "7 is no longer to be played.");
  seated(THEIRS);
  place("c3");
  assert.deepEqual([status(room, "first").text, said()], ["you play c3 next", "c3 is played at your turn."]);
});

test("of two taps on the opponent's turn the first chooses and the second keeps the move", () => {
  seated(THEIRS);
  app.settings.placing = "two";
  tap("c3");
  assert.deepEqual([app.ui.picked, app.ui.zoomed, premove()], ["c3", true, null]);
  assert.deepEqual(picture(room, board).ghost, { square: "c3", colour: "first" });
  tap("c3");
  assert.deepEqual([app.ui.picked, app.ui.zoomed, premove()], [null, false, "c3"]);
  // Another one is chosen, and shown, while the kept one stays.
  tap("d4");
  assert.deepEqual([app.ui.picked, premove()], ["d4", "c3"]);
  assert.equal(picture(room, board).ghost?.square, "d4");
  // A touch of the kept one drops it.
  tap("c3");
  assert.deepEqual([app.ui.picked, premove()], [null, null]);
  assert.deepEqual(taken(), []);
});

test("with the button no tap on the opponent's turn keeps a move", () => {
  seated(THEIRS);
  app.settings.placing = "button";
  tap("c3");
  tap("c3");
  assert.deepEqual([app.ui.picked, app.ui.zoomed, premove()], ["c3", false, null]);
});

test("nothing is chosen of what cannot be played", () => {
  for (const fields of [
    { phase: OVER },
    { ...THEIRS, opening: { rule: "swap2", to_act: "second", to_place: 2, choices: [] } },
    { ...THEIRS, opening: { rule: "swap2", to_act: "second", to_place: 0, choices: ["black", "white"] } },
  ]) {
    seated(/** @type {Partial<Snapshot>} */ (fields));
    app.settings.placing = "two";
    tap("c3");
    assert.deepEqual([app.ui.picked, app.ui.zoomed, premove()], [null, false, null], JSON.stringify(fields));
  }
});

test("a point that is forbidden to the opponent can be chosen", () => {
  seated({ ...THEIRS, forbidden: [{ square: "c3", kind: "overline" }] });
  app.settings.placing = "two";
  tap("c3");
  assert.equal(app.ui.picked, "c3");
});

test("a button leaves the keys of the table to it, but for those that press it", () => {
  /** @param {string} key @param {string} tag */
  const free = (key, tag) => {
    const matches = (/** @type {string} */ selectors) => selectors.split(", ").includes(tag);
    return isFree(/** @type {any} */ ({ key, target: { matches } }));
  };
  for (const key of ["t", "L", ",", ".", "3", "ArrowLeft", "ArrowUp", "Home"]) {
    for (const tag of ["body", "main", "button"]) assert.equal(free(key, tag), true, `${key} on ${tag}`);
    for (const tag of ["input", "select", "dialog *", "[role=grid] *"])
      assert.equal(free(key, tag), false, `${key} on ${tag}`);
  }
  for (const tag of ["body", "button"]) assert.deepEqual([free("Enter", tag), free(" ", tag)], [false, false], tag);
  // What is scrolled or moved by arrows.
  for (const tag of ["div", "[role=slider]"])
    assert.deepEqual(["t", ".", "ArrowDown", "End"].map((key) => free(key, tag)), [true, true, false, false], tag);
});

test("at a turn the keys of the first and the last column are for the board", () => {
  const on = (/** @type {string} */ key) => {
    set({ focus: { column: 9, row: 3 } });
    const event = { key, target: {}, preventDefault() {} };
    return [keyOnBoard(/** @type {any} */ (event), room), app.ui.focus?.column];
  };
  seated();
  assert.deepEqual([on("Home"), on("End"), on("ArrowLeft")], [[true, 0], [true, 19], [true, 8]]);
  seated(THEIRS);
  assert.deepEqual([on("Home"), on("End")], [[false, 9], [false, 9]], "they look back");
});

test("the stone under a mouse is shown while it may be played there, and its point is named", () => {
  seated(THEIRS);
  const at = (/** @type {string | null} */ over) => {
    set({ over });
    const { ghost, aimed } = picture(room, board);
    return [ghost && `${ghost.colour} ${ghost.square}`, aimed];
  };
  assert.deepEqual(at("h8"), [null, null], "on the opponent's turn");
  seated({ plies: [{ square: "k10" }, { square: "k11" }], forbidden: [{ square: "c3", kind: "overline" }] });
  assert.deepEqual(at("h8"), ["first h8", "h8"]);
  assert.ok(JSON.stringify(moveLine(room, board, "h8")).includes('"h8"'));
  assert.deepEqual(at("k10"), [null, null], "a point that is taken");
  assert.deepEqual(at("c3"), [null, null], "a point that is forbidden");
  assert.deepEqual(at(null), [null, null]);
  set({ over: "h8", picked: "j9" });
  assert.deepEqual(picture(room, board).ghost?.square, "j9", "a stone that is picked stays");
  const { props } = grid(room, stonesOf(room), board, false);
  set({ picked: null });
  props.onpointerleave();
  assert.equal(app.ui.over, null);
});

test("a mouse plays by a second click on boards of 15 and more where the player wants that", () => {
  seated();
  const large = /** @type {Shape} */ (shape("gomoku-15"));
  const small = /** @type {Shape} */ (shape("custom:13x13x5:free"));
  const four = /** @type {Shape} */ (shape("connect-four"));
  assert.deepEqual([large, small].map(placing), ["one", "one"]);
  app.settings.secondClick = true;
  assert.deepEqual([large, small, four].map(placing), ["two", "one", "one"]);
  tap("h8");
  assert.deepEqual([app.ui.picked, app.ui.zoomed, taken()], ["h8", false, []]);
  tap("h8");
  assert.deepEqual(taken(), [{ type: "move", revision: 1, square: "h8" }]);
  app.settings.secondClick = false;
});

test("keys of one letter or sign do nothing where the player wants none", () => {
  seated({ plies: [{ square: "k10" }, { square: "k11" }] });
  const key = (/** @type {string} */ key) => /** @type {any} */ ({ key, target: {}, preventDefault() {} });
  const looks = () => {
    set({ viewedPly: null });
    told(key(","));
    return app.ui.viewedPly;
  };
  assert.equal(looks(), 2);
  assert.equal(keyOnBoard(key("3"), room), true);
  app.settings.shortcuts = false;
  assert.equal(looks(), null);
  assert.equal(keyOnBoard(key("3"), room), false);
  assert.equal(keyOnBoard(key("ArrowLeft"), room), true, "arrows are no letters");
  app.settings.shortcuts = true;
});

test("a cell is named by its square, and where discs fall by its column and row", () => {
  seated();
  const name = (/** @type {string} */ variant) => {
    const cells = JSON.stringify(grid(room, ["d1"], /** @type {Shape} */ (shape(variant)), false));
    return /"aria-label":"([^"]* red|[^"]* black)"/.exec(cells)?.[1];
  };
  assert.deepEqual([name("connect-four"), name("gomoku")], ["column 4, row 1 red", "d1 black"]);
});

test("where discs fall a digit plays in its column at one's turn, and else chooses it", () => {
  const spec = { ...snapshot("K7QM2X").spec, variant: "connect-four" };
  const pressed = (/** @type {Snapshot["plies"]} */ plies, repeat = false) => {
    seated({ spec, plies });
    keyOnBoard(/** @type {any} */ ({ key: "3", repeat, target: {}, preventDefault() {} }), room);
    return [taken().map((one) => one.type === "move" && one.square), app.ui.focus?.column, premove()];
  };
  assert.deepEqual(pressed([]), [["c1"], 2, null]);
  assert.deepEqual(pressed([{ square: "d1" }]), [[], 2, null]);
  app.ui.focus = null;
  assert.deepEqual(pressed([], true), [[], undefined, null], "a key that is held");
  app.settings.shortcuts = false;
  assert.deepEqual(pressed([]), [[], undefined, null], "none of these keys");
  app.settings.shortcuts = true;
});
