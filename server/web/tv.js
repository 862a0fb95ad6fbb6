// The TV: as many boards as fit, the most watched largest, for a projector. What
// ends stays for 10 s; a code where a board would be leads the guests here.

import { app, redraw, send } from "./app.js";
import { board, mark } from "./board.js";
import { h } from "./dom.js";
import { outcome, timeLeft } from "./room.js";
import { link } from "./route.js";
import { shape, other } from "./rules.js";
import { qr } from "./waiting.js";
import { brand } from "./head.js";
import { stonesOf } from "./table.js";
import { turnOf } from "./ticker.js";
import { text } from "./text.js";
import { colourOfSeat, ending, pairing, shortName, time } from "./words.js";

/**
 * @import { RoomId, Side } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 */

const STAYS = 10_000;
/** @type {Map<RoomId, number>} when the game of a room was seen to end */
const ended = new Map();
/** @type {Set<RoomId>} rooms that were asked for and have not answered yet */
const asked = new Set();

/** How many boards fit beside the large one. */
const places = () => (innerWidth < 760 ? 2 : innerWidth < 1200 ? 4 : 5);

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

/** Watches what is to be shown, and no more what was. */
export function choose() {
  const { lobby, watched, welcome } = app.state;
  if (app.ui.route.name !== "tv") {
    for (const room of Object.keys(watched)) unwatch(room);
    asked.clear();
    void lock?.release();
    lock = null;
    return;
  }
  if (app.net.status !== "open") asked.clear();
  if (!lobby || !welcome || app.net.status !== "open") return;
  void awake();
  const now = Date.now();
  for (const [code, room] of Object.entries(watched)) {
    asked.delete(code);
    if (!outcome(room)) ended.delete(code);
    else if (!ended.has(code)) {
      ended.set(code, now);
      setTimeout(redraw, STAYS + 50);
    }
    if (outcome(room) && now - (ended.get(code) ?? now) >= STAYS) unwatch(code);
  }
  const running = lobby.rooms
    .filter((room) => room.phase.type === "playing" && room.watchable)
    .sort((a, b) => b.spectators - a.spectators);
  let free = places() + 1 - new Set([...Object.keys(app.state.watched), ...asked]).size;
  for (const { room } of running) {
    if (free <= 0) break;
    if (watched[room] || asked.has(room)) continue;
    asked.add(room);
    free -= 1;
    send({ type: "watch", room });
  }
}

export function tv() {
  const rooms = Object.values(app.state.watched)
    .filter((room) => !outcome(room) || Date.now() - (ended.get(room.snapshot.room) ?? Date.now()) < STAYS)
    .sort((a, b) => b.snapshot.watching - a.snapshot.watching || a.snapshot.room.localeCompare(b.snapshot.room));
  const [large, ...small] = rooms;
  return h(
    "main",
    { key: "tv", class: "tv" },
    h(
      "header",
      null,
      h("h1", null, brand()),
      h("span", null, app.net.status === "lost" ? text("no-server") : text("games-count", { n: rooms.length })),
      h(
        "button",
        { class: "quiet full", onclick: () => document.documentElement.requestFullscreen?.() },
        text("full-screen"),
      ),
      h("span", { class: "along" }, `${text("play-along")} `, h("b", null, link())),
    ),
    large ? show(large, "large") : h("p", { class: "note" }, text("nothing-played")),
    h(
      "div",
      { class: "rest" },
      small.slice(0, places()).map((room) => show(room, "small")),
      h("div", { key: "qr", class: "invite" }, qr(link()), h("p", null, text("scan-to-play"))),
    ),
  );
}

/** @param {Room} room @param {string} size */
function show(room, size) {
  const { snapshot } = room;
  const board_ = shape(snapshot.spec.variant);
  return h(
    "section",
    { key: snapshot.room, class: `screen ${size}` },
    player(room, "second"),
    board_ &&
      h(
        "div",
        { class: "fit", style: { "--ratio": String(board_.columns / board_.rows) } },
        board(
          {
            shape: board_,
            stones: stonesOf(room),
            line: outcome(room)?.line,
            small: true,
            fresh: snapshot.plies.length,
          },
          { role: "img", "aria-hidden": null, "aria-label": pairing(snapshot) },
        ),
      ),
    player(room, "first"),
  );
}

/** @param {Room} room @param {Side} side */
function player(room, side) {
  const { snapshot } = room;
  const seat = snapshot.seats[side];
  const end = outcome(room);
  const colour = colourOfSeat(side, snapshot.opening);
  const turn = !end && snapshot.phase.type === "playing" && turnOf(room) === side;
  const left = timeLeft(room, side, Date.now());
  const name =
    end?.winner === side
      ? text("somebody-wins", { name: shortName(seat) })
      : !end?.winner && end && side === "first"
        ? ending(room)?.title
        : shortName(seat);
  return h(
    "div",
    { class: `tv-player${turn ? " turn" : ""}` },
    colour && mark(colour, shape(snapshot.spec.variant)?.falls ?? false),
    h("strong", null, name),
    left != null
      ? h("span", { "data-clock": `${snapshot.room} ${side}` }, time(left))
      : h(
          "span",
          null,
          turn && seat.type === "bot"
            ? text("thinks")
            : snapshot.series.game > 1
              ? String(snapshot.series.wins[side])
              : turn && snapshot.seats[other(side)]
                ? "●"
                : "",
        ),
  );
}
