// The piece in the hand of the person who moves: picked from the tray, turned, flipped, moved over the board, and placed.

/** @import { Action, Color, Ghost, MoveGroup, Piece, Placement, Square, Step } from "./types" */

import { ask } from "./api.js";
import { board, colorName } from "./catalogue.js";
import { announce, reasonText } from "./events.js";
import { current, mayDecide, play, where } from "./game.js";
import { attempt } from "./notice.js";
import { layout, layPiece } from "./puzzle.js";
import { extent, flipped, shape, squareName, turned } from "./shapes.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** How long a ghost must rest on a wrong place before the reasons are asked for, in milliseconds. */
const REST = 250;
let resting = 0;

/**
 * Return the groups of moves of a piece at a step.
 * @param {Step} step
 * @param {Color} color
 * @param {Piece} piece
 * @returns {MoveGroup[]}
 */
export function groupsOf(step, color, piece) {
  return step.groups.filter((group) => group.piece === piece && (group.color ?? color) === color);
}

/** Whether pieces can be picked now. */
export function mayPick() {
  if (page.screen === "puzzle") return page.puzzle !== null && page.puzzle.rest.length === 0;
  return mayDecide() && (current()?.groups.length ?? 0) > 0;
}

/**
 * Take a piece. It is turned so that it fits somewhere, if it does.
 * @param {Color} color
 * @param {Piece} piece
 * @param {Partial<Ghost>} [placed]
 */
export function pick(color, piece, placed = {}) {
  if (!mayPick()) return;
  const step = current();
  const groups = step ? groupsOf(step, color, piece) : [];
  const kept = page.ghost;
  const middle = { row: Math.floor(board().rows / 2), col: Math.floor(board().cols / 2) };
  const at = kept?.shown ? { row: kept.row, col: kept.col } : middle;
  change({ color, piece, orientation: groups[0]?.orientation ?? 0, ...at, shown: false, ...placed });
}

/** Put the piece back. */
export function putBack() {
  change(null);
}

/**
 * Where a piece is to be moved that is not chosen freely, take it.
 * @param {Step} step
 */
export function pickTarget(step) {
  const target = step.state.turn.target;
  if (!target || !mayDecide()) return;
  const from = step.state.placements.find((one) => one.color === target.color && one.piece === target.piece);
  pick(target.color, target.piece, from && { orientation: from.orientation, row: from.row, col: from.col, shown: true });
}

/** Whether the piece is one that the step prescribes, so that it cannot be put back. */
export function isPrescribed() {
  return Boolean(current()?.state.turn.target);
}

/**
 * Move the piece so that its middle is at a square.
 * @param {Square} square
 */
export function moveTo([row, col]) {
  const ghost = page.ghost;
  if (!ghost) return;
  const size = extent(shape(ghost));
  place({ ...ghost, row: row - Math.floor((size.rows - 1) / 2), col: col - Math.floor((size.cols - 1) / 2), shown: true });
}

/**
 * @param {number} rows
 * @param {number} cols
 */
export function moveBy(rows, cols) {
  const ghost = page.ghost;
  if (ghost) place({ ...ghost, row: ghost.row + rows, col: ghost.col + cols, shown: true });
}

/** @param {1 | -1} [quarters] */
export function turn(quarters = 1) {
  const ghost = page.ghost;
  if (!ghost) return;
  let orientation = ghost.orientation;
  for (let count = quarters === 1 ? 1 : 3; count > 0; count--) orientation = turned(ghost.piece, orientation);
  reorient(ghost, orientation);
}

export function flip() {
  if (page.ghost) reorient(page.ghost, flipped(page.ghost.piece, page.ghost.orientation));
}

/**
 * @param {Ghost} ghost
 * @param {number} orientation
 */
function reorient(ghost, orientation) {
  const before = extent(shape(ghost));
  const after = extent(shape({ ...ghost, orientation }));
  const row = ghost.row + Math.trunc((before.rows - after.rows) / 2);
  const col = ghost.col + Math.trunc((before.cols - after.cols) / 2);
  place({ ...ghost, orientation, row, col });
}

/**
 * Keep a piece on the board.
 * @param {Ghost} ghost
 */
function place(ghost) {
  const { rows, cols } = board();
  const size = extent(shape(ghost));
  const row = Math.max(0, Math.min(ghost.row, rows - size.rows));
  const col = Math.max(0, Math.min(ghost.col, cols - size.cols));
  change({ ...ghost, row, col });
}

/** @param {Ghost | null} ghost */
function change(ghost) {
  const before = page.ghost;
  const keys = /** @type {(keyof Ghost)[]} */ (["color", "piece", "orientation", "row", "col", "shown"]);
  if (ghost && before && keys.every((key) => ghost[key] === before[key])) return;
  update({ ghost, reasons: null, square: null, hints: ghost ? page.hints : null });
  clearTimeout(resting);
  if (ghost?.shown && fits(ghost) !== true) resting = setTimeout(() => explain(ghost), REST);
}

/**
 * Whether a piece fits where it is: true, false, or null if that is not known.
 * @param {Ghost} ghost
 * @returns {boolean | null}
 */
export function fits(ghost) {
  const step = current();
  if (!step) return page.reasons && page.ghost === ghost ? page.reasons.length === 0 : null;
  return groupAt(step, ghost) !== undefined;
}

/**
 * @param {Step} step
 * @param {Ghost} ghost
 */
function groupAt(step, ghost) {
  const position = ghost.row * board().cols + ghost.col;
  return groupsOf(step, ghost.color, ghost.piece).find(
    (group) => group.orientation === ghost.orientation && group.positions.includes(position),
  );
}

/**
 * Go to the next or previous place where the piece fits, in its orientation first.
 * @param {1 | -1} direction
 */
export function goToFit(direction) {
  const ghost = page.ghost;
  const step = current();
  if (!ghost || !step) return;
  const { cols } = board();
  const candidates = groupsOf(step, ghost.color, ghost.piece).flatMap((group) =>
    group.positions.map((position) => ({ orientation: group.orientation, position })),
  );
  if (candidates.length === 0) return announce(t("fits.nowhere", { piece: ghost.piece }));
  const rank = (/** @type {{orientation: number, position: number}} */ candidate) => candidate.orientation * 1e4 + candidate.position;
  candidates.sort((one, other) => rank(one) - rank(other));
  const here = rank({ orientation: ghost.orientation, position: ghost.row * cols + ghost.col });
  const at = ghost.shown ? here : -1;
  const later = direction === 1 ? candidates.find((candidate) => rank(candidate) > at) : candidates.findLast((candidate) => rank(candidate) < at);
  const candidate = later ?? (direction === 1 ? candidates[0] : candidates[candidates.length - 1]);
  const row = Math.floor(candidate.position / cols);
  change({ ...ghost, orientation: candidate.orientation, row, col: candidate.position % cols, shown: true });
}

/** Place the piece, or say why it does not fit. */
export async function drop() {
  const ghost = page.ghost;
  if (!ghost?.shown || page.busy) return false;
  const step = current();
  if (!step) return layPiece(asPlacement(ghost));
  const group = groupAt(step, ghost);
  if (group) return play(asAction(ghost, group.type));
  clearTimeout(resting);
  await explain(ghost, true);
  return false;
}

/**
 * Ask why a piece does not fit.
 * @param {Ghost} ghost
 * @param {boolean} [always] whether to announce it even if it is known already
 */
async function explain(ghost, always = false) {
  if (page.reasons && page.ghost === ghost && !always) return;
  await attempt(async () => {
    const reasons = await reasonsFor(ghost);
    if (page.ghost !== ghost) return;
    update({ reasons });
    if (reasons.length) announce(reasons.map((one) => reasonText(one.code, one.message)).join("; "));
  });
}

/** @param {Ghost} ghost */
async function reasonsFor(ghost) {
  const step = current();
  if (step) {
    const action = asAction(ghost, step.groups[0]?.type ?? "place");
    return (await ask("/v1/checks", { ...where(step), action })).reasons;
  }
  const { placements, check } = layout();
  const known = new Set((check?.problems ?? []).map((one) => `${one.code} ${one.squares}`));
  const sent = { placements: [...placements, asPlacement(ghost)] };
  const names = { puzzle: page.puzzle?.id ?? "" };
  const answer = await ask("/v1/puzzles/{puzzle}/checks", { layout: sent }, names);
  return answer.problems.filter((one) => !known.has(`${one.code} ${one.squares}`));
}

/**
 * @param {Ghost} ghost
 * @returns {Placement}
 */
function asPlacement({ color, piece, orientation, row, col }) {
  return { color, piece, orientation, row, col };
}

/**
 * @param {Ghost} ghost
 * @param {Action["type"]} type
 * @returns {Action}
 */
function asAction(ghost, type) {
  const { color, piece, ...pose } = asPlacement(ghost);
  return type === "place" ? { type, color, piece, ...pose } : { type, ...pose };
}

/** Return in words where the piece is, and whether it fits. */
export function ghostText() {
  const ghost = page.ghost;
  if (!ghost) return "";
  const name = `${colorName(ghost.color)} ${ghost.piece}`;
  if (!ghost.shown) return t("ghost.picked", { piece: name });
  const square = squareName([ghost.row, ghost.col], board().rows);
  const fit = fits(ghost);
  return t(fit === null ? "ghost.at" : fit ? "ghost.fits" : "ghost.wrong", { piece: name, square });
}
