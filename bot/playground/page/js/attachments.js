import { h } from "./dom.js";
import { icon } from "./icons.js";
import { enlargeable } from "./lightbox.js";

/**
 * The address of a picture or file as this page may load it.
 *
 * The stand-in serves what the bot uploads; an address elsewhere would be an outside request, which the content
 * security policy forbids, so there is none and the picture's description stands in its place.
 */
export function localAddress(url, message) {
  const name = /^attachment:\/\/(.+)$/.exec(url ?? "")?.[1];
  const address = name ? message.attachments?.find(({ filename }) => filename === name)?.url : url;
  if (!address) return null;
  const { pathname, search } = new URL(address, location.origin);
  return pathname.startsWith("/attachments/") ? pathname + search : null;
}

/**
 * A picture with its description, or the description alone where the picture cannot be shown.
 *
 * One that is not a thumbnail or smaller can be enlarged.
 */
export function picture(media, message, { description = media.description, className = "picture" } = {}) {
  const source = localAddress(media.url, message);
  if (!source)
    return h(
      "span",
      { class: `${className} absent` },
      description || "A picture from elsewhere, not loaded here",
    );
  const size = { width: media.width || undefined, height: media.height || undefined };
  const shown = h("img", { class: className, src: source, alt: description || "", ...size });
  return className === "picture" ? enlargeable(shown, size) : shown;
}

/** What a message carries beside its text; pictures that its embeds or its layout show are not repeated. */
export function attachments(message) {
  const shown = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  const loose = (message.attachments ?? []).filter(
    ({ url, filename }) => !shown.includes(url) && !shown.includes(`attachment://${filename}`),
  );
  return loose.map((item) =>
    item.content_type?.startsWith("image/") ? picture(item, message) : fileCard(item, message),
  );
}

/** A file to download. */
export function fileCard({ url, filename, size }, message) {
  const address = localAddress(url, message);
  return h(
    "a",
    { class: "file-card", href: address ?? undefined, download: filename },
    icon("file"),
    h("span", {}, filename ?? "A file"),
    size !== undefined && h("small", {}, weight(size)),
  );
}

function weight(bytes) {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} kB`;
}
