// What follows from a change of the game without a click: the view of the seat that looks, previews of its cards, and
// the moves of bots. It runs after every change and asks only for what is missing.

/** @import { Action, Card, Game, Preview, Seat, Step, View } from "./types" */

import { ask } from "./api.js";
import { announceStep } from "./events.js";
import { current, game, hasCards, isNewest, isPersonsTurn, mayDecide, play, seatOf, seenBy, viewer, whereFor } from "./game.js";
import { pickTarget } from "./ghost.js";
import { attempt } from "./notice.js";
import { page, update } from "./store.js";
import { cancelUnwanted, suggest } from "./suggestions.js";

/** The pause after a bot's move, in milliseconds, so that people can follow. */
const PACE = 450;

/** How long to wait after the service refused a request, for example because it is busy, in milliseconds. */
const WAIT = 2000;

let running = false;
let refused = false;
/** @type {Step | null} */
let announced = null;

/** Ask for what the position on the board lacks. */
export async function settle() {
  const step = current();
  cancelUnwanted();
  if (running || refused || page.busy || page.offline || !step) return;
  running = true;
  const table = game();
  try {
    if (announced !== step) {
      announced = step;
      announceStep(step);
      pickTarget(step);
    }
    if (!(await attempt(() => next(table, step))) && !page.offline) waitAfterRefusal();
  } finally {
    running = false;
  }
  // What was asked for, or done meanwhile, may have changed what is missing.
  if (page.game !== table || current() !== step) settle();
}

function waitAfterRefusal() {
  refused = true;
  setTimeout(() => {
    refused = false;
    update({ notice: null });
  }, WAIT);
}

/**
 * @param {Game} table
 * @param {Step} step
 */
async function next(table, step) {
  const { seat, open } = viewer(table, step);
  if (hasCards(step.state) && step.view?.seat !== seat) {
    replaceStep(step, await seenBy(step, seat));
  } else if (hasCards(step.state) && open && mayDecide() && missesPreviews(step)) {
    update({ previews: await previews(/** @type {View} */ (step.view), step.moves) });
  } else if (isNewest() && !table.paused && step.next.seat !== null && !isPersonsTurn()) {
    await playBot(table, step);
  }
}

/**
 * @param {Step} before
 * @param {Step} after
 */
function replaceStep(before, after) {
  const table = game();
  announced = announced === before ? after : announced;
  update({ game: { ...table, steps: table.steps.map((one) => (one === before ? after : one)) } });
}

/** @param {Step} step */
function missesPreviews(step) {
  return step.moves.some((move) => move.type === "play_card" && move.card && !(move.card in page.previews));
}

/**
 * Ask what each card of the hand would do, in one request, with what the seat may know.
 * @param {View} view
 * @param {Action[]} moves
 * @returns {Promise<Partial<Record<Card, Preview>>>}
 */
async function previews(view, moves) {
  const cards = [...new Set(moves.flatMap((move) => (move.card ? [move.card] : [])))];
  const operations = cards.map((card) => ({ operation: "card-resolutions", view, card, include: ["moves"], groups: true }));
  const { results } = await ask("/v1/batches", /** @type {any} */ ({ operations }));
  /** @type {Partial<Record<Card, Preview>>} */
  const found = {};
  for (const [index, { status, body }] of /** @type {any[]} */ (results).entries()) {
    found[cards[index]] =
      status === 200
        ? { outcome: body.outcome, reason: body.reason, phase: body.phase, count: body.move_count ?? body.count }
        : { outcome: "hidden", reason: null, phase: null, count: null };
  }
  return found;
}

/**
 * Return where the game is, for a request with what a seat may know.
 * @param {Step} step
 * @param {number} seat
 */
async function knownTo(step, seat) {
  if (step.sealed !== null || !hasCards(step.state)) return whereFor(step, seat);
  const { view } = step.view?.seat === seat ? step : await seenBy(step, seat);
  return { view: /** @type {View} */ (view) };
}

/**
 * @param {Game} table
 * @param {Step} step
 */
async function playBot(table, step) {
  const bot = seatOf(table, step.next.seat);
  if (!bot) return;
  update({ thinking: true });
  const begin = performance.now();
  try {
    // A bot knows what its seat may know.
    const known = await knownTo(step, bot.seat);
    // Another seed each time: with the default one, the same moves would always lead to the same game.
    const seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const answer = await suggest({ ...known, level: bot.level, count: 1, seed }, () => waitsForBot(step, bot));
    const pause = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE;
    const left = pause - (performance.now() - begin);
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    if (waitsForBot(step, bot)) await play(answer.moves[0].action);
  } finally {
    update({ thinking: false });
  }
}

/**
 * Whether a step is the newest one, and on the board, and a bot has not been paused or replaced.
 * @param {Step} step
 * @param {Seat} bot
 */
function waitsForBot(step, bot) {
  return current() === step && isNewest() && !game().paused && seatOf(game(), bot.seat) === bot;
}
