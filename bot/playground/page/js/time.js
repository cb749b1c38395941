import { h } from "./dom.js";
import { locale, t } from "./words.js";

// Of Discord's styles of <t:…> those that Maxine uses, without R, which is counted from now.
const STYLES = {
  T: { timeStyle: "medium" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

const NEARLY = 0.9; // 23 hours are said as a day, as Discord does

/** A moment in one of Discord's styles; the style R keeps counting while it is on the page. */
export function timestamp(milliseconds, style = "f") {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return h("span", {}, t("an invalid date"));
  const text = style === "R" ? relative(date) : written(date, STYLES[style]);
  return h(
    "time",
    { datetime: date.toISOString(), title: written(date, STYLES.F), "data-style": style },
    text,
  );
}

/** When a message was sent, as people say it; the whole date is its tooltip. */
export function messageTime(iso) {
  const date = new Date(iso);
  return h("time", { datetime: iso, title: written(date, STYLES.F), "data-style": "age" }, age(date));
}

/** Keeps the counted times on the page right. */
export function keepTime() {
  setInterval(() => {
    for (const element of document.querySelectorAll('time:is([data-style="R"], [data-style="age"])')) {
      const text = (element.dataset.style === "R" ? relative : age)(new Date(element.dateTime));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

function written(date, style) {
  return new Intl.DateTimeFormat(locale, style).format(date);
}

function age(date) {
  return Date.now() - date.getTime() < 60_000 ? t("just now") : relative(date);
}

function relative(date) {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length * NEARLY) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(seconds / size), unit);
}
