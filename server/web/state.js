// What the server has told, as one value: `apply(state, message, at)` gives the
// next one. No document, no clock, no socket; `test/state.test.js` plays it.

import { follow } from "./following.js";
import { applyEvent, bothActed, fromSnapshot } from "./room.js";
import { counts } from "./rules.js";
import { roomOfGame } from "./trial.js";

/**
 * @import { BotOffer, LobbyLine, Name, PastGame, PlayedMove, Refusal, RoomId } from "../../protocol/protocol.d.ts"
 * @import { RoomSummary, ServerMessage, TournamentSummary, YourGame } from "../../protocol/protocol.d.ts"
 * @import { Following } from "./following.js"
 * @import { Analysis, Room } from "./room.js"
 */
/** @typedef {Extract<ServerMessage, {type: "welcome"}>} Welcome */
/** @typedef {Extract<ServerMessage, {type: "history" | "past_game" | "profile" | "leaderboard"}>} PastAnswer */
/**
 * @typedef {object} Past what the server said of games that are over, for the place where the page is; times since
 *   something are moments here
 * @property {number} ref of the questions of this place: what comes late to those of another one is left out
 * @property {PastAnswer | null} answer the last one
 * @property {PastGame[]} games of the history, those that are over for longer at the end
 * @property {number | null} older from which number on there are older games
 * @property {number | null} before the number from which on games were asked for
 * @property {Room | null} room the game, as a table has it
 * @property {string | null} refused the code, if the server has no answer
 */

/** Rooms that a server tells at most when somebody enters the lobby. */
const LOBBY_ROOMS = 200;

/**
 * `isCut` says that the server may have more rooms than it has told.
 *
 * @typedef {{rooms: RoomSummary[], isCut: boolean, players: Name[], present: number, chat: LobbyLine[]}} Lobby
 */

/**
 * @typedef {object} State
 * @property {Welcome | null} welcome
 * @property {Lobby | null} lobby
 * @property {Room | null} room the room that the page is in
 * @property {Record<RoomId, Room>} watched rooms that are watched beside it
 * @property {Record<RoomId, RoomSummary>} infos what `look` said
 * @property {RoomId[]} owned rooms that this person opened to watch, into which they are let while they are locked
 * @property {YourGame[]} games
 * @property {Record<string, BotOffer[]>} bots by variant, as `list_bots` said
 * @property {Record<string, Analysis>} analyses by [`position`]
 * @property {Past | null} past
 * @property {TournamentSummary[]} tournaments the listed ones, and those of the person
 * @property {Following | null} tournament the one that the page follows
 * @property {Record<string, PlayedMove[]>} played the moves that were played here, by [`position`]
 * @property {string[]} unanalysed the variants that the server does not analyse, as far as is known
 * @property {Name[]} muted
 * @property {{room: RoomId, why: string} | null} left how the last room was left
 * @property {{refusal: Refusal, message: string, ref: number | null, count: number} | null} refused the last
 *   refusal, and how many there were
 * @property {{code: string, until: number} | null} handOver
 * @property {{room: RoomId, text: string} | null} record
 * @property {string | null} announcement
 * @property {boolean} stopping whether the server said that it stops
 */

/** @returns {State} */
export const empty = () => ({
  welcome: null,
  lobby: null,
  room: null,
  watched: {},
  infos: {},
  owned: [],
  games: [],
  bots: {},
  analyses: {},
  past: null,
  tournaments: [],
  tournament: null,
  played: {},
  unanalysed: [],
  muted: [],
  left: null,
  refused: null,
  handOver: null,
  record: null,
  announcement: null,
  stopping: false,
});

/** The state in which the page asks for games that are over. @param {number} ref @returns {Past} */
export const asking = (ref) => ({ ref, answer: null, games: [], older: null, before: null, room: null, refused: null });

/** The `ref` of names that a new connection is told one by one: until the last of them the server knows too few. */
export const MUTED_BEFORE = 4;

/**
 * @param {State} state
 * @param {ServerMessage} message
 * @param {number} at the moment at which it came, in milliseconds
 * @returns {State}
 */
export function apply(state, message, at) {
  switch (message.type) {
    case "welcome":
      return {
        ...state,
        welcome: message,
        announcement: message.announcement ?? null,
        stopping: false,
        // A server that was started anew may have other engines.
        bots: {},
        watched: {},
        unanalysed: [],
        refused: null,
      };
    case "refused":
      return {
        ...state,
        ...roomsToldBy(state, message.refusal),
        past: withRefusal(state.past, message),
        tournament: follow(state.tournament, message, at),
        room: message.refusal.code === "too_late_to_abort" && state.room ? bothActed(state.room) : state.room,
        unanalysed:
          message.refusal.code === "not_analysed"
            ? [...state.unanalysed, message.refusal.variant]
            : state.unanalysed,
        refused: {
          refusal: message.refusal,
          message: message.message,
          ref: message.ref ?? null,
          count: (state.refused?.count ?? 0) + 1,
        },
      };
    case "lobby":
      return {
        ...state,
        lobby: {
          rooms: message.rooms,
          isCut: message.rooms.length >= LOBBY_ROOMS,
          players: message.players,
          present: message.present,
          chat: message.chat,
        },
      };
    case "lobby_room":
      return inLobby(state, (lobby) => ({ ...lobby, rooms: withRoom(lobby.rooms, message.room) }));
    case "rooms_found":
      return inLobby(state, (lobby) => ({ ...lobby, rooms: withFound(lobby.rooms, message.rooms) }));
    case "lobby_room_removed":
      return inLobby(state, (lobby) => ({ ...lobby, rooms: lobby.rooms.filter((room) => room.room !== message.room) }));
    case "lobby_players":
      return inLobby(state, (lobby) => ({ ...lobby, players: message.players, present: message.present }));
    case "lobby_chat":
      return inLobby(state, (lobby) => ({ ...lobby, chat: [...lobby.chat, message.line].slice(-50) }));
    case "joined": {
      const { [message.snapshot.room]: _, ...watched } = state.watched;
      const rest = others(state.owned, message.snapshot.room);
      const owned = message.owner && !message.you ? [...rest, message.snapshot.room] : rest;
      return { ...state, watched, owned, left: null, room: fromSnapshot(message.snapshot, message, at, state.room) };
    }
    case "watching": {
      const { snapshot } = message;
      if (state.room?.snapshot.room === snapshot.room)
        return { ...state, room: fromSnapshot(snapshot, state.room, at, state.room) };
      return {
        ...state,
        watched: { ...state.watched, [snapshot.room]: fromSnapshot(snapshot, {}, at, state.watched[snapshot.room]) },
      };
    }
    case "left": {
      const { [message.room]: _, ...watched } = state.watched;
      const known = message.why === "closed" ? without(state, message.room) : state;
      // It was watched beside the room of the page, or the page went on to another before it heard of this.
      if (state.room?.snapshot.room !== message.room) return { ...known, watched };
      return { ...known, watched, room: null, handOver: null, left: { room: message.room, why: message.why } };
    }
    case "event": {
      const { room, seq, event } = message;
      if (state.room?.snapshot.room === room) return { ...state, room: applyEvent(state.room, seq, event, at) };
      const watched = state.watched[room];
      if (!watched) return state;
      return { ...state, watched: { ...state.watched, [room]: applyEvent(watched, seq, event, at) } };
    }
    case "analysis": {
      const known = Object.keys(state.analyses).length < MOST_ANALYSES ? state.analyses : {};
      return { ...state, analyses: { ...known, [position(message.variant, message.moves)]: message } };
    }
    case "history":
    case "past_game":
    case "profile":
    case "leaderboard":
      return state.past && state.past.ref === message.ref ? { ...state, past: answered(state.past, message, at) } : state;
    case "explored": {
      const known = Object.keys(state.played).length < MOST_ANALYSES ? state.played : {};
      return { ...state, played: { ...known, [position(message.variant, message.moves)]: message.played } };
    }
    case "tournaments":
      return { ...state, tournaments: message.tournaments };
    case "your_tournament":
    case "tournament":
    case "tournament_pairings":
      return { ...state, tournament: follow(state.tournament, message, at) };
    case "room_info":
      return { ...state, infos: { ...state.infos, [message.room.room]: message.room } };
    case "record":
      return { ...state, record: { room: message.room, text: message.text } };
    case "who": {
      const { room } = state;
      if (!room || room.snapshot.room !== message.room) return state;
      return {
        ...state,
        room: { ...room, snapshot: { ...room.snapshot, spectators: message.spectators, watching: message.watching } },
      };
    }
    case "bots":
      return { ...state, bots: { ...state.bots, [message.variant]: message.bots } };
    case "muted":
      return message.ref === MUTED_BEFORE ? state : { ...state, muted: message.names };
    case "handed_over":
      return { ...state, handOver: { code: message.code, until: at + message.expires_in } };
    case "your_games":
      return { ...state, games: message.games };
    case "announcement":
      return { ...state, announcement: message.text ?? null };
    case "shutting_down":
      return { ...state, stopping: true };
    default:
      return state; // `ping`, `pong`, `game_analysed`, and what a later server tells
  }
}

/** What a refusal tells of rooms that the person is not in. @param {State} state @param {Refusal} refusal */
function roomsToldBy(state, refusal) {
  if (refusal.code === "no_such_room") return without(state, refusal.room);
  if (refusal.code !== "locked") return {};
  const { room } = refusal;
  const info = state.infos[room];
  // What `look` said before is out of date, and its next answer is still to come.
  const infos = info ? { ...state.infos, [room]: { ...info, locked: true } } : state.infos;
  return { infos, owned: others(state.owned, room) };
}

/** @param {Past} past @param {PastAnswer} message @param {number} at @returns {Past} */
function answered(past, message, at) {
  const dated = (/** @type {PastGame} */ game) => ({ ...game, ended: at - game.ended });
  if (message.type === "history") {
    const games = [...past.games, ...message.games.map(dated)];
    return { ...past, answer: message, games, older: message.older ?? null };
  }
  if (message.type === "past_game") {
    const game = dated(message.game);
    return { ...past, answer: { ...message, game }, room: roomOfGame(game) };
  }
  if (message.type === "leaderboard") return { ...past, answer: message };
  const { profile } = message;
  const [games, best_wins] = [profile.games, profile.best_wins].map((all) => all.map(dated));
  return { ...past, answer: { ...message, profile: { ...profile, since: at - profile.since, games, best_wins } } };
}

/** @param {Past | null} past @param {Extract<ServerMessage, {type: "refused"}>} message */
const withRefusal = (past, { refusal: { code }, ref }) =>
  past && past.ref === ref && code !== "too_fast" ? { ...past, refused: code } : past;

/** Analyses that are kept: a long game has some hundred. */
const MOST_ANALYSES = 2000;

/** The name of a position among the analyses. @param {string} variant @param {readonly string[]} stones */
export const position = (variant, stones) => `${variant} ${stones.join(" ")}`;

/** @param {RoomId[]} rooms @param {RoomId} room */
const others = (rooms, room) => rooms.filter((one) => one !== room);

/** @param {State} state @param {(lobby: Lobby) => Lobby} change @returns {State} */
const inLobby = (state, change) => (state.lobby ? { ...state, lobby: change(state.lobby) } : state);

/**
 * What is known without a room that there is no more, or no seat in for this person: no list shows it.
 *
 * @param {State} state @param {RoomId} room @returns {State}
 */
export function without(state, room) {
  const { [room]: _, ...infos } = state.infos;
  const owned = others(state.owned, room);
  return { ...state, infos, owned, games: state.games.filter((game) => game.room.room !== room) };
}

/**
 * Whether the person may come to watch, as far as is known: nobody else is let into a room that is locked.
 *
 * @param {State} state @param {RoomSummary} room
 */
export const mayWatch = ({ owned }, { room, watchable, locked }) => watchable && (!locked || owned.includes(room));

/** What may be watched, and what is just over with a result. @param {State} state @param {RoomSummary[]} rooms */
export function toWatch(state, rooms) {
  const seen = rooms.filter((room) => mayWatch(state, room));
  return {
    running: seen.filter((room) => room.phase.type === "playing"),
    over: seen.filter((room) => room.phase.type === "over" && counts(room.phase.outcome.reason)),
  };
}

/** @param {RoomSummary[]} rooms @param {RoomSummary} room @returns {RoomSummary[]} */
function withRoom(rooms, room) {
  const at = rooms.findIndex((one) => one.room === room.room);
  return at < 0 ? [room, ...rooms] : rooms.map((one, i) => (i === at ? room : one));
}

/**
 * Rooms with those that a search found and the list left out: they are older.
 *
 * @param {RoomSummary[]} rooms @param {RoomSummary[]} found
 */
function withFound(rooms, found) {
  const known = new Set(rooms.map(({ room }) => room));
  return [...rooms, ...found.filter(({ room }) => !known.has(room))];
}
