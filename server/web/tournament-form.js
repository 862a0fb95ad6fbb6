// A new tournament: one screen with good defaults, and beside it what the choices come to.

import { app, isLost, ownsName, redraw, send } from "./app.js";
import { h } from "./dom.js";
import { takesSwap2 } from "./form.js";
import { field, input, isOff, segments, select, toggle } from "./parts.js";
import { chosenLevel, levels, levelWords } from "./levels.js";
import { noAnswer, page } from "./past.js";
import { clockParts } from "./rules.js";
import { beads } from "./standings.js";
import { current, text } from "./text.js";
import { formatWords, tieBreakId, tieBreaks } from "./tournaments.js";
import { about, clockWords, gameName } from "./words.js";

/** @import { TournamentSpecOfVariantName } from "../../protocol/protocol.d.ts" */

const MINUTE = 60_000;
const FORMATS = ["round_robin", "swiss", "knockout", "arena"];
const CLOCKS = ["3m+2s", "5m+3s", "10m+5s", ""];

/** The choices, all as the parts of a form have them. */
const DEFAULTS = {
  name: "",
  format: "swiss",
  variant: "",
  clock: "5m+3s",
  rounds: "5",
  length: "60",
  games: "2",
  late: "1",
  starts: "",
  entry: "anybody",
  swap2: false,
  twice: false,
  third: true,
  rated: true,
  lateEntries: true,
  fills: true,
  bot: "",
};
let form = { ...DEFAULTS };

/** @param {Partial<typeof DEFAULTS>} changes */
function change(changes) {
  Object.assign(form, changes);
  redraw();
}

/** The name of a tournament if the organiser gives it no other: the day. */
const usualName = () => text("tournament-of-day", { day: new Intl.DateTimeFormat(current(), { weekday: "long" }).format(Date.now()) });

/** What the form asks for. @returns {TournamentSpecOfVariantName} */
export function specOfForm() {
  const variant = form.variant || app.settings.variant;
  const bot = form.bot || (chosenLevel(variant)?.bot ?? "");
  const isKnockout = form.format === "knockout";
  /** @type {any} */
  const formats = {
    round_robin: { type: "round_robin", twice: form.twice },
    swiss: { type: "swiss", rounds: Number(form.rounds) },
    knockout: { type: "knockout", third_place: form.third },
    arena: { type: "arena", length: Number(form.length) * MINUTE },
  };
  return {
    name: form.name.trim() || usualName(),
    format: formats[form.format],
    variant,
    clock: form.clock || null,
    opening: form.swap2 && takesSwap2(variant) ? "swap2" : null,
    games: form.format === "arena" ? 1 : Number(form.games),
    rated: form.rated && ownsName(),
    listed: form.entry === "anybody",
    late_entries: form.lateEntries && !isKnockout,
    filling: form.fills && bot ? { bot, up_to: 0 } : null,
    pause: 2 * MINUTE,
    late: Number(form.late) * MINUTE,
    starts_in: form.starts ? Number(form.starts) * MINUTE : null,
  };
}

/** @param {Event} event */
function submit(event) {
  event.preventDefault();
  if (isLost()) return;
  send({ type: "open_tournament", spec: /** @type {any} */ (specOfForm()) });
}

/** Resets the form, for tests. @param {Partial<typeof DEFAULTS>} [changes] */
export const choose = (changes) => (form = { ...DEFAULTS, ...changes });

export function newTournament() {
  const spec = specOfForm();
  const { variant } = spec;
  const all = levels(variant);
  const isArena = form.format === "arena";
  const isKnockout = form.format === "knockout";
  const pick = (/** @type {"rounds" | "length" | "games" | "late" | "entry" | "clock" | "format"} */ what, /** @type {string[]} */ values, /** @type {(one: string) => string} */ words, hint = "") =>
    field(`tournament-${what}`, segments(values, form[what], words, (one) => change({ [what]: one })), hint);
  const option = (/** @type {"swap2" | "twice" | "third" | "rated" | "lateEntries" | "fills"} */ what, /** @type {string} */ id) =>
    toggle(id, form[what], (on) => change({ [what]: on }), `${id}-hint`);
  return page(
    "new-tournament",
    text("new-tournament"),
    "",
    h(
      "form",
      { key: "fields", id: "tournament-fields", class: "games tournament-form", onsubmit: submit },
      h("p", { class: "heading wide", "aria-hidden": "true" }, text("new-tournament")),
      input("tournament-name", form.name, (name) => change({ name }), { maxlength: 40, placeholder: usualName(), autocomplete: "off" }),
      select("tournament-starts", ["", "5", "10", "15", "30", "60"].map((n) => [n, n ? text("starts-in", { n: Number(n) }) : text("starts-by-hand")]), form.starts, (starts) => change({ starts })),
      h("div", { class: "wide" }, pick("format", FORMATS, (one) => text(`format-${one.replace("_", "-")}`), text(`format-${form.format.replace("_", "-")}-hint`))),
      select("game", (app.state.welcome?.variants ?? []).map((one) => [one, gameName(one)]), variant, (one) => change({ variant: one, bot: "" })),
      pick("clock", CLOCKS, (one) => (one ? clockShort(one) : text("no-clock")), form.clock ? "" : text("clock-none-hint")),
      form.format === "swiss" && pick("rounds", ["4", "5", "7", "9"], (one) => one),
      isArena && pick("length", ["30", "60", "90", "120"], (one) => text("span-minutes", { n: Number(one) })),
      !isArena && pick("games", isKnockout ? ["1", "2", "3", "5"] : ["1", "2", "4"], (one) => (isKnockout ? text("best-of", { n: one }) : one), Number(form.games) % 2 ? text("games-odd-hint") : text("games-even-hint")),
      pick("entry", ["anybody", "code"], (one) => text(`entry-${one}`), text(`entry-${form.entry}-hint`)),
      pick("late", ["1", "3", "5"], (one) => text("span-minutes", { n: Number(one) }), text("late-hint")),
      takesSwap2(variant) && option("swap2", "switch-swap2"),
      form.format === "round_robin" && option("twice", "switch-twice"),
      isKnockout && option("third", "switch-third"),
      ownsName() && option("rated", "switch-rated"),
      !isKnockout && option("lateEntries", "switch-late-entries"),
      all.length > 0 && option("fills", "switch-fills"),
      all.length > 0 && form.fills && select("level", all.map((one) => [one.bot, levelWords(one)]), spec.filling?.bot ?? "", (bot) => change({ bot })),
    ),
    h(
      "aside",
      { key: "meaning", class: "meaning" },
      h("h2", null, spec.name),
      spec.format.type === "swiss" && beads(spec.format.rounds, 0),
      h("p", null, formatWords(spec)),
      meaning(spec),
      h("p", { class: "hint" }, text("organiser-may")),
      noAnswer(),
      app.ui.notice && h("p", { key: "said", class: "notice" }, app.ui.notice.text),
      h("button", { class: "primary", form: "tournament-fields", ...isOff(isLost()) }, text("open-for-entries")),
    ),
  );
}

/** A clock in few characters. @param {string} clock */
function clockShort(clock) {
  const { initial = 0, increment = 0 } = clockParts(clock) ?? {};
  return `${initial / MINUTE} + ${increment / 1000}`;
}

/** Players by whom the length is reckoned, and plies that each of two makes in a usual game. */
const PLAYERS = 16;
const PLIES = 18;

/**
 * How long it takes as a rule, and at most, in milliseconds; `null` without a clock. @param
 * {TournamentSpecOfVariantName} spec
 */
export function lengths({ format, clock, games = 2, pause = 0 }) {
  if (format.type === "arena") return { rounds: null, usual: format.length, most: format.length };
  const rounds = format.type === "swiss" ? format.rounds : format.type === "knockout" ? Math.log2(PLAYERS) : (PLAYERS - 1) * (format.twice ? 2 : 1);
  const parts = clockParts(clock);
  if (!parts) return { rounds, usual: null, most: null };
  const game = 2 * (parts.initial + PLIES * (parts.increment ?? 0));
  return { rounds, usual: rounds * (games * game * 0.6 + pause), most: rounds * (games * game + pause) };
}

/** @param {TournamentSpecOfVariantName} spec */
function meaning(spec) {
  const { rounds, usual, most } = lengths(spec);
  const line = (/** @type {string} */ id, /** @type {string} */ words) => h("div", { key: id }, h("dt", null, text(id)), h("dd", null, words));
  const long = (/** @type {number} */ n) => (n < 60 * MINUTE ? about(n) : text("hours-minutes", { h: Math.floor(n / MINUTE / 60), m: Math.round(n / MINUTE) % 60 }));
  return h(
    "dl",
    null,
    rounds != null && line("with-players", text("rounds-count", { n: rounds })),
    usual != null && line("takes-about", long(usual)),
    most != null && most > (usual ?? 0) && line("takes-most", long(most)),
    line("tournament-clock", clockWords(spec.clock)),
    rounds != null && line("breaks", about(spec.pause ?? 0)),
    line("equal-points", tieBreaks(spec).map((one) => text(`${tieBreakId(one)}-short`)).join(", ")),
  );
}
