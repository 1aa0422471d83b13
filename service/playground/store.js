// The state of the page, in one place. Everything that is seen is drawn from it, and `update` is the only way to change it.

/** @import { Page } from "./types" */

/** @type {Page} */
export const page = {
  catalogue: null,
  language: "en",
  words: {},
  theme: "auto",
  screen: "home",
  choice: { id: "", seats: [], options: {}, seed: "" },
  game: null,
  puzzle: null,
  ghost: null,
  reasons: null,
  card: null,
  previews: {},
  square: null,
  show: { coverable: false, corners: false, coordinates: true },
  hints: null,
  hinting: false,
  thinking: false,
  busy: false,
  offline: false,
  notice: null,
  announcement: "",
  requests: [],
  panel: false,
  opened: null,
  operations: null,
  menu: false,
};

/** @type {(() => void)[]} */
const listeners = [];
let scheduled = false;

/**
 * Change the state, and draw the page once all changes of this moment are made.
 * @param {Partial<Page>} changes
 */
export function update(changes) {
  Object.assign(page, changes);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const listener of listeners) listener();
  });
}

/**
 * Call a function after each change.
 * @param {() => void} listener
 */
export function onUpdate(listener) {
  listeners.push(listener);
}
