import { fileCard, picture } from "./attachments.js";
import { button } from "./button.js";
import { h } from "./dom.js";
import { colour } from "./embed.js";
import { icon } from "./icons.js";
import { prose } from "./prose.js";
import { select } from "./select.js";

/** Discord's component types that a message can hold. */
export const TYPE = {
  row: 1,
  button: 2,
  select: 3,
  input: 4,
  userSelect: 5,
  roleSelect: 6,
  mentionableSelect: 7,
  channelSelect: 8,
  section: 9,
  text: 10,
  thumbnail: 11,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
};

const DRAW = {
  [TYPE.row]: row,
  [TYPE.button]: button,
  [TYPE.section]: section,
  [TYPE.text]: ({ content }, { world }) => prose(content, world),
  [TYPE.thumbnail]: ({ media, description, spoiler }, { message }) =>
    veiled(spoiler, picture(media, message, { description, className: "thumbnail" })),
  [TYPE.gallery]: gallery,
  [TYPE.file]: ({ file, name, size }, { message }) =>
    fileCard({ url: file.url, filename: name, size }, message),
  [TYPE.separator]: ({ divider = true, spacing = 1 }) =>
    h(divider ? "hr" : "div", {
      class: `separator ${spacing === 2 ? "wide" : ""}`,
      role: divider ? undefined : "presentation",
    }),
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
  return list.map((item, index) => draw(item, context, `${place}/${index}`));
}

function draw(item, context, place) {
  const drawn = DRAW[item.type] ?? (isSelect(item) ? select : unknown);
  return drawn(item, context, place);
}

/** Whether a component is one of the five kinds of select menu. */
export function isSelect({ type }) {
  return type === TYPE.select || (type >= TYPE.userSelect && type <= TYPE.channelSelect);
}

function unknown({ type }) {
  return h("p", { class: "unknown" }, `This page cannot show a component of type ${type}.`);
}

// A row of buttons that say one to three letters is a row of a board or a keypad: all keys the same size.
function row(item, context, place) {
  const isKeys = item.components.every(
    ({ type, label, emoji }) => type === TYPE.button && (label ?? "").length <= 3 && (label || emoji),
  );
  return h("div", { class: isKeys ? "row keys" : "row" }, components(item.components, context, place));
}

function section({ components: texts, accessory }, context, place) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(texts, context, place)),
    draw(accessory, context, `${place}/accessory`),
  );
}

function gallery({ items }, { message }) {
  const pictures = items.map(({ media, description, spoiler }) =>
    veiled(spoiler, picture(media, message, { description })),
  );
  return h("div", { class: pictures.length > 1 ? "gallery many" : "gallery" }, pictures);
}

function container({ accent_color: accent, spoiler, components: inside }, context, place) {
  const properties = {
    class: accent ? "container accented" : "container",
    css: accent ? { "--edge": colour(accent) } : {},
  };
  return veiled(spoiler, h("div", properties, components(inside, context, place)));
}

function veiled(hidden, content) {
  if (!hidden) return content;
  const veil = h("div", { class: "veil" });
  const reveal = () => veil.replaceWith(content);
  veil.append(
    h(
      "button",
      { type: "button", class: "button secondary", onclick: reveal },
      icon("eye"),
      "Show the spoiler",
    ),
  );
  return veil;
}
