// Parts of the screens for games that are over: the head with the ways between
// them, a game as a row, a form, a rating.

import { app, isLost } from "./app.js";
import { board, mark } from "./board.js";
import { h, memoOf } from "./dom.js";
import { backButton, brand, gameLine, links, menuButton, whereAndWho } from "./head.js";
import { hasPreview } from "./layout.js";
import { nameLink } from "./parts.js";
import { go } from "./route.js";
import { counts, other, shape } from "./rules.js";
import { current, rich, text } from "./text.js";
import { openingOf, seatOfPlayer } from "./trial.js";
import { clockWords, colourOfSeat, falls, gameWords, noServer, refusalId, seatName, signed } from "./words.js";

/**
 * @import { GameResult, PastGame, PastPlayer, Rating, Score, Side } from "../../protocol/protocol.d.ts"
 * @import { Child } from "./dom.js"
 */

/**
 * A screen of games that are over, with its head.
 *
 * @param {string} name of the screen @param {string} title @param {Child} facts @param {Child[]} content
 */
export const page = (name, title, facts, ...content) =>
  h(
    "main",
    { key: name, class: `past ${name}` },
    h(
      "header",
      { class: `head${isLost() ? " lost" : ""}` },
      brand(),
      backButton(() => go("")),
      links(name),
      h("div", { class: "title" }, h("h1", null, title), h("span", null, facts)),
      whereAndWho(),
      menuButton(),
    ),
    h("div", { class: "notices" }, gameLine(), app.ui.notice && h("p", { class: "notice" }, app.ui.notice.text)),
    content,
  );

/** What stands in the place of an answer that has not come, or why none comes. */
export function noAnswer() {
  const why = app.state.past?.refused;
  return h("p", { key: "none", class: "none" }, why ? text(refusalId(why)) : isLost() && noServer());
}

/** The final board of a game; of one whose moves are not kept, an empty one. */
export const finalBoard = memoOf((/** @type {PastGame} */ { variant, moves, outcome }, /** @type {string} */ classes) => {
  const board_ = shape(variant);
  if (!board_) return h("span", { class: classes });
  return board({ shape: board_, stones: moves ?? [], line: moves ? (outcome.line ?? []) : [], small: true }, { class: classes });
});

/** @param {PastPlayer} player */
const called = (player) => seatName(seatOfPlayer(player));

/** On a small screen a row is one way, to its game. @param {PastPlayer} player */
const linked = (player) => h("b", null, nameLink(called(player), player.type === "human" && player.profile && hasPreview()));

/** The disc or the stone of the winner; of a game without a winner, the first seat's. @param {PastGame} game */
function winnersMark({ variant, opening, choices, outcome }) {
  const state = opening ? openingOf(opening, choices) : null;
  const seat = outcome.winner ?? "first";
  return mark(colourOfSeat(seat, state) ?? seat, falls(variant));
}

/**
 * The words for the result of a game, and its two players; a winner comes first.
 *
 * @template T @param {PastGame} game @param {(player: PastPlayer) => T} as
 */
function pair({ players, outcome: { winner, reason } }, as) {
  const first = winner ?? "first";
  const id = winner ? "somebody-beat" : counts(reason) ? "somebody-drew" : "somebody-played";
  return { id, both: { one: as(players[first]), other: as(players[other(first)]) } };
}

/** The players and the result, with the names as ways to their profiles. @param {PastGame} game @returns {Child} */
export function pairWords(game) {
  const { id, both } = pair(game, linked);
  return rich(id, both);
}

/** The same as a text. @param {PastGame} game */
export function pairText(game) {
  const { id, both } = pair(game, called);
  return text(id, both);
}

/** @param {PastGame} game @param {string} [name] whose rating it is about */
export function ratedWords({ players, ratings, outcome: { reason } }, name) {
  if (!counts(reason)) return text("not-counted");
  if (!ratings) return text("not-rated");
  const sides = /** @type {Side[]} */ (["first", "second"]);
  const side = sides.find((one) => called(players[one]).toLowerCase() === name?.toLowerCase());
  return side ? `${text("rated")} ${signed(ratings[side].after - ratings[side].before)}` : text("rated");
}

/** A moment of the day. @param {number} moment */
const hour = (moment) => new Intl.DateTimeFormat(current(), { hour: "2-digit", minute: "2-digit" }).format(moment);

/** A date. @param {number} moment */
export const date = (moment) => new Intl.DateTimeFormat(current(), { dateStyle: "long" }).format(moment);

/** The day of a moment, as one says it: today, yesterday, or its date. @param {number} moment */
export function dayWords(moment) {
  const midnight = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(Date.now()) - midnight(moment)) / 86_400_000);
  return days < 2 ? new Intl.RelativeTimeFormat(current(), { numeric: "auto" }).format(-days, "day") : date(moment);
}

/**
 * A game as a row, which opens it.
 *
 * @param {PastGame} game @param {{name?: string, isChosen?: boolean, onclick?: (event: MouseEvent) => void}} [how] the
 *   player whom the rows are about, whether the game is shown beside them, and what a click does before it opens
 */
export const pastRow = (game, { name, isChosen, onclick } = {}) =>
  h(
    "li",
    { key: game.game, class: `past-row${isChosen ? " chosen" : ""}` },
    finalBoard(game, "mini"),
    h(
      "span",
      { class: "texts" },
      h("strong", null, winnersMark(game), " ", pairWords(game)),
      h("span", null, `${gameWords(game)} · ${clockWords(game.clock)}`),
    ),
    h("span", { class: "count" }, text("moves", { n: game.plies }), h("span", null, ratedWords(game, name))),
    h("span", { class: "hour" }, hour(game.ended)),
    h("a", { class: "open", href: `#game=${game.game}`, onclick, "aria-label": `${text("look-back")}: ${pairText(game)}` }),
  );

/** The words for a score. @param {Score} score */
export const scoreText = ({ won, drawn, lost }) => text("won-drawn-lost", { won, drawn, lost });

/**
 * Results as marks on a line, as values are: up is won, down and hollow is lost, a circle is drawn.
 *
 * @param {GameResult[]} form
 */
export function formMarks(form) {
  const of = (/** @type {GameResult} */ result) => form.filter((one) => one === result).length;
  return h(
    "svg",
    {
      class: "form-marks",
      viewBox: "0 0 144 28",
      role: "img",
      "aria-label": scoreText({ won: of("won"), drawn: of("drawn"), lost: of("lost") }),
    },
    h("line", { class: "axis", x1: 0, x2: 144, y1: 14, y2: 14 }),
    form.map((result, i) => {
      const x = 144 - 14 * (form.length - i);
      if (result === "drawn") return h("circle", { class: "level", cx: x + 7, cy: 14, r: 4 });
      return h("rect", { class: result === "won" ? "up" : "down", x: x + 3, y: result === "won" ? 3 : 14, width: 8, height: 11 });
    }),
  );
}

/** Deviation above which a rating rests on too few games to compare. */
const UNCERTAIN = 110;

/** A rating in figures. @param {Rating} rating */
export const ratingText = ({ rating, deviation }) => `${rating}${deviation > UNCERTAIN ? "?" : ""}`;

/** A rating with how far it is known. @param {Rating} rating */
export const ratingMark = (rating) =>
  h("span", { class: "rating" }, h("b", null, ratingText(rating)), " ", h("span", null, `\u00b1 ${rating.deviation}`));
