"""From what a bot sends to a message as Discord keeps it: files, mentions, limits."""

import re
from dataclasses import dataclass
from typing import Any

from bot.playground.attachments import Upload, attach, filenames
from bot.playground.components import texts_of
from bot.playground.things import Channel, Json, Person
from bot.playground.validation import check_message, embed_texts
from bot.playground.world import COMPONENTS_V2, EPHEMERAL, LOADING, World

SUPPRESS_EMBEDS, SILENT = 1 << 2, 1 << 12
SETTABLE_ON_EDIT = COMPONENTS_V2 | SUPPRESS_EMBEDS
SETTABLE = SETTABLE_ON_EDIT | EPHEMERAL | SILENT
FIELDS: tuple[tuple[str, Any], ...] = (("content", ""), ("embeds", []), ("components", []))
USER_MENTION = re.compile(r"<@!?(\d+)>")
EVERYBODY = re.compile(r"@(everyone|here)\b")


@dataclass(frozen=True)
class MessagePayload:
    """What a bot sent about a message."""

    body: Json
    uploads: tuple[Upload, ...] = ()
    prefix: str | None = None


def compose(world: World, author: Person, channel: Channel, form: MessagePayload, **known: object) -> Json:
    """Make and post a new message."""
    message: Json = {
        "id": str(world.new_id()),
        "type": 0,
        "channel_id": str(channel.id),
        "author": author.user(),
        "content": "",
        "embeds": [],
        "components": [],
        "attachments": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "flags": 0,
        "timestamp": world.now(),
        "edited_timestamp": None,
        "pinged": [],
        **known,
    }
    message.update(_changes(world, message, form, SETTABLE))
    message["pinged"] = _pinged(world, message)
    return world.post(message)


def revise(world: World, message: Json, form: MessagePayload) -> Json:
    """Change a message; an edit pings no person again, unless it fills in a deferred answer."""
    awaited = {**message, "flags": message["flags"] & ~LOADING}
    changes = _changes(world, awaited, form, SETTABLE_ON_EDIT)
    if message["flags"] & LOADING:
        changes["pinged"] = _pinged(world, {**message, **changes})
    else:
        changes["edited_timestamp"] = world.now()
    return world.edit(message, changes)


def text_of(message: Json) -> str:
    """All the text of a message: its content, its embeds, its text displays."""
    parts = [message["content"]]
    parts += [text for embed in message["embeds"] for text in embed_texts(embed)]
    parts += texts_of(message["components"])
    return "\n".join(part for part in parts if part)


def _changes(world: World, message: Json, form: MessagePayload, settable: int) -> Json:
    """What a form changes of a message, refused if Discord would refuse it."""
    body = form.body
    changes: Json = {name: body[name] or empty for name, empty in FIELDS if name in body}
    if isinstance(changes.get("content"), str):
        changes["content"] = changes["content"].strip()
    changes["flags"] = int(body.get("flags") or 0) & settable | message["flags"]
    merged = {**message, **changes}
    if not merged["flags"] & LOADING:
        check_message(merged, body, filenames(world, message, body, form.uploads), form.prefix)
    changes.update(attach(world, merged, body, form.uploads))
    changes["mentions"] = _mentioned(world, {**merged, **changes}, body.get("allowed_mentions"))
    changes["mention_everyone"] = _is_for_everybody(merged, body.get("allowed_mentions"))
    return changes


def _pinged(world: World, message: Json) -> list[str]:
    """Whom a new message pings: whom it mentions, unless it is silent or a whisper."""
    if message.get("ephemeral_for") or message["flags"] & SILENT:
        return []
    readers = {str(person.id): None for person in world.people if world.is_seen_by(person, message)}
    if message["mention_everyone"]:
        return [reader for reader in readers if reader != message["author"]["id"]]
    return [user["id"] for user in message["mentions"] if user["id"] in readers]


def _is_for_everybody(message: Json, allowed: Json | None) -> bool:
    if allowed is not None and "everyone" not in allowed.get("parse", ()):
        return False
    return any(EVERYBODY.search(text) for text in _mentioning(message))


def _mentioning(message: Json) -> list[str]:
    """The texts in which a mention counts."""
    return [text for text in (message["content"], *texts_of(message["components"])) if "@" in text]


def _mentioned(world: World, message: Json, allowed: Json | None) -> list[Json]:
    """The users a message mentions, as far as `allowed_mentions` lets it."""
    found = dict.fromkeys(match for text in _mentioning(message) for match in USER_MENTION.findall(text))
    if allowed is not None and "users" not in allowed.get("parse", ()):
        permitted = {str(user_id) for user_id in allowed.get("users") or ()}
        found = {user_id: None for user_id in found if user_id in permitted}
    people = [world.person(user_id) for user_id in found]
    return [person.user() for person in people if person is not None]
