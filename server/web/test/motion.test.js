// What moves on a board between two positions, and when.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, plies, snapshot } from "./browser.js";
import { STILL, asShown, movesNow, plan } from "../motion.js";
import { fromSnapshot } from "../room.js";

/** @import { Snapshot } from "../../../protocol/protocol.d.ts" */

const HUMAN = /** @type {const} */ ({ type: "human", name: "Ana" });
const BOT = /** @type {const} */ ({ type: "bot", name: "bot", spec: "level:3" });
const AGAINST_BOT = { first: HUMAN, second: /** @type {any} */ (BOT) };

/** @param {number} n plies @param {Partial<Snapshot>} [fields] */
const room = (n, fields) => fromSnapshot(snapshot("K7QM2X", { plies: plies(n), ...fields }), { you: "first" }, 0);

/** @param {import("../motion.js").Motion} motion */
const flights = ({ flights }) => flights.map(({ kind, ply, delay, time }) => [kind, ply, delay, time]);

/** A fall to the lowest row of six. */
const FALL = 318;

test("the answer of a bot waits until the stone before it lies, and 400 ms more", () => {
  const seats = AGAINST_BOT;
  const mine = plan(room(0, { seats }), room(1, { seats }), STILL, 1000, false);
  assert.deepEqual(flights(mine), [["in", 1, 0, FALL]]);
  const both = plan(room(1, { seats }), room(2, { seats }), mine, 1020, false);
  assert.deepEqual(flights(both), [["in", 1, 0, FALL], ["in", 2, FALL - 20 + 400, FALL]], "the first falls on");
  assert.equal(both.until, 1000 + FALL + 400 + FALL);
  const late = plan(room(1, { seats }), room(2, { seats }), mine, 5000, false);
  assert.deepEqual(flights(late), [["in", 2, 0, FALL]], "after a long thought");
  const people = plan(room(1), room(2), plan(room(0), room(1), STILL, 1000, false), 1020, false);
  assert.deepEqual(flights(people).at(-1), ["in", 2, FALL - 20, FALL], "nobody else waits longer than for the landing");
});

test("a board that falls behind catches up", () => {
  let motion = STILL;
  for (let n = 0; n < 12; n++) {
    motion = plan(room(n), room(n + 1), motion, 1000 + n, false);
    assert.ok(motion.until <= 1000 + n + 1500 + FALL);
  }
  assert.ok(motion.flights.length < 7);
});

test("what is taken back leaves upwards, the newest first, and a new game empties the board", () => {
  const back = plan(room(5), room(3), STILL, 1000, false);
  assert.deepEqual(flights(back), [["up", 4, 70, 180], ["up", 5, 0, 180]]);
  const rematch = { series: { game: 2, wins: { first: 1, second: 0 }, draws: 0 } };
  const emptied = plan(room(3, { phase: OVER }), room(0, rematch), STILL, 1000, false);
  assert.deepEqual(flights(emptied), [["off", 1, 0, 320], ["off", 2, 0, 320], ["off", 3, 0, 320]]);
  const next = plan(room(0, rematch), room(1, rematch), emptied, 9000, false);
  assert.deepEqual(flights(next), [["in", 1, 0, FALL]], "what has left does not leave again");
});

test("a game is not said to be over before its last stone lies and the line is drawn", () => {
  const line = ["a1", "b1", "c1", "d1"];
  const phase = /** @type {const} */ ({ type: "over", outcome: { winner: "first", reason: "line", line } });
  const falls = plan(room(6), room(7), STILL, 1000, false);
  const end = room(7, { phase });
  const motion = plan(room(7), end, falls, 1001, false);
  assert.equal(motion.lineDelay, FALL - 1 + 120);
  assert.equal(motion.told, 1000 + FALL + 120 + 280 + 200);
  assert.equal(asShown(end, motion, motion.told - 1).snapshot.phase.type, "landing");
  assert.equal(asShown(end, motion, motion.told), end);
  assert.deepEqual(movesNow(motion, motion.told - 1)?.line, line);
  assert.equal(movesNow(motion, motion.told), null);
  const lost = fromSnapshot({ ...end.snapshot }, { you: "second" }, 0);
  const calm = plan(fromSnapshot(room(7).snapshot, { you: "second" }, 0), lost, falls, 1001, false);
  assert.deepEqual([motion.calm, calm.calm], [false, true]);
  assert.equal(calm.told, motion.told - 200, "nothing fades for who lost");
  const resigned = plan(room(7), room(7, { phase: OVER }), STILL, 1000, false);
  assert.equal(resigned.told, 1000, "nothing moves at a resignation");
});

test("nothing moves for a person who wants no motion, in another room, and after much was missed", () => {
  assert.equal(plan(room(0), room(1), STILL, 1000, true), STILL);
  assert.equal(plan(null, room(1), STILL, 1000, false), STILL);
  assert.equal(plan(room(0), room(9), STILL, 1000, false), STILL);
  const still = plan(room(6), room(7, { phase: OVER }), STILL, 1000, true);
  assert.ok(still.told <= 1000, "and the words come at once");
});
