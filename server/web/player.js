// A player: mark, name, one word of status, clock, and a line as long as the
// time that is left. Numbers that run are refreshed by `ticker.js`.

import { app, mayOwn } from "./app.js";
import { mark } from "./board.js";
import { h } from "./dom.js";
import { nameLink } from "./parts.js";
import { actor, isLow, outcome, risk, self, timeLeft } from "./room.js";
import { clockParts, other, readMove, shape, toAct } from "./rules.js";
import { text } from "./text.js";
import { searchWords } from "./values.js";
import { about, colourName, colourOfSeat, falls, names, ratingWords, scoreWords, time } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Side } from "../../protocol/protocol.d.ts"
 */

/** @param {Room} room @param {Side} side @param {"them" | "you"} where */
export function player(room, side, where) {
  const { snapshot } = room;
  const tiles = falls(snapshot.spec.variant);
  const colour = colourOfSeat(side, snapshot.opening);
  const playing = snapshot.phase.type === "playing";
  const turn = playing && toAct(snapshot.plies.length, snapshot.opening) === side;
  const left = timeLeft(room, side, Date.now());
  const initial = clockParts(snapshot.spec.clock)?.initial ?? 1;
  const id = `${snapshot.room} ${side}`;
  const words = status(room, side);
  const name = names(snapshot.seats)[side];
  // A profile is another place, and a clock that runs keeps its player here.
  const isLinked = snapshot.seats[side].type === "human" && mayOwn(name) && !risk(room) && !room.both;
  return h(
    "section",
    { key: where, class: `player ${where}${turn ? " turn" : ""}`, "aria-label": name },
    colour ? mark(colour, tiles) : h("span", { class: "mark unknown" }),
    h(
      "div",
      { class: "who" },
      h("strong", null, nameLink(name, isLinked)),
      h("span", { class: words.strong ? "status strong" : "status", "data-status": id }, words.text),
    ),
    left != null &&
      h(
        "span",
        { class: `clock${turn ? " runs" : ""}`, "data-clock": id, role: "timer", "aria-live": "off" },
        time(left, isLow(room, left)),
      ),
    h("div", {
      class: "time",
      "data-time": id,
      style: { "--left": left == null ? (turn ? "1" : "0") : String(Math.min(1, left / initial)) },
    }),
  );
}

/**
 * One word about a player, never empty.
 *
 * @param {Room} room @param {Side} side @returns {{text: string, strong: boolean}}
 */
export function status(room, side) {
  const { snapshot, you } = room;
  const { ui, net } = app;
  const seat = snapshot.seats[side];
  const end = outcome(room);
  const colour = colourOfSeat(side, snapshot.opening);
  const tiles = falls(snapshot.spec.variant);
  const plain = colour ? colourName(colour, tiles) : text("colour-open");
  // Over the board it is said at this moment.
  if (end && ui.verdict === snapshot.phase) return { text: plain, strong: false };
  if (end) {
    const { wins } = snapshot.series;
    const score = joined(scoreWords(wins[side], wins[other(side)], snapshot.series.draws), ratingWords(room, side));
    const gone = room.awayAt[side] != null && side !== you ? text("is-away") : "";
    if (end.winner === side)
      return { text: joined(gone, text(side === self(room) ? "status-you-win" : "status-wins", { score })), strong: true };
    if (end.winner && side === self(room)) return { text: text("status-you-lose", { score }), strong: true };
    return { text: joined(gone || plain, score), strong: false };
  }
  const pending = ui.pending?.room === snapshot.room && side === actor(room) ? ui.pending : null;
  const board = shape(snapshot.spec.variant);
  if (pending && board && net.status !== "open")
    return { text: text("waits-to-be-sent", { move: readMove(pending.square, board) }), strong: true };
  const premove = ui.premove?.room === snapshot.room && side === you ? ui.premove : null;
  if (premove && board) return { text: text("premove", { move: readMove(premove.square, board) }), strong: true };
  const since = room.awayAt[side];
  if (since != null) {
    const away = Date.now() - since;
    const rest = snapshot.grace - away;
    if (!you || side === you || rest <= 0) return { text: text("away", { time: about(away) }), strong: false };
    return { text: text("away-claim", { rest: about(rest) }), strong: false };
  }
  const turn = snapshot.phase.type === "playing" && toAct(snapshot.plies.length, snapshot.opening) === side;
  if (!turn) return { text: lastThought(room, side) ?? plain, strong: false };
  if (seat.type === "bot") {
    const seconds = snapshot.thinking ? Math.floor((Date.now() - room.thinkingAt) / 1000) : 0;
    const depth = snapshot.thinking?.depth;
    const parts = [seconds ? text("thinking", { n: seconds }) : text("thinks")];
    if (depth) parts.push(text("depth", { n: depth }));
    if (room.engine) parts.push(room.engine);
    return { text: parts.join(" · "), strong: true };
  }
  return { text: openingWords(room, side) ?? text(side === self(room) ? "your-turn" : "to-move"), strong: true };
}

/** @param {string} first @param {string} second */
const joined = (first, second) => [first, second].filter(Boolean).join(" · ");

/**
 * The step of an opening for the seat that acts, in the few words that its row has room for beside a clock.
 *
 * @param {Room} room @param {Side} side
 */
function openingWords(room, side) {
  const { opening } = room.snapshot;
  if (!opening) return null;
  const yours = side === actor(room);
  if (opening.choices.length) return text(yours ? "swap2-choose" : "swap2-chooses");
  return opening.to_place ? text(yours ? "swap2-place-short" : "swap2-places", { n: opening.to_place }) : null;
}

/** What a bot thought of its last ply, for those who may see it. @param {Room} room @param {Side} side */
function lastThought(room, side) {
  const search = room.snapshot.searches.filter((one) => one.side === side).at(-1);
  if (!search || search.ply < room.snapshot.plies.length) return null;
  if (!search.depth && search.exact == null) return null; // it did not look ahead
  const words = searchWords(room, search);
  const board = shape(room.snapshot.spec.variant);
  const expected = board
    ? search.pv
        .slice(1, 5)
        .map((move) => readMove(move, board))
        .join(" ")
    : "";
  return [search.depth ? text("depth", { n: search.depth }) : "", words, expected].filter(Boolean).join(" · ");
}
