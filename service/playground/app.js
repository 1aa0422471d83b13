// The page: it loads what it needs, and draws everything from the state.

import { drawBoard, onPageKey } from "./board.js";
import { catalogue, entry, loadCatalogue } from "./catalogue.js";
import { drawControls, drawMenu, drawPuzzleControls, drawPuzzleState } from "./controls.js";
import { draw, h } from "./dom.js";
import { openLink } from "./files.js";
import { current } from "./game.js";
import { drawHand } from "./hand.js";
import { choose, drawHome } from "./home.js";
import { icon } from "./icons.js";
import { drawLog } from "./log.js";
import { attempt, retry, whenBack } from "./notice.js";
import { drawPanel, togglePanel } from "./panel.js";
import { puzzle } from "./puzzle.js";
import { drawSeats, drawTurn } from "./seats.js";
import { settle } from "./settle.js";
import { readSaved, restore, save } from "./storage.js";
import { onUpdate, page, update } from "./store.js";
import { drawDragged, drawTools, drawTray } from "./tray.js";
import { LANGUAGES, loadWords, preferredLanguage, t } from "./words.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#app"));
let started = false;

function drawPage() {
  document.documentElement.dataset.theme = page.theme;
  draw(
    root,
    drawHeader(),
    drawNotice(),
    page.catalogue && h("main", { id: "main", class: page.screen, tabindex: -1 }, screens[page.screen]()),
    drawPanel(),
    drawDragged(),
    h("p", { class: "hidden", role: "status", "aria-live": "polite", id: "live" }, page.announcement),
    h("p", { class: "hidden", id: "board-keys" }, t("board.keys")),
  );
}

const screens = {
  home: drawHome,
  game: () => {
    const step = current();
    if (!step) return null;
    return [
      h("h1", { class: "hidden" }, entryName(catalogue().variants, page.game?.variant)),
      h("div", { class: "column left" }, drawSeats(step), drawLog()),
      h("div", { class: "column middle" }, drawTurn(step), drawBoard(), drawControls()),
      h("div", { class: "column right" }, drawHand(), drawTools(), drawTray(), drawMenu()),
    ];
  },
  puzzle: () => [
    h(
      "div",
      { class: "column left" },
      h("h1", null, entry(catalogue().puzzles, puzzle().id).name),
      h("p", null, entry(catalogue().puzzles, puzzle().id).description),
      drawProblems(),
    ),
    h("div", { class: "column middle" }, drawPuzzleState(), drawBoard(), drawPuzzleControls()),
    h("div", { class: "column right" }, drawTools(), drawTray(), drawMenu()),
  ],
};

/**
 * @param {{id: string, name: string}[]} list
 * @param {string | undefined} id
 */
function entryName(list, id) {
  return list.find((one) => one.id === id)?.name ?? "Cornerwise";
}

function drawProblems() {
  const problems = puzzle().check?.problems ?? [];
  if (problems.length === 0) return null;
  return h(
    "ul",
    { class: "reasons" },
    problems.map((one) =>
      h("li", null, one.message, one.rule && [" ", h("a", { href: `/docs/rules#${one.rule}`, target: "_blank", rel: "noopener" }, one.rule)]),
    ),
  );
}

function drawHeader() {
  return h(
    "header",
    { class: "header" },
    h(
      "a",
      { class: "brand", href: "#", onclick: goHome },
      h("img", { src: "/playground/icon.svg", alt: "", width: 28, height: 28 }),
      h("span", null, "Cornerwise"),
    ),
    h(
      "nav",
      { "aria-label": t("nav.label") },
      h("a", { href: "/docs/guide" }, t("nav.guide")),
      h("a", { href: "/docs/rules" }, t("nav.rules")),
      h("a", { href: "/docs" }, t("nav.reference")),
    ),
    h(
      "div",
      { class: "settings" },
      page.screen !== "home" && h("button", { type: "button", class: "new", onclick: () => update({ screen: "home" }) }, t("header.new")),
      h(
        "select",
        { id: "language", "aria-label": t("header.language"), value: page.language, onchange: onLanguage },
        Object.entries(LANGUAGES).map(([id, name]) => h("option", { value: id, lang: id }, name)),
      ),
      h("button", { type: "button", class: "tool theme", "aria-label": t(`theme.${page.theme}`), title: t(`theme.${page.theme}`), onclick: nextTheme }, icon(page.theme)),
      h("button", { type: "button", class: "developer", "aria-expanded": String(page.panel), onclick: togglePanel }, icon("code"), h("span", { class: "label" }, t("header.developer"))),
    ),
  );
}

/** @param {MouseEvent} event */
function goHome(event) {
  event.preventDefault();
  update({ screen: "home" });
}

function nextTheme() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  update({ theme: themes[(themes.indexOf(page.theme) + 1) % themes.length] });
}

/** @param {any} event */
function onLanguage(event) {
  const language = event.target.value;
  attempt(async () => {
    await Promise.all([loadWords(language), loadCatalogue(language)]);
  });
}

function drawNotice() {
  const { notice } = page;
  return h(
    "div",
    { class: "notice-area", role: "alert" },
    notice &&
      h(
        "div",
        { class: "notice" },
        h("div", null, h("strong", null, notice.text), " ", h("span", null, notice.detail)),
        page.offline
          ? h("button", { type: "button", class: "retry", onclick: retry }, t("notice.retry"))
          : h("button", { type: "button", class: "tool", "aria-label": t("notice.close"), onclick: () => update({ notice: null }) }, icon("close")),
      ),
  );
}

async function start() {
  const saved = readSaved() ?? {};
  const { theme, show, choice, panel } = saved;
  update(JSON.parse(JSON.stringify({ theme, show, choice, panel })));
  const language = saved.language ?? preferredLanguage();
  await loadWords(language);
  drawPage();
  await load(language, saved);
}

/**
 * @param {string} language
 * @param {NonNullable<ReturnType<typeof readSaved>>} saved
 */
async function load(language, saved) {
  const done = await attempt(async () => {
    await loadCatalogue(language);
    if (!page.choice.id || page.choice.seats.length === 0) choose(page.choice.id || catalogue().variants[0].id);
    await restore(saved);
    started = true;
  });
  if (!done && page.offline) return;
  started = true;
  if (page.panel) {
    update({ panel: false });
    togglePanel();
  }
  await openLink();
}

onUpdate(() => {
  drawPage();
  if (!started) return;
  save();
  settle();
});
whenBack(() => {
  if (!started) load(page.language, readSaved() ?? {});
  else settle();
});
addEventListener("keydown", onPageKey);
addEventListener("hashchange", () => openLink());
start();
