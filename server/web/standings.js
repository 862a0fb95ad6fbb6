// The standings of a tournament, its cross table and its bracket: tables and lists that say the same without the eyes.

import { h } from "./dom.js";
import { nameLink } from "./parts.js";
import { text } from "./text.js";
import { entrantName, parted, pointsOf, tieBreak, tieBreakId, tieBreaks } from "./tournaments.js";

/**
 * @import { PairingView, RoundResult, Standing, TournamentView } from "../../protocol/protocol.d.ts"
 * @import { Following } from "./following.js"
 */

/** The rounds as a line with a bead for each: done, now and to come. @param {number} rounds @param {number} now */
export function beads(rounds, now) {
  if (rounds < 2 || rounds > 15) return null;
  return h(
    "ol",
    { key: "beads", class: "beads", "aria-hidden": "true" },
    Array.from({ length: rounds }, (_, i) => h("li", { class: i + 1 < now ? "done" : i + 1 === now ? "now" : "" }, i + 1 === now ? now : "")),
  );
}

/** An entrant, as the way to a profile. @param {TournamentView} view @param {number} n */
function linked(view, n) {
  const player = view.entrants[n]?.player;
  return nameLink(entrantName(view, n), player?.type === "human" && player.profile);
}

/** What is to be known of an entrant beside the name. @param {TournamentView} view @param {number} n */
function stateWords({ entrants, phase }, n) {
  const { state, ready, present } = entrants[n] ?? {};
  if (phase === "over") return "";
  if (state === "playing") return !present ? text("entrant-away") : ready && phase !== "round" ? text("entrant-ready") : "";
  return text(`entrant-${state}`);
}

/**
 * The results of the rounds as marks on a line. @param {RoundResult[]} rounds @param {number} n how many there may be
 */
function marks(rounds, n) {
  const words = rounds.map((one, i) => `${i + 1} ${text(`mark-${one.replace("_", "-")}`)}`).join(", ");
  const wide = 14 * Math.max(n, rounds.length, 1);
  return h(
    "svg",
    { class: "form-marks", viewBox: `0 0 ${wide} 28`, style: { width: `${wide}px` }, role: "img", "aria-label": words || text("nothing-played-yet") },
    h("line", { class: "axis", x1: 0, x2: wide, y1: 14, y2: 14 }),
    rounds.map((one, i) => {
      const x = 14 * i;
      if (one === "drawn") return h("circle", { class: "level", cx: x + 7, cy: 14, r: 4 });
      if (one === "won" || one === "lost") return h("rect", { class: one === "won" ? "up" : "down", x: x + 3, y: one === "won" ? 3 : 14, width: 8, height: 11 });
      if (one === "bye") return h("rect", { class: "level", x: x + 3, y: 3, width: 8, height: 11 });
      return one === "absent" && h("line", { class: "gap", x1: x + 3, x2: x + 11, y1: 20, y2: 20 });
    }),
  );
}

/** @param {Following & {view: TournamentView}} tournament */
export function standings({ view, entrant, all }) {
  const { format } = view.spec;
  const order = view.standings;
  const breaks = tieBreaks(view.spec);
  const isCross = format.type === "round_robin" && order.length <= 20;
  return [
    format.type === "knockout" && bracket(view, all),
    h(
      "div",
      { key: "standings", class: "scrolls", tabindex: 0, role: "region", "aria-label": text("standings") },
      h(
        "table",
        { class: isCross ? "cross" : "" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, h("span", { class: "offscreen" }, text("place"))),
            h("th", { scope: "col", class: "name" }, text("past-player")),
            isCross
              ? order.map((line, i) => h("th", { key: i, scope: "col", class: "cell" }, i + 1, h("span", { class: "offscreen" }, ` ${entrantName(view, line.entrant)}`)))
              : h("th", { scope: "col", class: "rounds" }, text(format.type === "arena" ? "last-games" : "rounds")),
            h("th", { scope: "col" }, text("points")),
            breaks.map((one, i) => h("th", { key: one, scope: "col", class: i ? "more" : "" }, h("abbr", { title: text(tieBreakId(one)) }, text(`${tieBreakId(one)}-short`)))),
          ),
        ),
        h("tbody", null, order.map((line) => row(view, line, { isOwn: line.entrant === entrant, breaks, cross: isCross ? all : null }))),
      ),
    ),
    order.length > 1 &&
      h(
        "dl",
        { key: "breaks", class: "hint breaks" },
        h("dt", null, text("tie-how")),
        breaks.map((one, i) => h("dd", { key: one }, h("b", { class: i ? "more" : "" }, `${text(`${tieBreakId(one)}-short`)}: `), text(tieBreakId(one)))),
      ),
  ];
}

/**
 * @param {TournamentView} view @param {Standing} line @param {{isOwn: boolean, breaks: (keyof Standing)[], cross:
 * PairingView[] | null}} how
 */
function row(view, line, { isOwn, breaks, cross }) {
  const said = stateWords(view, line.entrant);
  const n = view.spec.format.type === "arena" ? 10 : (view.rounds ?? 0);
  return h(
    "tr",
    { key: line.entrant, class: isOwn ? "own" : "" },
    h("td", { class: "place" }, line.place),
    h("th", { scope: "row", class: "name" }, linked(view, line.entrant), said && h("span", null, ` ${said}`)),
    cross
      ? view.standings.map((other) => h("td", { key: other.entrant, class: `cell${other === line ? " self" : ""}` }, other === line ? "" : met(cross, line.entrant, other.entrant)))
      : h("td", { class: "rounds" }, marks(line.rounds, n)),
    h("td", { class: "points" }, pointsOf(view, line.points)),
    breaks.map((one, i) => h("td", { key: one, class: i ? "more" : "" }, tieBreak(line, one))),
  );
}

/** What an entrant scored against another one. @param {PairingView[]} all @param {number} a @param {number} b */
function met(all, a, b) {
  const scores = all.flatMap(({ first, second, score, games }) => {
    if (!games.some((one) => one.score != null)) return [];
    if (first === a && second === b) return parted(score.first);
    return first === b && second === a ? parted(score.second) : [];
  });
  return scores.join(" ");
}

/** @param {number} round from 1 @param {number} rounds */
export function roundName(round, rounds) {
  const left = rounds - round;
  return left === 0 ? text("final") : left === 1 ? text("semi-finals") : left === 2 ? text("quarter-finals") : text("round-number", { n: round });
}

/**
 * The rounds of a knockout, with the places of those to come. @param {TournamentView} view @param {PairingView[]} all
 */
function bracket(view, all) {
  const rounds = view.rounds ?? 0;
  if (!rounds || !all.length) return null;
  return h(
    "div",
    { key: "bracket", class: "scrolls", tabindex: 0, role: "region", "aria-label": text("bracket") },
    h(
      "ol",
      { class: "bracket" },
      Array.from({ length: rounds }, (_, i) => {
        const known = [...all, ...view.next].filter(({ round }) => round === i + 1);
        const pairs = known.length ? known : Array.from({ length: 2 ** (rounds - i - 1) }, () => null);
        return h(
          "li",
          { key: i },
          h("h3", null, roundName(i + 1, rounds)),
          h("ul", null, pairs.map((one, at) => h("li", { key: one?.pairing ?? `open ${at}` }, i + 1 === rounds && at > 0 && h("h4", null, text("third-place")), one ? match(view, one) : h("p", { class: "match to-come" }, text("open-match"))))),
        );
      }),
    ),
  );
}

/** @param {TournamentView} view @param {PairingView} pairing */
function match(view, { first, second, score, over, games }) {
  if (second == null) return h("p", { class: "match" }, h("span", { class: "won" }, h("b", null, entrantName(view, first)), h("span", null, text("bye"))));
  const has = games.some((one) => one.score != null);
  const side = (/** @type {number} */ n, /** @type {number} */ own, /** @type {number} */ their) =>
    h("span", { class: over && own > their ? "won" : "" }, h("b", null, entrantName(view, n)), h("span", null, has ? parted(own) : ""));
  return h("p", { class: `match${over ? "" : " open"}` }, side(first, score.first, score.second), side(second, score.second, score.first));
}
