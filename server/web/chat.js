// Talk at the table, and the field for words or a move.

import { place } from "./actions.js";
import { app, send, set } from "./app.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { parseMove, shape } from "./rules.js";
import { text } from "./text.js";

/**
 * @import { Room } from "./room.js"
 */

/** @param {Room} room */
export function chat(room) {
  const { snapshot } = room;
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
          h(
            "button",
            {
              class: "name",
              onclick: () =>
                line.name !== app.state.welcome?.name &&
                send({ type: "mute", name: line.name, muted: !app.state.muted.includes(line.name) }),
              title: text("mute", { name: line.name }),
            },
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
        maxlength: 200,
        autocomplete: "off",
        enterkeyhint: "send",
        placeholder: text(room.you ? "say-or-move" : "say-something"),
        "aria-label": text(room.you ? "say-or-move" : "say-something"),
        disabled: snapshot.chat_closed && !room.you,
      }),
      h("button", { class: "icon-button", "aria-label": text("send") }, icon("send")),
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

/** Keeps the newest line in sight. @param {HTMLElement} list */
function keepDown(list) {
  new MutationObserver(() => (list.scrollTop = list.scrollHeight)).observe(list, { childList: true });
  list.scrollTop = list.scrollHeight;
}

/** A move where it can only be one, words otherwise. @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("words")
  );
  const words = field.value.trim();
  field.value = "";
  const { room } = app.state;
  if (!words || !room) return;
  const board = shape(room.snapshot.spec.variant);
  const move = room.you && board && room.snapshot.phase.type === "playing" ? parseMove(words, board) : null;
  if (move) place(move);
  else send({ type: "chat", text: words });
}
