import { badge } from "./badge.js";
import { h, refill } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { Presence } from "./presence.js";

/** The server's name, its channels, and the bot's presence. */
export class Sidebar {
  constructor(element, world, live, drawer) {
    Object.assign(this, { world, drawer });
    this.top = h("div", { class: "sidebar-top" });
    element.append(this.top, new Presence(world, live).element);
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#draw());
  }

  #draw() {
    refill(this.top, this.#head(), this.#channels());
  }

  #head() {
    const close = iconButton("close", "Close the menu", {
      class: "only-narrow",
      onclick: () => this.drawer.close(),
    });
    return h(
      "header",
      { class: "brand" },
      h("img", { src: "/page/mark.svg", alt: "", width: "32", height: "32" }),
      h("h1", {}, this.world.guild.name, h("small", {}, "A chat on this machine only")),
      close,
    );
  }

  #channels() {
    const links = this.world.channels.map((channel) =>
      h("li", {}, this.#channel(channel, "hash"), this.#threads(channel)),
    );
    return h("section", { class: "channels" }, h("h2", {}, "Channels"), h("ul", {}, links));
  }

  #threads(channel) {
    const links = this.world
      .threadsIn(channel)
      .map((thread) => h("li", {}, this.#channel(thread, "thread")));
    return links.length > 0 && h("ul", { class: "threads", "aria-label": `Threads in #${channel.name}` }, links);
  }

  #channel(channel, sign) {
    const isOpen = channel.id === this.world.channel.id;
    const { messages, pings } = this.world.unread(channel);
    const visit = () => {
      this.world.visit(channel);
      this.drawer.close();
    };
    return h(
      "button",
      {
        type: "button",
        class: messages ? "channel unread" : "channel",
        "aria-current": isOpen ? "page" : undefined,
        "data-place": channel.id,
        onclick: visit,
      },
      icon(sign),
      h("span", { class: "channel-name" }, channel.name),
      pings
        ? badge(pings, "ping")
        : messages > 0 && h("span", { class: "dot" }, h("span", { class: "hidden" }, `${messages} unread`)),
    );
  }
}
