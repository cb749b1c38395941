import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /^```(?:([\w+-]+)\n)?\n?([\s\S]*?)\n?```/;
const HEADING = /^(#{1,3})\s+(.+)$/;
const SUBTEXT = /^-#\s+(.+)$/;
const ITEM = /^\s*(?:[-*]|(\d+)\.)\s+(.+)$/;

/** Turns a text with Discord's subset of Markdown into an element. */
export function prose(text, world) {
  const reader = new Reader(text ?? "");
  const blocks = [];
  while (!reader.done) blocks.push(block(reader, world));
  return h("div", { class: "prose" }, blocks);
}

/** The text as it sounds: what a screen reader is told when a message arrives. */
export function spoken(text, world) {
  return prose(text, world).textContent.replace(/\s+/g, " ").trim();
}

class Reader {
  #rest;

  constructor(text) {
    this.#rest = text;
  }

  get done() {
    return this.#rest === "";
  }

  /** Takes what the pattern finds at the start, across lines. */
  take(pattern) {
    const match = pattern.exec(this.#rest);
    if (match) this.#rest = this.#rest.slice(match[0].length).replace(/^\n/, "");
    return match;
  }

  /** Takes the next line if the pattern fits the whole of it. */
  takeLine(pattern) {
    const line = this.#rest.split("\n", 1)[0];
    const match = pattern.exec(line);
    if (match) this.#rest = this.#rest.slice(line.length + 1);
    return match;
  }

  /** Takes lines as long as the pattern fits. */
  takeLines(pattern) {
    const taken = [];
    for (let match = this.#more(pattern); match; match = this.#more(pattern)) taken.push(match);
    return taken;
  }

  #more(pattern) {
    return this.done ? null : this.takeLine(pattern);
  }
}

function block(reader, world) {
  return (
    fence(reader) ??
    heading(reader, world) ??
    subtext(reader, world) ??
    list(reader, world) ??
    paragraph(reader, world)
  );
}

function fence(reader) {
  const match = reader.take(FENCE);
  return match ? h("pre", { tabindex: "0" }, h("code", {}, match[2])) : null;
}

function heading(reader, world) {
  const match = reader.takeLine(HEADING);
  return match ? h(`h${match[1].length + 2}`, {}, inline(match[2], world)) : null;
}

function subtext(reader, world) {
  const match = reader.takeLine(SUBTEXT);
  return match ? h("p", { class: "subtext" }, inline(match[1], world)) : null;
}

function list(reader, world) {
  const items = reader.takeLines(ITEM);
  if (!items.length) return null;
  const [, first] = items[0];
  const entries = items.map(([, , text]) => h("li", {}, inline(text, world)));
  return first ? h("ol", { start: first }, entries) : h("ul", {}, entries);
}

function paragraph(reader, world) {
  const special = /^(?!#{1,3}\s|-#\s|\s*(?:[-*]|\d+\.)\s+\S|```)(.*)$/;
  const lines = [reader.takeLine(/^(.*)$/), ...reader.takeLines(special)];
  return h("p", {}, inline(lines.map(([, text]) => text).join("\n"), world));
}
