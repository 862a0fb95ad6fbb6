// The opponents of a game that the server has: the levels, which are the depths of
// one bot, or the bots by their kinds where it does not play.

import { app } from "./app.js";
import { text } from "./text.js";

/** @import { BotOffer } from "../../protocol/protocol.d.ts" */
/** @typedef {{bot: string, number: number | null}} Level `number` of the level, none where the bot goes by its kind */

/** The bot whose depths are levels. */
const LEVELS = "level";

/** The level of who has chosen none: most people can beat it. */
const USUAL = 3;

/** @param {string} spec */
export function botParts(spec) {
  const [head, ...options] = spec.split(",");
  const [kind, depth] = head.split(":");
  return { kind, depth: depth ? Number(depth) : null, options };
}

/** Every bot that plays a game. @param {string} variant @returns {BotOffer[]} */
export const botsFor = (variant) =>
  app.state.bots[variant] ?? app.state.welcome?.bots.filter((bot) => bot.variants.includes(variant)) ?? [];

/** Whether it is known which bots play a game. @param {string} variant */
export const knowsBots = (variant) => Boolean(app.state.bots[variant]) || botsFor(variant).length > 0;

/** The levels of a game. @param {string} variant @returns {Level[]} */
export function levels(variant) {
  const bots = botsFor(variant);
  const numbered = bots.find(({ kind }) => kind === LEVELS);
  if (numbered) return numbered.presets.map(({ depth }) => ({ bot: `${LEVELS}:${depth}`, number: depth }));
  return bots.map(({ kind }) => ({ bot: kind, number: null }));
}

/** The level of a bot, by its spec; none where it has no number. @param {string} bot */
export function levelOf(bot) {
  const { kind, depth } = botParts(bot);
  return kind === LEVELS ? depth : null;
}

/** A level in a list. @param {Level} level */
export function levelWords(level) {
  if (level.number === 1) return text("level-first");
  return level.number === 9 ? text("level-last") : levelName(level);
}

/** A level where there is little room. @param {Level} level */
export function levelName({ bot, number }) {
  if (number) return text("level-number", { n: number });
  return bot === "random" ? text("level-random") : bot;
}

/** The level that was chosen last, or the usual one. @param {string} variant @returns {Level | undefined} */
export function chosenLevel(variant) {
  const all = levels(variant);
  return all.find((one) => one.bot === app.settings.level) ?? all.find((one) => one.number === USUAL) ?? all[0];
}
