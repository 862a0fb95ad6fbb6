// Where the page is, in the fragment of its address: nothing for the start,
// `#new`, `#tv`, `#K7QM2X` for a room, `#K7QM2X.CODE2345` for taking a seat over.

import { app, redraw, send, set } from "./app.js";
import * as memory from "./memory.js";

/** @import { Route } from "./app.js" */
/** @import { ClientMessage, RoomId } from "../../protocol/protocol.d.ts" */

const ROOM = /^([2346789ABCDEFGHJKMNPQRTUVWXYZ]{6})(?:\.([2346789ABCDEFGHJKMNPQRTUVWXYZ]{8}))?$/;

/** @param {string} hash @returns {Route} */
export function parse(hash) {
  const word = hash.replace(/^#/, "");
  if (word === "new" || word === "tv") return { name: word };
  const room = ROOM.exec(word.toUpperCase());
  return room ? { name: "room", code: room[1], handOver: room[2] ?? null } : { name: "start" };
}

/** The place that a person typed: a code or a link, as people write them; empty where it is neither. @param {string} words */
export function typed(words) {
  const hash = words.replace(/[\s-]/g, "").replace(/^.*[#/]/, "").toUpperCase();
  return ROOM.test(hash) ? hash : "";
}

/** Goes to an address of the page; `replace` leaves no step behind. @param {string} hash @param {boolean} [replace] */
export function go(hash, replace = false) {
  const url = hash ? `#${hash}` : location.pathname + location.search;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  arrive();
}

/** What must be said on every connection for the place where the page is. @returns {ClientMessage[]} */
export function greeting() {
  const { route } = app.ui;
  if (route.name === "start") return [{ type: "enter_lobby", boards: true }, ...yourGames()];
  if (route.name === "tv") return [{ type: "enter_lobby", boards: true }];
  if (route.name !== "room") return [];
  if (route.handOver) return [{ type: "take_over", code: route.handOver }];
  const back = comeBack(route.code);
  return back ? [back] : [{ type: "look", room: route.code }];
}

/** The way back into the room of this tab. @param {RoomId} room @returns {ClientMessage | null} */
function comeBack(room) {
  const tab = memory.tabRoom();
  const here = app.state.room?.snapshot.room === room ? app.state.room : null;
  if (tab?.room !== room && !here) return null;
  const token = here?.token ?? memory.token(room);
  if ((here?.you || tab?.role === "seat") && token) return { type: "join", room, role: { type: "seat", token } };
  return { type: "join", room, role: { type: "spectator" } };
}

/** What asks for the games of this person: as the server knows them, and of this browser. @returns {ClientMessage[]} */
export const yourGames = () => [
  { type: "your_games" },
  ...memory
    .held()
    .slice(-12)
    .map(({ room }) => /** @type {ClientMessage} */ ({ type: "look", room })),
];

/** The address changed: leave what is left behind, ask for what is needed. */
export function arrive() {
  const route = parse(location.hash);
  const { room } = app.state;
  const before = app.ui.route;
  if (JSON.stringify(before) === JSON.stringify(route)) return redraw();
  const stays = room && route.name === "room" && route.code === room.snapshot.room;
  if (room && !stays) {
    memory.setTabRoom(null);
    send({ type: "leave" });
  }
  if (route.name === "room" && before.name !== "room") send({ type: "leave_lobby" });
  // A game for learning is asked for each time: the switch is easily passed over.
  if (route.name === "new" && app.ui.form) app.ui.form.switches.hints = false;
  app.state = { ...app.state, left: null };
  set({
    route,
    at: null,
    picked: null,
    zoomed: false,
    premove: null,
    asking: null,
    chat: false,
    dialog: null,
    said: null,
  });
  if (stays) return;
  for (const message of greeting()) send(message);
}

/** Whether others cannot come by the address. */
export const isAlone = () => LOCAL.test(new URL(link()).host);

/** Names of a machine for itself. */
const LOCAL = /^(localhost|127\.|\[::1\])/;

/** The address for others of a room, or of the server. @param {RoomId | ""} [code] @returns {string} */
export function link(code = "") {
  const { welcome } = app.state;
  // The page at `localhost` is of no use to a friend: the server knows better.
  const own = LOCAL.test(location.host) ? welcome?.addresses[0] : location.origin;
  return (own ?? location.origin) + (code ? `/#${code}` : "");
}
