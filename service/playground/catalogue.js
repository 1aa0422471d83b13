// Everything that the service says about itself: variants, pieces, colours, cards and puzzles, in a language.

/** @import { Card, Catalogue, Color, Piece, Schemas } from "./types" */

import { look } from "./api.js";
import { page, update } from "./store.js";

/**
 * Load the catalogue in a language.
 * @param {string} language
 */
export async function loadCatalogue(language) {
  const paths = ["/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles"];
  const [variants, pieces, cards, puzzles] = await Promise.all(paths.map((path) => look(path, language)));
  update({
    catalogue: {
      language: variants.language,
      variants: variants.variants,
      phases: variants.phases,
      pieces: pieces.pieces,
      colors: pieces.colors,
      cards: cards.cards,
      puzzles: puzzles.puzzles,
    },
  });
}

/** @returns {Catalogue} */
export function catalogue() {
  if (!page.catalogue) throw new Error("the catalogue is not loaded");
  return page.catalogue;
}

/**
 * Return the entry of a list that has an id.
 * @template {{id: string}} Entry
 * @param {Entry[]} list
 * @param {string} id
 * @returns {Entry}
 */
export function entry(list, id) {
  const found = list.find((one) => one.id === id);
  if (!found) throw new Error(`not in the catalogue: ${id}`);
  return found;
}

/** @param {Color} id */
export const colorName = (id) => entry(catalogue().colors, id).name;
/** @param {Color} id */
export const colorLetter = (id) => id[0].toUpperCase();
/** @param {Card} id */
export const cardName = (id) => entry(catalogue().cards, id).name;
/** @param {Piece} id */
export const piece = (id) => entry(catalogue().pieces, id);
/** @param {Schemas["Phase"]} id */
export const phase = (id) => entry(catalogue().phases, id);

/**
 * Return the size of the board in play.
 * @returns {{rows: number, cols: number}}
 */
export function board() {
  if (page.screen === "puzzle" && page.puzzle) return entry(catalogue().puzzles, page.puzzle.id).board;
  const id = page.game?.variant ?? "";
  return (catalogue().variants.find((one) => one.id === id) ?? catalogue().variants[0]).board;
}
