import { h } from "./dom.js";

/** A number that waits for somebody. */
export function badge(count, what) {
  const words = h("span", { class: "hidden" }, ` ${what}${count === 1 ? "" : "s"}`);
  return h("span", { class: "badge" }, String(count), words);
}
