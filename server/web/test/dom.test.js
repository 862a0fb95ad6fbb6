// What becomes of a description in the document.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { h, mount } from "../dom.js";

/** An element, as far as it is needed here. */
class Element {
  /** @type {Record<string, string>} */ attributes = {};
  /** @type {Element[]} */ children = [];
  firstChild = null;
  selected = false;
  /** @param {Element} child */
  insertBefore(child) {
    if (!this.children.includes(child)) this.children.push(child);
  }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }
}
Object.assign(document, { createElement: () => new Element(), createTextNode: () => new Element() });

test("an option is selected whatever the person picked before", () => {
  const parent = new Element();
  /** @param {string} chosen */
  const draw = (chosen) =>
    mount(
      /** @type {any} */ (parent),
      h(
        "select",
        null,
        ["a", "b"].map((value) => h("option", { key: value, value, selected: value === chosen })),
      ),
    );
  draw("a");
  const options = parent.children[0].children;
  const selected = () => options.map((option) => option.selected);
  assert.deepEqual(selected(), [true, false]);
  draw("b");
  assert.deepEqual(selected(), [false, true]);
  assert.deepEqual(options[1].attributes, {}, "the attribute does not select what was picked once");
});
