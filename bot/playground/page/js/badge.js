import { h } from "./dom.js";
import { counted } from "./words.js";

/** A number of pings that wait for somebody. */
export function badge(count) {
  return h(
    "span",
    { class: "badge" },
    h("span", { "aria-hidden": "true" }, String(count)),
    h("span", { class: "hidden" }, counted(count, "{count} ping", "{count} pings")),
  );
}
