/** Up to which message each person has read each channel; every tab of the page knows what was read in another. */
export class Reading {
  #newest = new Map();
  #tabs = new BroadcastChannel("reading");

  /** `onRead` is called when another tab has read something. */
  constructor(onRead) {
    this.#tabs.addEventListener("message", ({ data: { key, id } }) => this.#note(key, id) && onRead());
  }

  /** Takes everything up to a message as read, where nothing is known yet. */
  begin(person, channel, id) {
    const key = keyOf(person, channel);
    if (!this.#newest.has(key)) this.#newest.set(key, BigInt(id));
  }

  /** Notes that a person has read a channel up to a message; false if that was known. */
  read(person, channel, id) {
    const key = keyOf(person, channel);
    const isNews = this.#note(key, id);
    if (isNews) this.#tabs.postMessage({ key, id });
    return isNews;
  }

  /** The id of the newest message a person has read in a channel. */
  newest(person, channel) {
    return this.#newest.get(keyOf(person, channel)) ?? 0n;
  }

  #note(key, id) {
    if (BigInt(id) <= (this.#newest.get(key) ?? -1n)) return false;
    this.#newest.set(key, BigInt(id));
    return true;
  }
}

function keyOf(person, channel) {
  return `${person.id}:${channel.id}`;
}
