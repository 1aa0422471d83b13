// The game survives a reload: it is kept in the browser as a start and actions, and replayed by the service.

/** @import { Action, Game, Puzzle, SealedStep, Seat, State } from "./types" */

import { loadTable, table } from "./lazy.js";
import { page, update } from "./store.js";

const KEY = "cornerwise";

/** @typedef {{start?: State, actions?: Action[], sealed?: SealedStep[]}} Steps A start and actions, or the tokens of a sealed game. */

/**
 * @typedef {object} Saved
 * @property {string} language
 * @property {typeof page.theme} theme
 * @property {typeof page.show} show
 * @property {typeof page.screen} screen
 * @property {typeof page.choice} choice
 * @property {boolean} panel
 * @property {({variant: string, seats: Seat[], seed: number | null, at: number} & Steps) | null} game
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
      ...stepsOf(game),
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
 * @param {Game} game
 * @returns {Steps}
 */
function stepsOf({ steps }) {
  const sealed = table()?.tokensOf(steps);
  if (sealed) return { sealed };
  return { start: /** @type {State} */ (steps[0].state), actions: steps.flatMap((step) => step.action ?? []) };
}

/**
 * Bring back what the last visit left.
 * @param {Partial<Saved>} saved
 */
export async function restore(saved) {
  const { puzzle, game } = saved;
  if (!puzzle && !game) return;
  const { beginPuzzle, reopen, replay } = await loadTable();
  if (puzzle) await beginPuzzle(puzzle.id, puzzle.placements);
  if (game) {
    const { variant, seats, seed, at, start, actions, sealed } = game;
    const steps = sealed ? await reopen(sealed, seats) : await replay(/** @type {State} */ (start), actions ?? []);
    const shown = Math.min(at, steps.length - 1);
    update({ game: { variant, seats, seed, steps, at: shown, ready: null, paused: false } });
  }
  update({ screen: saved.screen ?? "home" });
}
