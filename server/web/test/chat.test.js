// Lines that are typed and sent: what stays in its field, and what does not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { WELCOME, line, plies, snapshot, taken } from "./browser.js";
import { app, set } from "../app.js";
import { chat, example, speak } from "../chat.js";
import { receive } from "../effects.js";
import { draft, setDraft } from "../memory.js";
import { shape } from "../rules.js";
import { empty } from "../state.js";
import { load } from "../text.js";

/** @import { ChatLine } from "../../../protocol/protocol.d.ts" */

await load("en");

/** @param {string[]} chat what Cleo, who watches, has said */
const joined = (...chat) =>
  receive({
    type: "joined",
    you: null,
    token: null,
    owner: false,
    snapshot: snapshot("K7QM2X", { chat: chat.map((text) => /** @type {ChatLine} */ ({ name: "Cleo", text })) }),
  });

/** @param {string[]} chat */
const lobby = (...chat) =>
  receive({ type: "lobby", rooms: [], players: [], present: 1, chat: chat.map((text) => ({ name: "Cleo", text })) });

/** Begins anew at a table, with a line in the field. @param {string} words */
function typed(words) {
  line.open = true;
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null } });
  receive(WELCOME);
  joined("well");
  setDraft("K7QM2X", words);
  setDraft("lobby", words);
  taken();
}

/** Loads the page again: what is known of it is what the browser remembers. */
async function reload() {
  app.state = empty();
  const again = `../chat.js?${Math.random()}`;
  const page = await import(again);
  app.state.welcome = WELCOME;
  page.hearAgain();
  return page;
}

test("the move that is told as an example is one of the board", () => {
  const told = (/** @type {string} */ variant) => example(/** @type {import("../rules.js").Shape} */ (shape(variant)));
  assert.deepEqual(["connect-four", "gomoku-15", "renju"].map(told), ["4", "h8", "h8"]);
  assert.deepEqual(["custom:3x20x3:falls", "custom:3x20x3:free", "custom:20x3x3:free"].map(told), ["3", "c8", "h3"]);
});

test("a line that was said is not in its field, however late the page hears of it", () => {
  typed("well");
  speak("K7QM2X");
  receive(WELCOME);
  joined("well");
  assert.equal(draft("K7QM2X"), "well", "it was never said");
  speak("K7QM2X");
  receive(WELCOME);
  joined("well", "well");
  assert.equal(draft("K7QM2X"), "");
  speak("lobby");
  receive(WELCOME);
  lobby("well");
  assert.equal(draft("lobby"), "");
});

test("lines that came while the line was lost are unread", () => {
  // On a phone, where the chat is open only if the person opens it.
  Object.assign(globalThis, { innerWidth: 390 });
  /** The lines of a chat, each by the letter of who said it. @param {string} names @returns {ChatLine[]} */
  const lines = (names) => [...names].map((name) => ({ name: name === "c" ? "Cleo" : name, text: "well" }));
  /**
   * The unread lines after a gap.
   *
   * @param {string} before @param {string} now @param {boolean} [open]
   */
  const unread = (before, now, open = false) => {
    app.state = empty();
    set({ route: { name: "room", code: "K7QM2X", handOver: null }, chat: false });
    for (const names of [before, now]) {
      receive(WELCOME);
      const chat = lines(names);
      receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot("K7QM2X", { chat }) });
      set({ chat: open });
    }
    return app.state.room?.unread;
  };
  assert.equal(unread("ab", "ab"), 0);
  assert.equal(unread("ab", "abba"), 2);
  assert.equal(unread("", "a"), 1);
  assert.equal(unread("aa", "aaa"), 1, "alike");
  assert.equal(unread("ab", "abca"), 1, "one's own");
  assert.equal(unread("abcd", "dab"), 2, "cut at the front");
  assert.equal(unread("ab", "dea"), 3, "all others");
  assert.equal(unread("ab", "abba", true), 0, "seen");

  app.state.muted = ["b"];
  receive({ type: "event", room: "K7QM2X", seq: 5, event: { type: "chat_posted", line: { name: "a", text: "well" } } });
  set({ chat: false });
  const chat = lines("abbaab");
  receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot("K7QM2X", { chat }) });
  assert.equal(app.state.room?.unread, 0, "hidden");
});

test("a line that was said is not in its field after the page is loaded again", async () => {
  typed("well");
  speak("K7QM2X");
  let page = await reload();
  joined("well");
  page.toldAgain("K7QM2X");
  assert.equal(draft("K7QM2X"), "well", "it was never said");

  typed("well");
  speak("K7QM2X");
  page = await reload();
  joined("well", "well");
  page.toldAgain("K7QM2X");
  assert.equal(draft("K7QM2X"), "");

  typed("well played");
  speak("lobby");
  page = await reload();
  lobby("well played");
  page.toldAgain("lobby");
  assert.equal(draft("lobby"), "");
});

test("a name in the talk leads to its profile, but for guests, and not while a clock holds its player", () => {
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null } });
  receive({ ...WELCOME, features: ["history"] });
  /** @param {"second" | null} you @param {Partial<import("../../../protocol/protocol.d.ts").Snapshot>} fields */
  const drawn = (you, fields) => {
    const said = ["Ana", "guest-02"].map((name) => /** @type {ChatLine} */ ({ name, text: "hi" }));
    const all = snapshot("K7QM2X", { chat: said, spectators: ["Ana", "guest-02"], watching: 2, ...fields });
    receive({ type: "joined", you, token: you && "0".repeat(32), owner: false, snapshot: all });
    /** @param {import("../dom.js").Child} node @returns {import("../dom.js").VNode[]} */
    const nodes = (node) =>
      Array.isArray(node) ? node.flatMap(nodes) : node && typeof node === "object" ? [node, ...nodes(node.children)] : [];
    const found = nodes(chat(/** @type {import("../room.js").Room} */ (app.state.room)));
    return {
      ways: found.flatMap(({ props }) => props.href ?? []),
      mutes: found.flatMap(({ props }) => (/: hide what/.test(props["aria-label"]) ? props["aria-label"].split(":")[0] : [])),
    };
  };
  // Both may be hidden, with a profile and without.
  assert.deepEqual(drawn(null, {}), { ways: ["#profile=Ana", "#profile=Ana"], mutes: ["Ana", "guest-02"] });
  const clock = { left: { first: 60_000, second: 60_000 }, running: "first" };
  const phase = /** @type {const} */ ({ type: "playing" });
  const held = drawn("second", { phase, plies: plies(4), clock: /** @type {any} */ (clock) });
  assert.deepEqual(held, { ways: [], mutes: ["Ana", "guest-02"] });
});
