const FIRST_DELAY = 400;
const LONGEST_DELAY = 1500;
const FINAL = new Set(["interaction", "choices", "refused"]);

/**
 * The line to the server: every frame is passed to `onFrame`, questions are matched to their answers by nonce.
 *
 * When the line breaks it dials again, a little more patiently each time, and the server's new snapshot makes the page whole.
 */
export class Live {
  #socket = null;
  #waiting = new Map();
  #nonce = 0;
  #delay = FIRST_DELAY;

  constructor({ onFrame, onConnected }) {
    this.onFrame = onFrame;
    this.onConnected = onConnected;
  }

  /** Dials the server; call it once. */
  connect() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/live`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.send({ op: "hello" }));
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lost());
  }

  /** Sends a frame that needs no answer; false if the line is down. */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** Sends a question and resolves to its answer; a broken line answers `refused` with a sentence. */
  ask(frame) {
    const nonce = ++this.#nonce;
    return new Promise((resolve) => {
      this.#waiting.set(nonce, resolve);
      if (!this.send({ ...frame, nonce })) this.#answer({ nonce, ...DISCONNECTED });
    });
  }

  #receive(frame) {
    if (frame.t === "snapshot") {
      this.#delay = FIRST_DELAY;
      this.onConnected(true);
    }
    this.onFrame(frame);
    if (FINAL.has(frame.t)) this.#answer(frame);
  }

  #answer(frame) {
    this.#waiting.get(frame.nonce)?.(frame);
    this.#waiting.delete(frame.nonce);
  }

  #lost() {
    this.onConnected(false);
    for (const nonce of [...this.#waiting.keys()]) this.#answer({ nonce, ...DISCONNECTED });
    setTimeout(() => this.connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }
}

/** What a question is answered with while the server is away. */
export const DISCONNECTED = {
  t: "refused",
  reason: "The playground cannot be reached. Wait until it is back, then try again.",
};
