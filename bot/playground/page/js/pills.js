import { h } from "./dom.js";
import { begins, candidates, isMeant, matching, parseLine, read } from "./options.js";
import { t } from "./words.js";

const TYPING_PAUSE = 120;

/** One slash command being filled in: its name and a pill for every option. */
export class Pills {
  #asked = 0;
  #begun = null;

  /** `line` is what was typed behind the name; `send`, `leave` and `complain` are the composer's. */
  constructor(command, line, { world, deeds, suggestions, send, leave, complain }) {
    Object.assign(this, { command, world, deeds, suggestions, send, leave, complain });
    this.options = command.options ?? [];
    this.fields = new Map(this.options.map((option) => [option.name, this.#field(option)]));
    const title = `/${world.said(command)}`;
    this.element = h(
      "div",
      { class: "pills", role: "group", "aria-label": t("Options of {command}", { command: title }) },
      h("span", { class: "pill-command" }, title),
      this.options.map((option) => this.#pill(option)),
      !this.options.length && this.#bare(),
    );
    if (this.options.length) this.#begun = this.#spread(line, this.options[0]);
  }

  /** Focuses what was begun, else what needs filling in first. */
  focus() {
    if (this.#begun?.value === "") return this.#begun.focus();
    const needed = this.options.find(({ name, required }) => required && !this.fields.get(name).value);
    const target =
      needed ?? this.options.find(({ name }) => !this.fields.get(name).value) ?? this.options.at(-1);
    return (target ? this.fields.get(target.name) : this.element.querySelector("input")).focus();
  }

  /** Sends the command if every option can be read, else says what is wrong. */
  submit() {
    const values = {};
    for (const option of this.options) {
      const field = this.fields.get(option.name);
      const { value, problem } = this.#read(option, field);
      field.setAttribute("aria-invalid", String(Boolean(problem)));
      if (problem) {
        field.focus();
        this.complain(problem);
        return;
      }
      if (value !== undefined) values[option.name] = value;
    }
    this.send(values);
  }

  #read(option, field) {
    const picked = field.picked?.label === field.value ? field.picked : null;
    return picked ? { value: picked.value } : read(option, field.value, this.world);
  }

  #pill(option) {
    return h(
      "label",
      { class: option.required ? "pill required" : "pill", title: this.#described(option) },
      h("span", { class: "pill-name" }, this.world.said(option)),
      this.fields.get(option.name),
    );
  }

  #described(option) {
    return this.world.said(option, "description");
  }

  #field(option) {
    const field = this.#combobox({
      "aria-label": `${this.world.said(option)}: ${this.#described(option)}`,
      "aria-required": String(Boolean(option.required)),
    });
    field.addEventListener("focus", () => this.#suggest(option, field));
    field.addEventListener("input", () => this.#typed(option, field));
    return field;
  }

  // A command without options still needs a place for the focus, so that Enter sends it.
  #bare() {
    return this.#combobox({
      "aria-label": t("This command has no options. Press Enter to send it."),
      readonly: true,
      class: "bare",
    });
  }

  #combobox(properties) {
    return h("input", {
      type: "text",
      role: "combobox",
      autocomplete: "off",
      spellcheck: "false",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "suggestions",
      onkeydown: (event) => this.#key(event),
      onblur: () => this.suggestions.hide(),
      ...properties,
    });
  }

  #typed(option, field) {
    this.complain("");
    field.removeAttribute("aria-invalid");
    const text = field.value;
    const { front, named } = parseLine(text, this.options, this.world);
    if (!named.length && this.#home(option, front) === option) return this.#suggest(option, field);
    field.value = "";
    const target = this.#spread(text, option);
    return target === field ? this.#suggest(option, field) : target.focus();
  }

  // Puts what stands behind `level:` into that field and what stands in front where it fits; gives the last one.
  #spread(line, option) {
    const { front, named } = parseLine(line, this.options, this.world);
    const home = this.fields.get(this.#home(option, front).name);
    if (front) home.value = front;
    for (const [name, text] of named) this.fields.get(name).value = text;
    return named.length ? this.fields.get(named.at(-1)[0]) : home;
  }

  // A word that cannot be picked here is meant for the first empty option where it can be.
  #home(option, text) {
    const list = candidates(option, this.world);
    if (!list || !text.trim() || matching(list, text).length) return option;
    const isFree = ({ name }) => !this.fields.get(name).value;
    return this.options.find((other) => isFree(other) && begins(other, text, this.world)) ?? option;
  }

  async #suggest(option, field) {
    const asked = ++this.#asked;
    this.suggestions.rest();
    const isTyped = field.value !== "" && field.picked?.label !== field.value;
    const items = option.autocomplete
      ? await this.#fetch(option, field, asked)
      : this.#local(option, isTyped ? field.value : "");
    if (asked !== this.#asked || document.activeElement !== field) return;
    const title = [
      h("strong", {}, this.world.said(option)),
      ` ${this.#described(option)}`,
      !option.required && ` ${t("(optional)")}`,
    ];
    this.suggestions.show(
      field,
      h("span", {}, title),
      items,
      (item) => this.#pick(option, field, item),
      isTyped ? 0 : -1,
    );
  }

  #local(option, text) {
    return matching(candidates(option, this.world) ?? [], text);
  }

  async #fetch(option, field, asked) {
    await new Promise((resolve) => setTimeout(resolve, field.value ? TYPING_PAUSE : 0));
    if (asked !== this.#asked) return [];
    const values = { ...this.#readable(), [option.name]: field.value };
    const choices = await this.deeds.autocomplete(this.command.name, values, option.name);
    return choices.map(({ name, value }) => ({ label: name, value }));
  }

  #readable() {
    const pairs = this.options.map((option) => [
      option.name,
      this.#read(option, this.fields.get(option.name)).value,
    ]);
    return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
  }

  #pick(option, field, item) {
    field.picked = item;
    field.value = item.label;
    field.removeAttribute("aria-invalid");
    this.complain("");
    this.suggestions.hide();
    const later = this.options.slice(this.options.indexOf(option) + 1);
    const next = later.find(({ name }) => !this.fields.get(name).value);
    if (next) this.fields.get(next.name).focus();
  }

  #key(event) {
    const { key, target: field } = event;
    const { suggestions } = this;
    if (key === "ArrowDown" || key === "ArrowUp") suggestions.move(key === "ArrowDown" ? 1 : -1);
    else if (key === "Enter") this.#enter(field);
    else if (key === "Tab" && suggestions.hasActive && !event.shiftKey) return this.#tab(event);
    else if (key === "Escape") suggestions.isOpen ? suggestions.hide() : this.leave("");
    else if (key === "Backspace" && !field.value) this.#back(field);
    else return undefined;
    event.preventDefault();
    return undefined;
  }

  // What was typed in full needs no second press to be sent.
  #enter(field) {
    const { active } = this.suggestions;
    const isWhole = !active || isMeant(active, field.value);
    if (active) this.suggestions.pick();
    if (isWhole) this.submit();
  }

  // Tab picks and goes on; on the last pill there is nowhere further to go but the Send button.
  #tab(event) {
    const before = document.activeElement;
    this.suggestions.pick();
    if (document.activeElement !== before) event.preventDefault();
  }

  #back(field) {
    const fields = [...this.fields.values()];
    const previous = fields[fields.indexOf(field) - 1];
    if (previous) previous.focus();
    else this.leave(`/${this.world.said(this.command)}`);
  }
}
