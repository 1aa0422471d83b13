// The game survives a reload: it is kept in the browser as a start and actions, and replayed by the service.

/** @import { Action, Puzzle, Seat, State } from "./types" */

import { loadTable } from "./lazy.js";
import { page, update } from "./store.js";

const KEY = "cornerwise";

/**
 * @typedef {object} Saved
 * @property {string} language
 * @property {typeof page.theme} theme
 * @property {typeof page.show} show
 * @property {typeof page.screen} screen
 * @property {typeof page.choice} choice
 * @property {boolean} panel
 * @property {{variant: string, seats: Seat[], seed: number | null, at: number, start: State, actions: Action[]} | null} game
 * @property {{id: Puzzle["id"], placements: Puzzle["steps"][0]} | null} puzzle
 */

/** Return what the last visit left, or null. */
export function readSaved() {
  try {
    return /** @type {Partial<Saved> | null} */ (JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return null; // not ours, or storage is not allowed
  }
}

/** @type {unknown[]} */
let kept = [];

/** Keep the state of the page. */
export function save() {
  const { game, puzzle, language, theme, show, screen, choice, panel } = page;
  const now = [game, puzzle, language, theme, show, screen, choice, panel];
  if (now.every((value, index) => value === kept[index])) return;
  kept = now;
  /** @type {Saved} */
  const saved = {
    language,
    theme,
    show,
    screen,
    choice,
    panel,
    game: game && {
      variant: game.variant,
      seats: game.seats,
      seed: game.seed,
      at: game.at,
      start: game.steps[0].state,
      actions: game.steps.flatMap((step) => step.action ?? []),
    },
    puzzle: puzzle && { id: puzzle.id, placements: puzzle.steps[puzzle.at] },
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Full, or not allowed: the page works without it.
  }
}

/**
 * Bring back what the last visit left.
 * @param {Partial<Saved>} saved
 */
export async function restore(saved) {
  const { puzzle, game } = saved;
  if (!puzzle && !game) return;
  const { beginPuzzle, replay } = await loadTable();
  if (puzzle) await beginPuzzle(puzzle.id, puzzle.placements);
  if (game) {
    const { variant, seats, seed, at, start, actions } = game;
    const steps = await replay(start, actions);
    const shown = Math.min(at, steps.length - 1);
    update({ game: { variant, seats, seed, steps, at: shown, ready: null, paused: false } });
  }
  update({ screen: saved.screen ?? "home" });
}
