// The tray: the pieces that can be picked, and the tools to turn and flip the picked one.

/** @import { Color, Node, Piece } from "./types" */

import { focusBoard, picture, squareAt } from "./board.js";
import { colorName, piece as description } from "./catalogue.js";
import { h } from "./dom.js";
import { announce, reasonText } from "./events.js";
import { current, isPersonsTurn } from "./game.js";
import { drop, fits, flip, ghostText, goToFit, isPrescribed, mayPick, moveTo, pick, putBack, turn } from "./ghost.js";
import { icon } from "./icons.js";
import { remaining } from "./puzzle.js";
import { extent } from "./shapes.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

const SIZE = 20; // units of the drawing for a square, as on the board
const DRAG = 6; // pixels that the pointer must move before a click is a drag

/** @typedef {{color: Color, piece: Piece, count: number | null}} Item */

/** Return the pieces of the tray, large ones first, by colour. */
function items() {
  /** @type {Map<Color, Item[]>} */
  const found = new Map();
  if (page.screen === "puzzle") {
    for (const { color, pieces } of remaining()) {
      found.set(color, pieces.map((piece) => ({ color, piece, count: null })));
    }
  } else {
    const step = current();
    const color = step?.state.turn.target?.color ?? step?.next.color;
    if (!step || !color) return found;
    const target = step.state.turn.target;
    const supply = target ? [target.piece] : (step.supply?.[color] ?? []);
    found.set(color, supply.map((piece) => ({ color, piece, count: 0 })));
    for (const group of step.groups) {
      const owner = group.color ?? color;
      if (!group.piece) continue;
      const list = found.get(owner) ?? [];
      found.set(owner, list);
      let item = list.find((one) => one.piece === group.piece);
      if (!item) list.push((item = { color: owner, piece: group.piece, count: 0 }));
      item.count = (item.count ?? 0) + group.positions.length;
    }
  }
  for (const list of found.values()) list.sort((one, other) => description(other.piece).size - description(one.piece).size);
  return found;
}

/** Draw the tray. */
export function drawTray() {
  const groups = [...items()];
  const first = groups.find(([, list]) => list.length > 0)?.[1][0];
  const focused = page.ghost ?? first;
  return h(
    "section",
    { class: "tray-section", "aria-labelledby": "tray-title" },
    h("h2", { id: "tray-title" }, t("tray.title")),
    h(
      "div",
      { class: `tray ${mayPick() ? "" : "waiting"}`, role: "toolbar", "aria-label": t("tray.label"), onkeydown: onKeyDown },
      groups.map(([color, list]) =>
        h(
          "div",
          { class: "tray-color", key: color, role: "group", "aria-label": colorName(color) },
          list.map((item) => drawItem(item, focused)),
        ),
      ),
      groups.every(([, list]) => list.length === 0) && h("p", { class: "quiet" }, t("tray.empty")),
    ),
  );
}

/**
 * @param {Item} item
 * @param {{color: Color, piece: Piece} | undefined} focused
 */
function drawItem(item, focused) {
  const { color, piece, count } = item;
  const picked = page.ghost?.color === color && page.ghost.piece === piece;
  const orientation = picked && page.ghost ? page.ghost.orientation : 0;
  const asked = page.square?.pieces.includes(piece);
  const { description: text } = description(piece);
  const label = `${colorName(color)} ${piece}, ${text}`;
  const stuck = count === 0 && mayPick();
  const classes = ["item", picked && "picked", stuck && "stuck", asked && "asked", page.square && !asked && "faded"];
  return h(
    "button",
    {
      key: `${color} ${piece}`,
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "data-color": color,
      "data-piece": piece,
      "aria-pressed": String(picked),
      "aria-label": count === null ? label : `${label}, ${t("tray.moves", { count })}`,
      title: count === null ? label : `${label}, ${t("tray.moves", { count })}`,
      tabindex: focused?.color === color && focused.piece === piece ? 0 : -1,
      "aria-disabled": mayPick() ? null : "true",
      onpointerdown: (/** @type {PointerEvent} */ event) => startDrag(event, item),
      onclick: (/** @type {MouseEvent} */ event) => onClick(event, item),
    },
    miniature(color, piece, orientation),
  );
}

/**
 * Draw a piece on its own, at the scale of all miniatures.
 * @param {Color} color
 * @param {Piece} piece
 * @param {number} orientation
 * @returns {Node}
 */
export function miniature(color, piece, orientation) {
  const { rows, cols } = extent(description(piece).orientations[orientation]);
  return h(
    "svg",
    {
      class: "miniature",
      viewBox: `-1.5 -1.5 ${cols * SIZE + 3} ${rows * SIZE + 3}`,
      width: cols * SIZE + 3,
      height: rows * SIZE + 3,
      "data-cols": cols,
      "data-rows": rows,
      "data-color": color,
      "aria-hidden": "true",
    },
    picture({ color, piece, orientation }),
  );
}

/**
 * @param {MouseEvent} event
 * @param {Item} item
 */
function onClick(event, item) {
  const wasDragged = dragged;
  dragged = false;
  if (wasDragged || !mayPick()) return;
  const picked = page.ghost?.color === item.color && page.ghost.piece === item.piece;
  // Enter and Space come without a pointer: the focus goes on to the board.
  const byKey = event.detail === 0;
  if (picked && !byKey && !isPrescribed() && !pickedNow) return putBack();
  pickedNow = false;
  if (!picked) pick(item.color, item.piece);
  if (!byKey) return;
  if (!page.ghost?.shown) goToFit(1);
  if (page.ghost && !page.ghost.shown) moveTo([page.ghost.row, page.ghost.col]);
  announce(ghostText());
  focusBoard();
}

let dragged = false;
let pickedNow = false;

/**
 * Pick a piece when the pointer goes down, and follow it to the board.
 * @param {PointerEvent} event
 * @param {Item} item
 */
function startDrag(event, item) {
  if (event.button !== 0 || !mayPick()) return;
  dragged = false;
  pickedNow = false;
  const start = { x: event.clientX, y: event.clientY };
  // A finger hides what is under it.
  const lift = event.pointerType === "mouse" ? 0 : 60;
  const isPicked = page.ghost?.color === item.color && page.ghost.piece === item.piece;
  if (!isPicked && event.pointerType === "mouse") {
    pick(item.color, item.piece);
    pickedNow = true;
  }
  const onMove = (/** @type {PointerEvent} */ move) => {
    if (!dragged && Math.hypot(move.clientX - start.x, move.clientY - start.y) < DRAG) return;
    if (!dragged) pick(item.color, item.piece, isPicked && page.ghost ? { orientation: page.ghost.orientation } : {});
    dragged = true;
    const square = squareAt({ clientX: move.clientX, clientY: move.clientY - lift });
    if (square) moveTo(square);
    else if (page.ghost?.shown && !isPrescribed()) update({ ghost: { ...page.ghost, shown: false }, reasons: null });
    follow(move, page.ghost?.shown ? null : item, lift);
  };
  const onEnd = (/** @type {PointerEvent} */ end) => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onEnd);
    removeEventListener("pointercancel", onEnd);
    follow(end, null, lift);
    const ghost = page.ghost;
    if (dragged && ghost?.shown && end.type === "pointerup" && (fits(ghost) !== false || lift === 0)) drop();
    // The click that follows a drag belongs to it.
    if (dragged) setTimeout(() => (dragged = false));
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onEnd);
  addEventListener("pointercancel", onEnd);
}

/**
 * Let a picture of the piece follow the pointer while it is not over the board.
 * @param {PointerEvent} event
 * @param {Item | null} item
 * @param {number} lift
 */
function follow(event, item, lift) {
  const element = document.querySelector("#drag");
  if (!(element instanceof HTMLElement)) return;
  element.hidden = item === null;
  element.style.transform = `translate(${event.clientX}px, ${event.clientY - lift}px) translate(-50%, -50%)`;
}

/** Draw the picture that follows the pointer. */
export function drawDragged() {
  const ghost = page.ghost;
  return h("div", { id: "drag", hidden: true }, ghost && miniature(ghost.color, ghost.piece, ghost.orientation));
}

/** @param {KeyboardEvent} event */
function onKeyDown(event) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const tray = /** @type {HTMLElement} */ (event.currentTarget ?? event.target).closest(".tray");
  const buttons = /** @type {HTMLElement[]} */ ([...(tray?.querySelectorAll("button") ?? [])]);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  let next;
  if (step) next = buttons[(at + step + buttons.length) % buttons.length];
  else if (event.key === "Home") next = buttons[0];
  else if (event.key === "End") next = buttons[buttons.length - 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Draw the tools for the picked piece, and what is known about where it is. */
export function drawTools() {
  // While a card is to be played there is nothing to turn.
  if (page.screen === "game" && isPersonsTurn() && current()?.groups.length === 0) return null;
  const ghost = page.ghost;
  const none = ghost === null;
  const fit = ghost?.shown ? fits(ghost) : null;
  return h(
    "section",
    { class: "tools", "aria-label": t("tools.label") },
    h(
      "div",
      { class: "buttons" },
      tool("left", t("tools.turnLeft"), none, () => turn(-1)),
      tool("right", t("tools.turn"), none, () => turn(1)),
      tool("flip", t("tools.flip"), none, flip),
      page.screen === "game" && tool("target", t("tools.nextFit"), none, () => goToFit(1)),
      tool("close", t("tools.putBack"), none || isPrescribed(), putBack),
      h(
        "button",
        { type: "button", class: "primary place", disabled: !ghost?.shown || fit === false || page.busy, onclick: drop },
        t("tools.place"),
      ),
    ),
    h("div", { class: "why", id: "why" }, why()),
  );
}

/**
 * @param {import("./icons.js").Icon} name
 * @param {string} label
 * @param {boolean} disabled
 * @param {() => void} onclick
 */
function tool(name, label, disabled, onclick) {
  const props = { type: "button", class: `tool do-${name}`, disabled, "aria-label": label, title: label, onclick };
  return h("button", props, icon(name));
}

function why() {
  const ghost = page.ghost;
  const reasons = page.reasons ?? [];
  if (ghost?.shown && fits(ghost) === false) {
    return h(
      "ul",
      { class: "reasons" },
      reasons.map((one) =>
        h(
          "li",
          null,
          reasonText(one.code, one.message),
          one.rule && [" ", h("a", { href: `/docs/rules#${one.rule}`, target: "_blank", rel: "noopener" }, one.rule)],
        ),
      ),
    );
  }
  if (ghost?.shown && fits(ghost)) return h("p", { class: "good" }, t("why.fits"));
  if (ghost) return h("p", { class: "quiet" }, t("why.move"));
  return mayPick() || isPersonsTurn() ? h("p", { class: "quiet" }, mayPick() ? t("why.pick") : "") : null;
}
