// The table: a head line, the opponent, the board, the person, the line of moves
// and the actions. Words appear in the head line, so that nothing covers the board.

import { answer, handOver, leave, lookAt, mayPlay, place } from "./actions.js";
import { app, send, set } from "./app.js";
import { board, mark, measures } from "./board.js";
import { chat } from "./chat.js";
import { h } from "./dom.js";
import { offerWords } from "./effects.js";
import { grid, placing, zoomFor } from "./grid.js";
import { icon } from "./icons.js";
import { moveLine, moveList } from "./line.js";
import { player } from "./player.js";
import { copyGame, review } from "./review.js";
import { outcome } from "./room.js";
import { cell, colourOf, other, shape, toAct } from "./rules.js";
import { rich, text } from "./text.js";
import { bestLine, valueRow, valuesShown } from "./values.js";
import { waiting } from "./waiting.js";
import { clockWords, colourName, ending, gameName, pairing, seatName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { Side } from "../../protocol/protocol.d.ts"
 * @import { Picture } from "./board.js"
 */

/** The side that is drawn below: the person's, or the first. @param {Room} room @returns {Side} */
const below = (room) => room.you ?? "first";

/** @param {Room} room */
export function table(room) {
  const { snapshot } = room;
  const board = shape(snapshot.spec.variant);
  if (!board) return h("main", { class: "page" }, head(room), h("p", { class: "note" }, text("unknown-game", { game: snapshot.spec.variant })));
  if (snapshot.phase.type === "seating") return waiting(room, head(room));
  if (app.ui.at != null) return review(room, board, head(room));
  const down = below(room);
  return h(
    "main",
    { key: "table", class: `table ${board.falls ? "tiles" : "wooden"}${app.ui.chat ? " chatting" : ""}${app.ui.picked ? " picking" : ""}` },
    head(room),
    player(room, other(down), "them"),
    stage(room, board),
    player(room, down, "you"),
    moveLine(room, board),
    moveList(room, board),
    chat(room),
    bar(room, board),
  );
}

/** @param {Room} room */
export function head(room) {
  const { ui, net } = app;
  const { snapshot, you } = room;
  const home = brand();
  const title = ui.at != null ? text("looking-back") : gameName(snapshot.spec.variant);
  const hidden = h("h1", { class: "offscreen" }, title);
  const back = h("button", { class: "icon-button back", onclick: ui.at == null ? leave : () => set({ at: null }), "aria-label": text("back") }, icon("back"));
  const menu = h("button", { key: "menu", class: "icon-button menu", onclick: () => set({ dialog: "menu" }), "aria-label": text("menu"), "aria-haspopup": "dialog" }, icon("menu"));
  if (net.status === "lost") {
    return h("header", { class: "head lost" }, home, back, hidden,
      h("div", { class: "title", role: "status" },
        h("strong", { "data-retry": "" }, retryWords()), h("span", null, text("kept-on-server"))),
      menu);
  }
  const offer = offered(room);
  if (offer) {
    return h("header", { class: "head offer" }, home, hidden,
      h("span", { class: "words" }, rich(offer.words[0], { name: h("b", null, offer.words[1].name) }, offer.words[1])),
      h("button", { class: "quiet", onclick: () => answer(offer.yes) }, offer.accept),
      offer.no && h("button", { class: "quiet", onclick: () => offer.no && answer(offer.no) }, text("no")));
  }
  const score = text("score", { a: snapshot.series.wins.first, b: snapshot.series.wins.second });
  const facts = ui.at != null
    ? `${pairing(snapshot)} · ${score}`
    : [clockWords(snapshot.spec.clock), snapshot.watching ? text("watching", { n: snapshot.watching }) : "", you ? "" : text("you-watch")].filter(Boolean).join(" · ");
  const live = ui.at != null && !outcome(room);
  return h("header", { class: "head" }, home, back,
    ui.said
      ? h("div", { class: "title said", role: "status" }, hidden, h("span", null, ui.said.text))
      : h("div", { class: "title" }, h("h1", null, title), h("span", null, facts, h("b", { class: "code" }, snapshot.room))),
    ui.at != null && h("button", { class: "quiet wide", onclick: () => copyGame(room) }, text("copy-as-text")),
    live
      ? h("button", { key: "live", class: "quiet", onclick: () => set({ at: null }) }, text("live"))
      : menu);
}

/** @returns {string} */
export const retryWords = () => text("reconnecting", { n: Math.max(1, Math.ceil((app.net.retryAt - Date.now()) / 1000)) });

/** The thin line of a lost connection, where there is no head line for it. */
export const lostLine = () => app.net.status === "lost" && h("p", { key: "lost", class: "notice", role: "status", "data-retry": "" }, retryWords());

/** The name, drawn with the first disc for the dot of its i, and beside it as it is read. @param {string} [read] */
export const wordmark = (read = "enlinea") => [
  h("span", { class: "wordmark", "aria-hidden": "true" }, "enl", h("i", null, "\u0131"), "nea"),
  h("span", { class: "offscreen" }, read),
];

/** The name as the way to the start. */
export const brand = () => h("button", { class: "brand quiet", onclick: leave }, wordmark(text("brand-to-start")));

/** What the opponent offers and waits for. @param {Room} room */
function offered(room) {
  const { snapshot, you } = room;
  if (!you) return null;
  const them = other(you);
  const { draw, takeback, rematch } = snapshot.offers;
  if (takeback === them) {
    return {
      words: offerWords("takeback_asked", room, them), accept: text("allow"),
      yes: /** @type {const} */ ({ type: "answer_takeback", accept: true }), no: /** @type {const} */ ({ type: "answer_takeback", accept: false }),
    };
  }
  if (draw === them) {
    return {
      words: offerWords("draw_offered", room, them), accept: text("accept"),
      yes: /** @type {const} */ ({ type: "answer_draw", accept: true }), no: /** @type {const} */ ({ type: "answer_draw", accept: false }),
    };
  }
  if (rematch === them && snapshot.phase.type === "over") {
    return { words: offerWords("rematch_offered", room, them), accept: text("accept"), yes: /** @type {const} */ ({ type: "rematch" }), no: null };
  }
  return null;
}

/** The board as it is to be seen now. @param {Room} room @param {Shape} shape @returns {Picture} */
export function picture(room, shape) {
  const { ui } = app;
  const { snapshot } = room;
  const stones = stonesOf(room);
  const end = outcome(room);
  const mine = mayPlay(room);
  const pending = ui.pending?.room === snapshot.room && ui.pending.revision === snapshot.revision ? ui.pending : null;
  const premove = ui.premove?.room === snapshot.room ? ui.premove : null;
  const kept = pending ?? premove;
  const ghost = kept
    ? { square: kept.square, colour: kept.colour }
    : ui.picked ? { square: ui.picked, colour: colourOf(stones.length) } : null;
  const column = ui.hover ?? shape.columns >> 1;
  return {
    shape,
    stones,
    line: end?.line,
    fresh: ui.fresh,
    ghost,
    cross: ui.picked,
    forbidden: snapshot.forbidden,
    waiting: shape.falls && mine && !kept ? { column, colour: colourOf(stones.length) } : null,
  };
}

/** @type {WeakMap<object, string[]>} */
const squares = new WeakMap();

/** The cells of the plies; the same array for the same plies, so that what is drawn from it is kept. @param {Room} room */
export function stonesOf(room) {
  const { plies } = room.snapshot;
  let known = squares.get(plies);
  if (!known) squares.set(plies, (known = plies.map((ply) => ply.square)));
  return known;
}

/** @param {Room} room @param {Shape} shape */
export function stage(room, shape) {
  const { ui } = app;
  const { width, height, zone } = measures(shape);
  const end = ending(room);
  const zoom = ui.zoomed && ui.picked ? zoomStyle(shape, ui.picked) : null;
  return h(
    "section",
    { key: "stage", class: `stage${valuesShown(room) ? " valued" : ""}`, style: { "--ratio": String(width / (height + zone)), "--tall": String(height / width) } },
    h("div", { class: "air" }, h("div", null, air(room, end))),
    h("div", { class: `square${zoom ? " zoomed" : ""}` },
      h("div", { class: "zoomer", style: zoom }, board(picture(room, shape)), grid(room, stonesOf(room), shape, !room.you))),
    shape.falls && h("div", { class: "base" }),
    valuesShown(room)
      ? shape.falls ? valueRow(room, shape, room.snapshot.plies.length) : bestLine(room)
      : shape.falls && h("div", { class: "numbers", "aria-hidden": "true" }, Array.from({ length: shape.columns }, (_, i) => h("span", { class: ui.hover === i && mayPlay(room) ? "on" : null }, i + 1))),
  );
}

/** Words in the air above the board. @param {Room} room @param {{title: string, why: string} | null} end */
function air(room, end) {
  if (end) return [h("h2", null, end.title), h("p", null, end.why)];
  const { opening } = room.snapshot;
  if (!opening || (opening.black && !opening.to_place && !opening.choices.length)) return null;
  const yours = opening.to_act === room.you;
  const name = seatName(room.snapshot.seats[opening.to_act]);
  if (opening.choices.length) return [h("p", null, yours ? text("swap2-choose") : text("swap2-they-choose", { name }))];
  return [h("p", null, yours ? text("swap2-place", { n: opening.to_place }) : text("swap2-they-place", { n: opening.to_place, name }))];
}

/** The same square, larger, around the point. @param {Shape} shape @param {string} at */
function zoomStyle(shape, at) {
  const { margin, width, height } = measures(shape);
  const scale = zoomFor(shape, document.querySelector(".square")?.clientWidth ?? innerWidth);
  const { column, row } = cell(at);
  /** @param {number} where from 0 to 1 */
  const move = (where) => `${Math.min(0, Math.max(100 - 100 * scale, 50 - scale * where * 100))}%`;
  return {
    "--scale": String(scale),
    "--x": move((margin + column * 100) / width),
    "--y": move((margin + (shape.rows - 1 - row) * 100) / height),
  };
}

/** @param {Room} room @param {Shape} shape */
function bar(room, shape) {
  const { ui } = app;
  const { snapshot, you } = room;
  if (ui.picked && placing(shape) !== "one") return playBar(room, shape, ui.picked);
  const { opening } = snapshot;
  if (opening?.choices.length && opening.to_act === you) return choiceBar(room);
  if (ui.asking === "resign") {
    return h("nav", { class: "bar asking" },
      h("button", { class: "quiet alert", onclick: () => { set({ asking: null }); send({ type: "resign" }); } }, text("resign")),
      h("span", null, text("resign-question")),
      h("button", { class: "quiet", onclick: () => set({ asking: null }), made: focus }, text("play-on")));
  }
  if (outcome(room)) return overBar(room);
  if (!you) {
    const open = snapshot.seats.first.type === "open" || snapshot.seats.second.type === "open";
    return h("nav", { class: "bar" },
      action("resign", text("look-back"), () => lookAt(snapshot.plies.length), snapshot.plies.length > 0, "start"),
      open && action("live", text("play"), () => send({ type: "join", room: snapshot.room, role: { type: "player" } }), true, "live"),
      action("chat", text("chat"), openChat, true, "chat", room.unread > 0));
  }
  const bot = snapshot.seats[other(you)].type === "bot";
  const claimable = room.awayAt[other(you)] != null && Date.now() - (room.awayAt[other(you)] ?? 0) >= snapshot.grace;
  const both = snapshot.plies.length >= 2;
  return h("nav", { class: "bar" },
    action("takeback", text("take-back"), () => send({ type: "ask_takeback" }), snapshot.spec.takebacks && snapshot.plies.length > (toAct(0, opening) === you ? 0 : 1), "takeback"),
    claimable
      ? action("claim", text("claim"), () => send({ type: "claim" }), true, "flag")
      : bot
        ? action("rules", text("rules"), () => set({ dialog: "rules" }), true, "rules")
        : action("draw", text(snapshot.offers.draw === you ? "offered" : "draw-offer"), () => send({ type: "offer_draw" }), snapshot.offers.draw !== you, "draw"),
    both
      ? action("resign", text("resign"), () => set({ asking: "resign" }), true, "resign")
      : action("abort", text("abort"), () => send({ type: "abort" }), true, "close"),
    action("chat", text("chat"), openChat, true, "chat", room.unread > 0),
    action("phone", text("my-phone"), handOver, true, "phone"));
}

/** @param {HTMLElement} element */
const focus = (element) => element.focus();

const openChat = () => {
  if (app.state.room) app.state.room.unread = 0;
  set({ chat: !app.ui.chat });
};

/** @param {string} key @param {string} words @param {() => void} onclick @param {boolean} on @param {Parameters<typeof icon>[0]} drawing @param {boolean} [dot] */
const action = (key, words, onclick, on, drawing, dot) =>
  h("button", { key, class: `action${dot ? " unread" : ""} action-${key}`, onclick, disabled: !on }, icon(drawing), h("span", null, words));

/** @param {Room} room */
function overBar(room) {
  const { snapshot, you } = room;
  const offered = you && snapshot.offers.rematch === you;
  return h("nav", { class: "bar over" },
    you
      ? h("button", { key: "rematch", class: "primary", disabled: Boolean(offered), onclick: () => send({ type: "rematch" }) }, text(offered ? "rematch-offered" : "rematch"))
      : h("button", { key: "start", class: "primary", onclick: leave }, text("to-start")),
    h("button", { key: "review", class: "secondary", disabled: snapshot.plies.length === 0, onclick: () => lookAt(snapshot.plies.length) }, text("look-back")));
}

/** @param {Room} room @param {Shape} shape @param {string} at */
function playBar(room, shape, at) {
  const { width } = measures(shape, true);
  const scale = zoomFor(shape, document.querySelector(".square")?.clientWidth ?? innerWidth);
  const centre = cell(at);
  const side = width / scale;
  /** @param {number} where */
  const corner = (where) => Math.min(width - side, Math.max(0, where - side / 2));
  return h("nav", { class: "bar play" },
    h("button", { class: "little", onclick: () => set({ picked: null, zoomed: false }), "aria-label": text("whole-board") },
      board({ shape, stones: stonesOf(room), small: true }),
      app.ui.zoomed && h("svg", { class: "window", viewBox: `0 0 ${width} ${width}`, "aria-hidden": "true" },
        h("rect", { x: corner(60 + centre.column * 100), y: corner(60 + (shape.rows - 1 - centre.row) * 100), width: side, height: side }))),
    h("button", { class: "primary", onclick: () => place(at) }, text("play-move", { move: at })),
    h("button", { class: "icon-button", onclick: () => set({ picked: null, zoomed: false }), "aria-label": text("whole-board") }, icon("close")));
}

/** The choices of an opening. @param {Room} room */
function choiceBar(room) {
  const { snapshot } = room;
  return h("nav", { class: "bar choices", "aria-label": text("swap2-choose") },
    (snapshot.opening?.choices ?? []).map((choice) =>
      h("button", { class: "secondary", onclick: () => send({ type: "choose", revision: snapshot.revision, choice }) },
        choice === "black" || choice === "white" ? [mark(choice === "black" ? "first" : "second", false), text("swap2-take", { colour: colourName(choice === "black" ? "first" : "second", false) })] : text(choice === "place_two" ? "swap2-two" : choice))));
}

