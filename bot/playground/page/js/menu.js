import { h } from "./dom.js";
import { iconButton } from "./icons.js";
import { t } from "./words.js";
import { nameOf } from "./world.js";

const PERSON_COMMAND = 2;
const MESSAGE_COMMAND = 3;
const MARGIN = 8;

/** The button that opens the menu of a message and of who wrote it; nothing while no command would be in it. */
export function menuButton(about, world, deeds) {
  if (!entries(about, world).length) return null;
  const open = (event) => openMenu(event, about, world, deeds);
  return iconButton("more", t("Commands about this message"), {
    class: "menu-button",
    "data-place": "menu",
    onclick: open,
  });
}

/**
 * Shows the commands about a message (`message`) and about a person (`target`) where somebody pressed.
 *
 * The menu is a modal dialog: a browser may close a popover as soon as the press that opened it is released.
 */
export function openMenu(event, about, world, deeds) {
  const items = entries(about, world);
  if (!items.length) return;
  event.preventDefault();
  const opener = event.currentTarget;
  const menu = h(
    "dialog",
    {
      class: "context-menu",
      "aria-label": t("Commands"),
      onmousedown: leave,
      onclose: () => menu.remove(),
    },
    h("div", { role: "menu" }, items.map(entry)),
  );
  function leave(press) {
    if (press.target !== menu) return;
    press.preventDefault(); // the focus goes back to the opener
    menu.close();
  }
  function entry({ name, label, subject }) {
    const choose = () => (menu.close(), deeds.choose(name, subject));
    return h("button", { type: "button", role: "menuitem", onclick: choose }, label);
  }
  document.body.append(menu);
  menu.showModal();
  place(menu, opener.getBoundingClientRect());
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
    ...about.map((command) => ({ name: command.name, label: world.said(command), subject: { message } })),
    ...named(PERSON_COMMAND).map((command) => ({
      name: command.name,
      label: `${world.said(command)}: ${nameOf(target)}`,
      subject: { target },
    })),
  ];
}
