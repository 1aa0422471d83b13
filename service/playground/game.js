// A game: its steps, and everything that changes it. The rules are asked for, never applied here.

/** @import { Action, Answer, Game, GameOptions, Schemas, SealedStep, Seat, State, Step, View } from "./types" */

import { ask, look, Refused } from "./api.js";
import { attempt } from "./notice.js";
import { page, update } from "./store.js";

/** @type {Schemas["Include"][]} */
const INCLUDE = ["moves", "summary", "supply", "score", "position"];

/** What is forgotten when the position on the board changes. */
export const FRESH = { ghost: null, reasons: null, card: null, previews: {}, square: null, hints: null, hinting: false, thinking: false, notice: null };

/** @returns {Game} */
export function game() {
  if (!page.game) throw new Error("there is no game");
  return page.game;
}

/** Return the step on the board, if a game is shown. */
export function current() {
  return page.screen === "game" && page.game ? page.game.steps[page.game.at] : null;
}

/**
 * Return the seat of a game by its number.
 * @param {Game} game
 * @param {number | null} seat
 */
export function seatOf(game, seat) {
  return game.seats.find((one) => one.seat === seat) ?? null;
}

/** Whether a person at this screen has to decide now. */
export function isPersonsTurn() {
  const step = current();
  return step !== null && seatOf(game(), step.next.seat)?.bot === false;
}

/** Whether the step on the board is the newest one. */
export function isNewest() {
  return page.game !== null && page.game.at === page.game.steps.length - 1;
}

/**
 * Whether a state has cards, which other seats must not see.
 * @param {State | View} state
 */
export function hasCards(state) {
  return Object.keys(state.decks).length > 0;
}

/**
 * Return the seat through whose eyes the game is shown, and whether its player looks at the screen now. Between the
 * turns of several people at one screen, and where only bots play, no hand is shown.
 * @param {Game} game
 * @param {Step} step
 * @returns {{seat: number, open: boolean}}
 */
export function viewer(game, step) {
  const people = game.seats.filter((one) => !one.bot);
  const mover = people.find((one) => one.seat === step.next.seat);
  if (people.length === 0) return { seat: step.next.seat ?? 1, open: false };
  if (people.length === 1) return { seat: people[0].seat, open: true };
  return { seat: (mover ?? people[0]).seat, open: mover !== undefined && game.ready === mover.seat };
}

/** Whether the game waits for the next person to say that only they look at the screen. */
export function awaitsReady() {
  const step = current();
  return step !== null && hasCards(step.state) && isPersonsTurn() && !viewer(game(), step).open;
}

/** Whether the person to move may decide now. */
export function mayDecide() {
  return isPersonsTurn() && !awaitsReady() && !page.busy;
}

/**
 * Return where the game is, for a request: as the seat to move sees it if there are cards, else the state.
 * @param {Step} step
 */
export function where(step) {
  return step.view && hasCards(step.state) ? { view: step.view } : { state: /** @type {State} */ (step.state) };
}

/**
 * Return where the game is, for a request on behalf of a seat: the service keeps the secrets of a sealed game.
 * @param {Step} step
 * @param {number | null} seat
 */
export function whereFor(step, seat) {
  if (step.sealed !== null && seat !== null) return { sealed: step.sealed, seat };
  return { state: /** @type {State} */ (step.state) };
}

/**
 * @param {Answer<"/v1/games"> | Answer<"/v1/turns">} answer
 * @param {Action | null} action
 * @returns {Step}
 */
export function toStep(answer, action) {
  return {
    action,
    // The answer has one of them.
    state: /** @type {State | View} */ (answer.state ?? answer.view),
    sealed: answer.sealed ?? null,
    next: answer.next,
    view: answer.view ?? null,
    ...included(answer),
  };
}

/**
 * Return a step as a seat sees it.
 * @param {Step} step
 * @param {number} seat
 * @returns {Promise<Step>}
 */
export async function seenBy(step, seat) {
  if (step.sealed === null) {
    const { view } = await ask("/v1/views", { state: /** @type {State} */ (step.state), seat });
    return { ...step, view };
  }
  const answer = await ask("/v1/views", viewRequest({ ...step, sealed: step.sealed }, seat));
  return { ...step, state: answer.view, view: answer.view, ...included(answer) };
}

/**
 * @param {SealedStep} step
 * @param {number} seat
 */
function viewRequest({ sealed, events }, seat) {
  return { sealed, seat, events, include: INCLUDE, groups: true };
}

/** @param {Answer<"/v1/games"> | Answer<"/v1/turns"> | Answer<"/v1/views">} answer */
function included(answer) {
  return {
    events: answer.events,
    moves: answer.moves ?? [],
    groups: answer.groups ?? [],
    count: answer.count ?? 0,
    summary: answer.summary,
    supply: answer.supply,
    score: answer.score,
    position: answer.position,
  };
}

/**
 * Begin a new game. One with cards is sealed if the service can, unless the cards follow from a given seed.
 * @param {string} variant
 * @param {GameOptions} rules
 * @param {Seat[]} seats
 * @param {number | null} seed
 */
export function begin(variant, rules, seats, seed) {
  return attempt(async () => {
    const sealed = Boolean(rules.deck) && seed === null && (await look("/playground/settings.json", page.language)).seals;
    const seal = sealed ? { seal: true, seat: seats.find((one) => !one.bot)?.seat ?? 1 } : {};
    const answer = await ask("/v1/games", { rules: withoutNulls(rules), seed: seed ?? undefined, include: INCLUDE, groups: true, ...seal });
    const step = toStep(answer, null);
    const table = { variant, seats: seatsFor(step, seats), seed, steps: [step], at: 0, ready: null, paused: false };
    update({ ...FRESH, screen: "game", game: table });
  });
}

/**
 * Return seats with the colours that they have in a game, as its score lists them: options may change them.
 * @param {Step} step
 * @param {Seat[]} seats
 */
export function seatsFor(step, seats) {
  const owners = step.score?.seats ?? [];
  return seats.map((one) => ({ ...one, colors: owners.find(({ seat }) => seat === one.seat)?.colors ?? one.colors }));
}

/**
 * @param {GameOptions} options
 * @returns {Schemas["GameOptions"]}
 */
function withoutNulls(options) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}

/**
 * Play an action at the step on the board; later steps are discarded.
 * @param {Action} action
 */
export function play(action) {
  if (page.busy) return Promise.resolve(false);
  const before = game();
  const step = before.steps[before.at];
  return attempt(async () => {
    update({ busy: true });
    try {
      const answer = await ask("/v1/turns", { ...whereFor(step, step.next.seat), action, include: INCLUDE, groups: true });
      // The game may have been left meanwhile.
      if (page.game !== before) return;
      const steps = [...before.steps.slice(0, before.at + 1), toStep(answer, action)];
      const ready = answer.next.seat === step.next.seat ? before.ready : null;
      update({ ...FRESH, game: { ...before, steps, at: steps.length - 1, ready } });
    } finally {
      update({ busy: false });
    }
  });
}

/**
 * Show a step of the game.
 * @param {number} at
 */
export function goTo(at) {
  const shown = Math.max(0, Math.min(at, game().steps.length - 1));
  if (shown !== game().at) update({ ...FRESH, game: { ...game(), at: shown, ready: null } });
}

/**
 * Return the nearest step before or after the one on the board at which a person decides, or null.
 * @param {-1 | 1} direction
 */
export function decisionAt(direction) {
  const { steps, at } = game();
  for (let index = at + direction; index >= 0 && index < steps.length; index += direction) {
    const seat = seatOf(game(), steps[index].next.seat);
    if (seat?.bot === false || (direction === 1 && index === steps.length - 1)) return index;
  }
  return null;
}

/** Discard what comes after the step on the board. */
export function continueFromHere() {
  const { steps, at } = game();
  update({ ...FRESH, game: { ...game(), steps: steps.slice(0, at + 1), paused: false } });
}

/**
 * Return the steps of a game from its first state and its actions, in one request.
 * @param {State} start
 * @param {Action[]} actions
 * @returns {Promise<Step[]>}
 */
export async function replay(start, actions) {
  /** @type {Record<string, unknown>[]} */
  const operations = [{ operation: "turns", state: start, actions: actions.slice(0, 1), include: INCLUDE, groups: true }];
  const first = await firstStep(start);
  if (actions.length === 0) return [first];
  for (let index = 1; index < actions.length; index++) {
    operations.push({ operation: "turns", state_from: index - 1, action: actions[index], include: INCLUDE, groups: true });
  }
  const { results } = await ask("/v1/batches", /** @type {any} */ ({ operations }));
  const steps = [first];
  for (const [index, result] of results.entries()) {
    if (result.status !== 200) break;
    steps.push(toStep(/** @type {any} */ (result.body), actions[index]));
  }
  return steps;
}

/**
 * Return the steps of a sealed game from their tokens, in one request: as the only person sees them, or else as the seat
 * to move does.
 * @param {SealedStep[]} tokens
 * @param {Seat[]} seats
 * @returns {Promise<Step[]>}
 */
export async function reopen(tokens, seats) {
  const people = seats.filter((one) => !one.bot);
  const operations = tokens.map((token) => {
    const seat = people.length === 1 ? people[0].seat : (token.next.seat ?? 1);
    return { operation: "views", ...viewRequest(token, seat) };
  });
  const { results } = await ask("/v1/batches", /** @type {any} */ ({ operations }));
  const end = results.findIndex(({ status }) => status !== 200);
  const opened = end < 0 ? results : results.slice(0, end);
  // The key may have been replaced since.
  if (opened.length === 0) throw new Refused(results[0].status, /** @type {any} */ (results[0].body));
  return opened.map((result, index) => {
    const answer = /** @type {Answer<"/v1/views">} */ (result.body);
    const { action, sealed, next } = tokens[index];
    return { action, sealed, next, state: answer.view, view: answer.view, ...included(answer) };
  });
}

/**
 * Return what is kept of a sealed game, or null if it is not sealed.
 * @param {Step[]} steps
 * @returns {SealedStep[] | null}
 */
export function tokensOf(steps) {
  if (steps[0].sealed === null) return null;
  return steps.map(({ action, sealed, next, events }) => ({ action, sealed: sealed ?? "", next, events }));
}

/**
 * Return the step of a state that no action led to.
 * @param {State} state
 * @returns {Promise<Step>}
 */
export async function firstStep(state) {
  const answer = await ask("/v1/legal-moves", { state, include: ["summary", "supply", "score", "position"], groups: true });
  return {
    action: null,
    state,
    sealed: null,
    next: { color: answer.color, seat: answer.seat, phase: answer.phase },
    events: [],
    moves: answer.moves,
    groups: answer.groups ?? [],
    count: answer.count,
    summary: answer.summary,
    supply: answer.supply,
    score: answer.score,
    position: answer.position,
    view: null,
  };
}
