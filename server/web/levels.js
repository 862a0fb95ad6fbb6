// The bots of the server as a ladder of levels: the presets of its offers whose
// names people know, and the kinds where there are none.

import { app } from "./app.js";

/** @import { BotOffer } from "../../protocol/protocol.d.ts" */
/** @typedef {{id: string, bot: string, name: string}} Level `id` of its text, none where the bot goes by its name */

/** A bot for children: it looks two plies ahead, and so sees a win and a threat, but so many of a hundred moves are random. */
const RANDOM_MOVES = 30;

/** @param {string} spec */
export function botParts(spec) {
  const [head, ...options] = spec.split(",");
  const [kind, depth] = head.split(":");
  return { kind, depth: depth ? Number(depth) : null, options };
}

/** Every bot that plays a game. @param {string} variant @returns {BotOffer[]} */
export const botsFor = (variant) =>
  app.state.bots[variant] ?? app.state.welcome?.bots.filter((bot) => bot.variants.includes(variant)) ?? [];

/** The levels of a game; of all games where none is said. @param {string} [variant] @returns {Level[]} */
export function levels(variant) {
  const bots = variant ? botsFor(variant) : (app.state.welcome?.bots ?? []);
  /** @type {Level[]} */
  const found = [];
  for (const bot of bots) {
    for (const preset of bot.presets) {
      const id = levelId(bot.kind, preset.name);
      // Where two bots have a level of one name the later, stronger one has it.
      const same = variant ? found.findIndex((one) => one.id === id) : -1;
      if (same >= 0) found.splice(same, 1);
      if (id) found.push({ id, bot: `${bot.kind}:${preset.depth}`, name: "" });
    }
  }
  for (const { bot } of found.filter((one) => one.id === "level-easy")) {
    const offer = bots.find(({ kind }) => kind === botParts(bot).kind);
    if (!offer?.depths || offer.depths[0] > 2 || !offer.options.some(({ name }) => name === "temperature")) continue;
    found.push({ id: "level-very-easy", bot: `${offer.kind}:2,temperature=${RANDOM_MOVES}`, name: "" });
  }
  const order = ["level-very-easy", "level-easy", "level-medium", "level-hard", "level-perfect"];
  found.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return found.length || !variant
    ? found
    : bots.map(({ kind }) => ({ id: kind === "random" ? "level-random" : "", bot: kind, name: kind }));
}

/** @param {string} kind @param {string} preset */
function levelId(kind, preset) {
  if (preset === "full") return kind === "perfect" ? "level-perfect" : "level-hard";
  return ["easy", "medium", "hard"].includes(preset) ? `level-${preset}` : "";
}

/** The level that was chosen last, or the middle one. @param {string} variant @returns {Level | undefined} */
export function chosenLevel(variant) {
  const all = levels(variant);
  return all.find((one) => one.bot === app.settings.level) ?? all.find((one) => one.id === "level-medium") ?? all[0];
}
