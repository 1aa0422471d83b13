// Messages about what went wrong, and the way back when the service was gone.

import { Cancelled, isReachable, Refused, Unreachable } from "./api.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

const WAIT = 2000;
/** @type {(() => void)[]} */
const waiting = [];
let polling = false;

/**
 * Run something that sends requests. If it fails, say so and change nothing; true if it succeeded or was cancelled.
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>}
 */
export async function attempt(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Cancelled) return true;
    if (error instanceof Unreachable) {
      update({ notice: { text: t("offline"), detail: t("offline.detail"), retry: null } });
      poll();
    } else if (error instanceof Refused) {
      const busy = error.status === 503 || error.status === 429;
      update({ notice: { text: t(busy ? "busy" : "refused"), detail: error.message, retry: null } });
    } else throw error;
    return false;
  }
}

/**
 * Call a function each time the service is back.
 * @param {() => void} listener
 */
export function whenBack(listener) {
  waiting.push(listener);
}

/** Try again now, and call the listeners if the service is back. */
export async function retry() {
  if (!(await isReachable())) return false;
  update({ offline: false, notice: null });
  for (const listener of waiting) listener();
  return true;
}

async function poll() {
  if (polling) return;
  polling = true;
  while (page.offline) {
    await new Promise((resolve) => setTimeout(resolve, WAIT));
    if (page.offline && (await retry())) break;
  }
  polling = false;
}
