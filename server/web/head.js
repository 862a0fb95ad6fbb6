// The head line of a room: where it is, or that the line was lost. Words appear
// here, so that nothing covers the board.

import { askToLeave, copyGame } from "./actions.js";
import { app, isLost, keepsGames, offline, roomAway, set } from "./app.js";
import { mark } from "./board.js";
import { h } from "./dom.js";
import { icon, isOff } from "./parts.js";
import { link } from "./route.js";
import { firstDue, outcome, timeLeft } from "./room.js";
import { toAct } from "./rules.js";
import { text } from "./text.js";
import {
  clockWords,
  colourOfSeat,
  ending,
  falls,
  firstWords,
  gameName,
  pairing,
  scoreWords,
  seatName,
  time,
  turnWords,
} from "./words.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Room } from "./room.js"
 */

/** @param {Room} room */
export function head(room) {
  const { ui, net } = app;
  const { snapshot, you } = room;
  const home = brand();
  // Who won, the rows of the players say.
  const end = ui.viewedPly == null && ui.verdict !== snapshot.phase ? ending(room) : null;
  const reason = end && (outcome(room)?.winner ? end.why : `${end.title} · ${end.why}`);
  const title = ui.viewedPly != null ? text("looking-back") : turnWords(room) || gameName(snapshot.spec.variant);
  const hidden = h("h1", { class: "offscreen" }, title);
  const back = backButton(ui.viewedPly == null ? askToLeave : () => set({ viewedPly: null }));
  const menu = menuButton();
  if (net.status === "lost") {
    return h(
      "header",
      { class: "head lost" },
      home,
      back,
      hidden,
      retryButton("title", h("span", null, text("kept-on-server"))),
      menu,
    );
  }
  const { wins, draws } = snapshot.series;
  const score = scoreWords(wins.first, wins.second, draws);
  const facts =
    ui.viewedPly != null
      ? `${pairing(snapshot)} · ${score}`
      : [
          reason ?? clockWords(snapshot.spec.clock),
          snapshot.spec.opening && !reason ? text("swap2") : "",
          (snapshot.phase.type === "seating" ? snapshot.spec.rated : snapshot.rated) && !reason ? text("rated") : "",
          snapshot.watching ? text("watching", { n: snapshot.watching }) : "",
          you ? "" : text("you-watch"),
          turnWords(room) && gameName(snapshot.spec.variant),
        ]
          .filter(Boolean)
          .join(" · ");
  const live = ui.viewedPly != null && !outcome(room);
  const words = ui.notice?.text ?? (ui.viewedPly == null && firstDue(room) ? firstWords(room) : null);
  return h(
    "header",
    { class: "head" },
    home,
    back,
    words
      ? h("div", { class: ui.notice ? "title said" : "title due" }, hidden, h("span", null, words))
      : h(
          "div",
          { class: "title" },
          h("h1", null, title),
          h("span", null, facts, h("b", { class: "code" }, snapshot.room)),
        ),
    ui.viewedPly != null && h("button", { class: "quiet wide", ...isOff(offline()), onclick: () => copyGame(room) }, text("copy-as-text")),
    live ? h("button", { key: "live", class: "quiet", onclick: () => set({ viewedPly: null }) }, text("live")) : menu,
  );
}

/** The ways between the screens beside the table. @param {string} here @param {string} [place] of them on a screen */
export const links = (here, place = "links") =>
  keepsGames() &&
  h(
    "nav",
    { key: place, class: place, "aria-label": text("screens") },
    ["", "history", "leaderboard"].map((one) =>
      h("a", { key: one, href: `#${one}`, "aria-current": one === here ? "page" : null }, text(one || "play")),
    ),
  );

/** The address for others, and the person's own name. */
export const whereAndWho = () => {
  const { welcome } = app.state;
  return [
    (welcome?.addresses.length ?? 0) > 0 && h("span", { class: "network" }, text("on-this-network", { address: link() })),
    isLost() && retryButton("beside"),
    h(
      "button",
      {
        class: "quiet name",
        onclick: () => set({ dialog: "name" }),
        "aria-label": text("your-name", { name: welcome?.name ?? "" }),
      },
      welcome?.name ?? "",
    ),
  ];
};

/** @param {() => void} onclick */
export const backButton = (onclick) =>
  h("button", { class: "icon-button back", onclick, "aria-label": text("back") }, icon("back"));

export const menuButton = () =>
  h(
    "button",
    {
      key: "menu",
      class: "icon-button menu",
      onclick: () => set({ dialog: "menu" }),
      "aria-label": text("menu"),
      "aria-haspopup": "dialog",
    },
    icon("menu"),
  );

/** @returns {string} */
export function retryWords() {
  if (app.net.retryAt === Infinity) return text("not-let-in");
  const n = Math.ceil((app.net.retryAt - performance.now()) / 1000);
  return n > 0 ? text("reconnecting", { n }) : text("trying");
}

/**
 * Seconds until the next try, which a tap makes at once. They are no status: a screen reader would say each.
 *
 * @param {string} place @param {Child[]} more
 */
export const retryButton = (place, ...more) =>
  h(
    "button",
    {
      key: "retry",
      class: `retry ${place}`,
      onclick: () => app.connection?.restart(),
    },
    h("strong", { "data-retry": "", "aria-hidden": "true" }, retryWords()),
    h("span", { class: "offscreen" }, `${text("line-lost")} ${text("try-now")}`),
    more,
  );

/** The thin line of a lost connection, where there is no head line for it. */
export const lostLine = () => isLost() && h("p", { key: "lost", class: "notice dashed" }, retryButton("alone"));

/** The way back to a game that goes on while the page shows another place. */
export function gameLine() {
  const room = roomAway();
  if (!room) return null;
  const { snapshot, you } = room;
  const side = toAct(snapshot.plies.length, snapshot.opening);
  const colour = you && colourOfSeat(you, snapshot.opening);
  const left = timeLeft(room, side, Date.now());
  return h(
    "a",
    { key: "game-line", class: "game-line", href: `#${snapshot.room}` },
    colour && mark(colour, falls(snapshot.spec.variant)),
    h(
      "span",
      null,
      h("b", null, text("dialog-leave")),
      " ",
      h("span", null, side === you ? text("your-turn") : seatName(snapshot.seats[side])),
      " ",
      left != null &&
        h("span", { "data-clock": `${snapshot.room} ${side}`, role: "timer", "aria-live": "off" }, time(left)),
    ),
    h("span", { class: "way" }, text("back-to-game")),
  );
}

/** The name, drawn with the first disc for the dot of its i, and beside it as it is read. @param {string} [read] */
export const wordmark = (read = "enlinea") => [
  h("span", { class: "wordmark", "aria-hidden": "true" }, "enl", h("i", null, "\u0131"), "nea"),
  h("span", { class: "offscreen" }, read),
];

/** The name as the way to the start. */
export const brand = () => h("button", { class: "brand quiet", onclick: askToLeave }, wordmark(text("brand-to-start")));
