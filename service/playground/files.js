// Positions as links, games as files, boards as pictures.

/** @import { Action, State } from "./types" */

import { ask, askDrawing, Refused } from "./api.js";
import { catalogue } from "./catalogue.js";
import { announce } from "./events.js";
import { FRESH, game, replay, seatsFor } from "./game.js";
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

/** Return the game as a record, see docs/records.md. */
function record() {
  const { steps, seats } = game();
  return {
    version: 1,
    start: { position: steps[0].position ?? undefined },
    players: seats.map((one) => (one.bot ? t("home.bot", { level: one.level }) : "")),
    moves: steps.flatMap(({ action }) => (action ? [{ action }] : [])),
  };
}

/** Save the game as a record. */
export function saveRecord() {
  save("game.json", `${JSON.stringify(record())}\n`, "application/json");
}

/** Save the game in the format of Pentobi. */
export function saveSgf() {
  return attempt(async () => {
    const { sgf } = await ask("/v1/replays", { record: record(), include: ["sgf"] });
    if (sgf) save("game.blksgf", sgf, "application/x-go-sgf");
    else update({ notice: { text: t("file.noSgf"), detail: "", retry: null } });
  });
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  announce(t("menu.saved", { name }));
}

/**
 * Load a game from a file.
 * @param {HTMLInputElement} input
 */
export async function loadFile(input) {
  const file = input.files?.[0];
  if (!file) return;
  const text = await file.text();
  input.value = "";
  let data = null;
  try {
    data = JSON.parse(text);
  } catch {
    // Not JSON: the other format.
  }
  await open(data ? { record: data } : { sgf: text }, t("file.unreadable"));
}

/**
 * Let the service read and check a record, and show its last position.
 * @param {{record?: any, sgf?: string}} source
 * @param {string} otherwise what to say if it cannot be read
 */
function open(source, otherwise) {
  return attempt(async () => {
    let answer;
    try {
      answer = await ask("/v1/replays", { ...source, ply: 0, include: ["record"] });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      update({ notice: { text: otherwise, detail: error.message, retry: null } });
      return;
    }
    const moves = answer.record?.moves ?? [];
    // The main line comes first: each of its moves follows the one before it in the list.
    const end = moves.findIndex((move, index) => (move.parent ?? index - 1) !== index - 1);
    const line = end < 0 ? moves : moves.slice(0, end);
    const start = answer.at?.state;
    // A board that is set up on the way cannot be played through; its last position is shown.
    if (!start || line.some((move) => move.setup)) await show(answer.state, []);
    else await show(start, line.flatMap(({ action }) => (action ? [action] : [])));
  });
}

/**
 * Show a game at its last step, with a person at each seat.
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
  const people = variant.seats.map(({ seat, colors }) => ({ seat, colors, bot: false, level: LEVEL }));
  const seats = seatsFor(steps[0], people);
  const shown = { variant: variant.id, seats, seed: null, steps, at: steps.length - 1, ready: null, paused: false };
  update({ ...FRESH, screen: "game", game: shown });
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
