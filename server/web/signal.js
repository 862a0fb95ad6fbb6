// What reaches a person who does not look at the board: the title and the mark
// of the tab, and the words for what happens at a table. `showNotice` shows words
// in the head line, `announce` has screen readers speak them, `notify` does both;
// `report` speaks, and shows where the table is not on the screen.

import { app, showNotice, set, shownRoom } from "./app.js";
import { firstDue, mayPlay, outcome, self, timeLeft } from "./room.js";
import { placedBy, readMove, shape } from "./rules.js";
import { buzz } from "./sound.js";
import { ending, falls, firstWords, gameName, saidMove, seatName, time, turnWords } from "./words.js";
import { text } from "./text.js";

/**
 * @import { OpeningChoice, Side, Square } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 */

const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));

/** The title and the mark of the tab, as the game stands. */
export function tab() {
  const { screen } = app.work;
  const { room } = app.state;
  const yours = Boolean(room && mayPlay(room) && !room.both);
  const table = shownRoom();
  const away = !table || !document.hasFocus() || document.visibilityState !== "visible";
  const game = room ? gameName(room.snapshot.spec.variant) : "";
  const title = yours && away ? text("title-your-turn", { game }) : table ? text("title-game", { game }) : screen === "enlinea" ? screen : text("title-game", { game: screen });
  if (document.title !== title) document.title = title;
  const first = room ? room.snapshot.plies.length % 2 === 0 : true;
  const mark = favicon(first, room ? falls(room.snapshot.spec.variant) : true, yours && away);
  if (icon.href !== mark) icon.href = mark;
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
 * @param {string} words @param {"polite" | "assertive"} [how] @param {number} [time] in the head line
 * @param {boolean} [ofServer] whether the words are of the server and no game
 */
export function notify(words, how = "polite", time = undefined, ofServer = false) {
  announce(words, how);
  showNotice(words, time, ofServer);
}

/** @param {string} how */
function silence(how) {
  for (const region of document.querySelectorAll(`.offscreen[aria-live=${how}]`)) region.textContent = "";
}

/** Takes back what was said for a moment: the page has another language now. */
export function forgetSaid() {
  silence("polite");
  silence("assertive");
  set({ notice: null });
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

/** @param {string} words @param {"polite" | "assertive"} [how] @param {string} [written] */
export function report(words, how, written = words) {
  announce(words, how);
  if (!shownRoom()) showNotice(written);
}

/** Says that a game begins. @param {Room} room */
export function reportStart(room) {
  if (room.both) return report(`${text("game-begins")} ${turnWords(room)}`, "assertive");
  report(text(mayPlay(room) ? "game-begins-your-turn" : "game-begins"), "assertive");
  reportFirst(room);
  if (mayPlay(room)) buzz();
}

/** Says, behind other words, that the first act of the person is due. @param {Room} room */
function reportFirst(room) {
  if (room.you && firstDue(room) === room.you) announce(firstWords(room), "assertive", true);
}

/** Says a move that did not end the game. @param {Room} room @param {Side} side whose it was @param {Square} square */
export function reportMove(room, side, square) {
  const { snapshot } = room;
  const you = self(room);
  const board = shape(snapshot.spec.variant);
  const name = seatName(snapshot.seats[side]);
  const turn = mayPlay(room) && you !== side;
  /** @param {string} move */
  const words = (move) =>
    room.both ? `${text("played", { name, move })} ${turnWords(room)}` : you === side ? text("you-played", { move }) : text(turn ? "played-your-turn" : "played", { name, move });
  report(words(saidMove(square, board)), turn ? "assertive" : "polite", board ? words(readMove(square, board)) : undefined);
  reportFirst(room);
  if (turn && !room.both) buzz();
}

/**
 * Says, behind a move or a choice of an opening, that an offer of the person lapsed with it: no event of its own tells
 * that.
 *
 * @param {Room} room @param {Room | null} before @param {"" | "-choice"} [by]
 */
export function reportLapsed({ you }, before, by = "") {
  const { draw, takeback } = before?.snapshot.offers ?? {};
  const lapsed = you && draw === you ? "draw-lapsed" : you && takeback === you ? "takeback-lapsed" : null;
  if (!lapsed) return;
  const words = text(lapsed + by);
  announce(words, "polite", true);
  showNotice(words);
}

/** Says how a game ended. @param {Room} room */
export function reportEnd(room) {
  const { snapshot } = room;
  // What was said of the game as it went on would hide how it ended.
  if (!app.ui.notice?.ofServer) set({ notice: null });
  const end = ending(room);
  const last = snapshot.plies.at(-1);
  const byMove = last && ["line", "full_board"].includes(outcome(room)?.reason ?? "");
  const side = placedBy(snapshot.plies.length - 1, snapshot.opening);
  const move = last ? saidMove(last.square, shape(snapshot.spec.variant)) : "";
  const name = seatName(snapshot.seats[side]);
  const words = side === self(room) ? text("you-played", { move }) : text("played", { name, move });
  const played = byMove ? `${words} ` : "";
  if (end) report(`${played}${end.title}: ${end.why}`, "assertive");
}

/**
 * What a player took in an opening: of the other it is said for some moments, and to the person what is to be done now.
 *
 * @param {Room} room @param {Side} by @param {OpeningChoice} choice
 */
export function reportChoice(room, by, choice) {
  const name = seatName(room.snapshot.seats[by]);
  const side = choice === "black" ? "first" : choice === "white" ? "second" : null;
  if (!side && choice !== "place_two") return; // of a later server
  const turn = mayPlay(room);
  if (by === room.you) {
    const n = room.snapshot.opening?.to_place ?? 2;
    const own = side ? text(`swap2-you-took-${choice}`) : text("swap2-place", { n });
    return announce(side && turn ? `${own}. ${text("your-turn")}` : own);
  }
  const words = text(side ? `swap2-took-${choice}` : "swap2-took-two", { name });
  showNotice(words, 8000);
  announce(turn ? `${words}. ${text("your-turn")}` : words, turn ? "assertive" : "polite");
  if (turn) buzz();
}

/**
 * A step of an opening begins: whoever is to act is told so, behind the stone that ended the step before.
 *
 * @param {Room} room @param {Room | null} before
 */
export function reportStep(room, before) {
  const { opening, seats } = room.snapshot;
  const last = before?.snapshot.opening;
  // What was chosen before is done.
  if (opening?.choices.length && last && !last.choices.length) set({ notice: null });
  if (!opening || opening.black || (last?.to_act === opening.to_act && last.choices.length === opening.choices.length))
    return;
  const yours = opening.to_act === room.you;
  const name = seatName(seats[opening.to_act]);
  const words = opening.choices.length
    ? text(yours ? "swap2-choose" : "swap2-they-choose", { name })
    : text(yours ? "swap2-place" : "swap2-they-place", { n: opening.to_place, name });
  // A first move, with which an opening begins, was said to be due with the beginning of the game.
  const due = yours && opening.choices.length && firstDue(room) === room.you;
  announce(due ? `${words}. ${firstWords(room)}` : words, yours ? "assertive" : "polite", true);
  if (yours) buzz();
}

/** Who took how many moves back. @param {Room | null} before @param {number} left the number of plies after it */
export function takenBackWords(before, left) {
  const side = before?.snapshot.offers.takeback;
  if (!before || !side) return text("taken-back");
  return text("takes-back", { name: seatName(before.snapshot.seats[side]), n: before.snapshot.plies.length - left });
}
