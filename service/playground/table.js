// The table: the screens on which games and puzzles are played, and all that they need.

import { drawBoard, onPageKey } from "./board.js";
import { catalogue, entry } from "./catalogue.js";
import { drawControls, drawHints, drawMenu, drawPuzzleControls, drawPuzzleState } from "./controls.js";
import { h } from "./dom.js";
import { reasonText } from "./events.js";
import { loadFile, openLink } from "./files.js";
import { begin, current, reopen, replay, tokensOf } from "./game.js";
import { drawHand } from "./hand.js";
import { drawLog } from "./log.js";
import { beginPuzzle, puzzle } from "./puzzle.js";
import { drawSeats, drawTurn } from "./seats.js";
import { settle } from "./settle.js";
import { page } from "./store.js";
import { drawDragged, drawTools, drawTray } from "./tray.js";
import { t } from "./words.js";

export { begin, beginPuzzle, loadFile, onPageKey, openLink, reopen, replay, settle, tokensOf };

/** Draw the screen of a game. */
export function drawGame() {
  const step = current();
  if (!step) return null;
  const variant = catalogue().variants.find((one) => one.id === page.game?.variant);
  return [
    h("h1", { class: "unseen" }, variant?.name ?? "Cornerwise"),
    h("div", { class: "column middle" }, drawTurn(step), drawBoard(), drawControls()),
    h("div", { class: "column right" }, drawHand(), drawHints(), drawTools(), drawTray(), drawMenu()),
    h("div", { class: "column left" }, drawSeats(step), drawLog()),
    drawDragged(),
    h("p", { class: "unseen", id: "board-keys" }, t("board.keys")),
  ];
}

/** Draw the screen of a puzzle. */
export function drawPuzzle() {
  const { name, description } = entry(catalogue().puzzles, puzzle().id);
  return [
    h("div", { class: "column middle" }, drawPuzzleState(), drawBoard(), drawPuzzleControls()),
    h("div", { class: "column right" }, drawTools(), drawTray(), drawMenu()),
    h("div", { class: "column left" }, h("h1", null, name), h("p", null, description), drawProblems()),
    drawDragged(),
    h("p", { class: "unseen", id: "board-keys" }, t("board.keys")),
  ];
}

/** Draw what is wrong with the layout of a puzzle. */
function drawProblems() {
  const problems = puzzle().check?.problems ?? [];
  if (problems.length === 0) return null;
  return h(
    "ul",
    { class: "reasons" },
    problems.map(({ code, message, rule }) => {
      const link = rule && h("a", { href: `/docs/rules#${rule}`, target: "_blank", rel: "noopener" }, rule);
      return h("li", null, reasonText(code, message), link && [" ", link]);
    }),
  );
}
