// The second of two people at this page: a connection of its own, which has the
// other seat. What one offers, the page accepts for the other.

import { ENTER, resendPending } from "./actions.js";
import { app, redraw, sendFor } from "./app.js";
import { Connection } from "./connection.js";
import * as memory from "./memory.js";
import { other } from "./rules.js";
import { socketAddress } from "./route.js";
import { notify } from "./signal.js";
import { has, text } from "./text.js";
import { refusalId } from "./words.js";

/**
 * @import { ClientMessage, Refusal, RoomEvent, ServerMessage } from "../../protocol/protocol.d.ts"
 * @import { Room } from "./room.js"
 */

/** What the second connection says first. @returns {ClientMessage[]} */
function greeting() {
  const { shared: room } = app.work;
  if (!room) return [];
  const token = memory.partner(room);
  return [
    // Another person than the one whose key this browser has.
    { type: "hello", protocol: 1, software: "enlinea page", name: text("second-player"), key: null, heartbeat: true },
    { type: "join", room, role: token ? { type: "seat", token } : { type: "player" }, ref: ENTER },
  ];
}

/** @param {ServerMessage} message */
function receive(message) {
  if (message.type === "joined" && message.you) {
    // The server does not repeat the token of a client that comes back by it.
    if (message.token) memory.setPartner(message.snapshot.room, message.token);
    share();
    resendPending();
  }
  if (message.type === "refused" && message.ref === ENTER) refused(message.refusal);
}

/** The second connection is not let into the room. @param {Refusal} refusal */
function refused(refusal) {
  if (refusal.code === "too_fast") return void setTimeout(() => app.partner?.restart(), refusal.wait);
  const id = refusalId(refusal.code);
  notify(text(has(id) ? id : "refused-other", { n: 0, reference: "" }), "assertive");
  share(false);
}

/** Has the page act for both seats of the room, or no more. */
function share(both = true) {
  const here = app.state.room;
  if (here?.snapshot.room === app.work.shared) app.state = { ...app.state, room: { ...here, both } };
  redraw();
}

/** Takes the other seat of the room that the page is in, if it has it or was to have it. @param {Room} here */
export function sitDown({ snapshot, you }) {
  const code = snapshot.room;
  const isAsked = app.ui.forTwo != null && app.work.wish === app.ui.forTwo && snapshot.phase.type === "seating";
  app.ui.forTwo = null;
  if (!you || (!isAsked && !memory.partner(code))) return;
  const isThere = app.work.shared === code && app.partner != null;
  app.work.shared = code;
  share();
  if (isThere) return;
  if (app.partner) app.partner.restart();
  else app.partner = new Connection(socketAddress(), { hello: greeting, message: receive, status: () => {} });
}

/** Ends the second connection once the page is in another room, or in none. */
export function follow() {
  const { shared } = app.work;
  if (!shared || app.state.room?.snapshot.room === shared) return;
  app.work.shared = null;
  app.partner?.stop();
  app.partner = null;
}

/** What a player answers to what the other offers. @type {Partial<Record<RoomEvent["type"], ClientMessage>>} */
const ANSWERS = {
  draw_offered: { type: "answer_draw", accept: true },
  takeback_asked: { type: "answer_takeback", accept: true },
  rematch_offered: { type: "rematch" },
};

/** Accepts what one of two at this page offers. @param {RoomEvent} event */
export function accept(event) {
  const answer = ANSWERS[event.type];
  if (answer && "by" in event) sendFor(other(event.by), answer);
}
