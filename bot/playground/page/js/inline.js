import { ask, h } from "./dom.js";
import { timestamp } from "./time.js";
import { nameOf, titleOf } from "./world.js";

/*
 * Discord's inline marks, tried in this order at every character. `make` gets the match, a function that reads
 * the text inside with the same rules, and the world that knows the names behind ids.
 */
const RULES = [
  rule(/\\([^\w\s])/y, ([, mark]) => mark),
  rule(/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => h("code", {}, code)),
  rule(/\[((?:[^[\]\\]|\\.)+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, ([, text, url], inside, world) =>
    link(url, inside(text), world),
  ),
  rule(/<(https?:\/\/[^\s>]+)>/y, ([, url], _, world) => link(url, null, world)),
  rule(/https?:\/\/[^\s<]*[^\s<.,:;"'\])*_~|]/y, ([url], _, world) => link(url, null, world)),
  rule(/<@!?(\d+)>/y, ([, id], _, world) => userMention(id, world)),
  rule(/<#(\d+)>/y, ([, id], _, world) => channelMention(id, world)),
  rule(/<@&\d+>/y, () => h("span", { class: "mention" }, "@role")),
  rule(/<\/([^:>]+):\d+>/y, ([, name]) => commandMention(name)),
  rule(/<a?(:\w+:)\d+>/y, ([, name]) => name),
  rule(/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, ([, seconds, style]) =>
    timestamp(Number(seconds) * 1000, style),
  ),
  rule(/@(everyone|here)\b/y, ([text]) => h("span", { class: "mention" }, text)),
  rule(/\|\|([\s\S]+?)\|\|/y, ([, text], inside) => spoiler(inside(text))),
  rule(/\*\*\*(?=\S)([\s\S]*?\S)\*\*\*(?!\*)/y, ([, text], inside) =>
    h("strong", {}, h("em", {}, inside(text))),
  ),
  rule(/\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/y, ([, text], inside) => h("strong", {}, inside(text))),
  rule(/__(?=\S)([\s\S]*?\S)__(?!_)/y, ([, text], inside) => h("u", {}, inside(text))),
  rule(/~~([\s\S]+?)~~/y, ([, text], inside) => h("s", {}, inside(text))),
  rule(/\*(?=\S)([\s\S]*?[^\s*])\*(?!\*)/y, ([, text], inside) => h("em", {}, inside(text))),
  rule(/(?<!\w)_(?=\S)([\s\S]*?[^\s_])_(?!\w)/y, ([, text], inside) => h("em", {}, inside(text))),
];

function rule(pattern, make) {
  return { pattern, make };
}

/** Turns a run of text with Discord's inline marks into nodes. */
export function inline(text, world) {
  const nodes = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    const hit = matchAt(text, at);
    if (!hit) {
      plain += text[at++];
      continue;
    }
    nodes.push(
      plain,
      hit.make(hit.match, (inner) => inline(inner, world), world),
    );
    plain = "";
    at += hit.match[0].length;
  }
  return [...nodes, plain];
}

const STARTS = /[\\`[<h@|*_~]/;

function matchAt(text, at) {
  if (!STARTS.test(text[at])) return null;
  for (const { pattern, make } of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

/** A link; one to a message of this server leads to that message on this page. */
export function link(url, children, world) {
  const target = messageTarget(url, world);
  if (target) return jump(target, children ?? [`${titleOf(target.channel)} › message`]);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, children ?? url);
}

/** The channel and the id of the message a link leads to, if it is one of this server's. */
export function messageTarget(url, world) {
  const match = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)/.exec(url);
  const channel = match && world.channelOf(match[1]);
  return channel ? { channel, id: match[2] } : null;
}

/** A button that leads to a message of this page. */
export function jump(target, children) {
  return h(
    "button",
    { type: "button", class: "jump", onclick: (event) => ask(event.target, "jump", target) },
    children,
  );
}

function userMention(id, world) {
  const user = world.user(id);
  const mine = world.me?.id === id && "mine";
  return h(
    "span",
    { class: ["mention", mine].filter(Boolean).join(" ") },
    `@${user ? nameOf(user) : "unknown-user"}`,
  );
}

function channelMention(id, world) {
  const channel = world.channelOf(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  const visit = () => world.visit(channel);
  return h("button", { type: "button", class: "mention", onclick: visit }, titleOf(channel));
}

function commandMention(name) {
  const use = (event) => ask(event.target, "use-command", { name });
  return h("button", { type: "button", class: "mention", onclick: use }, `/${name}`);
}

function spoiler(children) {
  const reveal = ({ currentTarget: button }) => {
    button.classList.add("revealed");
    button.setAttribute("aria-label", button.textContent);
  };
  return h(
    "button",
    { type: "button", class: "spoiler", "aria-label": "Spoiler, press to reveal", onclick: reveal },
    children,
  );
}
