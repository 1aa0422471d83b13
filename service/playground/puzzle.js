// A solo puzzle: a layout, its changes, its check, and its solution.

/** @import { Color, Piece, Placement, Puzzle, Schemas } from "./types" */

import { ask } from "./api.js";
import { catalogue, colorName, entry } from "./catalogue.js";
import { announce, reasonText } from "./events.js";
import { FRESH } from "./game.js";
import { attempt } from "./notice.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** Seconds that a search may take. */
const SECONDS = 10;
/** The pause between two pieces of a solution, in milliseconds. */
const PACE = 90;

/** @returns {Puzzle} */
export function puzzle() {
  if (!page.puzzle) throw new Error("there is no puzzle");
  return page.puzzle;
}

/** Return the layout on the board, and what is known about it. */
export function layout() {
  const { steps, at, check } = puzzle();
  return { placements: steps[at], check };
}

/**
 * Begin a puzzle, or go on with a layout of it.
 * @param {Puzzle["id"]} id
 * @param {Placement[]} [placements]
 */
export async function beginPuzzle(id, placements = []) {
  update({
    ...FRESH,
    screen: "puzzle",
    puzzle: { id, steps: [placements], at: 0, check: null, rest: [], searching: false },
  });
  await checkLayout();
}

/**
 * Return the pieces that are not on the board yet, by colour.
 * @returns {{color: Color, pieces: Piece[]}[]}
 */
export function remaining() {
  const { id } = puzzle();
  const laid = new Set(layout().placements.map((one) => `${one.color} ${one.piece}`));
  return catalogue().colors.map((color) => ({
    color: color.id,
    pieces: entry(catalogue().puzzles, id).pieces.filter((piece) => !laid.has(`${color.id} ${piece}`)),
  }));
}

/**
 * Add a change of the layout.
 * @param {Placement[]} placements
 * @param {Partial<Puzzle>} [others]
 */
function addStep(placements, others = {}) {
  const now = puzzle();
  const steps = [...now.steps.slice(0, now.at + 1), placements];
  update({ puzzle: { ...now, steps, at: steps.length - 1, check: null, ...others } });
}

/**
 * Lay a piece. It may be wrong: the check says so.
 * @param {Placement} placement
 */
export async function layPiece(placement) {
  addStep([...layout().placements, placement]);
  update({ ghost: null, reasons: null });
  announce(t("puzzle.laid", { color: colorName(placement.color), piece: placement.piece }));
  return checkLayout();
}

/**
 * Take a piece off the board.
 * @param {Placement} placement
 */
export async function takePiece(placement) {
  addStep(layout().placements.filter((one) => one !== placement));
  return checkLayout();
}

export function clearLayout() {
  addStep([]);
  return checkLayout();
}

/** @param {number} at */
export function goToLayout(at) {
  const now = puzzle();
  const shown = Math.max(0, Math.min(at, now.steps.length - 1));
  update({ ...FRESH, puzzle: { ...now, at: shown, check: null, rest: [] } });
  return checkLayout();
}

async function checkLayout() {
  const { id } = puzzle();
  const { placements } = layout();
  return attempt(async () => {
    const check = await ask("/v1/puzzles/{puzzle}/checks", { layout: { placements } }, { puzzle: id });
    if (page.puzzle?.id !== id || layout().placements !== placements) return;
    update({ puzzle: { ...puzzle(), check } });
    if (check.solved) announce(t("puzzle.solved"));
    else if (!check.valid) announce(check.problems.map((one) => reasonText(one.code, one.message)).join("; "));
  });
}

/**
 * Ask for a completion of the layout, and lay its pieces one after another; or only one of them, as a hint.
 * @param {boolean} whole
 */
export function complete(whole) {
  const { id } = puzzle();
  const { placements } = layout();
  return attempt(async () => {
    update({ ghost: null, reasons: null, puzzle: { ...puzzle(), searching: true } });
    /** @type {Schemas["SolutionAnswer"]} */
    let answer;
    try {
      const body = { layout: { placements }, seconds: SECONDS };
      answer = await ask("/v1/puzzles/{puzzle}/solutions", body, { puzzle: id });
    } finally {
      if (page.puzzle) update({ puzzle: { ...puzzle(), searching: false } });
    }
    if (page.puzzle?.id !== id || layout().placements !== placements) return;
    if (!answer.placements) {
      const text = t(`puzzle.${answer.outcome}`);
      announce(text);
      update({ notice: { text, detail: "", retry: null } });
      return;
    }
    const laid = new Set(placements.map((one) => `${one.color} ${one.piece}`));
    const missing = answer.placements.filter((one) => !laid.has(`${one.color} ${one.piece}`));
    await show(whole ? missing : missing.slice(0, 1));
  });
}

/**
 * Lay pieces one after another. Any change of the layout stops it.
 * @param {Placement[]} pieces
 */
async function show(pieces) {
  const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE;
  let rest = pieces;
  while (rest.length > 0) {
    const [first, ...others] = rest;
    addStep([...layout().placements, first], { rest: others });
    rest = others;
    const expected = page.puzzle;
    if (pause && rest.length) await new Promise((resolve) => setTimeout(resolve, pause));
    if (page.puzzle !== expected) return;
  }
  await checkLayout();
}
