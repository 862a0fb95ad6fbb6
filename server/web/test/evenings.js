// Tournaments of eight as a server would show them, for tests and to look at: each form in each phase.

/** @import { PairingView, Standing, TournamentPhase, TournamentView } from "../../../protocol/protocol.d.ts" */

const NAMES = ["Kasia", "Ana", "Zofia", "Bruno", "Marta", "Lucía", "Wanda"];
/** @type {Record<string, any>} */
const FORMATS = {
  swiss: { type: "swiss", rounds: 5 },
  round_robin: { type: "round_robin", twice: false },
  knockout: { type: "knockout", third_place: true },
  arena: { type: "arena", length: 3_600_000 },
};
const ROUNDS = { swiss: 5, round_robin: 7, knockout: 3, arena: null };

/**
 * @param {keyof typeof ROUNDS} form @param {TournamentPhase} phase @param {Partial<TournamentView>} [fields]
 * @returns {TournamentView}
 */
export function evening(form, phase, fields) {
  const isBefore = phase === "entries";
  const round = isBefore ? 0 : form === "arena" ? 1 : phase === "over" ? (ROUNDS[form] ?? 1) : form === "knockout" ? 1 : 3;
  /** @type {Standing["rounds"]} */
  const rounds = isBefore ? [] : ["won", "drawn", "lost", "bye"];
  /** @type {PairingView[]} */
  const pairings = [0, 2, 4].map((n, i) => ({
    pairing: i,
    round,
    first: n,
    second: n + 1,
    games: phase === "pause" ? [] : [{ room: `K7QM2${"XYZ"[i]}`, score: phase === "over" ? { first: 2, second: 0 } : null, decision: phase === "over" ? "played" : null }],
    score: phase === "over" ? { first: 2, second: 0 } : { first: 0, second: 0 },
    over: phase === "over",
  }));
  const bye = { pairing: 3, round, first: 6, second: null, games: [], score: { first: 4, second: 0 }, over: true };
  return {
    tournament: "FR7K2M",
    spec: { name: "Friday evening", format: FORMATS[form], variant: "connect-four", clock: "5m+3s", games: form === "arena" ? 1 : 2, listed: true, late_entries: true, rated: false },
    organiser: "Ana",
    phase,
    held: false,
    round,
    rounds: ROUNDS[form],
    countdown: phase === "pause" || (form === "arena" && phase === "round") ? 96_000 : null,
    entrants: [...NAMES, null].map((name, i) => ({
      player: name ? { type: "human", name, profile: i % 2 === 0 } : { type: "bot", bot: "level:4" },
      state: "playing",
      present: i !== 3,
      ready: i === 1,
      from_round: 1,
    })),
    standings: [...NAMES, null].map((_, i) => ({
      entrant: i,
      place: i + 1,
      points: isBefore ? 0 : 8 - i,
      buchholz: isBefore ? 0 : 11 - i,
      sonneborn_berger: isBefore ? 0 : 25 - 2 * i,
      direct: 0,
      wins: isBefore ? 0 : 3,
      rounds: isBefore ? [] : rounds.slice(0, form === "arena" ? 4 : Math.max(1, round - 1)),
    })),
    pairings: isBefore ? [] : [...pairings, ...(form === "swiss" ? [bye] : [])],
    next: form === "round_robin" && !isBefore && phase !== "over" ? [{ round: round + 1, first: 0, second: 2, games: [], score: { first: 0, second: 0 }, over: false }] : [],
    ...fields,
  };
}
