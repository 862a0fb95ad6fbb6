// The page of one tournament: what the person does next, the standings, this round, and what the organiser may do.

import { join } from "./actions.js";
import { app, isLost, offline, redraw, send } from "./app.js";
import { mark } from "./board.js";
import { h } from "./dom.js";
import { mayEnter, pairingOf, roomOf } from "./following.js";
import { isOff, select } from "./parts.js";
import { chosenLevel, levels, levelWords } from "./levels.js";
import { page } from "./past.js";
import { TOURNAMENT_REFS, link, tournamentAt } from "./route.js";
import { beads, roundName, standings } from "./standings.js";
import { text } from "./text.js";
import { decisions, entrantName, ownPlace, phaseWords, placeWords, scoreOf, specWords, timeTo, tournamentList } from "./tournaments.js";
import { linkToShare } from "./waiting.js";
import { falls, noServer, refusalId } from "./words.js";

/**
 * @import { PairingGame, PairingView, TournamentAct, TournamentView } from "../../protocol/protocol.d.ts"
 * @import { Child } from "./dom.js"
 * @import { Following } from "./following.js"
 * @typedef {Following & {view: TournamentView}} Known
 */

/** The act that was pressed once and must be pressed again: it cannot be undone. @type {string | null} */
let asks = null;
/** The pairing whose results are being corrected. @type {number | null} */
let corrected = null;
/** The bot, and the entrant that is to be removed, as they are chosen. */
const chosen = { bot: "", entrant: "" };

/** @param {TournamentAct} act */
function act(act) {
  asks = null;
  send({ type: "in_tournament", act, ref: TOURNAMENT_REFS.act });
  redraw();
}

/** The tournaments of the server, on a screen of their own. */
export const tournaments = () => page("tournaments", text("tournaments"), "", h("section", { key: "list", class: "games" }, tournamentList()));

export function tournament() {
  const { tournament } = app.state;
  if (!tournament?.view) {
    const why = tournament?.refused;
    return page("tournament", text("tournament"), "", h("p", { key: "none", class: "none" }, why ? text(refusalId(why)) : isLost() && noServer()));
  }
  const known = /** @type {Known} */ (tournament);
  const { view, code } = known;
  const facts = [phaseWords(view), ownPlace(known)].filter(Boolean).join(" · ");
  const file = `tournament/${code}`;
  return page(
    "tournament",
    view.spec.name,
    facts,
    h(
      "section",
      { key: "now", class: "now" },
      h("p", { class: "heading", "aria-hidden": "true" }, view.spec.name),
      h("p", { class: "none" }, specWords(view.spec)),
      view.rounds != null && beads(view.rounds, view.phase === "over" ? view.rounds + 1 : view.round),
      now(known),
      h("div", { class: "buttons" }, buttons(known)),
      view.phase !== "over" && h("details", { key: "invite" }, h("summary", null, text("invite-players")), linkToShare(link(tournamentAt(code)))),
      h("a", { class: "quiet", href: `#${tournamentAt(code)}&wall` }, text("show-on-wall")),
      known.organiser && view.phase !== "over" && organiser(known),
    ),
    h("section", { key: "standings", class: "games standings" }, h("h2", null, text("standings")), standings(known)),
    h(
      "section",
      { key: "rounds", class: "column rounds" },
      view.pairings.length > 0 && pairings(known, roundWords(view, view.round), view.pairings),
      view.next.length > 0 && pairings(known, text("next-round", { n: view.round + 1 }), view.next),
      view.phase === "over" && earlier(known),
      h(
        "p",
        { key: "files", class: "below" },
        ["txt", "csv", "json"].map((one) => h("a", { key: one, class: "quiet", href: `${file}.${one}`, download: `${code}.${one}` }, text(`download-${one}`))),
      ),
    ),
  );
}

/** @param {TournamentView} view @param {number} round */
function roundWords({ spec, rounds }, round) {
  if (spec.format.type === "arena") return text("games-now");
  return spec.format.type === "knockout" && rounds ? roundName(round, rounds) : text("round-number", { n: round });
}

/** A countdown with what it leads to. @param {string} words @param {number} until */
const countdown = (words, until) => [
  h("p", { key: "to" }, words),
  h("p", { key: "left", class: "countdown", "data-until": until, role: "timer", "aria-live": "off" }, timeTo(until)),
];

/** What happens next, for the person. @param {Known} tournament */
function now({ view, until, entrant }) {
  const { phase, round, held, spec, entrants } = view;
  const you = entrant == null ? null : entrants[entrant];
  if (phase === "over") {
    const winners = view.standings.filter(({ place }) => place === 1).map((line) => entrantName(view, line.entrant));
    return h("div", { key: "now", class: "next" }, h("h2", null, winners.length ? text("somebody-won-it", { name: winners.join(", ") }) : text("tournament-over")));
  }
  const isArena = spec.format.type === "arena";
  const words = phase === "round" ? text("ends-in") : phase === "entries" ? text("begins-in") : text("round-begins-in", { n: round });
  const wait = phase === "entries" ? text("waits-for-organiser") : phase === "round" ? "" : text("round-paired", { n: round });
  return h(
    "div",
    { key: "now", class: "next" },
    held ? h("p", { key: "to" }, text("held")) : until != null ? countdown(words, until) : wait && h("p", { key: "to" }, wait),
    you?.state === "paused" && [h("h2", { key: "paused" }, text("you-paused")), h("p", { key: "cost" }, text("pause-costs"))],
    you?.state === "withdrawn" && h("h2", { key: "left" }, text("you-withdrew")),
    you?.state === "eliminated" && h("h2", { key: "out" }, text("you-are-out")),
    you?.state === "playing" && phase !== "entries" && opponent(view, entrant ?? 0, isArena),
    phase === "entries" && you && h("p", { key: "opens", class: "hint" }, text("table-opens-itself")),
  );
}

/** Whom the person plays in this round. @param {TournamentView} view @param {number} you @param {boolean} isArena */
function opponent(view, you, isArena) {
  const pairing = pairingOf(view, you);
  if (!pairing || (pairing.over && isArena)) return h("p", { key: "free" }, text(isArena ? "paired-when-free" : "not-paired"));
  if (pairing.second == null) return h("h2", { key: "bye" }, text("you-have-bye"));
  if (pairing.over) return h("p", { key: "free" }, text("round-goes-on"));
  const them = pairing.first === you ? pairing.second : pairing.first;
  const line = view.standings.find(({ entrant }) => entrant === them);
  const room = roomOf(pairing);
  return [
    h("h2", { key: "them" }, text("you-play", { name: entrantName(view, them) })),
    line && h("p", { key: "place" }, placeWords("place-points", view, line)),
    room
      ? h("button", { key: "table", class: "primary", ...isOff(offline()), onclick: () => join(room, "seat") }, text("back-to-game"))
      : h("p", { key: "opens", class: "hint" }, text("table-opens-itself")),
  ];
}

/**
 * A button that asks first.
 *
 * @param {string} id @param {TournamentAct} what @param {string} [words]
 */
const sure = (id, what, words = text(id)) =>
  h(
    "button",
    { key: id, class: "quiet alert", ...isOff(offline()), onclick: () => (asks === id ? act(what) : ((asks = id), redraw())) },
    asks === id ? text("press-again", { words }) : words,
  );

/** @param {Known} tournament @returns {Child[]} */
function buttons(tournament) {
  const { view, entrant } = tournament;
  if (view.phase === "over") return [];
  const you = entrant == null ? null : view.entrants[entrant];
  const button = (/** @type {string} */ id, /** @type {TournamentAct} */ what, look = "secondary") =>
    h("button", { key: id, class: look, ...isOff(offline()), onclick: () => act(what) }, text(id));
  if (mayEnter(tournament)) return [button("enter-tournament", { type: "enter" }, "primary")];
  if (you?.state === "paused") return [button("play-again", { type: "pause", paused: false }, "primary"), sure("withdraw", { type: "withdraw" })];
  if (you?.state !== "playing") return [];
  return [
    view.phase === "pause" && (you.ready ? h("p", { key: "waits" }, text("waits-for-others")) : button("i-am-ready", { type: "ready" }, "primary")),
    view.phase !== "entries" && view.spec.format.type !== "knockout" && button("pause-after", { type: "pause", paused: true }),
    sure("withdraw", { type: "withdraw" }),
  ];
}

/** @param {Known} tournament @param {string} title @param {PairingView[]} list */
const pairings = (tournament, title, list) => [
  h("h2", { key: title }, title),
  h("ul", { key: `of ${title}`, class: "list" }, list.map((one, i) => pairing(tournament, one, i))),
];

/** The results of all rounds, the last first. @param {Known} tournament */
function earlier(tournament) {
  const { view, all } = tournament;
  const rounds = [...new Set(all.map(({ round }) => round))].filter((one) => one !== view.round || view.spec.format.type === "arena");
  return rounds.reverse().map((one) => pairings(tournament, text("round-number", { n: one }), all.filter(({ round }) => round === one)));
}

/** @param {Known} tournament @param {PairingView} one @param {number} i */
function pairing({ view, entrant, organiser }, one, i) {
  const { first, second, games } = one;
  const room = roomOf(one);
  const tiles = falls(view.spec.variant);
  const isOwn = entrant != null && (first === entrant || second === entrant);
  const isOpen = corrected === one.pairing && corrected != null;
  if (second == null) return h("li", { key: one.pairing ?? `next ${i}`, class: "pairing" }, h("b", null, entrantName(view, first)), h("span", { class: "score" }, text("bye")));
  return h(
    "li",
    { key: one.pairing ?? `next ${i}`, class: `pairing${isOwn ? " own" : ""}` },
    h("span", { class: "texts" }, h("b", null, mark("first", tiles), " ", entrantName(view, first)), h("b", null, mark("second", tiles), " ", entrantName(view, second))),
    h(
      "span",
      { class: "score" },
      scoreOf(one),
      h("span", null, decisions(one) || (room ? text("game-number", { n: games.length }) : "")),
    ),
    room && !isOwn && h("button", { class: "quiet", ...isOff(offline()), onclick: () => join(room, "spectator"), "aria-label": `${text("watch")}: ${entrantName(view, first)} – ${entrantName(view, second)}` }, text("watch")),
    organiser &&
      one.pairing != null &&
      games.length > 0 &&
      view.phase !== "over" &&
      h("button", { class: "quiet", "aria-expanded": String(isOpen), onclick: () => ((corrected = isOpen ? null : (one.pairing ?? null)), redraw()) }, text("correct-result")),
    isOpen && h("div", { key: "correct", class: "correct" }, games.map((game, n) => correction(view, one, game, n))),
  );
}

/** Scores of a game, in halves. */
const SCORES = [
  { first: 2, second: 0 },
  { first: 1, second: 1 },
  { first: 0, second: 2 },
];

/** @param {TournamentView} view @param {PairingView} pairing @param {PairingGame} game @param {number} n */
const correction = (view, { pairing, first, second }, game, n) =>
  h(
    "div",
    { key: n, class: "segments", role: "group", "aria-label": text("game-number", { n: n + 1 }) },
    SCORES.map((score) => {
      const isSo = game.score?.first === score.first && game.score.second === score.second;
      const words = score.first === 1 ? text("draw") : entrantName(view, score.first ? first : (second ?? first));
      return h(
        "button",
        {
          key: score.first,
          class: isSo ? "chosen" : "",
          "aria-pressed": String(isSo),
          ...isOff(offline()),
          onclick: () => act({ type: "correct", pairing: pairing ?? 0, game: n, score }),
        },
        words,
      );
    }),
  );

/** What the organiser may do. @param {Known} tournament */
function organiser({ view }) {
  const { spec, phase, held } = view;
  const bots = levels(spec.variant);
  const bot = chosen.bot || (spec.filling?.bot ?? chosenLevel(spec.variant)?.bot ?? "");
  const others = view.entrants.flatMap(({ state }, n) => (state === "withdrawn" ? [] : [/** @type {[string, string]} */ ([String(n), entrantName(view, n)])]));
  const out = others.some(([n]) => n === chosen.entrant) ? chosen.entrant : (others[0]?.[0] ?? "");
  return h(
    "div",
    { key: "organiser", class: "organiser" },
    h("h2", null, text("organiser")),
    phase !== "round" && h("button", { key: "next", class: "primary", ...isOff(offline()), onclick: () => act({ type: "next_round" }) }, text(phase === "entries" ? "start-now" : "next-now")),
    h("button", { key: "hold", class: "secondary", ...isOff(offline()), onclick: () => act({ type: "hold", held: !held }) }, text(held ? "run-on" : "hold")),
    h(
      "details",
      { key: "players" },
      h("summary", null, text("change-players")),
      h(
        "form",
        { class: "say", onsubmit: addPerson },
        h("input", { name: "person", "aria-label": text("player-name"), placeholder: text("player-name"), autocomplete: "off", maxlength: 20 }),
        h("button", { class: "quiet", ...isOff(offline()) }, text("add")),
      ),
      bots.length > 0 &&
        h(
          "div",
          { class: "row" },
          select("add-bot", bots.map((one) => [one.bot, levelWords(one)]), bot, (one) => ((chosen.bot = one), redraw())),
          h("button", { class: "quiet", ...isOff(offline()), onclick: () => act({ type: "add_bot", bot }) }, text("add")),
        ),
      others.length > 0 &&
        h(
          "div",
          { class: "row" },
          select("remove-player", others, out, (one) => ((chosen.entrant = one), (asks = null), redraw())),
          sure("remove-entrant", { type: "remove", entrant: Number(out) }),
        ),
    ),
    sure("end-tournament", { type: "end" }),
  );
}

/** @param {SubmitEvent} event */
function addPerson(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("person"));
  const name = field.value.trim();
  if (!name) return field.focus();
  act({ type: "add_person", name });
  field.value = "";
}
