// Parts of any screen: segments to choose from, switches, fields, lists and icons.

import { mayOwn } from "./app.js";
import { h } from "./dom.js";
import { profileOf } from "./route.js";
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

/**
 * A button that can do nothing now keeps its focus, which a disabled one loses; `main.js` has it do nothing.
 *
 * @param {boolean} off
 */
export const isOff = (off) => (off ? { "aria-disabled": "true" } : null);

/** A name, as the way to its profile. @param {string} name @param {boolean} [hasProfile] @returns {Child} */
export const nameLink = (name, hasProfile = mayOwn(name)) =>
  hasProfile ? h("a", { class: "to-profile", href: `#${profileOf(name)}` }, name) : name;

/**
 * @template {string} T @param {T[]} all @param {T} chosen @param {(one: T) => string} words
 * @param {(one: T) => void} choose
 */
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

/**
 * A field, with its bounds where it has any: what does not fit is said and stays, and opens no game.
 *
 * @param {string} label @param {string | number} value @param {(value: string) => void} choose
 * @param {Record<string, any>} [props]
 */
export const input = (label, value, choose, props = {}) => labelled(text(label), value, choose, props);

/**
 * A field with a label in words.
 *
 * @param {Child} label @param {string | number} value @param {(value: string) => void} choose
 * @param {Record<string, any>} props
 */
export const labelled = (label, value, choose, props) =>
  h(
    "label",
    { class: "number-field" },
    h("span", null, label, props.max != null && h("small", null, text("bounds", bounds(props)))),
    h("input", {
      ...props,
      value,
      onchange: (/** @type {Event} */ event) => {
        const field = /** @type {HTMLInputElement} */ (event.currentTarget);
        field.setCustomValidity("");
        const wrong = whatIsWrong(field.validity, props);
        if (wrong) {
          field.setCustomValidity(wrong);
          field.reportValidity();
          // A field that must hold a value is restored where it is emptied.
        } else if (props.required && field.value === "") field.value = String(value);
        else choose(field.value);
      },
      // From then on the bounds alone count: the value may change by another button.
      onblur: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).setCustomValidity(""),
    }),
  );

/**
 * Properties of a field for words of at most so many characters: longer ones stay as they are written, which is said,
 * and are not sent.
 *
 * @param {number} most
 */
export const atMost = (most) => ({
  oninput: (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const { customError } = field.validity;
    if (!fits(field, most) && !customError) field.reportValidity();
  },
});

/**
 * Whether the words of a field are no longer than that; otherwise it sends nothing.
 *
 * @param {HTMLInputElement} field @param {number} most
 */
export function fits(field, most) {
  const n = [...field.value.trim()].length - most;
  field.setCustomValidity(n > 0 ? text("too-long-by", { n, most }) : "");
  return n <= 0;
}

/** Characters of a name, and of a line of talk, as the server has it. */
export const LONGEST = { name: 20, line: 200 };

/**
 * What the value of a field must be, where it is something else.
 *
 * @param {ValidityState} validity @param {Record<string, any>} props
 */
function whatIsWrong({ badInput, rangeUnderflow, rangeOverflow, stepMismatch, patternMismatch }, props) {
  if (patternMismatch) return text("not-digits");
  if (badInput || rangeUnderflow || rangeOverflow) return text("out-of-bounds", bounds(props));
  return stepMismatch ? text("not-whole") : "";
}

/** @param {Record<string, any>} props */
const bounds = ({ min, max }) => ({ least: min, most: max });

/**
 * @param {string} label @param {[string, string][]} all value and words @param {string} chosen
 * @param {(value: string) => void} choose
 */
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

/** Line icons of 24 units, drawn with the colour of the text. */
const PATHS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  start: "M18 5l-7 7 7 7M6 5v14",
  end: "M6 5l7 7-7 7M18 5v14",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  takeback: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  draw: "M5 9h14M5 15h14",
  turns: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  resign: "M6 21V4h12l-3 5 3 5H6",
  chat: "M4 5h16v11H12l-4 4v-4H4z",
  down: "M7 10l5 5 5-5",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  done: "M5 13l4 4L19 7",
  phone: "M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2",
  rules: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  send: "M5 12h14M13 6l6 6-6 6",
  flag: "M6 21V4h12l-3 5 3 5H6",
  live: "M8 6l9 6-9 6z",
};

/** @param {keyof typeof PATHS} name */
export const icon = (name) =>
  h("svg", { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] }));
