// Tournaments on every screen: their list, the line of the one that the person is in, and the table that opens by
// itself.

import { ENTER, enter } from "./actions.js";
import { app, hasTournaments, send, set, shownRoom } from "./app.js";
import { h } from "./dom.js";
import { isMine, pairingOf, resultsOf } from "./following.js";
import { icon } from "./parts.js";
import * as memory from "./memory.js";
import { TOURNAMENT_REFS, go, tournamentAt } from "./route.js";
import { announce } from "./signal.js";
import { buzz, play } from "./sound.js";
import { decimals, text } from "./text.js";
import { seatOfPlayer } from "./trial.js";
import { clockWords, gameWords, seatName, time } from "./words.js";

/**
 * @import { PairingView, RoomId, ServerMessage, Standing } from "../../protocol/protocol.d.ts"
 * @import { TournamentSpecOfVariantName, TournamentSummary, TournamentView } from "../../protocol/protocol.d.ts"
 * @import { Following } from "./following.js"
 */

/**
 * @typedef {Extract<ServerMessage, {type: "your_tournament" | "your_table" | "tournament" | "tournament_pairings"}>}
 * Told
 */

/** @param {Told} message @param {Following | null} before */
export function onTournament(message, before) {
  const { route } = app.ui;
  if (message.type === "your_tournament") {
    const { tournament, organiser, entrant, token } = message;
    if (token) memory.holdTournament(tournament, token);
    memory.setFollowed(organiser || entrant != null ? tournament : null);
    const isHere = route.name === "tournament" && route.code === tournament;
    if (!isHere && (route.name === "new-tournament" || message.ref === TOURNAMENT_REFS.either)) go(tournamentAt(tournament), true);
  } else if (message.type === "your_table") sitDown(message);
  else if (message.type === "tournament_pairings") {
    if (message.more != null) send({ type: "list_pairings", from: message.more });
  } else {
    const { view } = message;
    const isWhole = ["round_robin", "knockout"].includes(view.spec.format.type) || view.phase === "over";
    if (isWhole && resultsOf(view) !== resultsOf(before?.view)) send({ type: "list_pairings", from: 0 });
    if (view.phase === "over") memory.setFollowed(null);
  }
}

/**
 * The table opens by itself, on every screen but the wall. @param {Extract<ServerMessage, {type: "your_table"}>}
 * message
 */
function sitDown({ room, side, token }) {
  const { route } = app.ui;
  if (route.name === "tournament" && route.wall) return;
  memory.hold({ room, token, side });
  if (app.state.room?.snapshot.room === room && app.state.room.you) return;
  play("begin");
  buzz("won");
  announce(text("table-opens"), "assertive");
  set({ dialog: null, nextEntry: null });
  // What was to be entered before does not come first.
  app.work.entering = false;
  enter({ type: "join", room, role: { type: "seat", token }, ref: ENTER }, { sure: true });
}

/** A code that is of no room may be of a tournament. @param {RoomId} tournament */
export function orTournament(tournament) {
  if (!hasTournaments()) return;
  const token = memory.tournamentToken(tournament);
  send({ type: "follow_tournament", tournament, token, ref: TOURNAMENT_REFS.either });
}

/** A number of parts, such as halves, as it is written: 5½. @param {number} n @param {2 | 4} [parts] */
export function parted(n, parts = 2) {
  const rest = ["", "¼", "½", "¾"][((n % parts) * 4) / parts];
  const whole = Math.floor(n / parts);
  return whole || !rest ? `${decimals(whole)}${rest}` : rest;
}

/** The name of an entrant by its number. @param {TournamentView} view @param {number} n */
export const entrantName = ({ entrants }, n) => (entrants[n] ? seatName(seatOfPlayer(entrants[n].player)) : "");

/** The points of a line of the standings, as they are written. @param {TournamentView} view @param {number} points */
export const pointsOf = ({ spec }, points) => (spec.format.type === "arena" ? String(points) : parted(points));

/** The score of a pairing; a line if it has not begun. @param {PairingView} pairing */
export const scoreOf = ({ score, games, over }) => (over || games.some((game) => game.score) ? `${parted(score.first)} : ${parted(score.second)}` : "–");

/** The words for games that were not played to a result. @param {PairingView} pairing */
export const decisions = ({ games }) =>
  [...new Set(games.flatMap(({ decision, score }) => (decision && decision !== "played" ? text(`decision-${decision}${decision === "forfeit" && !score?.first && !score?.second ? "-both" : ""}`) : [])))].join(", ");

/** The form of a tournament with its length. @param {TournamentSpecOfVariantName} spec */
export function formatWords({ format, games = 2 }) {
  if (format.type === "arena") return text("format-arena-of", { n: Math.round(format.length / 60_000) });
  const form =
    format.type === "swiss" ? text("format-swiss-of", { n: format.rounds }) : text(format.type === "knockout" ? "format-knockout" : format.twice ? "format-twice" : "format-round-robin");
  return `${form}, ${text("games-each", { n: games })}`;
}

/** The form, the game and the clock. @param {TournamentSpecOfVariantName} spec */
export const specWords = (spec) => [formatWords(spec), gameWords(/** @type {any} */ (spec)), clockWords(spec.clock)].join(" · ");

/** How far a tournament is. @param {Pick<TournamentSummary, "phase" | "round" | "rounds">} of */
export function phaseWords({ phase, round, rounds }) {
  if (phase === "over") return text("tournament-over");
  if (phase === "entries") return text("tournament-entries");
  if (rounds == null) return text("tournament-running");
  return text("round-of", { n: round, rounds });
}

/** The list of tournaments, if there are any, and the way to a new one. */
export function tournamentList() {
  if (!hasTournaments()) return null;
  const { tournaments } = app.state;
  const way = h("a", { key: "new", class: "to-new-tournament", href: "#new-tournament" }, text("new-tournament"));
  if (!tournaments.length) return way;
  return h(
    "section",
    { key: "tournaments", class: "tournaments" },
    app.ui.route.name === "start" && h("h2", null, text("tournaments")),
    h(
      "ul",
      { class: "list" },
      tournaments.map((one) =>
        h(
          "li",
          { key: one.tournament },
          h(
            "a",
            { class: "item", href: `#${tournamentAt(one.tournament)}` },
            h(
              "span",
              { class: "texts" },
              h("strong", null, one.spec.name),
              h("span", null, formatWords(one.spec)),
              h("span", null, [phaseWords(one), text("players-count", { n: one.entrants }), one.yours && text("you-are-in")].filter(Boolean).join(" · ")),
            ),
            icon("next"),
          ),
        ),
      ),
    ),
    way,
  );
}

/**
 * A place with its points, whose number comes first, since it has the plural; empty while all have equal places.
 *
 * @param {"your-place" | "place-points"} id @param {TournamentView} view @param {Standing} line
 */
export const placeWords = (id, view, { place, points }) =>
  view.standings.some((line) => line.points) ? text(id, { n: view.spec.format.type === "arena" ? points : points / 2, place, points: pointsOf(view, points) }) : "";

/** The place of the person in words; empty for others. @param {Following} tournament */
export function ownPlace({ view, entrant }) {
  const line = view?.standings.find((one) => one.entrant === entrant);
  return view && line && view.phase !== "entries" ? placeWords("your-place", view, line) : "";
}

/** The line that says on other screens which tournament the person is in, and leads back. */
export function tournamentLine() {
  const { tournament } = app.state;
  const { route } = app.ui;
  if (!tournament?.view || route.name === "tournament" || route.name === "tv") return null;
  // From the table of the last game it leads to the result.
  const isLast = tournament.view.phase === "over" && tournament.entrant != null && shownRoom();
  if (!isMine(tournament) && !isLast) return null;
  const { view, code, until } = tournament;
  const pairing = pairingOf(view, tournament.entrant);
  const isOver = shownRoom()?.snapshot.phase.type === "over";
  const next = isOver && view.phase === "round" && pairing && !pairing.over ? text("next-game-soon") : ownPlace(tournament);
  return h(
    "a",
    { key: "tournament-line", class: "tournament-line", href: `#${tournamentAt(code)}` },
    h("b", null, view.spec.name),
    h("span", null, [phaseWords(view), next].filter(Boolean).join(" · ")),
    until != null && h("span", { class: "left", "data-until": until, role: "timer", "aria-live": "off" }, timeTo(until)),
    h("span", { class: "way" }, text("standings"), icon("next")),
  );
}

/** The time to a moment. @param {number} until */
export const timeTo = (until) => time(Math.max(0, until - Date.now()));

/** Seconds left at which a countdown is said. */
const SAID = [60, 10, 0];
let before = Infinity;

/** Says how long the countdown still runs: once each at a minute, at ten seconds and at its end. @param {number} now */
export function sayCountdown(now) {
  const { tournament } = app.state;
  const left = tournament?.until != null ? Math.ceil((tournament.until - now) / 1000) : Infinity;
  const due = SAID.filter((one) => left <= one && before > one).at(-1);
  before = left;
  if (due != null && left > due - 2) announce(due ? text("countdown-said", { n: due }) : text("countdown-over"));
}

/** What orders those with equal points, the first first, by the form. @type {Record<string, (keyof Standing)[]>} */
const TIE_BREAKS = {
  round_robin: ["sonneborn_berger", "direct", "wins"],
  swiss: ["buchholz", "sonneborn_berger", "direct", "wins"],
  knockout: ["wins"],
  arena: ["wins"],
};
/** @param {{format: {type: string}}} spec */
export const tieBreaks = ({ format }) => TIE_BREAKS[format.type] ?? [];

/** The id of the words for a tie-break. @param {string} one */
export const tieBreakId = (one) => `tie-${one.replace("_", "-")}`;

/** A tie-break of a line as it is written. @param {Standing} line @param {keyof Standing} one */
export const tieBreak = (line, one) => (one === "wins" ? String(line.wins) : parted(Number(line[one]), one === "sonneborn_berger" ? 4 : 2));
