import { slashCommands } from "./commands.js";
import { h } from "./dom.js";
import { iconButton, label } from "./icons.js";
import { DISCONNECTED } from "./live.js";
import { Pills } from "./pills.js";
import { Suggestions } from "./suggestions.js";
import { t } from "./words.js";
import { titleOf } from "./world.js";

const COMMAND_LINE = /^\/(\S*)(\s?)([\s\S]*)$/;
const WORD = /^(\S*)(\s?)([\s\S]*)$/;

/** Where people write: plain text is said in the channel, `/` begins a command. */
export class Composer {
  #pills = null;

  constructor(form, world, deeds) {
    Object.assign(this, { form, world, deeds });
    this.suggestions = new Suggestions();
    this.problem = h("p", { class: "composer-problem", role: "alert", hidden: true });
    this.text = this.#textField();
    this.slot = h("div", { class: "composer-slot" }, this.text);
    this.cancel = iconButton("close", "", { hidden: true, onclick: () => this.#leave("") });
    this.begin = iconButton("plus", "", { onclick: () => this.use("") });
    this.sender = iconButton("send", "", { type: "submit", class: "send" });
    form.append(
      this.suggestions.element,
      this.problem,
      h("div", { class: "composer-box" }, this.begin, this.slot, this.cancel, this.sender),
    );
    form.addEventListener("submit", (event) => (event.preventDefault(), this.#submit()));
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#invite());
    world.addEventListener("connection", () => this.#complain(""));
  }

  /** Fills in a command to be sent, or shows them all for an empty name. */
  use(name, line = "") {
    const command = this.#command(name);
    if (!command) return this.#leave(`/${name}`);
    this.#complain("");
    this.#pills = new Pills(command, line, {
      world: this.world,
      deeds: this.deeds,
      suggestions: this.suggestions,
      send: (values) => this.#send(command, values),
      leave: (text) => this.#leave(text),
      complain: (sentence) => this.#complain(sentence),
    });
    this.slot.replaceChildren(this.#pills.element);
    this.cancel.hidden = false;
    return this.#pills.focus();
  }

  #textField() {
    return h("textarea", {
      rows: 1,
      maxlength: 2000,
      "aria-autocomplete": "list",
      "aria-controls": "suggestions",
      oninput: () => this.#typed(),
      onfocus: () => this.#typed(),
      onblur: () => this.suggestions.hide(),
      onkeydown: (event) => this.#key(event),
    });
  }

  #invite() {
    const { channel } = this.world;
    if (channel) this.text.placeholder = t("Message {channel} or type /", { channel: titleOf(channel) });
    this.text.ariaLabel = t("Message");
    label(this.begin, t("Show the commands"));
    label(this.cancel, t("Leave the command"));
    label(this.sender, t("Send"));
    if (document.activeElement === this.text && !this.suggestions.hasActive) this.#typed();
  }

  // The name of a command, of several words if it is one of a group, the space behind it, and the rest.
  #split(text) {
    let [, name, space, line] = COMMAND_LINE.exec(text) ?? [];
    const begins = (called) => called.startsWith(`${name.toLowerCase()} `);
    while (space && slashCommands(this.world).some((command) => this.#names(command).some(begins))) {
      const [, word, next, rest] = WORD.exec(line);
      [name, space, line] = [`${name} ${word}`, next, rest];
    }
    return [name, space, line];
  }

  #command(name) {
    return slashCommands(this.world).find((command) => this.#names(command).includes(name.toLowerCase()));
  }

  // A command is found by what it is called in the person's language, and in English.
  #names(command) {
    return [this.world.said(command), command.name];
  }

  #typed() {
    this.#complain("");
    const [name, space, line] = this.#split(this.text.value);
    if (name === undefined) return this.suggestions.hide();
    if (space && this.#command(name)) return this.use(name, line);
    const items = slashCommands(this.world)
      .filter((command) => this.#names(command).some((called) => called.startsWith(name.toLowerCase())))
      .map((command) => entry(command, this.world));
    const title = items.length ? t("Commands") : this.#noCommand(name);
    return this.suggestions.show(this.text, title, items, ({ name: picked }) => this.use(picked, line), 0);
  }

  #noCommand(name) {
    if (!this.world.commands.length) return t("There are no commands yet.");
    return t("There is no command {command}.", { command: `/${name}` });
  }

  #key(event) {
    const { key } = event;
    const { suggestions } = this;
    if (event.isComposing) return;
    if (suggestions.hasActive && (key === "ArrowDown" || key === "ArrowUp"))
      suggestions.move(key === "ArrowDown" ? 1 : -1);
    else if (suggestions.hasActive && (key === "Enter" || (key === "Tab" && !event.shiftKey)))
      suggestions.pick();
    else if (suggestions.isOpen && key === "Escape") suggestions.hide();
    else if (key === "Enter" && !event.shiftKey) this.#submit();
    else return;
    event.preventDefault();
  }

  #submit() {
    if (this.#pills) return this.#pills.submit();
    const text = this.text.value.trim();
    const [name, , line] = this.#split(text);
    if (name !== undefined) return this.#begin(name, line);
    if (!text || !this.#isConnected()) return undefined;
    this.text.value = "";
    return this.deeds.say(text);
  }

  #begin(name, line) {
    if (this.#command(name)) return this.use(name, line);
    this.suggestions.hide();
    return this.#complain(this.#noCommand(name));
  }

  // What cannot be sent now stays where it was written.
  #isConnected() {
    if (!this.world.isConnected) this.#complain(t(DISCONNECTED.reason));
    return this.world.isConnected;
  }

  #send(command, values) {
    if (!this.#isConnected()) return;
    this.deeds.command(command.name, values);
    this.#leave("");
  }

  #leave(text) {
    this.#pills = null;
    this.cancel.hidden = true;
    this.#complain("");
    this.suggestions.hide();
    this.slot.replaceChildren(this.text);
    this.text.value = text;
    this.text.focus();
    if (text) this.#typed();
  }

  #complain(sentence) {
    this.problem.textContent = sentence;
    this.problem.hidden = !sentence;
  }
}

function entry(command, world) {
  const details = (command.options ?? []).map((option) => world.said(option));
  const hint = world.said(command, "description");
  return { name: command.name, label: `/${world.said(command)}`, hint, details };
}
