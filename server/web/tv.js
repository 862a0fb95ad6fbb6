// The TV: as many boards as fit, the most watched largest, for a projector. What
// ends stays for 10 s; a code where a board would be leads the guests here.

import { WATCH, join } from "./actions.js";
import { app, isLost, redraw, send } from "./app.js";
import { roomsOf } from "./following.js";
import { board, mark } from "./board.js";
import { h, memoOf } from "./dom.js";
import { isLeft } from "./lobby.js";
import { STILL, newest } from "./motion.js";
import { isOff } from "./parts.js";
import { outcome, stonesOf, timeLeft } from "./room.js";
import { link } from "./route.js";
import { shape, toAct } from "./rules.js";
import { mayWatch } from "./state.js";
import { qr } from "./waiting.js";
import { brand, gameLine } from "./head.js";
import { current, text } from "./text.js";
import { colourOfSeat, ending, noServer, pairing, shortNames, time } from "./words.js";

/**
 * @import { RoomId, RoomSummary, Side } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 */

const STAYS = 10_000;
/** Rooms that a connection may watch, as the protocol has it. */
const MOST = 16;
/** Boards on the wall of a tournament. */
export const WALL_BOARDS = 6;
/** @type {Map<RoomId, number>} when the game of a room was seen to end */
const ended = new Map();
/** Time in which a room answers that is asked for; later it was refused, in milliseconds. */
const ANSWERS = 5_000;
/** @type {Map<RoomId, number>} when each room was asked for that has not answered yet */
const asked = new Map();

/** @type {Set<RoomId>} matches of bots that did not go on when they were watched */
const over = new Set();

/**
 * The places beside the large board, one of them for the code: the rows and columns in which so many boards are
 * largest, or as many as the screen has room for.
 *
 * @param {number} boards @param {number} width of the screen @param {number} height
 */
export function places(boards, width, height) {
  const wide = width >= 1200;
  const least = wide ? { width: 200, height: 260 } : { width: 112, height: 128 };
  const onSide = width > height;
  const share = onSide ? 0.6 : 0.45;
  const room = {
    width: onSide ? width * share - 64 : width - 32,
    height: onSide ? height - (wide ? 120 : 70) : height * share,
  };
  const most = {
    across: Math.max(1, Math.min(4, Math.floor(room.width / least.width))),
    down: Math.max(1, Math.min(4, Math.floor(room.height / least.height))),
  };
  const wanted = Math.min(boards, MOST - 1) + 1;
  let best = most;
  let largest = 0;
  for (let across = 1; across <= most.across; across++) {
    const down = Math.max(1, Math.ceil(wanted / across));
    const size = Math.min(room.width / across, (room.height / down) * 0.8);
    if (down > most.down || size <= largest) continue;
    best = { across, down };
    largest = size;
  }
  return { ...best, boards: best.across * best.down - 1 };
}

/** How many boards fit beside the large one, at most. */
const most = () => places(MOST, innerWidth, innerHeight).boards;

/** Whether the TV may show a game: whoever is in it stays where nobody else is let in. @param {RoomSummary} room */
function isRunning(room) {
  if (room.phase.type !== "playing") return false;
  const isIn = app.state.watched[room.room] || app.state.room?.snapshot.room === room.room;
  return isIn ? room.watchable : mayWatch(app.state, room);
}

/** A match of bots that may go on as soon as somebody watches it. @param {RoomSummary} room */
function mayGoOn(room) {
  const { first, second } = room.seats;
  if (room.phase.type !== "over" || over.has(room.room) || !mayWatch(app.state, room)) return false;
  return first.type === "bot" && second.type === "bot";
}

/** @type {WakeLockSentinel | null} */
let lock = null;

let lockAt = 0;
/** Time between two tries to keep the screen on, in milliseconds. */
const LOCK_AGAIN = 30_000;

/** Keeps the screen on, where the page may: on the machine of the server, or by TLS. */
async function awake() {
  if ((lock && !lock.released) || Date.now() - lockAt < LOCK_AGAIN) return;
  lockAt = Date.now();
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    lock = null; // the battery is low, or the page is not seen
  }
}

/** @param {RoomId} room */
function unwatch(room) {
  const { [room]: _, ...watched } = app.state.watched;
  app.state = { ...app.state, watched };
  send({ type: "unwatch", room });
}

/** The rooms whose boards are on the wall of a tournament; none on other screens. @returns {RoomId[] | null} */
function wallRooms() {
  const { route } = app.ui;
  if (route.name !== "tournament" || !route.wall) return null;
  const view = app.state.tournament?.view;
  return view ? roomsOf(view).slice(0, WALL_BOARDS) : [];
}

/** Watches what is to be shown, and no more what was. */
export function choose() {
  const { lobby, room: own, watched, welcome } = app.state;
  const wall = wallRooms();
  if (app.ui.route.name !== "tv" && !wall) {
    for (const room of Object.keys(watched)) unwatch(room);
    asked.clear();
    void lock?.release();
    lock = null;
    return;
  }
  if (app.net.status !== "open") asked.clear();
  if (!(lobby || wall) || !welcome || app.net.status !== "open") return;
  void awake();
  const now = Date.now();
  for (const [code, at] of asked) if (watched[code] || now - at >= ANSWERS) asked.delete(code);
  for (const room of [...Object.values(watched), ...(own ? [own] : [])]) {
    const code = room.snapshot.room;
    if (!outcome(room)) {
      ended.delete(code);
      continue;
    }
    const end = ended.get(code) ?? now;
    if (!ended.has(code)) setTimeout(redraw, STAYS + 50);
    ended.set(code, end);
    if (now - end < STAYS || room === own) continue;
    over.add(code);
    unwatch(code);
  }
  const rooms = lobby && !wall ? lobby.rooms : [];
  const running = rooms
    .filter(isRunning)
    .sort((a, b) => Number(isLeft(a)) - Number(isLeft(b)) || b.spectators - a.spectators);
  // The server's own show waits for somebody to watch it.
  if (!running.length) running.push(...rooms.filter(mayGoOn).slice(0, 1));
  const boards = wall ? MOST : Math.min(MOST, most() + 1);
  for (const room of running.slice(boards)) if (watched[room.room] && isLeft(room)) unwatch(room.room);
  let free = boards - new Set([...Object.keys(app.state.watched), ...asked.keys()]).size;
  for (const room of wall ?? running.map(({ room }) => room)) {
    if (free <= 0) break;
    if (watched[room] || asked.has(room) || room === own?.snapshot.room) continue;
    asked.set(room, now);
    setTimeout(redraw, ANSWERS + 50);
    free -= 1;
    send({ type: "watch", room, ref: WATCH });
  }
}

/** Shows the TV alone on the screen; where the browser refuses, all stays as it is. */
const fillScreen = () => document.documentElement.requestFullscreen().catch(() => {});

export function tv() {
  const { room: own, lobby, watched } = app.state;
  // The game of this page is known already.
  const mine = own && lobby?.rooms.some((room) => room.room === own.snapshot.room && room.watchable) ? [own] : [];
  const rooms = [...Object.values(watched), ...mine]
    .filter((room) => !outcome(room) || Date.now() - (ended.get(room.snapshot.room) ?? Date.now()) < STAYS)
    .sort(
      ({ snapshot: a }, { snapshot: b }) =>
        Number(isLeft(a)) - Number(isLeft(b)) || b.watching - a.watching || a.room.localeCompare(b.room),
    );
  const [large, ...small] = rooms;
  const grid = places(small.length, innerWidth, innerHeight);
  const running = app.state.lobby?.rooms.filter(isRunning).length ?? 0;
  return h(
    "main",
    {
      key: "tv",
      class: `tv${large ? "" : " empty"}`,
      style: { "--across": String(grid.across), "--down": String(grid.down) },
    },
    h(
      "header",
      null,
      h("h1", null, brand()),
      h("span", null, isLost() ? noServer() : text("games-count", { n: running })),
      gameLine(),
      document.fullscreenEnabled && h("button", { class: "quiet full", onclick: fillScreen }, text("full-screen")),
      h("span", { class: "along" }, `${text("play-along")} `, h("b", null, link())),
    ),
    large ? show(large, "large", isLost(), current()) : h("p", { class: "note" }, text("nothing-played")),
    h(
      "div",
      { class: "rest" },
      small.slice(0, grid.boards).map((room) => show(room, "small", isLost(), current())),
      h("div", { key: "qr", class: "invite" }, h("div", null, qr(link()), h("p", null, text("scan-to-play")))),
    ),
  );
}

/** One game on the wall of a tournament. @param {Room} room */
export const onWall = (room) => show(room, "small", isLost(), current());

/** One game. Its clocks run by themselves, and it is drawn again only after an event of its own. */
const show = memoOf(
  (/** @type {Room} */ room, /** @type {string} */ size, /** @type {boolean} */ lost, /** @type {string} */ _language) =>
    screen(room, size, lost),
);

/** @param {Room} room @param {string} size @param {boolean} lost whether there is no line to the server */
function screen(room, size, lost) {
  const { snapshot } = room;
  const board_ = shape(snapshot.spec.variant);
  return h(
    "section",
    {
      key: snapshot.room,
      class: `screen ${size}`,
      style: { "--ratio": String(board_ ? board_.columns / board_.rows : 1) },
    },
    player(room, "second", size),
    board_ &&
      h(
        "button",
        {
          class: "fit",
          ...isOff(lost),
          onclick: () => join(snapshot.room, "spectator"),
          "aria-label": `${text("watch")}: ${pairing(snapshot)}`,
        },
        board({
          shape: board_,
          stones: stonesOf(room),
          line: outcome(room)?.line,
          small: true,
          motion: snapshot.plies.length ? { ...STILL, flights: [newest(board_, stonesOf(room))] } : null,
        }),
      ),
    player(room, "first", size),
  );
}


/** @param {Room} room @param {Side} side @param {string} size */
function player(room, side, size) {
  const { snapshot } = room;
  const end = outcome(room);
  const colour = colourOfSeat(side, snapshot.opening);
  const turn = !end && snapshot.phase.type === "playing" && toAct(snapshot.plies.length, snapshot.opening) === side;
  const left = timeLeft(room, side, Date.now());
  const wins = snapshot.series.wins[side];
  const name = shortNames(snapshot.seats)[side];
  const result = end && (end.winner ? end.winner === side && text("tv-wins") : ending(room)?.title);
  const won = size === "large" && wins > 0 && text("tv-won", { n: wins });
  const after = result || (left != null ? time(left) : won) || "";
  return h(
    "div",
    { class: `tv-player${turn ? " turn" : ""}`, style: { "--letters": String([...name].length), "--after": String(after.length) } },
    colour && mark(colour, shape(snapshot.spec.variant)?.falls ?? false),
    h("strong", null, name),
    result
      ? h("span", { key: "result", class: "result" }, result)
      : left != null
        ? h("span", { key: "clock", "data-clock": `${snapshot.room} ${side}` }, time(left))
        : won && h("span", { key: "wins" }, won),
  );
}
