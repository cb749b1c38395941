import { h } from "./dom.js";
import { icon } from "./icons.js";
import { enlargeable } from "./lightbox.js";
import { t } from "./words.js";

/** A picture with its description, which can be enlarged. */
export function picture({ media, description }, message) {
  const size = { width: media.width || undefined, height: media.height || undefined };
  const source = localAddress(media.url, message);
  return enlargeable(h("img", { class: "picture", src: source, alt: description || "", ...size }), size);
}

/** A file to download. */
export function fileCard({ file: { url }, name }, message) {
  return h(
    "a",
    { class: "file-card", href: localAddress(url, message), download: name },
    icon("file"),
    h("span", {}, name ?? t("A file")),
  );
}

// What the bot uploads is served here; the content security policy forbids to load anything from elsewhere.
function localAddress(url, message) {
  const name = /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const address = message.attachments?.find(({ filename }) => filename === name)?.url ?? url;
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}
