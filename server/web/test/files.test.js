// The document names every module, so that none waits for another to be read.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../", import.meta.url);

test("every module is preloaded, and every file that the document names is there", () => {
  const document = readFileSync(new URL("index.html", folder), "utf8");
  const files = readdirSync(folder);
  const named = [...document.matchAll(/(?:href|src)="([a-z.]+)"/g)].map(([, name]) => name);
  for (const name of named) assert.ok(files.includes(name), `${name} is not there`);
  for (const name of files.filter((one) => one.endsWith(".js")))
    assert.ok(named.includes(name), `${name} is not named`);
});

test("colours are named in the custom properties of the style sheet alone", () => {
  for (const sheet of ["style.css", "table.css", "board.css"]) {
    const rules = readFileSync(new URL(sheet, folder), "utf8").replace(/--[a-z0-9-]+:[^;]*;/g, "");
    const loose = rules.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
    assert.deepEqual(
      loose.filter((colour) => colour !== "#fff"),
      [],
      sheet,
    );
  }
});
