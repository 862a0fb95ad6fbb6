// The rooms on the start screen: your games, who waits, what is played, and what was played here.

import { filterRooms, join } from "./actions.js";
import { app, isLost, roomAway, set } from "./app.js";
import { board, mark } from "./board.js";
import { h, memoOf } from "./dom.js";
import { icon, isOff } from "./parts.js";
import { isAny, isFree, isLeft, isPresent, newIn, passes, settle, waitingIn } from "./lobby.js";
import * as memory from "./memory.js";
import { go, typed } from "./route.js";
import { colourOf, other, seatOf, shape } from "./rules.js";
import { current, text } from "./text.js";
import { toWatch } from "./state.js";
import { clockWords, falls, gameName, gameWords, noServer, pairing, result, seatName } from "./words.js";

/** @import { RoomSummary, Side } from "../../protocol/protocol.d.ts" */

/** @typedef {{room: RoomSummary, side: Side, turn: boolean}} Mine */

/**
 * The games of this person: as the server knows them, and as this browser does. The one that the page is in has a line
 * of its own.
 *
 * @returns {Mine[]}
 */
function mine() {
  const { games, infos } = app.state;
  /** @type {Mine[]} */
  const found = games
    .filter((one) => one.room.phase.type !== "over")
    .map(({ room, side, your_turn }) => {
      // What was looked at has the moves too.
      const info = infos[room.room];
      return { room: info && info.plies >= room.plies ? info : room, side, turn: your_turn };
    });
  for (const { room, side, black } of memory.held().reverse()) {
    const info = infos[room];
    // A seat that is open was given up.
    if (!info || info.phase.type === "over" || info.seats[side]?.type === "open") continue;
    if (found.some((one) => one.room.room === room)) continue;
    const turn = info.phase.type === "playing" && black !== null && seatOf(colourOf(info.plies), { black }) === side;
    found.push({ room: info, side, turn });
  }
  const here = roomAway()?.snapshot.room;
  return found
    .filter(({ room }) => room.room !== here)
    .sort((a, b) => Number(b.turn) - Number(a.turn))
    .slice(0, 8);
}

export function yourGames() {
  const all = mine();
  if (!all.length) return null;
  return h(
    "section",
    { class: "yours" },
    // The one that goes on has its own line above.
    h("h2", null, text(roomAway() ? "your-other-games" : "your-games")),
    h(
      "ul",
      { class: "list" },
      all.map(({ room, side, turn }) =>
        h(
          "li",
          { key: room.room },
          h(
            "button",
            { class: "item", ...isOff(isLost()), onclick: () => join(room.room, memory.token(room.room) ? "seat" : "player") },
            miniature(room),
            h(
              "span",
              { class: "texts" },
              h(
                "strong",
                null,
                room.phase.type === "seating" ? text("waiting-short") : seatName(room.seats[other(side)]),
              ),
              h(
                "span",
                null,
                turn
                  ? h("b", { class: "turn" }, text("your-turn"))
                  : room.phase.type === "playing"
                    ? text("their-turn")
                    : room.room,
                room.phase.type === "playing" && room.clock && ` · ${clockWords(room.clock)}`,
                ` · ${gameWords(room)}`,
              ),
            ),
            icon("next"),
          ),
        ),
      ),
    ),
  );
}

/** What is in the place of a list that is empty. @param {string} id */
const none = (id) =>
  (app.state.lobby || isLost()) && h("p", { class: "none" }, isLost() ? noServer() : text(id));

/** Rows of those who wait, before the rest is asked for. */
const FEW = 20;

/** @param {Event} event @returns {string | null} */
const roomUnder = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-room]"))?.dataset.room ?? null;

/**
 * A click joins the room that was pressed, even where another row has come under the pointer since; a key has no such
 * press.
 *
 * @param {MouseEvent} event
 */
function joinPressed(event) {
  const room = event.detail ? app.work.pressedRoom : roomUnder(event);
  app.work.pressedRoom = null;
  const row = app.ui.rows?.find((row) => row.room.room === room);
  if (room && !row?.isGone) join(room, "player");
}

/** Rooms from which on there is something to look for. */
const MANY = 8;

/** What a person looks for among the rooms. @param {RoomSummary[]} rooms */
export function filterBar(rooms) {
  const { filter } = app.ui;
  if (rooms.length <= MANY && isAny(filter)) return null;
  /** @param {Partial<import("./app.js").Filter>} changes */
  const change = (changes) => filterRooms({ ...filter, ...changes });
  /**
   * @template {"game" | "state"} N @param {N} name @param {import("./app.js").Filter[N][]} all
   */
  const choice = (name, all) =>
    h(
      "select",
      {
        "aria-label": text(`filter-${name}`),
        onchange: (/** @type {any} */ event) => change({ [name]: event.currentTarget.value }),
      },
      all.map((one) => h("option", { value: one, selected: one === filter[name] }, text(`filter-${name}-${one || "any"}`))),
    );
  // A room that is in no list has a code as well.
  const code = typed(filter.words);
  const isBeyond = code && !rooms.some(({ room }) => room === code);
  return h(
    "form",
    {
      key: "filter",
      class: "filter",
      role: "search",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        if (code) go(code);
      },
    },
    h("input", {
      type: "search",
      value: filter.words,
      placeholder: text("filter-words"),
      "aria-label": text("filter-words"),
      autocomplete: "off",
      oninput: (/** @type {any} */ event) => change({ words: event.currentTarget.value }),
    }),
    choice("game", ["", "falls", "free"]),
    choice("state", ["", "waiting", "playing"]),
    isBeyond && h("button", { key: "beyond", class: "secondary" }, text("go-to-room", { room: code })),
    app.state.lobby?.isCut && h("p", { key: "others", class: "none" }, text("other-rooms")),
  );
}

/** @param {RoomSummary[]} rooms */
export function waitingRooms(rooms) {
  if (app.ui.filter.state === "playing") return null;
  const open = waitingIn(rooms, new Set(memory.held().map(({ room }) => room)));
  const wanted = passes(app.ui.filter);
  const kept = app.ui.rows ?? settle([], open);
  const rows = kept.filter(({ room }) => wanted(room));
  const fresh = newIn(kept, open).filter(wanted).length;
  const hidden = app.ui.allRooms ? 0 : Math.max(0, rows.length - FEW);
  return h(
    "section",
    { key: "waiting", class: "waiting-rooms" },
    h(
      "div",
      { class: "with-tv" },
      h("h2", null, text("waiting-for-someone")),
      fresh > 0 && h("button", { class: "quiet beside", onclick: () => set({ rows: null }) }, text("rooms-new", { n: fresh })),
    ),
    !rows.length && none(isAny(app.ui.filter) ? "nobody-waits" : "nothing-found"),
    h(
      "ul",
      {
        class: "list",
        onpointerdown: (/** @type {PointerEvent} */ event) => void (app.work.pressedRoom = roomUnder(event)),
        onclick: joinPressed,
      },
      rows.slice(0, rows.length - hidden).map(waitingRow),
    ),
    hidden > 0 &&
      h("button", { class: "quiet", onclick: () => set({ allRooms: true }) }, text("and-more", { n: hidden })),
  );
}

/** @param {import("./lobby.js").Row} row */
function waitingRow({ room, isGone }) {
  const side = /** @type {Side} */ (room.seats.first.type === "open" ? "first" : "second");
  const away = isGone ? text("row-gone") : isPresent(room) ? "" : text("is-away");
  return h(
    "li",
    { key: room.room, "data-room": room.room, class: isGone ? "gone" : null },
    h(
      isGone ? "div" : "button",
      { class: "item", ...isOff(isLost() && !isGone) },
      mark(side, falls(room.variant)),
      h(
        "span",
        { class: "texts" },
        h("strong", null, isFree(room) ? text("room-is-open") : seatName(room.seats[other(side)])),
        h("span", null, [away, gameWords(room), clockWords(room.clock)].filter(Boolean).join(" · ")),
      ),
      !isGone && h("span", { class: "do" }, text("play")),
    ),
  );
}

/** Boards of running games that are shown at most: a phone draws them all. */
const MOST_BOARDS = 24;

/** @param {RoomSummary[]} rooms */
export function running(rooms) {
  const { filter } = app.ui;
  if (filter.state === "waiting") return null;
  const { running: seen, over } = toWatch(app.state, rooms.filter(passes(filter)));
  const running = [...seen].sort((a, b) => Number(isLeft(a)) - Number(isLeft(b)));
  const hidden = app.ui.allRooms ? 0 : Math.max(0, running.length - MOST_BOARDS);
  const all = running.slice(0, running.length - hidden);
  return h(
    "section",
    { class: "running" },
    h(
      "div",
      { class: "with-tv" },
      h("h2", null, text("being-played")),
      h("button", { class: "quiet to-tv", onclick: () => go("tv"), "aria-label": text("menu-tv") }, text("tv")),
    ),
    !all.length && none(isAny(filter) ? "nothing-played" : "nothing-found"),
    all.length > 0 && h(
      "ul",
      { key: "boards", class: "boards" },
      all.map((room) =>
        h(
          "li",
          { key: room.room },
          h(
            "button",
            {
              class: "watch",
              ...isOff(isLost()),
              onclick: () => join(room.room, memory.token(room.room) ? "seat" : "spectator"),
            },
            miniature(room),
            h("strong", null, pairing(room)),
            h(
              "span",
              null,
              `${text("moves", { n: room.plies })}${room.spectators ? ` · ${text("watching", { n: room.spectators })}` : ""}`,
            ),
          ),
        ),
      ),
    ),
    hidden > 0 &&
      h("button", { key: "more", class: "quiet", onclick: () => set({ allRooms: true }) }, text("and-more", { n: hidden })),
    over.length > 0 && [
      h("h2", { key: "over" }, text("just-over")),
      h(
        "ul",
        { key: "ended", class: "list" },
        over.slice(0, 4).map((room) =>
          h(
            "li",
            { key: room.room },
            h(
              "button",
              {
                class: "item",
                ...isOff(isLost()),
                onclick: () => join(room.room, memory.token(room.room) ? "seat" : "spectator"),
              },
              miniature(room),
              h("span", { class: "texts" }, h("strong", null, pairing(room)), h("span", null, result(room))),
              icon("next"),
            ),
          ),
        ),
      ),
    ],
  );
}

/** The games that were played here: each leads to its room, to be looked back at. */
export function played() {
  const all = memory.played();
  if (!all.length) return null;
  const date = new Intl.DateTimeFormat(current(), { day: "numeric", month: "short" });
  return h(
    "details",
    { class: "played" },
    h("summary", null, text("played-here")),
    h(
      "ul",
      { class: "list" },
      all.map(({ room, first, second, variant, outcome, at }) => {
        const game = { seats: { first, second }, phase: /** @type {const} */ ({ type: "over", outcome }) };
        return h(
          "li",
          { key: room },
          h(
            "button",
            { class: "item", onclick: () => go(room) },
            h(
              "span",
              { class: "texts" },
              h("strong", null, pairing(game)),
              h("span", null, `${result(game)} · ${date.format(at)} · ${gameName(variant)}`),
            ),
            icon("next"),
          ),
        );
      }),
    ),
  );
}

/** A small board; drawn anew only when the room has changed. */
const miniature = memoOf((/** @type {RoomSummary} */ room) => {
  const board_ = shape(room.variant);
  return board_
    ? board(
        {
          shape: board_,
          stones: room.moves ?? [],
          line: room.phase.type === "over" ? room.phase.outcome.line : [],
          small: true,
        },
        { class: "mini" },
      )
    : h("span", { class: "mini" });
});
