// Lines that are tried: beside a game that is looked back at, and of no game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, plies, snapshot, taken } from "./browser.js";
import { endTrial, lookAt, step, stepTrial, tryMove } from "../actions.js";
import { analyse } from "../analyse.js";
import { app, set } from "../app.js";
import { h } from "../dom.js";
import { receive } from "../effects.js";
import { moveList } from "../line.js";
import { review } from "../review.js";
import { arrive, go, parse } from "../route.js";
import { lineOf, shape } from "../rules.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { address, positionOf, withMove } from "../trial.js";

/** @import { Shape } from "../rules.js" */
/** @import { VNode } from "../dom.js" */

await load("en");

const board = /** @type {Shape} */ (shape("connect-four"));

/** @param {VNode} node @returns {VNode[]} */
const all = (node) => [node, ...node.children.flatMap(all)];
/** @param {VNode} node @returns {string} */
const words = (node) => all(node).map(({ text }) => text?.trim()).filter(Boolean).join(" ");

/** @param {string} text @param {RegExp} pattern */
const says = (text, pattern) => assert.ok(pattern.test(text), text);

const asked = () => taken().map((message) => (message.type === "analyse" ? message.moves.join(" ") : message.type));

/** Looks back at a ply of a game that is over. @param {number} at */
function look(at) {
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null }, trial: null, askedGame: null, askedPosition: null });
  const seat = { you: null, token: null, owner: false };
  receive({ type: "joined", ...seat, snapshot: snapshot("K7QM2X", { phase: OVER, plies: plies(6) }) });
  lookAt(at);
  taken();
}

const room = () => /** @type {import("../room.js").Room} */ (app.state.room);
const drawn = () => review(room(), board, h("header"));

test("an address of a position is read as it is written, and one that does not fit the board is none", () => {
  for (const [written, moves] of /** @type {[string, string][]} */ ([
    ["connect-four:4455", "d1 d2 e1 e2"],
    ["connect-four:", ""],
    ["gomoku-15:h8i10", "h8 i10"],
    ["custom:9x7x5:falls:99", "i1 i2"],
    ["custom:12x7x5:falls:l1", "l1"],
  ])) {
    const found = positionOf(written);
    assert.equal(found?.moves.join(" "), moves, written);
    assert.equal(address(found?.variant ?? "", found?.moves ?? []), written);
  }
  assert.deepEqual(positionOf("connect-four"), { variant: "connect-four", moves: [] });
  for (const wrong of ["connect-four:8", "connect-four:4444444", "chess:4", "gomoku-15:44", "gomoku-15:h8h8", "connect-four:12121213", ""])
    assert.equal(positionOf(wrong), null, wrong);
  assert.deepEqual(parse("#analyse=connect-four:44"), { name: "analyse", variant: "connect-four", moves: ["d1", "d2"] });
  assert.equal(parse("#analyse=connect-four:9").name, "start");
});

test("the last stone wins in every direction, and where five must be exact six do not", () => {
  const five = /** @type {Shape} */ (shape("gomoku-standard"));
  /** @param {string} line @param {Shape} of */
  const won = (line, of) => lineOf(of, line.split(" ")).sort().join(" ");
  assert.equal(won("d1 a1 e1 a2 g1 a3 f1", board), "d1 e1 f1 g1");
  assert.equal(won("a1 g1 b2 g2 c3 g3 d4", board), "a1 b2 c3 d4");
  assert.equal(won("d1 g1 c2 g2 b3 g3 a4", board), "a4 b3 c2 d1");
  assert.equal(won("a1 g1 a2 g2 a3", board), "");
  const six = "a1 a9 b1 b9 c1 c9 e1 e9 f1 f9 d1";
  assert.equal(won(six, five), "");
  assert.equal(won(six, /** @type {Shape} */ (shape("gomoku-15"))), "a1 b1 c1 d1 e1 f1");
  assert.equal(withMove(board, "d1 a1 e1 a2 g1 a3 f1".split(" "), { after: 7, moves: [], at: 0 }, "b1"), null, "it is over");
});

test("a move is tried in the place of the one that is looked at, and one touch leads back", () => {
  look(3);
  tryMove("e5");
  assert.deepEqual(app.ui.trial, { after: 2, moves: ["e1"], at: 1 });
  assert.deepEqual(asked(), ["a1 b1 e1"]);
  says(words(drawn()), /Your line: 2\. 5 The server is working out/);
  const columns = Array.from({ length: 7 }, () => ({ type: /** @type {const} */ ("exact"), score: 3 }));
  receive({ type: "analysis", variant: "connect-four", moves: ["a1", "b1", "e1"], columns, lines: [], nodes: "1", elapsed: 1 });
  says(words(drawn()), /yellow wins in 18/);
  tryMove("e1");
  assert.deepEqual(asked(), ["a1 b1 e1 e2"]);
  // The values of all columns are shown, and the branch among the moves.
  assert.equal(all(drawn()).filter(({ props }) => /^value\b/.test(props.class)).length, 7);
  assert.ok(all(drawn()).some(({ props }) => props.class === "worth branch"));
  const rows = moveList(room(), board).children;
  assert.deepEqual(rows.map(words).map((row) => row.slice(0, 4)), ["1. 1", "2. 2", "5 5", "3. 3"]);
  says(words(drawn()), /Your line: 2\. 5 5.*Back to the game/);
  step(-1);
  assert.deepEqual([app.ui.trial?.at, asked()], [1, []], "it is known");
  step(1);
  assert.equal(app.ui.trial?.at, 2);
  stepTrial(-1);
  tryMove("f1");
  assert.deepEqual(app.ui.trial?.moves, ["e1", "f1"], "what was beyond it is gone");
  taken();
  endTrial();
  assert.deepEqual([app.ui.trial, app.ui.viewedPly], [null, 3]);
  assert.deepEqual(asked(), ["analyse_game"], "which the line had ended");
});

test("the move of the game leads on in it, and after the end of a game nothing is tried", () => {
  look(3);
  tryMove("c1");
  assert.deepEqual([app.ui.trial, app.ui.viewedPly], [null, 4]);
  tryMove("a1");
  says(words(drawn()), /Your line: 2… 1 /);
  lookAt(2);
  assert.equal(app.ui.trial, null, "another move of the game is looked at");
  app.state = { ...app.state, unanalysed: ["connect-four"] };
  tryMove("g1");
  assert.equal(app.ui.trial, null, "where nothing is told of it");
});

test("a line that wins is said to, and is not asked about", () => {
  app.state = empty();
  go("analyse=connect-four:123123");
  arrive();
  tryMove("a1");
  assert.deepEqual(asked().at(-1), "a1 b1 c1 a2 b2 c2 a3");
  go("analyse=connect-four:1212121");
  taken();
  says(words(analyse("connect-four")), /red wins/);
  tryMove("g1");
  assert.equal(app.ui.trial?.moves.length, 7);
  assert.deepEqual(asked(), []);
});

test("a position of no game has its moves in the address", () => {
  app.state = empty();
  go("analyse=connect-four:44");
  assert.deepEqual(asked(), ["d1 d2"]);
  tryMove("e1");
  assert.equal(location.hash, "#analyse=connect-four:445");
  assert.deepEqual(asked(), ["d1 d2 e1"]);
  stepTrial(-2);
  assert.equal(location.hash, "#analyse=connect-four:4");
  stepTrial(1);
  assert.equal(location.hash, "#analyse=connect-four:44");
  endTrial();
  assert.equal(location.hash, "#analyse=connect-four:");
  says(words(analyse("connect-four")), /Empty board/);
  go("analyse=connect-four:9");
  assert.equal(app.ui.route.name, "start");
  says(app.ui.notice?.text ?? "", /not a position/);
});
