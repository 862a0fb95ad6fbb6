// Fetches the second script, `later.js`: in the background after the first screen, or when one of its screens is
// opened before. If it does not come, these screens say so, and the rest of the page goes on.

import { isLost, redraw } from "./app.js";
import { h } from "./dom.js";
import { text } from "./text.js";

/**
 * @import { Child, VNode } from "./dom.js"
 * @typedef {typeof import("./later.js").screens} Screens
 */

/** @type {Screens | null} */
let screens = null;
let isComing = false;
let failures = 0;

/** Fetches the second script, unless it is there. */
export async function fetchLater() {
  if (screens || isComing) return;
  isComing = true;
  try {
    // Another address after each failure, since browsers keep a module that failed.
    screens = (await import(`./later.js${failures ? `?again=${failures}` : ""}`)).screens;
  } catch {
    failures += 1;
  }
  isComing = false;
  redraw();
}

/**
 * A screen of the second script, or the reason why it is not there.
 *
 * @param {(screens: Screens) => VNode} draw @param {Child} head the way back meanwhile
 */
export function later(draw, head) {
  if (screens) return draw(screens);
  if (!failures) void fetchLater();
  const words = [h("h1", null, text("part-missing")), !isLost() && h("button", { class: "primary", onclick: fetchLater }, text("try-now"))];
  return h("main", { key: "later", class: "page" }, head, h("div", { class: "middle", "aria-live": "polite" }, failures > 0 && words));
}
