// Numbers that run by themselves: clocks, the seconds of a thinking bot, of an
// absence, of the next try to connect. They are written where they stand, ten
// times a second at most, without drawing the page.

import { app, redraw, set } from "./app.js";
import { status } from "./player.js";
import { asShown } from "./motion.js";
import { isLow, mayClaim, timeLeft } from "./room.js";
import { clockParts, other } from "./rules.js";
import { report } from "./signal.js";
import { play } from "./sound.js";
import { retryWords } from "./head.js";
import { text } from "./text.js";
import { sayCountdown, timeTo } from "./tournaments.js";
import { seatName, time } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Side } from "../../protocol/protocol.d.ts"
 */

/** @param {Element} element @param {string} words */
function write(element, words) {
  if (element.firstChild?.nodeType === Node.TEXT_NODE) {
    if (element.firstChild.nodeValue !== words) element.firstChild.nodeValue = words;
  }
}

/** @param {string | null} id @returns {{room: Room, side: Side} | null} */
function owner(id) {
  const [code, side] = (id ?? "").split(" ");
  const room = app.state.room?.snapshot.room === code ? app.state.room : app.state.watched[code];
  if (!room || (side !== "first" && side !== "second")) return null;
  return { room: room === app.state.room ? asShown(room, app.ui.motion, Date.now()) : room, side };
}

function tick() {
  if (document.visibilityState !== "visible") return;
  const now = Date.now();
  for (const element of document.querySelectorAll("[data-clock]")) {
    const of = owner(element.getAttribute("data-clock"));
    const left = of && timeLeft(of.room, of.side, now);
    if (!of || left == null) continue;
    const low = isLow(of.room, left);
    write(element, time(left, low));
    element.toggleAttribute("data-low", low);
    if (low && of.side === of.room.you && of.room.snapshot.clock?.running === of.side)
      warn(`${of.room.snapshot.room} ${of.room.snapshot.series.game}`);
  }
  for (const element of document.querySelectorAll("[data-time]")) {
    const of = owner(element.getAttribute("data-time"));
    const left = of && timeLeft(of.room, of.side, now);
    const initial = of && clockParts(of.room.snapshot.spec.clock)?.initial;
    if (left != null && initial)
      /** @type {HTMLElement} */ (element).style.setProperty("--left", String(Math.min(1, left / initial)));
  }
  for (const element of document.querySelectorAll("[data-status]")) {
    const of = owner(element.getAttribute("data-status"));
    if (of) write(element, status(of.room, of.side).text);
  }
  for (const element of document.querySelectorAll("[data-until]")) write(element, timeTo(Number(element.getAttribute("data-until"))));
  sayCountdown(now);
  for (const element of document.querySelectorAll("[data-retry]")) write(element, retryWords());
  for (const element of document.querySelectorAll("[data-hand-over]")) {
    const rest = Math.ceil(((app.state.handOver?.until ?? 0) - now) / 1000);
    if (rest <= 0) redraw();
    else write(element, text("hand-over-time", { n: rest }));
  }
  claimIsDue(now);
}

/**
 * The button to claim a game appears without a word of the server, in the place of another that may be touched just
 * then.
 *
 * @param {number} now
 */
export function claimIsDue(now) {
  const { room } = app.state;
  if (!room?.you || room.snapshot.phase.type !== "playing") return;
  const them = other(room.you);
  const due = mayClaim(room, now) ? `${room.snapshot.room} ${room.awayAt[them]}` : "";
  if (due === app.work.claimable) return;
  app.work.claimable = due;
  redraw();
  if (!due) return;
  set({ deafUntil: now + 400 });
  report(text("claim-due", { name: seatName(room.snapshot.seats[them]) }));
}

/** One sound when the time gets short, once a game. @param {string} game */
function warn(game) {
  if (app.work.lowGame === game) return;
  app.work.lowGame = game;
  play("low");
}

export const begin = () => setInterval(tick, 100);
