// The page: it loads what it needs, and draws everything from the state.

import { catalogue, loadCatalogue } from "./catalogue.js";
import { draw, h } from "./dom.js";
import { choose, drawHome } from "./home.js";
import { icon } from "./icons.js";
import { loadTable, table } from "./lazy.js";
import { attempt, retry, whenBack } from "./notice.js";
import { drawPanel, togglePanel } from "./panel.js";
import { readSaved, restore, save } from "./storage.js";
import { onUpdate, page, update } from "./store.js";
import { LANGUAGES, loadWords, preferredLanguage, t } from "./words.js";

/** @import { Saved } from "./storage.js" */

const root = /** @type {HTMLElement} */ (document.querySelector("#app"));
let started = false;

function drawPage() {
  document.documentElement.dataset.theme = page.theme;
  draw(
    root,
    drawHeader(),
    drawNotice(),
    h("main", { id: "main", class: page.screen, tabindex: -1 }, page.catalogue && screens[page.screen]()),
    drawPanel(),
    h("p", { class: "unseen", role: "status", "aria-live": "polite", id: "live" }, page.announcement),
  );
}

const screens = {
  home: drawHome,
  game: () => table()?.drawGame(),
  puzzle: () => table()?.drawPuzzle(),
};

function drawHeader() {
  return h(
    "header",
    { class: "header" },
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Cornerwise", onclick: goHome },
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
    h("div", { class: "settings" }, drawSettings()),
  );
}

function drawSettings() {
  const theme = t(`theme.${page.theme}`);
  const away = page.screen !== "home";
  return [
    away && h("button", { type: "button", class: "new", onclick: goHome }, t("header.new")),
    h(
      "select",
      { id: "language", "aria-label": t("header.language"), value: page.language, onchange: onLanguage },
      Object.entries(LANGUAGES).map(([id, name]) => h("option", { value: id, lang: id }, name)),
    ),
    h("button", { type: "button", class: "tool theme", "aria-label": theme, title: theme, onclick: nextTheme }, icon(page.theme)),
    h(
      "button",
      { type: "button", class: "developer", "aria-expanded": String(page.panel), "aria-label": t("header.developer"), onclick: togglePanel },
      icon("code"),
      h("span", { class: "label" }, t("header.developer")),
    ),
  ];
}

/** @param {MouseEvent} event */
function goHome(event) {
  event.preventDefault();
  update({ screen: "home", notice: null });
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
  const close = { type: "button", class: "tool", "aria-label": t("notice.close"), onclick: () => update({ notice: null }) };
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
          : h("button", close, icon("close")),
      ),
  );
}

async function start() {
  const saved = readSaved() ?? {};
  const { theme, show, choice } = saved;
  update(JSON.parse(JSON.stringify({ theme, show, choice })));
  const language = saved.language ?? preferredLanguage();
  await loadWords(language);
  await load(language, saved);
  // The table is at hand before it is needed.
  loadTable().catch(() => {});
}

/**
 * Load the catalogue, then what the last visit left or the address says.
 * @param {string} language
 * @param {Partial<Saved>} saved
 */
async function load(language, saved) {
  const loaded = await attempt(async () => {
    await loadCatalogue(language);
    choose(page.choice.id || catalogue().variants[0].id);
  });
  if (!loaded) return;
  await attempt(() => restore(saved));
  if (page.offline) return;
  started = true;
  if (saved.panel) togglePanel();
  await openLink();
}

async function openLink() {
  if (location.hash) await attempt(async () => (await loadTable()).openLink());
}

onUpdate(() => {
  drawPage();
  if (!started) return;
  save();
  table()?.settle();
});
whenBack(() => {
  if (started) table()?.settle();
  else load(page.language, readSaved() ?? {});
});
addEventListener("keydown", (event) => table()?.onPageKey(event));
addEventListener("hashchange", openLink);
start();
