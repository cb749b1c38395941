import { ask, h } from "./dom.js";
import { timestamp } from "./time.js";
import { t } from "./words.js";
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
  rule(/<t:(-?\d{1,13})(?::([FRTf]))?>/y, ([, seconds, style]) =>
    timestamp(Number(seconds) * 1000, style),
  ),
  rule(/\*\*(?=\S)([\s\S]*?\S)\*\*(?!\*)/y, ([, text], inside) => h("strong", {}, inside(text))),
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

const STARTS = /[\\`[<h*_]/;

function matchAt(text, at) {
  if (!STARTS.test(text[at])) return null;
  for (const { pattern, make } of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { match, make };
  }
  return null;
}

// A link; one to a message of this server leads to that message on this page.
function link(url, children, world) {
  const target = messageTarget(url, world);
  if (target) {
    const go = (event) => ask(event.target, "jump", target);
    const words = children ?? `${titleOf(target.channel)} › ${t("message")}`;
    return h("button", { type: "button", class: "jump", onclick: go }, words);
  }
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, children ?? url);
}

// The channel and the id of the message a link leads to, if it is one of this server's.
function messageTarget(url, world) {
  const match = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)\/(\d+)/.exec(url);
  const channel = match && world.channelOf(match[1]);
  return channel ? { channel, id: match[2] } : null;
}

function userMention(id, world) {
  const user = world.user(id);
  const mine = world.me?.id === id && "mine";
  return h(
    "span",
    { class: ["mention", mine].filter(Boolean).join(" ") },
    `@${user ? nameOf(user) : t("unknown-user")}`,
  );
}

function channelMention(id, world) {
  const channel = world.channelOf(id);
  if (!channel) return h("span", { class: "mention" }, `#${t("unknown")}`);
  const visit = () => world.visit(channel);
  return h("button", { type: "button", class: "mention", onclick: visit }, titleOf(channel));
}
