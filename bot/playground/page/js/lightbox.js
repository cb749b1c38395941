import { focusReturn, h } from "./dom.js";
import { iconButton } from "./icons.js";
import { t } from "./words.js";

/** A picture of known or unknown size with a button over it that shows it as large as the window allows. */
export function enlargeable(picture, { width, height }) {
  const enlarge = h("button", {
    type: "button",
    class: "enlarge",
    "aria-label": t("Enlarge the picture"),
    "aria-haspopup": "dialog",
    "data-place": `picture/${new URL(picture.src).pathname.split("/").pop()}`,
    onclick: () => open(picture),
  });
  const shape = width && height ? { "--ratio": width / height } : {};
  return h("span", { class: "enlargeable", css: shape }, picture, enlarge);
}

// Escape closes a dialog by itself, and a click anywhere, its button included, does too.
function open({ src, alt }) {
  const giveBack = focusReturn();
  const dialog = h("dialog", {
    class: "lightbox",
    "aria-label": t("Enlarged picture"),
    onclick: () => dialog.close(),
    onclose: () => (dialog.remove(), giveBack()),
  });
  dialog.append(h("img", { src, alt }), iconButton("close", t("Close"), {}));
  document.body.append(dialog);
  dialog.showModal();
}
