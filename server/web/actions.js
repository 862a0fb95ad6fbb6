// What the person does. Nothing here knows how a screen looks.

import {
  NO_ANALYSIS,
  NO_DIALOG,
  NOTHING_PICKED,
  app,
  botSeat,
  keepsGames,
  ownsName,
  roomAway,
  send,
  sendFor,
  set,
  setSettings,
  shownGame,
  shownRoom,
} from "./app.js";
import * as memory from "./memory.js";
import { actor, mayPlay, outcome, risk, stonesOf } from "./room.js";
import { colourOf, grace, landing, other, readMove, shape } from "./rules.js";
import { ANALYSE, EXPLORE, depart, go, keepAddress, stay } from "./route.js";
import { announce, notify } from "./signal.js";
import { position } from "./state.js";
import { text } from "./text.js";
import { hasChoice, stonesAfter, withMove } from "./trial.js";

/**
 * @import { ClientMessage, GameSpecOfVariant, RoomId, SeatSpec, Square } from "../../protocol/protocol.d.ts"
 * @import { Filter } from "./app.js"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */

/**
 * The game of the start screen.
 *
 * @param {boolean} [rated] whether it counts for ratings, without takebacks then @returns {GameSpecOfVariant}
 */
const usualSpec = (rated = false) => ({
  variant: app.settings.variant,
  clock: null,
  listed: true,
  takebacks: !rated,
  hints: false,
  rated,
  spectators: true,
  open_thoughts: false,
  pace: 700,
  repeat: 0,
  grace: grace(null),
});

/** @param {GameSpecOfVariant} spec @param {{first: SeatSpec, second: SeatSpec}} seats @param {boolean} shuffle */
export const open = (spec, seats, shuffle) => enter({ type: "open", spec, seats, shuffle, ref: ENTER });

/** @param {string} bot */
export function playBot(bot) {
  const { first, began } = app.settings;
  const begins = first === "turn" ? (began === "me" ? "bot" : "me") : first;
  setSettings({ began: begins });
  openAgainst(bot, { ...usualSpec(), listed: false }, begins);
}

/** @param {string} bot @param {GameSpecOfVariant} spec @param {"me" | "bot"} begins */
export function openAgainst(bot, spec, begins) {
  const [me, them] = [/** @type {SeatSpec} */ ({ type: "me" }), botSeat(bot)];
  open(spec, begins === "me" ? { first: me, second: them } : { first: them, second: me }, false);
}

/** Two people play at this page, in turn. */
export function playHere() {
  /** @type {ClientMessage} */
  const message = {
    type: "open",
    spec: { ...usualSpec(), listed: false },
    seats: { first: { type: "me" }, second: { type: "open" } },
    shuffle: false,
    ref: ENTER,
  };
  set({ forTwo: message });
  enter(message);
}

export const inviteFriend = () =>
  open({ ...usualSpec(ownsName()), listed: false }, { first: { type: "me" }, second: { type: "open" } }, true);

/** @param {string} variant @param {string | null} clock @param {boolean} [rated] */
export const quickMatch = (variant, clock, rated = ownsName()) =>
  enter({ type: "quick", variant, clock, own_rooms: memory.held().map(({ room }) => room), rated, ref: ENTER });

/** The server answered it. */
export const answered = () => (app.work.entering = false);

/** Asks for what was wanted before there was a line; what the last connection was asked for it does not answer. */
export function enterQueued() {
  app.work.entering = app.queuedEntry != null && send(app.queuedEntry);
  app.queuedEntry = null;
}

/**
 * Goes into a room by any road, out of the one that the page is in. A second press on a slow line is the same one.
 *
 * @param {ClientMessage} message with the `ref` of ways into a room
 * @param {{name?: string, sure?: boolean}} [how] the name under which the person goes there, if it is another one, and
 *   whether they agreed to what the game that they leave costs them
 */
export function enter(message, { name = "", sure = false } = {}) {
  const { room } = app.state;
  const waits = room?.you && room.snapshot.phase.type === "seating";
  const question = waits ? "waiting" : room && risk(room) ? "leave" : null;
  if (question && !sure) return set({ dialog: question, nextEntry: { message, name } });
  set(NO_DIALOG);
  // The name of this connection stays what it is, and the server must hear on it that the seat is free.
  if (name && waits) memory.setName(name);
  else if (name) {
    depart();
    return rename(name, message);
  }
  if (app.work.entering && app.net.status === "open") return;
  // Whoever watches a room takes a seat there from inside, and watches on where that is refused.
  if (message.type !== "join" || message.room !== room?.snapshot.room) depart(shownRoom() != null);
  // Before the server lets the page in, another press is another wish, and not another room.
  app.work.entering = app.net.status === "open" && send(message);
  app.work.wish = message;
  if (!app.work.entering) app.queuedEntry = message;
}

/**
 * Asks once more for a way into a room that was refused, since the server could not let the page leave another one.
 *
 * @param {RoomId} room where it is still
 */
export function enterAnew(room) {
  const message = app.work.wish;
  app.work.wish = null;
  if (!message) return false;
  if (message.type === "join" && message.room === room) return stay();
  send({ type: "leave" });
  return (app.work.entering = send(message));
}

/** The `ref` of ways into a room that a person chose. */
export const ENTER = 3;

/** The `ref` of rooms that the TV watches, which nobody asked for by hand. */
export const WATCH = 5;

/** @param {RoomId} room @param {"player" | "spectator" | "seat"} how */
export function join(room, how) {
  if (app.state.room?.snapshot.room === room && app.state.room.you) return go(room);
  const token = memory.token(room);
  if (how === "seat" && token) enter({ type: "join", room, role: { type: "seat", token }, ref: ENTER });
  else enter({ type: "join", room, role: { type: how === "spectator" ? "spectator" : "player" }, ref: ENTER });
}

/**
 * The person is called otherwise from now on; the server is told by a new connection.
 *
 * @param {string} name @param {ClientMessage} [then] the way into a room under the new name
 */
export function rename(name, then) {
  memory.setName(name.trim());
  if (then) app.queuedEntry = then;
  set({ notice: null }); // what it says may be of the name before
  app.connection?.restart();
}

/** Time after a move of the person's own in which another touch of the board is the same one, in milliseconds. */
const SAME_TOUCH = 500;

/**
 * Places a stone, or keeps it for the person's turn.
 *
 * @param {Square} square @param {boolean} [touched] by a finger, which may touch twice
 */
export function place(square, touched) {
  const { room } = app.state;
  const board = room && shape(room.snapshot.spec.variant);
  if (!room?.you || !board || room.snapshot.phase.type !== "playing") return;
  const { snapshot } = room;
  const taken = snapshot.plies.map((ply) => ply.square);
  const column = square.charCodeAt(0) - 97;
  const target = board.falls ? landing(board, taken, column) : taken.includes(square) ? null : square;
  if (!target) return notify(text(board.falls ? "column-full" : "point-taken", { move: readMove(square, board) }), "polite", 3000);
  const banned = snapshot.forbidden.find((point) => point.square === target);
  const mine = mayPlay(room);
  // A bot may have answered between the two, and of two people here the other one is to move.
  const answers = room.both || snapshot.seats[other(room.you)].type === "bot";
  const { placed } = app.work;
  const again = touched && answers && placed.square[0] === square[0] && taken.length > placed.after;
  if (Date.now() - placed.at < SAME_TOUCH && (!mine || again)) return;
  if (mine && banned) return notify(text(`forbidden-${banned.kind.replace("_", "-")}`, { move: target }), "polite", 4000);
  set({ ...NOTHING_PICKED, viewedPly: null });
  if (!mine) {
    if (!mayKeep(room)) return;
    const dropped = dropsPremove(room, board, target);
    const colour = colourOf(taken.length + 1);
    announce(text(dropped ? "premove-gone" : "premove-said", { move: readMove(target, board) }));
    return set({
      premove: dropped ? null : { room: snapshot.room, revision: snapshot.revision, square: target, colour },
    });
  }
  if (app.ui.pending?.revision === snapshot.revision) return;
  const pending = { room: snapshot.room, revision: snapshot.revision, square: target, colour: colourOf(taken.length) };
  app.work.placed = { at: Date.now(), square, after: taken.length };
  set({ pending, premove: null });
  sendFor(actor(room), { type: "move", revision: pending.revision, square: pending.square });
}

/** Whether a move may be kept for the person's next turn, on the opponent's. @param {Room} room */
export function mayKeep({ you, both, snapshot: { phase, opening } }) {
  return Boolean(you) && !both && phase.type === "playing" && !opening?.choices.length && !opening?.to_place;
}

/** Whether a touch of this cell drops the premove. @param {Room} room @param {Shape} board @param {Square} target */
export function dropsPremove({ snapshot }, board, target) {
  const { premove } = app.ui;
  if (premove?.room !== snapshot.room) return false;
  return board.falls ? premove.square[0] === target[0] : premove.square === target;
}

/** Plays what was kept for this turn, if it still may be played. @param {Room} room */
export function playPremove(room) {
  const { premove } = app.ui;
  if (!premove || premove.room !== room.snapshot.room || !mayPlay(room)) return;
  set({ premove: null });
  place(premove.square);
}

/** Goes on with what stands unanswered, after the line was lost. */
export function resendPending() {
  const { pending } = app.ui;
  const { room } = app.state;
  if (!pending || !room) return;
  // The old revision: played if it had been lost, refused as stale if it had arrived.
  sendFor(actor(room), { type: "move", revision: pending.revision, square: pending.square });
}

/** Looks at a ply of the game; none goes back to the game as it is. @param {number | null} at */
export function lookAt(at) {
  const room = shownGame();
  if (!room) return;
  const last = room.snapshot.plies.length;
  // Behind the last move of a game that ended is its end.
  const bounded = at == null ? null : Math.min(Math.max(at, 1), outcome(room) ? last + 1 : last);
  set({ viewedPly: last === 0 ? null : bounded, trial: null, ...NOTHING_PICKED, question: null, chat: false, verdict: null });
  askForValues();
}

/** One step while looking back. @param {number} by */
export function step(by) {
  const room = shownGame();
  if (app.ui.trial) return stepTrial(by);
  if (!room) return;
  const last = room.snapshot.plies.length;
  const at = app.ui.viewedPly ?? last + 1;
  lookAt(at + by > last && !outcome(room) ? null : at + by);
}

/** Whether this page may ask the server what moves are worth. @param {Room} room */
export function mayAnalyse({ snapshot, you }) {
  const bots = snapshot.seats.first.type === "bot" && snapshot.seats.second.type === "bot";
  if (snapshot.phase.type === "seating") return false;
  return (
    snapshot.phase.type === "over" ||
    bots ||
    snapshot.spec.hints === true ||
    (!you && snapshot.spec.open_thoughts === true)
  );
}

/** Whether the server analyses the game, as far as is known. @param {string} variant */
export const isAnalysed = (variant) => !app.state.unanalysed.includes(variant);

/**
 * Asks for the values of a position, unless they are known or asked for: the same question again would only begin the
 * search anew.
 *
 * @param {string} variant @param {readonly Square[]} stones
 */
function ask(variant, stones) {
  const { ui } = app;
  const asked = position(variant, stones);
  if (!isAnalysed(variant) || app.state.analyses[asked] || ui.askedPosition === asked) return;
  if (send({ type: "analyse", variant, moves: [...stones], ref: ANALYSE })) ui.askedPosition = asked;
}

/** Asks which moves were played in a position. @param {string} variant @param {readonly Square[]} stones */
function explore(variant, stones) {
  const { ui } = app;
  const asked = position(variant, stones);
  // In a game of the person's own that goes on they would be help.
  if (!keepsGames() || app.state.played[asked] || ui.askedMoves === asked || roomAway()) return;
  if (send({ type: "explore", variant, moves: [...stones], ref: EXPLORE })) ui.askedMoves = asked;
}

/** The game on the screen, at the line that is tried. @returns {{variant: string, stones: Square[]} | null} */
function tried() {
  const { route, trial } = app.ui;
  if (!trial) return null;
  if (route.name === "analyse") return { variant: route.variant, stones: stonesAfter([], trial) };
  const room = shownGame();
  return room && { variant: room.snapshot.spec.variant, stones: stonesAfter(stonesOf(room), trial) };
}

/** Whether a touch of the board tries a move. */
export const isTrying = () => app.ui.route.name === "analyse" || app.ui.viewedPly != null;

/** Tries a move: instead of the one that is looked at, or after what is tried already. @param {Square} to */
export function tryMove(to) {
  const { ui } = app;
  const { route, viewedPly } = ui;
  const room = shownGame();
  if (room && !(viewedPly != null && mayAnalyse(room) && isAnalysed(room.snapshot.spec.variant))) return;
  const variant = route.name === "analyse" ? route.variant : room?.snapshot.spec.variant;
  const board = variant && shape(variant);
  if (!board) return;
  const stones = room ? stonesOf(room) : [];
  const trial = ui.trial ?? { after: Math.min((viewedPly ?? 1) - 1, stones.length), moves: [], at: 0 };
  const next = withMove(board, stones, trial, to);
  if (!next) return;
  // The move of the game itself is one step in the game.
  if (!ui.trial && viewedPly != null && stones[trial.after] === next.moves[0]) return lookAt(viewedPly + 1);
  setTrial(next);
  announce(text("trying-moves", { moves: next.moves.slice(0, next.at).map((one) => readMove(one, board)).join(" ") }));
}

/** @param {import("./trial.js").Trial | null} trial */
function setTrial(trial) {
  // Another question has ended the stream of the game.
  set({ trial, ...NO_ANALYSIS, question: null, chat: false });
  if (trial) keepAddress(trial);
  askForValues();
}

/** One step on the line that is tried; before its first move is the game. @param {number} by */
export function stepTrial(by) {
  const { trial, route } = app.ui;
  if (!trial) return;
  const at = Math.min(trial.moves.length, trial.at + by);
  if (at <= 0 && route.name !== "analyse") return endTrial();
  setTrial({ ...trial, at: Math.max(0, at) });
}

/** Goes back to the game that is looked at; where there is none, to the empty board. */
export const endTrial = () => setTrial(app.ui.route.name === "analyse" ? { after: 0, moves: [], at: 0 } : null);

/** Asks for the values that are to be seen and are not known. */
export function askForValues() {
  const room = shownGame() ?? app.state.room;
  const { ui } = app;
  const line = tried();
  if (line) {
    const board = shape(line.variant);
    if (!board || !hasChoice(board, line.stones)) return;
    if (ui.route.name !== "analyse") explore(line.variant, line.stones);
    ask(line.variant, line.stones);
    return;
  }
  if (room && ui.viewedPly != null && ui.viewedPly <= room.snapshot.plies.length && mayAnalyse(room))
    explore(room.snapshot.spec.variant, stonesOf(room).slice(0, ui.viewedPly - 1));
  if (ui.route.name === "game") return askForPast();
  if (!room || !isAnalysed(room.snapshot.spec.variant) || !mayAnalyse(room)) return;
  const game = `${room.snapshot.room} ${room.snapshot.series.game}`;
  if (ui.viewedPly != null && outcome(room)) {
    // The whole game comes in one stream, which any other question would end.
    const { variant } = room.snapshot.spec;
    const stones = stonesOf(room);
    const isKnown = stones.every((_, plies) => app.state.analyses[position(variant, stones.slice(0, plies))]);
    if (ui.askedGame !== game && !isKnown && send({ type: "analyse_game", ref: ANALYSE })) ui.askedGame = game;
    return;
  }
  // The game as it is, is asked about for players who learn; whoever watches asks by looking back.
  const live = room.you && room.snapshot.spec.hints && app.settings.values && !outcome(room);
  if (ui.viewedPly == null && !live) return;
  const plies = ui.viewedPly != null ? ui.viewedPly - 1 : room.snapshot.plies.length;
  ask(room.snapshot.spec.variant, stonesOf(room).slice(0, plies));
}

/**
 * Asks for the values of a game without a room, one position after the other: first the one on the screen. If discs
 * fall, which takes little time, all others follow, and else the next one.
 */
function askForPast() {
  const room = shownGame();
  if (!room) return;
  const { variant } = room.snapshot.spec;
  const stones = stonesOf(room);
  const at = (app.ui.viewedPly ?? 1) - 1;
  const all = shape(variant)?.falls ? stones.map((_, plies) => plies) : [at + 1];
  const isOpen = (/** @type {number} */ plies) =>
    plies < stones.length && !app.state.analyses[position(variant, stones.slice(0, plies))];
  const next = [at, ...all].find(isOpen);
  if (next != null) ask(variant, stones.slice(0, next));
}

/** Least time between two questions who watches, in milliseconds. */
const WHO = 1000;

/** Asks who watches, while the list of people is open: where there are many nothing else tells it. */
export function askWho() {
  if (app.work.asksWho || app.ui.dialog !== "people") return;
  app.work.asksWho = true;
  setTimeout(() => {
    app.work.asksWho = false;
    const { room } = app.state;
    if (room && app.ui.dialog === "people") send({ type: "who", room: room.snapshot.room });
  }, WHO);
}

/** Whether a button may have come under a finger just now, which a touch does not mean. */
export const isDeaf = () => Date.now() < app.ui.deafUntil;

/**
 * Says yes or no to what the opponent offers, unless the buttons have only just come.
 *
 * @param {ClientMessage} message
 */
export function answer(message) {
  if (!isDeaf()) send(message);
}

/** @param {string} words what is copied @param {string} what its name, for the button that says so */
export async function copy(words, what) {
  let done = false;
  try {
    await navigator.clipboard.writeText(words);
    done = true;
  } catch {
    done = copyByField(words); // plain http has no clipboard
  }
  set({ lastCopied: done ? what : null });
  if (done) announce(text("copied"));
  if (done) setTimeout(() => app.ui.lastCopied === what && set({ lastCopied: null }), 2500);
  else notify(text("copy-by-hand"));
}

/** @param {string} words @returns {boolean} */
function copyByField(words) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = document.createElement("textarea");
  field.value = words;
  field.readOnly = true;
  field.className = "offscreen";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  had?.focus();
  return done;
}

/** Goes to the start; a seat in a game that waits or goes on is kept. */
export const leave = () => go("");

/** Goes to the start, but asks first where the clock of the game does not wait. */
export function askToLeave() {
  const room = shownRoom();
  if (!room || !risk(room)) return leave();
  set({ ...NOTHING_PICKED, question: "leave", viewedPly: null, chat: false });
}

/** Leaves the room for good: a seat in a game that waits is free again. */
export function quit() {
  depart();
  leave();
}

/** The `ref` of codes for another device. */
export const HAND_OVER = 6;

/** Asks for a code by which another device takes the seat over, and shows it once it is there. */
export function handOver() {
  app.state = { ...app.state, handOver: null };
  send({ type: "hand_over", ref: HAND_OVER });
  set({ dialog: "phone" });
}

/** Asks for the game as text, and shows it once it is there. @param {Room} room */
export const copyGame = (room) => {
  set({ dialog: "export" });
  send({ type: "record", room: room.snapshot.room });
};

/** Time after the last letter of a search after which the server is asked. */
const TYPED = 300;
/** @type {number | undefined} */
let typing;

/**
 * Changes what the person looks for among the rooms. A list that is full has the newest: the server looks in all.
 *
 * @param {Filter} filter
 */
export function filterRooms(filter) {
  set({ filter, rows: null });
  clearTimeout(typing);
  const { words } = filter;
  if (words.trim() && app.state.lobby?.isCut) typing = setTimeout(() => send({ type: "find_rooms", words }), TYPED);
}
