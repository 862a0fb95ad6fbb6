// The last moves as beads on a line, from which a finger, the wheel or an arrow
// goes back into the game, and on a desktop all of them as a list.

import { lookAt, step } from "./actions.js";
import { app } from "./app.js";
import { h } from "./dom.js";
import { isTurned } from "./grid.js";
import { isBeside, isWide } from "./layout.js";
import { outcome } from "./room.js";
import { colourOf, readMove } from "./rules.js";
import { text } from "./text.js";
import { mistakes } from "./values.js";
import { colourName } from "./words.js";

/**
 * @import { Room } from "./room.js"
 * @import { Shape } from "./rules.js"
 */

const GAP = 17;

/**
 * The newest moves of a game as it is: none is looked back at where this is drawn.
 *
 * @param {Room} room @param {Shape} shape @param {string | null} [aimed] the point that a mouse points at
 */
export function moveLine(room, shape, aimed) {
  const { plies } = room.snapshot;
  const at = plies.length;
  const width = Math.max(
    120,
    (isWide() ? 440 : isBeside() ? 268 : innerWidth - 32) - (shape.falls ? 56 : 88),
  );
  const most = Math.max(4, Math.floor((width - 20) / GAP) - 1);
  const from = Math.max(0, plies.length - most);
  const shown = plies.slice(from);
  const open = !outcome(room);
  const last = plies.at(-1);
  /** @param {PointerEvent} event */
  const scrub = (event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const along = isTurned(room) ? box.right - event.clientX : event.clientX - box.left;
    const index = from + Math.round((along - 11) / GAP);
    lookAt(index >= plies.length && !outcome(room) ? null : index + 1);
  };
  return h(
    "div",
    { key: "line", class: `line ${shape.falls ? "tiles" : "wooden"}` },
    h(
      "svg",
      {
        class: "beads",
        width,
        height: 44,
        viewBox: `0 0 ${width} 44`,
        role: "slider",
        tabindex: 0,
        "aria-label": text("line-of-moves"),
        "aria-valuemin": 0,
        "aria-valuemax": plies.length,
        "aria-valuenow": at,
        "aria-valuetext": text("move-of", { at, n: plies.length }),
        onpointerdown: (/** @type {PointerEvent} */ event) => {
          if (!plies.length) return;
          /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
          scrub(event);
        },
        onpointermove: (/** @type {PointerEvent} */ event) => event.buttons && plies.length && scrub(event),
        onwheel: lineWheel,
        onkeydown: (/** @type {KeyboardEvent} */ event) => lineKey(event, plies.length),
      },
      !shape.falls &&
        h("rect", {
          class: "wood",
          x: 0,
          y: 10,
          width: Math.max(24, 22 + GAP * (shown.length - (open ? 0 : 1))),
          height: 24,
          rx: 12,
        }),
      h("line", { class: "thread", x1: 0, y1: 22, x2: 11 + GAP * Math.max(0, shown.length - (open ? 0 : 1)), y2: 22 }),
      shown.map((ply, i) => {
        const chosen = from + i + 1 === at;
        const x = 11 + i * GAP;
        const colour = colourOf(from + i);
        return h(
          "g",
          { key: `${from + i}${ply.square}`, class: colour },
          h("circle", { class: "body", cx: x, cy: 22, r: chosen ? 9 : 5.5 }),
          shape.falls && colour === "second" && h("circle", { class: "ring", cx: x, cy: 22, r: chosen ? 4.4 : 2.6 }),
        );
      }),
      open && h("circle", { key: "now", class: "now", cx: 11 + GAP * shown.length, cy: 22, r: 5.5 }),
    ),
    h("span", { class: "count" }, aimed ?? (shape.falls || !last ? plies.length : `${plies.length} · ${last.square}`)),
  );
}

/** Way of a wheel, or of two fingers on a trackpad, that is one step, in px. A notch of a wheel is longer. */
const WAY = 40;
/** Length of a line and of a page, in which some browsers count, in px. */
const UNITS = [1, 16, 400];
/** The way since the last step. */
let way = 0;

/** Steps through the game by a wheel that is turned up or down. @param {WheelEvent} event */
export function lineWheel({ ctrlKey, deltaMode, deltaX, deltaY }) {
  // With this key it zooms the page, as two fingers that are spread do.
  if (ctrlKey || Math.abs(deltaY) <= Math.abs(deltaX)) return;
  const by = deltaY * UNITS[deltaMode];
  way = Math.sign(way) === Math.sign(by) ? way + by : by;
  if (Math.abs(way) < WAY) return;
  way = 0;
  step(Math.sign(by));
}

/** @param {KeyboardEvent} event @param {number} last @returns {boolean} whether it was one of these */
export function lineKey(event, last) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => lookAt(1),
    End: () => lookAt(last + 1),
    Escape: () => lookAt(null),
  };
  if (!keys[event.key] || !last) return false;
  event.preventDefault();
  keys[event.key]();
  return true;
}

/** Words for screen readers alone. @param {string} words */
const heard = (words) => h("span", { class: "offscreen" }, words);

/** Keeps the chosen move in sight. @param {HTMLElement} list */
function follow(list) {
  bringIn(list);
  new MutationObserver(() => bringIn(list)).observe(list, { subtree: true, attributeFilter: ["aria-current"] });
}

/** @param {HTMLElement} list */
function bringIn(list) {
  const row = list.querySelector(".chosen")?.parentElement;
  if (!row) return;
  const [from, to] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (from < list.scrollTop || to > list.scrollTop + list.clientHeight)
    list.scrollTop = (from + to - list.clientHeight) / 2;
}

/** The number of the move that a ply is one half of, as in records. @param {number} ply from 1 */
export const numberOf = (ply) => Math.ceil(ply / 2);

/** @param {Room} room @param {Shape} shape */
export function moveList(room, shape) {
  const { plies } = room.snapshot;
  const at = app.ui.viewedPly ?? plies.length;
  const bad = mistakes(room, shape);
  const { trial } = app.ui;
  /** @param {number} ply from 1 */
  const one = (ply) => {
    const made = plies[ply - 1];
    if (!made) return h("span");
    return h(
      "button",
      {
        class: `move${ply === at && !trial ? " chosen" : ""}`,
        onclick: () => lookAt(ply),
        "aria-current": ply === at && !trial ? "step" : null,
      },
      heard(`${numberOf(ply)}. `),
      readMove(made.square, shape),
      heard(`, ${colourName(colourOf(ply - 1), shape.falls)}`),
      bad.get(ply) === "loses" && [heard(", "), h("em", null, text("loses"))],
      bad.get(ply) === "worse" && [heard(`, ${text("worse")}`), h("em", { "aria-hidden": "true" }, "?")],
    );
  };
  const branch =
    trial && h("li", { key: "branch", class: "branch" }, trial.moves.slice(0, trial.at).map((move) => readMove(move, shape)).join(" "));
  return h(
    "ol",
    {
      key: "moves",
      class: "moves",
      made: follow,
    },
    Array.from({ length: Math.ceil(plies.length / 2) }, (_, i) => {
      const row = h(
        "li",
        { key: i },
        h("span", { class: "number", "aria-hidden": "true" }, `${i + 1}.`),
        one(2 * i + 1),
        one(2 * i + 2),
      );
      return trial && i === Math.min(trial.after, plies.length - 1) >> 1 ? [row, branch] : row;
    }),
  );
}
