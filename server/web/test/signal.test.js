// Words that are said for a moment.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import "./browser.js";
import { app, showNotice } from "../app.js";
import { announce, forgetSaid, tab } from "../signal.js";
import { load } from "../text.js";

await load("en");

/** A live region. */
const region = () => ({ textContent: "" });

/** Two of each kind, as while a dialog is open. */
function regions() {
  /** @type {Record<string, {textContent: string}[]>} */
  const all = { polite: [region(), region()], assertive: [region(), region()] };
  let open = false;
  const kind = (/** @type {string} */ selector) => (selector.includes("polite") ? "polite" : "assertive");
  Object.assign(document, {
    querySelector: (/** @type {string} */ selector) => (open ? all[kind(selector)][0] : null),
    querySelectorAll: (/** @type {string} */ selector) => all[kind(selector)],
    getElementById: (/** @type {string} */ id) => all[id][1],
  });
  const opens = (/** @type {boolean} */ is) => {
    open = is;
    app.ui.dialog = is ? "link" : null;
  };
  return { all, opens };
}

test("words of the page are gone after a while, whatever a dialog said meanwhile", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { all, opens } = regions();
  announce("Ana played d1.");
  opens(true);
  announce("Copied");
  assert.deepEqual(all.polite, [{ textContent: "Copied" }, { textContent: "Ana played d1." }]);
  mock.timers.tick(5000);
  assert.deepEqual(all.polite, [region(), region()]);
  app.ui.dialog = null;
  announce("Sent");
  assert.equal(all.polite[1].textContent, "Sent", "the dialog is closed, and stands until the page is drawn");
  mock.timers.reset();
});

test("nothing of the language of before is left", () => {
  const { all } = regions();
  announce("Ana played d1.");
  announce("Your turn", "assertive");
  showNotice("Ana offers a draw");
  forgetSaid();
  assert.deepEqual([...all.polite, ...all.assertive].map((one) => one.textContent).join(""), "");
  assert.equal(app.ui.notice, null);
});

test("the tab of a screen has its name, and that of the start the name of the page", () => {
  const titles = ["enlinea", "Ana beat Bo"].map((screen) => {
    app.work.screen = screen;
    tab();
    return document.title;
  });
  assert.deepEqual(titles, ["enlinea", "Ana beat Bo – enlinea"]);
});
