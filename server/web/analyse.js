// A position of no game: a board on which both colours are placed, with what
// the moves are worth. Its address is the position.

import { endTrial } from "./actions.js";
import { app, isLost } from "./app.js";
import { h, memo } from "./dom.js";
import { backButton, brand, gameLine, menuButton, retryButton } from "./head.js";
import { lineWheel } from "./line.js";
import { measures } from "./board.js";
import { isFlat, trialSentence, trialStage, trialSteps } from "./review.js";
import { isOff } from "./parts.js";
import { analysing, go } from "./route.js";
import { shape as shapeOf } from "./rules.js";
import { text } from "./text.js";
import { roomOf, roomWith, stonesAfter } from "./trial.js";
import { gameName, gamesAtHand } from "./words.js";

/** @import { Shape } from "./rules.js" */
/** @import { Trial } from "./trial.js" */

/** @type {Trial} */
const EMPTY = { after: 0, moves: [], at: 0 };

/** The same room for the same position, so that what is drawn of it is kept. */
const positionOf = memo((/** @type {string} */ variant, /** @type {Trial} */ trial) =>
  roomWith(roomOf(variant), stonesAfter([], trial)),
);

/** @param {string} variant */
export function analyse(variant) {
  const shape = /** @type {Shape} */ (shapeOf(variant));
  const trial = app.ui.trial ?? EMPTY;
  const tried = positionOf(variant, trial);
  const { width, height } = measures(shape, false, isFlat());
  return h(
    "main",
    {
      key: "analyse",
      style: { "--tall": String(height / width) },
      class: `table looking analysing ${shape.falls ? "tiles" : "wooden"}`,
      onwheel: lineWheel,
    },
    h(
      "header",
      { class: `head${isLost() ? " lost" : ""}` },
      brand(),
      backButton(() => go("")),
      isLost()
        ? retryButton("title")
        : h("div", { class: "title" }, h("h1", null, text("analyse")), h("span", null, app.ui.notice?.text ?? gameName(variant))),
      menuButton(),
    ),
    trialSentence(tried, shape, trial),
    trialStage(tried, shape),
    h("div", { class: "graph" }, gameLine() ?? games(variant)),
    trialSteps(
      tried,
      trial,
      h("button", { key: "clear", class: "secondary", onclick: endTrial, ...isOff(trial.at === 0) }, text("empty-board")),
    ),
  );
}

/** The boards that can be analysed in one tap. @param {string} variant the one on the screen */
const games = (variant) =>
  h(
    "div",
    { class: "segments", role: "group", "aria-label": text("game") },
    gamesAtHand(variant).map((one) =>
      h(
        "button",
        {
          class: one === variant ? "chosen" : "",
          "aria-pressed": String(one === variant),
          onclick: () => one !== variant && go(analysing(one, []), true),
        },
        gameName(one),
      ),
    ),
  );
