import { localAddress, picture } from "./attachments.js";
import { h } from "./dom.js";
import { inline, link } from "./inline.js";
import { prose } from "./prose.js";
import { timestamp } from "./time.js";

/** Draws an embed: the card with a coloured edge. */
export function embed(data, message, world) {
  return h(
    "section",
    { class: "embed", css: { "--edge": colour(data.color) } },
    data.thumbnail && picture(data.thumbnail, message, { className: "thumbnail" }),
    data.author &&
      h("p", { class: "embed-author" }, small(data.author.icon_url, message), titled(data.author, world)),
    data.title &&
      h("h3", {}, data.url ? link(data.url, inline(data.title, world), world) : inline(data.title, world)),
    data.description && prose(data.description, world),
    data.fields?.length &&
      h(
        "dl",
        { class: "fields" },
        data.fields.map((item) => field(item, world)),
      ),
    data.image && picture(data.image, message),
    (data.footer || data.timestamp) && footer(data, message),
  );
}

/** A colour as Discord writes it, a number, as CSS does. */
export function colour(number) {
  return number === null || number === undefined
    ? "var(--line-strong)"
    : `#${number.toString(16).padStart(6, "0")}`;
}

function titled({ name, url }, world) {
  return url ? link(url, [name], world) : name;
}

function field({ name, value, inline: beside }, world) {
  return h(
    "div",
    { class: beside ? "field beside" : "field" },
    h("dt", {}, inline(name, world)),
    h("dd", {}, prose(value, world)),
  );
}

function footer({ footer: note, timestamp: when }, message) {
  const parts = [
    note && small(note.icon_url, message),
    note?.text,
    note && when && " · ",
    when && timestamp(Date.parse(when), "f"),
  ];
  return h("footer", {}, parts);
}

function small(url, message) {
  return localAddress(url, message) && picture({ url, description: "" }, message, { className: "tiny" });
}
