import { fileCard, picture } from "./attachments.js";
import { button } from "./button.js";
import { h } from "./dom.js";
import { prose } from "./prose.js";
import { select } from "./select.js";
import { t } from "./words.js";

/** Discord's component types that this page shows. */
export const TYPE = {
  row: 1,
  button: 2,
  select: 3,
  textInput: 4,
  userSelect: 5,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  container: 17,
  label: 18,
  radioGroup: 21,
  checkboxGroup: 22,
  checkbox: 23,
};

const DRAW = {
  [TYPE.row]: row,
  [TYPE.button]: button,
  [TYPE.select]: select,
  [TYPE.section]: section,
  [TYPE.text]: ({ content }, { world }) => prose(content, world),
  [TYPE.thumbnail]: (item, { message }) => picture(item, message),
  [TYPE.gallery]: ({ items }, { message }) => items.map((item) => picture(item, message)),
  [TYPE.file]: (item, { message }) => fileCard(item, message),
  [TYPE.container]: container,
};

/**
 * Draws components in their order.
 *
 * `context` has the message, the world, `press(customId, values)`, `isPending(customId)` and
 * `choice(customId)`. `place` is where the components stand, so that a redrawn button
 * can be recognised although its id has changed.
 */
export function components(list, context, place = "") {
  return list.map((item, index) => (DRAW[item.type] ?? unknown)(item, context, `${place}/${index}`));
}

function unknown({ type }) {
  return h("p", { class: "unknown" }, t("This page cannot show a component of type {type}.", { type }));
}

// A row of buttons that say one to three letters, and no word, is one of a board: all keys the same size.
function row(item, context, place) {
  const isKeys = item.components.every(({ type, label }) => type === TYPE.button && /^(?![A-Z][a-z]).{1,3}$/u.test(label));
  return h("div", { class: isKeys ? "row keys" : "row" }, components(item.components, context, place));
}

function section({ components: texts, accessory }, context, place) {
  const inside = h("div", {}, components(texts, context, place));
  return h("div", { class: "section" }, inside, components([accessory], context, `${place}/accessory`));
}

function container({ accent_color: accent, components: inside }, context, place) {
  const properties = accent
    ? { class: "container accented", css: { "--edge": `#${accent.toString(16).padStart(6, "0")}` } }
    : { class: "container" };
  return h("div", properties, components(inside, context, place));
}
