// The seats around the board: who sits there, whose turn it is, scores and what is left.

/** @import { Color, Game, Seat, Step } from "./types" */

import { catalogue, colorName, piece as description } from "./catalogue.js";
import { h } from "./dom.js";
import { game } from "./game.js";
import { deckOf, drawPiles } from "./hand.js";
import { outlinePath, squaresPath } from "./shapes.js";
import { LEVELS } from "./home.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/**
 * Return the name of a seat's player.
 * @param {Seat} seat
 */
export function playerName(seat) {
  const people = game().seats.filter((one) => !one.bot && one.seat !== seat.seat);
  if (seat.bot) return t("seat.bot", { seat: seat.seat, level: seat.level });
  return people.length === 0 ? t("seat.you") : t("seat.person", { seat: seat.seat });
}

/**
 * Draw all seats.
 * @param {Step} step
 */
export function drawSeats(step) {
  const table = game();
  const shared = step.state.rules.shared_color;
  return h(
    "section",
    { class: "seats", "aria-labelledby": "seats-title" },
    h("h2", { id: "seats-title" }, t("seats.title")),
    h(
      "ul",
      { class: "seat-list" },
      table.seats.map((seat) => drawSeat(table, step, seat)),
      shared && drawShared(step, shared),
    ),
  );
}

/**
 * @param {Game} table
 * @param {Step} step
 * @param {Seat} seat
 */
function drawSeat(table, step, seat) {
  const moves = step.next.seat === seat.seat;
  const { score } = step;
  const own = score?.seats.find((one) => one.seat === seat.seat)?.score;
  const team = score?.teams.find((one) => one.seats.includes(seat.seat));
  const leads = score?.winners.includes(seat.seat);
  const won = score?.final && leads;
  return h(
    "li",
    { class: `seat ${moves ? "moves" : ""} ${won ? "won" : ""}`, "aria-current": moves ? "true" : null },
    h(
      "div",
      { class: "seat-head" },
      drawPlayer(table, seat),
      team && h("span", { class: "badge" }, t("seat.team", { team: team.team })),
      won && h("span", { class: "badge win" }, t("seat.won")),
      h("span", { class: "score", title: t(`scoring.${step.state.rules.scoring}`) }, own ?? team?.score ?? ""),
    ),
    seat.colors.map((color) => drawColor(step, color)),
  );
}

/**
 * Draw who sits at a seat; another player can take it at any time.
 * @param {Game} table
 * @param {Seat} seat
 */
function drawPlayer(table, seat) {
  const take = (/** @type {any} */ event) => {
    const { value } = event.target;
    const player = value === "person" ? { bot: false } : { bot: true, level: Number(value) };
    const seats = table.seats.map((one) => (one.seat === seat.seat ? { ...one, ...player } : one));
    update({ game: { ...game(), seats, ready: null } });
  };
  const bots = LEVELS.map((level) => h("option", { value: level }, playerName({ ...seat, bot: true, level })));
  return h(
    "select",
    {
      class: "name",
      id: `player-${seat.seat}`,
      "aria-label": t("seat.player", { seat: seat.seat }),
      value: seat.bot ? seat.level : "person",
      onchange: take,
    },
    h("option", { value: "person" }, playerName({ ...seat, bot: false })),
    bots,
  );
}

/**
 * @param {Step} step
 * @param {Color} color
 */
function drawShared(step, color) {
  return h(
    "li",
    { class: `seat shared ${step.next.color === color ? "moves" : ""}` },
    h("div", { class: "seat-head" }, h("span", { class: "name" }, t("seat.shared"))),
    drawColor(step, color),
  );
}

/**
 * @param {Step} step
 * @param {Color} color
 */
function drawColor(step, color) {
  const left = step.score?.colors[color];
  const active = step.next.color === color;
  return h(
    "div",
    { class: `color-line ${active ? "active" : ""}`, "data-color": color },
    h("span", { class: "swatch", "data-color": color, "aria-hidden": "true" }, color[0].toUpperCase()),
    h("span", { class: "color-name" }, colorName(color)),
    h(
      "span",
      { class: "left" },
      t("seat.left", { pieces: left?.pieces_left ?? 0, squares: left?.squares_left ?? 0 }),
    ),
    h("span", { class: "supply", "aria-hidden": "true" }, drawSupply(step, color)),
    deckOf(step, color) && drawPiles(step, color),
  );
}

const SMALL = 4;

/** @type {Map<string, any>} */
const rows = new Map();

/**
 * Draw the pieces that a colour has left, very small, in a row.
 * @param {Step} step
 * @param {Color} color
 */
function drawSupply(step, color) {
  const supply = step.supply?.[color] ?? [];
  const key = `${color} ${supply.join()}`;
  const known = rows.get(key);
  if (known) return known;
  let x = 0;
  const pieces = catalogue()
    .pieces.filter((one) => supply.includes(one.id))
    .toReversed()
    .map((one) => {
      const shapes = description(one.id).orientations;
      // Upright ones need the least room.
      const widths = shapes.map((squares) => 1 + Math.max(...squares.map(([, col]) => col)));
      const narrow = widths.indexOf(Math.min(...widths));
      const at = x;
      x += widths[narrow] * SMALL + 3;
      const squares = shapes[narrow];
      return h(
        "g",
        { transform: `translate(${at} 0)` },
        h("path", { class: "fill", d: squaresPath(squares, SMALL) }),
        h("path", { class: "outline", d: outlinePath(squares, SMALL) }),
      );
    });
  const width = Math.max(x, SMALL);
  const drawing = h(
    "svg",
    { class: "supply-row", viewBox: `-0.5 -0.5 ${width} ${5 * SMALL + 1}`, width, height: 5 * SMALL + 1, "data-color": color },
    pieces,
  );
  if (rows.size > 400) rows.clear();
  rows.set(key, drawing);
  return drawing;
}

/** Draw whose turn it is and what is to be done, or how the game has ended. */
export function drawTurn(/** @type {Step} */ step) {
  const table = game();
  const { color, seat, phase } = step.next;
  const player = table.seats.find((one) => one.seat === seat);
  if (!color || !player) return drawResult(step);
  const described = catalogue().phases.find((one) => one.id === phase);
  const card = step.state.turn.card && catalogue().cards.find((one) => one.id === step.state.turn.card);
  return h(
    "div",
    { class: "turn", "data-color": color },
    h("span", { class: "swatch", "data-color": color, "aria-hidden": "true" }, color[0].toUpperCase()),
    h(
      "div",
      { class: "turn-text" },
      h("strong", null, `${playerName(player)} · ${colorName(color)}`),
      h(
        "span",
        null,
        page.thinking && player.bot ? t("turn.thinking") : (described?.name ?? ""),
        card && ` · ${card.name}`,
      ),
    ),
    h("span", { class: "count" }, step.count > 0 && !player.bot ? t("turn.moves", { count: step.count }) : ""),
  );
}

/** @param {Step} step */
function drawResult(step) {
  const score = step.score;
  const teams = score?.winning_teams ?? [];
  const winners = (score?.winners ?? []).flatMap((seat) => game().seats.filter((one) => one.seat === seat));
  const names = teams.length
    ? teams.map((team) => t("seat.team", { team })).join(", ")
    : winners.map(playerName).join(", ");
  return h(
    "div",
    { class: "turn result" },
    h("div", { class: "turn-text" }, h("strong", null, t("result.title")), h("span", null, t("result.winners", { names }))),
  );
}
