// Tournaments: what the page asks and follows, the table that opens by itself, and each form and phase on its screens.

import assert from "node:assert/strict";
import { test as run } from "node:test";
import { OVER, WELCOME, snapshot, taken } from "./browser.js";
import { app, set } from "../app.js";
import { bar } from "../bar.js";
import { receive } from "../effects.js";
import { followed, setFollowed, tournamentToken } from "../memory.js";
import { TOURNAMENT_REFS, arrive, greeting, parse } from "../route.js";
import { shape } from "../rules.js";
import { start } from "../start.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { choose, lengths, newTournament, specOfForm } from "../tournament-form.js";
import { tournament, tournaments } from "../tournament.js";
import { parted, tournamentLine } from "../tournaments.js";
import { wall } from "../wall.js";
import { evening } from "./evenings.js";

/**
 * @import { Child, VNode } from "../dom.js"
 * @import { TournamentView } from "../../../protocol/protocol.d.ts"
 */

await load("en");

/** @param {Child} node @returns {VNode[]} */
const all = (node) => {
  if (Array.isArray(node)) return node.flatMap(all);
  return node && typeof node === "object" ? [node, ...all(node.children)] : [];
};
/** @param {Child} node */
const words = (node) => all(node).map((one) => one.text ?? " ").join("").replace(/\s+/g, " ");
/** @param {Child} node @param {RegExp} what */
const says = (node, what) => assert.ok(what.test(words(node)), `${what}: ${words(node)}`);
/** @param {Child} node @param {string} name */
function press(node, name) {
  const button = all(node).find((one) => one.tag === "button" && words(one).trim() === name);
  assert.ok(button, `${name}: ${words(node)}`);
  button.props.onclick();
}

const CODE = "FR7K2M";
const TOKEN = "00112233445566778899aabbccddeeff";

/** @param {string} name @param {() => void} body */
const test = (name, body) => run(name, () => {
  begin();
  body();
});

/** The page at the start, on a server with tournaments. */
function begin() {
  app.net.status = "open";
  app.work.entering = false;
  app.state = empty();
  setFollowed(null);
  set({ route: { name: "start" }, viewedPly: null, dialog: null, notice: null });
  location.hash = "";
  receive({ ...WELCOME, features: ["tournament"] });
  taken();
}

/**
 * Opens the page of a tournament. @param {TournamentView} view @param {{organiser?: boolean, entrant?: number | null}}
 * [you]
 */
function at(view, { organiser = false, entrant = null } = {}) {
  location.hash = `#tournament=${CODE}`;
  arrive();
  receive({ type: "your_tournament", tournament: CODE, organiser, entrant, token: entrant == null && !organiser ? null : TOKEN });
  receive({ type: "tournament", view });
}

test("the address of a tournament has its code, and whether it is on a wall", () => {
  assert.deepEqual(parse("#tournament=fr7k2m"), { name: "tournament", code: CODE, wall: false });
  assert.deepEqual(parse("#tournament=FR7K2M&wall"), { name: "tournament", code: CODE, wall: true });
  for (const none of ["#tournament=", "#tournament=FR7K2", "#tournament=FR7K2M&x"]) assert.equal(parse(none).name, "start", none);
});

test("the page follows a tournament again after a reload, with the token of the person", () => {
  at(evening("swiss", "pause"), { entrant: 0 });
  assert.equal(tournamentToken(CODE), TOKEN);
  location.hash = "";
  arrive();
  assert.ok(!taken().some(({ type }) => type === "unfollow_tournament"));
  app.state = empty();
  const again = { type: "follow_tournament", tournament: CODE, token: TOKEN, ref: TOURNAMENT_REFS.follow };
  assert.deepEqual(greeting().filter(({ type }) => type === "follow_tournament"), [again]);
  receive({ type: "tournament", view: evening("swiss", "over") });
  assert.equal(followed(), null);
});

test("who only looked at a tournament follows it no longer elsewhere", () => {
  at(evening("swiss", "pause"));
  taken();
  location.hash = "";
  arrive();
  assert.ok(taken().some(({ type }) => type === "unfollow_tournament"));
  assert.equal(app.state.tournament, null);
});

test("the table opens by itself from any screen but the wall, and once", () => {
  at(evening("swiss", "round"), { entrant: 0 });
  location.hash = "#tv";
  arrive();
  taken();
  const table = /** @type {const} */ ({ type: "your_table", tournament: CODE, room: "K7QM2X", side: "first", token: TOKEN, late: 60_000 });
  receive(table);
  assert.deepEqual(taken().filter(({ type }) => type === "join").map((one) => one.type === "join" && one.role), [{ type: "seat", token: TOKEN }]);
  receive({ type: "joined", you: "first", token: TOKEN, owner: false, snapshot: snapshot("K7QM2X") });
  assert.deepEqual(app.ui.route, { name: "room", code: "K7QM2X", handOver: null });
  taken();
  receive(table);
  assert.ok(!taken().some(({ type }) => type === "join"));
  location.hash = `#tournament=${CODE}&wall`;
  arrive();
  taken();
  receive({ ...table, room: "K7QM2Y" });
  assert.ok(!taken().some(({ type }) => type === "join"));
});

test("a line on other screens says which tournament it is and leads back", () => {
  at(evening("swiss", "pause"), { entrant: 0 });
  assert.equal(tournamentLine(), null);
  location.hash = "";
  arrive();
  says(tournamentLine(), /Friday evening round 3 of 5 · you are in place 1 with 4 points/);
});

test("a pairing has a score once it has begun, and says if it was not played", () => {
  at(evening("swiss", "pause"));
  says(wall(), /1 Kasia – Ana/);
  const { pairings } = evening("swiss", "over");
  const score = { first: 0, second: 0 };
  const missed = pairings.slice(0, 1).map((one) => ({ ...one, score, games: [{ score, decision: /** @type {const} */ ("forfeit") }] }));
  at(evening("swiss", "over", { pairings: missed }));
  for (const screen of [tournament(), wall()]) says(screen, /0 : 0 ?forfeited: neither played/);
});

test("a place is said from the first point on", () => {
  const { standings } = evening("swiss", "pause");
  const place = (/** @type {number} */ points) => {
    at(evening("swiss", "pause", { standings: standings.map((line) => ({ ...line, points })) }), { entrant: 0 });
    return /you are in place .*? points?/.exec(words(tournament()))?.[0];
  };
  assert.deepEqual([0, 2, 3].map(place), [undefined, "you are in place 1 with 1 point", "you are in place 1 with 1½ points"]);
});

test("the standings of each form have their tie-breaks, and say what these are", () => {
  at(evening("swiss", "pause"));
  says(tournament(), /Points B SB D W/);
  says(tournament(), /B: the points of all opponents but the weakest/);
  at(evening("round_robin", "round"));
  assert.deepEqual(taken().filter(({ type }) => type === "list_pairings"), [
    { type: "list_pairings", from: 0 },
  ]);
  receive({ type: "tournament_pairings", tournament: CODE, pairings: evening("round_robin", "round").pairings, more: null });
  says(tournament(), /Points SB D W/);
  assert.ok(all(tournament()).some(({ props }) => props.class === "cross"));
  at(evening("knockout", "round"));
  says(tournament(), /Quarter-finals .* Semi-finals .* Final/);
  at(evening("arena", "round"));
  says(tournament(), /Games now/);
});

test("halves and quarters are written as fractions", () => {
  assert.deepEqual([0, 1, 2, 11].map((n) => parted(n)), ["0", "½", "1", "5½"]);
  assert.deepEqual([1, 2, 3, 49].map((n) => parted(n, 4)), ["¼", "½", "¾", "12¼"]);
});

test("each act is one press, and what cannot be undone two", () => {
  const acts = () => taken().flatMap((one) => (one.type === "in_tournament" ? one.act : []));
  at(evening("swiss", "entries"));
  acts();
  press(tournament(), "Enter the tournament");
  assert.deepEqual(acts(), [{ type: "enter" }]);
  at(evening("swiss", "pause"), { entrant: 0 });
  press(tournament(), "I am ready");
  press(tournament(), "Pause from the next round");
  press(tournament(), "Leave the tournament");
  assert.deepEqual(acts(), [{ type: "ready" }, { type: "pause", paused: true }]);
  press(tournament(), "Leave the tournament: press again");
  assert.deepEqual(acts(), [{ type: "withdraw" }]);
  at(evening("swiss", "pause"), { organiser: true });
  press(tournament(), "Start the round now");
  press(tournament(), "Stop the countdown");
  assert.deepEqual(acts(), [{ type: "next_round" }, { type: "hold", held: true }]);
  at(evening("swiss", "round"), { organiser: true });
  press(tournament(), "Correct");
  press(tournament(), "Draw");
  assert.deepEqual(acts(), [{ type: "correct", pairing: 0, game: 0, score: { first: 1, second: 1 } }]);
});

test("each phase of each form is drawn, on its page and on the wall", () => {
  for (const form of /** @type {const} */ (["swiss", "round_robin", "knockout", "arena"]))
    for (const phase of /** @type {const} */ (["entries", "pause", "round", "over"])) {
      at(evening(form, phase), { entrant: 0, organiser: true });
      says(tournament(), /Friday evening/);
      says(wall(), /Friday evening/);
      assert.ok(!all(wall()).some(({ tag }) => tag === "a" || tag === "form"), `${form} ${phase}`);
      for (const part of [tournament(), wall()]) assert.ok(!/undefined|NaN|\w+-\w+-hint/.test(words(part)), `${form} ${phase}: ${words(part)}`);
    }
});

test("the lobby lists tournaments only if there are any, and leads to them only if the server has them", () => {
  const leads = () => all(start()).some(({ props }) => props?.href === "#tournaments");
  assert.ok(leads() && !all(start()).some(({ tag, props }) => tag === "section" && props.class === "tournaments"));
  const { spec } = evening("swiss", "entries");
  receive({ type: "tournaments", tournaments: [{ tournament: CODE, spec, phase: "entries", round: 0, rounds: 5, entrants: 7, yours: true }] });
  says(start(), /Friday evening Swiss, 5 rounds, 2 games each open for entries · 7 players · you are in it/);
  says(tournaments(), /Friday evening/);
  receive({ ...WELCOME, features: [] });
  assert.ok(!leads());
});

test("the table of a tournament offers its standings, and no rematch", () => {
  at(evening("swiss", "round"), { entrant: 0 });
  receive({ type: "joined", you: "first", token: TOKEN, owner: false, snapshot: snapshot("K7QM2X", { phase: OVER }) });
  const { room } = app.state;
  const board = shape("connect-four");
  assert.ok(room && board);
  says(bar(room, board), /^\W*Standings/);
  assert.ok(!/Rematch/.test(words(bar(room, board))));
});

test("the form asks for a tournament with good defaults, and each form has its own lines", () => {
  choose();
  receive({ ...WELCOME, features: ["tournament"], variants: ["connect-four", "gomoku-15"] });
  const usual = specOfForm();
  assert.deepEqual([usual.format, usual.games, usual.listed, usual.starts_in], [{ type: "swiss", rounds: 5 }, 2, true, null]);
  choose({ format: "arena" });
  assert.deepEqual([specOfForm().format, specOfForm().games], [{ type: "arena", length: 3_600_000 }, 1]);
  choose({ format: "knockout" });
  assert.equal(specOfForm().late_entries, false);
  says(newTournament(), /Third place/);
  choose({ variant: "gomoku-15", swap2: true });
  assert.equal(specOfForm().opening, "swap2");
  says(newTournament(), /swap2/i);
  choose();
  assert.equal(lengths({ ...usual, clock: null }).usual, null);
});
