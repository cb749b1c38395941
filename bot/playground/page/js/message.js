import { avatar, tint } from "./avatar.js";
import { ofMenu, slashed } from "./commands.js";
import { components } from "./components.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { inline } from "./inline.js";
import { menuButton } from "./menu.js";
import { prose, spoken } from "./prose.js";
import { messageTime } from "./time.js";
import { counted, locale, t, told } from "./words.js";
import { isEphemeral, nameOf } from "./world.js";

const LOADING = 1 << 7;

/**
 * Draws one message.
 *
 * `deeds` are what a reader can do with it: `press`, `isPending`, `choice`, `failure` (a sentence about the last press)
 * and `dismiss`, each taking the message first; and `choose` for the commands in its menu.
 */
export function messageElement(message, world, deeds) {
  const author = world.user(message.author.id) ?? message.author;
  const pinged = message.pinged?.includes(world.me.id);
  return h(
    "article",
    {
      class: [
        "message",
        pinged && "pinged",
        isEphemeral(message) && "private",
        standsAlone(message) && "alone",
      ]
        .filter(Boolean)
        .join(" "),
      id: `message-${message.id}`,
      tabindex: "-1",
      "data-author": message.author.id,
      "data-time": message.timestamp,
      "aria-label": t("Message of {name}", { name: nameOf(author) }),
    },
    origin(message, world),
    avatar(author),
    h(
      "div",
      { class: "body" },
      heading(message, author, world, deeds),
      content(message, world, deeds),
      foot(message, world, deeds),
    ),
  );
}

// A message that somebody has to notice shows who sent it, whoever wrote last.
function standsAlone({ components: rows, pinged }) {
  return rows?.length > 0 || pinged?.length > 0;
}

// Where the message comes from: the command somebody used.
function origin({ interaction_metadata: source }, world) {
  const used = source?.triggering_interaction_metadata ?? source; // what opened the modal that was sent
  if (!used?.name) return null;
  const { user, name, target_user: target, target_message_id: targetMessage } = used;
  const isFromMenu = target || targetMessage;
  const person = world.user(user.id) ?? user;
  const command = isFromMenu ? ofMenu(name, world) : slashed(name, world);
  const parts = {
    person: h("strong", {}, nameOf(person)),
    command: h("span", { class: "command-name" }, command),
  };
  return h("p", { class: "origin" }, icon("reply"), h("span", {}, told("{person} used {command}", parts)));
}

function heading(message, author, world, deeds) {
  return h(
    "header",
    { class: "byline" },
    h("span", { class: "author", css: author.bot ? {} : { "--tint": tint(author) } }, nameOf(author)),
    author.bot && h("span", { class: "tag" }, "App"),
    messageTime(message.timestamp),
    menuButton({ message, target: author }, world, deeds),
  );
}

function content(message, world, deeds) {
  if ((message.flags ?? 0) & LOADING) {
    return thinking(world.user(message.author.id) ?? message.author);
  }
  const context = {
    message,
    world,
    press: (customId, values) => deeds.press(message, customId, values),
    isPending: (customId) => deeds.isPending(message, customId),
    choice: (customId) => deeds.choice(message, customId),
  };
  return h(
    "div",
    { class: "parts" },
    message.content && prose(message.content, world),
    message.content && edited(message),
    (message.embeds ?? []).map((item) => embed(item, world)),
    components(message.components ?? [], context),
    !message.content && edited(message),
  );
}

function embed({ title, description }, world) {
  return h("section", { class: "embed" }, h("h3", {}, inline(title, world)), prose(description, world));
}

function thinking(author) {
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
  return h("p", { class: "thinking" }, dots, t("{name} is thinking…", { name: nameOf(author) }));
}

function edited({ edited_timestamp: when }) {
  return when && h("small", { class: "edited", title: new Date(when).toLocaleString(locale) }, t("(edited)"));
}

function foot(message, world, deeds) {
  const failure = deeds.failure(message);
  return [
    threadOf(message, world),
    failure && h("p", { class: "failure", role: "alert" }, icon("warning"), failure),
    isEphemeral(message) && onlyYou(() => deeds.dismiss(message)),
  ];
}

/** Says that a message is for one person alone, who can put it away. */
export function onlyYou(dismiss) {
  return h(
    "p",
    { class: "only-you" },
    icon("eye"),
    t("Only you can see this"),
    " · ",
    h(
      "button",
      { type: "button", class: "plain", "data-place": "dismiss", onclick: dismiss },
      t("Dismiss message"),
    ),
  );
}

// The thread that was begun from a message, and how much was said there.
function threadOf({ thread }, world) {
  const found = thread && world.channelOf(thread.id);
  if (!found) return null;
  const count = world.visible(found).length;
  return h(
    "button",
    {
      type: "button",
      class: "thread-link",
      "data-place": "thread",
      onclick: () => world.visit(found),
    },
    icon("thread"),
    h("strong", {}, found.name),
    h("span", { class: "thread-count" }, counted(count, "{count} message", "{count} messages")),
  );
}

/** The words of a message without its buttons, for screen readers. */
export function summary(message, world) {
  const texts = [
    message.content,
    ...(message.embeds ?? []).flatMap(({ title, description }) => [title, description]),
  ];
  return [...texts, ...displays(message.components ?? [])]
    .filter(Boolean)
    .map((text) => spoken(text, world))
    .join(" ");
}

function displays(list) {
  return list.flatMap((item) => [item.content, ...displays(item.components ?? [])]);
}
