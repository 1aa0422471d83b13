// Suggestions of the service, for bots and hints. A search can take seconds: it is cancelled when nobody waits for it.

/** @import { Answer, Body } from "./types" */

import { ask } from "./api.js";

/** Seconds that a search may take, the most that the service allows: the highest level, too, can do all its work. */
const SECONDS = 10;

/** @type {Map<AbortController, () => boolean>} */
const searches = new Map();

/**
 * Ask for the best moves.
 * @param {Body<"/v1/suggestions">} body
 * @param {() => boolean} isWanted whether the answer can still be used
 * @returns {Promise<Answer<"/v1/suggestions">>}
 */
export async function suggest(body, isWanted) {
  const controller = new AbortController();
  searches.set(controller, isWanted);
  try {
    const request = { ...body, seconds: SECONDS, until: /** @type {const} */ ("decision") };
    return await ask("/v1/suggestions", request, {}, controller.signal);
  } finally {
    searches.delete(controller);
  }
}

/** Cancel the searches whose answer cannot be used any more; the service ends them when the connection closes. */
export function cancelUnwanted() {
  for (const [controller, isWanted] of searches) {
    if (!isWanted()) controller.abort();
  }
}
