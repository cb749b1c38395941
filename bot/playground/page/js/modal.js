import { avatar } from "./avatar.js";
import { TYPE } from "./components.js";
import { focusReturn, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { prose } from "./prose.js";
import { Menu, preselected } from "./select.js";
import { t } from "./words.js";

const PARAGRAPH = 2;

const DRAW = {
  [TYPE.select]: menu,
  [TYPE.textInput]: text,
  [TYPE.userSelect]: menu,
  [TYPE.channelSelect]: menu,
  [TYPE.radioGroup]: choices,
  [TYPE.checkboxGroup]: choices,
  [TYPE.checkbox]: box,
};

/** Shows a modal until the bot has answered what was filled in, or the person leaves it. */
export function openModal(modal, world, deeds) {
  const giveBack = focusReturn();
  const labels = modal.components.filter(({ type }) => type === TYPE.label);
  const fields = new Map(labels.map((label) => [label, new Field(label, world)]));
  const failure = h("p", { class: "failure", role: "alert" });
  const submit = h("button", { class: "button primary" }, h("span", {}, t("Submit")));
  const isBusy = () => submit.ariaBusy === "true";
  const leave = () => isBusy() || dialog.close();
  const cancel = h("button", { type: "button", class: "button secondary", onclick: leave }, t("Cancel"));
  const dialog = h(
    "dialog",
    {
      class: "modal",
      "aria-labelledby": "modal-title",
      oncancel: (event) => isBusy() && event.preventDefault(),
      onclose: () => (dialog.remove(), giveBack()),
    },
    h(
      "form",
      { novalidate: true, onsubmit: (event) => (event.preventDefault(), isBusy() || send()) },
      h(
        "header",
        {},
        avatar({ ...world.bot, bot: true }),
        h("h2", { id: "modal-title" }, modal.title),
        iconButton("close", t("Close"), { onclick: leave }),
      ),
      h(
        "div",
        { class: "modal-fields" },
        modal.components.map((item) => fields.get(item)?.element ?? prose(item.content, world)),
      ),
      failure,
      h("footer", {}, cancel, submit),
    ),
  );

  async function send() {
    const wrong = [...fields.values()].filter((field) => !field.check());
    if (wrong.length) return wrong[0].focus();
    const values = [...fields].map(([{ component }, field]) => [component.custom_id, field.read()]);
    failure.textContent = "";
    submit.ariaBusy = "true";
    failure.textContent = await deeds.submit(modal, Object.fromEntries(values));
    submit.ariaBusy = null;
    return failure.textContent || dialog.close();
  }

  document.body.append(dialog);
  dialog.showModal();
  fields.values().next().value?.focus();
}

/** A label with what is filled in below it, and what is wrong with that. */
class Field {
  constructor({ id, label, description, component }, world) {
    const isGroup = ![TYPE.textInput, TYPE.checkbox].includes(component.type);
    const isNeeded = component.type !== TYPE.checkbox && component.required !== false;
    const hint = `modal-hint-${id}`;
    this.item = component;
    this.problem = h("p", { class: "failure", role: "alert" });
    Object.assign(this, DRAW[component.type](component, world)); // the control, and how to read it
    this.element = h(
      isGroup ? "fieldset" : "label",
      { class: "field", "aria-describedby": isGroup && description && hint },
      h(
        isGroup ? "legend" : "span",
        { class: "field-name" },
        label,
        isNeeded && h("span", { class: "needed", "aria-hidden": "true" }, " *"),
      ),
      description && h("small", { id: hint }, description),
      this.control,
      this.problem,
    );
  }

  /** Whether it can be sent like this; says why if not. */
  check() {
    this.problem.textContent = problem(this.item, this.read());
    return !this.problem.textContent;
  }

  focus() {
    const find = (selector) => this.element.querySelector(selector);
    (find("[type='radio']:checked") ?? find("input, textarea, summary")).focus();
  }
}

function problem({ required, min_length: fewest, min_values: least, max_values: most }, value) {
  if (typeof value === "boolean") return "";
  if (!value?.length) return required === false ? "" : t("This field is required.");
  if (value.length < (fewest ?? 0)) return t("At least {count} characters are needed.", { count: fewest });
  if (!Array.isArray(value)) return "";
  if (value.length < (least ?? 1)) return t("Choose at least {count}.", { count: least });
  return value.length > (most ?? value.length) ? t("Choose at most {count}.", { count: most }) : "";
}

function text({ style, value, placeholder, max_length: most }) {
  const properties = { placeholder, maxlength: most ?? 4000, autocomplete: "off" };
  const control = style === PARAGRAPH ? h("textarea", { rows: 4, ...properties }) : h("input", properties);
  control.value = value ?? "";
  return { control, read: () => control.value };
}

function menu(item, world) {
  const shown = new Menu(item, world, { chosen: preselected(item), send: () => {} });
  return { control: shown.element, read: () => [...shown.chosen] };
}

function choices({ type, custom_id: name, options }) {
  const kind = type === TYPE.radioGroup ? "radio" : "checkbox";
  const input = ({ value, default: checked }) => h("input", { type: kind, name, value, checked });
  const inputs = options.map(input);
  const control = options.map(({ label, description }, index) =>
    h(
      "label",
      { class: "choice" },
      inputs[index],
      h("span", {}, label, description && h("small", {}, description)),
    ),
  );
  const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  return { control, read: () => (kind === "radio" ? (chosen()[0] ?? null) : chosen()) };
}

function box({ default: checked }) {
  const control = h("input", { type: "checkbox", checked });
  return { control, read: () => control.checked };
}
