// A tournament on a wall: standings, the boards of this round, what comes next, and the way in. Nothing is pressed
// there.

import { app, isLost, redraw } from "./app.js";
import { mark } from "./board.js";
import { h } from "./dom.js";
import { roomsOf } from "./following.js";
import { wordmark } from "./head.js";
import { link, tournamentAt } from "./route.js";
import { beads } from "./standings.js";
import { text } from "./text.js";
import { decisions, entrantName, phaseWords, pointsOf, scoreOf, specWords, tieBreak, tieBreakId, tieBreaks, timeTo } from "./tournaments.js";
import { WALL_BOARDS, onWall } from "./tv.js";
import { qr } from "./waiting.js";
import { falls, noServer, refusalId } from "./words.js";

/**
 * @import { PairingView, TournamentView } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 */

/** Lines of the standings, and pairings, that stand there at once; and for how long, in milliseconds. */
const LINES = 16;
const PAIRS = 10;
const TURNS = 10_000;
/** @type {number | undefined} */
let turning;

/**
 * The part of a list that is shown now: a longer one turns its pages. @template T @param {T[]} all @param {number}
 * most
 */
function turned(all, most) {
  const pages = Math.ceil(all.length / most);
  if (pages < 2) return { part: all, from: 0 };
  clearTimeout(turning);
  turning = setTimeout(redraw, TURNS - (Date.now() % TURNS) + 20);
  const from = most * (Math.floor(Date.now() / TURNS) % pages);
  return { part: all.slice(from, from + most), from };
}

export function wall() {
  const { tournament } = app.state;
  const view = tournament?.view;
  if (!tournament || !view) {
    const why = tournament?.refused;
    return h("main", { key: "wall", class: "wall" }, h("p", null, why ? text(refusalId(why)) : isLost() && noServer()));
  }
  const { code, until } = tournament;
  const { phase, round, spec } = view;
  const isPlayed = phase === "round";
  const isThere = view.entrants.filter(({ state }) => state === "playing" || state === "paused");
  const bots = isThere.filter(({ player }) => player.type === "bot").length;
  const here = isThere.filter(({ player, present }) => player.type !== "bot" && present).length;
  return h(
    "main",
    { key: "wall", class: `wall ${phase}` },
    h(
      "header",
      null,
      wordmark(),
      h("div", { class: "what" }, h("h1", null, spec.name), view.rounds != null && beads(view.rounds, phase === "over" ? view.rounds + 1 : round), h("p", null, specWords(spec))),
      h("span", { class: "side" }, isLost() ? noServer() : whoIsHere(here, isThere.length - bots - here, bots)),
      isPlayed && until != null && h("b", { key: "left", class: "left", "data-until": until, role: "timer", "aria-live": "off" }, timeTo(until)),
    ),
    table(view),
    h(
      "section",
      { key: "middle", class: "middle" },
      !isPlayed && h("div", { key: "to", class: "to" }, h("h2", null, heading(view, until)), until != null && h("span", { class: "countdown", "data-until": until, role: "timer", "aria-live": "off" }, timeTo(until))),
      isPlayed ? boards(view) : pairs(view, view.pairings),
    ),
    h(
      "aside",
      { key: "aside" },
      h("div", null, beside(view)),
      phase !== "over" && h("div", { key: "in", class: "in" }, qr(link(tournamentAt(code))), h("p", null, text("scan-to-enter")), h("b", null, code)),
    ),
  );
}

/** @param {number} here @param {number} away @param {number} bots */
const whoIsHere = (here, away, bots) =>
  [(here || !bots) && text("people-here", { n: here }), away && text("people-away", { n: away }), bots && text("bots-here", { n: bots })].filter(Boolean).join(", ");

/** @param {TournamentView} view @param {number | null} until */
function heading(view, until) {
  if (view.phase === "over") {
    const winners = view.standings.filter(({ place }) => place === 1).map(({ entrant }) => entrantName(view, entrant));
    return winners.length ? text("somebody-won-it", { name: winners.join(", ") }) : phaseWords(view);
  }
  if (view.held) return text("held");
  if (view.phase === "entries") return text(until == null ? "waits-for-organiser" : "begins-in");
  return text(until == null ? "round-paired" : "round-begins-in", { n: view.round });
}

/** @param {TournamentView} view */
function table(view) {
  const [first] = tieBreaks(view.spec);
  const { part } = turned(view.standings, LINES);
  return h(
    "section",
    { key: "standings", class: "order" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, h("td", null), h("th", { scope: "col", class: "name" }, text("standings")), h("th", { scope: "col" }, text("points")), first && h("th", { scope: "col" }, text(`${tieBreakId(first)}-short`)))),
      h(
        "tbody",
        null,
        part.map((line) =>
          h("tr", { key: line.entrant }, h("td", null, line.place), h("th", { scope: "row", class: "name" }, entrantName(view, line.entrant)), h("td", { class: "points" }, pointsOf(view, line.points)), first && h("td", null, tieBreak(line, first))),
        ),
      ),
    ),
    first && h("p", null, `${text(`${tieBreakId(first)}-short`)}: ${text(tieBreakId(first))}`),
  );
}

/** The boards that are played, and as words those that have no place or are over. @param {TournamentView} view */
function boards(view) {
  const shown = roomsOf(view).slice(0, WALL_BOARDS);
  const { room: own, watched } = app.state;
  const rooms = shown.flatMap((code) => watched[code] ?? (own?.snapshot.room === code ? own : []));
  const board = (/** @type {Room} */ room) => {
    const pairing = view.pairings.find(({ games }) => games.some((one) => one.room === room.snapshot.room));
    const has = pairing && pairing.games.some(({ score }) => score != null);
    return h("div", { key: room.snapshot.room, class: "one" }, onWall(room), has && h("p", null, `${names(view, pairing)} · ${scoreOf(pairing)}`));
  };
  const rest = view.pairings.filter(({ games, over }) => over || !games.some(({ room }) => room && shown.includes(room)));
  return [
    h("div", { key: "boards", class: `boards of-${Math.min(3, rooms.length)}${rooms.length > 3 ? " two" : ""}` }, rooms.map(board)),
    rest.length > 0 && h("h2", { key: "over" }, text("other-results")),
    rest.length > 0 && h("ul", { key: "results", class: "results" }, turned(rest, rooms.length > 3 ? 4 : PAIRS).part.map((one, i) => h("li", { key: one.pairing ?? i }, h("span", null, names(view, one)), h("b", null, one.second == null ? text("bye") : scoreOf(one), notes(one))))),
  ];
}

/** @param {TournamentView} view @param {PairingView} pairing */
const names = (view, { first, second }) => (second == null ? entrantName(view, first) : text("pairing", { first: entrantName(view, first), second: entrantName(view, second) }));

/** @param {PairingView} pairing */
function notes(pairing) {
  const words = decisions(pairing);
  return words && h("small", null, words);
}

/** The pairings of the round that begins. @param {TournamentView} view @param {PairingView[]} all */
function pairs(view, all) {
  const tiles = falls(view.spec.variant);
  const { part, from } = turned(all, PAIRS);
  return [
    h(
      "ol",
      { key: "pairs", class: "pairs" },
      part.map((one, i) =>
        h(
          "li",
          { key: one.pairing ?? i },
          h("span", null, from + i + 1),
          mark("first", tiles),
          h("b", null, entrantName(view, one.first)),
          h("span", { class: "score" }, one.second == null ? text("bye") : scoreOf(one), notes(one)),
          one.second != null && [h("b", { key: "second", class: "second-name" }, entrantName(view, one.second)), mark("second", tiles)],
        ),
      ),
    ),
    view.phase === "pause" && h("p", { key: "colours" }, [(view.spec.games ?? 2) > 1 && text("colours-change"), text("tables-open")].filter(Boolean).join(" ")),
  ];
}

/** What comes next, or how late one may still enter. @param {TournamentView} view */
function beside(view) {
  const { phase, round, spec, next } = view;
  if (phase === "over") return null;
  if (phase === "round" && next.length) return [h("h2", null, text("next-round", { n: round + 1 })), h("ul", null, next.slice(0, 8).map((one, i) => h("li", { key: i }, names(view, one))))];
  if (phase === "round") {
    if (spec.format.type === "arena") return [h("h2", null, text("still-time")), h("p", null, text("paired-when-free"))];
    const open = view.pairings.filter(({ over }) => !over).length;
    return view.rounds != null && round >= view.rounds ? null : [h("h2", null, text("next-round", { n: round + 1 })), h("p", null, text("paired-when-over", { n: open }))];
  }
  if (phase === "entries") return [h("h2", null, text("entrants-count", { n: view.entrants.filter(({ state }) => state !== "withdrawn").length }))];
  const isLate = spec.late_entries !== false && spec.format.type !== "knockout" && (view.rounds == null || round < view.rounds);
  return isLate && [h("h2", null, text("still-time")), h("p", null, text("late-start", { n: round + 1 }))];
}
