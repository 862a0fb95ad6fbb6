// What messages of the server bring about, played with a page that has no document.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, line, plies, snapshot, taken } from "./browser.js";
import { lookAt } from "../actions.js";
import { app, set } from "../app.js";
import { receive } from "../effects.js";
import { forget, hold, owned, played, setTabRoom, tabRoom } from "../memory.js";
import { ANALYSE, COME_BACK, go, greeting } from "../route.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { offerWords, refusalWords } from "../words.js";

/** @import { Refusal, RoomEvent, RoomSummary, Snapshot } from "../../../protocol/protocol.d.ts" */

/** The page watches a room. @param {Partial<Snapshot>} fields */
const joined = (fields) => receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot("K7QM2X", fields) });

/** Begins anew, at the table of a room that is watched. @param {Partial<Snapshot>} fields */
function atTable(fields) {
  line.open = true;
  app.net.status = "open";
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null }, viewedPly: null, askedGame: null, askedPosition: null });
  joined(fields);
  taken();
}

const analyses = () => taken().filter(({ type }) => type === "analyse_game").length;

test("the analysis of a game is asked for again where the question or an answer was lost", async () => {
  const fields = { phase: OVER, plies: plies(7) };
  atTable(fields);
  lookAt(3);
  lookAt(2);
  assert.equal(analyses(), 1, "once while it comes");
  joined(fields);
  assert.equal(analyses(), 0, "told anew, while it comes");
  receive(WELCOME);
  joined(fields);
  assert.equal(analyses(), 1, "on a new connection");
  fields.plies.forEach((_, i) =>
    receive({
      type: "analysis",
      variant: "connect-four",
      moves: fields.plies.slice(0, i).map(({ square }) => square),
      columns: [],
      lines: [],
      nodes: "1",
      elapsed: 1,
      ref: ANALYSE,
    }),
  );
  receive(WELCOME);
  joined(fields);
  assert.equal(analyses(), 0, "where all of it came");

  atTable(fields);
  line.open = false;
  lookAt(3);
  line.open = true;
  lookAt(2);
  assert.equal(analyses(), 1, "after a question without a line");

  receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref: ANALYSE });
  assert.equal(app.ui.notice, null);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(analyses(), 1, "after a refusal");
});

test("the place of the page is asked for again where that was too much for a moment", async () => {
  const refuses = async (/** @type {number} */ ref) => {
    receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref });
    receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref });
    await new Promise((done) => setTimeout(done, 20));
    return taken().map(({ type }) => type);
  };
  const back = { type: "join", room: "K7QM2X", role: { type: "spectator" }, ref: COME_BACK };
  atTable({});
  receive(WELCOME);
  const pending = { room: "K7QM2X", revision: 1, square: "d1", colour: /** @type {const} */ ("first") };
  set({ pending });
  receive({ type: "refused", refusal: { code: "too_fast", wait: 5 }, message: "", ref: COME_BACK });
  assert.equal(app.ui.pending, pending, "until the board is known");
  taken();
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(taken(), [back]);
  const refused = refuses(COME_BACK);
  joined({});
  taken();
  assert.deepEqual(await refused, [], "the page is in the room");

  const event = { type: /** @type {const} */ ("disconnected"), side: /** @type {const} */ ("first") };
  receive({ type: "event", room: "K7QM2X", seq: 9, event });
  const [{ type, ref }] = /** @type {{type: string, ref?: number}[]} */ (taken());
  assert.deepEqual([type, await refuses(Number(ref))], ["resync", ["resync"]]);

  app.state = empty();
  setTabRoom(null);
  go("");
  const lobby = taken().find(({ type }) => type === "enter_lobby");
  const again = await refuses(Number(/** @type {any} */ (lobby).ref));
  assert.deepEqual(again, ["enter_lobby", "your_games"]);
  go("new");
  taken();
  assert.deepEqual(await refuses(Number(/** @type {any} */ (lobby).ref)), [], "at another place");
});

test("the list of people stays while more watch than an event names, and is asked for anew", () => {
  /** @type {(() => void)[]} */
  const timers = [];
  const { setTimeout } = globalThis;
  Object.assign(globalThis, { setTimeout: (/** @type {() => void} */ act) => timers.push(act) });
  const asked = () => {
    for (const act of timers.splice(0)) act();
    return taken();
  };
  const names = ["Dora", "Eva"];
  const watchers = (/** @type {number} */ watching, /** @type {string[] | null} */ names) =>
    receive({ type: "event", room: "K7QM2X", seq: 4, event: { type: "watchers", watching, names } });
  atTable({});
  watchers(2, names);
  set({ dialog: "people" });
  for (const n of [11, 12, 13]) watchers(n, null);
  const { spectators, watching } = /** @type {Snapshot} */ (app.state.room?.snapshot);
  assert.deepEqual([spectators, watching], [names, 13]);
  assert.deepEqual(asked(), [{ type: "who", room: "K7QM2X" }], "once");
  watchers(14, null);
  joined({ watching: 14 });
  assert.equal(asked().filter(({ type }) => type === "who").length, 1);
  watchers(2, names);
  watchers(15, null);
  set({ dialog: null });
  watchers(16, null);
  assert.deepEqual(asked(), [], "where nobody sees it");
  Object.assign(globalThis, { setTimeout });
});

test("looking back ends where a game went on otherwise while the line was lost", () => {
  const long = { plies: plies(9), revision: 10 };
  const looking = { viewedPly: 8, picked: null, zoomed: true, question: /** @type {const} */ ("resign") };
  /** @param {Partial<Snapshot>} fields the game as it is told again */
  const after = (fields) => {
    atTable(long);
    set(looking);
    receive(WELCOME);
    joined(fields);
    return { viewedPly: app.ui.viewedPly, zoomed: app.ui.zoomed, question: app.ui.question };
  };
  assert.deepEqual(after({ plies: plies(11), revision: 12 }), { viewedPly: 8, zoomed: true, question: "resign" });
  const none = { viewedPly: null, zoomed: false, question: null };
  assert.deepEqual(after({ plies: plies(7), revision: 11 }), none, "a takeback");
  assert.deepEqual(after({ plies: plies(10), revision: 11, phase: OVER }), { ...none, viewedPly: 8 }, "the end");
  const series = { game: 2, wins: { first: 1, second: 0 }, draws: 0 };
  assert.deepEqual(after({ plies: plies(10), revision: 30, series }), none, "the next game");
});

/** As a list has it: the first has won. @type {RoomSummary} */
const ENDED = {
  room: "K7QM2X",
  variant: "connect-four",
  seats: { first: { type: "human", name: "Ana" }, second: { type: "human", name: "Bo" } },
  phase: OVER,
  plies: 7,
  spectators: 0,
  watchable: true,
  locked: false,
};
const SEAT = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });

test("a game that ended while its player was away is one that was played here", () => {
  const games = () => played().map(({ room, outcome, first }) => [room, outcome.reason, first]);
  const [ana, bo] = [ENDED.seats.first, ENDED.seats.second];
  atTable({ plies: plies(6) });
  receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { plies: plies(7), phase: OVER }) });
  assert.deepEqual(games(), [["K7QM2X", "line", ana]], "at its table");
  const [{ at }] = played();
  receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { plies: plies(7), phase: OVER }) });
  receive({ type: "room_info", room: ENDED });
  assert.equal(played().length, 1, "once");
  assert.equal(played()[0].at, at);

  const second = { ...ENDED, room: "8TZYB2" };
  receive({ type: "room_info", room: second });
  assert.equal(played().length, 1, "a game of others");
  hold({ room: "8TZYB2", token: SEAT.token, side: "first" });
  receive({ type: "your_games", games: [{ room: second, side: "first", your_turn: false, ended: 86_400_000 }] });
  receive({ type: "room_info", room: second });
  receive({ type: "room_info", room: second });
  assert.deepEqual(games(), [["8TZYB2", "line", ana], ["K7QM2X", "line", ana]], "on the start");
  assert.ok(played()[0].at <= Date.now() - 86_400_000, "when it ended");

  // The rematch ended in the same way.
  receive({ type: "room_info", room: { ...ENDED, seats: { first: bo, second: ana } } });
  assert.deepEqual(games(), [["K7QM2X", "line", bo], ["8TZYB2", "line", ana]], "the newest of its room");

  const none = { type: /** @type {const} */ ("over"), outcome: { winner: null, reason: "aborted", line: [] } };
  hold({ room: "ABCDEF", token: SEAT.token, side: "first" });
  receive({ type: "room_info", room: { ...ENDED, room: "ABCDEF", phase: none } });
  assert.equal(played().length, 2, "no result");
  for (const room of ["K7QM2X", "8TZYB2", "ABCDEF"]) forget(room);
});

test("what was said of a game does not hide how it ended", async () => {
  await load("en");
  const { series } = snapshot("K7QM2X");
  const outcome = { winner: /** @type {const} */ ("first"), reason: /** @type {const} */ ("line"), line: [] };
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  /** What the head line says once the game has ended. @param {() => void} before */
  const said = (before) => {
    atTable({ spec });
    set({ notice: null });
    before();
    assert.ok(app.ui.notice);
    receive({ type: "event", room: "K7QM2X", seq: 6, event: { type: "over", outcome, series } });
    return app.ui.notice?.text;
  };
  /** @param {RoomEvent} event */
  const hears = (event) => receive({ type: "event", room: "K7QM2X", seq: 5, event });
  assert.equal(said(() => hears({ type: "opening_chosen", revision: 2, by: "first", choice: "black" })), undefined);
  const stops = () => {
    hears({ type: "opening_chosen", revision: 2, by: "first", choice: "black" });
    receive({ type: "shutting_down" });
  };
  assert.equal(said(stops), "The server stops; the game is kept.");
  // The line was lost before the end.
  atTable({ spec });
  hears({ type: "opening_chosen", revision: 2, by: "first", choice: "black" });
  joined({ spec, phase: OVER, seq: 9 });
  assert.equal(app.ui.notice, null);
});

test("whoever offered a draw hears that it lapsed with the move, whose ever that was", async () => {
  await load("en");
  const said = (/** @type {"first" | "second"} */ by, /** @type {"draw" | "takeback"} */ kind, ends_game = false) => {
    atTable({});
    receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { offers: { [kind]: by } }) });
    set({ notice: null });
    const made = { square: "d1" };
    const event = /** @type {const} */ ({ type: "moved", revision: 2, side: "first", ply: 1, made, ends_game });
    receive({ type: "event", room: "K7QM2X", seq: 5, event });
    return app.ui.notice?.text;
  };
  assert.equal(said("first", "draw"), "Your draw offer lapsed with the move.");
  assert.equal(said("first", "takeback"), "Your request to take back lapsed with the move.");
  assert.equal(said("second", "draw"), undefined, "that of the other");
  assert.equal(said("first", "draw", true), undefined, "the game is over");
});

test("a spectator who is not let in again is led off the table, and told why", async () => {
  await load("en");
  const room = "9WATCH";
  const back = { type: "join", room, role: { type: "spectator" }, ref: COME_BACK };
  const watches = () => {
    atTable({});
    set({ route: { name: "room", code: room, handOver: null } });
    receive({ type: "joined", you: null, token: null, owner: false, snapshot: snapshot(room, { plies: plies(2) }) });
    taken();
  };
  for (const refusal of /** @type {Refusal[]} */ ([{ code: "locked", room }, { code: "no_spectators" }])) {
    watches();
    set({ dialog: "people", zoomed: true });
    assert.deepEqual(greeting(), [back]);
    receive(WELCOME);
    receive({ type: "refused", refusal, message: "no", ref: COME_BACK });
    assert.equal(app.state.room, null);
    assert.equal(app.ui.notice?.text, refusalWords());
    assert.deepEqual([app.ui.dialog, app.ui.zoomed, app.ui.route.name], [null, false, "room"]);
    assert.deepEqual(taken(), [{ type: "room_info", room }]);
    assert.deepEqual(greeting(), [{ type: "room_info", room }], "on the next connection");
  }
  // A seat that is asked for at the table is not the way back to it.
  watches();
  receive({ type: "refused", refusal: { code: "no_open_seat", room }, message: "no" });
  assert.equal(app.state.room?.snapshot.room, room);
});

test("whoever cannot come back since the server has no place is led to the start, and told why", async () => {
  await load("en");
  const full = /** @type {const} */ ({ code: "full", what: "rooms", most: 5 });
  /** @param {Refusal} refusal */
  const refuses = (refusal) => receive({ type: "refused", refusal, message: "no", ref: COME_BACK });
  const now = () => [app.state.room, app.ui.route.name, tabRoom(), app.ui.notice?.text];
  const isAtStart = () => assert.deepEqual(now(), [null, "start", null, refusalWords()]);
  for (const refusal of /** @type {Refusal[]} */ ([full, { code: "internal", reference: 7 }, { code: "disk_full" }])) {
    atTable({ plies: plies(2) });
    receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { plies: plies(2) }) });
    set({ dialog: "people", zoomed: true, notice: null });
    receive(WELCOME);
    refuses(refusal);
    isAtStart();
    assert.deepEqual([app.ui.dialog, app.ui.zoomed], [null, false]);
    const asked = taken().map(({ type }) => type);
    assert.ok(asked.includes("your_games") && !asked.includes("leave"), String(asked));
    assert.ok(!greeting().some(({ type }) => type === "join"), "on the next connection");
  }
  // The page was loaded again, and has no board to leave.
  app.state = empty();
  go("K7QM2X");
  setTabRoom({ room: "K7QM2X", role: "seat" });
  set({ notice: null });
  refuses(full);
  isAtStart();
  // The seat was kept beside the landing page of another game, where the person stays.
  receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X") });
  go("8TZYB2");
  refuses(full);
  assert.deepEqual([app.state.room, app.ui.route.name], [null, "room"]);
  forget("K7QM2X");
});

test("the rooms that a person opened to watch are remembered as theirs", () => {
  const watches = { you: null, token: null, owner: true };
  const opens = (/** @type {string} */ room) => receive({ type: "joined", ...watches, snapshot: snapshot(room) });
  atTable({});
  assert.deepEqual(owned(), []);
  opens("K7QM2X");
  opens("8TZYB2");
  opens("K7QM2X");
  assert.deepEqual(owned(), ["K7QM2X", "8TZYB2"]);
  // The server forgot it, or there is no such room any more.
  receive({ type: "refused", refusal: { code: "locked", room: "8TZYB2" }, message: "no" });
  assert.deepEqual(owned(), ["K7QM2X"]);
  receive({ type: "refused", refusal: { code: "no_such_room", room: "K7QM2X" }, message: "no" });
  assert.deepEqual(owned(), []);
  opens("K7QM2X");
  receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X") });
  assert.deepEqual(owned(), [], "a seat is remembered as one");
  opens("K7QM2X");
  receive({ type: "left", room: "K7QM2X", why: "closed" });
  assert.deepEqual(owned(), []);
  forget("K7QM2X");
});

test("whoever asked for a rematch hears that it is declined", async () => {
  await load("en");
  const polite = { textContent: "" };
  Object.assign(document, { getElementById: () => polite });
  atTable({ phase: OVER });
  receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { phase: OVER, offers: { rematch: "first" } }) });
  receive({ type: "event", room: "K7QM2X", seq: 5, event: { type: "rematch_declined", by: "second" } });
  assert.equal(app.ui.notice?.text, "Bo declines the rematch");
  assert.equal(polite.textContent, "Bo declines the rematch");
  assert.equal(app.state.room?.snapshot.offers.rematch, null);
  Object.assign(document, { getElementById: () => null });
});

test("what happened while the line was lost is said as if it had been heard", async () => {
  await load("en");
  const { matchMedia } = globalThis;
  // Without motion no words wait for a stone to land.
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }) });
  const polite = { textContent: "" };
  const assertive = { textContent: "" };
  let buzzed = 0;
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "polite" ? polite : assertive) });
  /** @type {number[]} */
  let shaken = [];
  const vibrate = (/** @type {number[]} */ pattern) => ((buzzed += 1), (shaken = pattern));
  Object.defineProperty(globalThis, "navigator", {
    value: { userActivation: { hasBeenActive: true }, vibrate },
    configurable: true,
  });
  /**
   * What is said when the seat is told of its room again.
   *
   * @param {Partial<Snapshot>} was
   * @param {Partial<Snapshot>} is
   * @param {{you?: "first" | "second", place?: string}} [at]
   */
  function said(was, is, { you = "first", place = "K7QM2X" } = {}) {
    atTable({ phase: { type: "seating" } });
    app.state.room = null;
    receive({ type: "joined", ...SEAT, you, snapshot: snapshot("K7QM2X", was) });
    set({ route: place ? { name: "room", code: place, handOver: null } : { name: "start" }, notice: null });
    assertive.textContent = "";
    buzzed = 0;
    receive(WELCOME);
    receive({ type: "joined", ...SEAT, you, snapshot: snapshot("K7QM2X", is) });
    return [assertive.textContent.trim(), buzzed];
  }
  const four = { plies: plies(4), revision: 5 };
  const two = { plies: plies(2), revision: 3 };
  assert.deepEqual(said(two, four), ["Bo played column 4. Your turn.", 1]);
  assert.deepEqual(said(four, four), ["", 0], "nothing");
  assert.deepEqual(said(two, { plies: plies(3), revision: 4 }), ["", 0], "the turn of the other");
  assert.deepEqual(said(two, four, { you: "second" }), ["", 0], "the person's own move");
  assert.deepEqual(said(four, { ...two, revision: 6 }), ["", 0], "a takeback");
  const again = { plies: [...plies(3), { square: "g1" }], revision: 7 };
  assert.deepEqual(said(four, again), ["Bo played column 7. Your turn.", 1], "a takeback, and another move");

  const over = { plies: plies(7), revision: 8, phase: OVER };
  assert.deepEqual(said(four, over), ["You played column 7. You win: four in a row, 7 moves", 1]);
  assert.deepEqual(shaken, [60, 60, 140]);
  assert.deepEqual(said(over, over), ["", 0], "it was over before");
  const series = { game: 2, wins: { first: 1, second: 0 }, draws: 0 };
  assert.deepEqual(said(over, { ...over, series }, { you: "second" }), [
    "Ana played column 7. You lose: four in a row, 7 moves",
    1,
  ]);
  assert.deepEqual(shaken, [30], "a loss is calmer");
  app.settings.sound = false;
  assert.equal(said(four, over)[1], 0, "and nothing shakes without sound");
  app.settings.sound = true;
  assert.equal(said(four, over, { place: "" })[0], "You played column 7. You win: four in a row, 7 moves");
  assert.equal(app.ui.notice?.text, "You played column 7. You win: four in a row, 7 moves", "in writing at another place");

  const none = { plies: [], revision: 1 };
  assert.deepEqual(said({ ...none, phase: { type: "seating" } }, none), ["The game begins. Your turn.", 1]);
  assert.deepEqual(said({ ...none, phase: { type: "seating" } }, none, { you: "second" }), ["The game begins.", 0]);

  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15" };
  const swap2 = { rule: /** @type {const} */ ("swap2"), made: [], black: null };
  const placing = { ...swap2, to_act: /** @type {const} */ ("second"), to_place: 3, choices: [] };
  const choices = /** @type {("black" | "white")[]} */ (["black", "white"]);
  const choosing = { ...swap2, to_act: /** @type {const} */ ("first"), to_place: 0, choices };
  const placed = ["h8", "h9", "j8"].map((square) => ({ square }));
  const places = { spec, plies: [], opening: placing };
  const choose = { spec, plies: placed, opening: choosing, revision: 4 };
  assert.deepEqual(said(places, choose), ["Choose your colour", 1], "a choice of swap2");
  assert.deepEqual(said(choose, choose), ["", 0], "the same choice");
  Object.assign(globalThis, { matchMedia });
});

test("what a player does beside moves is said, and to the player too what a choice leads to", async () => {
  await load("en");
  const polite = { textContent: "" };
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "polite" ? polite : null) });
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  /** @param {RoomEvent} event what is said of it, and shown @param {boolean} [both] */
  const said = (event, both = false) => {
    atTable({ phase: { type: "seating" } });
    app.state.room = null;
    const choices = /** @type {("black" | "white" | "place_two")[]} */ (["black", "white", "place_two"]);
    const opening = { rule: /** @type {const} */ ("swap2"), to_act: /** @type {const} */ ("first"), to_place: 0, choices };
    const placed = ["h8", "h9", "j8"].map((square) => ({ square }));
    receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", { spec, opening, plies: placed }) });
    Object.assign(app.state, { room: Object.assign({}, app.state.room, { both }) });
    set({ notice: null });
    polite.textContent = "";
    receive({ type: "event", room: "K7QM2X", seq: 5, event });
    return [polite.textContent.trim(), app.ui.notice?.text];
  };
  const chosen = (/** @type {"black" | "white" | "place_two"} */ choice) =>
    said({ type: "opening_chosen", revision: 2, by: "first", choice });
  assert.deepEqual(chosen("white"), ["You take white. your turn", undefined]);
  assert.deepEqual(chosen("black"), ["You take black", undefined]);
  assert.deepEqual(chosen("place_two"), ["Place 2 stones, black and white in turn", undefined]);
  assert.deepEqual(said({ type: "disconnected", side: "second" }), ["Bo is away.", undefined]);
  assert.deepEqual(said({ type: "reconnected", side: "second" }), ["Bo is back.", undefined]);
  for (const type of /** @type {const} */ (["disconnected", "reconnected"]))
    assert.deepEqual(said({ type, side: "second" }, true), ["", undefined], "two at this page are both there");
  /** @type {[RoomEvent, string][]} */
  const notices = [
    [{ type: "chat_closed", closed: true }, "Nobody may chat in this game."],
    [{ type: "chat_closed", closed: false }, "The chat is open again."],
    [{ type: "locked", locked: true }, "Nobody else is let in."],
    [{ type: "locked", locked: false }, "People are let in again."],
    [{ type: "removed", name: "Dora" }, "Dora was sent out."],
  ];
  for (const [event, words] of notices) assert.deepEqual(said(event), [words, words]);
  Object.assign(document, { getElementById: () => null });
});

test("an offer that lapsed with a choice is not said to have lapsed with a move", async () => {
  await load("en");
  const opening = { rule: /** @type {const} */ ("swap2"), to_act: /** @type {const} */ ("second"), to_place: 0 };
  const choices = /** @type {("black" | "white")[]} */ (["black", "white"]);
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  const said = (/** @type {"draw" | "takeback"} */ kind) => {
    atTable({});
    const fields = { spec, opening: { ...opening, choices }, offers: { [kind]: /** @type {const} */ ("first") } };
    receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X", fields) });
    const event = /** @type {const} */ ({ type: "opening_chosen", revision: 2, by: "second", choice: "black" });
    receive({ type: "event", room: "K7QM2X", seq: 5, event });
    return app.ui.notice?.text;
  };
  assert.equal(said("draw"), "Your draw offer lapsed with the choice.");
  assert.equal(said("takeback"), "Your request to take back lapsed with the choice.");
});

test("a request to take back tells how many plies go back, also in the steps of an opening", () => {
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  /** @param {"first" | "second"} by @param {Partial<Snapshot>} fields */
  const asked = (by, fields) => {
    atTable(fields);
    return offerWords("takeback_asked", /** @type {import("../room.js").Room} */ (app.state.room), by)[1].n;
  };
  assert.deepEqual([asked("second", { plies: plies(4) }), asked("first", { plies: plies(4) })], [1, 2]);
  const swap2 = { rule: /** @type {const} */ ("swap2"), black: null, choices: [] };
  const proposing = { ...swap2, to_act: /** @type {const} */ ("first"), to_place: 1 };
  assert.equal(asked("first", { spec, opening: proposing, plies: plies(2) }), 1, "of three stones");
  /** @type {("place_two" | "white")[]} */
  const made = ["place_two"];
  const placing = { ...swap2, made, to_act: /** @type {const} */ ("second"), to_place: 1 };
  assert.equal(asked("second", { spec, opening: placing, plies: plies(4) }), 1, "of two stones");
  const black = /** @type {const} */ ("second");
  const played = { ...swap2, black, made: [...made, "white"], to_act: /** @type {const} */ ("first"), to_place: 0 };
  const later = { spec, opening: /** @type {Snapshot["opening"]} */ (played), plies: plies(7) };
  assert.deepEqual([asked("second", later), asked("first", later)], [1, 2], "after the opening");
});

test("a colour is taken and an own move told in words of the language", async () => {
  const polite = { textContent: "" };
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "polite" ? polite : null) });
  const opening = { rule: /** @type {const} */ ("swap2"), to_act: /** @type {const} */ ("second"), to_place: 0 };
  const choices = /** @type {("black" | "white")[]} */ (["black", "white"]);
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", opening: /** @type {const} */ ("swap2") };
  for (const [language, black, white, moved] of [
    ["en", "Bo takes black", "Bo takes white", "You played column 4."],
    ["es", "Bo toma las negras", "Bo toma las blancas", "Has jugado: columna 4."],
    ["pl", "Bo bierze czarne", "Bo bierze białe", "Zagrywasz: kolumna 4."],
  ]) {
    await load(language);
    const took = choices.map((choice) => {
      atTable({ spec, opening: { ...opening, choices } });
      const event = /** @type {const} */ ({ type: "opening_chosen", revision: 2, by: "second", choice });
      receive({ type: "event", room: "K7QM2X", seq: 5, event });
      return app.ui.notice?.text;
    });
    assert.deepEqual(took, [black, white]);
    receive({ type: "joined", ...SEAT, snapshot: snapshot("K7QM2X") });
    const made = { square: "d1" };
    const event = /** @type {const} */ ({ type: "moved", revision: 2, side: "first", ply: 1, made, ends_game: false });
    receive({ type: "event", room: "K7QM2X", seq: 5, event });
    assert.equal(polite.textContent.trim(), moved);
  }
  await load("en");
  Object.assign(document, { getElementById: () => null });
});
