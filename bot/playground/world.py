"""The state of the little world: one server, its channels and people, one bot, and what was said."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
Listener = Callable[[str, Json], None]

DISCORD_EPOCH = 1_420_070_400_000
EVERYDAY_PERMISSIONS = "2248473465835073"  # what @everyone may do in a newly made Discord server
EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
OURS = frozenset({"ephemeral_for", "pinged"})  # what the page is told of a message and the bot is not

_ticks = itertools.count()


def snowflake() -> int:
    """A new id as Discord makes them: the time in milliseconds, then a counter."""
    return (time.time_ns() // 1_000_000 - DISCORD_EPOCH << 22) | (next(_ticks) & 0x3FFFFF)


def now() -> str:
    """The present time as Discord writes it."""
    return datetime.now(UTC).isoformat()


@dataclass(frozen=True)
class Person:
    """Somebody in the server; the bot is one too."""

    id: int
    name: str
    display: str
    colour: str
    bot: bool = False

    @property
    def mention(self) -> str:
        """What names and pings this person in a text."""
        return f"<@{self.id}>"

    def user(self) -> Json:
        """Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": None if self.bot else self.display,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member(self) -> Json:
        """Discord's member object, without the user in it."""
        return {
            "nick": None,
            "avatar": None,
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": EVERYDAY_PERMISSIONS,
        }


@dataclass(frozen=True)
class Channel:
    """A text channel."""

    id: int
    name: str
    topic: str
    guild_id: int
    position: int

    def as_json(self) -> Json:
        """Discord's channel object."""
        return {
            "id": str(self.id),
            "type": 0,
            "name": self.name,
            "topic": self.topic,
            "guild_id": str(self.guild_id),
            "position": self.position,
            "permission_overwrites": [],
            "nsfw": False,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "last_message_id": None,
            "flags": 0,
            "permissions": EVERYDAY_PERMISSIONS,
        }


@dataclass(frozen=True)
class Guild:
    """The server."""

    id: int
    name: str

    def partial(self) -> Json:
        """The few words an interaction says of the server."""
        return {"id": str(self.id), "locale": "en-US", "features": []}


@dataclass(frozen=True)
class File:
    """The bytes behind an attachment, and the message they belong to."""

    attachment: Json
    channel_id: int
    message_id: int
    content: bytes


class World:
    """Everything there is; whoever wants to know of a change adds a listener."""

    def __init__(self) -> None:
        self.guild = Guild(snowflake(), "Playground")
        self.bot = Person(snowflake(), "Maxine", "Maxine", "#7c5cff", bot=True)
        self.people = (
            Person(snowflake(), "ada", "Ada", "#e0567a"),
            Person(snowflake(), "grace", "Grace", "#2a9d8f"),
        )
        self.channels = (
            Channel(snowflake(), "general", "Talk about anything", self.guild.id, 0),
            Channel(snowflake(), "games", "Boards and bragging", self.guild.id, 1),
        )
        self.commands: list[Json] = []
        self.messages: dict[int, Json] = {}
        self.files: dict[int, File] = {}
        self.listeners: list[Listener] = []
        self.base_url = ""

    def tell(self, event: str, data: Json) -> None:
        """Tell every listener of a change."""
        for listener in self.listeners:
            listener(event, data)

    def person(self, user_id: int | str) -> Person | None:
        """The person or bot of an id."""
        wanted = int(user_id)
        return next((each for each in (*self.people, self.bot) if each.id == wanted), None)

    def channel(self, channel_id: int | str) -> Channel | None:
        """The channel of an id."""
        wanted = int(channel_id)
        return next((each for each in self.channels if each.id == wanted), None)

    def post(self, message: Json) -> Json:
        """Add a message that is complete."""
        self.messages[int(message["id"])] = message
        self.tell("message_create", message)
        return message

    def edit(self, message: Json, changes: Json) -> Json:
        """Put a changed copy in a message's place, so that those who hold the old one keep it as it was."""
        edited = {**message, **changes}
        self.messages[int(message["id"])] = edited
        self.tell("message_update", edited)
        return edited

    def delete(self, message: Json) -> None:
        """Take a message away, with its files."""
        message_id = int(message["id"])
        del self.messages[message_id]
        for file_id in [key for key, file in self.files.items() if file.message_id == message_id]:
            del self.files[file_id]
        self.tell("message_delete", {"id": message["id"], "channel_id": message["channel_id"]})

    def set_commands(self, commands: list[Json]) -> None:
        """Replace the registered commands."""
        self.commands = commands
        self.tell("commands", {"commands": commands})


def for_bot(message: Json) -> Json:
    """A message as Discord would tell the bot."""
    return {key: value for key, value in message.items() if key not in OURS}
