// The files of the page: what the document names, how modules import each other, and where colours are named.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../", import.meta.url);

test("every file that the document and the manifest name is there", () => {
  const files = readdirSync(folder);
  for (const file of ["index.html", "app.webmanifest"]) {
    const text = readFileSync(new URL(file, folder), "utf8");
    const named = [...text.matchAll(/(?:href=|src=|"src": )"([a-z0-9.-]+)"/g)].map(([, name]) => name);
    assert.ok(named.length >= 3, file);
    for (const name of named) assert.ok(files.includes(name), `${name} is not there`);
  }
});

test("no module imports one that imports it", () => {
  /** @type {Map<string, string[]>} */
  const imported = new Map();
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".js"))) {
    const text = readFileSync(new URL(name, folder), "utf8");
    imported.set(name, [...text.matchAll(/^import [^;]*? from "\.\/([a-z-]+\.js)";$/gm)].map(([, one]) => one));
  }
  assert.ok((imported.get("main.js") ?? []).length > 10);
  /** @param {string} name @param {string[]} path */
  const visit = (name, path) => {
    assert.ok(!path.includes(name), [...path, name].join(" -> "));
    for (const next of imported.get(name) ?? []) if (!done.has(next)) visit(next, [...path, name]);
    done.add(name);
  };
  /** @type {Set<string>} */
  const done = new Set();
  for (const name of imported.keys()) visit(name, []);
});

test("colours are named in the custom properties of the style sheet alone", () => {
  const sheets = readdirSync(folder).filter((one) => one.endsWith(".css"));
  const document = readFileSync(new URL("index.html", folder), "utf8");
  for (const sheet of sheets) {
    assert.ok(document.includes(`"${sheet}"`), `${sheet} is in no document`);
    const rules = readFileSync(new URL(sheet, folder), "utf8").replace(/--[a-z0-9-]+:[^;]*;/g, "");
    const loose = rules.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
    assert.deepEqual(
      loose.filter((colour) => colour !== "#fff"),
      [],
      sheet,
    );
  }
});
