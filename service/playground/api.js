// Requests to the service. Each of them is kept for the developers' panel.

/** @import { Answer, Body, Exchange, Operation, Reason } from "./types" */

import { page, update } from "./store.js";

const KEPT = 200;
let requests = 0;

/** An answer that says what is wrong with the request. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, title?: string, detail?: string, errors?: Reason[]}} problem
   */
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? String(status));
    this.status = status;
    this.code = problem.code ?? "";
    this.errors = problem.errors ?? [];
  }
}

/** The service could not be reached. */
export class Unreachable extends Error {}

/** The request was cancelled by this page. */
export class Cancelled extends Error {}

/**
 * Send a request to an operation and return its answer.
 * @template {Operation} Path
 * @param {Path} path
 * @param {Body<Path>} body
 * @param {Record<string, string>} [names] values for the names in the path
 * @param {AbortSignal} [signal] cancels the request
 * @returns {Promise<Answer<Path>>}
 */
export async function ask(path, body, names = {}, signal) {
  const response = await send("POST", fill(path, names), body, { signal });
  return JSON.parse(response.text);
}

/**
 * Send a request to a drawing operation and return the drawing.
 * @template {Operation} Path
 * @param {Path} path
 * @param {Body<Path>} body
 * @param {Record<string, string>} [names]
 * @returns {Promise<Blob>}
 */
export async function askDrawing(path, body, names = {}) {
  return (await send("POST", fill(path, names), body, { binary: true })).blob;
}

/**
 * Return a list of the catalogue in the language of the page.
 * @param {string} path
 * @param {string} language
 * @returns {Promise<any>}
 */
export async function look(path, language) {
  return JSON.parse((await send("GET", path, null, { headers: { "Accept-Language": language } })).text);
}

/**
 * @param {string} path
 * @param {Record<string, string>} names
 */
function fill(path, names) {
  return path.replace(/\{(\w+)\}/g, (_, name) => names[name]);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{binary?: boolean, headers?: Record<string, string>, signal?: AbortSignal}} [options]
 */
async function send(method, path, body, { binary = false, headers = {}, signal } = {}) {
  const text = body === null ? null : JSON.stringify(body);
  /** @type {Exchange} */
  const exchange = { id: ++requests, method, path, body: text, status: null, answer: "", milliseconds: 0 };
  update({ requests: [exchange, ...page.requests].slice(0, KEPT) });
  const begin = performance.now();
  const type = { "Content-Type": "application/json" };
  let response, blob, received;
  try {
    response = await fetch(path, { method, body: text, headers: text === null ? headers : { ...type, ...headers }, signal });
    blob = await response.blob();
    const shown = !binary || !response.ok || blob.type.includes("svg");
    received = shown ? await blob.text() : `(${blob.type}, ${blob.size} bytes)`;
  } catch (error) {
    finish(exchange, { milliseconds: performance.now() - begin, answer: String(error) });
    if (signal?.aborted) throw new Cancelled(path);
    update({ offline: true });
    throw new Unreachable(path);
  }
  finish(exchange, { status: response.status, answer: received, milliseconds: performance.now() - begin });
  // A proxy answers for a service that is gone.
  if ([502, 503, 504].includes(response.status) && !isProblem(received)) {
    update({ offline: true });
    throw new Unreachable(path);
  }
  if (page.offline) update({ offline: false, notice: null });
  if (!response.ok) throw new Refused(response.status, isProblem(received) ? JSON.parse(received) : {});
  return { text: received, blob };
}

/** @param {string} text */
function isProblem(text) {
  return text.startsWith("{") && text.includes('"code"') && !text.includes('"unavailable"');
}

/**
 * @param {Exchange} exchange
 * @param {Partial<Exchange>} changes
 */
function finish(exchange, changes) {
  const finished = { ...exchange, ...changes };
  update({ requests: page.requests.map((one) => (one.id === exchange.id ? finished : one)) });
}

/** Whether the service answers. */
export async function isReachable() {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
