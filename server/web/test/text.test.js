// The languages have the same texts with the same places, and every text that
// the page asks for is there.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { LANGUAGES, choose, load, rich, text } from "../text.js";
import { gameName, refusalId } from "../words.js";

const folder = new URL("../", import.meta.url);
/** @type {Record<string, Record<string, import("../text.js").Text>>} */
const all = {};
for (const language of LANGUAGES) all[language] = (await import(`../lang/${language}.js`)).default;

/** @param {import("../text.js").Text} text @returns {string[]} */
const forms = (text) => (typeof text === "string" ? [text] : Object.values(text));
/** @param {string} words */
const places = (words) => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort().join(" ");

test("every language has the same ids with the same places", () => {
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(all[language]).sort(), Object.keys(all.en).sort(), language);
    for (const id in all.en) {
      const expected = places(forms(all.en[id])[0]);
      for (const form of forms(all[language][id])) assert.equal(places(form), expected, `${language} ${id}`);
    }
  }
});

test("a plural has every form of its language", () => {
  for (const language of LANGUAGES) {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [id, words] of Object.entries(all[language])) {
      if (typeof words === "string") continue;
      assert.ok(words.other || needed.every((form) => words[form]), `${language} ${id}`);
    }
  }
});

test("every text that the page names is there", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const source = readFileSync(new URL(file, folder), "utf8");
    for (const [, id] of source.matchAll(/\b(?:text|rich)\(\s*"([a-z0-9-]+)"/g))
      assert.ok(id in all.en, `${file}: ${id}`);
  }
});

test("every refusal of the protocol has words, or something to do", () => {
  const protocol = readFileSync(new URL("../../protocol/protocol.d.ts", folder), "utf8");
  const refusals = protocol.slice(protocol.indexOf("export type Refusal ="));
  const codes = [...refusals.slice(0, refusals.indexOf("\nexport ")).matchAll(/code: "(\w+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 50, String(codes));
  const source = readFileSync(new URL("effects.js", folder), "utf8");
  const done = new Set([...source.matchAll(/case "(\w+)":/g)].map(([, code]) => code));
  for (const code of codes) assert.ok(refusalId(code) in all.en || done.has(code), code);
});

test("a text is in the language and the number that are wanted", async () => {
  await load("pl");
  assert.equal(text("moves", { n: 1 }), "1 ruch");
  assert.equal(text("moves", { n: 3 }), "3 ruchy");
  assert.equal(text("moves", { n: 5 }), "5 ruchów");
  await load("en");
  assert.equal(text("moves", { n: 22 }), "22 moves");
  assert.equal(text("no-text-of-this-id"), "no-text-of-this-id");
  assert.deepEqual(rich("offers-draw", { name: 7 }), ["", 7, " offers a draw"]);
});

test("boards of a person's own have names that tell them apart", async () => {
  for (const language of LANGUAGES) {
    await load(language);
    const names = ["falls", "free", "exact"].map((kind) => gameName(`custom:9x7x5:${kind}`));
    assert.equal(new Set(names).size, 3, names.join(" / "));
  }
  await load("en");
  assert.equal(gameName("custom:9x7x5:exact"), "exactly 5 in a row, 9 × 7");
});

test("the first language that there is, is chosen", () => {
  assert.equal(choose(["pl-PL", "en"]), "pl");
  assert.equal(choose(["de", "es-419"]), "es");
  assert.equal(choose(["de"]), "en");
});

test("the hint of a setting has the words of its buttons", () => {
  for (const language of LANGUAGES) {
    const hint = String(all[language]["setting-placing-hint"]);
    for (const one of ["one", "two", "button"]) {
      const words = String(all[language][`placing-${one}`]);
      assert.ok(hint.includes(`${words}:`), `${language}: ${words}`);
    }
  }
});
