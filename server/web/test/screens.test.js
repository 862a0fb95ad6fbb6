// What screens show, as descriptions of elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OVER, WELCOME, line, plies, snapshot, taken } from "./browser.js";
import { HAND_OVER, handOver, inviteFriend } from "../actions.js";
import { app, set } from "../app.js";
import { bar, choices, insteadOfRematch } from "../bar.js";
import { freeOf, measures } from "../board.js";
import { atTable, dialog, handOverDialog } from "../dialogs.js";
import { h } from "../dom.js";
import { receive } from "../effects.js";
import { newGame } from "../form.js";
import { gameLine, head } from "../head.js";
import { yourGames } from "../lists.js";
import { forget, hold, keep, played } from "../memory.js";
import { STILL } from "../motion.js";
import { shape as shapeOf } from "../rules.js";
import { empty } from "../state.js";
import { load } from "../text.js";
import { start } from "../start.js";
import { table } from "../table.js";
import { claimIsDue } from "../ticker.js";
import { landing, waiting } from "../waiting.js";
import { ending, refusalWords } from "../words.js";

/**
 * @import { Child, VNode } from "../dom.js"
 * @import { RoomSummary } from "../../../protocol/protocol.d.ts"
 */

await load("en");

/** The words of a description. @param {Child} node @returns {string} */
const words = (node) => {
  if (Array.isArray(node)) return node.map(words).join(" ");
  if (!node || typeof node !== "object") return String(node || "");
  return node.text ?? words(node.children);
};

const MINE = /** @type {const} */ ({ you: "first", token: "0".repeat(32), owner: true });

/** As a lobby has it, with a seat open. @type {RoomSummary} */
const ROOM = {
  room: "K7QM2X",
  variant: "connect-four",
  seats: { first: { type: "human", name: "Ana" }, second: { type: "open" } },
  phase: { type: "seating" },
  plies: 0,
  spectators: 0,
  watchable: true,
  locked: false,
};

/** @type {import("../../../protocol/protocol.d.ts").BotOffer} */
const RANDOM = { kind: "random", about: "", presets: [], variants: ["connect-four"], options: [] };

/** Begins anew, at a table with a seat, whose room is told. */
function seated() {
  line.open = true;
  app.net.status = "open";
  app.state = empty();
  set({ route: { name: "room", code: "K7QM2X", handOver: null }, viewedPly: null, dialog: null, notice: null });
  receive(WELCOME);
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X") });
  taken();
  return /** @type {import("../room.js").Room} */ (app.state.room);
}

test("a code for another device is asked for before it is said to be no longer good", () => {
  const room = seated();
  handOver();
  assert.deepEqual(taken(), [{ type: "hand_over", ref: HAND_OVER }]);
  assert.equal(words(handOverDialog(room)).trim(), "Asking the server for a code…");
  receive({ type: "handed_over", code: "ABCD2345", expires_in: 60_000 });
  assert.ok(words(handOverDialog(room)).includes("good for 60 s"));
  receive({ type: "handed_over", code: "ABCD2345", expires_in: 0 });
  assert.ok(words(handOverDialog(room)).includes("no longer good"));
  // The code of before is not shown while the next one comes.
  handOver();
  assert.equal(words(handOverDialog(room)).trim(), "Asking the server for a code…");
  taken();
  // An answer that a lost line took with it is asked for again.
  receive(WELCOME);
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X") });
  assert.deepEqual(taken(), [{ type: "hand_over", ref: HAND_OVER }]);
  receive({ type: "refused", refusal: { code: "not_seated" }, message: "no", ref: HAND_OVER });
  assert.equal(app.ui.dialog, null);
  assert.ok(app.ui.notice);
});

/** The buttons of a description. @param {Child} node @returns {VNode[]} */
const buttons = (node) => {
  if (Array.isArray(node)) return node.flatMap(buttons);
  if (!node || typeof node !== "object") return [];
  return [...(node.tag === "button" ? [node] : []), ...buttons(node.children)];
};

test("what needs a line says so where there is none", () => {
  const room = seated();
  room.snapshot.spectators = ["Dora", "Eva"];
  room.snapshot.opening = { rule: "swap2", to_act: "first", to_place: 0, choices: ["black", "white", "place_two"] };
  const drawn = () => buttons([choices(room), atTable(room)]);
  const off = () => drawn().map(({ props }) => props["aria-disabled"] === "true");
  assert.deepEqual(off(), Array(8).fill(false));
  for (const status of /** @type {const} */ (["lost", "renewing"])) {
    app.net.status = status;
    assert.deepEqual(off(), Array(8).fill(true), status);
  }
});

test("what leads into a room says so where there is no line", () => {
  seated();
  const seating = snapshot("K7QM2X", { phase: { type: "seating" }, seats: ROOM.seats });
  receive({ type: "bots", variant: "connect-four", bots: [RANDOM] });
  /** What the line that is lost takes away, of what a screen draws. @param {() => Child} draw */
  const off = (draw) => {
    /** @type {string[][]} */
    const all = [];
    for (const status of /** @type {const} */ (["open", "lost"])) {
      app.net.status = status;
      const disabled = buttons(draw()).filter(({ props }) => props["aria-disabled"] === "true");
      all.push(disabled.map((one) => words(one).trim()));
    }
    assert.deepEqual(all[0], []);
    return all[1];
  };
  const room = () => /** @type {import("../room.js").Room} */ (app.state.room);
  receive({ type: "joined", ...MINE, snapshot: seating });
  assert.deepEqual(off(() => waiting(room(), h("header", null))), ["Play the bot instead", "Close the game"]);
  inviteFriend();
  assert.deepEqual(off(() => [dialog()]), ["Give up the seat"]);
  receive({ type: "joined", you: null, token: null, owner: false, snapshot: seating });
  assert.deepEqual(off(() => waiting(room(), h("header", null))), ["Play"]);

  app.state.room = null;
  const page = () => landing("K7QM2X");
  receive({ type: "room_info", room: ROOM });
  assert.deepEqual(off(page), ["Back to your seat", "Watch"]);
  app.state = { ...app.state, left: { room: "K7QM2X", why: "replaced" } };
  assert.deepEqual(off(page), ["Go on here"]);
  assert.ok(words(page()).includes("in another tab or on another device"));
  assert.ok(words(page()).includes("The connection is lost."));
  forget("K7QM2X");
  app.state = { ...app.state, left: null };
  assert.deepEqual(off(page), ["Play", "Watch"]);
});

test("a game into which nobody else is let is not offered to be watched", () => {
  seated();
  forget("K7QM2X");
  app.state.room = null;
  const seats = snapshot("K7QM2X").seats;
  /** What the link leads to, and whether the list has the game. @param {Partial<RoomSummary>} fields */
  const offers = (fields) => {
    const room = { ...ROOM, seats, plies: 7, phase: /** @type {const} */ ({ type: "playing" }), ...fields };
    receive({ type: "room_info", room });
    receive({ type: "lobby", rooms: [room], players: [], present: 1, chat: [] });
    const page = landing("K7QM2X");
    const listed = every(start()).some(({ key }) => key === "K7QM2X");
    return [words(page), buttons(page).map((one) => words(one).trim()).slice(1), listed];
  };
  /** @param {Partial<RoomSummary>} fields */
  const isLocked = (fields) => {
    const [said, offered, listed] = offers({ locked: true, ...fields });
    assert.ok(String(said).includes("Nobody else is let in."), String(said));
    assert.ok(!String(said).includes("you may watch"), String(said));
    assert.deepEqual([offered, listed], [["To the first page"], false]);
  };
  isLocked({});
  isLocked({ phase: OVER });
  const [waits, ways] = offers({ locked: true, seats: ROOM.seats, phase: { type: "seating" } });
  assert.equal(String(waits).match(/nobody else is let in/gi)?.length, 1);
  assert.deepEqual(ways, ["To the first page"]);
  assert.deepEqual(offers({}).slice(1), [["Watch", "To the first page"], true]);
  const [hidden] = offers({ watchable: false });
  assert.ok(String(hidden).includes("Only the two players") && !String(hidden).includes("you may watch"), String(hidden));
  // Whoever opened a game to watch it may come again, as long as the server lets them.
  const owner = { you: null, token: null, owner: true };
  receive({ type: "joined", ...owner, snapshot: snapshot("K7QM2X") });
  receive({ type: "left", room: "K7QM2X", why: "asked" });
  app.state.left = null;
  assert.deepEqual(offers({ locked: true }).slice(1), [["Watch", "To the first page"], true]);
  const refused = () => receive({ type: "refused", refusal: { code: "locked", room: "K7QM2X" }, message: "no" });
  refused();
  isLocked({});
  // What is known is of before the refusal until `look` is answered.
  offers({});
  refused();
  assert.deepEqual(buttons(landing("K7QM2X")).map((one) => words(one).trim()).slice(1), ["To the first page"]);
});

test("a table that waits says that nobody else is let in", () => {
  seated();
  const said = (/** @type {boolean} */ locked) => {
    receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { phase: { type: "seating" }, seats: ROOM.seats, locked }) });
    return words(waiting(/** @type {import("../room.js").Room} */ (app.state.room), h("header", null)));
  };
  assert.ok(said(true).includes("Nobody else is let in."), said(true));
  assert.ok(!said(true).includes("in the list"), said(true));
  assert.ok(!said(false).includes("Nobody else"), said(false));
});

test("whoever waits is told so by a link to the game, and not invited to it", () => {
  seated();
  app.state.room = null;
  hold({ room: "K7QM2X", token: MINE.token, side: "second" });
  const me = /** @type {const} */ ({ type: "human", name: "Eva" });
  /** @param {Partial<RoomSummary>} fields */
  const page = (fields) => {
    receive({ type: "room_info", room: { ...ROOM, seats: { first: { type: "open" }, second: me }, ...fields } });
    const drawn = landing("K7QM2X");
    return [words(drawn).replace(/\s+/g, " "), buttons(drawn).map((one) => words(one).trim()).slice(1)];
  };
  const [said, offered] = page({});
  assert.ok(said.includes("Waiting for someone Connect Four · no clock You play second, yellow"), String(said));
  assert.ok(!said.includes("You are"), String(said));
  assert.deepEqual(offered, ["Back to your seat", "Watch"]);
  assert.ok(page({ variant: "gomoku-15" })[0].includes("You play second"));
  // The seat was given to nobody or given up: it may be taken again.
  assert.ok(words(yourGames()).includes("Waiting"));
  assert.deepEqual(page({ seats: { first: me, second: { type: "open" } } })[1], ["Play", "Watch"]);
  assert.equal(yourGames(), null);
  forget("K7QM2X");
});

test("the rule of the opening is told to who is invited, and in the lists", () => {
  seated();
  app.state.room = null;
  const opening = /** @type {const} */ ("swap2");
  const room = { ...ROOM, room: "8TZYB2", variant: "gomoku-15", opening };
  receive({ type: "room_info", room });
  assert.ok(words(landing("8TZYB2")).includes(" · swap2 · "));
  receive({ type: "room_info", room: { ...room, opening: null } });
  assert.ok(!words(landing("8TZYB2")).includes("swap2"));
  set({ route: { name: "start" } });
  receive({ type: "lobby", rooms: [room], players: [], present: 1, chat: [] });
  assert.ok(words(start()).includes(" · swap2 · "));
});

test("the game as text has the day on which it was played here", () => {
  const room = seated();
  set({ dialog: "export" });
  /** @param {Child} node @returns {VNode[]} */
  const fields = (node) => {
    if (Array.isArray(node)) return node.flatMap(fields);
    if (!node || typeof node !== "object") return [];
    return [...(node.tag === "textarea" ? [node] : []), ...fields(node.children)];
  };
  const shown = () => fields(dialog())[0].props.value;
  const [tags, rest] = ['[Variant "connect-four"]\n', '[Room "K7QM2X"]\n[Result "1-0"]\n\n1. 4 1-0\n'];
  receive({ type: "record", room: "K7QM2X", text: tags + rest });
  assert.equal(shown(), tags + rest, "it goes on");
  const { series } = room.snapshot;
  const end = (/** @type {"resignation" | "aborted"} */ reason) =>
    receive({
      type: "event",
      room: "K7QM2X",
      seq: 5,
      event: { type: "over", outcome: { winner: reason === "aborted" ? null : "first", reason, line: [] }, series },
    });
  end("aborted");
  assert.equal(shown(), tags + rest, "it is not kept");
  seated();
  set({ dialog: "export" });
  receive({ type: "record", room: "K7QM2X", text: tags + rest });
  end("resignation");
  const [game] = played();
  keep({ ...game, at: new Date(2026, 6, 4, 23, 59).getTime() });
  const date = '[Date "2026.07.04"]\n';
  assert.equal(shown(), tags + date + rest);
  receive({ type: "record", room: "K7QM2X", text: tags + '[Date "2026.07.03"]\n' + rest });
  assert.equal(shown(), tags + '[Date "2026.07.03"]\n' + rest, "of a later server");
  forget("K7QM2X");
});

test("who is sent out is named by the button", () => {
  const room = seated();
  room.snapshot.spectators = ["Dora", "Eva"];
  const [first, second] = buttons(atTable(room)).map(({ props }) => props["aria-label"]);
  assert.deepEqual([first, second], ["Send out: Dora", "Send out: Eva"]);
  // Nobody sends themselves out.
  room.snapshot.spectators = ["Dora", WELCOME.name];
  const labels = buttons(atTable(room)).map((one) => String(one.props["aria-label"] ?? ""));
  assert.deepEqual(labels.filter(Boolean), ["Send out: Dora"]);
});

test("a list of rooms that may go on says so", () => {
  seated();
  /** @param {number} count */
  const saysSo = (count) => {
    const rooms = Array.from({ length: count }, () => ROOM);
    receive({ type: "lobby", rooms, players: [], present: 1, chat: [] });
    return words(start()).includes("There are more games");
  };
  assert.deepEqual([199, 200].map(saysSo), [false, true]);
});

/** The row of actions at the foot of the table. */
const foot = () =>
  bar(
    /** @type {import("../room.js").Room} */ (app.state.room),
    /** @type {import("../rules.js").Shape} */ (shapeOf("connect-four")),
  );

test("what the opponent offers takes the place of the actions, and a question of the person's own goes first", () => {
  seated();
  const offers = { draw: /** @type {const} */ ("second"), takeback: null, rematch: null };
  set({ question: null });
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { offers }) });
  const said = () => words(foot()).replace(/\s+/g, " ").trim();
  assert.equal(said(), "Bo offers a draw Accept No");
  assert.ok(!words(head(/** @type {import("../room.js").Room} */ (app.state.room))).includes("draw"), "it is said once");
  set({ question: "resign" });
  assert.equal(said(), "Give this game up? Resign Play on");
  set({ question: null });
  app.net.status = "lost";
  assert.ok(buttons(foot()).every(({ props }) => props["aria-disabled"] === "true"));
  app.net.status = "open";
});

test("a rematch that is not wanted is declined", () => {
  seated();
  const offers = { draw: null, takeback: null, rematch: /** @type {const} */ ("second") };
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { offers, phase: OVER }) });
  set({ deafUntil: 0 });
  taken();
  const shown = foot();
  buttons(shown).find((one) => words(one) === "No")?.props.onclick();
  assert.deepEqual(taken(), [{ type: "answer_rematch", accept: false }]);
});

test("a rematch is not to be accepted of somebody who is away", () => {
  const room = seated();
  const offers = { draw: null, takeback: null, rematch: /** @type {const} */ ("second") };
  const seats = { first: room.snapshot.seats.first, second: { type: /** @type {const} */ ("human"), name: "Bo", away: null } };
  const offered = (/** @type {number | null} */ away) => {
    const second = { ...seats.second, away };
    receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { offers, phase: OVER, seats: { ...seats, second } }) });
    return words(foot()).includes("Accept");
  };
  assert.equal(offered(null), true);
  assert.equal(offered(2000), false);
});

test("where no bot plays an opening, no other bot is advised", () => {
  const open = (/** @type {string[]} */ ...others) => {
    const refusal = /** @type {const} */ ({ code: "bot_cannot_open", bot: "negamax", opening: "swap2", others });
    app.state.refused = { refusal, message: "", ref: null, count: 1 };
    return refusalWords();
  };
  assert.equal(open("random"), "This bot does not play this opening; choose another.");
  assert.equal(open(), "No bot plays this opening on this board; play without it.");
});

test("the result of a game stands once on the table: over the board, and then with the players", () => {
  /** How often the table says it, and whether the words over the board do. */
  const said = () => {
    const drawn = table(/** @type {import("../room.js").Room} */ (app.state.room));
    const over = every(drawn).find(({ props }) => String(props.class).startsWith("verdict"));
    return [words(drawn).match(/you win/gi)?.length ?? 0, over ? String(over.props.class) : ""];
  };
  seated();
  app.ui.motion = STILL;
  assert.deepEqual(said(), [0, ""]);
  const { series } = snapshot("K7QM2X");
  /** @param {"first" | "second" | null} winner @returns {import("../../../protocol/protocol.d.ts").RoomEvent} */
  const over = (winner) => ({ type: "over", outcome: { winner, reason: "resignation", line: [] }, series });
  const end = (/** @type {"first" | "second" | null} */ winner) => {
    seated();
    receive({ type: "event", room: "K7QM2X", seq: 5, event: over(winner) });
  };
  end("first");
  assert.deepEqual(said(), [1, "verdict won"]);
  const stage = every(table(/** @type {import("../room.js").Room} */ (app.state.room))).find(({ key }) => key === "stage");
  stage?.props.onclick();
  assert.deepEqual(said(), [1, ""], "a touch sends the words away");
  assert.ok(words(head(/** @type {import("../room.js").Room} */ (app.state.room))).includes("Bo gave up"));
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { phase: OVER }) });
  assert.deepEqual(said(), [1, ""], "and they do not come again with the room");
  end("second");
  assert.deepEqual(said(), [0, "verdict"], "a loss is calmer");
  forget("K7QM2X");
});

test("the words for an end lie beside the line that won", () => {
  const shape = (/** @type {string} */ variant) => /** @type {import("../rules.js").Shape} */ (shapeOf(variant));
  /** Where they begin and end, in rows from the top. @param {string} variant @param {string[]} line */
  const covered = (variant, line) => {
    const board = shape(variant);
    const { height, zone, margin, shift } = measures(board);
    const { middle, high } = freeOf(board, line);
    const row = (/** @type {number} */ part) => Math.round((10 * (part * (height + zone) - zone - margin - shift + 50)) / 100) / 10;
    return [row(middle - high / 2), row(middle + high / 2)];
  };
  const [top] = covered("connect-four", []);
  assert.deepEqual(covered("connect-four", []), [top, 1], "one row of the board at most");
  assert.deepEqual(covered("connect-four", ["a1", "b2", "c3", "d4"]), [top, 1]);
  assert.deepEqual(covered("connect-four", ["d2", "d3", "d4", "d5"]), [top, 1]);
  assert.deepEqual(covered("connect-four", ["d3", "d4", "d5", "d6"])[0], 4, "a line that reaches the top");
  const [from, to] = covered("gomoku-15", ["h2", "h3", "h4", "h5", "h6"]);
  assert.ok(from > 0 && to <= 9, `${from} ${to}`);
  const [after, edge] = covered("gomoku-15", ["h10", "h11", "h12", "h13", "h14"]);
  assert.ok(after >= 6 && edge < 15, `${after} ${edge}`);
});

test("whoever leaves a game is told what its clock does meanwhile, and sees it at the start", () => {
  /** @param {Partial<import("../../../protocol/protocol.d.ts").Snapshot>} fields */
  const at = (fields) => {
    seated();
    app.state.room = null;
    receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", fields) });
    set({ dialog: "menu", question: null, chat: false });
    const item = words(buttons(dialog()).find(({ key }) => String(key).startsWith("menu-leave")) ?? null);
    set({ dialog: null });
    const room = () => /** @type {import("../room.js").Room} */ (app.state.room);
    const shape = /** @type {import("../rules.js").Shape} */ (shapeOf("connect-four"));
    buttons(head(room())).find(({ props }) => props["aria-label"] === "Back")?.props.onclick();
    const asks = app.ui.question && words(bar(room(), shape)).replace(/\s+/g, " ").trim();
    return [item, asks, app.ui.route.name];
  };
  const remaining = { first: 125_000, second: 180_000 };
  const spec = { ...snapshot("K7QM2X").spec, clock: "3m+2s" };
  const clock = { remaining, running: /** @type {const} */ ("first") };
  assert.deepEqual(at({}), ["To the first page; the game waits", null, "start"]);
  assert.deepEqual(at({ spec, clock: { remaining, running: null } }), [
    "To the first page; your first move must come soon",
    "Your first move must come soon Leave Play on",
    "room",
  ]);
  const running = { spec, clock, plies: plies(2) };
  const asked = "Your clock runs on Leave Play on";
  assert.deepEqual(at(running), ["To the first page; your clock runs on", asked, "room"]);
  assert.deepEqual(at({ ...running, phase: OVER }), ["To the first page", null, "start"]);

  at(running);
  const shape = /** @type {import("../rules.js").Shape} */ (shapeOf("connect-four"));
  buttons(bar(/** @type {import("../room.js").Room} */ (app.state.room), shape))[0].props.onclick();
  assert.deepEqual([app.ui.route.name, app.ui.question], ["start", null]);
  const seats = snapshot("K7QM2X").seats;
  const room = { ...ROOM, clock: "3m+2s", seats, phase: /** @type {const} */ ({ type: "playing" }), plies: 2 };
  const other = { ...room, room: "8TZYB2" };
  const games = [room, other].map((room) => ({ room, side: /** @type {const} */ ("first"), your_turn: true }));
  receive({ type: "your_games", games });
  assert.ok(/your turn\s+2:0[45]/.test(words(gameLine())), words(gameLine()));
  const others = words(yourGames()).replace(/\s+/g, " ");
  assert.equal(others.match(/your turn · 3 min \+ 2 s · Connect Four/g)?.length, 1, others);
  assert.equal(others.match(/your turn/g)?.length, 1, "the other game alone");
  forget("K7QM2X");
});

test("a claim is announced when it is due, and asked for once more", () => {
  const polite = { textContent: "" };
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "polite" ? polite : null) });
  seated();
  const { seats } = snapshot("K7QM2X");
  const second = /** @type {const} */ ({ type: "human", name: "Bo", away: 70_000 });
  app.state.room = null;
  receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { seats: { ...seats, second }, plies: plies(2) }) });
  set({ deafUntil: 0, question: null, chat: false });
  taken();
  const room = () => /** @type {import("../room.js").Room} */ (app.state.room);
  const shape = /** @type {import("../rules.js").Shape} */ (shapeOf("connect-four"));
  const press = (/** @type {string} */ name) =>
    buttons(bar(room(), shape)).find((one) => words(one).trim() === name)?.props.onclick();
  claimIsDue(Date.now());
  assert.equal(polite.textContent, "Bo has been away too long: you may claim the game.");
  press("Claim");
  assert.equal(app.ui.question, null, "the button has only just come");
  set({ deafUntil: 0 });
  press("Claim");
  assert.deepEqual(taken(), []);
  assert.ok(words(bar(room(), shape)).includes("Claim the win?"));
  press("Claim");
  assert.deepEqual(taken(), [{ type: "claim" }]);
  press("Claim");
  receive({ type: "event", room: "K7QM2X", seq: 5, event: { type: "reconnected", side: "second" } });
  assert.equal(app.ui.question, null, "who is back");
  Object.assign(document, { getElementById: () => null });
});

/** All elements of a description. @param {Child} node @returns {VNode[]} */
const every = (node) => {
  if (Array.isArray(node)) return node.flatMap(every);
  return node && typeof node === "object" ? [node, ...every(node.children)] : [];
};

test("a notice is spoken once, by the live regions", () => {
  const assertive = { textContent: "" };
  Object.assign(document, { getElementById: (/** @type {string} */ how) => (how === "assertive" ? assertive : null) });
  const room = seated();
  set({ route: { name: "start" }, notice: null });
  const form = every(start()).find(({ props }) => props?.class === "code-form");
  form?.props.onsubmit({ preventDefault() {}, currentTarget: { elements: { namedItem: () => ({ value: "nothing" }) } } });
  assert.ok(app.ui.notice);
  assert.equal(assertive.textContent, app.ui.notice.text);
  const drawn = [start(), head(room), newGame()];
  assert.ok(drawn.every((one) => words(one).includes(assertive.textContent)));
  assert.deepEqual(every(drawn).filter(({ props }) => props?.role === "status"), []);
  Object.assign(document, { getElementById: () => null });
});

test("a link to another server is not opened on this one", () => {
  const code = (/** @type {string} */ value) => {
    seated();
    app.state.room = null;
    receive({ ...WELCOME, addresses: ["http://192.168.1.5:4270", "http://den.local:4270"] });
    set({ route: { name: "start" }, notice: null });
    location.hash = "";
    const form = every(start()).find(({ props }) => props?.class === "code-form");
    form?.props.onsubmit({ preventDefault() {}, currentTarget: { elements: { namedItem: () => ({ value }) } } });
    return app.ui.notice?.text ?? location.hash;
  };
  const here = ["2ZHMU2", "#2zh-mu2", "/2ZHMU2", "http://server.test/#2ZHMU2", "server.test/2ZHMU2", "http://SERVER.test:80/#2ZHMU2"];
  const known = ["http://192.168.1.5:4270/#2ZHMU2", " 192.168.1.5:4270/2zhmu2 ", "http://den.local:4270/#2ZHMU2"];
  for (const words of [...here, ...known]) assert.equal(code(words), "#2ZHMU2", words);
  const others = ["http://other:4270/#2ZHMU2", "http://server.test:4270/#2ZHMU2", "an-other.local/2ZHMU2", "192.168.1.6:4270/#2ZHMU2"];
  for (const words of others)
    assert.equal(code(words), "That link leads to another server: open it in the address bar of the browser.", words);
  location.hash = "";
});

test("while a first act is due and no clock runs, the game is said to need it soon", () => {
  const remaining = { first: 600_000, second: 600_000 };
  const spec = { ...snapshot("K7QM2X").spec, variant: "gomoku-15", clock: "10m" };
  const placed = (/** @type {string[]} */ ...squares) => squares.map((square) => ({ square }));
  /** @param {Partial<import("../../../protocol/protocol.d.ts").Snapshot>} fields */
  const says = (fields) => {
    forget("K7QM2X");
    seated();
    app.state.room = null;
    const clock = { remaining, running: null };
    receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { spec, clock, ...fields }) });
    const { room } = app.state;
    assert.ok(room);
    return [/The [a-z ]* must come soon[^.]*\./.exec(words(head(room)))?.[0] ?? "", ending(room)?.why ?? null];
  };
  const move = "The first move must come soon, or the game does not count.";
  const choice = "The choice must come soon, or the game does not count.";
  assert.deepEqual(says({}), [move, null]);
  assert.deepEqual(says({ plies: placed("h8") }), [move, null], "of the other");
  assert.deepEqual(says({ plies: placed("h8", "h9") }), ["", null], "both have acted");
  assert.deepEqual(says({ clock: null, spec: { ...spec, clock: null } }), ["", null], "without a clock");
  assert.deepEqual(says({ clock: { remaining, running: "first" } }), ["", null], "the clock runs");
  const choices = /** @type {("black" | "white")[]} */ (["black", "white"]);
  const opening = { rule: /** @type {const} */ ("swap2"), to_act: /** @type {const} */ ("second"), to_place: 0, choices };
  const swap2 = { spec: { ...spec, opening: /** @type {const} */ ("swap2") }, opening, plies: placed("h8", "h9", "j8") };
  assert.deepEqual(says(swap2), [choice, null]);
  const none = { type: /** @type {const} */ ("over"), outcome: { winner: null, reason: "no_first_move", line: [] } };
  assert.deepEqual(says({ phase: none }), ["", "the first move did not come in time"]);
  assert.deepEqual(says({ ...swap2, phase: none }), ["", "the choice did not come in time"]);
});

/** Bots with the levels of one of them. @type {import("../../../protocol/protocol.d.ts").BotOffer} */
const LEVELS = {
  ...RANDOM,
  kind: "level",
  presets: /** @type {any} */ ([1, 2, 3, 4, 5].map((depth) => ({ depth, level: 1000 }))),
};

/** The seats of the game that was asked for, the first before the second. */
const opened = () =>
  taken().flatMap((one) =>
    one.type === "open" ? [one.seats.first, one.seats.second].map((seat) => (seat.type === "bot" ? seat.bot : seat.type)) : [],
  );

test("who moves first against a bot is chosen where the game starts", () => {
  /** Presses a choice, and plays so often. @param {string} choice @param {number} times */
  const begins = (choice, times) => {
    const all = [];
    for (let i = 0; i < times; i++) {
      seated();
      app.state.room = null;
      receive({ ...WELCOME, bots: [LEVELS] });
      receive({ type: "refused", refusal: { code: "full", what: "rooms" }, message: "", ref: 3 });
      set({ route: { name: "start" }, notice: null });
      buttons(start()).find((one) => words(one) === choice)?.props.onclick();
      taken();
      buttons(start()).find((one) => words(one).trim() === "Play the bot")?.props.onclick();
      all.push(opened().join());
    }
    return all;
  };
  assert.deepEqual(begins("bot", 2), ["level:3,me", "level:3,me"]);
  assert.deepEqual(begins("you", 2), ["me,level:3", "me,level:3"]);
  assert.deepEqual(begins("by turns", 3), ["level:3,me", "me,level:3", "level:3,me"]);
});

test("another level, or the same sides once more, are chosen where a game against a bot ends", () => {
  /**
   * What is offered, and the game that one of it asks for.
   *
   * @param {"first" | "second" | null} winner @param {number} nth
   */
  const offers = (winner, nth, bot = "level:3") => {
    seated();
    app.state.room = null;
    receive({ ...WELCOME, bots: [LEVELS] });
    receive({ type: "refused", refusal: { code: "full", what: "rooms" }, message: "", ref: 3 });
    const seats = { first: snapshot("K7QM2X").seats.first, second: { type: /** @type {const} */ ("bot"), bot } };
    const phase = { ...OVER, outcome: { winner, reason: /** @type {const} */ ("resignation"), line: [] } };
    receive({ type: "joined", ...MINE, snapshot: snapshot("K7QM2X", { seats, phase }) });
    taken();
    const all = buttons(insteadOfRematch(/** @type {any} */ (app.state.room)));
    all[nth]?.props.onclick();
    return [all.map((one) => words(one).trim()), opened().join()];
  };
  assert.deepEqual(offers("first", 0), [["Level 4 instead", "You move first again"], "level:4,me"]);
  assert.deepEqual(offers("second", 0), [["Level 2 instead", "You move first again"], "level:2,me"]);
  assert.deepEqual(offers("second", 1)[1], "me,level:3");
  assert.deepEqual(offers("first", 0, "level:5"), [["You move first again"], "me,level:5"], "there is none above");
  const room = seated();
  assert.equal(insteadOfRematch(room), null, "against a person, and before the end");
  forget("K7QM2X");
});
