// The log of a game: what happened, newest first. A click on a line shows the game at that step.

/** @import { Step } from "./types" */

import { h, memo } from "./dom.js";
import { eventText } from "./events.js";
import { game, goTo } from "./game.js";
import { page } from "./store.js";
import { t } from "./words.js";

/** Draw the log. */
export function drawLog() {
  const { steps, at } = game();
  return drawLines(steps, at, page.words, page.catalogue);
}

const drawLines = memo((/** @type {Step[]} */ steps, /** @type {number} */ at, /** @type {unknown[]} */ ..._) => {
  const lines = steps.flatMap((step, index) => step.events.map((event) => ({ event, index })));
  return h(
    "section",
    { class: "log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, t("log.title")),
    lines.length === 0 && h("p", { class: "quiet" }, t("log.empty")),
    h(
      "ol",
      { class: "log-list" },
      lines.toReversed().map(({ event, index }) =>
        h(
          "li",
          { class: index > at ? "later" : index === at ? "now" : null },
          h("button", { type: "button", class: "line", onclick: () => goTo(index) }, [
            event.color && h("span", { class: "swatch", "data-color": event.color, "aria-hidden": "true" }, event.color[0].toUpperCase()),
            h("span", null, eventText(event)),
          ]),
        ),
      ),
    ),
  );
});
