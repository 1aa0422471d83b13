// Positions as links, games as files, boards as pictures.

/** @import { Action, Seat, State } from "./types" */

import { ask, askDrawing, Refused } from "./api.js";
import { catalogue } from "./catalogue.js";
import { announce } from "./events.js";
import { FRESH, game, replay } from "./game.js";
import { attempt } from "./notice.js";
import { layout, puzzle } from "./puzzle.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** The part of an address that contains a position. No server sees it. */
const MARK = "#p=";
const LEVEL = 3;

/** Copy a link to the position on the board, and show it in the address. */
export async function copyLink() {
  const { steps, at } = game();
  const link = `${location.origin}/${MARK}${steps[at].position}`;
  history.replaceState(null, "", link);
  await navigator.clipboard.writeText(link);
  announce(t("menu.copied"));
}

/** Show the position of the address, if it has one. */
export async function openLink() {
  if (!location.hash.startsWith(MARK)) return;
  const position = decodeURIComponent(location.hash.slice(MARK.length));
  history.replaceState(null, "", location.pathname);
  await open({ record: { start: { position }, moves: [] } }, t("link.wrong"));
}

/**
 * Return the game as a record, see docs/records.md.
 */
function record() {
  const { steps, seats } = game();
  return {
    version: 1,
    start: { position: steps[0].position },
    players: seats.map((one) => (one.bot ? `bot ${one.level}` : "")),
    moves: steps.slice(1).map(({ action }) => ({ action })),
  };
}

/** Save the game as a record. */
export function saveRecord() {
  save("game.json", new Blob([`${JSON.stringify(record())}\n`], { type: "application/json" }));
}

/** Save the game in the format of Pentobi, if it has one for it. */
export function saveSgf() {
}

/**
 * @param {string} name
 * @param {Blob} content
 */
function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  announce(t("menu.saved", { name }));
}

/**
 * Load a game from a file.
 * @param {HTMLInputElement} input
 */
export async function loadFile(input) {
  const file = input.files?.[0];
  input.value = "";
  if (!file) return;
  const text = await file.text();
}

/**
 * Replay a record by the service and show its end.
 * @param {any} request
 * @param {string} otherwise what to say if it cannot be read
 */
async function open(request, otherwise) {
}

/**
 * Show a game. The seats of the game before are kept if they fit; else a person sits at each.
 * @param {State} start
 * @param {Action[]} actions
 */
async function show(start, actions) {
  const steps = await replay(start, actions);
  const { rules } = start;
  const variant = catalogue().variants.find(
    (one) => one.rules.game === rules.game && one.rules.seats === rules.seats && one.rules.teams === rules.teams,
  );
  if (!variant) return;
  /** @type {Seat[]} */
  const seats = variant.seats.map(({ seat, colors }) => ({ seat, colors, bot: false, level: LEVEL }));
  const at = steps.length - 1;
  update({ ...FRESH, screen: "game", game: { variant: variant.id, seats, seed: null, steps, at, ready: null, paused: false } });
}

/**
 * Copy the board as a picture, drawn by the service.
 * @param {"svg" | "png"} kind
 */
export function copyDrawing(kind) {
  return attempt(async () => {
    const dark = page.theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : page.theme === "dark";
    /** @type {{coordinates: boolean, theme: "dark" | "light"}} */
    const shown = { coordinates: page.show.coordinates, theme: dark ? "dark" : "light" };
    const path = /** @type {const} */ (`/v1/renderings/${kind}`);
    const drawing =
      page.screen === "puzzle"
        ? await askDrawing(
            /** @type {const} */ (`/v1/puzzles/{puzzle}/renderings/${kind}`),
            { layout: { placements: layout().placements }, ...shown },
            { puzzle: puzzle().id },
          )
        : await askDrawing(path, { state: game().steps[game().at].state, ...shown });
    if (kind === "png") await navigator.clipboard.write([new ClipboardItem({ "image/png": drawing })]);
    else await navigator.clipboard.writeText(await drawing.text());
    announce(t("menu.copied"));
  });
}
