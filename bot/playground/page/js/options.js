import { t } from "./words.js";
import { nameOf } from "./world.js";

/** Discord's types of command options. */
const OPTION = { string: 3, boolean: 5, user: 6 };

const CANDIDATES = {
  [OPTION.boolean]: () => [
    { label: t("true"), value: true },
    { label: t("false"), value: false },
  ],
  [OPTION.user]: users,
};

/** Everybody who can be chosen: the people and the bot. */
export function users({ people, bot }) {
  return [
    ...people.map((person) => ({
      label: nameOf(person),
      value: person.id,
      hint: person.username,
      user: person,
    })),
    { label: nameOf(bot), value: bot.id, hint: "App", user: { ...bot, bot: true } },
  ];
}

/** What can be picked for an option, or `null` where it is free text or a number. */
export function candidates(option, world) {
  if (option.choices?.length)
    return option.choices.map((choice) => ({ label: world.said(choice), value: choice.value }));
  return CANDIDATES[option.type]?.(world) ?? null;
}

/** The candidates a typed text could mean, those beginning with it first. */
export function matching(list, text) {
  const wanted = fold(text);
  const position = ({ label, value }) =>
    Math.max(fold(label).indexOf(wanted), fold(String(value)) === wanted ? 0 : -1);
  const found = list.map((item) => ({ item, at: position(item) })).filter(({ at }) => at >= 0);
  return found.sort((a, b) => Number(a.at > 0) - Number(b.at > 0)).map(({ item }) => item);
}

/**
 * Reads what was typed for an option, as Discord's client does before it sends anything.
 *
 * Gives `{}` for an optional one left empty, else `{ value }` or `{ problem }`, a sentence.
 */
export function read(option, text, world) {
  const typed = text.trim();
  const name = world.said(option);
  if (!typed) return option.required ? { problem: t("“{name}” is needed.", { name }) } : {};
  const list = candidates(option, world);
  if (list) return readPick(name, typed, list);
  return option.type === OPTION.string ? readText(name, option, text) : readNumber(name, option, typed);
}

function readPick(name, typed, list) {
  const exact = list.find((item) => isMeant(item, typed));
  if (exact) return { value: exact.value };
  const known = list.map(({ label }) => label).join(", ");
  return { problem: t("“{name}” cannot be “{typed}”. It is one of: {known}.", { name, typed, known }) };
}

function readText(name, { min_length: least = 0, max_length: most = 6000 }, text) {
  if (text.length < least || text.length > most)
    return { problem: t("“{name}” takes {least} to {most} characters.", { name, least, most }) };
  return { value: text };
}

function readNumber(name, { min_value: least, max_value: most }, typed) {
  const value = Number(typed);
  const isFit = value >= (least ?? -Infinity) && value <= (most ?? Infinity);
  if (Number.isSafeInteger(value) && isFit) return { value };
  return { problem: t("“{name}” takes a whole number{range}.", { name, range: range(least, most) }) };
}

function range(least, most) {
  const [hasLeast, hasMost] = [least, most].map((bound) => bound !== undefined && bound !== null);
  if (hasLeast && hasMost) return ` (${least}–${most})`;
  if (hasLeast) return ` (≥ ${least})`;
  return hasMost ? ` (≤ ${most})` : "";
}

/** Splits `hard opponent:@Grace` into the text in front and those behind the options named, in their order. */
export function parseLine(line, options, world) {
  const called = (option) => [world.said(option), option.name].map((name) => [name, option.name]);
  const names = new Map(options.flatMap(called));
  const pattern = new RegExp(`(?:^|\\s)(${[...names.keys()].join("|")}):\\s*`);
  const [front, ...parts] = names.size ? line.split(pattern) : [line];
  const named = [];
  for (let index = 0; index < parts.length; index += 2)
    named.push([names.get(parts[index]), parts[index + 1].trim()]);
  return { front, named };
}

/** Whether a candidate is exactly what was typed. */
export function isMeant(item, text) {
  return words(item).some((word) => word === fold(text));
}

/** Whether a text could be the beginning of something that can be picked for the option. */
export function begins(option, text, world) {
  const list = candidates(option, world) ?? [];
  return list.flatMap(words).some((word) => word.startsWith(fold(text)));
}

function words({ label, value }) {
  return [fold(label), fold(String(value))];
}

function fold(text) {
  return text.trim().replace(/^[@#]/, "").toLowerCase();
}
