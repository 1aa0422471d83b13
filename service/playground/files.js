// Positions as links, games as files, boards as pictures.

/** @import { SealedStep, Seat, Step } from "./types" */

import { ask, askDrawing, Refused } from "./api.js";
import { catalogue } from "./catalogue.js";
import { announce } from "./events.js";
import { FRESH, game, reopen, replay, seatsFor, tokensOf, where } from "./game.js";
import { attempt } from "./notice.js";
import { layout, puzzle } from "./puzzle.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** The part of an address that contains a position. No server sees it. */
const MARK = "#p=";
/** The part that contains the token of a sealed game, after the seat to move. */
const SEALED_MARK = "#s=";
const LEVEL = 3;

/** Copy a link to the position on the board, and show it in the address. */
export async function copyLink() {
  const { steps, at } = game();
  const { sealed, next, position } = steps[at];
  const part = sealed === null ? `${MARK}${position}` : `${SEALED_MARK}${next.seat ?? 0}.${sealed}`;
  const link = `${location.origin}/${part}`;
  history.replaceState(null, "", link);
  await navigator.clipboard.writeText(link);
  announce(t("menu.copied"));
}

/** Show the position of the address, if it has one. */
export async function openLink() {
  const mark = [MARK, SEALED_MARK].find((one) => location.hash.startsWith(one));
  if (!mark) return;
  const text = decodeURIComponent(location.hash.slice(mark.length));
  history.replaceState(null, "", location.pathname);
  const [seat, sealed] = text.split(".");
  if (mark === SEALED_MARK) await openSealed(Number(seat) || null, sealed ?? "");
  else await open({ record: { start: { position: text }, moves: [] } }, t("link.wrong"));
}

/**
 * Show the position of a token.
 * @param {number | null} seat the seat to move
 * @param {string} sealed
 */
function openSealed(seat, sealed) {
  return refusedAs(t("link.wrong"), async () => {
    const { view } = await ask("/v1/views", { sealed, seat: seat ?? 1 });
    const { color, phase } = view.turn;
    await showTokens([{ action: null, sealed, next: { color: seat ? color : null, seat, phase }, events: [] }]);
  });
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

/** Save the game as a record, or the tokens of a sealed game, which only this service can read. */
export function saveRecord() {
  const sealed = tokensOf(game().steps);
  save("game.json", `${JSON.stringify(sealed ? { sealed } : record())}\n`, "application/json");
}

/** Save the game in the format of Pentobi. */
export function saveSgf() {
  return attempt(async () => {
    // Pentobi has no cards, and no sealed game is without.
    const sealed = tokensOf(game().steps);
    const { sgf } = sealed ? { sgf: null } : await ask("/v1/replays", { record: record(), include: ["sgf"] });
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
  if (Array.isArray(data?.sealed)) await refusedAs(t("file.unreadable"), () => showTokens(data.sealed));
  else await open(data ? { record: data } : { sgf: text }, t("file.unreadable"));
}

/**
 * Let the service read and check a record, and show its last position.
 * @param {{record?: any, sgf?: string}} source
 * @param {string} otherwise what to say if it cannot be read
 */
function open(source, otherwise) {
  return refusedAs(otherwise, async () => {
    const answer = await ask("/v1/replays", { ...source, ply: 0, include: ["record"] });
    const moves = answer.record?.moves ?? [];
    // The main line comes first: each of its moves follows the one before it in the list.
    const end = moves.findIndex((move, index) => (move.parent ?? index - 1) !== index - 1);
    const line = end < 0 ? moves : moves.slice(0, end);
    const start = answer.at?.state;
    // A board that is set up on the way cannot be played through; its last position is shown.
    if (!start || line.some((move) => move.setup)) show(await replay(answer.state, []));
    else show(await replay(start, line.flatMap(({ action }) => (action ? [action] : []))));
  });
}

/** @param {SealedStep[]} tokens */
async function showTokens(tokens) {
  show(await reopen(tokens, []));
}

/**
 * Do something, and if the service refuses it say what that means.
 * @param {string} otherwise
 * @param {() => Promise<void>} action
 */
function refusedAs(otherwise, action) {
  return attempt(async () => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      update({ notice: { text: otherwise, detail: error.message, retry: null } });
    }
  });
}

/**
 * Show a game at its last step, with a person at each seat.
 * @param {Step[]} steps
 */
function show(steps) {
  const { rules } = steps[0].state;
  const variant = catalogue().variants.find(
    (one) => one.rules.game === rules.game && one.rules.seats === rules.seats && one.rules.teams === rules.teams,
  );
  if (!variant) return;
  /** @type {Seat[]} */
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
        : await askDrawing(path, { ...where(game().steps[game().at]), ...shown });
    if (kind === "png") await navigator.clipboard.write([new ClipboardItem({ "image/png": drawing })]);
    else await navigator.clipboard.writeText(await drawing.text());
    announce(t("menu.copied"));
  });
}
