// Games that are over: what their places ask for and show, and games that count for ratings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, plies, snapshot, taken } from "./browser.js";
import { inviteFriend, lookAt, quickMatch } from "../actions.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { defaults, specOf } from "../form.js";
import { history, pastGame } from "../history.js";
import { setName } from "../memory.js";
import { leaderboard, profile } from "../profile.js";
import { EXPLORE, arrive, askForOlder, parse } from "../route.js";
import { start } from "../start.js";
import { empty } from "../state.js";
import { table } from "../table.js";
import { load } from "../text.js";
import { roomOfGame } from "../trial.js";

/**
 * @import { Child, VNode } from "../dom.js"
 * @import { ClientMessage, PastGame, Profile } from "../../../protocol/protocol.d.ts"
 */

await load("en");

/** @param {Child} node @returns {VNode[]} */
const all = (node) => {
  if (Array.isArray(node)) return node.flatMap(all);
  return node && typeof node === "object" ? [node, ...all(node.children)] : [];
};

/** The words of a description, in one line. @param {Child} node */
const words = (node) => all(node).map((one) => one.text ?? " ").join("").replace(/\s+/g, " ");

/** @param {Child} node @param {RegExp} what */
const says = (node, what) => assert.ok(what.test(words(node)), `${what}: ${words(node)}`);

/** @param {Child} node */
const ways = (node) => all(node).flatMap(({ props: { href } }) => href ?? []);

/** @param {string} name */
const person = (name) => /** @type {const} */ ({ type: "human", name, profile: name !== "guest-02" });

/** @param {number} game @param {Partial<PastGame>} [fields] @returns {PastGame} */
const past = (game, fields) => ({
  game,
  room: "K7QM2X",
  ended: 60_000,
  variant: "connect-four",
  players: { first: person("Ana"), second: person("Bo") },
  outcome: { winner: "second", reason: "resignation", line: [] },
  plies: 4,
  moves: ["d1", "d2", "c1", "e1"],
  choices: [],
  listed: true,
  clock: "5m+3s",
  ratings: null,
  ...fields,
});

/** Goes to a place of a server that keeps games, and returns what is asked there. @param {string} hash */
function at(hash) {
  app.net.status = "open";
  app.state = empty();
  set({ route: { name: "start" }, viewedPly: null, trial: null, dialog: null, notice: null });
  receive({ ...WELCOME, features: ["history"] });
  taken();
  location.hash = hash;
  arrive();
  const [asked] = taken();
  return /** @type {ClientMessage & {ref: number}} */ (asked);
}

test("the address of a list has its filters, and those of a game and a person their number and name", () => {
  assert.deepEqual(parse("#history?player=Ana&within=30d"), { name: "history", filter: { player: "Ana", within: "30d" } });
  assert.deepEqual(parse("#leaderboard"), { name: "leaderboard", filter: {} });
  assert.deepEqual(parse("#game=1234"), { name: "game", number: 1234 });
  assert.deepEqual(parse("#profile=Tom%C3%A1s%20%26%20Bo"), { name: "profile", of: "Tomás & Bo" });
  assert.deepEqual(parse("#profile"), { name: "profile", of: null });
  for (const none of ["#game=", "#game=x", "#histories"]) assert.equal(parse(none).name, "start", none);
});

test("the history asks for what its filters want, page by page, and leaves out what comes late", () => {
  const asked = at("#history?player=Ana&opponent=Bo&game=renju&result=won&within=30d&least=21&most=40&against=people");
  const { ref } = asked;
  const filter = {
    player: "Ana",
    opponent: "Bo",
    variant: "renju",
    result: "won",
    within: 30 * 86_400_000,
    least_plies: 21,
    most_plies: 40,
    against: "people",
  };
  assert.deepEqual(asked, { type: "history", filter, before: null, ref });
  receive({ type: "history", games: [past(9)], older: 9, ref });
  askForOlder();
  assert.deepEqual(taken(), [{ type: "history", filter, before: 9, ref }]);
  // A second press before the answer is the same one.
  askForOlder();
  assert.deepEqual(taken(), []);
  receive({ type: "history", games: [past(5)], older: null, ref });
  assert.deepEqual(ways(history({ player: "Ana" })).filter((one) => /^#game=\d+$/.test(one)).slice(0, 2), ["#game=9", "#game=5"]);
  location.hash = "#history";
  arrive();
  receive({ type: "history", games: [past(7)], older: null, ref });
  assert.deepEqual(app.state.past?.games, []);
});

test("the filters are chips that take themselves away, and the games are counted as far as they are known", () => {
  const filter = { player: "Ana", opponent: "Bo", within: "30d", least: "21", most: "40", against: "people" };
  const { ref } = at("#history?player=Ana&opponent=Bo&within=30d&least=21&most=40&against=people");
  receive({ type: "history", games: [past(9)], older: 9, ref });
  says(history(filter), /Games of Ana · at least 1 game/);
  receive({ type: "history", games: [past(8)], older: 8, total: 143, ref });
  says(history(filter), /Games of Ana · 143 games .* 143 games · Last 30 days/);
  receive({ type: "history", games: [], older: null, ref });
  const chips = () => all(history(filter)).filter(({ props }) => String(props["aria-label"]).startsWith("Remove filter"));
  assert.deepEqual(chips().map((chip) => words(chip).trim()), ["Against: Bo", "Last 30 days", "21 to 40 moves", "People"]);
  says(history(filter), /Filters, 4/);
  chips()[2].props.onclick();
  assert.equal(location.hash, "#history?player=Ana&opponent=Bo&within=30d&against=people");
  const next = /** @type {any} */ (taken()[0]);
  receive({ type: "history", games: [past(9)], older: null, ref: next.ref });
  says(history({ player: "Ana" }), /Games of Ana · 1 game /);
  says(history({ result: "won" }), /Result: won/);
});

test("the end of a game leads to the move that decided it, once all after it is known", () => {
  const { ref } = at("#game=9");
  const moves = ["d1", "d2", "c1", "e1"];
  receive({ type: "past_game", game: past(9, { moves, outcome: { winner: "second", reason: "resignation", line: [] } }), ref });
  /** @param {number} plies @param {number} best of the colour to move */
  const worth = (plies, best) => {
    const columns = Array.from({ length: 7 }, () => /** @type {const} */ ({ type: "exact", score: best }));
    receive({ type: "analysis", variant: "connect-four", moves: moves.slice(0, plies), columns, lines: [], nodes: "1", elapsed: 1 });
  };
  // Red wins, then it is a draw, and from the third ply on yellow wins.
  for (const [plies, best] of [[0, 1], [1, 0], [2, 0], [4, -9]]) worth(plies, best);
  assert.ok(!words(pastGame()).includes("Turning point"), "what is between is not known");
  worth(3, 9);
  says(pastGame(), /Turning point: move 2, red plays 3/);
  all(pastGame()).filter(({ props }) => String(props.class).includes("turning"))[0].props.onclick();
  assert.equal(app.ui.viewedPly, 3);
  // A player who resigns a position that is not lost made no move that lost it.
  worth(4, 0);
  lookAt(5);
  assert.ok(!words(pastGame()).includes("Turning point"));
});

test("a row says who beat whom, and what the game was worth to the player whom the rows are about", () => {
  const ratings = { first: { before: 1600, after: 1591 }, second: { before: 1500, after: 1509 } };
  const { ref } = at("#history");
  receive({ type: "history", games: [past(9, { ratings })], older: null, ref });
  says(history({ player: "ana" }), /Bo beat Ana Connect Four · 5 min \+ 3 s 4 moves rated −9/);
  says(history({ player: "Bo" }), /rated \+9/);
  says(history({}), /4 moves rated \d/);
  receive({ type: "history", games: [], older: null, ref });
});

test("a game opens in review, whose values are asked for position by position", () => {
  const asked = at("#game=9");
  const { ref } = asked;
  assert.deepEqual(asked, { type: "past_game", game: 9, ref });
  receive({ type: "past_game", game: past(9), ref });
  assert.equal(app.ui.viewedPly, 5);
  assert.deepEqual(taken(), [{ type: "analyse", variant: "connect-four", moves: [], ref: 1 }]);
  receive({ type: "analysis", variant: "connect-four", moves: [], columns: [], lines: [], nodes: "1", elapsed: 1 });
  assert.deepEqual(taken(), [{ type: "analyse", variant: "connect-four", moves: ["d1"], ref: 1 }]);
  lookAt(3);
  const moves = ["d1", "d2"];
  assert.deepEqual(taken(), [
    { type: "explore", variant: "connect-four", moves, ref: EXPLORE },
    { type: "analyse", variant: "connect-four", moves, ref: 1 },
  ]);
  receive({ type: "explored", variant: "connect-four", moves, played: [{ square: "c1", score: { won: 2, drawn: 1, lost: 3 } }] });
  says(pastGame(), /This position in games here 3 6 games/);
  const marks = all(pastGame()).map(({ props }) => props["aria-label"]);
  assert.ok(marks.includes("red 2, drawn 1, yellow 3"), String(marks.slice(0, 9)));
});

test("a game without an answer says why", () => {
  const { ref } = at("#game=12");
  receive({ type: "refused", refusal: { code: "no_such_game", game: 12 }, message: "no", ref });
  says(pastGame(), /no game of this number/);
  assert.equal(app.ui.notice, null);
  const next = at("#game=9");
  receive({ type: "past_game", game: past(9, { moves: null }), ref: next.ref });
  says(pastGame(), /only the result/);
});

test("in a game with an opening the colours are those that were chosen", () => {
  const opening = { opening: "swap2", variant: "gomoku-15", moves: ["h8", "h9", "i8", "a1"] };
  /** @type {[string[], "first" | "second"][]} */
  const cases = [
    [["black"], "second"],
    [["white"], "first"],
    [["place_two", "black"], "first"],
    [["place_two", "white"], "second"],
  ];
  for (const [choices, black] of cases)
    assert.equal(roomOfGame(past(1, { ...opening, choices }))?.snapshot.opening?.black, black, choices.join(" "));
});

test("what was played before is no help in a game that goes on", () => {
  at("");
  app.state = { ...app.state, welcome: { ...WELCOME, features: ["history"] } };
  receive({ type: "joined", you: "first", token: "0".repeat(32), owner: true, snapshot: snapshot("K7QM2X", { plies: plies(4) }) });
  taken();
  lookAt(2);
  assert.deepEqual(taken(), []);
  // Nor is it beside the table.
  location.hash = "#game=9";
  arrive();
  receive({ type: "past_game", game: past(9), ref: /** @type {any} */ (taken()[0]).ref });
  lookAt(3);
  assert.ok(taken().every(({ type }) => type === "analyse"));
});

test("a profile and the order of all lead to the people and games in them", () => {
  const asked = at("#profile=Ana");
  assert.deepEqual(asked, { type: "profile", name: "Ana", ref: asked.ref });
  const form = /** @type {Profile["form"]} */ (["won", "lost", "drawn"]);
  const score = { won: 5, drawn: 1, lost: 2 };
  receive({
    type: "profile",
    profile: {
      name: "Ana",
      since: 86_400_000,
      ratings: [{ variant: "connect-four", rating: { rating: 1642, deviation: 111 }, games: 8, course: [1500, 1642] }],
      results: [{ variant: "connect-four", score }],
      form,
      levels: [{ variant: "connect-four", tenths: 41, lowest: 30, highest: 50, games: 38 }],
      best_wins: [past(3, { ratings: { first: { before: 1701, after: 1690 }, second: { before: 1600, after: 1611 } } })],
      opponents: [{ name: "Bo", profile: true, score, form }],
      games: [past(9)],
    },
    ref: asked.ref,
  });
  const drawn = profile("Ana");
  for (const part of ["1642?", "± 111", "5 won · 1 drawn · 2 lost", "about level 4, between 3 and 5", "5 : 2"])
    assert.ok(words(drawn).includes(part), part);
  for (const way of ["#history?player=Ana", "#history?player=Ana&opponent=Bo", "#profile=Bo", "#game=3", "#game=9"])
    assert.ok(ways(drawn).includes(way), way);
  const places = at("#leaderboard?game=renju");
  assert.deepEqual(places, { type: "leaderboard", variant: "renju", within: null, ref: places.ref });
  receive({
    type: "leaderboard",
    variant: "renju",
    places: [{ name: "Bo", rating: { rating: 1600, deviation: 50 }, games: 9, change: 0, form }],
    unplaced: [{ name: "Cleo", rating: { rating: 1500, deviation: 300 }, games: 1, change: 0, form }],
    ref: places.ref,
  });
  says(leaderboard({ game: "renju" }), /1 Bo 9 games 1600 ± 50 1500 9/);
  says(leaderboard({ game: "renju" }), /Not placed yet Cleo 1500\? · 1 game/);
});

test("nothing of it is shown by a server that keeps no games", () => {
  app.state = empty();
  receive(WELCOME);
  assert.ok(!words(start()).includes("Leaderboard"));
  receive({ ...WELCOME, features: ["history"] });
  assert.ok(words(start()).includes("Leaderboard"));
});

test("people with names of their own play for ratings unless they choose otherwise", () => {
  const rated = () => {
    taken();
    for (const ask of [() => quickMatch("renju", null), inviteFriend]) {
      app.work.entering = false;
      ask();
    }
    const asked = taken().flatMap((one) => (one.type === "quick" ? one.rated : one.type === "open" ? one.spec.rated : []));
    const { takebacks, rated } = specOf(defaults());
    return [...asked, rated, takebacks];
  };
  at("");
  setName("Cleo");
  // The key of a name goes over TLS or to this very machine.
  assert.deepEqual(rated(), [false, false, false, true]);
  Object.assign(globalThis, { isSecureContext: true });
  at("");
  assert.deepEqual(rated(), [true, true, true, false]);
  // A press may come before the server has let the page in.
  app.state = empty();
  app.work.entering = false;
  quickMatch("renju", null);
  assert.deepEqual(taken().map((one) => one.type === "quick" && one.rated), [true]);
  at("");
  const form = defaults();
  form.switches = { ...form.switches, rated: false, hints: true };
  assert.deepEqual([specOf(form).rated, specOf(form).takebacks, specOf(form).hints], [false, true, true]);
  form.switches.rated = true;
  assert.deepEqual([specOf(form).rated, specOf(form).takebacks, specOf(form).hints], [true, false, false]);
  assert.equal(specOf({ ...form, against: "bot" }).rated, false);
  receive({ ...WELCOME, features: ["history"], name: "Cleo (2)" });
  assert.deepEqual(rated(), [false, false, false, true]);
  setName("");
  Object.assign(globalThis, { isSecureContext: false });
});

test("the end of a rated game shows what it did to the ratings", () => {
  at("#K7QM2X");
  const phase = { ...OVER };
  receive({ type: "joined", you: "second", token: "0".repeat(32), owner: false, snapshot: snapshot("K7QM2X", { phase, rated: true }) });
  const ratings = { first: { before: 1600, after: 1609 }, second: { before: 1500, after: 1491 } };
  receive({ type: "event", room: "K7QM2X", seq: 5, event: { type: "rated", ratings } });
  const room = /** @type {import("../room.js").Room} */ (app.state.room);
  says(table(room), /1491 \(−9\)/);
  says(table(room), /1609 \(\+9\)/);
  app.state = empty();
});
