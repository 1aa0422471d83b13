// The table is loaded after the first screen, which does not need it.

import { Unreachable } from "./api.js";
import { update } from "./store.js";

/** @typedef {typeof import("./table.js")} Table */

/** @type {Table | null} */
let loaded = null;

/** Load the modules of the table. */
export async function loadTable() {
  if (loaded) return loaded;
  try {
    loaded = await import("./table.js");
  } catch {
    update({ offline: true });
    throw new Unreachable("table.js");
  }
  update({});
  return loaded;
}

/** Return the modules of the table, if they are loaded. */
export function table() {
  return loaded;
}
