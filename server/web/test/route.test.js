// What people type to come into a room, and the addresses that they are given.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { app, set } from "../app.js";
import { arrive, checkAddress, link, socketAddress, typed } from "../route.js";
import { load } from "../text.js";

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

test("a link with a mistake leads to the start, which says so", async () => {
  await load("en");
  const said = (/** @type {string} */ hash) => {
    set({ notice: null });
    location.hash = hash;
    arrive();
    return app.ui.notice?.text;
  };
  const words = "That is not a game code: a code has six letters and digits.";
  assert.equal(said("#8TZYB"), words, "while the start is shown already");
  said("#new");
  assert.equal(said("#8TZYB2X"), words);
  for (const right of ["", "#new", "#tv", "#8TZYB2"]) assert.equal(said(right), undefined, right);
  location.hash = "#8TZ";
  checkAddress();
  assert.equal(app.ui.notice?.text, words, "when the page is loaded");
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
