// What the browser remembers, whatever it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { draft, held, lasts, muted, name, played, setDraft, setName, settings, spoken, token } from "../memory.js";

/** @type {Map<string, string>} */
const stored = new Map();
const storage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  get length() {
    return stored.size;
  },
};
Object.assign(globalThis, { window: { localStorage: storage, sessionStorage: storage } });

test("whatever is stored is survived", () => {
  const seat = { room: "K7QM2X", token: "00112233445566778899aabbccddeeff", side: "first" };
  for (const odd of ["null", "7", '"x"', "[]", "{}", "[null]", '[{"room":7}]', '{"variant":null,"theme":{}}', "{"]) {
    for (const key of ["seats", "settings", "name", "played", "drafts", "muted", "spoken"]) stored.set(`enlinea.${key}`, odd);
    assert.deepEqual(held(), [], odd);
    assert.deepEqual(played(), [], odd);
    assert.deepEqual(muted(), [], odd);
    assert.equal(draft("lobby"), "", odd);
    assert.equal(spoken(), null, odd);
    assert.equal(token("K7QM2X"), null);
    assert.equal(settings().variant, "connect-four");
    assert.equal(settings().theme, "auto");
    assert.equal(typeof name(), "string");
  }
  stored.set("enlinea.seats", JSON.stringify([null, seat, 3]));
  assert.deepEqual(held(), [seat]);
});

test("of the games that were played here those are kept that can be shown", () => {
  const human = { type: "human", name: "Ana" };
  const bot = { type: "bot", bot: "level:3" };
  const outcome = { reason: "line", line: [], winner: "first" };
  const game = { room: "K7QM2X", first: human, second: bot, variant: "connect-four", outcome, at: 1_700_000_000_000 };
  const odd = [
    null,
    1,
    { room: "K7QM2X" },
    { ...game, first: null },
    { ...game, second: { type: "bot" } },
    { ...game, variant: 4 },
    { ...game, outcome: { ...outcome, winner: "third" } },
    { ...game, at: "yesterday" },
    { ...game, at: 1e300 },
  ];
  stored.set("enlinea.played", JSON.stringify([...odd, game]));
  assert.deepEqual(played(), [game]);
});

test("a name has no halves of characters, which the server would not read", () => {
  stored.set("enlinea.name", JSON.stringify("Ana\ud83d"));
  assert.equal(name(), "Ana");
  setName("B\udc00o \ud83d\ude00");
  assert.equal(stored.get("enlinea.name"), JSON.stringify("Bo \ud83d\ude00"));
});

test("each place has its own half-typed line", () => {
  setDraft("lobby", "who pl");
  setDraft("K7QM2X", "well pl");
  assert.deepEqual([draft("lobby"), draft("K7QM2X"), draft("P7HCVR")], ["who pl", "well pl", ""]);
  setDraft("K7QM2X", "");
  assert.deepEqual([draft("lobby"), draft("K7QM2X")], ["who pl", ""]);
});

test("a storage that is forbidden lasts for nothing", () => {
  assert.equal(lasts(), true);
  Object.assign(globalThis, {
    window: {
      get localStorage() {
        throw new Error("SecurityError");
      },
    },
  });
  assert.equal(lasts(), false);
  assert.deepEqual(held(), []);
});
