// Elements as plain values: `h` describes one, `mount` makes the document equal
// to a description and keeps every element that is still wanted, so that focus,
// a half-written word and a running transition survive a redraw.
//
// A description that is the very object of the last redraw is passed over: what
// is expensive (a board of 400 cells) is kept by its caller with `memo`.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "path", "circle", "line", "rect", "text", "defs", "clipPath", "use", "polyline"]);

/** @typedef {Record<string, any>} Props */
/**
 * @typedef {{tag: string, key?: string | number, props: Props, children: VNode[], text?: string, node?: Node}} VNode
 */
/** @typedef {VNode | string | number | null | undefined | false | Child[]} Child */

/**
 * Describes an element. Properties: `key`, `class`, `style` (custom properties
 * and others by name), `on...` handlers, `made` (called once with the element in the document),
 * `value`, `checked`, `selected`; everything else is an attribute, left out where it is
 * `null`, `undefined` or `false`.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {Child[]} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const all = props ?? {};
  return { tag, key: all.key, props: all, children: flat(children, []) };
}

/** @param {Child[]} children @param {VNode[]} into @returns {VNode[]} */
function flat(children, into) {
  for (const child of children) {
    if (Array.isArray(child)) flat(child, into);
    else if (child && typeof child === "object") into.push(child);
    // An absent child keeps its place, so that those behind it stay themselves.
    else into.push({ tag: "#", props: {}, children: [], text: child == null || child === false ? "" : String(child) });
  }
  return into;
}

/** @type {WeakMap<Node, VNode>} */
const mounted = new WeakMap();

/** Makes the one child of `parent` equal to `now`. @param {Element} parent @param {VNode} now */
export function mount(parent, now) {
  const old = mounted.get(parent);
  const root = { tag: "", props: {}, children: [now] };
  patchChildren(parent, old ? old.children : [], root.children);
  mounted.set(parent, root);
  for (const made of fresh.splice(0)) made();
}

/**
 * What is to be done with elements once they are in the document: an element outside takes no focus and has no height.
 *
 * @type {(() => void)[]}
 */
const fresh = [];

/** @param {VNode} vnode @returns {Node} */
function create(vnode) {
  if (vnode.tag === "#") return (vnode.node = document.createTextNode(vnode.text ?? ""));
  const element = SVG_TAGS.has(vnode.tag)
    ? document.createElementNS(SVG, vnode.tag)
    : document.createElement(vnode.tag);
  vnode.node = element;
  patchChildren(element, [], vnode.children);
  for (const name in vnode.props) setProp(element, name, vnode.props[name], undefined);
  if (vnode.props.made) fresh.push(() => vnode.props.made(element));
  return element;
}

/** @param {VNode} old @param {VNode} now @returns {Node} */
function patch(old, now) {
  const node = /** @type {Node} */ (old.node);
  if (old === now) return node;
  now.node = node;
  if (now.tag === "#") {
    if (old.text !== now.text) node.nodeValue = now.text ?? "";
    return node;
  }
  const element = /** @type {Element} */ (node);
  patchChildren(element, old.children, now.children);
  for (const name in old.props) if (!(name in now.props)) setProp(element, name, undefined, old.props[name]);
  for (const name in now.props) {
    if (old.props[name] !== now.props[name]) setProp(element, name, now.props[name], old.props[name]);
  }
  return node;
}

/** @param {Element} parent @param {VNode[]} old @param {VNode[]} now */
function patchChildren(parent, old, now) {
  /** @type {Map<string | number, VNode>} */
  const keyed = new Map();
  /** @type {VNode[]} */
  const plain = [];
  for (const vnode of old) {
    if (vnode.key != null) keyed.set(vnode.key, vnode);
    else plain.push(vnode);
  }
  /** @type {Set<Node>} */
  const kept = new Set();
  let next = 0;
  /** @type {Node[]} */
  const nodes = now.map((vnode) => {
    const match = vnode.key != null ? keyed.get(vnode.key) : plain[next++];
    // A description that is drawn in two places would be moved between them.
    const usable = match?.node && match.tag === vnode.tag && !kept.has(match.node);
    const node = usable ? patch(match, vnode) : create(vnode);
    kept.add(node);
    return node;
  });
  for (const vnode of old)
    if (vnode.node && !kept.has(vnode.node)) vnode.node.parentNode === parent && parent.removeChild(vnode.node);
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

/** @param {Element} element @param {string} name @param {any} value @param {any} old */
function setProp(element, name, value, old) {
  if (name === "key" || name === "made") return;
  if (name.startsWith("on")) {
    // A handler that returns `false` would forbid what the browser does by itself.
    /** @type {any} */ (element)[name] = value ? (/** @type {Event} */ event) => void value(event) : null;
  } else if (name === "style") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const property in old ?? {}) if (!(property in (value ?? {}))) style.removeProperty(property);
    for (const property in value ?? {}) {
      if (value[property] !== old?.[property]) style.setProperty(property, value[property]);
    }
  } else if (name === "value" || name === "checked" || name === "selected") {
    // What a person has changed no longer follows the attribute.
    /** @type {any} */ (element)[name] = value;
  } else if (value == null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Keeps the last result of `make` for as long as its inputs are the same values.
 *
 * @template {any[]} A
 * @template T
 * @param {(...inputs: A) => T} make
 * @returns {(...inputs: A) => T}
 */
export function memo(make) {
  /** @type {A | undefined} */
  let last;
  /** @type {T} */
  let made;
  return (...inputs) => {
    if (!last || inputs.length !== last.length || inputs.some((input, i) => input !== last?.[i])) {
      made = make(...inputs);
      last = inputs;
    }
    return made;
  };
}

/**
 * Keeps what was made last of each object, which is a value that never changes, for as long as the other inputs are the
 * same: its elements are passed over when the page is drawn.
 *
 * @template {object} O
 * @template {any[]} A
 * @param {(object: O, ...inputs: A) => VNode} make
 * @returns {(object: O, ...inputs: A) => VNode}
 */
export function memoOf(make) {
  /** @type {WeakMap<O, (...inputs: A) => VNode>} */
  const known = new WeakMap();
  return (object, ...inputs) => {
    let made = known.get(object);
    if (!made) known.set(object, (made = memo((/** @type {A} */ ...now) => make(object, ...now))));
    return made(...inputs);
  };
}
