// The start: to play in one tap, knowing nobody; below it whose turn it is for
// you, who waits, what can be watched. On a wide screen it is the lobby.

import { inviteFriend, join, playBot, quickMatch } from "./actions.js";
import { app, offline, say, set, setSettings } from "./app.js";
import { board, mark } from "./board.js";
import { speak } from "./chat.js";
import { h } from "./dom.js";
import { isOff } from "./fields.js";
import { icon } from "./icons.js";
import { chosenLevel, levels } from "./levels.js";
import * as memory from "./memory.js";
import { go, link, typed } from "./route.js";
import { colourOf, other, seatOf, shape } from "./rules.js";
import { retryButton, wordmark } from "./head.js";
import { current, text } from "./text.js";
import { toWatch } from "./state.js";
import { clockWords, falls, gameName, pairing, result, seatName } from "./words.js";

/**
 * @import { Lobby } from "./state.js"
 * @import { RoomSummary, Side } from "../../protocol/protocol.d.ts"
 */

export function start() {
  const { welcome, lobby, announcement } = app.state;
  const lost = offline();
  return h(
    "main",
    { key: "start", class: `start${lost ? " lost" : ""}` },
    h(
      "header",
      { class: "start-head" },
      h("h1", null, wordmark()),
      welcome &&
        welcome.addresses.length > 0 &&
        h("span", { class: "network" }, text("on-this-network", { address: link() })),
      lost && retryButton("beside"),
      h(
        "button",
        {
          class: "quiet name",
          onclick: () => set({ dialog: "name" }),
          "aria-label": text("your-name", { name: welcome?.name ?? "" }),
        },
        welcome?.name ?? "",
      ),
      h(
        "button",
        {
          class: "icon-button menu",
          onclick: () => set({ dialog: "menu" }),
          "aria-label": text("menu"),
          "aria-haspopup": "dialog",
        },
        icon("menu"),
      ),
    ),
    h(
      "div",
      { class: "notices" },
      app.ui.said && h("p", { class: "notice", role: "status" }, app.ui.said.text),
      announcement && h("p", { class: "notice" }, text("host-says", { words: announcement })),
    ),
    h("section", { class: "begin" }, band(), games(), buttons(), yourGames()),
    h(
      "section",
      { class: "rooms" },
      waitingRooms(lobby?.rooms ?? []),
      running(lobby?.rooms ?? []),
      played(),
    ),
    lobby &&
      h(
        "button",
        { class: "quiet here", onclick: () => set({ dialog: "here" }), "aria-haspopup": "dialog" },
        text("here-now", { n: lobby.present }),
      ),
    lobby && h("section", { class: "people" }, h("h2", null, text("here-now", { n: lobby.present })), people(lobby)),
  );
}

/** Who is here, and the talk of the lobby. @param {Lobby} lobby */
export function people(lobby) {
  return [
    h(
      "ul",
      { class: "names" },
      lobby.players
        .slice(0, 40)
        .map((name) => h("li", { key: name }, name, " ", h("span", null, doing(name, lobby.rooms)))),
    ),
    h(
      "ul",
      { class: "said-lines" },
      lobby.chat
        .slice(-12)
        .map((line, i) => h("li", { key: `${i}${line.text}` }, h("b", null, line.name), " ", line.text)),
    ),
    h(
      "form",
      { class: "say", onsubmit: sayInLobby },
      h("input", {
        name: "words",
        maxlength: 200,
        autocomplete: "off",
        placeholder: text("say-something"),
        "aria-label": text("say-something"),
      }),
      h("button", { class: "icon-button", "aria-label": text("send") }, icon("send")),
    ),
  ];
}

/** @param {SubmitEvent} event */
function sayInLobby(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("words")
  );
  speak(field, "lobby_chat");
}

/** What somebody does, as far as the lobby shows it. @param {string} name @param {RoomSummary[]} rooms */
function doing(name, rooms) {
  const room = rooms.find(({ seats }) =>
    [seats.first, seats.second].some((seat) => seat.type === "human" && seat.name === name),
  );
  if (!room || room.phase.type === "over") return "";
  return text(room.phase.type === "playing" ? "is-playing" : "is-waiting");
}

/** The rule of the chosen game as a picture; a tap on it plays the bot. */
function band() {
  const { variant } = app.settings;
  const tiles = falls(variant);
  const level = chosenLevel(variant);
  const inRow = shape(variant)?.inRow ?? 4;
  const columns = inRow + 3;
  const width = columns * 100;
  const has = Array.from({ length: columns }, (_, i) =>
    i === 0 ? "second" : i < inRow ? "first" : i === inRow ? "next" : "",
  );
  let holes = `M0 0H${width + 36}V136H0Z`;
  for (let i = 0; i < columns; i++) holes += `M${26 + i * 100} 68a42 42 0 1 0 84 0a42 42 0 1 0 -84 0Z`;
  return h(
    "button",
    {
      class: `band ${tiles ? "tiles" : "wooden"}`,
      ...isOff(offline()),
      "aria-label": text("band-label", { inRow }),
      onclick: () => level && playBot(level.bot),
    },
    h(
      "svg",
      { viewBox: `0 0 ${width + 36} 136`, "aria-hidden": "true" },
      tiles
        ? h("path", { class: "frame", "fill-rule": "evenodd", d: holes })
        : [
            h("rect", { class: "wood", width: width + 36, height: 136 }),
            h("path", {
              class: "lines",
              d: `M0 68H${width + 36}${has.map((_, i) => `M${68 + i * 100} 0V136`).join("")}`,
            }),
          ],
      has.map((what, i) => {
        const x = 68 + i * 100;
        if (!what) return null;
        if (what === "next")
          return h("g", { class: "ghost first" }, h("circle", { class: "dashes next", cx: x, cy: 68, r: 34 }));
        return h(
          "g",
          { class: what },
          h("circle", { class: "body", cx: x, cy: 68, r: tiles ? 38 : 43 }),
          tiles && what === "second" && h("circle", { class: "ring", cx: x, cy: 68, r: 21 }),
        );
      }),
    ),
    h("span", { class: "base" }),
  );
}

/** The games in one tap, and the others. */
export function games() {
  const { variant } = app.settings;
  const usual = ["connect-four", "gomoku-15"];
  const second = usual.includes(variant) ? "gomoku-15" : variant;
  return h(
    "div",
    { class: "segments", role: "group", "aria-label": text("game") },
    ["connect-four", second].map((one) =>
      h(
        "button",
        {
          class: one === variant ? "chosen" : "",
          "aria-pressed": String(one === variant),
          onclick: () => setSettings({ variant: one, level: "" }),
        },
        gameName(one),
      ),
    ),
    h("button", { onclick: () => go("new") }, text("more")),
  );
}

/** @param {import("./levels.js").Level} level */
const levelWords = ({ id, name }) => (id ? text(id) : name);

function buttons() {
  const { variant } = app.settings;
  const level = chosenLevel(variant);
  const all = levels(variant);
  return h(
    "div",
    { class: "buttons" },
    // Its place is kept until the bots are known: what is below must not move from under a finger.
    !level &&
      !app.state.welcome &&
      h("div", { class: "split" }, h("button", { class: "primary", disabled: true }, text("play-bot"))),
    level &&
      h(
        "div",
        { class: "split" },
        h("button", { class: "primary", ...isOff(offline()), onclick: () => playBot(level.bot) }, text("play-bot")),
        h(
          "label",
          { class: "primary level" },
          // The list of levels says it too.
          h("span", { "aria-hidden": "true" }, levelWords(level)),
          icon("down"),
          h(
            "select",
            {
              "aria-label": text("level"),
              onchange: (/** @type {Event} */ event) =>
                setSettings({ level: /** @type {HTMLSelectElement} */ (event.currentTarget).value }),
            },
            all.map((one) =>
              h("option", { value: one.bot, selected: one.bot === level.bot }, levelWords(one)),
            ),
          ),
        ),
      ),
    h("button", { class: "secondary", ...isOff(offline()), onclick: () => quickMatch(variant, null) }, text("quick-match")),
    h("button", { class: "secondary", ...isOff(offline()), onclick: inviteFriend }, text("invite-friend")),
    h(
      "form",
      { class: "code-form", onsubmit: goByCode },
      h(
        "label",
        null,
        h("span", null, text("code")),
        h("input", {
          name: "code",
          autocomplete: "off",
          autocapitalize: "characters",
          spellcheck: "false",
          enterkeyhint: "go",
          placeholder: text("code-hint"),
        }),
      ),
      h("button", { class: "quiet", ...isOff(offline()) }, text("go")),
    ),
  );
}

/** @param {SubmitEvent} event */
function goByCode(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (
    /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("code")
  );
  if (!field.value.trim()) return field.focus();
  const code = typed(field.value);
  if (code) go(code);
  else say(text("no-code"));
}

/** @typedef {{room: RoomSummary, side: Side, turn: boolean}} Mine */

/** The games of this person: as the server knows them, and as this browser does. @returns {Mine[]} */
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
    if (!info || info.phase.type === "over" || found.some((one) => one.room.room === room)) continue;
    const turn = info.phase.type === "playing" && black !== null && seatOf(colourOf(info.plies), { black }) === side;
    found.push({ room: info, side, turn });
  }
  return found.sort((a, b) => Number(b.turn) - Number(a.turn)).slice(0, 8);
}

function yourGames() {
  const all = mine();
  if (!all.length) return null;
  return h(
    "section",
    { class: "yours" },
    h("h2", null, text("your-games")),
    h(
      "ul",
      { class: "list" },
      all.map(({ room, side, turn }) =>
        h(
          "li",
          { key: room.room },
          h(
            "button",
            { class: "item", ...isOff(offline()), onclick: () => join(room.room, memory.token(room.room) ? "seat" : "player") },
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
                ` · ${gameName(room.variant)}`,
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
  (app.state.lobby || offline()) && h("p", { class: "none" }, text(offline() ? "no-server" : id));

/** Rows of those who wait, before the rest is asked for. */
const FEW = 20;

/** Whether whoever waits in a room is there. @param {RoomSummary} room */
const isPresent = ({ seats }) =>
  [seats.first, seats.second].some((seat) => seat.type === "human" && seat.away == null);

/** @param {RoomSummary[]} rooms */
function waitingRooms(rooms) {
  const holding = new Set(memory.held().map(({ room }) => room));
  // The newest are first already.
  const open = rooms
    .filter((room) => room.phase.type === "seating" && !room.locked && !holding.has(room.room))
    .sort((a, b) => Number(isPresent(b)) - Number(isPresent(a)));
  const hidden = app.ui.allRooms ? 0 : Math.max(0, open.length - FEW);
  return h(
    "section",
    { class: "waiting-rooms" },
    h("h2", null, text("waiting-for-someone")),
    !open.length && none("nobody-waits"),
    h(
      "ul",
      { class: "list" },
      open.slice(0, open.length - hidden).map((room) => {
        const side = /** @type {Side} */ (room.seats.first.type === "open" ? "first" : "second");
        return h(
          "li",
          { key: room.room },
          h(
            "button",
            { class: "item", ...isOff(offline()), onclick: () => join(room.room, "player") },
            mark(side, falls(room.variant)),
            h(
              "span",
              { class: "texts" },
              h("strong", null, seatName(room.seats[other(side)])),
              h(
                "span",
                null,
                [gameName(room.variant), clockWords(room.clock), isPresent(room) ? "" : text("is-away")]
                  .filter(Boolean)
                  .join(" · "),
              ),
            ),
            h("span", { class: "do" }, text("play")),
          ),
        );
      }),
    ),
    hidden > 0 &&
      h("button", { class: "quiet", onclick: () => set({ allRooms: true }) }, text("and-more", { n: hidden })),
  );
}

/** @param {RoomSummary[]} rooms */
function running(rooms) {
  const { running, over } = toWatch(rooms);
  const all = running.slice(0, 24);
  return h(
    "section",
    { class: "running" },
    h(
      "div",
      { class: "with-tv" },
      h("h2", null, text("being-played")),
      h("button", { class: "quiet to-tv", onclick: () => go("tv"), "aria-label": text("menu-tv") }, text("tv")),
    ),
    !all.length && none("nothing-played"),
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
              ...isOff(offline()),
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
                ...isOff(offline()),
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
function played() {
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

/** @type {WeakMap<RoomSummary, import("./dom.js").VNode>} */
const drawn = new WeakMap();

/** A small board; drawn anew only when the room has changed. @param {RoomSummary} room */
function miniature(room) {
  const known = drawn.get(room);
  if (known) return known;
  const board_ = shape(room.variant);
  const made = board_
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
  drawn.set(room, made);
  return made;
}
