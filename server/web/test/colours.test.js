// The colours of the style sheet: what is read and what is told apart has the contrast that people need (WCAG 2.2).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const style = readFileSync(new URL("../base.css", import.meta.url), "utf8");

/** The colours of the page, light and dark; some are the same in both. */
const THEMES = {
  light: /** @type {Record<string, string>} */ ({}),
  dark: /** @type {Record<string, string>} */ ({}),
};
for (const [, name, light, dark] of style.matchAll(/--([a-z0-9-]+): (?:light-dark\()?(#[0-9A-F]{6})(?:, (#[0-9A-F]{6})\))?;/g)) {
  THEMES.light[name] = light;
  THEMES.dark[name] = dark ?? light;
}

/** @param {string} colour */
function luminance(colour) {
  const parts = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What is read, and on what. */
const READ = [
  ["ink", "paper card tray"],
  ["ink2", "paper card tray"],
  ["accent", "paper card"],
  ["alert", "paper card"],
  ["on-accent", "accent"],
  ["wood-line", "wood"],
];
/** What is seen as a shape, and beside what. */
const SEEN = [
  ["edge", "paper card tray"],
  ["first", "paper"],
  ["second-mark", "second"],
  ["frame", "paper"],
  ["black", "wood"],
  ["cross", "wood"],
];

for (const [theme, all] of Object.entries(THEMES)) {
  test(`what is read and seen has enough contrast, ${theme}`, () => {
    for (const [pairs, least] of /** @type {const} */ ([[READ, 4.5], [SEEN, 3]])) {
      for (const [colour, grounds] of pairs)
        for (const ground of grounds.split(" ")) {
          const found = contrast(all[colour], all[ground]);
          assert.ok(found >= least, `${colour} on ${ground}: ${found.toFixed(2)}`);
        }
    }
  });
}

test("a placeholder is read as any other words", () => {
  assert.ok(/::placeholder \{ color: var\(--ink2\); opacity: 1; \}/.test(style));
});
