// Waiting for somebody: the link as a picture, as text and as a code, to be read
// across a table; and the way into a room that a link leads to.

import { ENTER, copy, enter, join, leave, quit } from "./actions.js";
import { app, botSeat, isLost, offline } from "./app.js";
import { board, mark } from "./board.js";
import { h } from "./dom.js";
import { LONGEST, atMost, icon, isOff } from "./parts.js";
import { chosenLevel } from "./levels.js";
import * as memory from "./memory.js";
import { isAlone, link } from "./route.js";
import { shape } from "./rules.js";
import { mayWatch } from "./state.js";
import { brand, gameLine, lostLine } from "./head.js";
import { text } from "./text.js";
import { clockWords, colourName, falls, gameWords, noServer, pairing, result, seatName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { RoomSummary, Side, Snapshot } from "../../protocol/protocol.d.ts"
 * @import { VNode } from "./dom.js"
 */

/** @param {string} address what the picture leads to */
export const qr = (address) =>
  h("img", {
    class: "qr",
    src: `qr.svg?text=${encodeURIComponent(address)}`,
    alt: text("qr-label"),
    width: 248,
    height: 248,
  });

/** @param {string} address */
const copyLink = (address) =>
  h(
    "button",
    { class: "secondary", onclick: () => copy(address, "link") },
    icon("copy"),
    text(app.ui.lastCopied === "link" ? "copied" : "copy-link"),
  );

/** A link as a picture, as text and to be copied. @param {string} address */
export function linkToShare(address) {
  // The text breaks before the code, where it has to.
  const at = address.indexOf("#");
  const words = [address.slice(0, at), h("wbr"), address.slice(at)];
  return [qr(address), h("p", { class: "address small" }, words), copyLink(address)];
}

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
      copyLink(address),
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

/** The page that a link leads to: who waits, which game, and two buttons. @param {string} code */
export function landing(code) {
  const { left } = app.state;
  const info = app.state.infos[code];
  if (left?.room === code) return roomLeft(code, left.why);
  if (!info) {
    return h(
      "main",
      { key: "looking", class: "page link" },
      header(),
      h("p", { class: "note" }, isLost() ? noServer() : text("looking-for-room", { room: code })),
    );
  }
  // A seat that is open was given up, or taken away before the game.
  const held = memory.held().find((one) => one.room === code && info.seats[one.side].type !== "open");
  const openSide = /** @type {Side | null} */ (
    info.seats.first.type === "open" ? "first" : info.seats.second.type === "open" ? "second" : null
  );
  const isFree = openSide != null && !info.locked;
  const watch = mayWatch(app.state, info);
  return h(
    "main",
    { key: "link", class: "page link" },
    header(),
    gameLine(),
    lostLine(),
    app.ui.notice && h("p", { key: "said", class: "notice" }, app.ui.notice.text),
    preview(info, openSide),
    h(
      "div",
      { class: "middle" },
      h("h1", null, isFree ? (held ? text("waiting-for-someone") : whoWaits(info)) : pairing(info)),
      h("p", null, `${gameWords(info)} · ${clockWords(info.clock)}`),
      h("p", null, isFree ? invitationWords(info, held?.side ?? openSide) : phaseWords(info)),
      !isFree && !held && watch && info.phase.type === "playing" && h("p", null, text("seats-taken")),
    ),
    landingForm(info, isFree, Boolean(held), watch),
  );
}

/** The board as it stands. @param {RoomSummary} info @param {Side | null} openSide */
function preview(info, openSide) {
  const measures = shape(info.variant);
  if (!measures) return null;
  const { falls: tiles, columns } = measures;
  return h(
    "div",
    { class: "preview" },
    board({
      shape: measures,
      stones: info.moves ?? [],
      small: !tiles,
      line: info.phase.type === "over" ? info.phase.outcome.line : [],
      waiting: tiles && openSide ? { column: columns >> 1, colour: openSide } : null,
    }),
    tiles && h("div", { class: "base" }),
  );
}

/** The side of who takes the seat. @param {RoomSummary} info @param {Side} side */
function invitationWords({ variant }, side) {
  // A colour may be chosen in the game.
  if (!shape(variant)?.falls) return text(side === "first" ? "invited-first" : "invited-second");
  return [text(side === "first" ? "you-first" : "you-second"), " ", mark(side, true), " ", colourName(side, true)];
}

/** @param {RoomSummary} info @param {boolean} isFree @param {boolean} held @param {boolean} watch */
function landingForm(info, isFree, held, watch) {
  const { left, welcome } = app.state;
  return h(
    "form",
    { class: "foot", onsubmit: (/** @type {SubmitEvent} */ event) => enterBy(event, info.room) },
    isFree &&
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
    held && h("button", { class: "primary", ...isOff(isLost()), value: "seat", name: "how" }, text("back-to-seat")),
    isFree &&
      !held &&
      h("button", { class: "primary", ...isOff(isLost()), value: "player", name: "how" }, text("play")),
    watch &&
      h(
        "button",
        { class: isFree || held ? "secondary" : "primary", ...isOff(isLost()), value: "spectator", name: "how" },
        text(info.phase.type === "over" ? "look-at" : "watch"),
      ),
    !isFree && !held && !watch && h("p", { class: "note" }, whyNotLetIn(info)),
    (!isFree || left) && h("button", { type: "button", class: "quiet", onclick: leave }, text("to-start")),
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

/** Texts on a room that was left, by how; the ids with `-why` explain it. @type {Record<string, string>} */
const LEFT = { replaced: "elsewhere", removed: "was-removed", asked: "left-room", closed: "room-closed" };

/** The room was left, or there is none. @param {string} code @param {string} why */
function roomLeft(code, why) {
  const seat = memory.token(code);
  const words = LEFT[why] ?? "no-such-room";
  return h(
    "main",
    { key: "gone", class: "page link" },
    header(),
    gameLine(),
    lostLine(),
    h("div", { class: "middle" }, h("h1", null, text(words, { room: code })), h("p", null, text(`${words}-why`))),
    h(
      "div",
      { class: "foot" },
      seat &&
        (why === "replaced" || why === "asked") &&
        h(
          "button",
          { class: "primary", ...isOff(isLost()), onclick: () => join(code, "seat") },
          text(why === "replaced" ? "bring-here" : "back-to-seat"),
        ),
      h("button", { class: seat && why === "replaced" ? "secondary" : "primary", onclick: leave }, text("to-start")),
    ),
  );
}
