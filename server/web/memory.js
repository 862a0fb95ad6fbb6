// What the browser remembers: the name, the settings and the tokens of seats in
// `localStorage`, the room of this very tab, the lines that are half typed there
// and whom it hides in `sessionStorage`. Everything works without them too, for
// as long as the page is open.

import { shape } from "./rules.js";
import { LANGUAGES } from "./text.js";

/** @import { Name, Outcome, RoomId, Seat, Side, Token } from "../../protocol/protocol.d.ts" */
/**
 * @typedef {object} Settings
 * @property {"auto" | "one" | "two" | "button"} placing how a stone is placed on a free board, and a disc where
 *   columns are narrow; `auto` is two taps by touch and one elsewhere
 * @property {boolean} secondClick whether a mouse plays on large free boards by a second click
 * @property {boolean} shortcuts whether single letters and signs are keys wherever the focus is
 * @property {boolean} sound
 * @property {"auto" | "light" | "dark"} theme
 * @property {string} language a language, or empty for that of the browser
 * @property {string} variant the game of the start screen
 * @property {string} level the level of the bot, by its spec
 * @property {"me" | "bot" | "turn"} first who moves first against it
 * @property {"me" | "bot"} began who did last
 * @property {boolean} turns whether the table of two people at this page turns to the one who is to move
 * @property {boolean} values whether the values of columns are shown where one may see them
 */

/** @type {Settings} */
const DEFAULTS = {
  placing: "auto",
  secondClick: false,
  shortcuts: true,
  sound: true,
  theme: "auto",
  language: "",
  variant: "connect-four",
  level: "",
  first: "turn",
  began: "bot",
  turns: false,
  values: true,
};

/**
 * Whether there is such a value of a setting, which has not every one of its type.
 *
 * @type {Record<string, (value: any) => boolean>}
 */
const VALID = {
  placing: (value) => ["auto", "one", "two", "button"].includes(value),
  theme: (value) => ["auto", "light", "dark"].includes(value),
  language: (value) => ["", ...LANGUAGES].includes(value),
  variant: (value) => shape(value) != null,
  first: (value) => ["me", "bot", "turn"].includes(value),
  began: (value) => ["me", "bot"].includes(value),
};

/** The characters of codes, of rooms and for another device. */
export const CODE_CHARACTERS = "2346789ABCDEFGHJKMNPQRTUVWXYZ";

const CODE = new RegExp(`^[${CODE_CHARACTERS}]{6}$`);

/** The right to the second seat of a room, of two people at this page. @param {RoomId} room @returns {Token | null} */
export function partner(room) {
  const known = read("localStorage", "partners");
  const token = Array.isArray(known) ? known.find((one) => one?.room === room)?.token : null;
  return isSecret(token) ? token : null;
}

/** @param {RoomId} room @param {Token} token */
export function setPartner(room, token) {
  const known = read("localStorage", "partners");
  const others = Array.isArray(known) ? known.filter((one) => one?.room !== room) : [];
  write("localStorage", "partners", [...others, { room, token }].slice(-MOST_SEATS));
}

/** A seat is forgotten after so many newer ones. */
const MOST_SEATS = 60;

/** What no storage took. @type {Record<string, any>} */
const unstored = {};

/** @param {"localStorage" | "sessionStorage"} kind @param {string} key @returns {any} */
function read(kind, key) {
  if (key in unstored) return unstored[key]; // newer than what the storage has
  try {
    return JSON.parse(window[kind].getItem(`enlinea.${key}`) ?? "null");
  } catch {
    return null; // storage is off, or holds something else
  }
}

/** @param {"localStorage" | "sessionStorage"} kind @param {string} key @param {any} value */
function write(kind, key, value) {
  try {
    if (value == null) window[kind].removeItem(`enlinea.${key}`);
    else window[kind].setItem(`enlinea.${key}`, JSON.stringify(value));
    delete unstored[key];
  } catch {
    unstored[key] = value; // a full or forbidden storage costs the memory, not the game
  }
}

/** The name as the person typed it, or as the server suggested it, not as it was numbered. @returns {string} */
export function name() {
  const known = read("localStorage", "name");
  return typeof known === "string" ? whole(known) : "";
}
/** @param {string} value */
export const setName = (value) => write("localStorage", "name", whole(value) || null);

/**
 * A text without halves of surrogate pairs, which the server takes for no JSON; a cut at a length leaves them.
 *
 * @param {string} text
 */
const whole = (text) => text.replace(/\p{Surrogate}/gu, "");

/** @returns {Settings} */
export function settings() {
  const known = read("localStorage", "settings");
  const all = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = known?.[name];
    const valid = typeof value === typeof usual && (VALID[name]?.(value) ?? true);
    return [name, valid ? value : usual];
  });
  return Object.fromEntries(all);
}
/** Beside what another tab has set since. @param {Partial<Settings>} changes */
export const setSettings = (changes) => write("localStorage", "settings", { ...settings(), ...changes });

/** The secret by which the server knows the person again, made at the first visit. @returns {Token} */
export const key = () => secret("key");

/** Another one, which goes in clear: it has the number of a guest, and no name. @returns {Token} */
export const guestKey = () => secret("guest-key");

/** @param {string} kept @returns {Token} */
function secret(kept) {
  const known = read("localStorage", kept);
  if (isSecret(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  write("localStorage", kept, made);
  return made;
}

/**
 * @typedef {object} Held the right to a seat
 * @property {RoomId} room
 * @property {Token} token
 * @property {Side} side when last seen
 * @property {Side | null} [black] the seat of black, where an opening lets it be chosen; `null` while it was not
 * @property {number} [acted] the last game of the room in which both seats have acted: the board does not tell it
 *   after a takeback
 */

/** @returns {Held[]} the newest last */
export function held() {
  const known = read("localStorage", "seats");
  const tab = read("sessionStorage", "seat");
  const all = Array.isArray(known) ? known.filter(isHeld) : [];
  return isHeld(tab) ? [...all.filter((one) => one.room !== tab.room), tab] : all;
}

/** An older page, or another program, may have left anything. @param {any} one */
const isHeld = (one) => isCode(one?.room) && isSecret(one.token);

/** @param {unknown} value */
const isCode = (value) => isText(value) && CODE.test(value);
/** @param {unknown} value @returns {value is Token} */
const isSecret = (value) => isText(value) && /^[0-9a-f]{32}$/.test(value);

/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === "string";

/** Whether seats are still there when the page is opened again: not where storage is forbidden, or full. */
export function lasts() {
  try {
    return window.localStorage.length > 0 && !("seats" in unstored);
  } catch {
    return false;
  }
}

/** @param {RoomId} room @returns {Token | null} */
export const token = (room) => held().find((one) => one.room === room)?.token ?? null;

/** @param {Held} seat */
export function hold(seat) {
  write("localStorage", "seats", [...held().filter((one) => one.room !== seat.room), seat].slice(-MOST_SEATS));
  // A browser counts the storage of a tab by itself: where the other one is full the seat is there after a reload.
  write("sessionStorage", "seat", "seats" in unstored ? seat : null);
}

/** @param {RoomId} room */
export function forget(room) {
  const rest = held().filter((one) => one.room !== room);
  if (read("sessionStorage", "seat")?.room === room) write("sessionStorage", "seat", null);
  write("localStorage", "seats", rest);
}

/** The right to what the person is in a tournament. @param {RoomId} tournament @returns {Token | null} */
export const tournamentToken = (tournament) => entries().find((one) => one.room === tournament)?.token ?? null;

/** @returns {{room: RoomId, token: Token}[]} the newest last */
function entries() {
  const known = read("localStorage", "tournaments");
  return Array.isArray(known) ? known.filter(isHeld) : [];
}

/** Tournaments whose tokens are remembered. */
const MOST_ENTRIES = 20;

/** @param {RoomId} room the code of the tournament @param {Token} token */
export const holdTournament = (room, token) =>
  write("localStorage", "tournaments", [...entries().filter((one) => one.room !== room), { room, token }].slice(-MOST_ENTRIES));

/** The tournament that this tab follows on every screen. @returns {RoomId | null} */
export function followed() {
  const known = read("sessionStorage", "tournament");
  return isCode(known) ? known : null;
}
/** @param {RoomId | null} code */
export const setFollowed = (code) => write("sessionStorage", "tournament", code);

/** Rooms that a person opened to watch and that are remembered. */
const MOST_OWNED = 20;

/** Rooms that this person opened to watch, by the key, on whatever connection. @returns {RoomId[]} the newest last */
export function owned() {
  const known = read("localStorage", "owned");
  return Array.isArray(known) ? known.filter(isCode) : [];
}
/** @param {RoomId} room @param {boolean} isOwned */
export const setOwned = (room, isOwned) =>
  write(
    "localStorage",
    "owned",
    [...owned().filter((one) => one !== room), ...(isOwned ? [room] : [])].slice(-MOST_OWNED),
  );

/** Finished games that are remembered. */
const MOST_PLAYED = 20;

/**
 * @typedef {{room: RoomId, first: Seat, second: Seat, variant: string, outcome: Outcome, at: number}} Played a game
 * that was played here to its end, and when that was
 */

/** @returns {Played[]} the newest first */
export function played() {
  const known = read("localStorage", "played");
  return Array.isArray(known) ? known.filter(isPlayed) : [];
}

/** @param {any} one */
const isPlayed = (one) =>
  isText(one?.room) &&
  isText(one.variant) &&
  isSeat(one.first) &&
  isSeat(one.second) &&
  isText(one.outcome?.reason) &&
  [null, undefined, "first", "second"].includes(one.outcome.winner) &&
  typeof one.at === "number" &&
  Number.isFinite(new Date(one.at).getTime());

/** @param {any} one */
const isSeat = (one) =>
  one?.type === "open" || (one?.type === "human" && isText(one.name)) || (one?.type === "bot" && isText(one.bot));

/** @param {Played} game the newest of its room */
export const keep = (game) =>
  write(
    "localStorage",
    "played",
    [game, ...played().filter((one) => one.room !== game.room)].slice(0, MOST_PLAYED),
  );

/** The room that this tab is in, and as what. @returns {{room: RoomId, role: "seat" | "spectator"} | null} */
export function tabRoom() {
  const known = read("sessionStorage", "room");
  return isCode(known?.room) && ["seat", "spectator"].includes(known.role) ? known : null;
}
/** @param {{room: RoomId, role: "seat" | "spectator"} | null} value */
export const setTabRoom = (value) => write("sessionStorage", "room", value);

/** Half-typed lines that are kept. */
const MOST_DRAFTS = 20;

/** @returns {{place: RoomId | "lobby", words: string}[]} the newest last */
function drafts() {
  const known = read("sessionStorage", "drafts");
  return Array.isArray(known) ? known.filter((one) => isText(one?.place) && isText(one.words)) : [];
}

/** What was typed in a room or in the lobby and is not said. @param {RoomId | "lobby"} place */
export const draft = (place) => drafts().find((one) => one.place === place)?.words ?? "";
/** @param {RoomId | "lobby"} place @param {string} words */
export const setDraft = (place, words) =>
  write(
    "sessionStorage",
    "drafts",
    [...drafts().filter((one) => one.place !== place), ...(words ? [{ place, words }] : [])].slice(-MOST_DRAFTS),
  );

/**
 * @typedef {object} Spoken a line that was sent
 * @property {RoomId | "lobby"} place
 * @property {string} words
 * @property {number} times how often this person had said it there before
 */

/** The line that was sent last and that the server has not answered. @returns {Spoken | null} */
export function spoken() {
  const known = read("sessionStorage", "spoken");
  return isText(known?.place) && isText(known.words) && typeof known.times === "number" ? known : null;
}
/** @param {Spoken | null} line */
export const setSpoken = (line) => write("sessionStorage", "spoken", line);

/** Whose lines this tab hides. No longer than that: a name may be another's tomorrow. @returns {Name[]} */
export function muted() {
  const known = read("sessionStorage", "muted");
  return Array.isArray(known) ? known.filter(isText) : [];
}
/** @param {Name[]} names */
export const setMuted = (names) => write("sessionStorage", "muted", names.length ? names : null);

/** Marks that the page was loaded anew for this reason; false where it was already. @param {string} reason */
export function reloadOnce(reason) {
  if (read("sessionStorage", "reloaded") === reason) return false;
  write("sessionStorage", "reloaded", reason);
  return true;
}
/** The page and the server speak to each other: a later reload is allowed again. */
export const reloadedWell = () => write("sessionStorage", "reloaded", null);
