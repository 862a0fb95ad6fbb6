// Games that are over: the list with its filters, the one that is chosen beside
// it, and any of them to be looked back at.

import { copy } from "./actions.js";
import { app, isLost, set, shownGame } from "./app.js";
import { h } from "./dom.js";
import { backButton, brand, gameLine, links, menuButton, retryButton } from "./head.js";
import { hasPreview } from "./layout.js";
import { field, icon, input, segments, select } from "./parts.js";
import { date, dayWords, finalBoard, noAnswer, page, pairText, pairWords, pastRow, ratedWords } from "./past.js";
import { review, turningPoint, turningWords } from "./review.js";
import { askForOlder, go, link, listed } from "./route.js";
import { shape } from "./rules.js";
import { text } from "./text.js";
import { roomOfGame } from "./trial.js";
import { clockWords, ending, gameName, gameWords } from "./words.js";

/**
 * @import { PastGame } from "../../protocol/protocol.d.ts"
 */

/** The lengths that are offered, as numbers of moves: from, to. */
const LENGTHS = ["-20", "21-40", "41-"];
const TIMES = ["1d", "7d", "30d", "365d"];

/** @param {Record<string, string>} filter */
export function history(filter) {
  const { past } = app.state;
  const games = past?.games ?? [];
  const title = filter.player ? text("games-of", { name: filter.player }) : text("all-past-games");
  // The server counts no games, since there may be a million.
  const n = games.length;
  const count = n ? text(past?.older ? "games-at-least" : "games-count", { n }) : "";
  const facts = [count, filter.within && text(`within-${filter.within}`)].filter(Boolean).join(" · ");
  const chosen = games.find(({ game }) => game === app.ui.selected) ?? games[0];
  return page(
    "history",
    text("history"),
    // A chip has the time if the heading is not on the screen.
    [title, count].filter(Boolean).join(" · "),
    filters(filter),
    h(
      "section",
      { key: "games", class: "games" },
      h("p", { class: "heading", "aria-hidden": "true" }, title, " ", h("small", null, facts)),
      !games.length && past?.answer ? h("p", { class: "none" }, text("nothing-found")) : !games.length && noAnswer(),
      byDay(games).map(([day, all]) => [
        h("h2", { key: day }, day),
        h(
          "ul",
          { key: `games ${day}`, class: "list", onkeydown: arrows },
          all.map((game) => pastRow(game, { name: filter.player, isChosen: game === chosen, onclick: (event) => choose(event, game.game, chosen) })),
        ),
      ]),
      games.length > 0 &&
        h(
          "p",
          { key: "foot", class: "below" },
          h("a", { class: "quiet", href: `games.txt${query(filter)}`, download: "games.txt" }, text("download-text")),
          past?.older && h("button", { class: "quiet", onclick: askForOlder }, text("older-games"), icon("next")),
        ),
    ),
    chosen && preview(chosen),
  );
}

/** @param {Record<string, string>} filter */
const query = (filter) => listed("history", filter).replace("history", "");

/** @param {PastGame[]} games the newest first @returns {[string, PastGame[]][]} */
function byDay(games) {
  /** @type {Map<string, PastGame[]>} */
  const days = new Map();
  for (const game of games) {
    const day = dayWords(game.ended);
    days.set(day, [...(days.get(day) ?? []), game]);
  }
  return [...days];
}

/**
 * Beside a preview the first click chooses a game, and the second opens it.
 *
 * @param {MouseEvent} event @param {number} game @param {PastGame | undefined} chosen
 */
function choose(event, game, chosen) {
  if (!event.detail || chosen?.game === game || event.ctrlKey || event.metaKey || event.shiftKey || !hasPreview()) return;
  event.preventDefault();
  set({ selected: game });
}

/** The arrows go from one game to the next, and the preview follows. @param {KeyboardEvent} event */
function arrows(event) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  /** @type {HTMLAnchorElement[]} */
  const all = [...document.querySelectorAll(".history .open")].filter((one) => one instanceof HTMLAnchorElement);
  const next = all[all.findIndex((one) => one === document.activeElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
  set({ selected: Number(next.hash.replace(/\D/g, "")) });
}

/** @param {Record<string, string>} filter */
function filters(filter) {
  const change = (/** @type {Record<string, string>} */ changes) => go(listed("history", { ...filter, ...changes }), true);
  const props = { type: "search", placeholder: text("anyone"), autocomplete: "off", spellcheck: "false" };
  const name = (/** @type {"player" | "opponent"} */ which) =>
    input(`past-${which}`, filter[which] ?? "", (words) => change({ [which]: words.trim() }), props);
  /** @param {string} which @param {string[]} all @param {(one: string) => string} words */
  const choice = (which, all, words) =>
    select(`past-${which}`, ["", ...all].map((one) => [one, words(one)]), filter[which] ?? "", (one) => change({ [which]: one }));
  const length = filter.least || filter.most ? `${filter.least ?? ""}-${filter.most ?? ""}` : "";
  const lengths = ["", ...(LENGTHS.includes(length) || !length ? LENGTHS : [...LENGTHS, length])];
  const chips = chosenFilters(filter, length);
  const n = chips.length;
  return h(
    "section",
    { key: "filters", class: `filters${app.ui.filters ? " open" : ""}`, role: "search", "aria-label": text("filters") },
    name("player"),
    h(
      "button",
      { class: "secondary more", "aria-expanded": String(app.ui.filters), onclick: () => set({ filters: !app.ui.filters }) },
      n ? `${text("filters")}, ${n}` : text("filters"),
    ),
    n > 0 &&
      h(
        "ul",
        { key: "chips", class: "chips" },
        chips.map(({ name, words, without }) =>
          h(
            "li",
            { key: name },
            h("button", { "aria-label": text("without-filter", { filter: words }), onclick: () => change(without) }, h("span", null, words), icon("close")),
          ),
        ),
      ),
    h(
      "div",
      { class: "fields" },
      name("opponent"),
      choice("game", app.state.welcome?.variants ?? [], (one) => (one ? gameName(one) : text("filter-game-any"))),
      field(
        "past-result",
        segments(["", "won", "drawn", "lost"], filter.result ?? "", (one) => text(`result-${one || "any"}`), (result) =>
          change({ result }),
        ),
      ),
      choice("within", TIMES, (one) => text(`within-${one || "any"}`)),
      select("past-length", lengths.map((one) => [one, lengthWords(one)]), length, (one) => {
        const [least = "", most = ""] = one.split("-");
        change({ least, most });
      }),
      choice("against", ["people", "bots"], (one) => text(`past-against-${one || "any"}`)),
      Object.keys(filter).length > 0 &&
        h("button", { key: "clear", class: "quiet", onclick: () => go("history", true) }, text("clear-filters")),
    ),
  );
}

/**
 * The filters beside the player in words, each with the change that takes it away.
 *
 * @param {Record<string, string>} filter @param {string} length
 */
function chosenFilters({ opponent, game, result, within, against }, length) {
  const labelled = (/** @type {string} */ label, /** @type {string} */ words) => `${text(label)}: ${words}`;
  return [
    { name: "opponent", words: opponent && labelled("past-opponent", opponent) },
    { name: "game", words: game && gameName(game) },
    { name: "result", words: result && labelled("past-result", text(`result-${result}`)) },
    { name: "within", words: within && text(`within-${within}`) },
    { name: "length", words: length && lengthWords(length) },
    { name: "against", words: against && text(`past-against-${against}`) },
  ].flatMap(({ name, words }) => (words ? { name, words, without: name === "length" ? { least: "", most: "" } : { [name]: "" } } : []));
}

/** @param {string} length */
function lengthWords(length) {
  const [least, most] = length.split("-");
  if (!length) return text("length-any");
  return text(least ? (most ? "length-between" : "length-least") : "length-most", { least, most: most ?? "" });
}

const copyWords = () => text(app.ui.lastCopied === "game" ? "copied" : "copy-link");

/** @param {PastGame} game */
function preview(game) {
  const room = roomOfGame(game);
  const address = link(`game=${game.game}`);
  const fact = (/** @type {string} */ name, /** @type {string} */ words) =>
    h("div", { key: name }, h("dt", null, name), h("dd", null, words));
  const { first, second } = game.players;
  const board = shape(game.variant);
  const turning = room && board && turningPoint(room, board);
  return h(
    "aside",
    { key: "preview", class: "preview-game", "aria-label": pairText(game) },
    h("h2", null, pairText(game)),
    finalBoard(game, "large"),
    h(
      "dl",
      null,
      fact(text("past-result"), room ? (ending(room)?.why ?? "") : text("moves", { n: game.plies })),
      fact(text("past-within"), date(game.ended)),
      game.ratings &&
        [first, second].map((player, i) => {
          const { before, after } = /** @type {any} */ (game.ratings)[i ? "second" : "first"];
          return player.type === "human" && fact(player.name, `${before} → ${after}`);
        }),
      // Known of a game that was looked back at.
      turning && fact(text("turning-point"), turningWords(room, board, turning)),
    ),
    h("a", { class: "primary", href: `#game=${game.game}` }, text("look-back")),
    h("button", { class: "secondary", onclick: () => copy(address, "game") }, icon("copy"), copyWords()),
    h("p", { class: "address small" }, address),
  );
}

/** A game that is over, by its number. */
export function pastGame() {
  const answer = app.state.past?.answer;
  const room = shownGame();
  if (answer?.type !== "past_game") return page("game", text("history"), "", noAnswer());
  const { game } = answer;
  const board = room && shape(game.variant);
  if (!board) return page("game", pairText(game), date(game.ended), h("p", { class: "none" }, text("moves-not-kept")));
  const address = link(`game=${game.game}`);
  const facts = [gameWords(game), clockWords(game.clock), ratedWords(game), date(game.ended)].join(" · ");
  return review(
    room,
    board,
    h(
      "header",
      { class: `head${isLost() ? " lost" : ""}` },
      brand(),
      backButton(() => go("history")),
      links("history"),
      isLost()
        ? retryButton("title")
        : (gameLine() ??
          h("div", { class: "title" }, h("h1", null, pairWords(game)), h("span", null, app.ui.notice?.text ?? facts))),
      h("button", { class: "quiet wide", onclick: () => copy(address, "game") }, copyWords()),
      menuButton(),
    ),
  );
}
