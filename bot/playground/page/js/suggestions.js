import { avatar } from "./avatar.js";
import { h } from "./dom.js";

/** The list that unfolds above the composer; the focus stays in the field it belongs to (`aria-activedescendant`). */
export class Suggestions {
  #items = [];
  #active = -1;
  #field = null;
  #pick = null;

  constructor() {
    this.title = h("p", { class: "suggestions-title", id: "suggestions-title" });
    this.list = h("ul", { role: "listbox", id: "suggestions", "aria-labelledby": "suggestions-title" });
    const keepFocus = (event) => event.preventDefault(); // a press on the title or the scrollbar folds nothing
    const properties = { class: "suggestions", hidden: true, onmousedown: keepFocus };
    this.element = h("div", properties, this.title, this.list);
  }

  /** Shows items (`label`, and perhaps `hint`, `details`, `user`) for a field; `active` is the one to begin with. */
  show(field, title, items, pick, active = -1) {
    if (this.#field !== field) this.hide();
    this.#field = field;
    this.#items = items;
    this.#pick = pick;
    this.title.replaceChildren(title);
    this.list.replaceChildren(...items.map((item, index) => this.#entry(item, index)));
    this.list.hidden = !items.length;
    this.element.hidden = false;
    this.#tell(items.length > 0);
    this.#activate(items.length ? active : -1);
  }

  /** Folds the list away. */
  hide() {
    this.element.hidden = true;
    this.#active = -1;
    this.#items = [];
    this.#tell(false);
    this.#field?.removeAttribute("aria-activedescendant");
  }

  /** Lets go of the active item: what is shown may not fit any more what was typed. */
  rest() {
    if (this.isOpen) this.#activate(-1);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** The item that is about to be picked, if any. */
  get active() {
    return this.isOpen ? this.#items[this.#active] : undefined;
  }

  get hasActive() {
    return this.active !== undefined;
  }

  /** Moves to the next or previous item, round the ends. */
  move(step) {
    const count = this.#items.length;
    if (!count) return;
    const from = this.#active < 0 && step < 0 ? count : this.#active;
    this.#activate((from + step + count) % count);
  }

  /** Picks the active item. */
  pick() {
    this.#pick(this.#items[this.#active]);
  }

  // Only a combobox can be expanded; the message field is a plain text box.
  #tell(isExpanded) {
    if (this.#field?.role === "combobox") this.#field.ariaExpanded = String(isExpanded);
  }

  #entry(item, index) {
    return h(
      "li",
      {
        role: "option",
        id: `suggestion-${index}`,
        class: "suggestion",
        "aria-selected": "false",
        onmousedown: () => this.#pick(item),
      },
      item.user && avatar(item.user),
      h("span", { class: "suggestion-label" }, item.label),
      item.hint && h("span", { class: "suggestion-hint" }, item.hint),
      item.details?.length > 0 &&
        h(
          "span",
          { class: "suggestion-details" },
          item.details.map((word) => h("code", {}, word)),
        ),
    );
  }

  #activate(index) {
    this.#active = index;
    for (const [at, element] of [...this.list.children].entries()) {
      element.setAttribute("aria-selected", String(at === index));
    }
    if (index < 0) return this.#field.removeAttribute("aria-activedescendant");
    this.#field.setAttribute("aria-activedescendant", `suggestion-${index}`);
    this.list.children[index].scrollIntoView({ block: "nearest" });
  }
}
