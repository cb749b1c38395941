import { emojiText } from "./button.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf } from "./world.js";

const CANDIDATES = {
  3: ({ options }) => options,
  5: (_, world) => users(world),
  6: () => [],
  7: (_, world) => users(world),
  8: (_, world) => world.channels.map(({ id, name }) => ({ value: id, label: `#${name}` })),
};

function users(world) {
  return [...world.people, world.bot].map((user) => ({ value: user.id, label: nameOf(user) }));
}

/**
 * Draws a select menu: a button that unfolds a list of options.
 *
 * A menu of one choice is sent at once, one of several when it is folded again.
 */
export function select(item, context, place) {
  const send = (values) => context.press(item.custom_id, values);
  return menu(item, context, { place, send, pending: context.isPending(item.custom_id) });
}

/** The menu itself; `send` gets the values chosen. */
export function menu(item, { world }, { place, send, pending = false }) {
  const options = CANDIDATES[item.type](item, world);
  const chosen = new Set(initial(item, options));
  const several = (item.max_values ?? 1) > 1;
  const label = h("span", {});
  const list = h("div", { class: "menu-list", role: "listbox", "aria-multiselectable": several ? "true" : "false" });
  const opener = h(
    "summary",
    { class: "menu-opener", role: "button", "data-place": place, "aria-busy": pending ? "true" : undefined, "aria-disabled": item.disabled ? "true" : undefined },
    label,
    icon("down"),
  );
  const details = h("details", { class: "menu" }, opener, list);

  const show = () => {
    label.textContent = summary(options, chosen) || item.placeholder || "Make a choice";
    for (const [index, element] of [...list.children].entries()) {
      element.setAttribute("aria-selected", String(chosen.has(options[index].value)));
    }
  };
  const pick = (value) => {
    if (!several) chosen.clear();
    if (chosen.has(value)) chosen.delete(value);
    else if (chosen.size < (item.max_values ?? 1)) chosen.add(value);
    show();
    if (several) return;
    details.open = false;
    opener.focus();
    send([...chosen]);
  };
  list.append(...options.map((option) => choice(option, pick)));
  if (!options.length) list.append(h("p", { class: "menu-empty" }, "There is nothing to choose from here."));

  opener.addEventListener("click", (event) => item.disabled && event.preventDefault());
  details.addEventListener("toggle", () => {
    if (details.open) (list.querySelector('[aria-selected="true"]') ?? list.firstElementChild).focus?.();
    else if (several && details.isConnected && chosen.size >= (item.min_values ?? 1)) send([...chosen]);
  });
  details.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !details.contains(relatedTarget)) details.open = false;
  });
  list.addEventListener("keydown", (event) => steer(event, list, () => ((details.open = false), opener.focus())));
  show();
  return details;
}

function choice({ value, label, description, emoji }, pick) {
  return h(
    "button",
    { type: "button", role: "option", class: "option", "aria-selected": "false", onclick: () => pick(value) },
    emoji && h("span", { class: "emoji" }, emojiText(emoji)),
    h("span", { class: "option-name" }, label, description && h("small", {}, description)),
    icon("check"),
  );
}

function initial({ type, options, default_values: defaults }, all) {
  if (type === 3) return options.filter((option) => option.default).map(({ value }) => value);
  return (defaults ?? []).map(({ id }) => id).filter((id) => all.some(({ value }) => value === id));
}

function summary(options, chosen) {
  return options.filter(({ value }) => chosen.has(value)).map(({ label }) => label).join(", ");
}

function steer(event, list, close) {
  const entries = [...list.children];
  const at = entries.indexOf(document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (event.key === "Escape") close();
  else if (next === undefined) return;
  else entries[Math.max(0, Math.min(next, entries.length - 1))].focus();
  event.preventDefault();
  event.stopPropagation();
}
