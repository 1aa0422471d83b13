// The controls below the board: undo and redo, stepping through, lights, hints, and what can be done with a position.

/** @import { Action, Suggestion } from "./types" */

import { board, cardName, colorName } from "./catalogue.js";
import { h } from "./dom.js";
import { announce } from "./events.js";
import { copyDrawing, copyLink, loadFile, saveRecord, saveSgf } from "./files.js";
import { begin, continueFromHere, current, decisionAt, game, goTo, isNewest, isPersonsTurn, mayDecide, play, where } from "./game.js";
import { pick } from "./ghost.js";
import { icon } from "./icons.js";
import { attempt } from "./notice.js";
import { beginPuzzle, clearLayout, complete, goToLayout, puzzle } from "./puzzle.js";
import { squareName } from "./shapes.js";
import { page, update } from "./store.js";
import { suggest } from "./suggestions.js";
import { t } from "./words.js";

/** The level and the number of suggestions of the hint button. */
const HINT = { level: 5, count: 3 };

/**
 * @param {import("./icons.js").Icon} name
 * @param {() => void} onclick
 * @param {boolean} [disabled]
 */
function button(name, onclick, disabled = false) {
  const label = t(`control.${name}`);
  const props = { type: "button", class: `tool do-${name}`, disabled, "aria-label": label, title: label, onclick };
  return h("button", props, icon(name));
}

/** Draw the controls of a game. */
export function drawControls() {
  const table = game();
  const step = table.steps[table.at];
  const { at, steps } = table;
  const back = decisionAt(-1);
  const forward = decisionAt(1);
  const over = step.next.color === null;
  const hasBots = table.seats.some((one) => one.bot);
  return h(
    "section",
    { class: "controls", "aria-label": t("control.label") },
    h(
      "div",
      { class: "buttons" },
      button("undo", () => back !== null && goTo(back), back === null),
      button("redo", () => forward !== null && goTo(forward), forward === null),
      h("span", { class: "gap" }),
      button("first", () => goTo(0), at === 0),
      button("previous", () => goTo(at - 1), at === 0),
      h("span", { class: "position" }, `${at} / ${steps.length - 1}`),
      button("next", () => goTo(at + 1), at === steps.length - 1),
      button("last", () => goTo(steps.length - 1), at === steps.length - 1),
      h("span", { class: "gap" }),
      hasBots && !over && isNewest() && button(table.paused ? "resume" : "pause", pause),
      button("hint", hint, !mayDecide() || page.hinting),
    ),
    !isNewest() &&
      !over &&
      h("button", { type: "button", class: "primary continue", onclick: continueFromHere }, t("control.continue")),
    over &&
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "primary again", onclick: playAgain }, t("control.again")),
        h("button", { type: "button", onclick: () => update({ screen: "home" }) }, t("control.other")),
      ),
    lightSwitches(),
  );
}

function pause() {
  update({ game: { ...game(), paused: !game().paused } });
}

function playAgain() {
  const table = game();
  return begin(table.variant, table.steps[0].state.rules, table.seats, null);
}

/** Ask the service for the best moves of the person whose turn it is. */
function hint() {
  const step = current();
  if (!step) return;
  const isWanted = () => current() === step && isPersonsTurn();
  return attempt(async () => {
    update({ hinting: true });
    try {
      const answer = await suggest({ ...where(step), ...HINT }, isWanted);
      if (!isWanted()) return;
      update({ hints: answer.moves, ghost: step.state.turn.target ? page.ghost : null, reasons: null });
      announce(answer.moves.map((one) => actionText(one.action)).join("; "));
    } finally {
      update({ hinting: false });
    }
  });
}

/** Draw the suggestions of the service, if they were asked for. */
export function drawHints() {
  const found = page.hints;
  if (!found) return page.hinting && mayDecide() ? h("p", { class: "quiet" }, t("hint.thinking")) : null;
  return h(
    "section",
    { class: "hints", "aria-labelledby": "hints-title" },
    h("h2", { id: "hints-title" }, t("hint.title")),
    h("ol", null, found.map((one) => h("li", null, drawHint(one)))),
  );
}

/**
 * Return an action in words.
 * @param {Action} action
 */
function actionText({ type, color, piece, card, row, col }) {
  const names = [card && cardName(card), color && colorName(color), piece];
  if (row !== undefined && col !== undefined) names.push(squareName([row, col], board().rows));
  return names.filter(Boolean).join(" ") || t(`action.${type}`);
}

/** @param {Suggestion} suggestion */
function drawHint({ action, estimates }) {
  const step = current();
  const team = step?.score?.teams.find((one) => one.seats.includes(step.next.seat ?? 0));
  const win = estimates.find((one) => (team ? one.team === team.team : one.seat === step?.next.seat))?.win;
  const chance = win === undefined ? null : h("span", { class: "chance" }, ` ${Math.round(win * 100)} %`);
  return h("button", { type: "button", class: "line", onclick: () => takeHint(action), title: t("hint.take") }, actionText(action), chance);
}

/**
 * Select a suggested card, or show a suggested piece where it goes; any other choice is made at once.
 * @param {Action} action
 */
function takeHint(action) {
  if (action.type === "play_card") return update({ card: action.card ?? null, hints: null });
  const { orientation, row, col } = action;
  const { color, piece } = current()?.state.turn.target ?? action;
  if (!color || !piece || orientation === undefined) return play(action);
  pick(color, piece, { orientation, row, col, shown: true });
  update({ hints: null });
}

function lightSwitches() {
  const { show } = page;
  /** @type {("coverable" | "corners" | "coordinates")[]} */
  const names = page.screen === "game" ? ["coverable", "corners", "coordinates"] : ["coordinates"];
  return h(
    "div",
    { class: "switches" },
    names.map((name) =>
      h(
        "label",
        { class: "switch" },
        h("input", {
          type: "checkbox",
          id: `show-${name}`,
          checked: show[name],
          onchange: () => update({ show: { ...show, [name]: !show[name] } }),
        }),
        t(`show.${name}`),
      ),
    ),
  );
}

/** Draw the controls of a puzzle. */
export function drawPuzzleControls() {
  const { steps, at, check, searching, rest } = puzzle();
  const waits = searching || rest.length > 0;
  return h(
    "section",
    { class: "controls", "aria-label": t("control.label") },
    h(
      "div",
      { class: "buttons" },
      button("undo", () => goToLayout(at - 1), at === 0),
      button("redo", () => goToLayout(at + 1), at === steps.length - 1),
      h("span", { class: "position" }, `${at} / ${steps.length - 1}`),
      button("clear", clearLayout, steps[at].length === 0 || waits),
      h("span", { class: "gap" }),
      h("button", { type: "button", class: "hint-piece", disabled: waits || check?.valid === false, onclick: () => complete(false) }, t("puzzle.hint")),
      h("button", { type: "button", class: "primary solve", disabled: waits || check?.valid === false, onclick: () => complete(true) }, t(steps[at].length ? "puzzle.complete" : "puzzle.solve")),
    ),
    searching && h("p", { class: "quiet" }, t("puzzle.searching")),
    check?.solved && h("div", { class: "row" }, h("button", { type: "button", class: "primary again", onclick: () => beginPuzzle(puzzle().id) }, t("control.again"))),
    lightSwitches(),
  );
}

/** Draw the menu of what can be done with the position on the board. */
export function drawMenu() {
  const isGame = page.screen === "game";
  const item = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `menu-item ${name}`, onclick }, t(`menu.${name}`));
  return h(
    "details",
    { class: "menu", open: page.menu, ontoggle: (/** @type {any} */ event) => update({ menu: event.target.open }) },
    h("summary", null, t("menu.title")),
    h(
      "div",
      { class: "menu-list" },
      isGame && [item("link", copyLink), item("save", saveRecord), item("sgf", saveSgf)],
      h(
        "label",
        { class: "menu-item load" },
        t("menu.load"),
        h("input", { type: "file", id: "load", accept: ".json,.blksgf,.sgf", onchange: (/** @type {any} */ event) => loadFile(event.target) }),
      ),
      item("svg", () => copyDrawing("svg")),
      item("png", () => copyDrawing("png")),
    ),
  );
}

/** Draw what is known about the layout of a puzzle. */
export function drawPuzzleState() {
  const { check, steps, at } = puzzle();
  const colors = [...new Set(steps[at].map((one) => colorName(one.color)))];
  return h(
    "div",
    { class: `turn ${check?.solved ? "result" : ""}` },
    h(
      "div",
      { class: "turn-text" },
      h("strong", null, check?.solved ? t("puzzle.solved") : t("puzzle.laidCount", { count: steps[at].length })),
      h("span", null, check && !check.valid ? t("puzzle.wrong") : colors.join(", ")),
    ),
  );
}
