// Talk at the table, and the field for words or a move.

import { place } from "./actions.js";
import { app, say, send, set } from "./app.js";
import { h } from "./dom.js";
import { LONGEST, atMost } from "./fields.js";
import { icon } from "./icons.js";
import { parseMove, shape } from "./rules.js";
import { announce } from "./signal.js";
import { text } from "./text.js";
import { seatName } from "./words.js";

/**
 * @import { ChatLine } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */

/** @param {Room} room */
export function chat(room) {
  const { snapshot } = room;
  const board = shape(snapshot.spec.variant);
  const typed = room.you && board && snapshot.phase.type === "playing" && !matchMedia("(pointer: coarse)").matches;
  const words = snapshot.chat_closed
    ? text("refused-chat-closed")
    : typed
      ? text("say-or-move", { move: example(board) })
      : text("say-something");
  // Where a move is typed, the field is one for moves still.
  const disabled = snapshot.chat_closed && !typed;
  return h(
    "section",
    { key: "talk", class: "talk", "aria-label": text("chat") },
    h(
      "ul",
      { class: "said-lines", made: keepDown },
      snapshot.spectators.length > 0 &&
        h(
          "li",
          { key: "watchers", class: "who-watches" },
          text("are-watching", { n: snapshot.spectators.length, names: snapshot.spectators.join(", ") }),
        ),
      snapshot.chat.map((line, i) =>
        h(
          "li",
          { key: `${i}${line.name}${line.text}` },
          isOwn(line, room)
            ? h("b", { class: "name" }, line.name)
            : h(
                "button",
                { class: "name", onclick: () => mute(line.name), "aria-label": text("name-mute", { name: line.name }) },
                line.name,
              ),
          " ",
          line.text,
        ),
      ),
    ),
    app.state.muted.length > 0 &&
      h(
        "p",
        { class: "muted" },
        text("muted", { names: app.state.muted.join(", ") }),
        h(
          "button",
          {
            class: "quiet",
            onclick: () => app.state.muted.forEach((name) => send({ type: "mute", name, muted: false })),
          },
          text("unmute"),
        ),
      ),
    h(
      "form",
      { class: "say", onsubmit: submit },
      h("input", {
        name: "words",
        ...atMost(LONGEST.line),
        autocomplete: "off",
        enterkeyhint: "send",
        placeholder: words,
        "aria-label": words,
        disabled,
      }),
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

/** By the name, since a rematch changes the sides; a seat keeps the one that its player had on taking it. @param {ChatLine} line @param {Room} room */
const isOwn = ({ name }, { snapshot, you }) =>
  name === app.state.welcome?.name || (you != null && name === seatName(snapshot.seats[you]));

/** Keeps the newest line in sight. @param {HTMLElement} list */
function keepDown(list) {
  const down = () => (list.scrollTop = list.scrollHeight);
  new MutationObserver(down).observe(list, { childList: true });
  new ResizeObserver(down).observe(list);
}

/** What is typed behind this is a move, and never talk. */
const MOVE = "/";

/** A move as one may type it. @param {Shape} board */
const example = (board) => (board.falls ? "4" : "h8");

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("words")
  );
  const { room } = app.state;
  if (!room) return;
  const board = shape(room.snapshot.spec.variant);
  const words = field.value.trim();
  if (!board || !words.startsWith(MOVE)) return speak(field, "chat");
  const move = parseMove(words.slice(MOVE.length), board);
  const plays = room.you && room.snapshot.phase.type === "playing";
  if (!plays || !move) {
    // The hint stands behind the words, where little room is.
    const said = words.length > 12 ? `${words.slice(0, 11)}…` : words;
    const why = plays ? text("no-move", { words: said, move: example(board) }) : text("no-move-now");
    say(why);
    return announce(why, "assertive");
  }
  field.value = "";
  place(move);
}

/** @param {string} name */
function mute(name) {
  if (!send({ type: "mute", name, muted: true })) return;
  // The way back stands below the lines.
  say(text("muted", { names: name }));
  announce(text("muted", { names: name }));
}

/** The `ref` of lines of chat. */
export const SPOKEN = 2;

/** The line that is sent and not answered yet. @type {{field: HTMLInputElement, words: string} | null} */
let spoken = null;

/** Sends a line, which stays in its field until the server has taken it. @param {HTMLInputElement} field @param {"chat" | "lobby_chat"} type */
export function speak(field, type) {
  const words = field.value.trim();
  // A second Enter says nothing twice.
  if (!words || (spoken?.field === field && spoken.words === words)) return;
  if (send({ type, text: words, ref: SPOKEN })) {
    spoken = { field, words };
    return;
  }
  say(text("line-lost"));
  announce(text("line-lost"), "assertive");
}

/** The server has taken the line, or has not. @param {boolean} taken */
export function spokenTo(taken) {
  if (taken && spoken) {
    const { field, words } = spoken;
    const now = field.value.trimStart();
    if (now.startsWith(words)) field.value = now.slice(words.length).trimStart();
  }
  spoken = null;
}

/** The line whose answer was lost with a connection. @type {{field: HTMLInputElement, words: string} | null} */
let unanswered = null;

/** The connection is a new one: what the last one did not answer stays in its field, unless the room has it. */
export function hearAgain() {
  unanswered = spoken;
  spoken = null;
}

/** The room is told again. @param {Room} room @param {Room | null} before */
export function toldAgain(room, before) {
  const line = unanswered;
  unanswered = null;
  if (!line || before?.snapshot.room !== room.snapshot.room) return;
  /** @param {Room} there */
  const times = (there) => there.snapshot.chat.filter((said) => isOwn(said, there) && said.text === line.words).length;
  if (times(room) <= times(before)) return;
  spoken = line;
  spokenTo(true);
}
