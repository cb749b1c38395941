import { Reading } from "./reading.js";
import { speak } from "./words.js";

const EPHEMERAL = 1 << 6;

/**
 * What the server has told us and what this page has selected.
 *
 * Events: `reset` (draw everything anew), `message` (`detail`: kind and message), `roster` (names, marks of
 * unread messages, the bot's presence or its commands changed), `modal` (`detail`: what the bot wants filled in),
 * `connection` (the line to the server broke or is up).
 */
export class World extends EventTarget {
  guild = { id: "0", name: "" };
  channels = [];
  threads = [];
  people = [];
  commands = [];
  locales = {};
  bot = null;
  canRestart = false;
  isConnected = false;
  me = null;
  channel = null;
  #messages = new Map();
  #reading = new Reading(() => this.#emit("roster"));

  /** Takes in one frame from the server. */
  apply(frame) {
    this[`on_${frame.t}`]?.(frame);
  }

  /** Notes that the line to the server is up, or that it broke. */
  connected(isUp) {
    this.isConnected = isUp;
    this.#emit("connection");
  }

  on_snapshot({ messages, can_restart: canRestart, ...told }) {
    const { guild, channels, threads, people, bot, locales, commands } = told;
    Object.assign(this, { guild, channels, threads, people, bot, locales, commands, canRestart });
    this.#messages = new Map(Object.entries(messages));
    this.me = people.find(({ id }) => id === (this.me?.id ?? sessionStorage.getItem("person"))) ?? people[0];
    this.channel = this.channelOf(this.channel?.id ?? sessionStorage.getItem("channel")) ?? channels[0];
    this.#startReading();
    this.#emit("reset");
  }

  on_message_create({ message }) {
    this.#in(message.channel_id).push(message);
    this.#emit("message", { kind: "create", message });
    this.#emit("roster");
  }

  on_message_update({ message }) {
    const list = this.#in(message.channel_id);
    const index = list.findIndex(({ id }) => id === message.id);
    if (index < 0) return;
    list[index] = message;
    this.#emit("message", { kind: "update", message });
  }

  on_message_delete({ id, channel_id: channel }) {
    const message = this.message(id);
    if (!message) return;
    this.#messages.set(
      channel,
      this.#in(channel).filter((other) => other !== message),
    );
    this.#emit("message", { kind: "delete", message });
    this.#emit("roster");
  }

  on_thread_create(thread) {
    this.threads = [...this.threads, thread];
    this.#startReading();
    this.#emit("roster");
  }

  on_thread_update(thread) {
    this.threads = this.threads.map((other) => (other.id === thread.id ? thread : other));
    if (this.channel.id === thread.id) this.channel = thread;
    this.#emit("roster");
  }

  on_commands({ commands }) {
    this.commands = commands;
    this.#emit("roster");
  }

  on_locales({ locales }) {
    const spoken = this.localeOf(this.me);
    this.locales = locales;
    this.#emit(this.localeOf(this.me) === spoken ? "roster" : "reset");
  }

  on_modal({ modal }) {
    this.#emit("modal", modal);
  }

  on_bot({ online }) {
    this.bot = { ...this.bot, online };
    this.#emit("roster");
  }

  /** Becomes the other person, in this tab alone: what only they can see follows. */
  become(person) {
    this.me = person;
    sessionStorage.setItem("person", person.id);
    this.#emit("reset");
  }

  /** Goes to another channel. */
  visit(channel) {
    this.channel = channel;
    sessionStorage.setItem("channel", channel.id);
    this.#emit("reset");
  }

  /** The messages of the channel that the person selected can see, oldest first. */
  visible(channel = this.channel, person = this.me) {
    return this.#in(channel.id).filter((message) => this.canSee(message, person));
  }

  /** Whether a message is for everybody or for this very person. */
  canSee(message, person = this.me) {
    return !message.ephemeral_for || message.ephemeral_for === person.id;
  }

  /** The message of an id, if it is there. */
  message(id) {
    for (const list of this.#messages.values()) {
      const found = list.find((message) => message.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Everybody a mention can name: the people and the bot. */
  user(id) {
    if (id === this.bot?.id) return { ...this.bot, bot: true };
    return this.people.find((person) => person.id === id);
  }

  /** In which language a person uses Discord, or the server. */
  localeOf({ id }) {
    return this.locales[id] ?? "en-US";
  }

  /** The name or description of a command, an option or a choice, in the language of the person selected. */
  said(thing, what = "name") {
    return thing[`${what}_localizations`]?.[this.localeOf(this.me)] ?? thing[what];
  }

  /** The channel or thread of an id, if it is there. */
  channelOf(id) {
    return this.places.find((channel) => channel.id === id);
  }

  /** All channels and threads. */
  get places() {
    return [...this.channels, ...this.threads];
  }

  /** The threads of a channel that are listed below it: those that are not archived, and the one that is open. */
  threadsIn({ id }) {
    return this.threads.filter(
      (thread) =>
        thread.parent_id === id && (!thread.thread_metadata.archived || thread.id === this.channel.id),
    );
  }

  /** Marks what the person selected sees in the open channel as read. */
  markRead() {
    const newest = this.#in(this.channel.id).at(-1);
    if (newest && this.#reading.read(this.me, this.channel, newest.id)) this.#emit("roster");
  }

  /** How many messages wait unread for a person in a channel, and how many of them ping that person. */
  unread(channel, person = this.me) {
    const read = this.#reading.newest(person, channel);
    const fresh = this.visible(channel, person).filter(
      (message) => BigInt(message.id) > read && message.author.id !== person.id,
    );
    return {
      messages: fresh.length,
      pings: fresh.filter(({ pinged }) => pinged?.includes(person.id)).length,
    };
  }

  #startReading() {
    for (const channel of this.places) {
      for (const person of this.people) {
        this.#reading.begin(person, channel, this.#in(channel.id).at(-1)?.id ?? "0");
      }
    }
  }

  #in(channel) {
    if (!this.#messages.has(channel)) this.#messages.set(channel, []);
    return this.#messages.get(channel);
  }

  #emit(type, detail) {
    if (type === "reset") speak(this.localeOf(this.me));
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What a channel is called, or a thread. */
export function titleOf({ name, parent_id: parent }) {
  return parent ? name : `#${name}`;
}

/** The name people call a user by. */
export function nameOf(user) {
  return user.global_name || user.username;
}

/** Whether only one person can see the message. */
export function isEphemeral(message) {
  return Boolean(message.ephemeral_for) || Boolean((message.flags ?? 0) & EPHEMERAL);
}
