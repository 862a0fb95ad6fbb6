// Talk at the table, and the fields for words: of a table, where moves are typed
// too, and of the lobby.

import { place as placeStone } from "./actions.js";
import { app, mayOwn, send, set, shownRoom } from "./app.js";
import { h } from "./dom.js";
import { LONGEST, atMost, fits, icon, nameLink } from "./parts.js";
import { draft, setDraft, setSpoken, spoken as lastSpoken } from "./memory.js";
import { risk } from "./room.js";
import { LOBBY, RESYNC } from "./route.js";
import { parseMove, shape, square } from "./rules.js";
import { notify } from "./signal.js";
import { rich, text } from "./text.js";
import { seatName } from "./words.js";

/**
 * @import { ChatLine, Name, RoomId } from "../../protocol/protocol.d.ts"
 * @import { Child } from "./dom.js"
 * @import { Spoken } from "./memory.js"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */

/** @param {Room} room */
export function chat(room) {
  const { snapshot } = room;
  // A profile is another place, and a clock that runs keeps its player here.
  const hasWay = (/** @type {string} */ name) => mayOwn(name) && !risk(room) && !room.both;
  const linked = (/** @type {string} */ name) => nameLink(name, hasWay(name));
  const board = shape(snapshot.spec.variant);
  const typed = room.you && board && snapshot.phase.type === "playing" && !matchMedia("(pointer: coarse)").matches;
  const words = typed
    ? text(snapshot.chat_closed ? "say-closed-or-move" : "say-or-move", { move: example(board) })
    : text(snapshot.chat_closed ? "say-closed" : "say-something");
  // Where a move is typed, the field is one for moves still.
  const disabled = snapshot.chat_closed && !typed;
  return h(
    "section",
    { key: "talk", class: "talk", "aria-label": text("chat") },
    h(
      "ul",
      { class: "said-lines", made: keepDown },
      // Where more watch than are named, those that are known are of before.
      snapshot.watching > 0 &&
        snapshot.spectators.length === snapshot.watching &&
        h(
          "li",
          { key: "watchers", class: "who-watches" },
          rich("are-watching", { names: snapshot.spectators.flatMap((name, i) => [i ? ", " : "", linked(name)]) }, { n: snapshot.watching }),
        ),
      heard(snapshot.chat).map((line, i) =>
        h(
          "li",
          { key: `${i}${line.name}${line.text}` },
          isOwn(line, room)
            ? h("b", { class: "name" }, line.name)
            : hasWay(line.name)
              ? [h("span", { class: "name" }, linked(line.name)), muteButton(line.name, "mute", icon("close"))]
              : muteButton(line.name, "name", line.name),
          " ",
          line.text,
        ),
      ),
    ),
    hidden(),
    h(
      "form",
      { class: "say", onsubmit: submit },
      wordsField(snapshot.room, words, { enterkeyhint: "send", disabled }),
      h("button", { class: "icon-button", "aria-label": text("send"), disabled }, icon("send")),
      h(
        "button",
        {
          type: "button",
          class: "icon-button close-chat",
          onclick: () => set({ chat: false }),
          "aria-label": text("close"),
        },
        icon("close"),
      ),
    ),
  );
}

/** @typedef {RoomId | "lobby"} Place where lines are typed */

/**
 * A field for words. What is typed there stays with the place, whatever else the page shows meanwhile.
 *
 * @param {Place} place @param {string} words that stand in it while it is empty @param {Record<string, any>} [props]
 */
export function wordsField(place, words, props) {
  const bounds = atMost(LONGEST.line);
  return h("input", {
    ...props,
    // The next room has another field.
    key: place,
    "data-place": place,
    name: "words",
    autocomplete: "off",
    placeholder: words,
    "aria-label": words,
    made: (/** @type {HTMLInputElement} */ field) => fill(field, draft(place)),
    oninput: (/** @type {Event} */ event) => {
      bounds.oninput(event);
      write(place, /** @type {HTMLInputElement} */ (event.currentTarget).value);
    },
  });
}

/** Sets what is typed in a place; the lobby may have two fields. @param {Place} place @param {string} words */
function write(place, words) {
  setDraft(place, words);
  for (const field of document.querySelectorAll("input"))
    // To set what is there already could end the writing of a character by several keys.
    if (field.dataset.place === place && field.value !== words) fill(field, words);
}

/** @param {HTMLInputElement} field @param {string} words */
function fill(field, words) {
  field.value = words;
  fits(field, LONGEST.line);
}

/**
 * By the name, since a rematch changes the sides; a seat keeps the one that its player had on taking it.
 *
 * @param {ChatLine} line @param {Room} room
 */
const isOwn = ({ name }, { snapshot, you }) =>
  name === app.state.welcome?.name || (you != null && name === seatName(snapshot.seats[you]));

/** Keeps the newest line in sight. @param {HTMLElement} list */
export function keepDown(list) {
  // Whoever has scrolled up reads on there.
  let isAtEnd = true;
  list.addEventListener("scroll", () => (isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 24));
  const down = () => isAtEnd && (list.scrollTop = list.scrollHeight);
  new MutationObserver(down).observe(list, { childList: true });
  new ResizeObserver(down).observe(list);
}

/** What is typed behind this is a move, and never talk. */
const MOVE = "/";

/** A move as one may type it. @param {Shape} board */
export function example({ falls, columns, rows }) {
  return falls ? String(Math.min(4, columns)) : square(Math.min(8, columns) - 1, Math.min(8, rows) - 1);
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  const { room } = app.state;
  if (!room) return;
  const place = room.snapshot.room;
  const board = shape(room.snapshot.spec.variant);
  const words = draft(place).trim();
  if (!board || !words.startsWith(MOVE)) return speak(place);
  const move = parseMove(words.slice(MOVE.length), board);
  const plays = room.you && room.snapshot.phase.type === "playing";
  if (!plays || !move) {
    // The hint stands behind the words, where little room is.
    const said = words.length > 12 ? `${words.slice(0, 11)}…` : words;
    const why = plays ? text("no-move", { words: said, move: example(board) }) : text("no-move-now");
    return notify(why, "assertive");
  }
  write(place, "");
  placeStone(move);
}

/**
 * Those of the lines that are not of people who are hidden: the server leaves out only what comes later.
 *
 * @template {{name: Name}} L @param {L[]} lines
 */
export const heard = (lines) => lines.filter((line) => !app.state.muted.includes(line.name));

/**
 * Number of lines of others that came while the page heard nothing.
 *
 * @param {Room} room @param {Room} before
 */
export function missed(room, before) {
  const was = heard(before.snapshot.chat);
  const now = heard(room.snapshot.chat);
  const isSame = (/** @type {ChatLine} */ one, /** @type {ChatLine | undefined} */ other) =>
    one.name === other?.name && one.text === other.text;
  // A chat is cut at the front, and lines may be alike: the longest end of what was known is what the lines begin with.
  const cut = was.findIndex((_, from) => was.slice(from).every((line, i) => isSame(line, now[i])));
  const known = cut < 0 ? 0 : was.length - cut;
  return now.slice(known).filter((line) => !isOwn(line, room)).length;
}

/** Whose lines are hidden, and the way back. */
export const hidden = () =>
  app.state.muted.length > 0 &&
  h(
    "p",
    { class: "muted" },
    text("muted", { names: app.state.muted.join(", ") }),
    h("button", { class: "quiet", onclick: () => hearAll(app.state.muted) }, text("unmute")),
  );

/** Shows the lines of people again, those that came meanwhile too. @param {string[]} names */
export function hearAll(names) {
  for (const name of names) send({ type: "mute", name, muted: false });
  send(shownRoom() ? RESYNC : LOBBY);
}

/** @param {string} name @param {string} kind @param {Child} content */
const muteButton = (name, kind, content) =>
  h("button", { class: kind, onclick: () => mute(name), "aria-label": text("name-mute", { name }) }, content);

/** @param {string} name */
function mute(name) {
  if (!send({ type: "mute", name, muted: true })) return;
  // The way back stands below the lines.
  notify(text("muted", { names: name }));
}

/** The `ref` of lines of chat. */
export const SPOKEN = 2;

/** Notes which line waits for an answer: a page that is loaded again must know of it. @param {Spoken | null} line */
function waitFor(line) {
  app.work.spoken = line;
  setSpoken(line);
}

/** Sends the line of a place, which stays in its field until the server has taken it. @param {Place} place */
export function speak(place) {
  const words = draft(place).trim();
  // A second Enter says nothing twice.
  if (!words || (app.work.spoken?.place === place && app.work.spoken.words === words)) return;
  if (send({ type: place === "lobby" ? "lobby_chat" : "chat", text: words, ref: SPOKEN }))
    return waitFor({ place, words, times: timesSaid(place, words) });
  notify(text("line-lost"), "assertive");
}

/** The server has taken the line, or has not. @param {boolean} taken */
export function spokenTo(taken) {
  if (taken && app.work.spoken) {
    const { place, words } = app.work.spoken;
    const now = draft(place).trimStart();
    if (now.startsWith(words)) write(place, now.slice(words.length).trimStart());
  }
  waitFor(null);
}

/**
 * How often this person has said a line in a place, as far as its lines go back.
 *
 * @param {Place} place @param {string} words
 */
function timesSaid(place, words) {
  const { lobby, room, welcome } = app.state;
  const said =
    place === "lobby"
      ? lobby?.chat.filter(({ name }) => name === welcome?.name)
      : room?.snapshot.room === place
        ? room.snapshot.chat.filter((line) => isOwn(line, room))
        : [];
  return (said ?? []).filter((line) => line.text === words).length;
}

/** The connection is a new one: what the last one did not answer stays in its field, unless the place has it. */
export function hearAgain() {
  app.work.unanswered = app.work.spoken ?? lastSpoken();
  app.work.spoken = null;
}

/** A place is told again, with its lines. @param {Place} place */
export function toldAgain(place) {
  const line = app.work.unanswered;
  if (line?.place !== place) return;
  app.work.unanswered = null;
  app.work.spoken = line;
  spokenTo(timesSaid(place, line.words) > line.times);
}
