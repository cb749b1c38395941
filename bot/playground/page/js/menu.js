import { h } from "./dom.js";
import { iconButton } from "./icons.js";
import { nameOf } from "./world.js";

const PERSON_COMMAND = 2;
const MESSAGE_COMMAND = 3;
const MARGIN = 8;

/** The button that opens the menu of a message and of who wrote it; nothing while no command would be in it. */
export function menuButton(about, world, deeds) {
  if (!entries(about, world).length) return null;
  const open = (event) => openMenu(event, about, world, deeds);
  return iconButton("more", "Commands about this message", {
    class: "menu-button",
    "data-place": "menu",
    onclick: open,
  });
}

/** Shows the commands about a message (`message`) and about a person (`target`) where somebody pressed. */
export function openMenu(event, about, world, deeds) {
  const items = entries(about, world);
  if (!items.length) return;
  event.preventDefault();
  const menu = h(
    "div",
    { class: "context-menu", role: "menu", popover: "auto" },
    items.map(({ name, label, subject }) =>
      h("button", { type: "button", role: "menuitem", onclick: () => chosen(name, subject) }, label),
    ),
  );
  function chosen(name, subject) {
    menu.hidePopover();
    deeds.choose(name, subject);
  }
  const opener = event.currentTarget;
  menu.addEventListener("toggle", ({ newState }) => newState === "closed" && close(menu, opener));
  document.body.append(menu);
  menu.showPopover();
  place(menu, opener.getBoundingClientRect());
  menu.querySelector("button").focus();
}

function close(menu, opener) {
  const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
  menu.remove();
  if (hadFocus && opener.isConnected) opener.focus({ preventScroll: true });
}

function place(menu, { left, bottom }) {
  const { width, height } = menu.getBoundingClientRect();
  const x = Math.min(left, innerWidth - width - MARGIN);
  const y = Math.min(bottom, innerHeight - height - MARGIN);
  menu.style.setProperty("left", `${Math.max(MARGIN, x)}px`);
  menu.style.setProperty("top", `${Math.max(MARGIN, y)}px`);
}

function entries({ message, target }, world) {
  const named = (type) => world.commands.filter((command) => command.type === type);
  const about = message ? named(MESSAGE_COMMAND) : [];
  return [
    ...about.map(({ name }) => ({ name, label: `${name} this message`, subject: { message } })),
    ...named(PERSON_COMMAND).map(({ name }) => ({
      name,
      label: `${name} ${nameOf(target)}`,
      subject: { target },
    })),
  ];
}
