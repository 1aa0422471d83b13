// The page's own words. The names of pieces, cards and variants come from the catalogue of the API.

import { page, update } from "./store.js";

/** The languages of the catalogue by their own names; those with `words` have the page's words too, the others English ones. */
export const LANGUAGES = {
  en: "English",
  sv: "Svenska",
  fi: "Suomi",
  da: "Dansk",
  no: "Norsk",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
  nl: "Nederlands",
};

const OWN = new Set(["en", "de", "fr", "sv"]);

/**
 * Return a text of the page, with `{name}` replaced by the values.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = page.words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (match, name) => String(values[name] ?? match));
}

/**
 * Whether the page has a text of its own for a key.
 * @param {string} key
 */
export function has(key) {
  return key in page.words;
}

/**
 * Return the language to begin with: the first of the browser's that the catalogue has.
 * @returns {string}
 */
export function preferredLanguage() {
  for (const tag of navigator.languages) {
    const primary = tag.split("-")[0].toLowerCase().replace(/^n[bn]$/, "no");
    if (primary in LANGUAGES) return primary;
  }
  return "en";
}

/**
 * Load the words of a language; English ones where the page has none of its own.
 * @param {string} language
 */
export async function loadWords(language) {
  const own = OWN.has(language) ? language : "en";
  const response = await fetch(`/playground/words/${own}.json`);
  update({ language, words: await response.json() });
  document.documentElement.lang = own;
}
