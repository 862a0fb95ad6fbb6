// What a message of the server brings about beside the new state: memory,
// addresses, sounds, announcements, and the messages that must follow.

import {
  ENTER,
  HAND_OVER,
  WATCH,
  answered,
  askForValues,
  askWho,
  enterAnew,
  enterQueued,
  handOver,
  lookAt,
  playPremove,
  resendPending,
} from "./actions.js";
import { NO_ANALYSIS, NO_DIALOG, NO_MOVE, NOTHING_PICKED, app, hasTournaments, shownRoom, redraw, showNotice, send, set } from "./app.js";
import { SPOKEN, hearAgain, missed, spokenTo, toldAgain } from "./chat.js";
import { askForBots, openSubmitted } from "./form.js";
import { isWide } from "./layout.js";
import { settle, waitingIn } from "./lobby.js";
import * as memory from "./memory.js";
import { FRAME, plan } from "./motion.js";
import * as partner from "./partner.js";
import { bothActed, hasLost, mayAbort, mayClaim, mayPlay, outcome, risk, self } from "./room.js";
import { counts, placedBy, shape } from "./rules.js";
import {
  ANALYSE,
  COME_BACK,
  EXPLORE,
  RESYNC,
  TOURNAMENT_REFS,
  askAgain,
  followAgain,
  go,
  greeting,
  hello,
  isOut,
  keepSeats,
  seats,
  stay,
} from "./route.js";
import {
  announce,
  notify,
  tab,
  takenBackWords,
  report,
  reportChoice,
  reportEnd,
  reportLapsed,
  reportMove,
  reportStart,
  reportStep,
} from "./signal.js";
import { buzz, play } from "./sound.js";
import { apply } from "./state.js";
import { text } from "./text.js";
import { onTournament, orTournament } from "./tournaments.js";
import { offerWords, ratingWords, refusalWords, seatName } from "./words.js";

/**
 * @import { RoomEvent, RoomId, RoomSummary, ServerMessage } from "../../protocol/protocol.d.ts"
 * @import { EventOf, Room } from "./room.js"
 * @import { State } from "./state.js"
 */

/** @param {ServerMessage} message */
export function receive(message) {
  const before = app.state;
  app.state = apply(before, message, Date.now());
  move(before.room);
  if (message.type.startsWith("lobby")) keepRows(before);
  keepOwned(before);
  onMessage(message, before);
  partner.follow();
  tab();
  redraw();
}

/** Plans what moves on the board from the room of before, and draws once it has. @param {Room | null} before */
function move(before) {
  const now = Date.now();
  const motion = plan(before, app.state.room, app.ui.motion, now, stillness());
  if (motion === app.ui.motion) return;
  app.ui.motion = motion;
  for (const moment of [motion.until + FRAME, motion.told]) if (moment > now) setTimeout(redraw, moment - now);
}

/** @param {ServerMessage} message @param {State} before */
function onMessage(message, before) {
  if (message.type === "joined" || ("ref" in message && message.ref === ENTER)) answered();
  if ("ref" in message && message.ref === SPOKEN) spokenTo(message.type !== "refused");
  switch (message.type) {
    case "welcome":
      memory.reloadedWell();
      keepSeats();
      hearAgain();
      // The answers to what the last connection asked do not come on this one.
      Object.assign(app.ui, NO_ANALYSIS);
      // The server is a new one, and so is its page.
      if (before.welcome && before.welcome.software !== message.software && !app.state.room) location.reload();
      if (before.stopping && app.ui.notice?.text === text("server-stops")) set({ notice: null });
      if (app.ui.dialog === "banned") set({ dialog: null });
      enterQueued();
      askAgainForBots(before);
      if (app.ui.route.name === "game") askForValues();
      if (app.ui.route.name === "start" && hasTournaments()) send({ type: "list_tournaments" });
      break;
    case "your_tournament":
    case "your_table":
    case "tournament":
    case "tournament_pairings":
      onTournament(message, before.tournament);
      break;
    case "joined":
      onJoined(before);
      break;
    case "room_info": {
      const { room } = message;
      const ended = app.state.games.find((one) => one.room.room === room.room)?.ended;
      if (memory.token(room.room)) keepGame(room, ended);
      break;
    }
    case "past_game":
      if (app.ui.route.name === "game") lookAt(message.game.plies + 1);
      break;
    case "analysis":
      // A game without a room is asked about position by position.
      if (app.ui.route.name === "game") askForValues();
      break;
    case "bots":
      openSubmitted();
      break;
    case "rooms_found":
      set({ rows: null });
      break;
    case "lobby":
      toldAgain("lobby");
      break;
    case "left":
      if (message.why === "asked") isOut(message.room);
      if (before.room?.snapshot.room === message.room) {
        memory.setTabRoom(null);
        if (message.why !== "asked") seats.delete(message.room);
        clearTable();
        if (app.state.tournament?.elsewhere) send(followAgain(app.state.tournament.code));
        if (message.why === "closed") {
          memory.forget(message.room);
          // At the table the page says so itself.
          if (before.room && !shows(message.room)) report(text("room-closed", { room: message.room }), "assertive");
        }
      }
      break;
    case "event":
      if (app.state.room && message.room === app.state.room.snapshot.room) {
        if (app.state.room.gap && !before.room?.gap) send(RESYNC);
        onRoomEvent(message.event, app.state.room, before.room);
      } else if (app.state.watched[message.room]?.gap && !before.watched[message.room]?.gap) {
        send({ type: "watch", room: message.room, ref: WATCH });
      }
      break;
    case "refused":
      onRefused(message);
      break;
    case "muted":
      memory.setMuted(app.state.muted);
      break;
    case "announcement":
      if (message.text) notify(text("host-says", { words: message.text }), "polite", 15_000, true);
      break;
    case "shutting_down":
      notify(text("server-stops"), "polite", 20_000, true);
      break;
    default:
  }
}

/** Keeps the rows of the lobby in their places, of which one may be under a finger. @param {State} before */
function keepRows(before) {
  if (!app.state.lobby) return;
  const mine = new Set(memory.held().map(({ room }) => room));
  const shown = app.ui.rows ?? settle([], waitingIn(before.lobby?.rooms ?? [], mine));
  app.ui.rows = settle(shown, waitingIn(app.state.lobby.rooms, mine));
}

/** Remembers which rooms the person opened to watch. @param {State} before */
function keepOwned({ owned: before }) {
  const { owned } = app.state;
  for (const room of before) if (!owned.includes(room)) memory.setOwned(room, false);
  for (const room of owned) if (!before.includes(room)) memory.setOwned(room, true);
}

/** What was open or about to be done at a table goes with it. */
const clearTable = () => set({ ...NO_MOVE, viewedPly: null, trial: null, ...NO_DIALOG, chat: false });

/**
 * Asks for the bots that the form shows, or the waiting room of a custom board: those of the last connection are
 * forgotten.
 *
 * @param {State} before
 */
function askAgainForBots(before) {
  if (app.ui.route.name === "new") askForBots();
  const variant = app.state.room?.snapshot.spec.variant;
  if (variant && before.bots[variant]) send({ type: "list_bots", variant });
}

/**
 * Remembers the seat, and what neither lists nor a snapshot tell: who has black where that is chosen in the game, and
 * whether both have acted.
 *
 * @param {Room} room
 */
function keepSeat(room) {
  const { snapshot, you, token } = room;
  if (!you || !token) return;
  const black = snapshot.spec.opening ? (snapshot.opening?.black ?? null) : undefined;
  const acted = mayAbort(room) ? undefined : snapshot.series.game;
  memory.hold({ room: snapshot.room, token, side: you, black, acted });
}

/**
 * Remembers a game that was played here to its end, which may have come while the page heard nothing. One that is told
 * again keeps its date.
 *
 * @param {Pick<RoomSummary, "room" | "seats" | "phase" | "variant">} summary
 * @param {number | null} [ended] how long ago that was, in milliseconds
 */
function keepGame({ room, seats: { first, second }, phase, variant }, ended) {
  if (phase.type !== "over" || !counts(phase.outcome.reason)) return;
  const { outcome } = phase;
  const known = memory.played().find((one) => one.room === room);
  // A rematch exchanges the sides.
  const game = (/** @type {Pick<memory.Played, "first" | "outcome">} */ one) =>
    JSON.stringify([one.outcome.winner, one.outcome.reason, one.outcome.line, seatName(one.first)]);
  if (known && game(known) === game({ first, outcome })) return;
  memory.keep({ room, first, second, variant, outcome, at: Date.now() - (ended ?? 0) });
}

/** The room, with what this browser remembers of its game. @param {Room} room */
function remembered(room) {
  const kept = memory.held().find((seat) => seat.room === room.snapshot.room);
  return kept?.acted === room.snapshot.series.game ? bothActed(room) : room;
}

/** The page is in a room, for the first time or again. @param {State} before */
function onJoined(before) {
  if (!app.state.room) return;
  const room = remembered(app.state.room);
  app.state = { ...app.state, room };
  const { snapshot, you } = room;
  const code = snapshot.room;
  keepSeat(room);
  partner.sitDown(room);
  if (you) seats.add(code);
  if (you) keepGame({ ...snapshot, variant: snapshot.spec.variant });
  // The seat is kept while the page shows another place.
  const kept = memory.tabRoom()?.room === code;
  memory.setTabRoom({ room: code, role: you ? "seat" : "spectator" });
  const again = before.room?.snapshot.room === code;
  const { route } = app.ui;
  if (route.name === "room" && route.code === code ? route.handOver : !kept) go(code, route.name === "room");
  if (!again) {
    if (shownRoom()) send({ type: "leave_lobby" });
    set({ ...NO_MOVE, ...NO_ANALYSIS, focus: null, hover: null });
    if (you && !memory.lasts() && !app.work.warned) notify(text("storage-off"), "polite", 15_000, true);
    app.work.warned ||= Boolean(you);
    if (mayPlay(room) && shownRoom()) announce(text("your-turn"), "assertive");
  }
  if (again && before.room) {
    dropAfterGap(room, before.room);
    endAsking(room);
    room.unread = chatIsOpen() ? 0 : room.unread + missed(room, before.room);
    reportAfterGap(room, before.room);
  }
  toldAgain(code);
  askWho();
  app.ui.askedPosition = null;
  const { pending } = app.ui;
  if (pending && (pending.room !== code || pending.revision !== snapshot.revision)) set({ pending: null });
  else resendPending();
  if (again && before.room) premoveAfterGap(room, before.room);
  // The answer was lost with the line.
  if (you && app.ui.dialog === "phone" && !app.state.handOver) handOver();
  askForValues();
}

/**
 * Drops what was looked at or about to be done where it was taken back, or the game ended, while the page heard
 * nothing: as the events would have.
 *
 * @param {Room} room @param {Room} before
 */
function dropAfterGap({ snapshot }, { snapshot: was }) {
  const { viewedPly } = app.ui;
  const plies = snapshot.plies.length;
  const isSame = snapshot.series.game === was.series.game;
  if (isSame && snapshot.phase.type === was.phase.type && plies >= was.plies.length) return;
  const isThere = isSame && viewedPly && viewedPly <= plies;
  set({ viewedPly: isThere ? viewedPly : null, trial: null, ...NOTHING_PICKED, question: null });
}

/**
 * Says what a player must know of what happened while the page heard nothing: the end, whose turn it is now, or the
 * step of an opening that is due.
 *
 * @param {Room} room @param {Room} before
 */
function reportAfterGap(room, before) {
  const { snapshot, you } = room;
  const { plies, opening } = snapshot;
  const was = before.snapshot;
  const isSame = snapshot.series.game === was.series.game;
  if (outcome(room)) return isSame && outcome(before) ? undefined : tellEnd(room);
  const last = plies.at(-1);
  const side = placedBy(plies.length - 1, opening);
  // A takeback alone leaves the plies that were there.
  const isNew = last && !(isSame && was.plies[plies.length - 1]?.square === last.square);
  if (isNew && side !== you && mayPlay(room)) reportMove(room, side, last.square);
  else if (!last && snapshot.phase.type === "playing" && !(isSame && was.phase.type === "playing")) reportStart(room);
  reportStep(room, isSame ? before : null);
}

/**
 * Plays the premove if the opponent made one move while the page heard nothing; drops it if anything else happened.
 *
 * @param {Room} room @param {Room} before
 */
function premoveAfterGap(room, before) {
  const { snapshot } = room;
  const was = before.snapshot;
  const { premove } = app.ui;
  if (!premove) return;
  const goesOn = snapshot.phase.type === "playing" && snapshot.series.game === was.series.game;
  if (goesOn && snapshot.revision === premove.revision) return;
  const moved = snapshot.revision === premove.revision + 1 && snapshot.plies.length > was.plies.length;
  if (goesOn && moved) playPremove(room);
  else set({ premove: null });
}

/** Whether the place of a room is on the screen. @param {string} room */
const shows = (room) => app.ui.route.name === "room" && app.ui.route.code === room;

/** What changes the list of a person's games. */
const LISTED = ["seat_taken", "seat_vacated", "started", "moved", "taken_back", "over"];

/** @param {RoomEvent} event @param {Room} room @param {Room | null} before */
function onRoomEvent(event, room, before) {
  if (app.ui.route.name === "start" && LISTED.includes(event.type)) {
    send({ type: "your_games" });
    send({ type: "room_info", room: room.snapshot.room });
  }
  const { snapshot, you } = room;
  // The answer to another offer, or the end, is news.
  if (["over", "started", "taken_back"].includes(event.type) && app.ui.notice?.text === app.work.declined) set({ notice: null });
  switch (event.type) {
    case "moved":
      onMoved(event, room, before);
      break;
    case "watchers":
      if (!event.names) askWho();
      break;
    case "chat_closed":
      notify(text(event.closed ? "refused-chat-closed" : "chat-is-open"));
      break;
    case "locked":
      notify(text(event.locked ? "room-locked" : "room-unlocked"));
      break;
    case "removed":
      notify(text("somebody-removed", { name: event.name }));
      break;
    case "started":
      onStarted(room, before);
      break;
    case "over":
      onOver(room);
      break;
    case "rated":
      if (you) announce(text("rating-said", { words: ratingWords(room, you) }), "polite", true);
      break;
    case "taken_back":
      onTakenBack(event, before);
      break;
    case "opening":
      keepSeat(room);
      reportStep(room, before);
      break;
    case "opening_chosen":
      endAsking(room);
      set({ pending: null });
      keepSeat(room);
      reportChoice(room, event.by, event.choice);
      reportLapsed(room, before, "-choice");
      break;
    case "draw_offered":
    case "takeback_asked":
    case "rematch_offered":
      onOffer(event, room);
      break;
    case "draw_declined":
    case "takeback_declined":
    case "rematch_declined":
      if (event.by === self(room) || room.both) break;
      app.work.declined = text(event.type.replace("_", "-"), { name: seatName(snapshot.seats[event.by]) });
      notify(app.work.declined);
      break;
    case "chat_posted":
      onChat(event, room);
      break;
    case "reconnected":
      endAsking(room);
      if (event.side !== you && !room.both) announce(text("somebody-back", { name: seatName(snapshot.seats[event.side]) }));
      break;
    case "disconnected":
      if (event.side !== you && !room.both) announce(text("somebody-away", { name: seatName(snapshot.seats[event.side]) }));
      break;
    default:
  }
}

/** @param {EventOf<"moved">} event @param {Room} room @param {Room | null} before */
function onMoved(event, room, before) {
  const { ui } = app;
  const { square } = event.made;
  ui.pending = null;
  endAsking(room);
  if (before && mayAbort(before) && !mayAbort(room)) keepSeat(room);
  set({ picked: ui.picked === square ? null : ui.picked });
  const falls = shape(room.snapshot.spec.variant)?.falls;
  play(falls ? "disc" : "stone", Math.max(0, ui.motion.until - Date.now()) / 1000);
  if (!event.ends_game) {
    reportMove(room, event.side, square);
    reportLapsed(room, before);
  }
  playPremove(room);
  askForValues();
}

/** @param {Room} room @param {Room | null} before */
function onStarted(room, before) {
  const { you, snapshot } = room;
  // Who was to be invited is there, and whoever waited waits no more.
  if (you && ["link", "waiting"].includes(app.ui.dialog ?? "")) set(NO_DIALOG);
  if (before && (before.you !== you || snapshot.spec.opening)) keepSeat(room);
  set({ viewedPly: null, trial: null, ...NO_MOVE, ...NO_ANALYSIS });
  reportStart(room);
  askForValues();
  play("turn");
}

/** @param {Room} room */
function onOver(room) {
  const { you, snapshot } = room;
  set(NO_MOVE);
  endAsking(room);
  const won = outcome(room)?.winner;
  if (you) keepGame({ ...snapshot, variant: snapshot.spec.variant });
  play(!won ? "draw" : hasLost(room) ? "lose" : "win", untilTold() / 1000);
  tellEnd(room);
}

/** Time until words may say how the game ended: at once if its board is not on the screen, in milliseconds. */
const untilTold = () => (shownRoom() ? Math.max(0, app.ui.motion.told - Date.now()) : 0);

/** Time for which the words for the end of a game stand over its board, in milliseconds. */
const VERDICT = 6000;

/** Says how a game ended, once its last stone has landed. @param {Room} room */
function tellEnd(room) {
  const { phase } = room.snapshot;
  const tell = () => {
    if (app.state.room?.snapshot.phase !== phase) return;
    reportEnd(app.state.room);
    if (room.you) buzz(hasLost(room) || !outcome(room)?.winner ? "calm" : "won");
    set({ verdict: phase });
    setTimeout(() => app.ui.verdict === phase && set({ verdict: null }), VERDICT);
  };
  const wait = untilTold();
  if (wait) setTimeout(tell, wait);
  else tell();
}

/** @param {EventOf<"taken_back">} event @param {Room | null} before */
function onTakenBack({ plies }, before) {
  const { viewedPly, question } = app.ui;
  // An open question, such as that of resigning, is not answered by it.
  set({ ...NO_MOVE, question, viewedPly: viewedPly && viewedPly > plies ? null : viewedPly, trial: null });
  announce(takenBackWords(before, plies));
  askForValues();
}

/** @param {EventOf<"draw_offered" | "takeback_asked" | "rematch_offered">} event @param {Room} room */
function onOffer(event, room) {
  const { you } = room;
  if (room.both) return partner.accept(event);
  if (event.by !== you) {
    set({ deafUntil: Date.now() + 400, question: null });
    if (you) report(text(...offerWords(event.type, room, event.by)), "assertive");
    play("said");
  } else if (you) {
    announce(text(event.type.replace("_", "-")));
  }
}

/** @param {EventOf<"chat_posted">} event @param {Room} room */
function onChat({ line: { side, name, text: words } }, room) {
  if (side !== room.you || !room.you) {
    const line = text("chat-line", { name, words });
    announce(line);
    if (!chatIsOpen()) showNotice(line);
  }
  if (chatIsOpen()) room.unread = 0;
}

/**
 * Drops a question that has become void: once both have acted a game is no longer aborted, nobody claims it of who is
 * back, and a game that is over is left without one.
 *
 * @param {Room} room
 */
function endAsking(room) {
  const { question } = app.ui;
  const isVoid = question === "abort" ? !mayAbort(room) : question === "claim" && !mayClaim(room, Date.now());
  if (isVoid) set({ question: null });
  if (app.ui.dialog === "leave" && !risk(room)) set(NO_DIALOG);
}

/** Whether the chat can be seen: opened on a phone, always on a desktop. */
const chatIsOpen = () =>
  shownRoom() != null && app.ui.viewedPly == null && (app.ui.chat || isWide());

/** Whether the person wants no motion. */
const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Time after which an analysis is asked for again that too many others kept from being made, in milliseconds. */
const PAUSE = 3000;

/** @param {Extract<ServerMessage, {type: "refused"}>} message */
function onRefused({ refusal, ref }) {
  const { ui } = app;
  // The TV asks again by itself, and the refusal is none of the room of this page.
  if (ref === WATCH || ref === TOURNAMENT_REFS.either) return;
  // The place itself says so.
  if (ref != null && ref === app.state.past?.ref && refusal.code !== "too_fast") return;
  if (ref === EXPLORE) {
    if (refusal.code !== "too_fast") return;
    ui.askedMoves = null;
    setTimeout(askForValues, refusal.wait);
    return;
  }
  if (ref === HAND_OVER && ui.dialog === "phone") set({ dialog: null });
  switch (refusal.code) {
    case "version":
      // The server was updated under an open page: its new page fits it.
      if (memory.reloadOnce(`version ${refusal.newest}`)) location.reload();
      else set({ dialog: "version" });
      app.connection?.stop();
      return;
    case "banned":
      set({ dialog: "banned" });
      app.connection?.hold(refusal.wait ?? null);
      return;
    case "name_owned":
      for (const message of [hello(refusal.suggestion), ...greeting()]) send(message);
      // Asked for again, it would be refused at every visit.
      memory.setName(refusal.suggestion);
      notify(text("name-owned", { name: refusal.name, suggestion: refusal.suggestion }));
      return;
    case "no_such_tournament":
      memory.setFollowed(null);
      return;
    case "elsewhere":
      if (refusal.room !== app.state.tournament?.code || !app.state.room) break;
      return notify(text("tournament-elsewhere"));
    case "no_such_room":
    case "wrong_token":
      return noSuchRoom(refusal.room, refusal.code, ref);
    case "wrong_code":
      if (ui.route.name === "room") {
        go(ui.route.code, true);
        notify(text("refused-wrong-code"), "assertive");
      }
      return;
    case "already_in_room":
      if (app.state.room) break;
      if (ref === ENTER ? enterAnew(refusal.room) : ref === COME_BACK && shows(refusal.room) && stay()) return;
      break;
    case "no_open_seat":
    case "no_spectators":
    case "locked":
      notLetIn(ref);
      break;
    case "full":
    case "internal":
    case "disk_full":
      if (ref === COME_BACK) notBack();
      break;
    case "over_limit":
    case "too_fast":
      if (ref === ANALYSE) {
        Object.assign(ui, NO_ANALYSIS);
        setTimeout(askForValues, refusal.code === "too_fast" ? refusal.wait : PAUSE);
        return;
      }
      if (refusal.code === "too_fast" && askAgain(refusal.wait, ref)) return notify(refusalWords(), "assertive");
      break;
    case "too_late_to_abort":
      if (app.state.room) keepSeat(app.state.room);
      break;
    case "stale":
      set({ pending: null });
      return;
    case "hello_expected":
    case "not_in_room":
    case "not_in_lobby":
    case "not_watching":
    case "nothing_to_analyse":
    case "not_analysed":
    case "hints_off":
      return;
    default:
  }
  set({ pending: null });
  notify(refusalWords(), "assertive");
}

/** @param {RoomId} room @param {string} why @param {number | null | undefined} ref */
function noSuchRoom(room, why, ref) {
  memory.forget(room);
  if (memory.tabRoom()?.room === room) memory.setTabRoom(null);
  if (app.state.room?.snapshot.room === room) app.state = { ...app.state, room: null };
  seats.delete(room);
  if (shows(room)) {
    app.state = { ...app.state, left: { room, why } };
    orTournament(room);
  } else if (ref === ENTER) report(text("no-such-room", { room }), "assertive");
}

/** @param {number | null | undefined} ref */
function notLetIn(ref) {
  // The line of before was lost, and this one leads to the table no more.
  if (ref === COME_BACK && app.state.room) {
    app.state = { ...app.state, room: null };
    clearTable();
  }
  const { route } = app.ui;
  if (!app.state.room) memory.setTabRoom(null);
  if (route.name === "room") send({ type: "room_info", room: route.code });
}

/** The server cannot open the room of the page: its board is dead, and a look at the room is refused as well. */
function notBack() {
  const gone = app.state.room?.snapshot.room ?? memory.tabRoom()?.room;
  memory.setTabRoom(null);
  app.state = { ...app.state, room: null };
  clearTable();
  // The seat is in the list of games there, and the landing page of another room stays.
  if (gone ? shows(gone) : app.ui.route.name === "room") go("", true);
}
