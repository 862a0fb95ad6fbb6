// The table: a head line, the opponent, the board, the person, the line of moves
// and the actions.

import { app, set } from "./app.js";
import { bar, choices, insteadOfRematch } from "./bar.js";
import { board, freeOf, measures } from "./board.js";
import { chat } from "./chat.js";
import { h } from "./dom.js";
import { boardWidth, grid, isTurned, measured, zoomFor } from "./grid.js";
import { head } from "./head.js";
import { moveLine, moveList } from "./line.js";
import { later } from "./load.js";
import { movesNow } from "./motion.js";
import { player } from "./player.js";
import { actor, hasLost, mayPlay, outcome, self, stonesOf } from "./room.js";
import { colourOf, other, shape } from "./rules.js";
import { text } from "./text.js";
import { bestLine, numbers, valueRow, valuesShown } from "./values.js";
import { waiting } from "./waiting.js";
import { ending, ratingWords, seatName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 * @import { Side } from "../../protocol/protocol.d.ts"
 * @import { Picture } from "./board.js"
 */

/** The side that is drawn below: the person's, or the first. @param {Room} room @returns {Side} */
const below = (room) => (isTurned(room) ? other(room.you ?? "first") : (room.you ?? "first"));

/** @param {Room} room */
export function table(room) {
  const { snapshot } = room;
  const board = shape(snapshot.spec.variant);
  if (!board)
    return h(
      "main",
      { class: "page" },
      head(room),
      h("p", { class: "note" }, text("unknown-game", { game: snapshot.spec.variant })),
    );
  if (snapshot.phase.type === "seating" && !room.both) return waiting(room, head(room));
  if (app.ui.viewedPly != null) return later(({ review }) => review(room, board, head(room)), head(room));
  const down = below(room);
  const choice = choices(room);
  const { width, height, zone } = measures(board);
  return h(
    "main",
    {
      key: "table",
      style: { "--ratio": String(width / (height + zone)) },
      class: `table ${board.falls ? "tiles" : "wooden"}${app.ui.chat ? " chatting" : ""}${app.ui.picked || app.ui.zoomed ? " picking" : ""}${choice ? " choosing" : ""}${isTurned(room) ? " turned" : ""}`,
    },
    head(room),
    player(room, other(down), "them"),
    stage(room, board),
    player(room, down, "you"),
    choice ?? insteadOfRematch(room) ?? moveLine(room, board, aimedAt(room, board)),
    moveList(room, board),
    !room.both && chat(room),
    bar(room, board),
  );
}

/** The board as it is to be seen now. @param {Room} room @param {Shape} shape @returns {Picture} */
export function picture(room, shape) {
  const { ui } = app;
  const { snapshot } = room;
  const stones = stonesOf(room);
  const end = outcome(room);
  const motion = movesNow(ui.motion, Date.now());
  const mine = mayPlay(room);
  const pending = ui.pending?.room === snapshot.room && ui.pending.revision === snapshot.revision ? ui.pending : null;
  const premove = ui.premove?.room === snapshot.room ? ui.premove : null;
  const kept = pending ?? premove;
  // On the opponent's turn it is a stone for the ply after theirs, and may replace the one that is kept.
  const picked = ui.picked && { square: ui.picked, colour: colourOf(stones.length + (mine ? 0 : 1)) };
  const aimed = aimedAt(room, shape);
  const ghost = pending ?? (picked || premove || null) ?? (aimed ? { square: aimed, colour: colourOf(stones.length) } : null);
  const column = ui.hover ?? shape.columns >> 1;
  return {
    shape,
    stones,
    line: end?.line ?? motion?.line,
    calm: end ? hasLost(room) : motion?.calm,
    motion,
    ghost,
    cross: ui.picked,
    aimed,
    forbidden: snapshot.forbidden,
    waiting: shape.falls && mine && !kept && !motion ? { column, colour: colourOf(stones.length) } : null,
  };
}

/**
 * The free point under the mouse pointer, which a click would play.
 *
 * @param {Room} room @param {Shape} shape
 */
export function aimedAt(room, shape) {
  const { over, pending, premove, zoomed } = app.ui;
  if (!over || shape.falls || pending || premove || zoomed || !mayPlay(room)) return null;
  const { forbidden } = room.snapshot;
  return stonesOf(room).includes(over) || forbidden.some(({ square }) => square === over) ? null : over;
}

/** @param {Room} room @param {Shape} shape */
export function stage(room, shape) {
  const { ui } = app;
  const { width, height, zone } = measures(shape);
  const zoom = ui.zoomed ? zoomStyle(shape) : null;
  return h(
    "section",
    {
      key: "stage",
      class: `stage${valuesShown(room) ? " valued" : ""}`,
      onclick: () => ui.verdict && set({ verdict: null }),
      style: { "--ratio": String(width / (height + zone)), "--tall": String(height / width) },
    },
    h("div", { class: "air" }, h("div", null, air(room))),
    h(
      "div",
      { class: "across" },
      h(
        "div",
        { class: `square${zoom ? " zoomed" : ""}`, made: measured },
        h(
          "div",
          { class: "zoomer", style: zoom },
          board(picture(room, shape)),
          grid(room, stonesOf(room), shape, !room.you),
        ),
      ),
      verdict(room, shape),
    ),
    shape.falls && h("div", { class: "base" }),
    valuesShown(room)
      ? shape.falls
        ? valueRow(room, shape, room.snapshot.plies.length)
        : bestLine(room)
      : shape.falls && numbers(shape, mayPlay(room) ? ui.hover : null),
  );
}

/** The words for how a game ended, for a moment and beside its line. @param {Room} room @param {Shape} shape */
function verdict(room, shape) {
  const end = app.ui.verdict === room.snapshot.phase ? ending(room) : null;
  if (!end) return null;
  const { line = [], winner } = outcome(room) ?? {};
  const { middle, high } = freeOf(shape, line);
  const you = self(room);
  return h(
    "div",
    {
      key: "verdict",
      class: `verdict${winner && !hasLost(room) ? " won" : ""}`,
      style: { "--middle": `${100 * middle}%`, "--high": `${100 * high}%` },
    },
    h("h2", null, end.title),
    h("p", null, [end.why, you && ratingWords(room, you)].filter(Boolean).join(" · ")),
  );
}

/** What an opening asks for, in the air above the board. @param {Room} room */
function air(room) {
  const { opening } = room.snapshot;
  if (!opening || (opening.black && !opening.to_place && !opening.choices.length)) return null;
  const yours = opening.to_act === actor(room);
  const name = seatName(room.snapshot.seats[opening.to_act]);
  if (opening.choices.length) return [h("p", null, yours ? text("swap2-choose") : text("swap2-they-choose", { name }))];
  return [
    h(
      "p",
      null,
      yours ? text("swap2-place", { n: opening.to_place }) : text("swap2-they-place", { n: opening.to_place, name }),
    ),
  ];
}

/** The same square, larger. @param {Shape} shape */
function zoomStyle(shape) {
  const scale = zoomFor(shape, boardWidth());
  const { x, y } = app.ui.corner;
  return { "--scale": String(scale), "--x": `${-100 * scale * x}%`, "--y": `${-100 * scale * y}%` };
}
