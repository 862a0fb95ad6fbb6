// Waiting for somebody: the link as a picture, as text and as a code, to be read
// across a table; and the way into a room that a link leads to.

import { ENTER, copy, enter, handOver as askForCode, join, leave, quit } from "./actions.js";
import { app, botSeat, offline } from "./app.js";
import { board, mark } from "./board.js";
import { h } from "./dom.js";
import { LONGEST, atMost, isOff } from "./fields.js";
import { icon } from "./icons.js";
import { chosenLevel } from "./levels.js";
import * as memory from "./memory.js";
import { isAlone, link } from "./route.js";
import { shape } from "./rules.js";
import { mayWatch } from "./state.js";
import { brand, lostLine } from "./head.js";
import { text } from "./text.js";
import { clockWords, colourName, falls, gameWords, noServer, pairing, result, seatName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { RoomSummary, Side, Snapshot } from "../../protocol/protocol.d.ts"
 * @import { VNode } from "./dom.js"
 */

/** @param {string} words what the picture leads to @param {string} [label] */
export const qr = (words, label) =>
  h("img", {
    class: "qr",
    src: `qr.svg?text=${encodeURIComponent(words)}`,
    alt: label ?? text("qr-label"),
    width: 248,
    height: 248,
  });

/** @param {Room} room @param {VNode} head */
export function waiting(room, head) {
  const { snapshot, you } = room;
  const address = link(snapshot.room);
  const tiles = falls(snapshot.spec.variant);
  const level = chosenLevel(snapshot.spec.variant);
  return h(
    "main",
    { key: "waiting", class: "page waiting" },
    head,
    h(
      "div",
      { class: "middle" },
      h("h2", null, text(snapshot.spec.listed ? "looking-for-opponent" : "waiting-for-friend")),
      h("p", null, text(whoMayCome(snapshot))),
      qr(address),
      h("p", { class: "address" }, link()),
      h("p", { class: "big-code" }, snapshot.room),
      h(
        "button",
        { class: "secondary", onclick: () => copy(address, "link") },
        icon("copy"),
        text(app.ui.copied === "link" ? "copied" : "copy-link"),
      ),
    ),
    h(
      "div",
      { class: "foot" },
      you && snapshot.spec.opening && h("p", null, text(you === "first" ? "you-propose" : "you-choose")),
      you &&
        !snapshot.spec.opening &&
        h(
          "p",
          null,
          text(you === "first" ? "you-first" : "you-second"),
          " ",
          mark(you, tiles),
          " ",
          colourName(you, tiles),
        ),
      h(
        "div",
        { class: "row" },
        !you &&
          !snapshot.locked &&
          h(
            "button",
            { class: "quiet", ...isOff(offline()), onclick: () => join(snapshot.room, "player") },
            text("play"),
          ),
        you &&
          level &&
          h(
            "button",
            {
              class: "quiet",
              ...isOff(offline()),
              onclick: () =>
                enter(
                  {
                    type: "open",
                    spec: { ...snapshot.spec, listed: false },
                    seats: { first: { type: "me" }, second: botSeat(level.bot) },
                    shuffle: true,
                    ref: ENTER,
                  },
                  { sure: true },
                ),
            },
            text("bot-instead"),
          ),
        h(
          "button",
          { class: "quiet", ...isOff(Boolean(you) && offline()), onclick: quit },
          text(you ? "close-game" : "to-start"),
        ),
      ),
    ),
  );
}

/** Who may come into a room that waits. @param {Snapshot} snapshot */
function whoMayCome({ locked, spec }) {
  if (locked) return "room-locked";
  return isAlone() ? "only-this-machine" : spec.listed ? "in-the-list" : "same-network";
}

/** Where a link leads: who waits, which game, and two buttons. @param {string} code */
export function doorway(code) {
  const { left, welcome } = app.state;
  const info = app.state.infos[code];
  if (left && left.room === code) return gone(code, left.why);
  if (!info) {
    return h(
      "main",
      { key: "looking", class: "page link" },
      header(),
      h("p", { class: "note" }, offline() ? noServer() : text("looking-for-room", { room: code })),
    );
  }
  // A seat that is open was given up, or taken away before the game.
  const held = memory.held().find((one) => one.room === code && info.seats[one.side].type !== "open");
  const openSide = /** @type {Side | null} */ (
    info.seats.first.type === "open" ? "first" : info.seats.second.type === "open" ? "second" : null
  );
  const board_ = shape(info.variant);
  const tiles = board_?.falls ?? false;
  const free = openSide && !info.locked;
  const watch = mayWatch(app.state, info);
  const side = held?.side ?? openSide ?? "first";
  return h(
    "main",
    { key: "link", class: "page link" },
    header(),
    lostLine(),
    app.ui.said && h("p", { key: "said", class: "notice" }, app.ui.said.text),
    board_ &&
      h(
        "div",
        { class: "preview" },
        board({
          shape: board_,
          stones: info.moves ?? [],
          small: !tiles,
          line: info.phase.type === "over" ? info.phase.outcome.line : [],
          waiting: tiles && openSide ? { column: board_.columns >> 1, colour: openSide } : null,
        }),
        tiles && h("div", { class: "base" }),
      ),
    h(
      "div",
      { class: "middle" },
      h("h1", null, free ? (held ? text("waiting-for-someone") : whoWaits(info)) : pairing(info)),
      h("p", null, `${gameWords(info)} · ${clockWords(info.clock)}`),
      h(
        "p",
        null,
        free
          ? tiles
            ? [text(side === "first" ? "you-first" : "you-second"), " ", mark(side, tiles), " ", colourName(side, tiles)]
            : // A colour may be chosen in the game, which an older server does not tell.
              text(side === "first" ? "invited-first" : "invited-second")
          : phaseWords(info),
      ),
      !free && !held && watch && info.phase.type === "playing" && h("p", null, text("seats-taken")),
    ),
    h(
      "form",
      { class: "foot", onsubmit: (/** @type {SubmitEvent} */ event) => enterBy(event, code) },
      free &&
        !held &&
        h(
          "label",
          { class: "you-are" },
          text("you-are"),
          h("input", {
            name: "name",
            ...atMost(LONGEST.name),
            autocomplete: "nickname",
            value: memory.name() || (welcome?.name ?? ""),
          }),
        ),
      held &&
        h("button", { class: "primary", ...isOff(offline()), value: "seat", name: "how" }, text("back-to-seat")),
      free &&
        !held &&
        h("button", { class: "primary", ...isOff(offline()), value: "player", name: "how" }, text("play")),
      watch &&
        h(
          "button",
          { class: free || held ? "secondary" : "primary", ...isOff(offline()), value: "spectator", name: "how" },
          text(info.phase.type === "over" ? "look-at" : "watch"),
        ),
      !free && !held && !watch && h("p", { class: "note" }, whyNotLetIn(info)),
      (!free || left) &&
        h("button", { type: "button", class: "quiet", onclick: leave }, text("to-start")),
    ),
  );
}

/** @param {SubmitEvent} event @param {string} code */
function enterBy(event, code) {
  event.preventDefault();
  const how = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value ?? "player";
  const field = /** @type {HTMLInputElement | null} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("name")
  );
  const name = field?.value.trim() ?? "";
  const isNew = how === "player" && name && name !== app.state.welcome?.name && name !== memory.name();
  if (isNew) enter({ type: "join", room: code, role: { type: "player" }, ref: ENTER }, { name });
  else join(code, /** @type {"player" | "spectator" | "seat"} */ (how));
}

/** Who waits behind a link, for somebody to take a seat. @param {RoomSummary} info */
function whoWaits({ seats: { first, second } }) {
  const waits = first.type === "open" ? second : first;
  return waits.type === "open" ? text("room-is-open") : text("somebody-waits", { name: seatName(waits) });
}

/** Why nobody is let in to watch. @param {RoomSummary} info */
function whyNotLetIn({ watchable, phase }) {
  if (!watchable) return text("not-watchable");
  // Of a game that waits it is said already.
  return phase.type === "seating" ? "" : text("room-locked");
}

/** @param {RoomSummary} info */
function phaseWords(info) {
  if (info.phase.type === "over") return `${result(info)} · ${text("game-is-over", { n: info.plies })}`;
  return info.phase.type === "playing"
    ? text("moves-and-watching", { n: info.plies, watching: info.spectators })
    : text("room-is-locked");
}

const header = () => h("header", { class: "start-head" }, brand());

/** The room was left, or there is none. @param {string} code @param {string} why */
function gone(code, why) {
  const seat = memory.token(code);
  return h(
    "main",
    { key: "gone", class: "page link" },
    header(),
    lostLine(),
    h(
      "div",
      { class: "middle" },
      h(
        "h1",
        null,
        text(
          why === "replaced"
            ? "elsewhere"
            : why === "removed"
              ? "was-removed"
              : why === "asked"
                ? "left-room"
                : why === "closed"
                  ? "room-closed"
                  : "no-such-room",
          { room: code },
        ),
      ),
      h(
        "p",
        null,
        text(
          why === "replaced"
            ? "elsewhere-why"
            : why === "removed"
              ? "was-removed-why"
              : why === "asked"
                ? "left-room-why"
                : why === "closed"
                  ? "room-closed-why"
                  : "no-such-room-why",
        ),
      ),
    ),
    h(
      "div",
      { class: "foot" },
      seat &&
        (why === "replaced" || why === "asked") &&
        h(
          "button",
          { class: "primary", ...isOff(offline()), onclick: () => join(code, "seat") },
          text(why === "replaced" ? "bring-here" : "back-to-seat"),
        ),
      h("button", { class: seat && why === "replaced" ? "secondary" : "primary", onclick: leave }, text("to-start")),
    ),
  );
}

/** A link that breaks before its code, where it has to. @param {string} address */
export function whole(address) {
  const at = address.indexOf("#");
  return [address.slice(0, at), h("wbr"), address.slice(at)];
}

/** The seat on another device. @param {Room} room */
export function phone(room) {
  const { handOver } = app.state;
  if (!handOver) return h("p", null, offline() ? noServer() : text("hand-over-coming"));
  const rest = Math.max(0, Math.ceil((handOver.until - Date.now()) / 1000));
  if (rest === 0)
    return [
      h("p", null, text("hand-over-expired")),
      h("button", { class: "primary reload", ...isOff(offline()), onclick: askForCode }, text("hand-over-again")),
    ];
  const address = `${link(room.snapshot.room)}.${handOver.code}`;
  return h(
    "div",
    { class: "hand-over" },
    h("p", null, text("hand-over-scan")),
    qr(address),
    h("p", { class: "address small" }, whole(address)),
    h(
      "button",
      { class: "secondary", onclick: () => copy(address, "link") },
      icon("copy"),
      text(app.ui.copied === "link" ? "copied" : "copy-link"),
    ),
    h("p", { "data-hand-over": "" }, text("hand-over-time", { n: rest })),
  );
}
