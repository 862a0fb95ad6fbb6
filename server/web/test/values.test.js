// Words for what positions are worth.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../text.js";
import { lineWords } from "../values.js";

await load("en");

test("a forced win says whose it is, for whoever reads it", () => {
  const line = { score: "0", pv: ["h8"] };
  assert.equal(lineWords({ ...line, end: 5 }, "first"), "black wins in 3");
  assert.equal(lineWords({ ...line, end: -5 }, "first"), "white wins in 3");
  assert.equal(lineWords({ ...line, end: -4 }, "second"), "black wins in 2");
  assert.equal(lineWords({ ...line, end: 0 }, "second"), "draw");
  assert.equal(lineWords({ ...line, score: "-120", end: null }, "second"), "\u22121.2");
});
