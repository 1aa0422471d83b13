// Events in words, for the log and for screen readers.

/** @import { Event, Step } from "./types" */

import { board, cardName, colorName, phase } from "./catalogue.js";
import { game, seatOf } from "./game.js";
import { squareName } from "./shapes.js";
import { page, update } from "./store.js";
import { has, t } from "./words.js";

/**
 * Return an event in words.
 * @param {Event} event
 * @returns {string}
 */
export function eventText(event) {
  const { rows } = board();
  const target = event.to ?? event;
  return t(`event.${event.type}`, {
    color: event.color ? colorName(event.color) : "",
    piece: event.piece ?? "",
    card: event.card ? cardName(event.card) : "",
    count: event.count ?? "",
    square: target.row === undefined || target.col === undefined ? "" : squareName([target.row, target.col], rows),
    direction: event.direction ? t(`direction.${event.direction}`) : "",
    reason: event.reason ? reasonText(event.reason, event.reason) : "",
  });
}

/**
 * Return a reason in the language of the page; where it has no words for the code, the message of the service.
 * @param {string} code
 * @param {string} message
 */
export function reasonText(code, message) {
  return has(`reason.${code}`) ? t(`reason.${code}`) : message;
}

/**
 * Say to screen readers what has happened and what is to be done.
 * @param {Step} step
 */
export function announceStep(step) {
  const { color, seat } = step.next;
  const happened = step.events.map(eventText);
  const table = game();
  const player = seatOf(table, seat);
  if (color && seat !== null && player) {
    const who = t(player.bot ? "turn.bot" : "turn.person", { seat, color: colorName(color) });
    happened.push(`${who}: ${phase(step.next.phase).name}.`);
  }
  announce(happened.join(" "));
}

/** @param {string} text */
export function announce(text) {
  if (text !== page.announcement) update({ announcement: text });
}
