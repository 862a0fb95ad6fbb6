// The page of enlinea. Where is what:
//
//   main.js        starts everything, and draws the screen of the route
//   connection.js  the socket, its heartbeat and its return
//   state.js       what the server told: `apply(state, message, at)`, pure
//   room.js        one room of it: snapshot and events, pure
//   rules.js       measures of boards, where discs land, typed moves, pure
//   app.js         everything the page holds; `set` changes it and draws
//   route.js       the fragment of the address, and what it asks of the server
//   actions.js     what the person does
//   effects.js     what a message brings about: sounds, words, memory
//   dom.js         descriptions of elements into elements
//   start.js form.js waiting.js table.js review.js tv.js dialogs.js  the screens
//   head.js board.js grid.js player.js line.js chat.js bar.js values.js  parts of a table
//   fields.js icons.js  parts of forms, icons
//   words.js levels.js text.js lang/*.js  words
//   signal.js sound.js ticker.js memory.js  tab and live region, sounds, running numbers, storage

import { mayPlay } from "./actions.js";
import { app, redraw, send, set } from "./app.js";
import { Connection } from "./connection.js";
import { dialog } from "./dialogs.js";
import { h, mount } from "./dom.js";
import { hello, receive } from "./effects.js";
import { newGame } from "./form.js";
import { keyOnBoard } from "./grid.js";
import { lineKey } from "./line.js";
import * as memory from "./memory.js";
import { arrive, greeting, parse, yourGames } from "./route.js";
import { tab } from "./signal.js";
import { prepare } from "./sound.js";
import { start } from "./start.js";
import { table } from "./table.js";
import { choose, load } from "./text.js";
import { begin } from "./ticker.js";
import * as tv from "./tv.js";
import { doorway } from "./waiting.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));

function screen() {
  const { route } = app.ui;
  const { room } = app.state;
  if (route.name === "tv") return tv.tv();
  if (route.name === "new") return newGame();
  if (route.name === "start") return start();
  return room && room.snapshot.room === route.code ? table(room) : doorway(route.code);
}

/** Time between two looks at the games of this person, in milliseconds. */
const LOOK_AGAIN = 15_000;

let last = "";

app.draw = () => {
  tv.choose();
  const { route } = app.ui;
  const place = `${route.name} ${app.state.room?.snapshot.phase.type}`;
  if (place !== last) scrollTo(0, 0);
  last = place;
  mount(root, h("div", { class: "screen" }, screen(), dialog()));
};

app.applyTheme = () => {
  const { theme } = app.settings;
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
};

app.applyLanguage = () => {
  void load(app.settings.language || choose(navigator.languages)).then(redraw);
};

/** Escape goes one step back; where nothing else has the focus arrows move on the board or look back. @param {KeyboardEvent} event */
function keyed(event) {
  const { ui, state } = app;
  if (event.key === "Escape" && !ui.dialog) {
    if (ui.asking || ui.picked || ui.premove || ui.chat)
      set({ asking: null, picked: null, zoomed: false, premove: null, chat: false });
    else if (ui.at != null) set({ at: null });
    return;
  }
  if (event.target !== document.body || !state.room || ui.dialog || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (ui.at == null && mayPlay(state.room)) keyOnBoard(event, state.room);
  else lineKey(event, state.room.snapshot.plies.length);
}

app.applyTheme();
prepare();
addEventListener("hashchange", arrive);
addEventListener("popstate", arrive);
addEventListener("keydown", keyed);
addEventListener("resize", redraw);
for (const change of ["focus", "blur"]) addEventListener(change, tab);
document.addEventListener("visibilitychange", tab);
app.ui.route = parse(location.hash);

await load(app.settings.language || choose(navigator.languages));
redraw();
begin();
// Games without a place in the list tell nothing by themselves.
setInterval(() => {
  if (app.ui.route.name !== "start" || document.visibilityState !== "visible") return;
  for (const message of yourGames()) send(message);
}, LOOK_AGAIN);
const scheme = location.protocol === "https:" ? "wss:" : "ws:";
app.connection = new Connection(`${scheme}//${location.host}/ws`, {
  hello: () => [hello(memory.name() || null), ...greeting()],
  message: receive,
  status: (status, retryAt) => {
    app.net = { status, retryAt };
    redraw();
  },
});
