// What reaches a person who does not look at the board: the title and the mark
// of the tab, and the live regions that screen readers speak.

import { app, say, set, shownRoom } from "./app.js";
import { timeLeft } from "./room.js";
import { mayPlay } from "./actions.js";
import { falls, gameName, seatName, time } from "./words.js";
import { text } from "./text.js";

const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
let shown = "";

/** The title and the mark of the tab, as the game stands. */
export function tab() {
  const { room } = app.state;
  const yours = Boolean(room && mayPlay(room));
  const table = shownRoom();
  const away = !table || !document.hasFocus() || document.visibilityState !== "visible";
  const game = room ? gameName(room.snapshot.spec.variant) : "";
  const title = yours && away ? text("title-your-turn", { game }) : table ? text("title-game", { game }) : "enlinea";
  if (document.title !== title) document.title = title;
  const first = room ? room.snapshot.plies.length % 2 === 0 : true;
  const next = `${first} ${room ? falls(room.snapshot.spec.variant) : true} ${yours && away}`;
  if (next === shown) return;
  shown = next;
  icon.href = favicon(first, room ? falls(room.snapshot.spec.variant) : true, yours && away);
}

/** @param {boolean} first @param {boolean} tiles @param {boolean} turn */
function favicon(first, tiles, turn) {
  const body = tiles ? (first ? "#D03A24" : "#F2B632") : first ? "#1B1D22" : "#FDFCF8";
  const ring = tiles && !first ? '<circle cx="16" cy="16" r="5" fill="none" stroke="#7A4A00" stroke-width="2.4"/>' : "";
  const dot = turn ? '<circle cx="26" cy="6" r="6" fill="#fff"/><circle cx="26" cy="6" r="4.5" fill="#D03A24"/>' : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${tiles ? "#2A52B4" : "#E2B873"}"/>${tiles ? '<circle cx="16" cy="16" r="11.5" fill="#F6F3EC"/>' : ""}<circle cx="16" cy="16" r="10.2" fill="${body}"/>${ring}${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** @type {Record<string, number>} */
const clearing = {};
/** @type {Record<string, number>} when something was said last */
const saidAt = {};
/** Time within which words follow those before them, in milliseconds. */
const TOGETHER = 200;

/**
 * Has screen readers say something, instead of what was said just before, or behind it.
 *
 * @param {string} words @param {"polite" | "assertive"} [how] @param {boolean} [behind]
 */
export function announce(words, how = "polite", behind = false) {
  // One that is closed by now stands until the page is drawn.
  const inside = app.ui.dialog && document.querySelector(`dialog[open] [aria-live=${how}]`);
  const region = inside || document.getElementById(how);
  if (!region) return;
  const before = region.textContent ?? "";
  const together = behind && before && Date.now() - (saidAt[how] ?? 0) < TOGETHER;
  saidAt[how] = Date.now();
  // The same words twice are read twice only if they differ.
  region.textContent = together ? `${before} ${words}` : before === words ? `${words}\u00a0` : words;
  clearTimeout(clearing[how]);
  // A dialog has regions of its own, which may have opened or closed since.
  clearing[how] = setTimeout(() => silence(how), 5000);
}

/**
 * Says something to everybody, once: in the head line, for a moment, and by screen readers.
 *
 * @param {string} words @param {"polite" | "assertive"} [how] @param {number} [time] in the head line
 * @param {boolean} [ofServer] whether the words are of the server and no game
 */
export function notify(words, how = "polite", time = undefined, ofServer = false) {
  announce(words, how);
  say(words, time, ofServer);
}

/** @param {string} how */
function silence(how) {
  for (const region of document.querySelectorAll(`.offscreen[aria-live=${how}]`)) region.textContent = "";
}

/** Takes back what was said for a moment: the page has another language now. */
export function forgetSaid() {
  silence("polite");
  silence("assertive");
  set({ said: null });
}

/** Says both clocks, since they are never said by themselves. */
export function announceClocks() {
  const { room } = app.state;
  if (!room) return;
  const now = Date.now();
  const first = timeLeft(room, "first", now);
  const second = timeLeft(room, "second", now);
  if (first == null || second == null) return announce(text("no-clock"), "assertive");
  const { seats } = room.snapshot;
  announce(
    text("clocks-said", {
      first: seatName(seats.first),
      left: time(first),
      second: seatName(seats.second),
      other: time(second),
    }),
    "assertive",
  );
}
