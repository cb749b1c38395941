import { Composer } from "./composer.js";
import { Deeds } from "./deeds.js";
import { Drawer } from "./drawer.js";
import { Header } from "./header.js";
import { Languages } from "./languages.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { openModal } from "./modal.js";
import { Sidebar } from "./sidebar.js";
import { keepTime } from "./time.js";
import { t } from "./words.js";
import { World, nameOf } from "./world.js";

const byId = (id) => document.getElementById(id);

const world = new World();
const live = new Live({ onFrame: (frame) => world.apply(frame), onConnected: (isUp) => world.connected(isUp) });
const deeds = new Deeds(live, world);
const drawer = new Drawer(byId("sidebar"), byId("scrim"));
new Sidebar(byId("sidebar"), world, live, drawer);
document.querySelector(".presence").before(new Languages(world, deeds).element);
new Header(byId("header"), world, drawer, deeds);
const log = new Log({ log: byId("log"), newest: byId("newest"), announcer: byId("announcer") }, world, deeds);
const composer = new Composer(byId("composer"), world, deeds);

function showConnection() {
  const banner = byId("banner");
  banner.hidden = world.isConnected;
  banner.textContent = world.isConnected ? "" : t("The playground cannot be reached. Trying again…");
}

function nameParts() {
  document.title = t("{name}'s playground", { name: nameOf(world.bot) });
  document.querySelector(".skip").textContent = t("Skip to the composer");
  byId("sidebar").ariaLabel = t("Channels and settings");
  byId("log").ariaLabel = t("Messages");
  byId("composer").ariaLabel = t("Write a message or a command");
}

world.addEventListener("connection", showConnection);
world.addEventListener("modal", ({ detail }) => openModal(detail, world, deeds));
world.addEventListener("reset", nameParts);
document.addEventListener("jump", ({ detail }) => log.show(detail));
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, dialog");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  composer.use("");
});

keepTime();
live.connect();
