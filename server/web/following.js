// The tournament that the page follows, as the server sent it: pure, as `state.js`, of which it is a part.

/**
 * @import { PairingView, RoomId, ServerMessage, TournamentView } from "../../protocol/protocol.d.ts"
 * @typedef {object} Following
 * @property {RoomId} code
 * @property {TournamentView | null} view
 * @property {number | null} until when its countdown ends, as a moment
 * @property {boolean} organiser whether the person is the organiser
 * @property {number | null} entrant the number of the person, `null` for those who watch
 * @property {PairingView[]} all pairings of all rounds, as far as they were asked for
 * @property {RoomId | null} table the room of the person's last game
 * @property {string | null} refused the code, if there is no such tournament
 * @property {boolean} elsewhere whether it is at another server, and a room keeps the page at this one
 */

/** @param {RoomId} code @returns {Following} */
export const following = (code) => ({ code, view: null, until: null, organiser: false, entrant: null, all: [], table: null, refused: null, elsewhere: false });

/** @param {Following | null} before @param {ServerMessage} message @param {number} at @returns {Following | null} */
export function follow(before, message, at) {
  if (message.type === "your_tournament") {
    const { tournament, organiser, entrant = null } = message;
    return { ...(before?.code === tournament ? before : following(tournament)), organiser, entrant, refused: null, elsewhere: false };
  }
  if (message.type === "your_table") return before && { ...before, table: message.room };
  if (message.type === "refused") {
    const { refusal } = message;
    if (before && refusal.code === "elsewhere" && refusal.room === before.code) return { ...before, elsewhere: true };
    const isGone = refusal.code === "no_such_tournament" && refusal.tournament === before?.code;
    return before && isGone ? { ...before, refused: refusal.code } : before;
  }
  if (message.type === "tournament" && before?.code === message.view.tournament) {
    const { countdown } = message.view;
    return { ...before, view: message.view, until: countdown == null ? null : at + countdown, all: merged(before.all, message.view.pairings) };
  }
  if (message.type === "tournament_pairings" && before?.code === message.tournament)
    return { ...before, all: merged(before.all, message.pairings) };
  return before;
}

/** @param {PairingView[]} known @param {PairingView[]} sent */
function merged(known, sent) {
  const all = new Map(known.map((one) => [one.pairing, one]));
  for (const one of sent) if (one.pairing != null) all.set(one.pairing, one);
  return [...all.values()].sort((a, b) => (a.pairing ?? 0) - (b.pairing ?? 0));
}

/** Whether a tournament leads the person to tables: then the page follows it on every screen. @param {Following} one */
export const isMine = ({ organiser, entrant, view }) => (organiser || entrant != null) && view?.phase !== "over";

/**
 * What the results so far come to: other results change it, and with it the pairings of earlier rounds.
 *
 * @param {TournamentView | null | undefined} view
 */
export const resultsOf = (view) => view && JSON.stringify([view.round, view.phase, view.standings.map(({ points, entrant }) => [entrant, points])]);

/** The pairing of an entrant in this round. @param {TournamentView} view @param {number | null} entrant */
export const pairingOf = ({ pairings }, entrant) =>
  entrant == null ? undefined : pairings.find(({ first, second, over }) => !over && (first === entrant || second === entrant)) ??
    pairings.find(({ first, second }) => first === entrant || second === entrant);

/** The room of the game of a pairing that goes on. @param {PairingView} pairing @returns {RoomId | null} */
export const roomOf = ({ games, over }) => (over ? null : (games.filter(({ score }) => score == null).at(-1)?.room ?? null));

/**
 * The rooms whose boards are shown, and the last one of a pairing between two games.
 *
 * @param {TournamentView} view
 */
export const roomsOf = ({ pairings }) => pairings.flatMap((one) => (one.over ? [] : (one.games.filter(({ room }) => room).at(-1)?.room ?? [])));

/** Tells if a room has a game of the tournament. @param {Following | null} one @param {RoomId} code */
export const hasRoom = (one, code) => Boolean(one?.table === code || one?.all.some(({ games }) => games.some(({ room }) => room === code)));

/** Whether the person may enter now. @param {Following} one */
export function mayEnter({ view, entrant }) {
  if (!view || view.phase === "over" || (entrant != null && view.entrants[entrant]?.state !== "withdrawn")) return false;
  return view.phase === "entries" || (view.spec.late_entries !== false && view.spec.format.type !== "knockout");
}
