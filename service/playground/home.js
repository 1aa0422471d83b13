// The first screen: what this is, what can be played, and who sits where.

/** @import { Color, GameOptions, Puzzle, Seat } from "./types" */

import { catalogue, colorName } from "./catalogue.js";
import { h } from "./dom.js";
import { loadTable } from "./lazy.js";
import { attempt } from "./notice.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** The levels of bots, see POST /v1/suggestions. */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const LEVEL = 3;

/** Return the variant that is chosen, or undefined if it is a puzzle. */
function variant() {
  return catalogue().variants.find((one) => one.id === page.choice.id);
}

/**
 * Choose what to play. A person sits at the first seat and bots at the others, unless it was chosen otherwise.
 * @param {string} id
 */
export function choose(id) {
  const seats = catalogue().variants.find((one) => one.id === id)?.seats ?? [];
  const before = page.choice.seats;
  const kept = seats.map((_, index) => before[index] ?? { bot: index > 0, level: LEVEL });
  update({ choice: { ...page.choice, id, seats: kept } });
}

/** Draw the first screen. */
export function drawHome() {
  const chosen = variant();
  const { game, puzzle: started } = page;
  const games = [...new Set(catalogue().variants.map(({ rules }) => rules.game))];
  return h(
    "div",
    { class: "home" },
    h(
      "div",
      { class: "intro" },
      h("h1", null, t("home.title")),
      h("p", { class: "lead" }, t("home.lead")),
      (game || started) &&
        h(
          "p",
          { class: "row" },
          game && h("button", { type: "button", class: "resume-game", onclick: () => update({ screen: "game" }) }, t("home.resume")),
          started && h("button", { type: "button", onclick: () => update({ screen: "puzzle" }) }, t("home.resumePuzzle")),
        ),
    ),
    h(
      "form",
      { class: "chooser", onsubmit: onStart },
      h(
        "div",
        { class: "what" },
        games.map((name) => tiles(t(`home.${name}`), catalogue().variants.filter(({ rules }) => rules.game === name))),
        tiles(t("home.puzzles"), catalogue().puzzles),
      ),
      h(
        "div",
        { class: "who" },
        chosen ? [seatChoice(), optionChoice()] : h("p", { class: "quiet" }, t("home.alone")),
        h("button", { type: "submit", class: "primary start" }, t("home.start")),
        h(
          "label",
          { class: "menu-item load" },
          t("menu.load"),
          h("input", { type: "file", id: "load", accept: ".json,.blksgf,.sgf", onchange: onLoad }),
        ),
      ),
    ),
    h(
      "figure",
      { class: "sample" },
      h("img", { src: "/docs/board.svg", alt: t("home.sampleAlt"), width: 224, height: 224 }),
    ),
  );
}

/**
 * @param {string} title
 * @param {{id: string, name: string, description: string}[]} list
 */
function tiles(title, list) {
  return h(
    "fieldset",
    { class: "tiles" },
    h("legend", null, title),
    list.map(({ id, name, description }) =>
      h(
        "label",
        { class: `tile ${page.choice.id === id ? "chosen" : ""}` },
        h("input", {
          type: "radio",
          name: "play",
          value: id,
          id: `play-${id}`,
          checked: page.choice.id === id,
          onchange: () => choose(id),
        }),
        h("span", { class: "tile-name" }, name),
        h("span", { class: "tile-text" }, description),
      ),
    ),
  );
}

function seatChoice() {
  const seats = variant()?.seats ?? [];
  return h(
    "fieldset",
    { class: "seat-choice" },
    h("legend", null, t("home.seats")),
    seats.map(({ seat, colors }, index) => {
      const chosen = page.choice.seats[index];
      const value = chosen.bot ? String(chosen.level) : "person";
      const id = `seat-${seat}`;
      return h(
        "div",
        { class: "seat-row" },
        h("label", { for: id }, colors.map(swatch), ` ${t("seat.number", { seat })}`),
        h(
          "select",
          { id, value, onchange: (/** @type {any} */ event) => setSeat(index, event.target.value) },
          h("option", { value: "person" }, t("home.person")),
          LEVELS.map((level) => h("option", { value: level }, t("home.bot", { level }))),
        ),
      );
    }),
  );
}

/** @param {Color} color */
function swatch(color) {
  return h("span", { class: "swatch", "data-color": color, title: colorName(color), "aria-hidden": "true" }, color[0].toUpperCase());
}

/**
 * @param {number} index
 * @param {string} value
 */
function setSeat(index, value) {
  const bot = value !== "person";
  const seats = page.choice.seats.map((one, at) => (at === index ? { bot, level: bot ? Number(value) : one.level } : one));
  update({ choice: { ...page.choice, seats } });
}

function optionChoice() {
  const rules = variant()?.rules;
  const { options, seed } = page.choice;
  const select = (/** @type {keyof GameOptions} */ name, /** @type {[string, string][]} */ values) => {
    const id = `option-${name}`;
    return h(
      "div",
      { class: "seat-row" },
      h("label", { for: id }, t(`option.${name}`)),
      h(
        "select",
        { id, value: options[name] ?? rules?.[name], onchange: (/** @type {any} */ event) => setOption(name, event.target.value) },
        values.map(([value, text]) => h("option", { value }, text)),
      ),
    );
  };
  const colors = catalogue().colors.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]));
  return h(
    "details",
    { class: "options" },
    h("summary", null, t("home.options")),
    select("scoring", [["basic", t("scoring.basic")], ["advanced", t("scoring.advanced")]]),
    select("start_corners", [["any", t("corners.any")], ["fixed", t("corners.fixed")]]),
    select("first_color", colors),
    rules?.shared_color && select("shared_color", colors),
    rules?.deck &&
      h(
        "div",
        { class: "seat-row" },
        h("label", { for: "option-seed" }, t("option.seed")),
        h("input", {
          id: "option-seed",
          type: "number",
          min: 0,
          max: Number.MAX_SAFE_INTEGER,
          value: seed,
          oninput: (/** @type {any} */ event) => update({ choice: { ...page.choice, seed: event.target.value } }),
        }),
      ),
  );
}

/**
 * @param {keyof GameOptions} name
 * @param {string} value
 */
function setOption(name, value) {
  update({ choice: { ...page.choice, options: { ...page.choice.options, [name]: value } } });
}

/** @param {any} event */
function onLoad(event) {
  return attempt(async () => (await loadTable()).loadFile(event.target));
}

/** @param {SubmitEvent} event */
function onStart(event) {
  event.preventDefault();
  const chosen = variant();
  const { options, seats, seed, id } = page.choice;
  if (!chosen) return attempt(async () => void (await loadTable()).beginPuzzle(/** @type {Puzzle["id"]} */ (id)));
  const { scoring, start_corners, first_color, shared_color } = options;
  const shared = chosen.rules.shared_color ? { shared_color: shared_color ?? chosen.rules.shared_color } : {};
  const given = { scoring, start_corners, first_color };
  const rules = { ...chosen.rules, ...JSON.parse(JSON.stringify(given)), ...shared };
  const shuffled = chosen.rules.deck && seed !== "" ? Number(seed) : null;
  return attempt(async () => void (await loadTable()).begin(id, rules, seatsOf(chosen.seats, seats), shuffled));
}

/**
 * @param {{seat: number, colors: Color[]}[]} places
 * @param {{bot: boolean, level: number}[]} players
 * @returns {Seat[]}
 */
function seatsOf(places, players) {
  return places.map(({ seat, colors }, index) => ({ seat, colors, ...(players[index] ?? { bot: false, level: LEVEL }) }));
}
