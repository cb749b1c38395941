import { h, refill } from "./dom.js";
import { t } from "./words.js";

const FIRST = "en-US";

/** In which language you use Discord, and in which the server does, of those that the bot speaks. */
export class Languages {
  constructor(world, deeds) {
    Object.assign(this, { world, deeds });
    this.element = h("section", { class: "languages" });
    for (const event of ["reset", "roster"]) world.addEventListener(event, () => this.#draw());
  }

  #draw() {
    const { me, guild } = this.world;
    const locales = this.#locales();
    this.element.hidden = locales.length < 2;
    if (!me || this.element.contains(document.activeElement)) return;
    refill(
      this.element,
      this.#choice(t("Your language"), me, locales),
      this.#choice(t("The server's language"), guild, locales),
    );
  }

  #locales() {
    const known = this.world.commands.flatMap((command) => Object.keys(command.name_localizations ?? {}));
    return [FIRST, ...new Set(known.filter((locale) => locale !== FIRST))];
  }

  #choice(label, owner, locales) {
    const chosen = this.world.localeOf(owner);
    const options = locales.map((locale) =>
      h("option", { value: locale, selected: locale === chosen }, titleOf(locale)),
    );
    const choose = ({ target }) => (this.deeds.speak(owner, target.value), target.blur());
    return h("label", {}, label, h("select", { onchange: choose }, options));
  }
}

function titleOf(locale) {
  return new Intl.DisplayNames([locale], { type: "language" }).of(locale);
}
