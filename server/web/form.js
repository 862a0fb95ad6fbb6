// A new game: every option of the protocol on one screen, each a segment or a
// switch; the rarer ones behind one word.

import { open, quickMatch } from "./actions.js";
import { app, botSeat, isLost, keepsGames, ownsName, redraw, send, setSettings } from "./app.js";
import { h } from "./dom.js";
import { field, input, isOff, labelled, segments, select, toggle } from "./parts.js";
import { botParts, botsFor, chosenLevel, knowsBots, levels, levelWords } from "./levels.js";
import { go } from "./route.js";
import { CASUAL_MINUTES, clockParts, grace, named, shape } from "./rules.js";
import { backButton, gameLine, lostLine, menuButton } from "./head.js";
import { notify } from "./signal.js";
import { has, text } from "./text.js";
import { clockWords, gameName, gamesAtHand, known } from "./words.js";

/**
 * @import { Form } from "./app.js"
 * @import { GameSpecOfVariant, SeatSpec } from "../../protocol/protocol.d.ts"
 */

const CLOCKS = ["", "3m+2s", "5m+3s", "10m"];

/** Least time between the moves of two bots, in milliseconds. */
const PACE = 700;

/** @returns {Form} */
export const defaults = () => ({
  variant: app.settings.variant,
  against: "friend",
  clock: "",
  begins: "lot",
  bot: "",
  otherBot: "",
  more: false,
  custom: { columns: 9, rows: 7, inRow: 5, kind: "falls" },
  switches: { spectators: true, takebacks: true, hints: false, open_thoughts: false },
  swap2: false,
  pace: PACE,
  repeat: 0,
  thinkTime: "",
  grace: "",
  seed: "",
});

/** @param {Partial<Form>} changes */
function change(changes) {
  app.work.submitted = null;
  if (app.ui.form) Object.assign(app.ui.form, changes);
  redraw();
}

/** The chosen game; a custom board by its measures. @param {Form} form */
export function variantOf({ variant, custom: { columns, rows, inRow, kind } }) {
  return variant === "custom" ? named(`custom:${columns}x${rows}x${inRow}:${kind}`) : variant;
}

/** True for a game of two bots. @param {Form} form */
const isOfBots = ({ against }) => against === "bots";

/** True for a game with a bot. @param {Form} form */
const hasBot = ({ against }) => against === "bot" || against === "bots";

/**
 * Whether the game is in the list. While nothing was chosen, a game with a friend is not: whoever saw it there could
 * take the friend's seat.
 *
 * @param {Form} form
 */
const isListed = ({ switches, against }) => switches.listed ?? against !== "friend";

/** Whether the game counts for ratings: as a rule if the person owns a name. @param {Form} form */
const isRated = ({ switches, against }) => keepsGames() && (against === "friend" || against === "anyone") && (switches.rated ?? ownsName());

/** What a rated game does without. */
const HELP = ["takebacks", "hints"];

/** @param {Form} form @param {string} name */
function isOn(form, name) {
  if (name === "listed") return isListed(form);
  if (name === "rated") return isRated(form);
  return Boolean(form.switches[name]) && !(HELP.includes(name) && isRated(form));
}

/** @param {Form} form @param {string} name */
const option = (form, name) =>
  toggle(
    `switch-${name}`,
    isOn(form, name),
    (on) => change({ switches: { ...form.switches, [name]: on, ...(on && HELP.includes(name) && { rated: false }) } }),
    `switch-${name}-hint`,
  );

export function newGame() {
  const form = (app.ui.form ??= defaults());
  const variant = variantOf(form);
  const isQuick = form.against === "anyone";
  return h(
    "main",
    { key: "new", class: "page form" },
    h(
      "header",
      { class: "head" },
      backButton(() => go("")),
      h("div", { class: "title" }, h("h1", null, text("new-game"))),
      menuButton(),
    ),
    gameLine(),
    lostLine(),
    h(
      "form",
      { class: "fields", onsubmit: submit, made: openSectionOfInvalidField },
      gameField(form),
      opponentFields(form, variant),
      clockField(form),
      whoBegins(form),
      keepsGames() && !hasBot(form) && option(form, "rated"),
      !isQuick && switches(form),
      !isQuick &&
        takesSwap2(variant) &&
        toggle("switch-swap2", form.swap2, (swap2) => change({ swap2 }), "switch-swap2-hint"),
      !isQuick && rareOptions(form),
      app.ui.notice && h("p", { key: "said", class: "notice" }, app.ui.notice.text),
      h(
        "div",
        { key: "begin", class: "foot" },
        h("button", { class: "primary", ...isOff(isLost()) }, text(isQuick ? "quick-match" : "open-game")),
      ),
    ),
  );
}

/** @param {Form} form */
function gameField(form) {
  const variants = [...(app.state.welcome?.variants ?? ["connect-four"]), "custom"];
  return field("game", [
    segments(gamesAtHand(form.variant), form.variant, gameOr, choose),
    select(
      "all-games",
      variants.map((one) => [one, gameOr(one)]),
      form.variant,
      choose,
    ),
    form.variant === "custom" && customBoard(form),
  ]);
}

/** @param {Form} form @param {string} variant */
const opponentFields = (form, variant) => [
  field(
    "against",
    segments(
      /** @type {Form["against"][]} */ (["friend", "anyone", "bot", "bots"]),
      form.against,
      (one) => text(`against-${one}`),
      (against) => change({ against }),
    ),
  ),
  hasBot(form) &&
    field("bot", [
      isOfBots(form) && h("p", { class: "hint" }, text("first-bot")),
      botChoice(variant, form, "bot"),
      isOfBots(form) && [h("p", { class: "hint" }, text("second-bot")), botChoice(variant, form, "otherBot")],
    ]),
];

/** @param {Form} form */
const clockField = (form) =>
  field("clock", [
    segments(
      CLOCKS.includes(form.clock) ? CLOCKS : [...CLOCKS, form.clock],
      form.clock,
      clockShort,
      (clock) => change({ clock }),
    ),
    h("p", { class: "hint" }, text("clock-hint")),
    h("details", { ontoggle: unfold }, h("summary", null, text("other-clock")), clockFields(form)),
  ]);

/** @param {Form} form */
const whoBegins = ({ against, begins }) =>
  (against === "friend" || against === "bot") &&
  field(
    "who-begins",
    segments(
      /** @type {Form["begins"][]} */ (["lot", "me", "them"]),
      begins,
      (one) => text(one === "them" && against === "bot" ? "against-bot" : `begins-${one}`),
      (begins) => change({ begins }),
    ),
  );

/** @param {Form} form */
function switches(form) {
  const isPlayed = !isOfBots(form);
  return h(
    "div",
    { key: "switches", class: "switches" },
    isPlayed && option(form, "spectators"),
    option(form, "listed"),
    isPlayed && option(form, "takebacks"),
    isPlayed && option(form, "hints"),
  );
}

/** @param {Form} form */
function rareOptions(form) {
  const ofBots = isOfBots(form);
  return h(
    "details",
    { key: "rare", ontoggle: unfold },
    h("summary", null, text("more-options")),
    !ofBots && option(form, "open_thoughts"),
    !ofBots &&
      input("grace", form.grace, (grace) => change({ grace }), {
        type: "number",
        min: 1,
        max: 1440,
        inputmode: "numeric",
        placeholder: form.clock ? "1" : String(CASUAL_MINUTES),
      }),
    hasBot(form) &&
      input("think-time", form.thinkTime, (thinkTime) => change({ thinkTime }), {
        type: "number",
        min: 0.01,
        max: 60,
        step: "any",
        inputmode: "decimal",
      }),
    ofBots &&
      input("pace", form.pace / 1000, (pace) => change({ pace: Math.round(Number(pace) * 1000) }), {
        type: "number",
        min: 0,
        max: 60,
        step: "any",
        inputmode: "decimal",
      }),
    ofBots &&
      input("repeat", form.repeat, (repeat) => change({ repeat: Number(repeat) }), {
        type: "number",
        min: 0,
        max: 100,
      }),
    hasBot(form) &&
      input("seed", form.seed, (seed) => change({ seed }), { inputmode: "numeric", pattern: "\\d{0,19}" }),
  );
}

/** What a word of the form opens may be below the button at its foot. @param {Event} event */
function unfold(event) {
  const opened = /** @type {HTMLDetailsElement} */ (event.currentTarget);
  if (opened.open) opened.scrollIntoView({ block: "nearest" });
}

/**
 * A field that forbids to open the game may be in a closed section, where the browser cannot show what is wrong.
 *
 * @param {HTMLElement} form
 */
const openSectionOfInvalidField = (form) =>
  form.addEventListener(
    "invalid",
    (event) => {
      const section = /** @type {HTMLElement} */ (event.target).closest("details");
      if (section) section.open = true;
    },
    true,
  );

/** @param {string} one */
const gameOr = (one) => (one === "custom" ? text("custom-board") : gameName(one));

/** @param {string} variant */
function choose(variant) {
  change({ variant, bot: "", otherBot: "", swap2: false });
  if (variant !== "custom") setSettings({ variant, level: "" });
  askForBots();
}

/** Which bots play a board, and how well: the server knows. It is asked about boards that there may be. */
export function askForBots() {
  const { form } = app.ui;
  if (!form) return;
  const variant = variantOf(form);
  const board = shape(variant);
  const fits = !board || board.inRow <= Math.max(board.columns, board.rows);
  if (fits && !app.state.bots[variant]) send({ type: "list_bots", variant });
}

/** Whether a game may begin with swap2. @param {string} variant */
export function takesSwap2(variant) {
  const board = shape(variant);
  return board != null && !board.falls && board.inRow >= 4;
}

/**
 * The bot that the form shows: the chosen one where it plays this board.
 *
 * @param {string} variant @param {string} chosen
 */
function shownBot(variant, chosen) {
  const offers = botsFor(variant);
  const plays = offers.some(({ kind }) => kind === botParts(chosen).kind);
  // Without levels it is the strongest, which is the last.
  return plays ? chosen : (chosenLevel(variant)?.bot ?? offers.at(-1)?.kind ?? chosen);
}

/** @param {Form} form */
function customBoard(form) {
  const { custom } = form;
  /** @param {"columns" | "rows" | "inRow"} name @param {number} least @param {number} most */
  const number = (name, least, most) =>
    input(
      `custom-${name === "inRow" ? "in-row" : name}`,
      custom[name],
      (value) => {
        change({ custom: { ...custom, [name]: Number(value) || least } });
        askForBots();
      },
      { type: "number", min: least, max: most, inputmode: "numeric" },
    );
  return h(
    "div",
    { class: "custom" },
    number("columns", 3, 20),
    number("rows", 3, 20),
    number("inRow", 3, Math.min(10, Math.max(custom.columns, custom.rows))),
    field(
      "custom-kind",
      segments(
        ["falls", "free", "exact"],
        custom.kind,
        (one) => text(`custom-${one}`),
        (kind) => {
          change({ custom: { ...custom, kind } });
          askForBots();
        },
      ),
    ),
  );
}

/** @param {string} clock */
function clockShort(clock) {
  const parts = clockParts(clock);
  if (!parts) return text("clock-none");
  return parts.initial % 60_000 ? clockWords(clock) : `${parts.initial / 60_000} + ${parts.increment / 1000}`;
}

/** @param {Form} form */
function clockFields(form) {
  const chosen = clockParts(form.clock);
  // Without a clock the fields are empty, as no clock is what is chosen.
  const parts = chosen ?? { initial: 300_000, increment: 0 };
  /** @param {number} initial @param {number} increment */
  const settle = (initial, increment) => {
    const seconds = Math.min(86_400, Math.max(1, Math.round(initial / 1000)));
    const added = Math.min(3600, Math.max(0, Math.round(increment / 1000)));
    const base = seconds % 60 ? `${seconds}s` : `${seconds / 60}m`;
    change({ clock: added ? `${base}+${added}s` : base });
  };
  // Two digits tell any whole second.
  const minutes = chosen ? Math.round(chosen.initial / 600) / 100 : "";
  return h(
    "div",
    { class: "custom" },
    input("clock-minutes", minutes, (value) => settle(Number(value) * 60_000, parts.increment), {
      type: "number",
      required: chosen != null,
      min: 0.1,
      max: 1440,
      step: "any",
      inputmode: "decimal",
    }),
    input("clock-seconds", chosen ? chosen.increment / 1000 : "", (value) => settle(parts.initial, Number(value) * 1000), {
      type: "number",
      required: chosen != null,
      min: 0,
      max: 3600,
      inputmode: "numeric",
    }),
  );
}

/**
 * A bot with its depth and its options.
 *
 * @param {string} variant @param {Form} form @param {"bot" | "otherBot"} which
 */
function botChoice(variant, form, which) {
  const offers = botsFor(variant);
  const chosen = shownBot(variant, form[which]);
  const { kind, depth, options } = botParts(chosen);
  const offer = offers.find((one) => one.kind === kind) ?? offers[0];
  if (!offer) return knowsBots(variant) && h("p", { class: "hint" }, text("no-bot-plays"));
  /** @type {[string, string][]} */
  const numbered = levels(variant).flatMap((one) => (one.number ? [[one.bot, levelWords(one)]] : []));
  const isNumbered = numbered.some(([bot]) => bot === chosen);
  const onlyRandom = offers.length === 1 && offer.kind === "random";
  /** @param {string} bot */
  const pick = (bot) => change({ [which]: bot });
  /** @param {string} name @param {string} value @param {number} usual */
  const settle = (name, value, usual) => {
    const others = options.filter((one) => !one.startsWith(`${name}=`));
    const all = Number(value) === usual || value === "" ? others : [...others, `${name}=${Number(value)}`];
    pick([depth ? `${kind}:${depth}` : kind, ...all].join(","));
  };
  return h(
    "div",
    { class: "bot-choice" },
    numbered.length > 0 &&
      select(
        "level",
        isNumbered ? numbered : [["", text("level-none")], ...numbered],
        isNumbered ? chosen : "",
        (bot) => bot && pick(bot),
      ),
    onlyRandom && h("p", { class: "hint" }, text("only-random")),
    numbered.length === 0 && !onlyRandom && h("p", { class: "hint" }, text("no-levels", { kind: offer.kind })),
    h(
      "details",
      {
        ontoggle: (/** @type {Event} */ event) => {
          askForBots();
          unfold(event);
        },
      },
      h("summary", null, text("which-bot")),
      select(
        "bot",
        offers.map((one) => [
          one.kind,
          one.level == null ? one.kind : text("bot-with-strength", { kind: one.kind, level: one.level }),
        ]),
        offer.kind,
        pick,
      ),
      h("p", { class: "hint" }, known(`bot-about-${offer.kind}`, offer.about)),
      offer.depths &&
        !isNumbered &&
        input(
          "bot-depth",
          depth ?? offer.default_depth ?? offer.depths[1],
          (value) => pick([`${offer.kind}:${Number(value) || offer.depths?.[0]}`, ...options].join(",")),
          { type: "number", min: offer.depths[0], max: offer.depths[1], inputmode: "numeric" },
        ),
      offer.options.map((one) =>
        labelled(
          has(`option-${one.name}`)
            ? text(`option-${one.name}`)
            : [one.name.replace(/_/g, " "), h("small", null, one.about)],
          options.find((given) => given.startsWith(`${one.name}=`))?.split("=")[1] ?? one.default,
          (value) => settle(one.name, value, one.default),
          { key: one.name, type: "number", min: one.least, max: one.most, inputmode: "numeric" },
        ),
      ),
    ),
  );
}

/** @param {SubmitEvent} event */
function submit(event) {
  event.preventDefault();
  app.work.submitted = app.ui.route;
  openSubmitted();
}

/** Opens the game of a form that was submitted, once it is known which bots play its board. */
export function openSubmitted() {
  const { form, route } = app.ui;
  if (!form || app.work.submitted !== route) return;
  const variant = variantOf(form);
  if (hasBot(form) && !knowsBots(variant)) return askForBots();
  app.work.submitted = null;
  if (hasBot(form) && !botsFor(variant).length) return notify(text("no-bot-plays"), "assertive");
  if (form.against === "anyone") return quickMatch(variant, form.clock || null, isRated(form));
  open(specOf(form), seatsOf(form), !isOfBots(form) && form.begins === "lot");
}

/**
 * The game of a form. What the form does not show is as usual, whatever was chosen before.
 *
 * @param {Form} form @returns {GameSpecOfVariant}
 */
export function specOf(form) {
  const variant = variantOf(form);
  const { switches } = form;
  const match = isOfBots(form);
  const bots = hasBot(form);
  return {
    variant,
    clock: form.clock || null,
    listed: isListed(form),
    takebacks: isOn(form, "takebacks"),
    rated: isRated(form),
    // Whoever opens a game of two bots watches it, and anybody there sees what they think.
    hints: isOn(form, "hints") && !match,
    spectators: switches.spectators || match,
    open_thoughts: switches.open_thoughts && !match,
    pace: match ? form.pace : PACE,
    repeat: match ? form.repeat : 0,
    think_time:
      bots && form.thinkTime ? Math.min(60_000, Math.max(10, Math.round(Number(form.thinkTime) * 1000))) : null,
    seed: (bots && form.seed) || null,
    grace: grace(form.clock || null, match ? 0 : Number(form.grace)),
    opening: form.swap2 && takesSwap2(variant) ? "swap2" : null,
  };
}

/** Who plays in the game of a form. @param {Form} form @returns {{first: SeatSpec, second: SeatSpec}} */
export function seatsOf(form) {
  const variant = variantOf(form);
  /** @param {string} chosen */
  const bot = (chosen) => botSeat(shownBot(variant, chosen));
  if (isOfBots(form)) return { first: bot(form.bot), second: bot(form.otherBot) };
  /** @type {SeatSpec} */
  const me = { type: "me" };
  /** @type {SeatSpec} */
  const them = form.against === "bot" ? bot(form.bot) : { type: "open" };
  return form.begins === "them" ? { first: them, second: me } : { first: me, second: them };
}
