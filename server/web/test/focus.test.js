// Where the focus goes, in a page of a few elements.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.js";
import { keepFocus } from "../focus.js";

/** An element, as far as it is needed here. */
class Element {
  ariaLabel = "";
  tabIndex = 0;
  /** @param {string} selector by which it is found @param {Record<string, string>} [attributes] */
  constructor(selector, attributes = {}) {
    this.selector = selector;
    this.attributes = attributes;
  }
  matches() {
    return false;
  }
  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }
  focus() {
    Object.assign(document, { activeElement: this });
  }
}

const body = new Element("body");
const main = new Element("main");
/** What the page has. @type {Element[]} */
let there = [main];
const root = /** @type {any} */ ({
  querySelector: (/** @type {string} */ selector) => there.find((one) => one.selector === selector) ?? null,
});
Object.assign(document, { body, activeElement: body });

/**
 * Draws these; what has the focus and is not among them loses it.
 *
 * @param {Element[]} elements @param {Element} [made] what takes the focus as it is made
 */
function draw(elements, made) {
  const drawn = () => {
    there = [main, ...elements];
    const had = /** @type {unknown} */ (document.activeElement);
    if (had !== main && !there.includes(/** @type {Element} */ (had))) body.focus();
    made?.focus();
  };
  keepFocus(root, drawn, () => "");
  return document.activeElement;
}

test("the focus goes back to the button that asked a question", () => {
  const resign = () => new Element(".action-resign");
  const asking = new Element("[data-asks]", { "data-asks": "resign" });
  const playOn = new Element("play-on");
  const before = resign();
  draw([before]);
  before.focus();
  assert.equal(draw([asking, playOn], playOn), playOn);
  const after = resign();
  assert.equal(draw([after]), after);
  // The game ended meanwhile, and there is no such button.
  draw([asking, playOn], playOn);
  assert.equal(draw([new Element("rematch")]), main);
});

test("the focus goes to the board where a question was asked by no button of the row", () => {
  const cell = new Element(".grid:not(.still) [tabindex='0']");
  const playOn = new Element("play-on");
  // "Back" asks in the head line, and "Abort" is another button once both have moved.
  for (const asks of ["leave", "abort"]) {
    draw([cell]);
    draw([cell, new Element("[data-asks]", { "data-asks": asks }), playOn], playOn);
    assert.equal(draw([cell]), cell, asks);
  }
  // The game ended meanwhile.
  draw([cell, new Element("[data-asks]", { "data-asks": "leave" }), playOn], playOn);
  assert.equal(draw([cell, new Element(".bar.over")]), main);
  // What goes without a question leaves the focus with the screen.
  draw([cell, playOn], playOn);
  assert.equal(draw([cell]), main);
});
