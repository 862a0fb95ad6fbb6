// The page of enlinea. Where is what:
//
//   main.js        starts everything, and draws the screen of the route
//   connection.js  the socket, its heartbeat and its return
//   state.js       what the server told: `apply(state, message, at)`, pure
//   room.js        one room of it: snapshot and events, pure
//   motion.js      what moves on a board from one position to the next, pure
//   rules.js       measures of boards, where discs land, typed moves, pure
//   app.js         everything the page holds; `set` changes it and draws
//   route.js       the fragment of the address, and what it asks of the server
//   actions.js     what the person does
//   effects.js     what a message brings about: sounds, words, memory
//   dom.js         descriptions of elements into elements
//   focus.js       where the focus goes when what had it is gone
//   layout.js      sizes of screens at which the layout changes
//   lobby.js       the rooms of the lobby in an order that stays, pure
//   partner.js     the second of two people at this page
//   trial.js       a line that is tried, pure
//   start.js (lists.js) form.js waiting.js table.js tv.js dialogs.js  the screens
//   later.js       those that come when they are opened: review.js analyse.js, history.js profile.js (past.js),
//                  tournament.js standings.js wall.js tournament-form.js
//   tournaments.js the list of tournaments, and what one does on every screen; following.js, pure, has its state
//   load.js        fetches them
//   head.js board.js grid.js player.js line.js chat.js bar.js values.js  parts of a table
//   parts.js       fields, lists, icons: parts of any screen
//   words.js levels.js text.js lang/*.js  words
//   late.js        what is said if any of these does not come
//   signal.js sound.js ticker.js memory.js  tab and live region, sounds, running numbers, storage

import { askForValues, endTrial } from "./actions.js";
import { NOTHING_PICKED, app, isLost, offline, shownGame, shownRoom, redraw, send, set } from "./app.js";
import { Connection } from "./connection.js";
import { dialog } from "./dialogs.js";
import { h, mount } from "./dom.js";
import { receive } from "./effects.js";
import { keepFocus } from "./focus.js";
import { newGame } from "./form.js";
import { isFree, keyOnBoard, told } from "./grid.js";
import { backButton, brand, gameLine, menuButton, retryButton } from "./head.js";
import { lineKey } from "./line.js";
import { fetchLater, later } from "./load.js";
import * as memory from "./memory.js";
import { asShown } from "./motion.js";
import { again, arrive, checkAddress, go, greeting, hello, keepSteps, parse, socketAddress, stepped } from "./route.js";
import { announce, forgetSaid, notify, tab } from "./signal.js";
import { prepare } from "./sound.js";
import { start } from "./start.js";
import { table } from "./table.js";
import { choose, current, isMissing, load, text } from "./text.js";
import { begin } from "./ticker.js";
import * as tv from "./tv.js";
import { tournamentLine } from "./tournaments.js";
import { landing } from "./waiting.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

function screen() {
  const { route } = app.ui;
  const room = shownRoom();
  if (route.name === "tv") return tv.tv();
  if (route.name === "new") return newGame();
  if (route.name === "start") return start();
  if (route.name === "room") return room ? table(asShown(room, app.ui.motion, Date.now())) : landing(route.code);
  return later((screens) => {
    if (route.name === "analyse") return screens.analyse(route.variant);
    if (route.name === "history") return screens.history(route.filter);
    if (route.name === "tournament") return route.wall ? screens.wall() : screens.tournament();
    if (route.name === "new-tournament") return screens.newTournament();
    if (route.name === "profile") return screens.profile(route.of);
    return route.name === "leaderboard" ? screens.leaderboard(route.filter) : screens.pastGame();
  }, headOfLater());
}

/** What stands above a screen that has yet to come. */
const headOfLater = () => [
  h(
    "header",
    { class: `head${isLost() ? " lost" : ""}` },
    brand(),
    backButton(() => go("")),
    isLost() ? retryButton("title") : h("div", { class: "title" }),
    menuButton(),
  ),
  gameLine(),
];

/** Time between two looks at what tells of no changes by itself, in milliseconds: many games, and one. */
const LOOK_AGAIN = { start: 15_000, room: 3_000 };

app.draw = () => {
  tv.choose();
  const { route } = app.ui;
  const place = `${route.name} ${shownRoom()?.snapshot.phase.type}`;
  if (place !== app.work.drawn) scrollTo(0, 0);
  app.work.drawn = place;
  keepSteps();
  keepFocus(root, () => mount(root, h("div", { class: "screen" }, tournamentLine(), screen(), dialog())), title);
  app.work.screen = root.querySelector("main")?.ariaLabel || "enlinea";
  tab();
};

/** What a screen is called. @param {HTMLElement} main */
function title(main) {
  if (app.ui.route.name === "start") return "enlinea";
  if (app.ui.route.name === "tv") return text("menu-tv");
  return (main.querySelector(".middle :is(h1, h2)") ?? main.querySelector("h1"))?.textContent || "enlinea";
}

app.applyTheme = () => {
  const { theme } = app.settings;
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
};

const wanted = () => app.settings.language || choose(navigator.languages);

/** Time after which a language that did not come is asked for again, in milliseconds. */
const LANGUAGE_AGAIN = 15_000;
/** @type {number | undefined} */
let languageAgain;

app.applyLanguage = async () => {
  const before = current();
  await load(wanted());
  if (current() !== before) forgetSaid();
  redraw();
  askAgain();
};

/** Asks for a language that did not come once more; where the line is lost, as soon as it is back. */
function askAgain() {
  clearTimeout(languageAgain);
  if (isMissing(wanted()) && !isLost()) languageAgain = setTimeout(app.applyLanguage, LANGUAGE_AGAIN);
}

/**
 * Escape goes one step back; arrows move on the board or look back where what has the focus does not need them.
 *
 * @param {KeyboardEvent} event
 */
function keyed(event) {
  const { ui } = app;
  const room = shownGame();
  if (ui.verdict) set({ verdict: null });
  if (event.key === "Escape" && !ui.dialog) {
    if (ui.question || ui.picked || ui.zoomed || ui.premove || ui.chat)
      set({ ...NOTHING_PICKED, question: null, premove: null, chat: false });
    else if (ui.trial && ui.route.name !== "analyse") endTrial();
    else if (ui.route.name === "game") go("history");
    else if (ui.viewedPly != null) set({ viewedPly: null });
    else if (ui.route.name === "tv") go("");
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || ui.dialog) return;
  const on = /** @type {Element} */ (event.target);
  if (event.key === "?" && app.settings.shortcuts && !on.matches("input, textarea, select")) return set({ dialog: "keys" });
  if (ui.route.name === "analyse" && isFree(event)) return lineKey(event, ui.trial?.moves.length ?? 0);
  if (!room || !isFree(event)) return;
  if (ui.viewedPly == null && room.you && keyOnBoard(event, room)) return;
  if (!lineKey(event, room.snapshot.plies.length)) told(event);
}

/** A key that is held presses a button once. @param {KeyboardEvent} event */
function held(event) {
  const on = /** @type {Element} */ (event.target);
  if (event.repeat && event.key === "Enter" && on.closest("button")) event.preventDefault();
}

/**
 * What cannot be done now keeps its place and its focus, and says why where that is not to be seen.
 *
 * @param {MouseEvent} event
 */
function clicked(event) {
  const on = /** @type {Element} */ (event.target);
  if (!on.closest("[aria-disabled=true]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isLost()) return;
  notify(text("line-lost"), "assertive");
}

app.applyTheme();
prepare();
addEventListener("hashchange", arrive);
addEventListener("popstate", () => {
  stepped();
  // A line that was tried had ended the question about its game.
  askForValues();
});
addEventListener("keydown", keyed);
addEventListener("keydown", held, true);
addEventListener("click", clicked, true);
addEventListener("resize", redraw);
for (const change of ["focus", "blur"]) addEventListener(change, tab);
document.addEventListener("visibilitychange", tab);
// Who comes back to the page finds the newest rooms first.
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && set({ rows: null }));
app.ui.route = parse(location.hash);
if (app.ui.route.name === "analyse") app.ui.trial = { after: 0, moves: app.ui.route.moves, at: app.ui.route.moves.length };
// What was open when the page was loaded again is closed now.
history.replaceState(null, "");

if (!(await load(wanted())) && !(await load("en"))) throw new Error("no language came");
askAgain();
document.getElementById("late")?.remove();
checkAddress();
redraw();
begin();
// Games without a place in the list tell nothing by themselves, nor does the one that a link leads to.
function lookAgain() {
  if (document.visibilityState !== "visible" || offline()) return;
  for (const message of again()) send(message);
}
setInterval(() => app.ui.route.name === "start" && lookAgain(), LOOK_AGAIN.start);
setInterval(() => app.ui.route.name === "room" && lookAgain(), LOOK_AGAIN.room);
document.addEventListener("visibilitychange", lookAgain);
// What is opened later is there already if the line is lost. Safari does not say when it is idle.
const whenIdle = globalThis.requestIdleCallback ?? ((act) => setTimeout(act, 2000));
app.connection = new Connection(socketAddress(), {
  hello: () => [hello(memory.name() || null), ...greeting()],
  message: receive,
  status: (status, retryAt) => {
    const before = app.net.status;
    app.net = { status, retryAt };
    // The seconds are to be seen alone.
    if (before !== status && status === "lost") announce(text("line-lost"));
    if (before === "lost" && status === "open") {
      announce(text("line-back"));
      if (isMissing(wanted())) void app.applyLanguage();
    }
    if (status === "open") whenIdle(fetchLater);
    redraw();
  },
});
