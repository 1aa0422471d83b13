// Cards: the hand of the seat that looks, the piles of all, the direction of play; and choices that are not pieces.

/** @import { Action, Card, Color, Preview, Schemas, Step } from "./types" */

import { cardName, catalogue, colorName, entry, phase } from "./catalogue.js";
import { h } from "./dom.js";
import { reasonText } from "./events.js";
import { awaitsReady, current, game, hasCards, mayDecide, play, viewer } from "./game.js";
import { playerName } from "./seats.js";
import { page, update } from "./store.js";
import { miniature } from "./tray.js";
import { t } from "./words.js";

/** @typedef {Schemas["ViewDeck"]} Deck */

/**
 * Return the deck of a colour as the seat that looks sees it; the deck of two colours belongs to the first of them.
 * @param {Step} step
 * @param {Color} color
 * @returns {Deck | undefined}
 */
export function deckOf(step, color) {
  const decks = step.view?.decks ?? {};
  const own = decks[color];
  if (own) return own;
  const seat = game().seats.find((one) => one.colors[0] === color);
  return seat && /** @type {Record<string, Deck>} */ (decks)[`seat${seat.seat}`];
}

/**
 * Draw how many cards a colour has, and its discard pile.
 * @param {Step} step
 * @param {Color} color
 */
export function drawPiles(step, color) {
  const deck = deckOf(step, color);
  if (!deck) return null;
  const top = deck.discard[deck.discard.length - 1];
  const discarded = deck.discard.map(cardName).join(", ");
  return h(
    "span",
    { class: "piles" },
    pile(t("pile.draw"), deck.draw_count),
    pile(t("pile.hand"), deck.hand_count),
    h(
      "span",
      { class: "pile", title: discarded },
      `${t("pile.discard")} ${deck.discard.length}`,
      top && h("span", { class: "top" }, ` · ${cardName(top)}`),
    ),
  );
}

/**
 * @param {string} name
 * @param {number} count
 */
function pile(name, count) {
  return h("span", { class: "pile" }, `${name} ${count}`);
}

/** Draw the direction of play, if it can change. */
export function drawDirection() {
  const step = current();
  if (!step || !hasCards(step.state)) return null;
  const { direction } = step.state;
  const sign = direction === "clockwise" ? "↻" : "↺";
  return h("span", { class: "direction" }, h("span", { "aria-hidden": "true" }, sign), ` ${t(`direction.${direction}`)}`);
}

/** Draw the hand and the choices of the turn. */
export function drawHand() {
  const step = current();
  if (!step) return null;
  const others = step.moves.filter((move) => move.type !== "play_card");
  const cards = hasCards(step.state) && hand(step);
  const decides = mayDecide();
  if (!cards && !(decides && others.length)) return null;
  return h(
    "section",
    { class: "hand-section", "aria-labelledby": "hand-title" },
    h("div", { class: "row" }, h("h2", { id: "hand-title" }, t("hand.title")), drawDirection()),
    awaitsReady() ? curtain(step) : [cards, decides && page.card && preview(page.card), decides && choices(step, others)],
  );
}

/**
 * Ask the next person to take over the screen.
 * @param {Step} step
 */
function curtain(step) {
  const seat = game().seats.find((one) => one.seat === step.next.seat);
  if (!seat) return null;
  const ready = () => update({ game: { ...game(), ready: seat.seat } });
  return h(
    "div",
    { class: "curtain" },
    h("p", null, t("ready.text", { name: playerName(seat) })),
    h("button", { type: "button", class: "primary", id: "ready", onclick: ready }, t("ready.button")),
  );
}

/** @param {Step} step */
function hand(step) {
  const table = game();
  const { seat, open } = viewer(table, step);
  if (!open || !step.view) return h("p", { class: "quiet" }, t("hand.hidden"));
  const own = table.seats.find((one) => one.seat === seat);
  const decks = Object.entries(step.view.decks).filter(([, deck]) => deck?.hand);
  if (!own || decks.every(([, deck]) => deck?.hand?.length === 0)) return h("p", { class: "quiet" }, t("hand.empty"));
  return h(
    "div",
    { class: "cards" },
    decks.flatMap(([owner, deck]) => (deck?.hand ?? []).map((card, index) => drawCard(step, card, `${owner} ${index}`, owner))),
  );
}

/**
 * @param {Step} step
 * @param {Card} card
 * @param {string} key
 * @param {string} owner
 */
function drawCard(step, card, key, owner) {
  const move = step.moves.find((one) => one.type === "play_card" && one.card === card);
  const mine = owner === step.next.color || owner === `seat${step.next.seat}`;
  const enabled = mayDecide() && move !== undefined && mine;
  const known = page.previews[card];
  const { name, description } = entry(catalogue().cards, card);
  const shared = owner === step.state.rules.shared_color;
  return h(
    "button",
    {
      key,
      type: "button",
      class: `card ${page.card === card && enabled ? "picked" : ""}`,
      "data-card": card,
      disabled: !enabled,
      "aria-pressed": String(page.card === card && enabled),
      title: description,
      onclick: () => update({ card: page.card === card ? null : card }),
    },
    h("span", { class: "card-sign", "aria-hidden": "true" }),
    h("span", { class: "card-name" }, name),
    shared && h("span", { class: "card-note" }, t("seat.shared")),
    enabled && known && h("span", { class: "card-note" }, t(`outcome.${known.outcome}`)),
  );
}

/**
 * Say what a card would do, before it is played.
 * @param {Card} card
 */
function preview(card) {
  const { description, rule } = entry(catalogue().cards, card);
  const known = page.previews[card];
  return h(
    "div",
    { class: "preview" },
    h("p", null, description, " ", h("a", { href: `/docs/rules#${rule}`, target: "_blank", rel: "noopener" }, rule)),
    known && h("p", { class: `outcome would-${known.outcome}` }, outcomeText(known)),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "primary play-card", onclick: () => play({ type: "play_card", card }) },
        t("card.play", { card: cardName(card) }),
      ),
      h("button", { type: "button", onclick: () => update({ card: null }) }, t("card.cancel")),
    ),
  );
}

/** @param {Preview} known */
function outcomeText(known) {
  const text = t(`outcome.${known.outcome}.long`);
  if (known.outcome === "discarded" && known.reason) return `${text} ${reasonText(known.reason.code, known.reason.message)}`;
  if (!known.phase) return text;
  return `${text} ${t("outcome.then", { phase: phase(known.phase).name, count: known.count ?? 0 })}`;
}

/**
 * @param {Step} step
 * @param {Action[]} moves
 */
function choices(step, moves) {
  if (moves.length === 0) return null;
  return h(
    "div",
    { class: "choices", role: "group", "aria-label": phase(step.next.phase).name },
    h("p", null, phase(step.next.phase).description),
    h("div", { class: "choice-list" }, moves.map(drawChoice)),
  );
}

/**
 * @param {Action} move
 * @param {number} index
 */
function drawChoice(move, index) {
  const props = { key: `choice ${index}`, type: "button", class: `choice ${move.type}`, onclick: () => play(move) };
  if (move.card) {
    const { name, description } = entry(catalogue().cards, move.card);
    return h(
      "button",
      { ...props, class: "card choice", "data-card": move.card, title: description },
      h("span", { class: "card-sign", "aria-hidden": "true" }),
      h("span", { class: "card-name" }, name),
    );
  }
  if (move.piece && move.color) {
    const label = `${colorName(move.color)} ${move.piece}`;
    const placed = current()?.state.placements.find((one) => one.color === move.color && one.piece === move.piece);
    const drawing = miniature(move.color, move.piece, placed?.orientation ?? 0);
    return h("button", { ...props, "aria-label": label, title: label, "data-color": move.color }, drawing);
  }
  if (move.color) {
    const letter = h("span", { class: "swatch", "data-color": move.color, "aria-hidden": "true" }, move.color[0].toUpperCase());
    return h("button", { ...props, "data-color": move.color }, letter, colorName(move.color));
  }
  return h("button", { ...props, class: `choice primary ${move.type}` }, t(`action.${move.type}`));
}
