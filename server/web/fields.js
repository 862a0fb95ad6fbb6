// What forms are made of: segments to choose from, switches, fields and lists.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { text } from "./text.js";

/** @import { Child } from "./dom.js" */

/** @param {string} name @param {Child} content @param {string} [hint] */
export const field = (name, content, hint) =>
  h(
    "fieldset",
    { key: name, class: "field" },
    h("legend", null, text(name)),
    content,
    hint && h("p", { class: "hint" }, hint),
  );

/** @template {string} T @param {T[]} all @param {T} chosen @param {(one: T) => string} words @param {(one: T) => void} choose */
export const segments = (all, chosen, words, choose) =>
  h(
    "div",
    { class: "segments" },
    all.map((one) =>
      h(
        "button",
        {
          key: one,
          type: "button",
          class: one === chosen ? "chosen" : "",
          "aria-pressed": String(one === chosen),
          onclick: () => choose(one),
        },
        words(one),
      ),
    ),
  );

/** @param {string} label @param {string | number} value @param {(value: string) => void} choose @param {Record<string, any>} [props] */
export const input = (label, value, choose, props = {}) =>
  h(
    "label",
    { class: "number-field" },
    h("span", null, text(label)),
    h("input", {
      ...props,
      value,
      onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.currentTarget).value),
    }),
  );

/** @param {string} label @param {[string, string][]} all value and words @param {string} chosen @param {(value: string) => void} choose */
export const select = (label, all, chosen, choose) =>
  h(
    "label",
    { class: "select" },
    h("span", null, text(label)),
    h(
      "select",
      {
        onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.currentTarget).value),
      },
      all.map(([value, words]) => h("option", { key: value, value, selected: value === chosen }, words)),
    ),
    icon("down"),
  );

/** @param {string} id @param {boolean} on @param {(on: boolean) => void} choose @param {string} [hint] */
export const toggle = (id, on, choose, hint) =>
  h(
    "label",
    { key: id, class: "switch" },
    h("span", null, text(id), hint && h("small", null, text(hint))),
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: on,
      onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.currentTarget).checked),
    }),
  );
