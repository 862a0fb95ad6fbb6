// The sizes at which the layout changes are the same in scripts and in style sheets.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { BESIDE, SHORT, WIDE } from "../layout.js";

const folder = new URL("../", import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, folder), "utf8");

test("the style sheet of the table changes its layout where the scripts do", () => {
  const sheet = read("table.css");
  for (const query of [`(min-width: ${WIDE}px)`, `(max-width: ${WIDE - 1}px)`, `(max-height: ${SHORT - 1}px)`])
    assert.ok(sheet.includes(query), query);
  const beside = `(max-height: ${SHORT - 1}px) and (min-width: ${BESIDE}px) and (max-width: ${WIDE - 1}px)`;
  assert.ok(sheet.includes(beside), beside);
});

test("no other module has sizes of its own", () => {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js") && one !== "layout.js"))
    assert.ok(!/inner(Width|Height) *[<>]|min-width|max-width/.test(read(name)), name);
});
