// Elements as values, and a function that changes the document to match them. What does not change is not touched, so
// that focus, scrolling and animations survive.

/** @import { Child, Element as Wanted, Node as WantedNode } from "./types" */

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "disabled", "open"]);

/** @type {WeakMap<Node, string>} */
const keys = new WeakMap();
/** @type {WeakMap<Element, Wanted>} */
const drawn = new WeakMap();
/** @type {WeakMap<Element, Record<string, (event: any) => void>>} */
const handlers = new WeakMap();

/**
 * Return an element. A prop whose name begins with `on` is a handler; null and false leave a prop out.
 * @param {string} tag
 * @param {Record<string, unknown> | null} [props]
 * @param {Child[]} children
 * @returns {Wanted}
 */
export function h(tag, props, ...children) {
  const { key, ...others } = props ?? {};
  return { tag, key: /** @type {string | undefined} */ (key), props: others, children: flatten(children) };
}

/**
 * Return a function that draws a part of the page again only if one of the values that it depends on has changed.
 * @template {unknown[]} Values
 * @param {(...values: Values) => Child} part
 * @returns {(...values: Values) => Child}
 */
export function memo(part) {
  /** @type {Values | null} */
  let last = null;
  /** @type {Child} */
  let result = null;
  return (...values) => {
    if (!last?.every((value, index) => value === values[index])) {
      last = values;
      result = part(...values);
    }
    return result;
  };
}

/**
 * @param {Child[]} children
 * @returns {WantedNode[]}
 */
function flatten(children) {
  /** @type {WantedNode[]} */
  const found = [];
  for (const child of children) {
    if (Array.isArray(child)) found.push(...flatten(child));
    else if (child === null || child === undefined || child === false || child === "") continue;
    else found.push(typeof child === "number" ? String(child) : child);
  }
  return found;
}

/**
 * Change the children of an element to the wanted ones. Elements with the same key stay the same.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function draw(parent, ...children) {
  const wanted = flatten(children);
  const wantedKeys = new Set(wanted.map((one) => (typeof one === "string" ? undefined : one.key)));
  /** @type {Map<string, Element>} */
  const byKey = new Map();
  for (const node of [...parent.childNodes]) {
    const key = keys.get(node);
    if (key === undefined) continue;
    if (wantedKeys.has(key)) byKey.set(key, /** @type {Element} */ (node));
    else node.remove();
  }
  /** @type {ChildNode | null} */
  let next = parent.firstChild;
  for (const one of wanted) {
    if (typeof one === "string") {
      if (next instanceof Text) {
        if (next.data !== one) next.data = one;
        next = next.nextSibling;
      } else parent.insertBefore(document.createTextNode(one), next);
      continue;
    }
    const same = next instanceof Element && !keys.has(next) && next.localName === one.tag ? next : undefined;
    const match = one.key === undefined ? same : byKey.get(one.key);
    const element = match?.localName === one.tag ? match : create(one, parent);
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
    change(element, one);
  }
  while (next) {
    const rest = next;
    next = next.nextSibling;
    rest.remove();
  }
}

/**
 * @param {Wanted} wanted
 * @param {Element} parent
 * @returns {Element}
 */
function create(wanted, parent) {
  const svg = wanted.tag === "svg" || parent.namespaceURI === SVG;
  const element = svg ? document.createElementNS(SVG, wanted.tag) : document.createElement(wanted.tag);
  if (wanted.key !== undefined) keys.set(element, wanted.key);
  return element;
}

/**
 * @param {Element} element
 * @param {Wanted} wanted
 */
function change(element, wanted) {
  const before = drawn.get(element);
  if (before === wanted) return;
  drawn.set(element, wanted);
  const props = wanted.props;
  for (const name of Object.keys(before?.props ?? {})) if (!(name in props)) set(element, name, null);
  const late = [];
  for (const [name, value] of Object.entries(props)) {
    // A select has its value only when its options are there.
    if (name === "value") late.push(value);
    else if (before?.props[name] !== value) set(element, name, value);
  }
  draw(element, wanted.children);
  for (const value of late) set(element, "value", value);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (name.startsWith("on")) {
    listen(element, name.slice(2), /** @type {any} */ (value));
  } else if (PROPERTIES.has(name) && name in element) {
    const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
    const wanted = name === "value" ? String(value ?? "") : Boolean(value);
    if (target[name] !== wanted) target[name] = wanted;
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {string} type
 * @param {((event: any) => void) | null} handler
 */
function listen(element, type, handler) {
  const own = handlers.get(element) ?? {};
  if (!handlers.has(element)) handlers.set(element, own);
  if (!(type in own)) {
    element.addEventListener(type, (event) => own[type]?.(event), { passive: false });
  }
  own[type] = handler ?? (() => {});
}
