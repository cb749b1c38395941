import de from "../languages/de.js";
import es from "../languages/es.js";
import fr from "../languages/fr.js";
import ptBR from "../languages/pt-BR.js";

const TABLES = { de, es, fr, "pt-BR": ptBR };
let table = {};

/** The locale in which dates and numbers are written. */
export let locale = "en-GB";

/** Lets the page speak the language of one of Discord's locales, English where there is no table of it. */
export function speak(chosen) {
  table = TABLES[chosen] ?? TABLES[chosen.split("-")[0]] ?? {};
  locale = chosen === "en-US" ? "en-GB" : chosen;
  document.documentElement.lang = chosen;
}

/** An English sentence in the language of the page; `values` fill in what stands in braces. */
export function t(sentence, values) {
  return told(sentence, values).join("");
}

/** The same in pieces, for values that are elements. */
export function told(sentence, values = {}) {
  return (table[sentence] ?? sentence)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 ? values[piece] : piece));
}

/** One of two sentences with a `{count}`: for one thing, or for any other number. */
export function counted(count, one, other) {
  return t(new Intl.PluralRules(locale).select(count) === "one" ? one : other, { count });
}

/** A sentence of the server in the language of the page, with the values that the server has put in. */
export function reworded(sentence) {
  for (const english of Object.keys(table)) {
    const found = pattern(english).exec(sentence);
    if (found) return t(english, found.groups);
  }
  return sentence;
}

function pattern(english) {
  const literal = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`);
}
