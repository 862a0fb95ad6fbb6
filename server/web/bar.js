// The row of actions at the foot of a table: what one may do now. What the
// opponent offers, and what cannot be taken back, is asked there in their place.

import { answer, handOver, isDeaf, leave, lookAt, openAgainst, place } from "./actions.js";
import { NOTHING_PICKED, app, offline, send, sendFor, set, setSettings } from "./app.js";
import { board, mark, measures } from "./board.js";
import { h } from "./dom.js";
import { levels } from "./levels.js";
import { icon, isOff } from "./parts.js";
import { hasRoom } from "./following.js";
import { boardWidth, placing, zoomFor } from "./grid.js";
import { actor, mayAbort, mayClaim, outcome, risk, stonesOf } from "./room.js";
import { other, placedBy, readMove } from "./rules.js";
import { go, tournamentAt } from "./route.js";
import { rich, text } from "./text.js";
import { colourName, offerWords } from "./words.js";

/**
 * @import { Ui } from "./app.js"
 * @import { OpeningState, Side } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { Child, VNode } from "./dom.js"
 */

/** @param {Room} room @param {Shape} shape */
export function bar(room, shape) {
  const { picked, zoomed, question } = app.ui;
  const offer = offered(room);
  if (offer && !question && !room.both) return offerBar(offer);
  if ((picked && placing(shape) !== "one") || zoomed) return playBar(room, shape, picked);
  if (question) return questionBar(room, question);
  if (outcome(room)) return overBar(room);
  if (room.both) return sharedBar(room);
  return room.you ? playerBar(room, room.you, shape) : watcherBar(room);
}

/** @param {NonNullable<ReturnType<typeof offered>>} offer */
const offerBar = ({ words: [id, values], accept, yes, no }) =>
  ask("offer", rich(id, { name: h("b", null, values.name) }, values), [
    h("button", { key: "yes", class: "primary", ...isOff(offline()), onclick: () => answer(yes) }, accept),
    h("button", { key: "no", class: "secondary", ...isOff(offline()), onclick: () => answer(no) }, text("no")),
  ]);

/** @param {Room} room @param {NonNullable<Ui["question"]>} question */
const questionBar = (room, question) =>
  ask(question, text(`${question === "leave" ? `leave-${risk(room) ?? "clock"}` : question}-question`), [
    h(
      "button",
      {
        key: "do",
        class: "secondary alert",
        ...isOff(question !== "leave" && offline()),
        onclick: () => {
          set({ question: null });
          if (question === "leave") leave();
          else sendFor(actor(room), { type: question === "draw" ? "offer_draw" : question });
        },
      },
      text(question),
    ),
    h(
      "button",
      { key: "stay", class: "primary", onclick: () => set({ question: null }), made: focus, "aria-describedby": "asked" },
      text("play-on"),
    ),
  ]);

/** @param {string} what @param {Child} words @param {VNode[]} answers */
const ask = (what, words, answers) =>
  h("nav", { key: what, class: "bar asking", "data-asks": what }, h("p", { id: "asked" }, words), h("div", { class: "answers" }, answers));

/** What the opponent offers and waits for. @param {Room} room */
function offered(room) {
  const { snapshot, you } = room;
  if (!you) return null;
  const them = other(you);
  const { draw, takeback, rematch } = snapshot.offers;
  if (takeback === them) {
    return {
      words: offerWords("takeback_asked", room, them),
      accept: text("allow"),
      yes: /** @type {const} */ ({ type: "answer_takeback", accept: true }),
      no: /** @type {const} */ ({ type: "answer_takeback", accept: false }),
    };
  }
  if (draw === them) {
    return {
      words: offerWords("draw_offered", room, them),
      accept: text("accept"),
      yes: /** @type {const} */ ({ type: "answer_draw", accept: true }),
      no: /** @type {const} */ ({ type: "answer_draw", accept: false }),
    };
  }
  // Nobody is put into a game while they are away: an answer is an offer of one's own then.
  const waits = rematch === them && room.awayAt[them] == null;
  if (waits && snapshot.phase.type === "over") {
    return {
      words: offerWords("rematch_offered", room, them),
      accept: text("accept"),
      yes: /** @type {const} */ ({ type: "rematch" }),
      no: /** @type {const} */ ({ type: "answer_rematch", accept: false }),
    };
  }
  return null;
}

/** @param {Room} room */
function watcherBar({ snapshot, unread }) {
  const isOpen = snapshot.seats.first.type === "open" || snapshot.seats.second.type === "open";
  return h(
    "nav",
    { class: "bar" },
    action("look-back", text("look-back"), () => lookAt(snapshot.plies.length), snapshot.plies.length > 0, "start"),
    isOpen &&
      action(
        "live",
        text("play"),
        () => send({ type: "join", room: snapshot.room, role: { type: "player" } }),
        !offline(),
        "live",
      ),
    action("chat", text("chat"), openChat, true, "chat", unread > 0),
  );
}

/** @param {Room} room @param {Side} you @param {Shape} shape */
function playerBar(room, you, shape) {
  const { snapshot } = room;
  const isOnline = !offline();
  const bot = snapshot.seats[other(you)].type === "bot";
  const premove = app.ui.premove?.room === snapshot.room ? app.ui.premove : null;
  const asked = snapshot.offers.takeback === you;
  return h(
    "nav",
    { class: "bar" },
    premove
      ? action(
          "premove",
          text("drop-premove", { move: readMove(premove.square, shape) }),
          () => set({ premove: null }),
          true,
          "close",
        )
      : action(
          "takeback",
          text(asked ? "asked" : "take-back"),
          () => send({ type: "ask_takeback" }),
          isOnline && snapshot.spec.takebacks && !asked && snapshot.plies.length > firstOwn(you, snapshot.opening),
          "takeback",
        ),
    mayClaim(room, Date.now())
      ? action("claim", text("claim"), () => isDeaf() || set({ question: "claim" }), isOnline, "flag")
      : bot
        ? action("rules", text("rules"), () => set({ dialog: "rules" }), true, "rules")
        : action(
            "draw",
            text(snapshot.offers.draw === you ? "offered" : "draw-offer"),
            () => send({ type: "offer_draw" }),
            isOnline && snapshot.offers.draw !== you,
            "draw",
          ),
    mayAbort(room)
      ? action("abort", text("abort"), () => set({ question: "abort" }), isOnline, "close")
      : action("resign", text("resign"), () => set({ question: "resign" }), isOnline, "resign"),
    action("chat", text("chat"), openChat, true, "chat", room.unread > 0),
    action("phone", text("my-phone"), handOver, isOnline, "phone"),
  );
}

/** What two people at this page may do. @param {Room} room */
function sharedBar(room) {
  const { snapshot } = room;
  const isOnline = !offline() && snapshot.phase.type === "playing";
  const { plies, opening } = snapshot;
  const last = placedBy(plies.length - 1, opening);
  const { turns } = app.settings;
  return h(
    "nav",
    { class: "bar" },
    action(
      "takeback",
      text("take-back"),
      () => sendFor(last, { type: "ask_takeback" }),
      isOnline && plies.length > firstOwn(last, opening),
      "takeback",
    ),
    action("draw", text("draw"), () => set({ question: "draw" }), isOnline, "draw"),
    mayAbort(room)
      ? action("abort", text("abort"), () => set({ question: "abort" }), isOnline, "close")
      : action("resign", text("resign"), () => set({ question: "resign" }), isOnline, "resign"),
    h(
      "button",
      {
        key: "turns",
        class: "action action-turns",
        "aria-pressed": String(turns),
        onclick: () => setSettings({ turns: !turns }),
      },
      icon("turns"),
      h("span", null, text("turn-board")),
    ),
  );
}

/**
 * Plies before the first that a seat could take back: its own, since the last choice of an opening.
 *
 * @param {Side} you @param {OpeningState | null | undefined} opening
 */
function firstOwn(you, opening) {
  if (!opening) return you === "first" ? 0 : 1;
  const two = opening.made?.includes("place_two");
  if (!opening.black) return you !== (two ? "second" : "first") ? Infinity : two ? 3 : 0;
  return (two ? 5 : 3) + (you === opening.black ? 1 : 0);
}

/** @param {HTMLElement} element */
const focus = (element) => element.focus();

const openChat = () => {
  if (app.state.room) app.state.room.unread = 0;
  set({ chat: !app.ui.chat });
  // A phone brings up its keyboard only while the touch is answered.
  app.draw();
  /** @type {HTMLElement | null} */ (document.querySelector(".talk input"))?.focus();
};

/**
 * @param {string} key @param {string} words @param {() => void} onclick @param {boolean} on
 * @param {Parameters<typeof icon>[0]} drawing @param {boolean} [dot]
 */
const action = (key, words, onclick, on, drawing, dot) =>
  h(
    "button",
    {
      key,
      class: `action${dot ? " unread" : ""} action-${key}`,
      onclick,
      ...isOff(!on),
      "aria-label": dot ? text("chat-unread") : null,
    },
    icon(drawing),
    h("span", null, words),
  );

/**
 * What may be played after a game against a bot instead of a rematch, which exchanges the sides: another level, or the
 * sides as they are.
 *
 * @param {Room} room
 */
export function insteadOfRematch(room) {
  const { snapshot, you } = room;
  if (hasRoom(app.state.tournament, snapshot.room)) return null;
  const end = outcome(room);
  const seat = you && snapshot.seats[other(you)];
  if (!end || !you || !seat || seat.type !== "bot") return null;
  const { spec } = snapshot;
  const all = levels(spec.variant).filter(({ number }) => number);
  const at = all.findIndex(({ bot }) => bot === seat.bot);
  const level = at < 0 ? null : all[at + (end.winner === other(you) ? -1 : 1)];
  const begins = you === "first" ? "me" : "bot";
  // A rematch would have the other side begin, and so does a game of another level.
  const exchanged = begins === "me" ? "bot" : "me";
  const off = isOff(offline());
  return h(
    "nav",
    { key: "instead", class: "choices instead", "aria-label": text("instead-of-rematch") },
    level &&
      h(
        "button",
        { key: "level", class: "secondary", ...off, onclick: () => openAgainst(level.bot, spec, exchanged) },
        text("level-instead", { n: level.number ?? 0 }),
      ),
    h(
      "button",
      { key: "sides", class: "secondary", ...off, onclick: () => openAgainst(seat.bot, spec, begins) },
      text(`again-${begins}`),
    ),
  );
}

/** @param {Room} room */
function overBar(room) {
  const { snapshot, you } = room;
  const { tournament } = app.state;
  const offered = you && snapshot.offers.rematch === you;
  return h(
    "nav",
    { class: "bar over" },
    tournament && hasRoom(tournament, snapshot.room)
      ? h("button", { key: "standings", class: "primary", onclick: () => go(tournamentAt(tournament.code)) }, text("standings"))
      : you
      ? h(
          "button",
          {
            key: "rematch",
            class: "primary",
            ...isOff(Boolean(offered) || offline()),
            onclick: () => send({ type: "rematch" }),
          },
          text(offered ? "rematch-offered" : "rematch"),
        )
      : h("button", { key: "start", class: "primary", onclick: leave }, text("to-start")),
    h(
      "button",
      {
        key: "review",
        class: "secondary",
        ...isOff(snapshot.plies.length === 0),
        onclick: () => lookAt(snapshot.plies.length + 1),
      },
      text("look-back"),
    ),
    !room.both &&
      h(
        "button",
        {
          key: "chat",
          class: `icon-button chat-button${room.unread > 0 ? " unread" : ""}`,
          onclick: openChat,
          "aria-label": text(room.unread > 0 ? "chat-unread" : "chat"),
        },
        icon("chat"),
      ),
  );
}

/** @param {Room} room @param {Shape} shape @param {string | null} at */
function playBar(room, shape, at) {
  const { width, height } = measures(shape, true);
  const scale = zoomFor(shape, boardWidth());
  const { x, y } = app.ui.corner;
  // The little board has no room above it for the disc that waits.
  const { zone } = measures(shape);
  const tall = height + zone;
  const top = Math.max(0, y * tall - zone);
  const bottom = (y + 1 / scale) * tall - zone;
  const whole = () => set(NOTHING_PICKED);
  return h(
    "nav",
    { class: "bar play" },
    h(
      "button",
      // Without a point the button beside it says the same.
      { class: "little", onclick: whole, ...(at ? { "aria-label": text("whole-board") } : { "aria-hidden": "true", tabindex: -1 }) },
      board({ shape, stones: stonesOf(room), small: true }),
      app.ui.zoomed &&
        h(
          "svg",
          { class: "window", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
          h("rect", { x: x * width, y: top, width: width / scale, height: bottom - top }),
        ),
    ),
    at
      ? h(
          "button",
          { class: "primary", onclick: () => place(at) },
          h("span", null, rich("play-move", { move: h("span", { class: "point" }, readMove(at, shape)) })),
        )
      : h("button", { class: "secondary", onclick: whole }, text("whole-board")),
    at && h("button", { class: "icon-button", onclick: whole, "aria-label": text("drop-premove", { move: readMove(at, shape) }) }, icon("close")),
  );
}

/**
 * The choices of an opening, where the line of moves is; none while nothing is to be chosen here.
 *
 * @param {Room} room
 */
export function choices(room) {
  const { snapshot } = room;
  const { opening } = snapshot;
  /** @type {Record<string, string>} */
  const labels = { black: "swap2-take-black", white: "swap2-take-white", place_two: "swap2-two" };
  const you = actor(room);
  if (!opening?.choices.length || opening.to_act !== you || snapshot.phase.type !== "playing") return null;
  return h(
    "nav",
    { key: "choices", class: "choices", "aria-label": text("swap2-choose") },
    opening.choices.map((choice) => {
      const side = choice === "black" ? "first" : choice === "white" ? "second" : null;
      const colour = side && colourName(side, false);
      return h(
        "button",
        {
          class: "secondary",
          ...isOff(offline()),
          onclick: () => sendFor(you, { type: "choose", revision: snapshot.revision, choice }),
          "aria-label": labels[choice] ? text(labels[choice]) : choice,
        },
        side && mark(side, false),
        h("span", null, colour || (choice === "place_two" ? text("swap2-two-short") : choice)),
      );
    }),
  );
}
