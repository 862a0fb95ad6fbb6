// What the browser remembers, whatever it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { app, setSettings } from "../app.js";
import { draft, held, lasts, muted, name, played, setDraft, setName, setTabRoom, settings } from "../memory.js";
import { owned, setOwned, spoken, tabRoom, token } from "../memory.js";

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
    for (const key of ["seats", "settings", "name", "played", "drafts", "muted", "spoken", "owned"]) stored.set(`enlinea.${key}`, odd);
    assert.deepEqual(held(), [], odd);
    assert.deepEqual(played(), [], odd);
    assert.deepEqual(muted(), [], odd);
    assert.deepEqual(owned(), [], odd);
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

test("of the rooms that a person opened to watch the newest are kept", () => {
  const rooms = [..."ABCDEFGHJKMNPQRTUVWXYZ"].map((letter) => `K7QM2${letter}`);
  stored.set("enlinea.owned", JSON.stringify([null, "x", "K7QM2"]));
  for (const room of rooms) setOwned(room, true);
  assert.deepEqual(owned(), rooms.slice(-20));
  // Another tab may have opened others.
  setOwned("K7QM2Z", false);
  setOwned("K7QM2Y", true);
  assert.deepEqual(owned(), [...rooms.slice(-20, -2), "K7QM2Y"]);
  stored.delete("enlinea.owned");
});

test("a setting is one that the page has", () => {
  const odd = { variant: "toString", placing: "three", theme: "__proto__", language: "constructor", sound: false };
  for (const variant of ["toString", "__proto__", "", "custom:9x7"]) {
    stored.set("enlinea.settings", JSON.stringify({ ...odd, variant }));
    const { placing, theme, language, ...known } = settings();
    assert.equal(known.variant, "connect-four", variant);
    assert.deepEqual([placing, theme, language, known.sound], ["auto", "auto", "", false]);
  }
  const kept = { variant: "renju", placing: "button", theme: "dark", language: "pl", level: "level:4" };
  stored.set("enlinea.settings", JSON.stringify(kept));
  assert.deepEqual(settings(), { ...kept, first: "turn", began: "bot", secondClick: false, shortcuts: true, sound: true, turns: false, values: true });
});

test("a setting is kept beside those of other tabs", () => {
  stored.set("enlinea.settings", JSON.stringify({ ...app.settings, theme: "dark", sound: false }));
  setSettings({ variant: "renju", level: "" });
  assert.deepEqual([settings().variant, settings().theme, settings().sound], ["renju", "dark", false]);
  assert.equal(app.settings.theme, "auto", "as this tab shows it");
});

test("a seat is in a room, and has a token", () => {
  const seat = { room: "K7QM2X", token: "00112233445566778899aabbccddeeff", side: "first" };
  const odd = ["", "K7QM2", "k7qm2x", "K7QM2X1", "K7QM2O", "__proto__"].map((room) => ({ ...seat, room }));
  stored.set("enlinea.seats", JSON.stringify([...odd, { ...seat, room: "P7HCVR", token: "no" }, seat]));
  assert.deepEqual(held(), [seat]);
  for (const tab of ["7", '"K7QM2X"', '{"room":"x","role":"seat"}', '{"room":"K7QM2X","role":"host"}']) {
    stored.set("enlinea.room", tab);
    assert.equal(tabRoom(), null, tab);
  }
  setTabRoom({ room: "K7QM2X", role: "seat" });
  assert.deepEqual(tabRoom(), { room: "K7QM2X", role: "seat" });
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

test("where the storage is full the seat is kept for the tab, and the page knows that it does not last", async () => {
  const { window } = globalThis;
  const seat = /** @type {const} */ ({ room: "P7HCVR", token: "f".repeat(32), side: "second" });
  /** @param {Map<string, string>} kept @param {() => boolean} full */
  const storageOf = (kept, full) => ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (full()) throw new Error("QuotaExceededError");
      kept.set(key, value);
    },
    removeItem: (/** @type {string} */ key) => kept.delete(key),
    get length() {
      return kept.size;
    },
  });
  let full = true;
  const others = new Map([["another page", "x"]]);
  const sessionStorage = storageOf(new Map(), () => false);
  Object.assign(globalThis, { window: { localStorage: storageOf(others, () => full), sessionStorage } });
  // Modules of another address are as after a reload.
  const load = (/** @type {number} */ n) => import(`../memory.js?loaded=${n}`);
  const before = await load(1);
  before.hold(seat);
  assert.equal(before.lasts(), false);
  assert.equal(before.token(seat.room), seat.token);
  const after = await load(2);
  assert.deepEqual(after.held(), [seat]);
  full = false;
  after.hold({ ...seat, side: "first" });
  assert.equal(after.lasts(), true);
  assert.equal(sessionStorage.getItem("enlinea.seat"), null, "where the other one has it");
  full = true;
  after.hold(seat);
  assert.deepEqual(after.held(), [seat], "the newer one, and no other of its room");
  assert.deepEqual((await load(3)).held(), [seat]);
  full = false;
  after.forget(seat.room);
  assert.deepEqual((await load(4)).held(), []);
  Object.assign(globalThis, { window });
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
