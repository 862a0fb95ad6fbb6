// What people type to come into a room, and the addresses that they are given.

import assert from "node:assert/strict";
import { test } from "node:test";
import { link, socketAddress, typed } from "../route.js";

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

test("below a path of a proxy the socket and the links are below it too", () => {
  for (const [at, socket, room] of [
    ["http://192.168.1.5:4270/", "ws://192.168.1.5:4270/ws", "http://192.168.1.5:4270/#8TZYB2"],
    ["https://play.example.org/?x=1#new", "wss://play.example.org/ws", "https://play.example.org/#8TZYB2"],
    ["https://example.org/games/#8TZYB2", "wss://example.org/games/ws", "https://example.org/games/#8TZYB2"],
    ["https://example.org/games/index.html", "wss://example.org/games/ws", "https://example.org/games/#8TZYB2"],
  ]) {
    Object.defineProperty(globalThis, "location", { value: new URL(at), configurable: true });
    assert.equal(socketAddress(), socket);
    assert.equal(link("8TZYB2"), room);
  }
});
