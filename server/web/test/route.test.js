// What people type to come into a room.

import assert from "node:assert/strict";
import { test } from "node:test";
import { typed } from "../route.js";

test("a code is read as people write it, and so is a link", () => {
  for (const [words, code] of [
    ["8TZYB2", "8TZYB2"],
    [" 8tz yb2 ", "8TZYB2"],
    ["8tz-yb2", "8TZYB2"],
    ["http://192.168.1.5:4270/#8TZYB2", "8TZYB2"],
    ["192.168.1.5:4270/8tzyb2", "8TZYB2"],
    ["http://192.168.1.5:4270/#8TZYB2.K7QM2XAB", "8TZYB2.K7QM2XAB"],
    ["8TZYB", ""],
    ["new", ""],
    ["", ""],
  ])
    assert.equal(typed(words), code, words);
});
