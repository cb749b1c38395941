import { TYPE, isSelect } from "./components.js";
import { focusReturn, h } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { prose } from "./prose.js";
import { Menu, preselected } from "./select.js";

const LONG = 2;

/** Opens a modal as a dialog; `submit(values)` resolves to a sentence when it failed. */
export function openModal(modal, world, submit) {
  const readers = new Map();
  const failure = h("p", { class: "failure", role: "alert" });
  const giveBack = focusReturn();
  const dialog = h("dialog", {
    class: "modal",
    "aria-labelledby": "modal-title",
    onclose: () => (dialog.remove(), giveBack()),
  });
  const close = () => dialog.close();
  const fields = modal.components.map((item) => field(item, world, readers));
  const form = h(
    "form",
    {},
    head(modal, close),
    h("div", { class: "modal-fields" }, fields),
    failure,
    foot(close),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = await submit(Object.fromEntries([...readers].map(([id, read]) => [id, read()])));
    if (problem) failure.replaceChildren(icon("warning"), problem);
    else close();
  });
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
}

function head({ title }, close) {
  return h(
    "header",
    {},
    h("h2", { id: "modal-title" }, title),
    iconButton("close", "Close", { onclick: close }),
  );
}

function foot(close) {
  const cancel = h("button", { type: "button", class: "button secondary", onclick: close }, "Cancel");
  return h("footer", {}, cancel, h("button", { class: "button primary" }, "Submit"));
}

function field(item, world, readers) {
  if (item.type === TYPE.row) return item.components.flatMap((inner) => field(inner, world, readers));
  if (item.type === TYPE.text) return prose(item.content, world);
  if (item.type === TYPE.label) return labelled(item.component, item.label, item.description, world, readers);
  return labelled(item, item.label, null, world, readers);
}

function labelled(item, label, description, world, readers) {
  const id = `field-${item.custom_id}`;
  const described = description ? `${id}-description` : undefined;
  return h(
    "div",
    { class: "field" },
    h(
      "label",
      { for: id, id: `${id}-label` },
      label,
      (item.required ?? true) && h("span", { class: "required", "aria-hidden": "true" }, " *"),
    ),
    description && h("p", { class: "hint", id: described }, description),
    control(item, { id, "aria-describedby": described }, world, readers),
  );
}

function control(item, properties, world, readers) {
  if (item.type === TYPE.input) return textInput(item, properties, readers);
  if (isSelect(item)) return chooser(item, properties, world, readers);
  return h("p", { class: "unknown" }, `This page cannot show a field of type ${item.type}.`);
}

function textInput(item, properties, readers) {
  const input = h(item.style === LONG ? "textarea" : "input", {
    ...properties,
    required: item.required ?? true,
    placeholder: item.placeholder,
    minlength: item.min_length,
    maxlength: item.max_length ?? 4000,
    rows: item.style === LONG ? 4 : undefined,
  });
  input.value = item.value ?? "";
  readers.set(item.custom_id, () => input.value);
  return input;
}

function chooser(item, { id }, world, readers) {
  let chosen = preselected(item);
  readers.set(item.custom_id, () => chosen);
  const { element, opener, label } = new Menu(item, world, { chosen, send: (values) => (chosen = values) });
  label.id = `${id}-choice`;
  opener.setAttribute("aria-labelledby", `${id}-label ${label.id}`);
  return element;
}
