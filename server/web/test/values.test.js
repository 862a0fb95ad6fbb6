// Words for what positions are worth.

import assert from "node:assert/strict";
import { test } from "node:test";
import { snapshot } from "./browser.js";
import { fromSnapshot } from "../room.js";
import { load } from "../text.js";
import { shape } from "../rules.js";
import { barsOf, lineWords, searchWords } from "../values.js";
import { gamesAtHand, time } from "../words.js";

/** @import { SearchInfo } from "../../../protocol/protocol.d.ts" */

await load("en");

test("a forced win says whose it is, for whoever reads it", () => {
  const line = { score: "0", pv: ["h8"] };
  assert.equal(lineWords({ ...line, end: 5 }, "first"), "black wins in 3");
  assert.equal(lineWords({ ...line, end: -5 }, "first"), "white wins in 3");
  assert.equal(lineWords({ ...line, end: -4 }, "second"), "black wins in 2");
  assert.equal(lineWords({ ...line, end: 0 }, "second"), "draw");
  assert.equal(lineWords({ ...line, score: "-120", end: null }, "second"), "\u22121.2");
});

test("the score of a bot is told in words where it stands for an end", () => {
  /** @param {string} variant @param {Partial<SearchInfo>} search */
  const words = (variant, search) => {
    const { spec } = snapshot("K7QM2X");
    const room = fromSnapshot(snapshot("K7QM2X", { spec: { ...spec, variant } }), {}, 0);
    return searchWords(room, { side: "first", ply: 1, score: "0", nodes: "1", elapsed: 1, pv: [], ...search });
  };
  assert.equal(words("custom:9x7x5:falls", { score: "3", exact: true }), "wins in 30");
  assert.equal(words("connect-four", { score: "18", exact: true, ply: 1 }), "wins in 4");
  assert.equal(words("connect-four", { score: "18", exact: true, ply: 2 }), "wins in 4");
  assert.equal(words("connect-four", { score: "-18", exact: true, ply: 3 }), "loses in 3");
  assert.equal(words("connect-four", { score: "0", exact: true }), "draw");
  assert.equal(words("gomoku-15", { score: "29997", exact: true }), "wins in 2");
  assert.equal(words("renju", { score: "-29996", exact: true }), "loses in 2");
  assert.equal(words("gomoku", { score: "120", exact: false }), "+1.2");
  assert.equal(words("connect-four", { score: "-10000" }), "sees a loss");
  assert.equal(words("gomoku", { score: "100000000000000" }), "sees a win");
  assert.equal(words("gomoku", { score: "35" }), "score 35");
});

test("the games at hand are the usual ones, or the one that was chosen", () => {
  assert.deepEqual(gamesAtHand("connect-four"), ["connect-four", "gomoku-15"]);
  assert.deepEqual(gamesAtHand("gomoku-15"), ["connect-four", "gomoku-15"]);
  assert.deepEqual(gamesAtHand("renju"), ["connect-four", "renju"]);
});

test("a clock is rounded up, so that only one that has run out shows zero", () => {
  for (const [millis, tenths, shown] of /** @type {[number, boolean, string][]} */ ([
    [300_000, false, "5:00"],
    [299_001, false, "5:00"],
    [3_599_001, false, "1:00:00"],
    [9_401, true, "0:09.5"],
    [1, true, "0:00.1"],
    [0, true, "0:00.0"],
  ]))
    assert.equal(time(millis, tenths), shown);
});

test("a bar tells a win in 3 from a win in 13, in every position", () => {
  const board = /** @type {import("../rules.js").Shape} */ (shape("connect-four"));
  // Of the first to move on an empty board: a score of 22 minus the number of its stones.
  const exact = (/** @type {number} */ score) => /** @type {const} */ ({ type: "exact", score });
  for (const sign of [1, -1]) {
    const { axis, size } = barsOf(board, 0, [exact(sign * 19), exact(sign * 9), exact(0)]);
    assert.ok(size(3) - size(13) >= 10, `${size(3)} ${size(13)}`);
    assert.ok(axis - (sign > 0 ? size(3) : 4) >= 0 && axis + (sign > 0 ? 4 : size(3)) <= 40, `${axis}`);
  }
  const { axis, size } = barsOf(board, 0, [exact(21), exact(-21)]);
  assert.ok(axis - size(1) >= 0 && axis + size(1) <= 40, "both ways");
  assert.deepEqual([size(1) > size(2), size(21) >= 4 * 0.7], [true, true]);
});
