// The board: the drawing, and picking and placing on it by mouse, touch and keyboard.

/** @import { Ghost, Placement, Square } from "./types" */

import { ask } from "./api.js";
import { board, colorLetter, colorName } from "./catalogue.js";
import { h } from "./dom.js";
import { announce } from "./events.js";
import { current, mayDecide, play, where } from "./game.js";
import { drop, fits, flip, ghostText, goToFit, groupsOf, isPrescribed, moveBy, moveTo, pick, putBack, turn } from "./ghost.js";
import { attempt } from "./notice.js";
import { layout, takePiece } from "./puzzle.js";
import { cells, outlinePath, seamsPath, shape, squareName, squaresPath } from "./shapes.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

const SIZE = 20; // units of the drawing for a square
const MARGIN = 18; // for the coordinates, at the left and below
const NARROW = 5;

/** The squares and pieces that lie on the board. */
function placements() {
  return page.screen === "puzzle" ? layout().placements : (current()?.state.placements ?? []);
}

/** Draw the board with everything on it. */
export function drawBoard() {
  const { rows, cols } = board();
  const margin = page.show.coordinates ? MARGIN : NARROW;
  const box = [-margin, -NARROW, cols * SIZE + margin + NARROW, rows * SIZE + margin + NARROW];
  const busy = page.ghost ? "picked" : "";
  return h(
    "svg",
    {
      class: `board ${busy}`,
      id: "board",
      viewBox: box.join(" "),
      tabindex: 0,
      role: "application",
      "aria-label": t("board.label", { rows, cols, count: placements().length }),
      "aria-describedby": "board-keys",
      onpointermove: onPointerMove,
      onpointerleave: onPointerLeave,
      onpointerup: onPointerUp,
      onwheel: onWheel,
      onkeydown: onKeyDown,
    },
    h("rect", { class: "field", width: cols * SIZE, height: rows * SIZE, rx: 3 }),
    h("path", { class: "grid", d: gridPath(rows, cols) }),
    page.show.coordinates && coordinates(rows, cols),
    lights(),
    h("g", { class: "pieces" }, placements().map(drawPiece)),
    lastMove(),
    hintShadow(),
    page.ghost?.shown && drawGhost(page.ghost),
    marks(),
    page.square && h("path", { class: "asked", d: squaresPath([page.square.square], SIZE) }),
    cursor(),
  );
}

/**
 * @param {number} rows
 * @param {number} cols
 */
function gridPath(rows, cols) {
  const across = Array.from({ length: rows - 1 }, (_, row) => `M0 ${(row + 1) * SIZE}H${cols * SIZE}`);
  const down = Array.from({ length: cols - 1 }, (_, col) => `M${(col + 1) * SIZE} 0V${rows * SIZE}`);
  return [...across, ...down].join("");
}

/**
 * @param {number} rows
 * @param {number} cols
 */
function coordinates(rows, cols) {
  const letters = Array.from({ length: cols }, (_, col) =>
    h("text", { x: (col + 0.5) * SIZE, y: rows * SIZE + 10 }, squareName([0, col], rows).replace(/\d+/, "")),
  );
  const numbers = Array.from({ length: rows }, (_, row) =>
    h("text", { x: -9, y: (row + 0.5) * SIZE }, squareName([row, 0], rows).replace(/\D+/, "")),
  );
  return h("g", { class: "coordinates", "aria-hidden": "true" }, letters, numbers);
}

/** The squares that can be covered, and the open corners, where asked for. */
function lights() {
  const step = current();
  if (!step?.summary || !mayDecide()) return null;
  const { show, ghost } = page;
  let coverable = step.summary.coverable;
  if (ghost) {
    const all = groupsOf(step, ghost.color, ghost.piece).flatMap((group) => {
      const { cols } = board();
      return group.positions.flatMap((position) =>
        shape({ piece: ghost.piece, orientation: group.orientation }).map(([row, col]) =>
          [Math.floor(position / cols) + row, (position % cols) + col].join(),
        ),
      );
    });
    coverable = [...new Set(all)].map((square) => square.split(",").map(Number));
  }
  return [
    show.coverable && h("path", { class: "coverable", d: squaresPath(coverable, SIZE) }),
    show.corners &&
      h(
        "g",
        { class: "corners" },
        step.summary.open_corners.map(([row, col]) =>
          h("circle", { cx: (col + 0.5) * SIZE, cy: (row + 0.5) * SIZE, r: SIZE * 0.22 }),
        ),
      ),
  ];
}

/** @type {WeakMap<Placement, {chosen: boolean, drawn: any}>} */
const pictures = new WeakMap();

/** @param {Placement} placed */
function drawPiece(placed) {
  const chosen = canChoose(placed);
  const known = pictures.get(placed);
  if (known?.chosen === chosen) return known.drawn;
  const drawn = h(
    "g",
    {
      key: `${placed.color} ${placed.piece}`,
      class: chosen ? "piece choosable" : "piece",
      "data-color": placed.color,
      transform: `translate(${placed.col * SIZE} ${placed.row * SIZE})`,
    },
    picture(placed),
  );
  pictures.set(placed, { chosen, drawn });
  return drawn;
}

/** @param {{color: Placement["color"], piece: Placement["piece"], orientation: number}} placed */
export function picture(placed) {
  const squares = shape(placed);
  const [row, col] = squares[0];
  return [
    h("path", { class: "fill", d: squaresPath(squares, SIZE) }),
    h("path", { class: "seams", d: seamsPath(squares, SIZE) }),
    h("path", { class: "outline", d: outlinePath(squares, SIZE) }),
    h("text", { class: "letter", x: (col + 0.5) * SIZE, y: (row + 0.5) * SIZE }, colorLetter(placed.color)),
  ];
}

function lastMove() {
  const event = current()?.events.findLast((one) => one.piece && one.type !== "piece_recycled");
  const target = event && (event.to ?? event);
  if (!event?.piece || target?.orientation === undefined || target.row === undefined || target.col === undefined) return null;
  const squares = cells({ piece: event.piece, orientation: target.orientation, row: target.row, col: target.col });
  const dots = squares.map(([row, col]) =>
    h("circle", { cx: (col + 0.5) * SIZE, cy: (row + 0.5) * SIZE, r: SIZE * 0.13 }),
  );
  return h("g", { class: "last", "data-color": event.color }, dots.slice(1));
}

/** @param {Ghost} ghost */
function drawGhost(ghost) {
  const fit = fits(ghost);
  const kind = fit === null ? "unknown" : fit ? "fits" : "wrong";
  return h(
    "g",
    {
      class: `ghost ${kind}`,
      "data-color": ghost.color,
      transform: `translate(${ghost.col * SIZE} ${ghost.row * SIZE})`,
    },
    picture(ghost),
  );
}

/** The best suggestion, if it is a piece. */
function hintShadow() {
  const action = page.hints?.[0]?.action;
  if (page.ghost || !action?.piece || action.orientation === undefined || !action.color) return null;
  const { color, piece, orientation, row = 0, col = 0 } = action;
  const place = `translate(${col * SIZE} ${row * SIZE})`;
  return h("g", { class: "hint", "data-color": color, transform: place }, picture({ color, piece, orientation }));
}

/** The squares that are the reason why something is wrong. */
function marks() {
  const reasons = page.ghost ? page.reasons : page.screen === "puzzle" ? layout().check?.problems : null;
  const squares = (reasons ?? []).flatMap((one) => one.squares);
  if (squares.length === 0) return null;
  const unique = [...new Set(squares.map((one) => one.join()))].map((one) => one.split(",").map(Number));
  const cross = unique.map(([row, col]) => {
    const [x, y] = [(col + 0.25) * SIZE, (row + 0.25) * SIZE];
    return `M${x} ${y}l${SIZE / 2} ${SIZE / 2}m0 ${-SIZE / 2}l${-SIZE / 2} ${SIZE / 2}`;
  });
  return h("path", { class: "marks", d: cross.join("") });
}

/** The square under the keyboard's cursor, while no piece is picked. */
let cursorSquare = [0, 0];
let showsCursor = false;

function cursor() {
  if (!showsCursor || page.ghost) return null;
  const [row, col] = cursorSquare;
  return h("rect", { class: "cursor", x: col * SIZE + 1, y: row * SIZE + 1, width: SIZE - 2, height: SIZE - 2, rx: 2 });
}

/**
 * Return the square at a point of the screen, or null if it is not on the board.
 * @param {{clientX: number, clientY: number}} point
 * @returns {Square | null}
 */
export function squareAt({ clientX, clientY }) {
  const drawing = /** @type {SVGSVGElement | null} */ (document.querySelector("#board"));
  const matrix = drawing?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  const { rows, cols } = board();
  const [row, col] = [Math.floor(y / SIZE), Math.floor(x / SIZE)];
  return row >= 0 && col >= 0 && row < rows && col < cols ? [row, col] : null;
}

/**
 * Return the piece on a square.
 * @param {Square} square
 */
function pieceAt([row, col]) {
  return placements().find((one) => cells(one).some((cell) => cell[0] === row && cell[1] === col));
}

/** @param {Placement} placed */
function choiceFor(placed) {
  return current()?.moves.find(
    (move) => move.type === "choose_piece" && move.color === placed.color && move.piece === placed.piece,
  );
}

/** @param {Placement} placed */
function canChoose(placed) {
  return mayDecide() && choiceFor(placed) !== undefined;
}

/** @param {PointerEvent} event */
function onPointerMove(event) {
  if (!page.ghost || (event.pointerType !== "mouse" && event.buttons === 0)) return;
  const square = squareAt(event);
  if (square) moveTo(square);
}

/** @param {PointerEvent} event */
function onPointerLeave(event) {
  const ghost = page.ghost;
  if (ghost?.shown && event.pointerType === "mouse" && !isPrescribed()) update({ ghost: { ...ghost, shown: false }, reasons: null });
}

/** @type {{square: string, at: number}} */
let tapped = { square: "", at: 0 };

/** @param {PointerEvent} event */
function onPointerUp(event) {
  const square = squareAt(event);
  if (!square || event.button > 0) return;
  showsCursor = false;
  const ghost = page.ghost;
  if (!ghost) return void act(square);
  // A finger covers what it points at: the first tap moves the piece, a tap on the piece places it.
  const onGhost = ghost.shown && cells(ghost).some((cell) => cell.join() === square.join());
  const again = tapped.square === square.join();
  tapped = { square: square.join(), at: event.timeStamp };
  if (event.pointerType === "mouse") {
    moveTo(square);
    drop();
  } else if (onGhost && again) drop();
  else moveTo(square);
}

/**
 * Do what a click on a square means while no piece is picked.
 * @param {Square} square
 */
async function act(square) {
  const placed = pieceAt(square);
  if (page.screen === "puzzle") {
    if (!placed) return;
    await takePiece(placed);
    pick(placed.color, placed.piece, { ...placed, shown: true });
    return;
  }
  const choice = placed && choiceFor(placed);
  if (choice && mayDecide()) {
    await play(choice);
    return;
  }
  if (!placed) await askSquare(square);
}

/**
 * Ask which pieces could cover a square.
 * @param {Square} square
 */
async function askSquare(square) {
  const step = current();
  if (!step || !mayDecide() || step.groups.length === 0) return;
  await attempt(async () => {
    const answer = await ask("/v1/legal-moves", { ...where(step), covering: square, groups: true });
    if (current() !== step) return;
    const pieces = [...new Set((answer.groups ?? []).flatMap((group) => (group.piece ? [group.piece] : [])))];
    update({ square: { square, pieces } });
    const name = squareName(square, board().rows);
    announce(t("square.pieces", { square: name, pieces: pieces.join(", ") || "–" }));
  });
}

/** @param {WheelEvent} event */
function onWheel(event) {
  if (!page.ghost || event.ctrlKey) return;
  event.preventDefault();
  const now = event.timeStamp;
  // A touchpad sends many small steps.
  if (now - wheeled < 120) return;
  wheeled = now;
  if (event.shiftKey) flip();
  else turn((event.deltaY || event.deltaX) > 0 ? 1 : -1);
}
let wheeled = 0;

/** @type {Record<string, Square>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow && page.ghost) {
    moveBy(arrow[0] * (event.shiftKey ? 5 : 1), arrow[1] * (event.shiftKey ? 5 : 1));
    announce(ghostText());
  } else if (arrow) moveCursor(arrow);
  else if (event.key === "Enter" || event.key === " ") {
    if (page.ghost) drop();
    else act(cursorSquare);
  } else if (event.key === "n" || event.key === "p") {
    goToFit(event.key === "n" ? 1 : -1);
    if (page.ghost) announce(ghostText());
  } else return;
  event.preventDefault();
}

/** @param {Square} arrow */
function moveCursor([rows, cols]) {
  const size = board();
  const row = Math.max(0, Math.min(cursorSquare[0] + rows, size.rows - 1));
  const col = Math.max(0, Math.min(cursorSquare[1] + cols, size.cols - 1));
  cursorSquare = [row, col];
  showsCursor = true;
  const placed = pieceAt(cursorSquare);
  const what = placed ? `${colorName(placed.color)} ${placed.piece}` : t("square.free");
  update({});
  announce(`${squareName(cursorSquare, size.rows)}: ${what}`);
}

/**
 * Handle the keys that work everywhere on the page: turn, flip and put back.
 * @param {KeyboardEvent} event
 */
export function onPageKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const types = ["INPUT", "SELECT", "TEXTAREA"];
  if (event.ctrlKey || event.metaKey || event.altKey || types.includes(target.tagName)) return;
  const key = event.key.toLowerCase();
  if (!page.ghost) {
    if (key === "escape" && target.id === "board") focusTray();
    return;
  }
  if (key === "r") turn(event.shiftKey ? -1 : 1);
  else if (key === "f") flip();
  else if (key === "escape" && !isPrescribed()) {
    const { color, piece } = page.ghost;
    putBack();
    focusPiece(color, piece);
  } else return;
  if (page.ghost) announce(ghostText());
  event.preventDefault();
}

/**
 * Put the focus on a piece of the tray.
 * @param {string} color
 * @param {string} piece
 */
function focusPiece(color, piece) {
  const button = document.querySelector(`.tray [data-color="${color}"][data-piece="${piece}"]`);
  if (button instanceof HTMLElement) button.focus();
}

/** Put the focus on the piece of the tray that Tab would reach. */
function focusTray() {
  const button = document.querySelector('.tray [tabindex="0"]');
  if (button instanceof HTMLElement) button.focus();
}

/** Put the focus on the board. */
export function focusBoard() {
  const drawing = document.querySelector("#board");
  if (drawing instanceof SVGElement) drawing.focus();
}
