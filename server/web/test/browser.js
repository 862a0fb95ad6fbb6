// What the modules of the page take from a browser, for tests in node: a document without elements, an address with
// its history, and a connection that keeps what is sent. It is imported before them.

import { app } from "../app.js";

/** @import { ClientMessage, ServerMessage, Snapshot } from "../../../protocol/protocol.d.ts" */

/** What the page sent, the newest last. @type {ClientMessage[]} */
export const sent = [];

/** Whether there is a line to the server. */
export const line = { open: true };

const address = new URL("http://server.test/");

const later = globalThis.setTimeout;
/** Waits as node does, but no test waits for words that go away after some seconds. @type {any} */
const setTimeout = (/** @type {() => void} */ act, /** @type {number} */ pause) => {
  /** @type {any} */
  const timer = later(act, pause);
  if (pause > 1000) timer.unref();
  return timer;
};

/** Stands for any element: what is read of it is harmless, what is written is forgotten. */
const nothing = () => ({ textContent: "", style: {}, dataset: {}, focus() {}, click() {} });

Object.assign(globalThis, {
  document: {
    title: "",
    visibilityState: "visible",
    documentElement: { lang: "en" },
    hasFocus: () => true,
    querySelector: (/** @type {string} */ selector) => (selector.startsWith("link") ? nothing() : null),
    querySelectorAll: () => [],
    getElementById: () => null,
    addEventListener() {},
  },
  location: address,
  history: {
    state: null,
    /** @param {any} state @param {string} _ @param {string} url */
    pushState(state, _, url) {
      this.replaceState(state, _, url);
    },
    /** @param {any} state @param {string} _ @param {string} [url] */
    replaceState(state, _, url) {
      this.state = state;
      if (url != null) address.hash = new URL(url, address).hash;
    },
  },
  matchMedia: () => ({ matches: false }),
  isSecureContext: false,
  setTimeout,
  innerWidth: 1280,
  innerHeight: 800,
});

// Later versions of node have one, which nothing is assigned to.
Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true, writable: true });

Object.assign(app, {
  connection: {
    send(/** @type {ClientMessage} */ message) {
      if (line.open) sent.push(message);
      return line.open;
    },
    restart() {},
  },
});

/** What was sent since the last call. */
export const taken = () => sent.splice(0);

/** The server lets the page in. @type {Extract<ServerMessage, {type: "welcome"}>} */
export const WELCOME = {
  type: "welcome",
  protocol: 1,
  software: "test",
  server: "test",
  id: "test",
  addresses: [],
  features: [],
  player: "1",
  name: "Cleo",
  bots: [],
  variants: [],
};

/** The first has won. @type {Snapshot["phase"]} */
export const OVER = { type: "over", outcome: { winner: "first", reason: "line", line: [] } };

/** @param {string} room @param {Partial<Snapshot>} [fields] @returns {Snapshot} */
export const snapshot = (room, fields) => ({
  room,
  spec: {
    variant: "connect-four",
    clock: null,
    listed: true,
    takebacks: true,
    spectators: true,
    pace: 700,
    repeat: 0,
  },
  seq: 4,
  revision: 1,
  seats: { first: { type: "human", name: "Ana" }, second: { type: "human", name: "Bo" } },
  phase: { type: "playing" },
  plies: [],
  offers: {},
  series: { game: 1, wins: { first: 0, second: 0 }, draws: 0 },
  grace: 60_000,
  chat: [],
  spectators: [],
  watching: 0,
  searches: [],
  forbidden: [],
  locked: false,
  chat_closed: false,
  ...fields,
});

/** Plies of the first columns, so many. @param {number} n */
export const plies = (n) => Array.from({ length: n }, (_, i) => ({ square: `${"abcdefg"[i % 7]}${1 + Math.floor(i / 7)}` }));
