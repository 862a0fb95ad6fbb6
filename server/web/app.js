// What the page holds beside the words of the server: where it is, what the
// person is about to do, what was sent and is not answered. One object, changed
// by `actions.js` and `effects.js`, drawn by `main.js`.

import * as memory from "./memory.js";
import { STILL } from "./motion.js";
import { empty } from "./state.js";

/**
 * @import { ClientMessage, RoomId, Side, Square, SeatSpec } from "../../protocol/protocol.d.ts"
 * @import { State } from "./state.js"
 * @import { Room } from "./room.js"
 * @import { Motion } from "./motion.js"
 * @import { Connection } from "./connection.js"
 * @import { Spoken } from "./memory.js"
 * @import { Row } from "./lobby.js"
 * @import { Trial } from "./trial.js"
 */
/**
 * @typedef {{name: "start"} | {name: "new"} | {name: "tv"} | {name: "analyse", variant: string, moves: Square[]}
 *   | {name: "room", code: RoomId, handOver: string | null} | {name: "game", number: number}
 *   | {name: "profile", of: string | null} | {name: "history", filter: Record<string, string>}
 *   | {name: "leaderboard", filter: Record<string, string>} | {name: "new-tournament"}
 *   | {name: "tournament", code: RoomId, wall: boolean}} Route
 * a profile without a name is the person's own; filters are as the address has them
 */
/**
 * @typedef {{room: RoomId, revision: number, square: Square, colour: Side}} Stone a stone that is sent, or waits for
 * its turn
 */
/**
 * @typedef {{game: "" | "falls" | "free", state: "" | "waiting" | "playing", words: string}} Filter of the lists
 * of rooms
 */
/**
 * @typedef {object} Form the choices of the screen "new game"
 * @property {string} variant
 * @property {"friend" | "anyone" | "bot" | "bots"} against
 * @property {string} clock a clock, or empty for none
 * @property {"lot" | "me" | "them"} begins
 * @property {string} bot
 * @property {string} otherBot
 * @property {boolean} more whether the rarer options are shown
 * @property {{columns: number, rows: number, inRow: number, kind: string}} custom
 * @property {Record<string, boolean>} switches
 * @property {boolean} swap2
 * @property {number} pace
 * @property {number} repeat
 * @property {string} thinkTime
 * @property {string} grace
 * @property {string} seed
 */
/**
 * @typedef {object} Ui
 * @property {Route} route
 * @property {number | null} viewedPly the ply that is looked at; none looks at the game as it is
 * @property {Trial | null} trial the line that is tried, beside a game that is looked back at or of no game
 * @property {Motion} motion what moves on the board of the table
 * @property {object | null} verdict the phase of a game that has just ended, while the words for its end stand over the
 *   board
 * @property {Square | null} picked where a stone would be placed, by the first of two taps
 * @property {boolean} zoomed
 * @property {number | null} boardWidth of the board on the screen, in px, as `grid.js` measured it
 * @property {{x: number, y: number}} corner of what a zoom shows, in parts of the board
 * @property {number | null} hover the column that the disc waits above
 * @property {Square | null} over the point of a free board under the mouse pointer
 * @property {{column: number, row: number} | null} focus the cell of the board that has the focus
 * @property {Stone | null} pending
 * @property {Stone | null} premove
 * @property {"resign" | "abort" | "claim" | "draw" | "leave" | null} question
 * @property {boolean} chat whether the chat is open, where it has no place of its own
 * @property {string | null} dialog
 * @property {{message: ClientMessage, name: string} | null} nextEntry the way into another room, and a new name for it,
 *   for which the person has yet to agree to leave a game that waits or goes on
 * @property {{text: string, until: number, ofServer: boolean} | null} notice words that stand in the head line for a
 * moment, and whether they are of the server and no game
 * @property {number} deafUntil until when buttons that have just come do nothing
 * @property {string | null} askedGame the game, by room and number, that a whole analysis was asked for
 * @property {string | null} askedPosition the position, by room, game and plies, that an analysis was asked for last
 * @property {string | null} askedMoves the position, by variant and plies, whose moves were asked for last
 * @property {number | null} selected the game of the history that is shown beside the list
 * @property {boolean} filters whether the filters of the history are open on a screen without a column for them
 * @property {string | null} lastCopied what was copied last
 * @property {Row[] | null} rows the rooms in which somebody waits, in the order in which the list on the screen has
 *   them; none until the lobby changes under it
 * @property {Filter} filter
 * @property {boolean} allRooms whether the lists of rooms are shown to their end
 * @property {Form | null} form
 * @property {ClientMessage | null} forTwo what was asked for to play with somebody at this page
 */

/**
 * @typedef {object} Work what goes on beside what is drawn. What a module holds for itself alone, as the fingers on a
 *   board or the steps of the history, is with it.
 * @property {boolean} entering whether the server has yet to answer a way into a room
 * @property {ClientMessage | null} wish that way, until it was asked for twice
 * @property {{at: number, square: string, after: number}} placed the person's last move, when it was made and after how
 *   many others
 * @property {boolean} asksWho whether it is to be asked who watches
 * @property {Spoken | null} spoken the line that is sent and not answered yet
 * @property {Spoken | null} unanswered the line whose answer was lost with a connection, or with the page of before
 * @property {Route | null} submitted the place where the form was submitted, until the bots of its board are known
 * @property {boolean} warned whether it was told that this browser keeps no seat over a reload
 * @property {string} declined the words that were said last of an offer that was declined
 * @property {string} screen what the screen that was drawn last is called
 * @property {string} drawn the screen that was drawn last, and the phase of its game
 * @property {string} lowGame the game in which the person heard that the time is short, by room and number
 * @property {string} claimable the absence for which the person may claim the game, by room and beginning
 * @property {RoomId | null} pressedRoom the room whose row was under the pointer when it went down
 * @property {RoomId | null} shared the room of which a second connection has the other seat
 */

// Fields that are set back together.
export const NOTHING_PICKED = { picked: null, zoomed: false };
export const NO_MOVE = { pending: null, premove: null, ...NOTHING_PICKED, question: null };
export const NO_ANALYSIS = { askedGame: null, askedPosition: null, askedMoves: null };
export const NO_DIALOG = { dialog: null, nextEntry: null };

/**
 * @type {{
 *   state: State, ui: Ui, settings: memory.Settings, connection: Connection | null, partner: Connection | null,
 *   net: {status: "connecting" | "open" | "lost" | "renewing", retryAt: number},
 *   queuedEntry: ClientMessage | null, work: Work, draw: () => void, applyTheme: () => void,
 *   applyLanguage: () => Promise<void>,
 * }}
 */
export const app = {
  state: { ...empty(), muted: memory.muted(), owned: memory.owned() },
  settings: memory.settings(),
  connection: null,
  // That of the second of two people at this page.
  partner: null,
  net: { status: "connecting", retryAt: 0 },
  // The way into a room that is asked for behind the next `welcome`, once, unless the person goes elsewhere before.
  queuedEntry: null,
  work: {
    entering: false,
    wish: null,
    placed: { at: 0, square: "", after: 0 },
    asksWho: false,
    spoken: null,
    unanswered: null,
    submitted: null,
    warned: false,
    declined: "",
    screen: "enlinea",
    drawn: "",
    lowGame: "",
    claimable: "",
    pressedRoom: null,
    shared: null,
  },
  // Given by `main.js`, which knows the document.
  draw: () => {},
  applyTheme: () => {},
  applyLanguage: async () => {},
  ui: {
    route: { name: "start" },
    viewedPly: null,
    trial: null,
    motion: STILL,
    verdict: null,
    boardWidth: null,
    corner: { x: 0, y: 0 },
    hover: null,
    over: null,
    focus: null,
    ...NO_MOVE,
    chat: false,
    ...NO_DIALOG,
    notice: null,
    deafUntil: 0,
    ...NO_ANALYSIS,
    selected: null,
    filters: false,
    lastCopied: null,
    rows: null,
    filter: { game: "", state: "", words: "" },
    allRooms: false,
    form: null,
    forTwo: null,
  },
};

let drawing = false;

/** Draws once, after what is happening now. */
export function redraw() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    app.draw();
  });
}

/** @param {Partial<Ui>} changes */
export function set(changes) {
  Object.assign(app.ui, changes);
  redraw();
}

/** @param {Partial<memory.Settings>} changes */
export function setSettings(changes) {
  Object.assign(app.settings, changes);
  memory.setSettings(changes);
  redraw();
}

/** @param {ClientMessage} message @returns {boolean} */
export const send = (message) => app.connection?.send(message) ?? false;

/**
 * Sends what a seat does, by the connection that has it.
 *
 * @param {Side | null} side @param {ClientMessage} message @returns {boolean}
 */
export function sendFor(side, message) {
  const { room } = app.state;
  return room?.both && side !== room.you ? (app.partner?.send(message) ?? false) : send(message);
}

/** Whether there is no line to the server, and nothing can be sent. */
export const offline = () => isLost() || app.net.status === "renewing";

/** Whether the line to the server is lost, as the page says then: one that is renewed is back in a moment. */
export const isLost = () => app.net.status === "lost";

/** The seat of a bot of this spec. @param {string} bot @returns {SeatSpec} */
export const botSeat = (bot) => ({ type: "bot", bot });

/** The room whose table is on the screen: the page may be in one and show another place. @returns {Room | null} */
export function shownRoom() {
  const { route } = app.ui;
  const { room } = app.state;
  return room && route.name === "room" && route.code === room.snapshot.room ? room : null;
}

/** The game on the screen: of a room, or one that is over and has no room. @returns {Room | null} */
export const shownGame = () => (app.ui.route.name === "game" ? (app.state.past?.room ?? null) : shownRoom());

/** Whether the server has tournaments. */
export const hasTournaments = () => Boolean(app.state.welcome?.features.includes("tournament"));

/** Whether the server keeps games that are over. */
export const keepsGames = () => Boolean(app.state.welcome?.features.includes("history"));

/**
 * Whether a name may lead to a profile: the server numbers guests, and a name that two connections have.
 *
 * @param {string} name
 */
export const mayOwn = (name) => keepsGames() && !/^guest-|\(\d+\)$/i.test(name);

/** Whether the person owns a name here, as far as is known: what is pressed before the server answers counts too. */
export function ownsName() {
  const { welcome } = app.state;
  return isSecureContext && memory.name() !== "" && (!welcome || mayOwn(welcome.name));
}

/** The game of this person that goes on while the page shows another place. @returns {Room | null} */
export function roomAway() {
  const { room } = app.state;
  return room?.you && room.snapshot.phase.type === "playing" && !shownRoom() ? room : null;
}

/**
 * Shows words in the head line, for a moment; `signal.js` has the other ways to speak.
 *
 * @param {string} words @param {number} [time] @param {boolean} [ofServer] whether they are of the server and no game
 */
export function showNotice(words, time = 6000, ofServer = false) {
  const notice = { text: words, until: Date.now() + time, ofServer };
  set({ notice });
  setTimeout(() => app.ui.notice === notice && set({ notice: null }), time);
}
