// The drawing of a board: a value in, an SVG out. The same for the table, the
// lobby and the TV. `grid.js` lays over it what can be focused and touched.

import { h } from "./dom.js";
import { isShort } from "./layout.js";
import { cell, colourOf } from "./rules.js";

/**
 * @import { Side, Square, ForbiddenPoint } from "../../protocol/protocol.d.ts"
 * @import { Shape } from "./rules.js"
 * @import { VNode } from "./dom.js"
 * @import { Flight, Motion } from "./motion.js"
 */
/**
 * @typedef {object} Picture
 * @property {Shape} shape
 * @property {readonly Square[]} stones in the order of the plies
 * @property {readonly Square[]} [line] the cells that won
 * @property {boolean} [calm] whether the other stones keep their colour beside that line
 * @property {{square: Square, colour: Side} | null} [ghost] a stone that is not confirmed
 * @property {Square | null} [cross] the point of the crosshair, on a free board
 * @property {Square | null} [aimed] the point that a mouse points at, with hairs to the edges
 * @property {readonly Square[]} [better] where the last stone would have been better
 * @property {number} [tried] how many of the last stones are only tried
 * @property {readonly Square[]} [replies] the best moves now, the best first
 * @property {{column: number, colour: Side} | null} [waiting] the disc above the board
 * @property {readonly ForbiddenPoint[]} [forbidden]
 * @property {Motion | null} [motion] what moves on it
 * @property {boolean} [small] a miniature: no zone above it, no coordinates, no gloss
 * @property {boolean} [flat] whether it has no zone for the disc that waits
 */

const CELL = 100;
const ZONE = 112;
const FALL_MARGIN = 18;
const DISC = 38;
const HOLE = 42;

/** Whether there is room above the board for the disc that waits. */
const roomy = () => !isShort();

/**
 * The measures of a drawing, in its own units.
 *
 * @param {Shape} shape @param {boolean} [small] @param {boolean} [flat]
 */
export function measures(shape, small, flat) {
  // A stone on the edge leaves the numbers beside it free.
  const margin = shape.falls ? FALL_MARGIN : small ? 60 : shape.columns > 15 || shape.rows > 15 ? 108 : 96;
  const gaps = shape.falls ? 0 : 1;
  const width = 2 * margin + (shape.columns - gaps) * CELL;
  const height = 2 * margin + (shape.rows - gaps) * CELL;
  const zone = shape.falls && !small && !flat && roomy() ? ZONE : 0;
  return { margin, width, height, zone, shift: gaps ? 0 : CELL / 2 };
}

/** @param {Shape} shape @param {boolean} [small] @returns {(square: Square) => {x: number, y: number}} */
function places(shape, small) {
  const { margin, shift } = measures(shape, small);
  return (square) => {
    const { column, row } = cell(square);
    return { x: margin + shift + column * CELL, y: margin + shift + (shape.rows - 1 - row) * CELL };
  };
}

/** @param {Picture} picture @param {Record<string, any>} [props] of the `svg` @returns {VNode} */
export function board(picture, props = {}) {
  const { shape, small } = picture;
  const { width, height, zone } = measures(shape, small, picture.flat);
  return h(
    "svg",
    {
      "aria-hidden": "true",
      ...props,
      class: `board-svg ${props.class ?? ""} ${shape.falls ? "tiles" : "wooden"}${picture.line?.length ? " decided" : ""}`,
      style: picture.motion ? { "--line": `${picture.motion.lineDelay}ms` } : null,
      viewBox: `0 ${-zone} ${width} ${height + zone}`,
    },
    shape.falls ? fallingBoard(picture) : woodenBoard(picture),
  );
}

/** @param {Picture} picture */
function fallingBoard(picture) {
  const { shape, small, waiting, ghost, stones, line = [], calm, better = [] } = picture;
  const { height } = measures(shape, small);
  const place = places(shape, small);
  const last = stones.at(-1);
  const won = new Set(line);
  return [
    h(
      "g",
      { key: "discs" },
      stones.map((square, i) => {
        const { x, y } = place(square);
        const flight = arriving(picture, i + 1);
        return h(
          "g",
          {
            key: `${i}${square}`,
            class: `${colourOf(i)}${flight ? " fall" : ""}${line.length && !calm && !won.has(square) ? " faded" : ""}`,
            style: flight && { "--drop": `${-(y + DISC + (small ? 0 : ZONE / 2))}px`, ...times(flight) },
          },
          disc(x, y, colourOf(i)),
        );
      }),
      leaving(picture).map(({ square, colour, kind, ...flight }) => {
        const { x, y } = place(square);
        const drop = kind === "off" ? height - y + DISC : -(y + DISC + ZONE);
        const style = { "--drop": `${drop}px`, ...times(flight) };
        return h("g", { key: `gone${flight.ply}${square}`, class: `${colour} leave`, style }, disc(x, y, colour));
      }),
    ),
    ghost && h("g", { key: "ghost", class: `ghost ${ghost.colour}` }, ghostDisc(place(ghost.square), ghost.colour)),
    better.map((square) => {
      const colour = colourOf(stones.length - 1);
      return h("g", { key: `better${square}`, class: `ghost ${colour}` }, ghostDisc(place(square), colour));
    }),
    frame(shape, small),
    triedRings(picture, place, 43.5),
    last &&
      !picture.tried &&
      !line.length &&
      h("circle", {
        key: `last${stones.length}`,
        class: arriving(picture, stones.length) ? "last late" : "last",
        style: times(arriving(picture, stones.length)),
        cx: place(last).x,
        cy: place(last).y,
        r: 43.5,
      }),
    winLine(picture, place),
    waiting &&
      roomy() &&
      h(
        "g",
        { key: "waiting", class: `waiting ${waiting.colour}` },
        h(
          "g",
          { class: "slide", style: { "--x": `${FALL_MARGIN + CELL / 2 + waiting.column * CELL}px` } },
          disc(0, -ZONE / 2, waiting.colour),
        ),
      ),
  ];
}

/** The way of a stone into its place, if it is on it. @param {Picture} picture @param {number} ply from 1 */
const arriving = ({ motion }, ply) => motion?.flights.find((flight) => flight.kind === "in" && flight.ply === ply);

/** The stones that leave the board. @param {Picture} picture */
const leaving = ({ motion }) => motion?.flights.filter(({ kind }) => kind !== "in") ?? [];

/** @param {Pick<Flight, "delay" | "time"> | undefined} flight */
const times = (flight) => flight && { "--delay": `${flight.delay}ms`, "--time": `${flight.time}ms` };

/** @param {number} x @param {number} y @param {Side} colour */
function disc(x, y, colour) {
  return [
    h("circle", { class: "body", cx: x, cy: y, r: DISC }),
    colour === "second" && h("circle", { class: "ring", cx: x, cy: y, r: 21 }),
  ];
}

/** @param {{x: number, y: number}} at @param {Side} colour */
const ghostDisc = ({ x, y }, colour) => [
  h("g", { class: "pale" }, disc(x, y, colour)),
  h("circle", { class: "dashes", cx: x, cy: y, r: DISC }),
];

/** The tile with its holes, always the same for a shape. @param {Shape} shape @param {boolean} [small] */
function frame(shape, small) {
  const { width, height, margin } = measures(shape, small);
  const bend = Math.round(width * 0.06);
  const foot = small ? bend / 2 : 0;
  let path = `M0 ${bend}A${bend} ${bend} 0 0 1 ${bend} 0H${width - bend}A${bend} ${bend} 0 0 1 ${width} ${bend}`;
  path += foot
    ? `V${height - foot}A${foot} ${foot} 0 0 1 ${width - foot} ${height}H${foot}A${foot} ${foot} 0 0 1 0 ${height - foot}Z`
    : `V${height}H0Z`;
  let shade = "";
  for (let row = 0; row < shape.rows; row++) {
    for (let column = 0; column < shape.columns; column++) {
      const x = margin + (column + 0.5) * CELL;
      const y = margin + (row + 0.5) * CELL;
      path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
      shade += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 0 1 ${2 * HOLE} 0a${HOLE} ${HOLE + 6} 0 0 0 ${-2 * HOLE} 0Z`;
    }
  }
  return [
    h("path", { key: "frame", class: "frame", "fill-rule": "evenodd", d: path }),
    h("path", { key: "shade", class: "shade", d: shade }),
  ];
}

/** @param {Picture} picture */
function woodenBoard(picture) {
  const { shape, small, stones, line = [], calm, ghost, forbidden = [], cross, aimed, better = [], replies = [] } = picture;
  const { width, height } = measures(shape, small);
  const place = places(shape, small);
  const won = new Set(line);
  const last = stones.at(-1);
  const marked = cross ?? aimed;
  const crossAt = marked && place(marked);
  return [
    wood(shape, small),
    crossAt && h("path", { key: "cross", class: cross ? "cross" : "cross hair", d: `M0 ${crossAt.y}H${width}M${crossAt.x} 0V${height}` }),
    forbidden.map(({ square }) => {
      const { x, y } = place(square);
      return h("path", { key: `x${square}`, class: "forbidden", d: `M${x - 20} ${y - 20}l40 40m0 -40l-40 40` });
    }),
    h(
      "g",
      { key: "stones" },
      stones.map((square, i) => {
        const flight = arriving(picture, i + 1);
        const classes = `${colourOf(i)}${flight ? " put" : ""}${line.length && !calm && !won.has(square) ? " faded" : ""}`;
        return h("g", { key: `${i}${square}`, class: classes, style: times(flight) }, stone(place(square), small));
      }),
      leaving(picture).map(({ square, colour, ...flight }) =>
        h(
          "g",
          { key: `gone${flight.ply}${square}`, class: `${colour} leave`, style: times(flight) },
          stone(place(square), small),
        ),
      ),
    ),
    ghost &&
      h(
        "g",
        { key: "ghost", class: `ghost ${ghost.colour}${cross ? " picked" : ""}` },
        h("circle", { class: "body pale", cx: place(ghost.square).x, cy: place(ghost.square).y, r: 45 }),
        h("circle", {
          class: cross ? "halo" : "dashes",
          cx: place(ghost.square).x,
          cy: place(ghost.square).y,
          r: cross ? 53 : 45,
        }),
      ),
    better.map((square) =>
      h(
        "g",
        { key: `better${square}`, class: `ghost ${colourOf(stones.length - 1)}` },
        h("circle", { class: "body pale", cx: place(square).x, cy: place(square).y, r: 45 }),
        h("circle", { class: "dashes", cx: place(square).x, cy: place(square).y, r: 45 }),
      ),
    ),
    triedRings(picture, place, 45),
    replies.map((square, i) =>
      h(
        "g",
        { key: `reply${square}`, class: `ghost ${colourOf(stones.length)}` },
        h("circle", { class: "body pale", cx: place(square).x, cy: place(square).y, r: 45 }),
        h("circle", { class: "dashes", cx: place(square).x, cy: place(square).y, r: 45 }),
        h("text", { class: "rank", x: place(square).x, y: place(square).y + 16 }, i + 1),
      ),
    ),
    last &&
      !picture.tried &&
      !line.length &&
      h("circle", {
        key: `last${stones.length}`,
        class: `last on-${colourOf(stones.length - 1)}${arriving(picture, stones.length) ? " late" : ""}`,
        style: times(arriving(picture, stones.length)),
        cx: place(last).x,
        cy: place(last).y,
        r: 17,
      }),
    winLine(picture, place),
  ];
}

/**
 * Rings of dashes around stones that are only tried.
 * @param {Picture} picture
 * @param {(square: Square) => {x: number, y: number}} place
 * @param {number} r
 */
const triedRings = ({ stones, tried = 0 }, place, r) =>
  stones.slice(stones.length - tried).map((square, i) =>
    h("circle", {
      key: `tried${square}`,
      class: `tried${i === tried - 1 ? " newest" : ""}`,
      cx: place(square).x,
      cy: place(square).y,
      r,
    }),
  );

/** @param {{x: number, y: number}} at @param {boolean} [small] */
const stone = ({ x, y }, small) => [
  !small && h("circle", { class: "under", cx: x, cy: y + 5, r: 45 }),
  h("circle", { class: "body", cx: x, cy: y, r: 45 }),
  !small && h("path", { class: "glint", d: `M${x - 27} ${y - 10}a29 29 0 0 1 17 -17` }),
];

/** The wood, its lines, points and coordinates. @param {Shape} shape @param {boolean} [small] */
function wood(shape, small) {
  const { width, height, margin } = measures(shape, small);
  const { columns, rows } = shape;
  let lines = "";
  for (let i = 0; i < rows; i++) lines += `M${margin} ${margin + i * CELL}H${width - margin}`;
  for (let i = 0; i < columns; i++) lines += `M${margin + i * CELL} ${margin}V${height - margin}`;
  let grain = "";
  for (let y = 60; y < height; y += 210)
    grain += `M0 ${y}C${width / 3} ${y + 40} ${width / 2} ${y - 50} ${width} ${y - 70}`;
  return [
    h("rect", { key: "wood", class: "wood", width, height, rx: small ? width * 0.03 : 0 }),
    h("path", { key: "grain", class: "grain", d: grain }),
    h("path", { key: "lines", class: "lines", d: lines }),
    ...stars(columns, rows).map(([c, r]) =>
      h("circle", { key: `star${c} ${r}`, class: "star", cx: margin + c * CELL, cy: margin + r * CELL, r: 9 }),
    ),
    ...(small ? [] : coordinates(shape)),
  ];
}

/** @param {number} columns @param {number} rows @returns {[number, number][]} */
function stars(columns, rows) {
  if (columns !== rows || columns < 9) return [];
  if (columns === 20)
    return [4, 9, 14].flatMap((c) => [5, 10, 15].map((r) => /** @type {[number, number]} */ ([c, r])));
  const edge = columns < 13 ? 2 : 3;
  const on = columns % 2 ? [edge, (columns - 1) / 2, columns - 1 - edge] : [edge, columns - 1 - edge];
  return on.flatMap((c) => on.map((r) => /** @type {[number, number]} */ ([c, r])));
}

/** @param {Shape} shape */
function coordinates(shape) {
  const { width, height, margin } = measures(shape);
  const large = shape.columns > 15 || shape.rows > 15;
  const size = large ? 46 : 36;
  const texts = [];
  for (let row = 0; row < shape.rows; row++) {
    if (large && row !== 0 && (row + 1) % 5) continue;
    texts.push(
      h(
        "text",
        { key: `r${row}`, x: large ? 30 : 24, y: height - margin - row * CELL + size / 3, "font-size": size },
        row + 1,
      ),
    );
  }
  for (let column = 0; column < shape.columns; column++) {
    if (large && column !== 0 && (column + 1) % 5) continue;
    texts.push(
      h(
        "text",
        { key: `c${column}`, x: margin + column * CELL, y: height - 14, "font-size": size },
        String.fromCharCode(97 + column),
      ),
    );
  }
  return [h("g", { key: `coordinates${width}`, class: "coordinates" }, texts)];
}

/** @param {Picture} picture @param {(square: Square) => {x: number, y: number}} place */
function winLine({ line = [], shape, stones }, place) {
  // It is drawn from the stone that won, where that is an end of it.
  const ends = segments(line, shape.inRow).map(([a, b]) => (b === stones.at(-1) ? [b, a] : [a, b]));
  if (!ends.length) return null;
  const d = ends.map(([a, b]) => `M${place(a).x} ${place(a).y}L${place(b).x} ${place(b).y}`).join("");
  return h(
    "g",
    { key: "win", class: "win" },
    h("path", { class: "casing", d, pathLength: 1 }),
    h("path", { class: "stroke", d, pathLength: 1 }),
  );
}

/** Height that the words for an end need, in rows. */
const ROWS_COVERED = 2;

/**
 * The part of a drawing that the words for an end may cover: beside the line, and above it where there is room.
 *
 * @param {Shape} shape @param {readonly Square[]} line @returns {{middle: number, high: number}} in parts of its height
 */
export function freeOf(shape, line) {
  const { height, margin, zone, shift } = measures(shape);
  const rows = line.map((square) => shape.rows - 1 - cell(square).row);
  // On a board where discs fall the zone above it is one of those rows.
  const covered = ROWS_COVERED - (zone ? 1 : 0);
  // Without a line the words stand where they cover least: above the discs, or amidst the stones.
  const first = rows.length ? Math.min(...rows) : shape.falls ? covered : shape.rows;
  const last = rows.length ? Math.max(...rows) : shape.falls ? shape.rows : -1;
  const edge = margin + shift - CELL / 2;
  const above = zone + edge + first * CELL;
  const below = edge + (shape.rows - 1 - last) * CELL;
  const all = height + zone;
  const isAbove = above >= below || (shape.falls && above >= ROWS_COVERED * CELL);
  const most = shape.falls && isAbove ? zone + covered * CELL + margin : (ROWS_COVERED * CELL + margin) * (shape.falls ? 1 : 1.5);
  const high = Math.min(isAbove ? above : below, most);
  // On wood they have the middle of what is free, and stand at the edge of a board that fills from below.
  const from = shape.falls ? high / 2 : (isAbove ? above : below) / 2;
  return { middle: (isAbove ? from : all - from) / all, high: high / all };
}

/**
 * The ends of the rows among the cells that won.
 *
 * @param {readonly Square[]} line @param {number} inRow @returns {[Square, Square][]}
 */
export function segments(line, inRow) {
  const cells = new Set(line);
  /** @type {[Square, Square][]} */
  const found = [];
  for (const start of line) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ]) {
      /** @param {number} n @returns {Square} */
      const step = (n) => String.fromCharCode(start.charCodeAt(0) + dx * n) + (Number(start.slice(1)) + dy * n);
      if (cells.has(step(-1))) continue;
      let length = 1;
      while (cells.has(step(length))) length++;
      if (length >= inRow) found.push([start, step(length - 1)]);
    }
  }
  return found;
}

/** A stone by itself, as the mark of a player. @param {Side} colour @param {boolean} falls @param {string} [extra] */
export function mark(colour, falls, extra = "") {
  return h(
    "svg",
    { "aria-hidden": "true", class: `mark ${falls ? "tiles" : "wooden"} ${extra}`, viewBox: "0 0 100 100" },
    falls
      ? h(
          "g",
          { class: colour },
          h("circle", { class: "body", cx: 50, cy: 50, r: 44 }),
          colour === "second" && h("circle", { class: "ring", cx: 50, cy: 50, r: 24 }),
        )
      : [
          h("circle", { class: "wood", cx: 50, cy: 50, r: 50 }),
          h("g", { class: colour }, h("circle", { class: "body", cx: 50, cy: 50, r: 34 })),
        ],
  );
}
