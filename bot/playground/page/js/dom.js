import { shaped } from "./shapes.js";

/**
 * Builds an element. Children are nodes or text, never markup, so nothing a message says can become HTML.
 *
 * Properties are attributes, except `on…` (a listener) and `css` (an object of style properties, set through
 * the CSSOM because the content security policy forbids style attributes). `undefined`, `null` and `false`
 * leave an attribute out; write `"false"` where the word is meant, as for `aria-expanded`.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) assign(element, name, value);
  element.append(...nodes(children));
  return element;
}

function assign(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name === "css") Object.entries(value).forEach(([key, text]) => element.style.setProperty(key, text));
  else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? "" : value);
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter(isPresent)
    .flatMap((child) => (typeof child === "string" ? shaped(child).filter(isPresent) : child));
}

function isPresent(value) {
  return value !== undefined && value !== null && value !== false && value !== "";
}

/** Tells whoever listens further up that the element asks for something. */
export function ask(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
}

/** Fills an element anew and keeps the focus on the element at the same place (see `data-place`). */
export function refill(element, ...children) {
  keepFocus(element, () => element.replaceChildren(...nodes(children)) ?? element);
}

/** Puts a redrawn element in the place of the old one; a button that had the focus keeps it. */
export function redraw(old, fresh) {
  keepFocus(old, () => {
    old.replaceWith(fresh);
    return fresh;
  });
}

function keepFocus(container, change) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  const place = active?.dataset.place;
  const changed = change();
  if (!active || active.isConnected) return;
  const heir = place && changed.querySelector(`[data-place="${CSS.escape(place)}"]`);
  (heir || changed).focus({ preventScroll: true });
}

/**
 * Returns a function that gives the focus back to the element that has it now, for when a dialog closes.
 *
 * That element may have been redrawn meanwhile: its place in its message is remembered, not the element.
 */
export function focusReturn() {
  const opener = document.activeElement;
  const message = opener?.closest("article")?.id;
  const { place } = opener?.dataset ?? {};
  return () =>
    message && place && document.querySelector(`#${message} [data-place="${CSS.escape(place)}"]`)?.focus();
}
