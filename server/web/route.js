// Where the page is, in the fragment of its address: nothing for the start,
// `#new`, `#tv`, `#K7QM2X` for a room, `#K7QM2X.CODE2345` for taking a seat over;
// `#history?player=Ana`, `#game=1234`, `#profile=Ana` and `#leaderboard`;
// `#tournament=FR7K2M`, the same with `&wall`, `#tournaments` and `#new-tournament`.
// What is open above a screen is a step of the history too, and so are looking
// back and a game whose clock runs: a step back closes the one, and asks in the other.

import { NO_DIALOG, NOTHING_PICKED, app, hasTournaments, redraw, send, set, showNotice, shownRoom } from "./app.js";
import { following, isMine } from "./following.js";
import * as memory from "./memory.js";
import { risk } from "./room.js";
import { shape } from "./rules.js";
import { MUTED_BEFORE, asking as askingPast, position, without } from "./state.js";
import { text } from "./text.js";
import { address, hasChoice, positionOf } from "./trial.js";

/** @import { Route } from "./app.js" */
/** @import { Trial } from "./trial.js" */
/** @import { ClientMessage, RoomId, Square } from "../../protocol/protocol.d.ts" */

const ROOM = new RegExp(`^([${memory.CODE_CHARACTERS}]{6})(?:\\.([${memory.CODE_CHARACTERS}]{8}))?$`);

const TOURNAMENT = new RegExp(`^TOURNAMENT=([${memory.CODE_CHARACTERS}]{6})(&WALL)?$`);

/** @param {string} hash @returns {Route} */
export function parse(hash) {
  const word = hash.replace(/^#/, "");
  if (word === "new" || word === "tv" || word === "tournaments" || word === "new-tournament") return { name: word };
  const event = TOURNAMENT.exec(word.toUpperCase());
  if (event) return { name: "tournament", code: event[1], wall: Boolean(event[2]) };
  const found = /^analyse(?:=(.*))?$/.exec(word);
  if (found) {
    const line = positionOf(decode(found[1] ?? "connect-four"));
    return line ? { name: "analyse", ...line } : { name: "start" };
  }
  const list = /^(history|leaderboard)(?:\?(.*))?$/.exec(word);
  const filter = Object.fromEntries(new URLSearchParams(list?.[2] ?? ""));
  if (list) return list[1] === "history" ? { name: "history", filter } : { name: "leaderboard", filter };
  const number = /^game=(\d{1,9})$/.exec(word);
  if (number) return { name: "game", number: Number(number[1]) };
  const person = /^profile(?:=(.*))?$/.exec(word);
  if (person) return { name: "profile", of: decode(person[1] ?? "") || null };
  const room = ROOM.exec(word.toUpperCase());
  return room ? { name: "room", code: room[1], handOver: room[2] ?? null } : { name: "start" };
}

/** Some programs write a colon otherwise. @param {string} words */
function decode(words) {
  try {
    return decodeURIComponent(words);
  } catch {
    return ""; // it is cut
  }
}

/** Says that an address of the page has a mistake, since all that it shows is the start. */
export function checkAddress() {
  if (location.hash.length < 2 || parse(location.hash).name !== "start") return;
  showNotice(text(location.hash.startsWith("#analyse") ? "no-position" : "no-code"), 15_000);
}

/**
 * The place that a person typed: a code or a link, as people write them; empty where it is neither.
 *
 * @param {string} words
 */
export function typed(words) {
  const hash = words.replace(/[\s-]/g, "").replace(/^.*[#/]/, "").toUpperCase();
  return ROOM.test(hash) ? hash : "";
}

/** Whether a link that a person typed leads to another server. @param {string} words */
export function leadsElsewhere(words) {
  const [, address] = /^(.*)[#/]/.exec(words.replace(/\s/g, "")) ?? [];
  const there = host(address ?? "");
  const here = [location.href, ...(app.state.welcome?.addresses ?? [])];
  return Boolean(there) && !here.some((one) => host(one) === there);
}

/** The host and the port of an address, `http://` before it or not; empty of what is none. @param {string} address */
function host(address) {
  try {
    return new URL(address.includes("://") ? address : `http://${address}`).host;
  } catch {
    return "";
  }
}

/** Goes to an address of the page; `replace` leaves no step behind. @param {string} hash @param {boolean} [replace] */
export function go(hash, replace = false) {
  if (returning) {
    after = () => go(hash, replace);
    return;
  }
  const url = hash ? `#${hash}` : location.pathname + location.search;
  // The step of what was open leads nowhere any more.
  if (replace || steps()) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  arrive();
}

/** Steps of the history that belong to what is open above the screen. @returns {number} */
const steps = () => history.state?.steps ?? 0;

/**
 * The address of a list with its filters.
 *
 * @param {"history" | "leaderboard"} name @param {Record<string, string>} filter
 */
export function listed(name, filter) {
  const query = String(new URLSearchParams(Object.entries(filter).filter(([, value]) => value)));
  return query ? `${name}?${query}` : name;
}

/** The address of the profile of a name. @param {string} name */
export const profileOf = (name) => `profile=${encodeURIComponent(name)}`;

/** The address of a position. @param {string} variant @param {readonly Square[]} stones */
export const analysing = (variant, stones) => `analyse=${address(variant, stones)}`;

/** Has the address say what is on a board of no game; a step back leads past all of it. @param {Trial} trial */
export function keepAddress({ moves, at }) {
  const { route } = app.ui;
  if (route.name !== "analyse") return;
  app.ui.route = { ...route, moves: moves.slice(0, at) };
  history.replaceState(history.state, "", `#${analysing(route.variant, app.ui.route.moves)}`);
}

/** What is open above the screen, the lowest first. @type {(() => Partial<import("./app.js").Ui> | null)[]} */
const LAYERS = [
  () => (isGuarded() ? { ...NOTHING_PICKED, question: "leave" } : null),
  () => (app.ui.viewedPly == null || app.ui.route.name === "game" ? null : { viewedPly: null, trial: null }),
  () => (app.ui.trial && app.ui.route.name !== "analyse" ? { trial: null } : null),
  () => (app.ui.chat ? { chat: false } : null),
  () => (app.ui.dialog ? NO_DIALOG : null),
];
/** Whether a step back, which a phone makes at a mere swipe, asks first: the clock of this game does not wait. */
function isGuarded() {
  const room = shownRoom();
  return Boolean(room && risk(room));
}
const openLayers = () => LAYERS.map((layer) => layer()).filter((closed) => closed != null);

/** Whether the browser is on its way back from steps whose layers were closed otherwise. */
let returning = false;
/** What waits until it is there. @type {(() => void) | null} */
let after = null;
/** Most time for that, in milliseconds. */
const RETURN = 1000;

/** Makes the steps of the history those of what is open. */
export function keepSteps() {
  if (returning) return;
  const open = openLayers().length;
  for (let n = steps(); n < open; n++) history.pushState({ steps: n + 1 }, "");
  if (steps() > open) {
    returning = true;
    history.go(open - steps());
    setTimeout(returned, RETURN);
  }
}

/** The browser went to another step: what was open above it is closed, and the place is where the address says. */
export function stepped() {
  if (returning) return returned();
  for (const closed of openLayers().slice(steps()).reverse()) set(closed);
  arrive();
}

function returned() {
  if (!returning) return;
  returning = false;
  arrive();
  const then = after;
  after = null;
  then?.();
}

/** @param {string | null} name @returns {ClientMessage} */
export const hello = (name) => ({
  type: "hello",
  protocol: 1,
  software: "enlinea page",
  name,
  // The right to a name goes over TLS or to this very machine alone, that to the number of a guest anywhere.
  key: isSecureContext ? memory.key() : name ? null : memory.guestKey(),
  heartbeat: true,
});

/** What must be said on every connection: whom to hide, and the place where the page is. @returns {ClientMessage[]} */
export function greeting() {
  const { route } = app.ui;
  const tab = memory.tabRoom();
  // The seat is kept while the page shows another place.
  const seat = tab?.role === "seat" && !(route.name === "room" && (route.handOver || route.code === tab.room));
  const back = seat ? comeBack(tab.room) : null;
  // A server hides people from a connection, and this is a new one. First, since the chat comes with the room.
  const { muted } = app.state;
  const mutes = muted.map((name, i) => {
    const ref = i + 1 < muted.length ? MUTED_BEFORE : undefined;
    return /** @type {const} */ ({ type: "mute", name, muted: true, ref });
  });
  const asked = asking();
  const code = route.name === "tournament" ? route.code : memory.followed();
  const follow = code && !asked.some(({ type }) => type === "follow_tournament") ? [followAgain(code)] : [];
  return [...mutes, ...(back ? [back] : []), ...follow, ...asked];
}

/** The `ref` of following a tournament, of acts in it, and of following one if a code is of no room. */
export const TOURNAMENT_REFS = { follow: 11, act: 12, either: 13 };

/**
 * Follows a tournament, with the right to what the person is in it. @param {RoomId} tournament @returns
 * {ClientMessage}
 */
export function followAgain(tournament) {
  if (app.state.tournament?.code !== tournament) app.state = { ...app.state, tournament: following(tournament) };
  return { type: "follow_tournament", tournament, token: memory.tournamentToken(tournament), ref: TOURNAMENT_REFS.follow };
}

/** The address of a tournament. @param {RoomId} code */
export const tournamentAt = (code) => `tournament=${code}`;

/** Follows no tournament any more, unless the person is in it. */
function unfollow() {
  const { tournament } = app.state;
  if (!tournament || isMine(tournament)) return;
  send({ type: "unfollow_tournament" });
  memory.setFollowed(null);
  app.state = { ...app.state, tournament: null };
}

/** Asks for the list of tournaments, if the server has any. @returns {ClientMessage[]} */
const listTournaments = () => (hasTournaments() ? [{ type: "list_tournaments" }] : []);

/** Asks for the lobby. Its `ref`, as those of other ways to a place, shows what is to be asked for again. */
export const LOBBY = /** @type {const} */ ({ type: "enter_lobby", boards: true, ref: 8 });

/** The `ref` of questions about a position, or about a whole game. */
export const ANALYSE = 1;

/** The `ref` of questions about the moves that were played in a position. */
export const EXPLORE = 10;

/** Asks for the room of the page again. */
export const RESYNC = /** @type {const} */ ({ type: "resync", ref: 9 });

/** Asks for the room that the server could not let the page leave: its seat is given up no more. */
export function stay() {
  keepSeats();
  return send(RESYNC);
}

/** What the place where the page is asks of the server. @returns {ClientMessage[]} */
function asking() {
  const { route } = app.ui;
  if (route.name === "start") return [LOBBY, ...yourGames(), ...listTournaments()];
  if (route.name === "tournaments") return listTournaments();
  if (route.name === "tournament") return app.state.tournament?.code === route.code ? [] : [followAgain(route.code)];
  if (route.name === "tv") return [LOBBY];
  if (route.name === "analyse") {
    const { variant, moves } = route;
    const board = shape(variant);
    const isKnown = app.state.analyses[position(variant, moves)] || !board || !hasChoice(board, moves);
    return isKnown ? [] : [{ type: "analyse", variant, moves, ref: ANALYSE }];
  }
  if (route.name !== "room") return askingForPast(route);
  if (route.handOver) return [{ type: "take_over", code: route.handOver }];
  const back = comeBack(route.code);
  return back ? [back] : [{ type: "room_info", room: route.code }];
}

/** A day, in milliseconds. */
const DAY = 86_400_000;

/** The `ref` of the first question for games that are over; each place has its own. */
const PAST = 100;

/**
 * What a place of games that are over asks for, unless it has its answer.
 *
 * @param {Route} route @returns {ClientMessage[]}
 */
function askingForPast(route) {
  const past = app.state.past ?? askingPast(PAST);
  app.state = { ...app.state, past };
  const { ref, before } = past;
  if (past.answer) return [];
  if (route.name === "game") return [{ type: "past_game", game: route.number, ref }];
  if (route.name === "profile") return [{ type: "profile", name: route.of, ref }];
  if (route.name !== "history" && route.name !== "leaderboard") return [];
  const { game, within, player, opponent, result, least, most, against } = route.filter;
  if (route.name === "leaderboard") {
    const midnight = new Date().setHours(0, 0, 0, 0);
    return [{ type: "leaderboard", variant: game ?? "connect-four", within: within ? Date.now() - midnight : null, ref }];
  }
  const number = (/** @type {string | undefined} */ words) => Number.parseInt(words ?? "") || null;
  const days = number(within);
  const filter = {
    player: player || null,
    opponent: opponent || null,
    variant: game || null,
    result: result || null,
    within: days && days * DAY,
    least_plies: number(least),
    most_plies: number(most),
    against: against || null,
  };
  return [{ type: "history", filter, before, ref }];
}

/** Asks for older games of the history, once. */
export function askForOlder() {
  const { past } = app.state;
  if (!past?.older) return;
  app.state = { ...app.state, past: { ...past, answer: null, before: past.older, older: null } };
  asking().forEach(send);
  redraw();
}

/** @type {Record<number, number>} */
const waiting = {};

/**
 * Asks again for the place of the page, once the server may be asked: what is shown there is as of before.
 *
 * @param {number} wait @param {number | null | undefined} ref of what was refused
 * @returns {boolean} whether it was for the place
 */
export function askAgain(wait, ref) {
  const { room } = app.state;
  const messages = () => {
    if (ref === RESYNC.ref) return app.state.room ? [RESYNC] : [];
    if (ref === COME_BACK) return app.state.room === room ? greeting() : [];
    return ["start", "tv"].includes(app.ui.route.name) || app.state.past?.ref === ref ? asking() : [];
  };
  const { past } = app.state;
  if (ref == null || ![COME_BACK, LOBBY.ref, RESYNC.ref, past?.ref].includes(ref)) return false;
  clearTimeout(waiting[ref]);
  waiting[ref] = setTimeout(() => messages().forEach(send), wait);
  return true;
}

/** Rooms in which this page had a seat: a step back leads to it again. @type {Set<RoomId>} */
export const seats = new Set();

/** Rooms whose seat goes with the page: given up once the server says that it is out. @type {Set<RoomId>} */
const given = new Set();

/** The server said that the page is out of a room, and a seat that went with it is free. @param {RoomId} room */
export function isOut(room) {
  if (!given.delete(room)) return;
  memory.forget(room);
  seats.delete(room);
  app.state = without(app.state, room);
}

/** On a new connection nobody says that the page is out of a room: its seats are as they were. */
export const keepSeats = () => given.clear();

/** The `ref` of the way back into a room that the page was in. */
export const COME_BACK = 7;

/** The way back into the room of this tab. @param {RoomId} room @returns {ClientMessage | null} */
function comeBack(room) {
  const tab = memory.tabRoom();
  const here = app.state.room?.snapshot.room === room ? app.state.room : null;
  const again = !app.state.room && seats.has(room);
  if (tab?.room !== room && !here && !again) return null;
  const token = here?.token ?? memory.token(room);
  const isSeat = here?.you || tab?.role === "seat" || again;
  return { type: "join", room, role: isSeat && token ? { type: "seat", token } : { type: "spectator" }, ref: COME_BACK };
}

/** What asks for the games of this person: as the server knows them, and of this browser. @returns {ClientMessage[]} */
export const yourGames = () => [
  { type: "your_games" },
  ...memory
    .held()
    .slice(-12)
    .map(({ room }) => /** @type {ClientMessage} */ ({ type: "room_info", room })),
];

/**
 * What a place that nobody tells of changes asks again: the games of this person, and the room of a link.
 *
 * @returns {ClientMessage[]}
 */
export function again() {
  const { route } = app.ui;
  const { room, left } = app.state;
  if (route.name === "start") return [...yourGames(), ...listTournaments()];
  const isAtLanding = route.name === "room" && room?.snapshot.room !== route.code && left?.room !== route.code;
  return isAtLanding && !route.handOver ? [{ type: "room_info", room: route.code }] : [];
}

/** The address changed: leave what is left behind, ask for what is needed. */
export function arrive() {
  const route = parse(location.hash);
  const { room } = app.state;
  const before = app.ui.route;
  const isHere = route.name === "room" && route.code === room?.snapshot.room;
  // Whoever has a seat here needs no code for it.
  if (isHere && route.handOver && room?.you) return go(route.code, true);
  if (JSON.stringify(before) === JSON.stringify(route)) {
    checkAddress();
    return redraw();
  }
  // Whoever went elsewhere is not led into the room that was wanted here.
  app.queuedEntry = null;
  const stays = isHere && !route.handOver;
  // Whoever has a seat in a game that waits or goes on is in it at any place of the page.
  const keeps = room?.you && room.snapshot.phase.type !== "over" && !(route.name === "room" && route.handOver);
  if (room && !stays && !keeps) depart();
  if (route.name === "room" && before.name !== "room") send({ type: "leave_lobby" });
  if (before.name === "tournament" && route.name !== "tournament") unfollow();
  // A game for learning is asked for each time: the switch is easily passed over.
  if (route.name === "new" && app.ui.form) app.ui.form.switches.hints = false;
  app.state = { ...app.state, left: null, past: askingPast((app.state.past?.ref ?? PAST) + 1) };
  const trial = route.name === "analyse" ? { after: 0, moves: route.moves, at: route.moves.length } : null;
  set({ route, viewedPly: null, trial, ...NOTHING_PICKED, question: null, chat: false, ...NO_DIALOG, notice: null, rows: null, selected: null });
  checkAddress();
  if (stays) return;
  for (const message of asking()) send(message);
}

/**
 * Leaves the room that the page is in.
 *
 * @param {boolean} [shown] whether its table stays on the screen until the server answers
 */
export function depart(shown) {
  memory.setTabRoom(null);
  const { room } = app.state;
  if (!room) return;
  const told = send({ type: "leave" });
  set({ premove: null });
  // A seat in a game that waits is given up with it: unless the server never hears so, on a line that is lost already.
  if (told && room.you && room.snapshot.phase.type === "seating") given.add(room.snapshot.room);
  if (!shown) app.state = { ...app.state, room: null };
}

/** The address of the page without its file: a proxy may have it below a path. */
const here = () => new URL(".", location.href).href.replace(/\/$/, "");

/** The address of the server's WebSocket, beside the page. */
export const socketAddress = () => `${here().replace(/^http/, "ws")}/ws`;

/** Whether others cannot come by the address. */
export const isAlone = () => LOCAL.test(new URL(link()).host);

/** Names of a machine for itself. */
const LOCAL = /^(localhost|127\.|\[::1\])/;

/**
 * The address for others of a place, of a room as a rule, or of the server.
 * @param {string} [code]
 * @returns {string}
 */
export function link(code = "") {
  const { welcome } = app.state;
  // The page at `localhost` is of no use to a friend: the server knows better.
  const own = LOCAL.test(location.host) ? welcome?.addresses[0] : here();
  return (own ?? here()) + (code ? `/#${code}` : "");
}
