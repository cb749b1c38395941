"""From what a bot sends to a message as Discord keeps it: files, mentions, limits."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from bot.playground.components import walk
from bot.playground.errors import Problems
from bot.playground.validation import check_message
from bot.playground.world import COMPONENTS_V2, EPHEMERAL, LOADING, Channel, File, Json, Person, World, now, snowflake

SETTABLE = EPHEMERAL | COMPONENTS_V2 | 1 << 2 | 1 << 12  # beside ours: suppress embeds, silent
USER_MENTION = re.compile(r"<@!?(\d+)>")
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Upload:
    """A file sent with a request, numbered as in `files[n]`."""

    number: int
    filename: str
    content: bytes


@dataclass(frozen=True)
class Form:
    """What a bot sent about a message."""

    body: Json
    uploads: tuple[Upload, ...] = ()
    prefix: str | None = None


def compose(world: World, author: Person, channel: Channel, form: Form, **known: object) -> Json:
    """Make and post a new message."""
    message: Json = {
        "id": str(snowflake()),
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
        "timestamp": now(),
        "edited_timestamp": None,
        "pinged": [],
        **known,
    }
    changes = _changes(world, message, form)
    message.update(changes)
    if not message.get("ephemeral_for"):
        message["pinged"] = [user["id"] for user in message["mentions"]]
    return world.post(message)


def revise(world: World, message: Json, form: Form) -> Json:
    """Change a message; an edit pings nobody anew, unless it fills in a deferred answer."""
    changes = _changes(world, message, form)
    if message["flags"] & LOADING:
        changes["flags"] = changes.get("flags", message["flags"]) & ~LOADING
        if not message.get("ephemeral_for"):
            changes["pinged"] = [user["id"] for user in changes["mentions"]]
    else:
        changes["edited_timestamp"] = now()
    return world.edit(message, changes)


def text_of(message: Json) -> str:
    """All the text of a message: its content, its embeds, its text displays."""
    parts = [message["content"], *(part for embed in message["embeds"] for part in _embed_texts(embed))]
    parts += [node["content"] for node in walk(message["components"]) if node["type"] == 10]  # noqa: PLR2004 - a text display
    return "\n".join(part for part in parts if part)


def _embed_texts(embed: Json) -> Iterator[str]:
    yield embed.get("author", {}).get("name", "")
    yield embed.get("title", "")
    yield embed.get("description", "")
    for field in embed.get("fields", ()):
        yield field["name"]
        yield field["value"]
    yield embed.get("footer", {}).get("text", "")


def _changes(world: World, message: Json, form: Form) -> Json:
    body = form.body
    changes: Json = {}
    for name, empty in (("content", ""), ("embeds", []), ("components", [])):
        if name in body:
            changes[name] = body[name] or empty
    flags = int(body.get("flags") or 0) & SETTABLE | message["flags"]
    changes["flags"] = flags
    merged = {**message, **changes}
    problems = Problems()
    if not flags & LOADING or body.keys() - {"flags"}:
        check_message(problems, merged, body, bool(form.uploads))
    problems.refuse(form.prefix)
    changes.update(_attach(world, merged, form))
    changes["mentions"] = _mentioned(world, {**merged, **changes}, body.get("allowed_mentions"))
    return changes


def _mentioned(world: World, message: Json, allowed: Json | None) -> list[Json]:
    """The users a message mentions, as far as `allowed_mentions` lets it."""
    texts = [message["content"]]
    texts += [node["content"] for node in walk(message["components"]) if node["type"] == 10]  # noqa: PLR2004 - a text display
    found = dict.fromkeys(match for text in texts if "<@" in text for match in USER_MENTION.findall(text))
    if allowed is not None and "users" not in allowed.get("parse", ()):
        permitted = {str(user_id) for user_id in allowed.get("users") or ()}
        found = {user_id: None for user_id in found if user_id in permitted}
    people = [world.person(user_id) for user_id in found]
    replied = message.get("referenced_message")
    if replied and (allowed is None or allowed.get("replied_user", False)):
        people.append(world.person(replied["author"]["id"]))
    return [person.user() for person in dict.fromkeys(people) if person is not None]


def _attach(world: World, message: Json, form: Form) -> Json:
    """Store new files, drop those no longer listed, and resolve every `attachment://` address."""
    body, message_id = form.body, int(message["id"])
    mine = {key: file for key, file in world.files.items() if file.message_id == message_id} if world.files else {}
    if not form.uploads and "attachments" not in body and not mine:
        return {}
    if "attachments" in body:
        listed = {str(item.get("id")) for item in body["attachments"] or ()}
        for key in [key for key in mine if str(key) not in listed and _is_shown(message, mine[key])]:
            del world.files[key], mine[key]
    for upload in form.uploads:
        file = _stored(world, message, upload, _told_of(body, upload))
        mine[int(file.attachment["id"])] = file
    by_name = {file.attachment["filename"]: file.attachment for file in mine.values()}
    in_embeds = _resolve(message["embeds"], by_name)
    _resolve(message["components"], by_name)
    shown = [file.attachment for file in mine.values() if file.attachment["filename"] not in in_embeds]
    return {"attachments": shown, "embeds": message["embeds"], "components": message["components"]}


def _is_shown(message: Json, file: File) -> bool:
    return any(item["id"] == file.attachment["id"] for item in message["attachments"])


def _told_of(body: Json, upload: Upload) -> Json:
    told = (item for item in body.get("attachments") or () if str(item.get("id")) == str(upload.number))
    return next(told, {})


def _stored(world: World, message: Json, upload: Upload, told: Json) -> File:
    file_id = snowflake()
    filename = told.get("filename") or upload.filename
    url = f"{world.base_url}/attachments/{message['channel_id']}/{file_id}/{quote(filename)}"
    attachment: Json = {
        "id": str(file_id),
        "filename": filename,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": mimetypes.guess_type(filename)[0] or "application/octet-stream",
    }
    if told.get("description"):
        attachment["description"] = told["description"]
    if upload.content.startswith(PNG_SIGNATURE):
        attachment["width"] = int.from_bytes(upload.content[16:20])
        attachment["height"] = int.from_bytes(upload.content[20:24])
    file = File(attachment, int(message["channel_id"]), int(message["id"]), upload.content)
    world.files[file_id] = file
    return file


def _resolve(node: object, by_name: dict[str, Json]) -> set[str]:
    """Turn `attachment://name` into the file's address wherever it stands; the names that were used."""
    used: set[str] = set()
    if isinstance(node, list):
        for each in node:
            used |= _resolve(each, by_name)
    elif isinstance(node, dict):
        name = str(node.get("url", "")).removeprefix("attachment://")
        if name in by_name and node["url"] != name:
            shared = ("url", "proxy_url", "content_type", "width", "height")
            node.update({key: by_name[name][key] for key in shared if key in by_name[name]})
            used.add(name)
        for each in node.values():
            if isinstance(each, list | dict):
                used |= _resolve(each, by_name)
    return used
