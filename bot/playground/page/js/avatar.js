import { h } from "./dom.js";
import { nameOf } from "./world.js";

/** The round picture of a user: the bot's mark, or a person's initial on their colour. */
export function avatar(user) {
  if (user.bot) return h("img", { class: "avatar", src: "/page/mark.svg", alt: "" });
  const initial = [...nameOf(user)][0]?.toUpperCase();
  return h("span", { class: "avatar", "aria-hidden": "true", css: { "--tint": tint(user) } }, initial);
}

/** A person's colour: the server's, or one made of the id. */
export function tint({ avatar_color: colour, id }) {
  if (typeof colour === "number") return `#${colour.toString(16).padStart(6, "0")}`;
  return colour || `hsl(${Number(BigInt(id) % 360n)} 45% 40%)`;
}
