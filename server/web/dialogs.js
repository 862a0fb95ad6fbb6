// What a tap on the three dots, the name or a word of the menu opens.

import { copy, copyGame, enter, handOver, leave, rename } from "./actions.js";
import { NO_DIALOG, app, isLost, mayOwn, offline, shownGame, shownRoom, send, set, setSettings } from "./app.js";
import { hearAll } from "./chat.js";
import { h } from "./dom.js";
import { LONGEST, atMost, field, icon, isOff, segments, toggle } from "./parts.js";
import { variantOf } from "./form.js";
import { retryButton } from "./head.js";
import * as memory from "./memory.js";
import { outcome, risk } from "./room.js";
import { go, link } from "./route.js";
import { counts, other, shape } from "./rules.js";
import { announce, notify } from "./signal.js";
import { people } from "./start.js";
import { LANGUAGES, current, has, isMissing, text } from "./text.js";
import { linkToShare } from "./waiting.js";
import { gameName, noServer, refusalWords, seatName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Child } from "./dom.js"
 */

export const close = () => set(NO_DIALOG);

export function dialog() {
  const { dialog } = app.ui;
  if (!dialog) return null;
  const room = shownRoom();
  const form = app.ui.route.name === "new" ? app.ui.form : null;
  const variant = form ? variantOf(form) : (shownGame()?.snapshot.spec.variant ?? app.settings.variant);
  /** @type {Record<string, () => Child>} */
  const contents = {
    menu: () => menu(room),
    rules: () => rules(variant, form ? form.swap2 : room?.snapshot.spec.opening === "swap2"),
    keys: () => keys(shape(variant)?.falls ?? false),
    settings,
    name: nameForm,
    phone: () => room && handOverDialog(room),
    people: () => room && atTable(room),
    link: () => room && invite(room),
    here: () => app.state.lobby && h("div", { class: "people-list" }, people(app.state.lobby)),
    export: record,
    waiting: orWait,
    leave: orPlayOn,
    banned: () => [h("p", null, refusalWords()), offline() && retryButton("primary")],
    version: () => [
      h("p", null, text("version-does-not-fit")),
      h("button", { class: "primary reload", onclick: () => location.reload() }, text("reload")),
    ],
  };
  const title = dialog === "rules" ? gameName(variant) : text(`dialog-${dialog}`);
  return h(
    "dialog",
    {
      key: dialog,
      "aria-label": title,
      made: (/** @type {HTMLDialogElement} */ element) =>
        queueMicrotask(() => element.isConnected && !element.open && element.showModal()),
      onclose: (/** @type {Event} */ event) =>
        app.ui.dialog === dialog && event.target === event.currentTarget && close(),
      onclick: (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close(),
    },
    h(
      "div",
      { class: "dialog" },
      h(
        "header",
        null,
        h("h2", null, title),
        h("button", { class: "icon-button", onclick: close, "aria-label": text("close") }, icon("close")),
      ),
      contents[dialog]?.(),
    ),
    // What is behind a dialog is not spoken.
    h("div", { class: "offscreen", "aria-live": "polite" }),
    h("div", { class: "offscreen", "aria-live": "assertive" }),
  );
}

/** @param {Room | null} room */
function menu(room) {
  /** @param {string} id @param {() => void} act @param {boolean} [off] */
  const item = (id, act, off = false) => h("button", { key: id, class: "item", ...isOff(off), onclick: act }, text(id));
  /** @param {string} name */
  const to = (name) => () => set({ dialog: name });
  const over = room?.snapshot.phase.type === "over";
  const lost = offline();
  return h(
    "div",
    { class: "menu-list" },
    item("menu-rules", to("rules")),
    hasKeys() && item("menu-keys", to("keys")),
    room && item("menu-link", to("link")),
    room?.you && room.snapshot.phase.type !== "seating" && item("menu-phone", handOver, lost),
    room &&
      item("menu-people", () => {
        send({ type: "who", room: room.snapshot.room });
        set({ dialog: "people" });
      }),
    room && room.snapshot.plies.length > 0 && item("menu-export", () => copyGame(room), lost),
    item("menu-settings", to("settings")),
    item("menu-name", to("name")),
    mayOwn(app.state.welcome?.name ?? "guest-") && item("your-profile", () => go("profile")),
    item("menu-tv", () => go("tv")),
    room && item(room.you && !over ? `menu-leave-${risk(room) ?? "keep"}` : "menu-leave", leave),
  );
}

/** Asked of who would go into another game while a seat of theirs waits for somebody. */
function orWait() {
  const words = text("waiting-or-leave", { room: app.state.room?.snapshot.room ?? "" });
  return orStay(words, "give-seat-up", "keep-waiting");
}

/** Asked of who would go into another game while the clock of theirs does not wait. */
function orPlayOn() {
  const { room } = app.state;
  const words = text(`${(room && risk(room)) ?? "clock"}-or-leave`, { room: room?.snapshot.room ?? "" });
  return orStay(words, "leave", "play-on");
}

/** @param {string} words @param {string} goes the id of what the person agrees to @param {string} stays */
function orStay(words, goes, stays) {
  const { nextEntry } = app.ui;
  const agree = () => nextEntry && enter(nextEntry.message, { name: nextEntry.name, sure: true });
  return [
    h("p", null, words),
    h(
      "div",
      { class: "row" },
      h("button", { class: "quiet", ...isOff(offline()), onclick: agree }, text(goes)),
      h("button", { class: "primary", onclick: close }, text(stays)),
    ),
  ];
}

function settings() {
  const { settings } = app;
  /** @param {keyof memory.Settings} name */
  const now = (name) => String(settings[name] || (name === "language" ? current() : ""));
  /** @param {keyof memory.Settings} name @param {string[]} all @param {(one: string) => string} words */
  const choice = (name, all, words) =>
    field(
      `setting-${name}`,
      segments(all, now(name), words, (one) => choose(name, one)),
      hint(name),
    );
  /** @param {keyof memory.Settings} name */
  const hint = (name) => {
    if (name === "language" && isMissing(now(name))) return text("language-waits");
    return has(`setting-${name}-hint`) ? text(`setting-${name}-hint`) : undefined;
  };
  /** @param {"sound" | "values" | "turns" | "secondClick" | "shortcuts"} name */
  const option = (name) => toggle(`setting-${name}`, settings[name], (on) => setSettings({ [name]: on }));
  return h(
    "div",
    { class: "settings" },
    choice("placing", ["auto", "one", "two", "button"], (one) => text(`placing-${one}`)),
    hasKeys() && option("secondClick"),
    hasKeys() && option("shortcuts"),
    option("sound"),
    option("values"),
    option("turns"),
    choice("theme", ["auto", "light", "dark"], (one) => text(`theme-${one}`)),
    choice("language", LANGUAGES, (one) => new Intl.DisplayNames([one], { type: "language" }).of(one) ?? one),
  );
}

/** @param {keyof memory.Settings} name @param {string} value */
function choose(name, value) {
  setSettings({ [name]: value });
  if (name === "theme") app.applyTheme();
  if (name !== "language") return;
  void app.applyLanguage().then(() => isMissing(value) && announce(text("language-waits")));
}

function nameForm() {
  const { room } = app.state;
  // A seat keeps the name of who took it.
  const seated = room?.you ? seatName(room.snapshot.seats[room.you]) : "";
  return h(
    "form",
    {
      class: "name-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const field = /** @type {HTMLInputElement} */ (
          /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("name")
        );
        rename(field.value);
        close();
        if (seated) notify(text("name-at-table", { name: seated }));
      },
    },
    h(
      "label",
      null,
      text("name-label"),
      h("input", {
        name: "name",
        ...atMost(LONGEST.name),
        autocomplete: "nickname",
        autofocus: true,
        value: memory.name() || app.state.welcome?.name || "",
      }),
      h("small", null, text("name-length")),
    ),
    seated && h("p", { class: "hint" }, text("name-at-table", { name: seated })),
    h("button", { class: "primary" }, text("save")),
  );
}

/** @param {Room} room */
export function atTable({ snapshot, owner, you }) {
  const { muted } = app.state;
  const { seats } = snapshot;
  const opponent = you && seats[other(you)].type === "human" ? seatName(seats[other(you)]) : null;
  const off = isOff(offline());
  return h(
    "div",
    { class: "people-list" },
    h("p", null, text("players-are", { first: seatName(seats.first), second: seatName(seats.second) })),
    h("p", null, text("watching", { n: snapshot.watching })),
    h(
      "ul",
      { class: "list" },
      snapshot.spectators.map((name) =>
        h(
          "li",
          { key: name, class: "person" },
          name,
          owner &&
            name !== app.state.welcome?.name &&
            h(
              "button",
              {
                class: "quiet",
                ...off,
                // One button beside each name: out of the row it must say whom.
                "aria-label": `${text("remove")}: ${name}`,
                onclick: () => send({ type: "remove", name }),
              },
              text("remove"),
            ),
        ),
      ),
    ),
    opponent != null &&
      h(
        "button",
        {
          class: "secondary",
          ...off,
          onclick: () => {
            if (muted.includes(opponent)) hearAll([opponent]);
            else send({ type: "mute", name: opponent, muted: true });
          },
        },
        text(muted.includes(opponent) ? "unmute-name" : "mute", { name: opponent }),
      ),
    owner &&
      h(
        "button",
        { class: "secondary", ...off, onclick: () => send({ type: "lock", locked: !snapshot.locked }) },
        text(snapshot.locked ? "unlock-room" : "lock-room"),
      ),
    owner &&
      h(
        "button",
        { class: "secondary", ...off, onclick: () => send({ type: "close_chat", closed: !snapshot.chat_closed }) },
        text(snapshot.chat_closed ? "open-chat" : "close-the-chat"),
      ),
  );
}

/** @param {Room} room */
function invite({ snapshot }) {
  return h("div", { class: "hand-over" }, h("p", null, text("same-network")), linkToShare(link(snapshot.room)));
}

/** The seat on another device. @param {Room} room */
export function handOverDialog(room) {
  const handedOver = app.state.handOver;
  if (!handedOver) return h("p", null, isLost() ? noServer() : text("hand-over-coming"));
  const rest = Math.max(0, Math.ceil((handedOver.until - Date.now()) / 1000));
  if (rest === 0)
    return [
      h("p", null, text("hand-over-expired")),
      h("button", { class: "primary reload", ...isOff(offline()), onclick: handOver }, text("hand-over-again")),
    ];
  return h(
    "div",
    { class: "hand-over" },
    h("p", null, text("hand-over-scan")),
    linkToShare(`${link(room.snapshot.room)}.${handedOver.code}`),
    h("p", { "data-hand-over": "" }, text("hand-over-time", { n: rest })),
  );
}

function record() {
  const { record, room } = app.state;
  const words = record && room && record.room === room.snapshot.room ? dated(record.text, room) : "";
  return h(
    "div",
    { class: "record" },
    h("textarea", {
      readonly: true,
      rows: 10,
      value: words,
      "aria-label": text("dialog-export"),
      onfocus: (/** @type {Event} */ event) => /** @type {HTMLTextAreaElement} */ (event.currentTarget).select(),
    }),
    h(
      "button",
      { class: "primary", onclick: () => copy(words, "game"), disabled: !words },
      icon("copy"),
      text(app.ui.lastCopied === "game" ? "copied" : "copy-as-text"),
    ),
  );
}

/**
 * The game as text, with the day on which it ended where this browser knows it: the server tells none.
 *
 * @param {string} words @param {Room} room
 */
function dated(words, room) {
  const end = outcome(room);
  const game = memory.played().find((one) => one.room === room.snapshot.room);
  // One that does not count is not kept: what is known of the room is a game before it.
  if (!room.you || !end || !counts(end.reason) || !game || /^\[Date /m.test(words)) return words;
  const day = new Date(game.at);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, "0"));
  // Where the client has it.
  return words.replace(/^\[Room /m, `[Date "${day.getFullYear()}.${month}.${date}"]\n[Room `);
}

/** The rules of a game in plain words. @param {string} variant @param {boolean} swap2 */
function rules(variant, swap2) {
  const board = shape(variant);
  if (!board) return h("p", null, text("unknown-game", { game: variant }));
  const { columns, rows, inRow } = board;
  const win =
    variant === "renju"
      ? "rules-win-renju"
      : board.exact
        ? "rules-win-exact"
        : board.falls
          ? "rules-win-falls"
          : "rules-win-free";
  const paragraphs = [
    text(board.falls ? "rules-falls" : "rules-free", { columns, rows }),
    text(win, { inRow }),
    ...(variant === "renju"
      ? ["rules-renju-why", "rules-overline", "rules-double-four", "rules-double-three"].map((id) => text(id))
      : []),
    ...(swap2 ? [text("rules-swap2")] : []),
    text("rules-draw"),
  ];
  return h(
    "div",
    { class: "rules" },
    paragraphs.map((words) => h("p", null, words)),
  );
}

/** Whether there is a keyboard, as far as a page can tell: it comes with a mouse. */
const hasKeys = () => matchMedia("(hover: hover) and (pointer: fine)").matches;

/** What keys do. @param {boolean} falls */
function keys(falls) {
  const all = [
    ["← →" + (falls ? "" : " ↑ ↓"), falls ? "keys-columns" : "keys-points"],
    falls ? ["1 – 9", "keys-digits"] : null,
    ["Home End", "keys-edges"],
    ["Enter", "keys-play"],
    [", .", "keys-steps"],
    ["T", "keys-clocks"],
    ["L", "keys-last"],
    ["Esc", "keys-escape"],
    ["?", "keys-keys"],
  ];
  return [
    h(
      "dl",
      { class: "keys" },
      all.map((one) => one && [h("dt", null, h("kbd", null, one[0])), h("dd", null, text(one[1]))]),
    ),
    h("p", { class: "hint" }, text("keys-typed")),
  ];
}
