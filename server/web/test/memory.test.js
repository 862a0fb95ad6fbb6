// What the browser remembers, whatever it is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { held, lasts, name, settings, token } from "../memory.js";

/** @type {Map<string, string>} */
const stored = new Map();
const storage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  get length() {
    return stored.size;
  },
};
Object.assign(globalThis, { window: { localStorage: storage } });

test("whatever is stored is survived", () => {
  const seat = { room: "K7QM2X", token: "00112233445566778899aabbccddeeff", side: "first" };
  for (const odd of ["null", "7", '"x"', "[]", "{}", "[null]", '[{"room":7}]', '{"variant":null,"theme":{}}', "{"]) {
    for (const key of ["seats", "settings", "name"]) stored.set(`enlinea.${key}`, odd);
    assert.deepEqual(held(), [], odd);
    assert.equal(token("K7QM2X"), null);
    assert.equal(settings().variant, "connect-four");
    assert.equal(settings().theme, "auto");
    assert.equal(typeof name(), "string");
  }
  stored.set("enlinea.seats", JSON.stringify([null, seat, 3]));
  assert.deepEqual(held(), [seat]);
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
