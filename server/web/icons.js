// Line icons of 24 units, drawn with the colour of the text.

import { h } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  start: "M18 5l-7 7 7 7M6 5v14",
  end: "M6 5l7 7-7 7M18 5v14",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  takeback: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  draw: "M5 9h14M5 15h14",
  resign: "M6 21V4h12l-3 5 3 5H6",
  chat: "M4 5h16v11H12l-4 4v-4H4z",
  down: "M7 10l5 5 5-5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  rules: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  send: "M5 12h14M13 6l6 6-6 6",
  flag: "M6 21V4h12l-3 5 3 5H6",
  live: "M8 6l9 6-9 6z",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  h("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] }));
