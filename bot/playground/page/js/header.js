import { avatar } from "./avatar.js";
import { badge } from "./badge.js";
import { h, refill } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { openMenu } from "./menu.js";
import { reworded, t, told } from "./words.js";
import { nameOf } from "./world.js";

/** The bar above the messages: the channel, and who you are. */
export class Header {
  constructor(element, world, drawer, deeds) {
    Object.assign(this, { element, world, drawer, deeds });
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#draw());
  }

  #draw() {
    if (!this.world.channel) return;
    refill(this.element, this.#menu(), this.#title(), this.#people());
  }

  #menu() {
    const waiting = this.world.places.some(
      (channel) => channel.id !== this.world.channel.id && this.world.unread(channel).messages,
    );
    return iconButton(
      "menu",
      waiting ? t("Open the menu (unread messages)") : t("Open the menu"),
      { class: "only-narrow", "data-place": "menu", onclick: () => this.drawer.open() },
      waiting && h("span", { class: "dot" }),
    );
  }

  #title() {
    const { name, topic, parent_id: parentId } = this.world.channel;
    const parent = this.world.channelOf(parentId);
    return h(
      "div",
      { class: "title" },
      h("h2", {}, icon(parent ? "thread" : "hash"), h("span", {}, name)),
      parent ? this.#wayBack(parent) : topic && h("p", {}, reworded(topic)),
    );
  }

  #wayBack(parent) {
    const visit = () => this.world.visit(parent);
    const back = { type: "button", class: "plain", "data-place": "parent", onclick: visit };
    return h("p", {}, told("A thread in {channel}", { channel: h("button", back, `#${parent.name}`) }));
  }

  #people() {
    return h(
      "div",
      { class: "people", role: "group", "aria-label": t("Who you are") },
      h("span", { class: "people-label", "aria-hidden": "true" }, t("You are")),
      this.world.people.map((person) => this.#person(person)),
    );
  }

  #person(person) {
    const isMe = person.id === this.world.me.id;
    const pings = isMe
      ? 0
      : this.world.places.reduce((sum, channel) => sum + this.world.unread(channel, person).pings, 0);
    return h(
      "button",
      {
        type: "button",
        class: "person",
        "aria-pressed": String(isMe),
        "data-place": `person-${person.id}`,
        title: t("Be {name}; right-click for more", { name: nameOf(person) }),
        onclick: () => this.world.become(person),
        oncontextmenu: (event) => openMenu(event, { target: person }, this.world, this.deeds),
      },
      avatar(person),
      h("span", { class: "person-name" }, nameOf(person)),
      pings > 0 && badge(pings),
    );
  }
}
