import { ofMenu, slashed } from "./commands.js";
import { reworded, t } from "./words.js";
import { nameOf } from "./world.js";

/**
 * What people do to messages and commands, and what became of it.
 *
 * Emits `changed` (`detail`: a message) when a press begins, fails or ends, and `notice` (`detail`: a sentence,
 * the person and the channel) for what belongs to no message.
 */
export class Deeds extends EventTarget {
  #pending = new Set();
  #failures = new Map();
  #choices = new Map();

  constructor(live, world) {
    super();
    this.live = live;
    this.world = world;
    world.addEventListener("connection", () => this.#failures.clear());
  }

  /** Presses a button or chooses from a menu; the same button is deaf to that person until it was answered. */
  async press(message, customId, values) {
    const person = this.world.me;
    const key = this.#key(message, customId);
    if (this.#pending.has(key)) return;
    this.#pending.add(key);
    if (values) this.#choices.set(key, values);
    this.#failures.delete(`${person.id} ${message.id}`);
    this.#changed(message);
    const answer = await this.live.ask({
      op: "click",
      user: person.id,
      message: message.id,
      custom_id: customId,
      values,
    });
    this.#pending.delete(key);
    const failure = reason(answer, t("This interaction failed"));
    if (failure) this.#failures.set(`${person.id} ${message.id}`, failure);
    this.#changed(message);
  }

  /** Whether a press of this person has been sent and not answered yet. */
  isPending(message, customId) {
    return this.#pending.has(this.#key(message, customId));
  }

  /** What this person last chose from a menu of the message on this page. */
  choice(message, customId) {
    return this.#choices.get(this.#key(message, customId));
  }

  /** What went wrong with this person's last press on the message, as a sentence. */
  failure(message) {
    return this.#failures.get(`${this.world.me.id} ${message.id}`);
  }

  /** Hides a message that only this person sees. */
  dismiss(message) {
    this.live.send({ op: "dismiss", user: this.world.me.id, message: message.id });
    this.world.apply({ t: "message_delete", id: message.id, channel_id: message.channel_id });
  }

  /** Uses a slash command. */
  async command(name, options) {
    const { me, channel } = this.world;
    const answer = await this.live.ask({ op: "command", user: me.id, channel: channel.id, name, options });
    this.#tell(answer, slashed(name, this.world), me, channel);
  }

  /** Uses a command in the menu of a message, or of a person. */
  async choose(name, { message, target }) {
    const { me, channel } = this.world;
    const where = message ? { message: message.id } : { channel: channel.id, target: target.id };
    const answer = await this.live.ask({ op: "choose", user: me.id, name, ...where });
    this.#tell(answer, ofMenu(name, this.world), me, channel);
  }

  /** Sends a modal; gives what went wrong, as a sentence. */
  async submit({ id, user }, values) {
    const answer = await this.live.ask({ op: "submit", user, modal: id, values });
    return reason(answer, t("Something went wrong. Try again."));
  }

  /** The server's suggestions for one option while it is typed. */
  async autocomplete(name, options, focused) {
    const { me, channel } = this.world;
    const answer = await this.live.ask({
      op: "autocomplete",
      user: me.id,
      channel: channel.id,
      name,
      options,
      focused,
    });
    return answer.choices ?? [];
  }

  /** Says something in the channel; the message itself is the answer. */
  say(content) {
    const { me, channel } = this.world;
    this.live.send({ op: "say", user: me.id, channel: channel.id, content });
  }

  /** Lets a person use Discord in another language, or the server. */
  speak({ id }, locale) {
    this.live.send({ op: "speak", user: id, locale });
  }

  #key(message, customId) {
    return `${this.world.me.id} ${message.id} ${customId}`;
  }

  #changed(message) {
    const current = this.world.message(message.id);
    if (current) this.dispatchEvent(new CustomEvent("changed", { detail: current }));
  }

  #tell(answer, command, person, channel) {
    const text = reason(answer, t("The application did not respond"));
    const head = t("{person} used {command}", { person: nameOf(person), command });
    if (text) this.dispatchEvent(new CustomEvent("notice", { detail: { text, head, person, channel } }));
  }
}

function reason(answer, unanswered) {
  if (answer.t === "refused") return reworded(answer.reason);
  return answer.state === "failed" ? unanswered : null;
}
