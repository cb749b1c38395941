import { h } from "./dom.js";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  hash: "M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M4 5h16v10h-8l-4 4v-4H4zM8 9h8M8 12h5",
  send: "M5 12h13M12.5 6l6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4Z",
  warning: "M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.2",
  reply: "M4 19v-6a4 4 0 0 1 4-4h12",
  restart: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
  down: "M6 9.5l6 6 6-6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  file: "M7 3.5h7l4 4v13H7zM14 3.5v4h4",
  plus: "M12 5v14M5 12h14",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

const SVG = "http://www.w3.org/2000/svg";

/** Draws an icon that only decorates: what it means is said in words beside it or in a label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of Object.entries({ class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows an icon alone; `words` say what it does. */
export function iconButton(name, words, { class: more = "", ...properties }, ...children) {
  const basics = { type: "button", class: `icon-button ${more}` };
  return label(h("button", { ...basics, ...properties }, icon(name), children), words);
}

/** Says in words what a button does that shows an icon alone. */
export function label(button, words) {
  return Object.assign(button, { ariaLabel: words, title: words });
}
