// What drawing knows of the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { segments } from "../board.js";
import { clockParts, grace, landing, parseMove, placedBy, seatOf, shape, toAct } from "../rules.js";
import { stonesToGo } from "../values.js";

/** @param {string} variant */
const known = (variant) => {
  const found = shape(variant);
  assert.ok(found, variant);
  return found;
};

test("every variant has its measures, and a later one has none", () => {
  assert.deepEqual(known("custom:9x7x5:falls"), { columns: 9, rows: 7, inRow: 5, falls: true, exact: false });
  assert.equal(known("custom:19x19x5:exact").exact, true);
  assert.equal(known("gomoku").columns, 20);
  assert.equal(shape("hex"), null);
});

test("a disc lands on those below it, until the column is full", () => {
  const board = known("connect-four");
  assert.equal(landing(board, ["d1", "d2", "c1"], 3), "d3");
  assert.equal(landing(board, ["a1", "a2", "a3", "a4", "a5", "a6"], 0), null);
});

test("moves are read as people type them", () => {
  const rows = /** @type {[string, string, string | null][]} */ ([
    ["4", "connect-four", "d1"],
    ["D", "connect-four", "d1"],
    ["d 3", "connect-four", "d3"],
    ["8", "connect-four", null],
    ["h8", "gomoku-15", "h8"],
    ["J 10", "gomoku-15", "j10"],
    ["p1", "gomoku-15", null],
    ["4", "gomoku-15", null],
    ["hello", "connect-four", null],
  ]);
  for (const [typed, variant, expected] of rows) assert.equal(parseMove(typed, known(variant)), expected, typed);
});

test("the seat to act follows the plies, or the opening", () => {
  assert.equal(toAct(3, null), "second");
  const opening = { rule: "swap2", to_act: /** @type {const} */ ("first"), to_place: 2, choices: [], black: null };
  assert.equal(toAct(1, opening), "first");
  const done = { ...opening, to_place: 0, black: /** @type {const} */ ("second") };
  assert.equal(toAct(3, done), "first"); // white's stone, and first has white
  assert.equal(seatOf("first", done), "second");
});

test("a stone was placed by the seat of its colour, or by whoever placed those of the opening", () => {
  const rows = /** @type {[number, string[] | null, "first" | "second" | null, "first" | "second"][]} */ ([
    [0, null, null, "first"],
    [1, null, null, "second"],
    [1, [], null, "first"],
    [2, ["black"], "second", "first"],
    [3, ["black"], "second", "first"], // white's stone, and first has white
    [4, ["black"], "second", "second"],
    [3, ["place_two"], null, "second"],
    [4, ["place_two", "white"], "second", "second"],
    [5, ["place_two", "white"], "second", "first"],
    [3, ["white"], "first", "second"],
  ]);
  for (const [index, made, black, seat] of rows) {
    const opening = made && {
      rule: /** @type {const} */ ("swap2"),
      to_act: /** @type {const} */ ("first"),
      to_place: 0,
      choices: [],
      made: /** @type {import("../../../protocol/protocol.d.ts").OpeningChoice[]} */ (made),
      black,
    };
    assert.equal(placedBy(index, opening), seat, `${index} ${made}`);
  }
});

test("the ends of a win are found, of two wins too", () => {
  assert.deepEqual(segments(["a1", "b2", "c3", "d4"], 4), [["a1", "d4"]]);
  assert.deepEqual(segments(["a1", "a2", "a3", "a4", "b1", "c1", "d1"], 4).length, 2);
});

test("who plays without a clock may be away for longer", () => {
  assert.equal(grace(null), 900_000);
  assert.equal(grace("5m+3s"), null);
  assert.equal(grace("5m+3s", 2), 120_000);
  assert.equal(grace(null, 2), 120_000);
});

test("a clock has its parts", () => {
  assert.deepEqual(clockParts("5m+3s"), { initial: 300_000, increment: 3000 });
  assert.deepEqual(clockParts("90s"), { initial: 90_000, increment: 0 });
  assert.equal(clockParts(null), null);
});

test("the stones to a win are counted from the score", () => {
  const board = known("connect-four");
  // The first side wins with its 18th last disc, before ply 1: with its fourth.
  assert.equal(stonesToGo(board, 0, 18), 4);
  assert.equal(stonesToGo(board, 6, 18), 1);
  assert.equal(stonesToGo(board, 5, -18), 1);
});
