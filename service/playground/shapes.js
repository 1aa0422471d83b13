// Geometry of squares. The shapes themselves come from the catalogue.

/** @import { Piece, Square } from "./types" */

import { piece } from "./catalogue.js";

/**
 * Return the squares of a piece, from the top-left corner of its bounding box.
 * @param {{piece: Piece, orientation: number}} placed
 * @returns {Square[]}
 */
export function shape(placed) {
  return piece(placed.piece).orientations[placed.orientation];
}

/**
 * Return the squares that a placed piece covers.
 * @param {{piece: Piece, orientation: number, row: number, col: number}} placed
 * @returns {Square[]}
 */
export function cells(placed) {
  return shape(placed).map(([row, col]) => [placed.row + row, placed.col + col]);
}

/**
 * Return the rows and columns of a shape's bounding box.
 * @param {Square[]} squares
 */
export function extent(squares) {
  return {
    rows: 1 + Math.max(...squares.map(([row]) => row)),
    cols: 1 + Math.max(...squares.map(([, col]) => col)),
  };
}

/**
 * Return the orientation of a piece after a quarter turn clockwise.
 * @param {Piece} id
 * @param {number} orientation
 */
export function turned(id, orientation) {
  return changed(id, orientation, ([row, col]) => [col, -row]);
}

/**
 * Return the orientation of a piece after it is flipped over, left to right.
 * @param {Piece} id
 * @param {number} orientation
 */
export function flipped(id, orientation) {
  return changed(id, orientation, ([row, col]) => [row, -col]);
}

/**
 * @param {Piece} id
 * @param {number} orientation
 * @param {(square: Square) => Square} change
 */
function changed(id, orientation, change) {
  const shapes = piece(id).orientations;
  const moved = shapes[orientation].map(change);
  const top = Math.min(...moved.map(([row]) => row));
  const left = Math.min(...moved.map(([, col]) => col));
  const wanted = text(moved.map(([row, col]) => [row - top, col - left]));
  return shapes.findIndex((one) => text(one) === wanted);
}

/** @param {Square[]} squares */
function text(squares) {
  return squares
    .map((square) => square.join())
    .sort()
    .join(" ");
}

/**
 * Return a path of unit squares as SVG, each `size` units wide.
 * @param {Square[]} squares
 * @param {number} size
 */
export function squaresPath(squares, size) {
  return squares.map(([row, col]) => `M${col * size} ${row * size}h${size}v${size}h${-size}z`).join("");
}

/**
 * Return the outline of squares as SVG: the sides that only one of them has.
 * @param {Square[]} squares
 * @param {number} size
 */
export function outlinePath(squares, size) {
  return sides(squares, size, false);
}

/**
 * Return the seams between squares as SVG: the sides that two of them share.
 * @param {Square[]} squares
 * @param {number} size
 */
export function seamsPath(squares, size) {
  return sides(squares, size, true);
}

/**
 * @param {Square[]} squares
 * @param {number} size
 * @param {boolean} shared
 */
function sides(squares, size, shared) {
  const all = new Set(squares.map((square) => square.join()));
  const path = [];
  for (const [row, col] of squares) {
    const x = col * size;
    const y = row * size;
    if (all.has([row - 1, col].join()) === shared) path.push(`M${x} ${y}h${size}`);
    if (all.has([row, col - 1].join()) === shared) path.push(`M${x} ${y}v${size}`);
    if (shared) continue;
    if (!all.has([row + 1, col].join())) path.push(`M${x} ${y + size}h${size}`);
    if (!all.has([row, col + 1].join())) path.push(`M${x + size} ${y}v${size}`);
  }
  return path.join("");
}

/**
 * Return the name of a square for people: the letter of its column, and its row from the bottom.
 * @param {Square} square
 * @param {number} rows the rows of the board
 */
export function squareName([row, col], rows) {
  return `${String.fromCharCode(97 + col)}${rows - row}`;
}
