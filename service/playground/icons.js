// The signs on buttons, as drawings: not every system has a font with all of them.

import { h } from "./dom.js";

/** The lines of each sign, in a box of 24 units. */
const LINES = {
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4",
  first: "M6 5v14M18 5l-8 7 8 7",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  pause: "M8 5v14M16 5v14",
  resume: "M8 5v14l11-7z",
  hint: "M9.5 17.5h5M10.5 20.5h3M9 14.5c-1.8-1.2-3-3-3-5.2a6 6 0 0 1 12 0c0 2.200-1.200 4-3 5.200",
  left: "M5 5v5h5M5.500 10a7.500 7.500 0 1 1-.5 5",
  right: "M19 5v5h-5M18.500 10a7.500 7.500 0 1 0 .5 5",
  flip: "M12 4v16M9 7H4v10h5M15 7l5 0v10h-5",
  target: "M12 3v5M12 16v5M3 12h5M16 12h5M12 12h.01",
  close: "M6 6l12 12M18 6 6 18",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500 19 19M19 5l-1.500 1.500M6.500 17.500 5 19",
  dark: "M19 14.500A8 8 0 0 1 9.500 5a8 8 0 1 0 9.500 9.500z",
  code: "M8 6l-5 6 5 6M16 6l5 6-5 6",
};

/** @typedef {keyof typeof LINES} Icon */

/**
 * Return a sign.
 * @param {Icon} name
 */
export function icon(name) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: LINES[name] }));
}
