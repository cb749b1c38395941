import { slashCommands } from "./commands.js";
import { h, redraw } from "./dom.js";
import { icon } from "./icons.js";
import { messageElement, onlyYou, summary } from "./message.js";
import { t } from "./words.js";
import { nameOf, titleOf } from "./world.js";

const PAGE = 60;
const NEAR = 90;
const TOGETHER = 7 * 60_000;
const FIRST = ["play", "help"]; // the commands that an empty channel offers

/** The messages of the open channel: drawn once, then changed only where something changed. */
export class Log {
  #shown = PAGE;
  #atEnd = true;
  #top = 0;

  constructor({ log, newest, announcer }, world, deeds) {
    Object.assign(this, { log, newest, announcer, world, deeds });
    this.list = h("div", { class: "log-list" });
    log.append(this.list);
    newest.addEventListener("click", () => this.#toEnd());
    log.addEventListener("scroll", () => this.#scrolled());
    new ResizeObserver(() => this.#atEnd && this.#toEnd()).observe(this.list);
    new ResizeObserver(() => this.#atEnd && this.#toEnd()).observe(log);
    document.addEventListener("visibilitychange", () => this.#read());
    world.addEventListener("reset", () => this.#reset());
    world.addEventListener("message", ({ detail }) => this.#change(detail));
    world.addEventListener("roster", () => this.#emptyState());
    deeds.addEventListener("changed", ({ detail }) => this.#update(detail));
    deeds.addEventListener("notice", ({ detail }) => this.#notice(detail));
  }

  /** Brings a message into view, going to its channel if need be. */
  show({ channel, id }) {
    if (channel.id !== this.world.channel.id) this.world.visit(channel);
    if (!this.#find(id)) this.#draw(Infinity);
    const element = this.#find(id);
    if (!element) return this.#say(t("That message is not here any more."));
    this.#atEnd = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 2000);
  }

  #reset() {
    this.newest.replaceChildren(icon("down"), t("Newest messages"));
    this.#draw(PAGE);
    this.#toEnd();
  }

  #draw(count) {
    this.#shown = count;
    const messages = this.world.visible();
    const earlier =
      messages.length > count &&
      h(
        "button",
        { type: "button", class: "button secondary earlier", onclick: () => this.#more() },
        t("Show earlier messages"),
      );
    this.list.replaceChildren(
      ...[earlier].filter(Boolean),
      ...messages.slice(-count).map((message) => this.#element(message)),
    );
    this.#emptyState();
    this.#group();
  }

  #more() {
    const anchor = this.list.children[1];
    const before = anchor.offsetTop - this.log.scrollTop;
    this.#draw(this.#shown + PAGE);
    const found = document.getElementById(anchor.id);
    this.log.scrollTop = found.offsetTop - before;
    found.focus({ preventScroll: true });
  }

  #change({ kind, message }) {
    this.#updateHead(message);
    if (message.channel_id !== this.world.channel.id || !this.world.canSee(message)) return;
    if (kind === "create") this.#create(message);
    else if (kind === "update") this.#update(message);
    else this.#remove(message);
    if (kind !== "delete") this.#announce(message);
    this.#read();
  }

  #create(message) {
    this.list.append(this.#element(message));
    this.#emptyState();
    this.#group();
    const asker = message.interaction_metadata?.user.id;
    if (this.#atEnd || [message.author.id, asker].includes(this.world.me.id)) this.#toEnd();
    this.newest.hidden = this.#atEnd;
  }

  #update(message) {
    const old = this.#find(message.id);
    if (!old) return;
    redraw(old, this.#element(message));
    this.#group();
  }

  // A message that has a thread says how much is said there; the thread has its id.
  #updateHead({ channel_id: thread }) {
    const head = this.world.message(thread);
    if (head?.channel_id === this.world.channel.id) this.#update(head);
  }

  #remove(message) {
    const old = this.#find(message.id);
    if (old?.contains(document.activeElement)) this.log.focus({ preventScroll: true });
    old?.remove();
    this.#emptyState();
    this.#group();
  }

  #notice({ text, head, person, channel }) {
    if (person !== this.world.me || channel !== this.world.channel) return;
    const notice = h(
      "article",
      { class: "message notice", role: "alert" },
      h("p", { class: "origin" }, head),
      h("p", { class: "failure" }, icon("warning"), text),
      onlyYou(() => notice.remove()),
    );
    this.list.append(notice);
    this.#emptyState();
    this.#toEnd();
  }

  #emptyState() {
    if (!this.world.channel) return;
    this.list.querySelector(".empty")?.remove();
    if (!this.list.children.length) this.list.append(empty(this.world, this.deeds));
  }

  // Messages one person sends in a row stand together under one name.
  #group() {
    let above = null;
    for (const element of this.list.querySelectorAll(".message[data-author]")) {
      element.classList.toggle("grouped", above !== null && belongsTo(above, element));
      above = element;
    }
  }

  #announce(message) {
    const author = this.world.user(message.author.id) ?? message.author;
    if (author.id !== this.world.me.id) this.#say(`${nameOf(author)}: ${summary(message, this.world)}`);
  }

  #say(sentence) {
    this.announcer.textContent = sentence;
  }

  #element(message) {
    return messageElement(message, this.world, this.deeds);
  }

  #find(id) {
    return document.getElementById(`message-${id}`);
  }

  #toEnd() {
    this.#atEnd = true;
    this.log.scrollTop = this.log.scrollHeight;
    this.newest.hidden = true;
    this.#read();
  }

  // Only a person scrolls up; what grows above or below the end leaves the top where it was.
  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR;
    this.#atEnd = isNear || (this.#atEnd && scrollTop >= this.#top);
    this.#top = scrollTop;
    if (!this.#atEnd) return;
    this.newest.hidden = true;
    this.#read();
  }

  #read() {
    if (this.#atEnd && !document.hidden && this.world.channel) this.world.markRead();
  }
}

function belongsTo(above, element) {
  const isSame = above.dataset.author === element.dataset.author;
  const isNear = new Date(element.dataset.time) - new Date(above.dataset.time) < TOGETHER;
  const isApart = above.matches(".private") || element.matches(".private, .alone, :has(> .origin)");
  return isSame && isNear && !isApart;
}

function empty(world, deeds) {
  const { channel, bot } = world;
  const name = nameOf(bot);
  const first = FIRST.map((wanted) => slashCommands(world).find((command) => command.name === wanted));
  const chips = first.filter(Boolean).map((command) => chip(command, world, deeds));
  return h(
    "section",
    { class: "empty" },
    h("img", { src: "/page/mark.svg", alt: "", width: "72", height: "72" }),
    h("h2", {}, t("This is the beginning of {channel}.", { channel: titleOf(channel) })),
    h("p", {}, t("{name} plays board games with you, shows the best move and says why.", { name })),
    chips.length ? chips : h("p", {}, t("{name} is starting.", { name })),
  );
}

// A button that sends a command as it is.
function chip(command, world, deeds) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${command.name === FIRST[0] ? "primary" : "secondary"} chip`,
      onclick: () => deeds.command(command.name, {}),
    },
    h("strong", {}, `/${world.said(command)}`),
    h("span", {}, world.said(command, "description")),
  );
}
