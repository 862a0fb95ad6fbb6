// What lies over the drawing of a board: a grid of transparent cells that can be
// focused, read and touched. One cell is a stop of the tab key, arrows go on
// from it.

import { dropsPremove, isTrying, mayKeep, place, step, tryMove } from "./actions.js";
import { app, set } from "./app.js";
import { measures } from "./board.js";
import { h, memo } from "./dom.js";
import { actor, mayPlay } from "./room.js";
import { cell, colourOf, landing, placedBy, shape, square } from "./rules.js";
import { announceClocks, announce } from "./signal.js";
import { current, text } from "./text.js";
import { colourName, saidMove, seatName } from "./words.js";

/**
 * @import { ForbiddenPoint, Square } from "../../protocol/protocol.d.ts"
 * @import { Shape } from "./rules.js"
 * @import { Room } from "./room.js"
 */

/**
 * How a touch places a stone on this board. A disc falls at once where its column is wide enough for a finger.
 *
 * @param {Shape} shape @returns {"one" | "two" | "button"}
 */
export function placing(shape) {
  if (shape.falls && isLarge(shape)) return "one";
  const { placing } = app.settings;
  if (placing !== "auto") return placing;
  return isTouched() || (app.settings.secondClick && isBig(shape)) ? "two" : "one";
}

const isTouched = () => matchMedia("(pointer: coarse)").matches;

/** Points from which on a mouse slips onto a neighbour now and then. @param {Shape} shape */
const isBig = ({ columns, rows }) => Math.max(columns, rows) >= 15;

/**
 * The magnification at which a point is large enough for a finger.
 *
 * @param {Shape} shape @param {number} width of the board on the screen
 */
export const zoomFor = (shape, width) => Math.max(2.5, (44 * measures(shape).width) / 100 / Math.max(1, width));

/** Width of a point, or of a column, that a finger meets without a zoom, in px. */
const LARGE_ENOUGH = 32;

/**
 * Whether the table stands on its head, for the one of two people at this page who sits on the other side.
 * @param {Room} room
 */
export const isTurned = (room) =>
  room.both && app.settings.turns && room.snapshot.phase.type === "playing" && actor(room) !== room.you;

/** Which way a finger moves on the table: the other way where it stands on its head. */
const way = () => (app.state.room && isTurned(app.state.room) ? -1 : 1);

/** The width of the board on the screen. */
export const boardWidth = () => app.ui.boardWidth ?? innerWidth;

/** Measures the board whenever its size changes, so that drawing need not ask the document. */
const measure = globalThis.ResizeObserver
  ? new ResizeObserver(([{ contentRect }]) => contentRect.width && set({ boardWidth: contentRect.width }))
  : null;

/** The board of the screen is this one from now on. @param {HTMLElement} square */
export function measured(square) {
  measure?.disconnect();
  measure?.observe(square);
}

/** @param {Shape} shape */
const isLarge = (shape) => (boardWidth() * 100) / measures(shape).width >= LARGE_ENOUGH;

/** Whether a touch of a point shows it larger; a mouse that clicks twice meets it as it is. @param {Shape} shape */
const needsZoom = (shape) => !isLarge(shape) && (isTouched() || app.settings.placing === "two");

/** Whether a board is zoomed by fingers, and moved by one when it is. @param {Shape} shape */
const zooms = (shape) => !isTrying() && (!shape.falls || placing(shape) !== "one");

/**
 * The corner of what a zoom shows, in parts of the board; it never shows more than the board.
 *
 * @param {number} x @param {number} y @param {number} scale
 */
const corner = (x, y, scale) => {
  const most = 1 - 1 / scale;
  return { x: Math.min(most, Math.max(0, x)), y: Math.min(most, Math.max(0, y)) };
};

/**
 * The zoom that leaves a place where it is on the screen.
 *
 * @param {Shape} shape @param {number} x in parts of the board @param {number} y
 */
function zoomAround(shape, x, y) {
  const part = 1 / zoomFor(shape, boardWidth());
  // At the edge of the board the cell is moved a little, so that it is seen whole.
  const { width, height, zone } = measures(shape);
  const [half, tall] = [50 / width, 50 / (height + zone)];
  const left = Math.max(x + half - part, Math.min(x - half, x * (1 - part)));
  const top = Math.max(y + tall - part, Math.min(y - tall, y * (1 - part)));
  return { zoomed: true, corner: corner(left, top, 1 / part) };
}

/** The middle of a cell, in parts of the board. @param {Shape} shape @param {Square} at */
function middleOf(shape, at) {
  const { margin, width, height, zone, shift } = measures(shape);
  const { column, row } = cell(at);
  return {
    x: (margin + shift + column * 100) / width,
    y: (zone + margin + shift + (shape.rows - 1 - row) * 100) / (height + zone),
  };
}

/** A touch of a cell, or a click. @param {Square} at */
function choose(at) {
  const { room } = app.state;
  if (isTrying()) return tryMove(at);
  if (!room) return;
  // A tap elsewhere plays on, and nothing more.
  if (app.ui.question) return set({ question: null });
  const shape = shapeOf(room);
  const how = placing(shape);
  const stones = room.snapshot.plies.map((ply) => ply.square);
  const target = shape.falls ? landing(shape, stones, cell(at).column) : at;
  // On the opponent's turn the forbidden points are the opponent's.
  const banned = mayPlay(room) && room.snapshot.forbidden.some((point) => point.square === at);
  const isKept = target && dropsPremove(room, shape, target);
  if (how === "one" || banned || !target || isKept || !(mayPlay(room) || mayKeep(room))) return place(at, true);
  if (app.ui.picked === target) return how === "two" ? place(at) : undefined;
  if (stones.includes(target)) return;
  // The point, or the column, stays under the finger, so that the same touch again plays it; a zoom that is there stays
  // as it is.
  const { x, y } = middleOf(shape, target);
  set({
    picked: target,
    hover: cell(target).column,
    ...(how === "two" && !app.ui.zoomed && needsZoom(shape) ? zoomAround(shape, x, y) : {}),
  });
}

/**
 * Fingers on a board that can be zoomed, by their ids: one moves a zoomed board, two zoom it.
 *
 * @type {Map<number, {x: number, y: number}>}
 */
const fingers = new Map();
/** The distance of two fingers when the second came down. */
let apart = 0;
/** Whether the fingers do something else than to touch a point. */
let gesture = false;

/** @param {PointerEvent} event */
function down(event) {
  if (event.pointerType === "mouse") return;
  if (event.isPrimary) fingers.clear();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  gesture = fingers.size > 1;
  if (gesture) apart = distance();
}

/** Between the first two fingers. */
function distance() {
  const [a, b] = [...fingers.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {PointerEvent} event @param {Shape} shape */
function drag(event, shape) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  const by = { x: way() * (event.clientX - finger.x), y: way() * (event.clientY - finger.y) };
  const { zoomed, corner: from } = app.ui;
  if (fingers.size > 1) {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pinch(shape);
  } else if (zoomed && (gesture || Math.hypot(by.x, by.y) >= SLIP)) {
    gesture = true;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const scale = zoomFor(shape, boardWidth());
    const { width, height, zone } = measures(shape);
    const wide = boardWidth() * scale;
    set({ corner: corner(from.x - by.x / wide, from.y - by.y / ((wide * (height + zone)) / width), scale) });
  }
}

/** @param {Shape} shape */
function pinch(shape) {
  const now = distance();
  const box = document.querySelector(".square")?.getBoundingClientRect();
  const { zoomed } = app.ui;
  if (!box || apart === 0) return;
  if (!zoomed && now > apart * 1.2) {
    const [a, b] = [...fingers.values()];
    const x = ((a.x + b.x) / 2 - box.left) / box.width;
    const y = ((a.y + b.y) / 2 - box.top) / box.height;
    set(way() < 0 ? zoomAround(shape, 1 - x, 1 - y) : zoomAround(shape, x, y));
  } else if (zoomed && now < apart / 1.2) set({ zoomed: false });
  else return;
  apart = 0; // once for each pair of fingers
}

/** No click follows a gesture, as it went further than [`SLIP`]. @param {PointerEvent} event */
const up = (event) => void fingers.delete(event.pointerId);

/** @param {Room} room @returns {Shape} */
const shapeOf = (room) => /** @type {Shape} */ (shape(room.snapshot.spec.variant));

/** @param {KeyboardEvent} event @param {Shape} shape */
function keyed(event, shape) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Assistive tools move the focus by themselves.
  const on = cellOf(event);
  const at = on ? cell(on) : (app.ui.focus ?? middle(shape));
  const moves = /** @type {Record<string, [number, number]>} */ ({
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
    Home: [-99, 0],
    End: [99, 0],
    PageUp: [0, 99],
    PageDown: [0, -99],
  });
  const by = moves[event.key];
  if (by) {
    const column = Math.min(shape.columns - 1, Math.max(0, at.column + by[0]));
    const row = Math.min(shape.rows - 1, Math.max(0, at.row + by[1]));
    event.preventDefault();
    return focusOn(column, row);
  }
  const play = (/** @type {Square} */ to) => (isTrying() ? tryMove(to) : place(to));
  const digit = shape.falls && /^[1-9]$/.test(event.key) && Number(event.key) <= shape.columns ? Number(event.key) : null;
  if (event.key === "Enter" || event.key === " ") event.preventDefault();
  else if (!digit) return told(event);
  // A key that is held is one press, and one press is one move.
  if (event.repeat) return;
  if (!digit) return play(square(at.column, at.row));
  focusOn(digit - 1, at.row);
  const mine = isTrying() || (app.state.room && mayPlay(app.state.room));
  // On the opponent's turn it only chooses the column, as for those who want no keys of one sign.
  if (mine && app.settings.shortcuts) play(square(digit - 1, at.row));
}

/** Keys that tell something or look back, wherever the focus is on a table. @param {KeyboardEvent} event */
export function told(event) {
  if (!app.settings.shortcuts) return;
  /** @type {Record<string, () => void>} */
  const keys = { t: announceClocks, l: announceLast, ",": () => step(-1), ".": () => step(1) };
  keys[event.key.toLowerCase()]?.();
}

/** What has keys of its own: what is typed or chosen there, and the keys of the board. */
const OWN_KEYS = "input, textarea, select, dialog *, [role=grid] *";

/**
 * Whether a key is free for the table: a button, which keeps the focus that a click gave it, needs two, and a line of
 * moves or a curve those that move along it.
 *
 * @param {KeyboardEvent} event
 */
export function isFree({ key, target }) {
  const on = /** @type {Element} */ (target);
  if (key === "Enter" || key === " " || on.matches(OWN_KEYS)) return false;
  // What can be scrolled, as the chat, is scrolled by these, and a slider moved.
  return on.matches("body, main, button") || !/^(Arrow|Home$|End$)/.test(key);
}

/**
 * A key that nothing else had: those that move the focus while it is the person's turn, columns at any time.
 *
 * @param {KeyboardEvent} event @param {Room} room @returns {boolean} whether it was for the board
 */
export function keyOnBoard(event, room) {
  const isDigit = app.settings.shortcuts && /^[1-9]$/.test(event.key);
  const isFor = /^(Arrow.*|Home|End)$/.test(event.key) ? mayPlay(room) : isDigit;
  if (isFor) keyed(event, shapeOf(room));
  return isFor;
}

function announceLast() {
  const { room } = app.state;
  const ply = room?.snapshot.plies.at(-1);
  if (!room || !ply) return announce(text("no-moves"), "assertive");
  const side = placedBy(room.snapshot.plies.length - 1, room.snapshot.opening);
  announce(
    text("played", { name: seatName(room.snapshot.seats[side]), move: saidMove(ply.square, shape(room.snapshot.spec.variant)) }),
    "assertive",
  );
}

/** @param {number} column @param {number} row */
function focusOn(column, row) {
  set({ focus: { column, row }, hover: column });
  queueMicrotask(() =>
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-cell="${square(column, row)}"]`))?.focus(),
  );
}

/** @param {Shape} shape */
const middle = (shape) => ({ column: shape.columns >> 1, row: shape.falls ? 0 : shape.rows >> 1 });

/** @param {Event} event @returns {Square | undefined} */
const cellOf = (event) => /** @type {HTMLElement} */ (event.target).dataset?.cell;

/**
 * The cell under a point; a finger that moves stays the guest of the cell where it was put down.
 *
 * @param {PointerEvent} event @returns {Square | undefined}
 */
const cellUnder = (event) =>
  /** @type {HTMLElement | null} */ (document.elementFromPoint(event.clientX, event.clientY))?.dataset?.cell;

/** A browser makes no click of a touch that went further, in px. */
const SLIP = 15;
let pressed = { x: 0, y: 0 };
/** When a finger that slid along the columns was let go. */
let slid = -Infinity;

/** The mouse points there. @param {Square | null} over */
const point = (over) => app.ui.over !== over && set({ over });

/** The disc falls where the finger is let go, not where it was put down. @param {PointerEvent} event */
function letGo(event) {
  const at = cellUnder(event);
  if (event.pointerType === "mouse" || !at || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLIP)
    return;
  slid = event.timeStamp;
  choose(at);
}

/**
 * The grid over a board.
 *
 * @param {Room} room @param {readonly Square[]} stones @param {Shape} shape
 * @param {boolean} still whether it is only to be looked at @param {boolean} [flat] as the board is
 */
export function grid(room, stones, shape, still, flat) {
  const { margin, width, height, zone, shift } = measures(shape, false, flat);
  const side = margin + shift - 50;
  return h(
    "div",
    {
      key: "grid",
      class: `grid${shape.falls ? " falls" : ""}${still ? " still" : ""}`,
      role: "grid",
      "aria-label": text("board-label", { columns: shape.columns, rows: shape.rows }),
      "aria-rowcount": shape.rows,
      "aria-colcount": shape.columns,
      style: {
        "--side": `${(100 * side) / width}%`,
        "--top": `${(100 * (zone + side)) / (height + zone)}%`,
        "--bottom": `${(100 * side) / (height + zone)}%`,
        "--columns": String(shape.columns),
        "--rows": String(shape.rows),
        "--zone": `${(100 * zone) / (height + zone - 2 * side - zone)}%`,
      },
      onclick: (/** @type {MouseEvent} */ event) => {
        const at = cellOf(event);
        if (at && event.timeStamp - slid > 300) choose(at);
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => keyed(event, shape),
      // The one event of focus that rises from the cells has no property for its handler.
      made: (/** @type {HTMLElement} */ element) =>
        element.addEventListener("focusin", (event) => {
          const at = cellOf(event);
          if (at) set({ focus: cell(at), hover: cell(at).column });
        }),
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        pressed = { x: event.clientX, y: event.clientY };
        if (zooms(shape)) down(event);
        const at = cellOf(event);
        if (shape.falls && at) set({ hover: cell(at).column });
      },
      onpointerup: (/** @type {PointerEvent} */ event) => {
        up(event);
        if (shape.falls && !(zooms(shape) && gesture)) letGo(event);
      },
      onpointercancel: up,
      onpointerleave: () => point(null),
      onpointermove: (/** @type {PointerEvent} */ event) => {
        if (zooms(shape)) drag(event, shape);
        if (event.pointerType === "mouse" && !shape.falls) point(cellUnder(event) ?? null);
        // A board that moves with the finger has its columns elsewhere.
        if (!shape.falls || (zooms(shape) && gesture)) return;
        const at = cellUnder(event);
        if (at && app.ui.hover !== cell(at).column) set({ hover: cell(at).column });
      },
    },
    cells(shape, stones, room.snapshot.forbidden, app.ui.focus ?? middle(shape), current()),
  );
}

const cells = memo(
  (
    /** @type {Shape} */ shape,
    /** @type {readonly Square[]} */ stones,
    /** @type {readonly ForbiddenPoint[]} */ forbidden,
    /** @type {{column: number, row: number}} */ focus,
    /** @type {string} */ _language,
  ) => {
    const taken = new Map(stones.map((at, i) => [at, colourName(colourOf(i), shape.falls)]));
    const banned = new Set(forbidden.map((point) => point.square));
    const rows = [];
    for (let row = shape.rows - 1; row >= 0; row--) {
      const inRow = [];
      for (let column = 0; column < shape.columns; column++) {
        const at = square(column, row);
        const name = shape.falls ? text("cell-of-column", { column: column + 1, row: row + 1 }) : at;
        const state = taken.get(at) ?? text(banned.has(at) ? "cell-forbidden" : "cell-empty");
        inRow.push(
          h("div", {
            role: "gridcell",
            "data-cell": at,
            tabindex: column === focus.column && row === focus.row ? 0 : -1,
            "aria-label": `${name} ${state}`,
            "aria-colindex": column + 1,
          }),
        );
      }
      rows.push(h("div", { role: "row", "aria-rowindex": shape.rows - row }, inRow));
    }
    return rows;
  },
);
