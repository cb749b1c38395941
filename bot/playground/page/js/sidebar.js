import { badge } from "./badge.js";
import { h, refill } from "./dom.js";
import { icon, iconButton } from "./icons.js";
import { Presence } from "./presence.js";
import { t } from "./words.js";

/** The server's name, its channels, and the bot's presence. */
export class Sidebar {
  constructor(element, world, live, drawer) {
    Object.assign(this, { world, drawer });
    this.top = h("div", { class: "sidebar-top" });
    element.append(this.top, new Presence(world, live).element);
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#draw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  #draw() {
    refill(this.top, this.#head(), this.#channels());
  }

  #head() {
    const close = iconButton("close", t("Close the menu"), {
      class: "only-narrow",
      onclick: () => this.drawer.close(),
    });
    return h(
      "header",
      { class: "brand" },
      h("img", { src: "/page/mark.svg", alt: "", width: "32", height: "32" }),
      h("h1", {}, this.world.guild.name, h("small", {}, t("Only on this machine"))),
      themeToggle(() => this.#draw()),
      close,
    );
  }

  #channels() {
    const links = this.world.channels.map((channel) =>
      h("li", {}, this.#channel(channel, "hash"), this.#threads(channel)),
    );
    return h("section", { class: "channels" }, h("h2", {}, t("Channels")), h("ul", {}, links));
  }

  #threads(channel) {
    const links = this.world
      .threadsIn(channel)
      .map((thread) => h("li", {}, this.#channel(thread, "thread")));
    const name = t("Threads in {channel}", { channel: `#${channel.name}` });
    return links.length > 0 && h("ul", { class: "threads", "aria-label": name }, links);
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
        ? badge(pings)
        : messages > 0 &&
            h("span", { class: "dot" }, h("span", { class: "hidden" }, t("{count} unread", { count: messages }))),
    );
  }
}

function themeToggle(changed) {
  const isLight = !isDark();
  const turn = () => {
    document.documentElement.dataset.theme = isLight ? "dark" : "light";
    localStorage.setItem("theme", document.documentElement.dataset.theme);
    changed();
  };
  const words = isLight ? t("Use the dark theme") : t("Use the light theme");
  return iconButton(isLight ? "moon" : "sun", words, { "data-place": "theme", onclick: turn });
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
