// The developers' panel: every request that the page made, with body, answer and time.

/** @import { Exchange } from "./types" */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { page, update } from "./store.js";
import { t } from "./words.js";

/** Characters of an answer that are shown. */
const SHOWN = 20_000;

/** Open or close the panel. */
export function togglePanel() {
  update({ panel: !page.panel });
  if (page.panel && !page.operations) loadOperations();
}

/** Read from the description of the API which operation has which path, for links into the reference. */
async function loadOperations() {
  const response = await fetch("/openapi.json");
  if (!response.ok) return;
  const { paths } = await response.json();
  /** @type {Record<string, string>} */
  const operations = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, tags }] of Object.entries(methods)) {
      operations[`${method.toUpperCase()} ${path}`] = `#/${tags?.[0] ?? "default"}/${operationId}`;
    }
  }
  update({ operations });
}

/** @param {Exchange} exchange */
function reference({ method, path }) {
  const operations = page.operations ?? {};
  const asked = path.split("/");
  const found = Object.keys(operations).find((one) => {
    const [known, pattern] = one.split(" ");
    const parts = pattern.split("/");
    return known === method && parts.length === asked.length && parts.every((part, at) => part.startsWith("{") || part === asked[at]);
  });
  return `/docs${found ? operations[found] : ""}`;
}

/** Draw the panel. */
export function drawPanel() {
  if (!page.panel) return null;
  return h(
    "aside",
    { class: "panel", "aria-labelledby": "panel-title" },
    h(
      "div",
      { class: "row" },
      h("h2", { id: "panel-title" }, t("panel.title")),
      h("a", { href: "/docs" }, t("nav.reference")),
      h("button", { type: "button", class: "quiet-button", onclick: () => update({ requests: [] }) }, t("panel.clear")),
      h("button", { type: "button", class: "tool", "aria-label": t("panel.close"), onclick: togglePanel }, icon("close")),
    ),
    h("p", { class: "quiet" }, t("panel.text")),
    h("ol", { class: "exchanges" }, page.requests.map(drawExchange)),
  );
}

/** @param {Exchange} exchange */
function drawExchange(exchange) {
  const { id, method, path, status, milliseconds } = exchange;
  const opened = page.opened === id;
  const time = status === null && !exchange.answer ? "…" : `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
  return h(
    "li",
    { key: String(id), class: `exchange ${status !== null && status < 400 ? "" : "failed"}` },
    h(
      "button",
      { type: "button", class: "line", "aria-expanded": String(opened), onclick: () => update({ opened: opened ? null : id }) },
      h("span", { class: "method" }, method),
      h("span", { class: "path" }, path),
      h("span", { class: "status" }, status ?? "–"),
      h("span", { class: "time" }, time),
    ),
    opened && details(exchange),
  );
}

/** @param {Exchange} exchange */
function details(exchange) {
  return h(
    "div",
    { class: "details" },
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "curl", onclick: () => navigator.clipboard.writeText(curl(exchange)) }, t("panel.curl")),
      h("a", { class: "reference", href: reference(exchange), target: "_blank", rel: "noopener" }, t("panel.docs")),
    ),
    exchange.body && [h("h3", null, t("panel.body")), h("pre", { tabindex: 0 }, pretty(exchange.body))],
    h("h3", null, t("panel.answer")),
    h("pre", { tabindex: 0 }, pretty(exchange.answer)),
  );
}

/** @param {string} text */
function pretty(text) {
  let shown = text;
  try {
    // Innermost lists and objects stay on one line.
    shown = JSON.stringify(JSON.parse(text), null, 2).replace(/([[{])\s+([^[\]{}]*?)\s+([\]}])/g, (_, open, inner, close) => {
      return open + inner.replace(/\s*\n\s*/g, " ") + close;
    });
  } catch {
    // Not JSON: a drawing.
  }
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}\n… (${shown.length})` : shown;
}

/**
 * Return a request as a command for a shell.
 * @param {Exchange} exchange
 */
export function curl({ method, path, body }) {
  const address = `curl -s ${location.origin}${path}`;
  if (method === "GET" || body === null) return `${address} -H 'Accept-Language: ${page.language}'`;
  return `${address} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`;
}
