// What is known of a person by their games: ratings, form, level, results,
// opponents and best wins; and the order of all by their ratings.

import { app, set } from "./app.js";
import { h } from "./dom.js";
import { nameLink, segments } from "./parts.js";
import { date, finalBoard, formMarks, noAnswer, page, pastRow, ratingMark, ratingText, scoreText } from "./past.js";
import { go, listed } from "./route.js";
import { text } from "./text.js";
import { gameName, gamesAtHand } from "./words.js";

/**
 * @import { BotLevel, PastGame, Place, Score, VariantRating } from "../../protocol/protocol.d.ts"
 * @import { Child } from "./dom.js"
 */

/** @param {string | null} of the name that the address has */
export function profile(of) {
  const answer = app.state.past?.answer;
  if (answer?.type !== "profile") return page("profile", of ?? text("your-profile"), "", noAnswer());
  const { profile } = answer;
  const { name, ratings, results, form, levels, opponents, games, best_wins } = profile;
  const n = results.reduce((sum, { score }) => sum + count(score), 0);
  const facts = [text("here-since", { date: date(profile.since) }), text("games-count", { n })].join(" · ");
  const isOwn = name === app.state.welcome?.name;
  return page(
    "profile",
    name,
    facts,
    h(
      "section",
      { class: "headline" },
      h("div", { "aria-hidden": "true" }, h("p", { class: "heading" }, name), h("p", { class: "none" }, facts)),
      h("a", { class: "secondary", href: `#${listed("history", { player: name })}` }, text(isOwn ? "all-your-games" : "games-of", { name })),
      isOwn && h("button", { class: "secondary", onclick: () => set({ dialog: "name" }) }, text("change-name")),
    ),
    h(
      "section",
      { class: "column" },
      ratings.length > 0 && [
        h("h2", { key: "ratings" }, text("ratings")),
        h("ul", { key: "of", class: "list" }, ratings.map(ratingRow)),
        h("p", { key: "uncertain", class: "hint" }, ratings.some(isUncertain) && text("rating-uncertain")),
      ],
      h("h2", null, text("form-last-ten")),
      form.length ? formMarks(form) : h("p", { class: "none" }, text("nothing-played-yet")),
      form.length > 0 && h("p", { key: "form", class: "hint" }, text("form-hint")),
      levels.length > 0 && [h("h2", { key: "level" }, text("level-against-bots")), levels.map(levelRow)],
    ),
    h(
      "section",
      { class: "column" },
      results.length > 0 && [
        h("h2", { key: "results" }, text("past-games")),
        h("ul", { key: "of", class: "list" }, results.map(({ variant, score }) => scoreRow(gameName(variant), score))),
      ],
      opponents.length > 0 && [
        h("h2", { key: "most" }, text("most-played")),
        h(
          "ul",
          { key: "opponents", class: "list" },
          opponents.map((one) =>
            h(
              "li",
              { key: one.name, class: "opponent" },
              h("b", null, nameLink(one.name, one.profile)),
              h(
                "a",
                { class: "score", href: `#${listed("history", { player: name, opponent: one.name })}` },
                h("span", { class: "offscreen" }, `${one.name}: `),
                text("score", { a: one.score.won, b: one.score.lost }),
              ),
              formMarks(one.form),
            ),
          ),
        ),
        h("p", { key: "hint", class: "hint" }, text("score-hint")),
      ],
    ),
    h(
      "section",
      { class: "column" },
      best_wins[0] && bestWin(best_wins[0], name),
      games.length > 0 && h("h2", { key: "last" }, text("last-games")),
      h("ul", { class: "list" }, games.slice(0, MOST_GAMES).map((game) => pastRow(game, { name }))),
    ),
  );
}

/** @param {VariantRating} one */
const isUncertain = ({ rating }) => ratingText(rating).endsWith("?");

/** Games on a profile; the history has the others. */
const MOST_GAMES = 5;

/** @param {Score} score */
const count = ({ won, drawn, lost }) => won + drawn + lost;

/** @param {VariantRating} one */
const ratingRow = ({ variant, rating, games, course }) =>
  h(
    "li",
    { key: variant, class: "rating-row" },
    h("span", { class: "texts" }, h("strong", null, gameName(variant)), h("span", null, text("rated-games", { n: games }))),
    course.length > 1 && curve(course),
    ratingMark(rating),
  );

/** The ratings after the last games, as a line. @param {number[]} course */
function curve(course) {
  const least = Math.min(...course);
  const span = Math.max(1, Math.max(...course) - least);
  const points = course.map((one, i) => `${4 + (100 * i) / (course.length - 1)} ${28 - (22 * (one - least)) / span}`);
  const [x, y] = (points.at(-1) ?? "").split(" ");
  return h(
    "svg",
    { class: "course", viewBox: "0 0 110 34", "aria-hidden": "true" },
    h("line", { class: "axis", x1: 0, x2: 110, y1: 33, y2: 33 }),
    h("path", { d: `M${points.join("L")}` }),
    h("circle", { cx: x, cy: y, r: 4 }),
  );
}

/** @param {BotLevel} level */
function levelRow({ variant, tenths, lowest, highest, games }) {
  const x = (/** @type {number} */ tenths) => 16 + (41 * (tenths - 10)) / 10;
  const near = Math.round(tenths / 10);
  const words = { level: near, least: Math.round(lowest / 10), most: Math.round(highest / 10), n: games };
  return h(
    "div",
    { key: `level ${variant}`, class: "level-row" },
    h(
      "svg",
      { viewBox: "0 0 360 52", "aria-hidden": "true" },
      h("line", { class: "axis", x1: x(10), x2: x(90), y1: 16, y2: 16 }),
      h("line", { class: "span", x1: x(lowest), x2: x(highest), y1: 16, y2: 16 }),
      Array.from({ length: 9 }, (_, i) => [
        h("circle", { class: "bead", cx: x(10 * i + 10), cy: 16, r: 6 }),
        h("text", { class: i + 1 === near ? "near" : null, x: x(10 * i + 10), y: 48 }, i + 1),
      ]),
      h("circle", { class: "at", cx: x(tenths), cy: 16, r: 10 }),
    ),
    h(
      "p",
      null,
      `${gameName(variant)}: ${text(words.least < words.most ? "about-level" : "about-level-sure", words)} `,
      h("span", { class: "none" }, text("from-games", { n: games })),
    ),
  );
}

/** @param {string} name @param {Score} score */
function scoreRow(name, score) {
  const n = count(score);
  const [won, drawn] = [(100 * score.won) / n, (100 * score.drawn) / n];
  return h(
    "li",
    { key: name, class: "score-row" },
    h("span", null, name),
    h(
      "span",
      null,
      h(
        "svg",
        { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
        h("rect", { class: "up", width: won, height: 12 }),
        h("path", { class: "stripes", d: `M${won} 6h${drawn}` }),
        h("rect", { class: "edge", width: 100, height: 12 }),
      ),
      h("span", { class: "hint" }, scoreText(score)),
    ),
  );
}

/** @param {PastGame} game @param {string} name of the winner @returns {Child} */
function bestWin(game, name) {
  const side = game.players.first.type === "human" && game.players.first.name === name ? "second" : "first";
  const loser = game.players[side];
  return h(
    "a",
    { key: "best", class: "best-win", href: `#game=${game.game}` },
    h("h2", null, text("best-win")),
    finalBoard(game, "large"),
    h("b", null, text("against-rated", { name: loser.type === "human" ? loser.name : "", rating: game.ratings?.[side].before ?? "" })),
    h("span", { class: "hint" }, `${date(game.ended)} · ${text("moves", { n: game.plies })}`),
  );
}

const COLUMNS = ["place", "name", "rating", "at-least", "games", "form"];

/** @param {Record<string, string>} filter */
export function leaderboard(filter) {
  const variant = filter.game ?? "connect-four";
  const answer = app.state.past?.answer;
  const change = (/** @type {Record<string, string>} */ changes) => go(listed("leaderboard", { ...filter, ...changes }), true);
  const places = answer?.type === "leaderboard" ? answer.places : [];
  const unplaced = answer?.type === "leaderboard" ? answer.unplaced : [];
  const all = app.state.welcome?.variants ?? [];
  const hand = gamesAtHand(variant);
  return page(
    "leaderboard",
    text("leaderboard"),
    gameName(variant),
    h(
      "section",
      { class: "games" },
      h(
        "div",
        { class: "headline" },
        h("p", { class: "heading", "aria-hidden": "true" }, text("leaderboard")),
        segments(hand, variant, gameName, (game) => change({ game })),
        h(
          "select",
          // Another one after each choice, so that it says "more" again.
          { key: variant, "aria-label": text("game"), onchange: (/** @type {any} */ event) => change({ game: event.currentTarget.value }) },
          h("option", { value: "", selected: true }, text("more")),
          all.filter((one) => !hand.includes(one)).map((one) => h("option", { value: one }, gameName(one))),
        ),
        segments(["today", ""], filter.within ?? "", (one) => text(one ? "places-today" : "places-all"), (within) => change({ within })),
      ),
      !answer ? noAnswer() : !places.length && h("p", { class: "none" }, text("no-places")),
      places.length > 0 &&
        h(
          "table",
          { key: "places" },
          h("thead", null, h("tr", null, COLUMNS.map((one) => h("th", { key: one, scope: "col", class: one }, text(`column-${one}`))))),
          h("tbody", null, places.map((place, i) => placeRow(place, i + 1))),
        ),
    ),
    h(
      "aside",
      { key: "about" },
      h("h2", null, text("places-how")),
      h("p", null, text("places-why")),
      h("p", null, text("places-least")),
      unplaced.length > 0 && [
        h("h2", { key: "unplaced" }, text("not-placed")),
        h(
          "ul",
          { key: "those", class: "list" },
          unplaced.map(({ name, rating, games }) =>
            h(
              "li",
              { key: name, class: "opponent" },
              h("b", null, nameLink(name)),
              h("span", { class: "none" }, `${ratingText(rating)} · ${text("games-count", { n: games })}`),
            ),
          ),
        ),
      ],
      h("h2", null, text("places-bots")),
      h("p", null, text("places-bots-why")),
    ),
  );
}

/** @param {Place} place @param {number} at from 1 */
function placeRow({ name, rating, games, form }, at) {
  const isOwn = name === app.state.welcome?.name;
  return h(
    "tr",
    { key: name, class: isOwn ? "own" : null },
    h("td", { class: "place" }, at),
    h(
      "th",
      { scope: "row", class: "name" },
      nameLink(name),
      isOwn && h("span", null, ` ${text("you")}`),
      h("span", { class: "few" }, text("games-count", { n: games })),
    ),
    h("td", { class: "rating" }, ratingMark(rating)),
    h("td", { class: "at-least" }, rating.rating - 2 * rating.deviation),
    h("td", { class: "games" }, games),
    h("td", { class: "form" }, formMarks(form)),
  );
}
