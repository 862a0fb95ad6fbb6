// The start: to play in one tap, knowing nobody; below it whose turn it is for
// you, who waits, what can be watched. On a wide screen it is the lobby.

import { inviteFriend, playBot, playHere, quickMatch } from "./actions.js";
import { app, isLost, set, setSettings } from "./app.js";
import { heard, hidden, keepDown, speak, wordsField } from "./chat.js";
import { h } from "./dom.js";
import { icon, isOff, nameLink, segments } from "./parts.js";
import { chosenLevel, levelName, levels, levelWords } from "./levels.js";
import { filterBar, played, running, waitingRooms, yourGames } from "./lists.js";
import { analysing, go, leadsElsewhere, typed } from "./route.js";
import { shape } from "./rules.js";
import { notify } from "./signal.js";
import { gameLine, links, menuButton, whereAndWho, wordmark } from "./head.js";
import { text } from "./text.js";
import { tournamentList } from "./tournaments.js";
import { falls, gameName, gamesAtHand } from "./words.js";

/**
 * @import { Lobby } from "./state.js"
 * @import { RoomSummary } from "../../protocol/protocol.d.ts"
 */

export function start() {
  const { lobby, announcement } = app.state;
  return h(
    "main",
    { key: "start", class: `start${isLost() ? " lost" : ""}` },
    h(
      "header",
      { class: "start-head" },
      h("h1", null, wordmark()),
      links(""),
      whereAndWho(),
      menuButton(),
    ),
    h(
      "div",
      { class: "notices" },
      gameLine(),
      app.ui.notice && h("p", { class: "notice" }, app.ui.notice.text),
      announcement && h("p", { class: "notice" }, text("host-says", { words: announcement })),
    ),
    h("section", { class: "begin" }, band(), games(), buttons(), yourGames(), tournamentList(), links("", "ways")),
    h(
      "section",
      { class: "rooms" },
      h("div", { class: "seeking" }, filterBar(lobby?.rooms ?? []), waitingRooms(lobby?.rooms ?? [])),
      h("div", { class: "watching" }, running(lobby?.rooms ?? []), played()),
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
      { class: "names", tabindex: 0, "aria-label": text("here-now", { n: lobby.present }) },
      lobby.players.map((name) => h("li", { key: name }, nameLink(name), " ", h("span", null, doing(name, lobby.rooms)))),
    ),
    h(
      "ul",
      { class: "said-lines", made: keepDown, tabindex: 0, "aria-label": text("chat") },
      heard(lobby.chat).map((line, i) =>
        h("li", { key: `${i}${line.text}` }, h("b", null, nameLink(line.name)), " ", line.text),
      ),
    ),
    hidden(),
    h(
      "form",
      { class: "say", onsubmit: sayInLobby },
      wordsField("lobby", text("say-something")),
      h("button", { class: "icon-button", "aria-label": text("send") }, icon("send")),
    ),
  ];
}

/** @param {SubmitEvent} event */
function sayInLobby(event) {
  event.preventDefault();
  speak("lobby");
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
      ...isOff(isLost()),
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
  return h(
    "div",
    { class: "segments", role: "group", "aria-label": text("game") },
    gamesAtHand(variant).map((one) =>
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

/** Who may move first against a bot. @type {import("./memory.js").Settings["first"][]} */
const FIRST = ["me", "bot", "turn"];

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
        h("button", { class: "primary", ...isOff(isLost()), onclick: () => playBot(level.bot) }, text("play-bot")),
        h(
          "label",
          { class: "primary level" },
          // The list of levels says it too.
          h("span", { "aria-hidden": "true" }, levelName(level)),
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
    (level || !app.state.welcome) &&
      h(
        "div",
        { class: "first-move", role: "group", "aria-label": text("who-moves-first") },
        h("span", { "aria-hidden": "true" }, text("who-moves-first")),
        segments(FIRST, app.settings.first, (one) => text(`first-move-${one}`), (first) => setSettings({ first })),
      ),
    h("button", { class: "secondary", ...isOff(isLost()), onclick: () => quickMatch(variant, null) }, text("quick-match")),
    h("button", { class: "secondary", ...isOff(isLost()), onclick: inviteFriend }, text("invite-friend")),
    h("button", { class: "secondary", ...isOff(isLost()), onclick: playHere }, text("two-here")),
    h("button", { class: "quiet", ...isOff(isLost()), onclick: () => go(analysing(variant, [])) }, text("analyse")),
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
      h("button", { class: "quiet", ...isOff(isLost()) }, text("go")),
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
  const problem = !code ? "no-code" : leadsElsewhere(field.value) ? "other-server" : null;
  if (problem) notify(text(problem), "assertive");
  else go(code);
}
