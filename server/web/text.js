// Every word on the screen comes from here: `text(id, args)` in the language of
// the reader. A language is one file of `lang/`, loaded when it is needed, and
// made of `client/languages/*/page.ftl` (a test of the client says how); a
// text is a string with `{name}` places, or an object of plural forms chosen by
// the first number among its arguments.

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Text */
/** @typedef {Record<string, string | number>} Args */

export const LANGUAGES = ["en", "es", "pl"];

let language = "en";

/** @param {readonly string[]} wanted @returns {string} the first of them that there is */
export function choose(wanted) {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split("-")[0];
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** The languages that have come. @type {Record<string, {texts: Record<string, Text>, plural: Intl.PluralRules}>} */
const known = {};
/** How often a language did not come. @type {Record<string, number>} */
const failures = {};
/** The language that was asked for last. */
let asked = "";

/**
 * Loads a language and makes it that of the document, unless another is asked for meanwhile.
 *
 * @param {string} wanted @returns {Promise<boolean>} whether it came; otherwise the language stays as it is
 */
export async function load(wanted) {
  asked = wanted;
  try {
    known[wanted] ??= { texts: (await import(address(wanted))).default, plural: new Intl.PluralRules(wanted) };
  } catch {
    failures[wanted] = (failures[wanted] ?? 0) + 1;
    return false;
  }
  if (asked !== wanted) return true;
  language = wanted;
  if (typeof document !== "undefined") document.documentElement.lang = wanted;
  return true;
}

/**
 * Where a language is; another address after each failure, since browsers keep a module that failed.
 *
 * @param {string} wanted
 */
const address = (wanted) => `./lang/${wanted}.js${failures[wanted] ? `?again=${failures[wanted]}` : ""}`;

/** Whether a language was asked for and did not come. @param {string} wanted */
export const isMissing = (wanted) => wanted in failures && !(wanted in known);

/** @returns {string} */
export const current = () => language;

/**
 * The text of an id; an unknown id is its own text, so that a lack is seen.
 *
 * @param {string} id
 * @param {Args} [args]
 * @returns {string}
 */
export function text(id, args = {}) {
  return form(id, args).replace(/\{(\w+)\}/g, (whole, name) => (name in args ? written(args[name]) : whole));
}

/** @param {string | number} value */
const written = (value) => (typeof value === "number" && !Number.isInteger(value) ? decimals(value) : String(value));

/**
 * A number as the language writes it.
 *
 * @param {number} value @param {number} [digits] how many behind the sign for decimals, where they are fixed
 */
export const decimals = (value, digits) =>
  value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits ?? 3 });

/** Whether there is a text of this id. @param {string} id */
export const has = (id) => id in (known[language]?.texts ?? {});

/**
 * The parts of a text whose places are filled with something else than text.
 *
 * @template T
 * @param {string} id
 * @param {Record<string, T>} parts
 * @param {Args} [args]
 * @returns {(T | string)[]}
 */
export function rich(id, parts, args = {}) {
  return form(id, args)
    .split(/(\{\w+\})/)
    .map((piece) => {
      const name = piece.slice(1, -1);
      if (piece.startsWith("{") && name in parts) return parts[name];
      return piece.startsWith("{") && name in args ? String(args[name]) : piece;
    });
}

/** @param {string} id @param {Args} args @returns {string} */
function form(id, args) {
  const found = known[language]?.texts[id];
  if (found === undefined) return id;
  if (typeof found === "string") return found;
  const count = Object.values(args).find((value) => typeof value === "number");
  return found[known[language].plural.select(Number(count ?? 0))] ?? found.other ?? id;
}
