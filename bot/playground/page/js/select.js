import { h } from "./dom.js";
import { icon } from "./icons.js";
import { users } from "./options.js";
import { t } from "./words.js";

const STRING_SELECT = 3;
const USER_SELECT = 5;

/** Draws a menu of options, or of the channels. */
export function select(item, context, place) {
  const chosen = context.choice(item.custom_id) ?? preselected(item);
  const { element, opener } = new Menu(item, context.world, {
    chosen,
    send: (values) => context.press(item.custom_id, values),
  });
  opener.dataset.place = place;
  if (context.isPending(item.custom_id)) opener.setAttribute("aria-busy", "true");
  return element;
}

/** The values that a menu is first shown with. */
export function preselected({ type, options, default_values: defaults = [] }) {
  if (type !== STRING_SELECT) return defaults.map(({ id }) => String(id));
  return options.filter((option) => option.default).map(({ value }) => value);
}

/**
 * A menu that unfolds a list of options under the button that names what was chosen.
 *
 * A menu of one choice is sent at once, one of several when it is folded again with enough of them.
 */
export class Menu {
  constructor(item, world, { chosen, send }) {
    Object.assign(this, { item, send });
    this.most = item.max_values ?? 1;
    this.least = item.required === false ? 0 : (item.min_values ?? 1);
    this.options = offered(item, world);
    const isOffered = (chosen) => this.options.some(({ value }) => value === chosen); // people leave
    this.chosen = new Set(chosen.filter(isOffered));
    this.label = h("span", {});
    this.opener = h("summary", { class: "menu-opener" }, this.label, icon("down"));
    this.list = this.#list();
    this.element = h("details", { class: "menu" }, this.opener, this.list);
    this.opener.addEventListener("click", (event) => this.#pressed(event));
    this.element.addEventListener("mousedown", (event) => event.preventDefault()); // leaves the focus in the list
    this.element.addEventListener("focusout", ({ relatedTarget }) => this.#left(relatedTarget));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
  }

  #list() {
    return h(
      "div",
      { class: "menu-list", role: "listbox", "aria-multiselectable": String(this.most > 1) },
      this.options.map((option) => this.#entry(option)),
    );
  }

  #entry({ value, label, description }) {
    return h(
      "button",
      { type: "button", role: "option", class: "option", onclick: () => this.#pick(value) },
      h("span", { class: "option-name" }, label, description && h("small", {}, description)),
      icon("check"),
    );
  }

  #pick(value) {
    const isLeft = this.chosen.has(value) && (this.most > 1 || this.least === 0);
    if (this.most === 1) this.chosen.clear();
    if (isLeft) this.chosen.delete(value);
    else if (this.chosen.size < this.most) this.chosen.add(value);
    this.#show();
    if (this.most > 1) return;
    this.element.open = false;
    this.opener.focus();
    this.send([...this.chosen]);
  }

  #show() {
    const names = this.options.filter(({ value }) => this.chosen.has(value)).map(({ label }) => label);
    this.label.textContent = names.join(", ") || this.item.placeholder || t("Make a choice");
    for (const [index, { value }] of this.options.entries()) {
      this.list.children[index].setAttribute("aria-selected", String(this.chosen.has(value)));
    }
  }

  // The focus moves before the next key arrives, so the browser's own later unfolding will not do.
  #pressed(event) {
    event.preventDefault();
    if (this.element.open) return this.#fold();
    this.element.open = true;
    (this.list.querySelector('[aria-selected="true"]') ?? this.list.firstElementChild).focus();
  }

  // Folded only when the press has ended: a button below would move away between its press and its release.
  #left(to) {
    if (!to || this.element.contains(to)) return;
    const close = () => this.element.contains(document.activeElement) || this.#close();
    for (const end of ["click", "keyup"]) addEventListener(end, close, { capture: true, once: true });
  }

  #fold() {
    this.opener.focus();
    this.#close();
  }

  #close() {
    if (!this.element.open) return;
    this.element.open = false;
    if (this.most > 1 && this.chosen.size >= this.least) this.send([...this.chosen]);
  }

  #key(event) {
    const entries = [...this.list.children];
    const at = entries.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === "Escape") this.#fold();
    else if (next === undefined) return;
    else entries[Math.max(0, Math.min(next, entries.length - 1))].focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function offered({ type, options }, world) {
  if (type === STRING_SELECT) return options;
  if (type === USER_SELECT) return users(world);
  return world.channels.map(({ id, name }) => ({ value: id, label: `#${name}` }));
}
