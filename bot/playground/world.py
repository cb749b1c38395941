"""The state of the little world: one server, its channels and people, one bot, and what was said."""

import itertools
import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bot.playground.things import EVERYDAY_PERMISSIONS, Channel, File, Guild, Json, Person, Thread

Listener = Callable[[str, Json], None]

compact = json.JSONEncoder(separators=(",", ":")).encode  # JSON without spaces
DISCORD_EPOCH = 1_420_070_400_000
ALL_PERMISSIONS = "2251799813685247"  # what the owner of a server may do
VIEW_CHANNEL = 1 << 10
READ_ONLY = VIEW_CHANNEL | 1 << 16  # the permissions of a person who is timed out
MESSAGES_KEPT = 2_000  # the newest; a page and a file of everything ever said would only get slower
UPLOAD_LIMIT = 10 * 1024 * 1024
HAS_THREAD, EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 15
OURS = frozenset({"ephemeral_for", "pinged"})  # what the page is told of a message and the bot is not

_ticks = itertools.count()


class World:
    """The state of the whole world; callers that want to know of changes add a listener.

    `ahead` is by how many seconds the time of this world is ahead of this machine's, `locales` in which
    language people use Discord, and the server, by id: in English unless they have chosen another. `hidden`
    are channels, and people who do not see them, by id, and `timeouts` until when people are timed out.
    `bot_permissions` is what the bot may do on the server, if it is invited at all.
    """

    machine: Callable[[], float] = staticmethod(time.time)
    """Tells the time of this machine; a test may have another."""

    def __init__(self) -> None:
        self.ahead = 0.0
        # Of two shards it is on the second, as direct messages come to the first.
        self.guild = Guild(self.new_id() | 1 << 22, "Playground")
        self.bot = Person(self.new_id(), "Maxine", "Maxine", "#7c5cff", bot=True)
        self.people: tuple[Person, ...] = (
            Person(self.new_id(), "ada", "Ada", "#e0567a", permissions=ALL_PERMISSIONS),
            Person(self.new_id(), "grace", "Grace", "#2a9d8f"),
            Person(self.new_id(), "emmy", "Emmy", "#e9a23b"),
            Person(self.new_id(), "blaise", "Blaise", "#4f7cff"),
        )
        self.channels: tuple[Channel, ...] = (
            Channel(self.new_id(), "general", "Talk about anything", self.guild.id, 0),
            Channel(self.new_id(), "games", "Boards and bragging", self.guild.id, 1),
        )
        self.locales: dict[int, str] = {}
        self.hidden: set[tuple[int, int]] = set()
        self.timeouts: dict[int, float] = {}
        self.directs: dict[int, Channel] = {}
        self.threads: dict[int, Thread] = {}
        self.events: dict[int, Json] = {}
        self.commands: list[Json] = []
        self.messages: dict[int, Json] = {}
        self.files: dict[str, File] = {}
        self._files_of: dict[str, list[File]] = {}
        self.listeners: list[Listener] = []
        self.base_url = ""
        self.bot_permissions = EVERYDAY_PERMISSIONS
        self.is_invited = True
        self.application: Json = {}  # what is told of the application besides what always is
        self.verify_key = "0" * 64
        self.endpoint_url: str | None = None

    def time(self) -> float:
        """The present time in seconds."""
        return self.machine() + self.ahead

    def now(self) -> str:
        """The present time as Discord writes it."""
        return datetime.fromtimestamp(self.time(), UTC).isoformat()

    def new_id(self) -> int:
        """A new id as Discord makes them: the time in milliseconds, then a counter."""
        return (int(self.time() * 1_000) - DISCORD_EPOCH << 22) | (next(_ticks) & 0x3FFFFF)

    def locale(self, owner_id: int) -> str:
        """The language of a person, or of the server."""
        return self.locales.get(owner_id, "en-US")

    def speak(self, owner_id: int, locale: str) -> None:
        """Let a person, or the server, use Discord in another language."""
        self.locales[owner_id] = locale
        self.notify_listeners("locales", {"locales": self.locales})

    def notify_listeners(self, event: str, data: Json) -> None:
        """Tell every listener of a change."""
        for listener in self.listeners:
            listener(event, data)

    def person(self, user_id: int | str) -> Person | None:
        """The person or bot of an id."""
        wanted = int(user_id)
        return next((each for each in (*self.people, self.bot) if each.id == wanted), None)

    def bot_user(self) -> Json:
        """Discord's user object of the bot, as it is told of itself."""
        return {**self.bot.user(), "verified": True, "mfa_enabled": True, "flags": 0, "email": None}

    def member(self, person: Person, channel: Channel | None = None) -> Json:
        """Discord's member object, with what they may do in a channel, if one is named."""
        until = self.timeouts.get(person.id)
        told = None if until is None else datetime.fromtimestamp(until, UTC).isoformat()
        member = {**person.member(), "communication_disabled_until": told}
        if channel is not None:
            taken = 0 if self.sees(person, channel) else VIEW_CHANNEL
            left = READ_ONLY if self.is_timed_out(person) else ~0
            member["permissions"] = str(int(person.permissions) & left & ~taken)
        return member

    def is_timed_out(self, person: Person) -> bool:
        """Whether a person may only read on the server for now; an expired one is reported for a while."""
        return self.timeouts.get(person.id, 0.0) > self.time()

    def sees(self, person: Person, channel: Channel) -> bool:
        """Whether a person can read in a channel."""
        place_id = channel.parent_id if isinstance(channel, Thread) else channel.id
        return channel.is_seen_by(person) and (place_id, person.id) not in self.hidden

    def channel(self, channel_id: int | str) -> Channel | None:
        """The channel of an id, be it a thread or a person's direct messages."""
        wanted = int(channel_id)
        known = (*self.channels, *self.directs.values())
        return next((each for each in known if each.id == wanted), None) or self.thread(wanted)

    def thread(self, thread_id: int) -> Thread | None:
        """The thread of an id, archived if it has been quiet for long."""
        thread = self.threads.get(thread_id)
        if thread is not None and self.time() > thread.active_at + 60 * thread.archived_after:
            return self.archive(thread, is_archived=True)
        return thread

    def begin_thread(self, message: Json, name: str, archived_after: int) -> Thread:
        """Let the bot begin a thread from a message."""
        parent = self.channel(message["channel_id"])
        assert parent is not None  # noqa: S101 - a message is in a channel
        thread = Thread(
            id=int(message["id"]),
            name=name,
            topic="",
            guild_id=parent.guild_id,
            position=0,
            parent_id=parent.id,
            owner_id=self.bot.id,
            begun_at=self.now(),
            archived_after=archived_after,
            active_at=self.time(),
        )
        self.threads[thread.id] = thread
        self.notify_listeners("thread_create", {**thread.as_json(), "newly_created": True})
        self.edit(message, {"flags": message["flags"] | HAS_THREAD, "thread": thread.as_json()})
        return thread

    def archive(self, thread: Thread, *, is_archived: bool, written: int = 0) -> Thread:
        """Archive a thread, or open it, as who writes there does too."""
        active_at = thread.active_at if is_archived else self.time()
        changed = replace(thread, is_archived=is_archived, active_at=active_at, count=thread.count + written)
        self.threads[thread.id] = changed
        if is_archived != thread.is_archived:
            self.notify_listeners("thread_update", changed.as_json())
        return changed

    def is_shut(self, channel: Channel) -> bool:
        """Whether no person can write there, as a thread is archived and locked."""
        thread = self.thread(channel.id)
        return thread is not None and thread.is_archived and thread.is_locked

    def direct(self, person: Person, channel_id: int | None = None) -> Channel:
        """The direct messages of a person with the bot, of this id if they are yet to begin."""
        if person.id not in self.directs:
            known = channel_id or self.new_id()
            self.directs[person.id] = Channel(known, "Direct message", "", None, 0, person)
        return self.directs[person.id]

    def is_direct(self, message: Json) -> bool:
        """Whether a message was sent in direct messages."""
        return message["channel_id"] in {str(channel.id) for channel in self.directs.values()}

    def is_seen_by(self, person: Person, message: Json) -> bool:
        """Whether a person can see a message."""
        channel = self.channel(message["channel_id"])
        is_whisper = message.get("ephemeral_for", str(person.id)) != str(person.id)
        return channel is not None and self.sees(person, channel) and not is_whisper

    def guild_json(self) -> Json:
        """Discord's guild object."""
        everyone = {
            "id": str(self.guild.id),
            "name": "@everyone",
            "permissions": self.bot_permissions,  # the bot has no other role
            "position": 0,
            "color": 0,
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.guild.id),
            "name": self.guild.name,
            "owner_id": str(self.people[0].id),
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": self.locale(self.guild.id),
            "premium_tier": 0,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "afk_timeout": 300,
            "mfa_level": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
        }

    def post(self, message: Json) -> Json:
        """Add a message that is complete; the oldest one goes silently when there are too many."""
        self.messages[int(message["id"])] = message
        if (thread := self.threads.get(int(message["channel_id"]))) is not None:
            self.archive(thread, is_archived=False, written=1)
        if len(self.messages) > MESSAGES_KEPT:
            oldest = self.messages.pop(next(iter(self.messages)))
            self.change_files(oldest["id"], [])
        self.notify_listeners("message_create", message)
        return message

    def edit(self, message: Json, changes: Json) -> Json:
        """Put a changed copy in a message's place, so that those who hold the old one keep it as it was."""
        edited = {**message, **changes}
        self.messages[int(message["id"])] = edited
        self.notify_listeners("message_update", edited)
        return edited

    def delete(self, message: Json) -> None:
        """Take a message away, with its files."""
        del self.messages[int(message["id"])]
        self.change_files(message["id"], [])
        told = ("id", "channel_id", "ephemeral_for")
        self.notify_listeners("message_delete", {key: message[key] for key in told if key in message})

    def files_of(self, message_id: str) -> list[File]:
        """The files of a message."""
        return self._files_of.get(message_id, [])

    def files_by_message(self) -> list[tuple[str, list[File]]]:
        """Every message that has files, with them."""
        return list(self._files_of.items())

    def change_files(self, message_id: str, files: list[File]) -> None:
        """Let a message have these files and no others."""
        for file in self._files_of.pop(message_id, ()):
            del self.files[file.id]
        if files:
            self._files_of[message_id] = files
            self.files.update({file.id: file for file in files})

    def set_commands(self, commands: list[Json]) -> None:
        """Replace the registered commands."""
        self.commands = commands
        self.notify_listeners("commands", {"commands": commands})


def for_bot(message: Json) -> Json:
    """A message as Discord would tell the bot."""
    return {key: value for key, value in message.items() if key not in OURS}
