import { avatar } from "./avatar.js";
import { h, refill } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf } from "./world.js";

const PATIENCE = 20_000;

/** The channels, the bot's presence and the settings. */
export class Sidebar {
  #restarting = false;
  #wentOff = false;

  constructor(element, world, live, drawer) {
    Object.assign(this, { element, world, live, drawer });
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#draw());
  }

  #draw() {
    const { online } = this.world.bot;
    if (!online) this.#wentOff = true;
    else if (this.#wentOff) this.#restarting = false;
    refill(this.element, this.#head(), this.#channels(), this.#presence());
  }

  #head() {
    const close = h(
      "button",
      {
        type: "button",
        class: "icon-button only-narrow",
        "aria-label": "Close the menu",
        onclick: () => this.drawer.close(),
      },
      icon("close"),
    );
    return h(
      "header",
      { class: "brand" },
      h("img", { src: "/page/mark.svg", alt: "", width: "32", height: "32" }),
      h("h1", {}, this.world.guild.name, h("small", {}, "Maxine's playground")),
      close,
    );
  }

  #channels() {
    const links = this.world.channels.map((channel) => h("li", {}, this.#channel(channel)));
    return h("section", { class: "channels" }, h("h2", {}, "Channels"), h("ul", {}, links));
  }

  #channel(channel) {
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
      icon("hash"),
      h("span", { class: "channel-name" }, channel.name),
      pings
        ? badge(pings, "ping")
        : messages > 0 && h("span", { class: "dot" }, h("span", { class: "hidden" }, `${messages} unread`)),
    );
  }

  #presence() {
    const { bot, canRestart } = this.world;
    const state = this.#restarting ? "Restarting…" : bot.online ? "Online" : "Offline";
    return h(
      "footer",
      { class: "presence" },
      avatar({ ...bot, bot: true }),
      h(
        "p",
        { class: bot.online ? "state online" : "state", role: "status" },
        h("strong", {}, nameOf(bot)),
        h("span", { class: "state-word" }, state),
      ),
      canRestart && this.#restartButton(nameOf(bot)),
    );
  }

  #restartButton(name) {
    return h(
      "button",
      {
        type: "button",
        class: "button secondary restart",
        title: "Stops her and starts her again. Matches go on where they were.",
        "data-place": "restart",
        "aria-disabled": this.#restarting ? "true" : undefined,
        "aria-busy": this.#restarting ? "true" : undefined,
        onclick: () => this.#restart(),
      },
      icon("restart"),
      `Restart ${name}`,
    );
  }

  #restart() {
    if (this.#restarting || !this.live.send({ op: "restart" })) return;
    this.#restarting = true;
    this.#wentOff = false;
    setTimeout(() => {
      this.#restarting = false;
      this.#draw();
    }, PATIENCE);
    this.#draw();
  }
}

/** A number that waits for somebody. */
export function badge(count, what) {
  return h(
    "span",
    { class: "badge" },
    String(count),
    h("span", { class: "hidden" }, ` ${what}${count === 1 ? "" : "s"}`),
  );
}
