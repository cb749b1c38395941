import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";
import { nameOf } from "./world.js";

const PATIENCE = 20_000;
const AFTERGLOW = 5000;

/** Whether the bot is there, and the control that restarts it. */
export class Presence {
  // null, then "asked" (for a restart), "off" (it went), "back" (it came again)
  #phase = null;
  #timer = 0;

  constructor(world, live) {
    Object.assign(this, { world, live });
    this.name = h("strong", {});
    this.state = h("span", { class: "state-word" });
    this.line = h("p", { class: "state", role: "status" }, this.name, this.state);
    this.picture = h("span", {});
    this.label = h("span", {});
    this.restart = h(
      "button",
      {
        type: "button",
        class: "button secondary restart",
        onclick: () => this.#ask(),
      },
      icon("restart"),
      this.label,
    );
    this.element = h("footer", { class: "presence" }, this.picture, this.line, this.restart);
    for (const event of ["reset", "roster", "connection"])
      world.addEventListener(event, () => world.bot && this.#follow());
  }

  #ask() {
    if (this.#isBusy || !this.live.send({ op: "restart" })) return;
    this.#enter("asked", PATIENCE);
  }

  #follow() {
    const { online } = this.world.bot;
    if (this.#phase === "asked" && !online) this.#enter("off", PATIENCE);
    else if (this.#phase === "off" && online) this.#enter("back", AFTERGLOW);
    else this.#show();
  }

  // A restart can be over in a blink, so the page says for a while that there was one.
  #enter(phase, duration) {
    this.#phase = phase;
    clearTimeout(this.#timer);
    if (phase) this.#timer = setTimeout(() => this.#enter(null), duration);
    this.#show();
  }

  get #isBusy() {
    return this.#phase === "asked" || this.#phase === "off";
  }

  #show() {
    const { bot, canRestart, isConnected } = this.world;
    const name = nameOf(bot);
    const state = this.#word();
    if (this.state.textContent !== state) this.state.textContent = state;
    this.name.textContent = name;
    this.label.textContent = t("Restart {name}", { name });
    this.picture.replaceChildren(avatar({ ...bot, bot: true }));
    this.line.classList.toggle("online", bot.online);
    this.restart.hidden = !canRestart;
    this.restart.title = isConnected
      ? t("Stops {name} and starts it again. Matches go on where they were.", { name })
      : t("The playground is stopped, so {name} cannot be restarted from here.", { name });
    this.restart.ariaDisabled = String(!isConnected);
    this.restart.ariaBusy = String(this.#isBusy);
  }

  #word() {
    if (this.#isBusy) return t("Restarting…");
    if (this.#phase === "back") return t("Restarted, back online");
    return this.world.bot.online ? t("Online") : t("Offline");
  }
}
