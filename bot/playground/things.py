"""The things of the playground's world: people, channels and threads, the server, and files."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

EVERYDAY_PERMISSIONS = "2248473465835073"  # what @everyone may do in a newly made Discord server

_MORE_OF_KIND: dict[int, Json] = {  # what is told of voice channels and forums besides
    2: {"bitrate": 64_000, "user_limit": 0, "rtc_region": None},
    15: {"available_tags": [], "default_reaction_emoji": None, "default_forum_layout": 0},
}


@dataclass(frozen=True)
class Person:
    """A member of the server; the bot is one, too."""

    id: int
    name: str
    display: str
    colour: str
    bot: bool = False
    permissions: str = EVERYDAY_PERMISSIONS

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
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": self.permissions,
        }


@dataclass(frozen=True)
class Channel:
    """A channel of the server; or the direct messages of its `recipient` with the bot.

    `kind` is Discord's number of its type, by default a text channel, and `denied` are the permissions that
    no member has there.
    """

    id: int
    name: str
    topic: str
    guild_id: int | None
    position: int
    recipient: Person | None = None
    kind: int = 0
    denied: int = 0

    @property
    def context(self) -> int:
        """Discord's number of such a place: 0 in a server, 1 in direct messages with the bot."""
        return 0 if self.recipient is None else 1

    def is_seen_by(self, person: Person) -> bool:
        """Whether a person can read here."""
        return self.recipient is None or person.id == self.recipient.id

    def owners(self) -> Json:
        """The owner of the installation that brings the bot here: the server, or none in direct messages."""
        return {"0": str(self.guild_id or 0)}

    def as_json(self) -> Json:
        """Discord's channel object."""
        if self.recipient is not None:
            told = {"id": str(self.id), "type": 1, "last_message_id": None, "flags": 0}
            return {**told, "recipients": [self.recipient.user()]}
        denied = {"id": str(self.guild_id), "type": 0, "allow": "0", "deny": str(self.denied)}
        return {
            "id": str(self.id),
            "type": self.kind,
            "name": self.name,
            "topic": self.topic,
            "guild_id": str(self.guild_id),
            "position": self.position,
            "permission_overwrites": [denied] if self.denied else [],
            "nsfw": False,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "last_message_id": None,
            "flags": 0,
            "permissions": EVERYDAY_PERMISSIONS,
            **_MORE_OF_KIND.get(self.kind, {}),
        }


@dataclass(frozen=True)
class Thread(Channel):
    """A public thread that was begun from a message of a channel, whose id it has.

    It is archived after so many minutes without a message; a new message opens it again, unless
    moderators have locked it.
    """

    parent_id: int = 0
    owner_id: int = 0
    begun_at: str = ""
    archived_after: int = 4_320
    active_at: float = 0.0
    is_archived: bool = False
    is_locked: bool = False
    count: int = 0

    def as_json(self) -> Json:
        """Discord's channel object."""
        return {
            "id": str(self.id),
            "type": 11,
            "name": self.name,
            "guild_id": str(self.guild_id),
            "parent_id": str(self.parent_id),
            "owner_id": str(self.owner_id),
            "last_message_id": None,
            "message_count": self.count,
            "total_message_sent": self.count,
            "member_count": 1,
            "rate_limit_per_user": 0,
            "flags": 0,
            "permissions": EVERYDAY_PERMISSIONS,
            "thread_metadata": {
                "archived": self.is_archived,
                "auto_archive_duration": self.archived_after,
                "archive_timestamp": datetime.fromtimestamp(self.active_at, UTC).isoformat(),
                "create_timestamp": self.begun_at,
                "locked": self.is_locked,
            },
        }


@dataclass(frozen=True)
class Guild:
    """The server."""

    id: int
    name: str

    def partial(self, locale: str) -> Json:
        """The few words an interaction says of the server."""
        return {"id": str(self.id), "locale": locale, "features": []}


@dataclass(frozen=True)
class File:
    """An attachment with the bytes behind it."""

    attachment: Json
    content: bytes

    @property
    def id(self) -> str:
        """The attachment's id."""
        return str(self.attachment["id"])
