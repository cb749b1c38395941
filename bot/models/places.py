"""Places in Discord, their settings, and requests from them: frozen, and free of Discord's library."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

First = Literal["me", "opponent", "random"]

MatchScope = Literal["channel", "server", "mine"]
"""The matches that are listed: those of a channel, of a server, or one's own."""

Hindrance = Literal["direct", "thread", "guest", "permission", "refused"]
"""Why a match gets no thread: it is in direct messages or in a thread already, the bot is no member of the
server, it may not create one there, or Discord has refused."""


@dataclass(frozen=True)
class Place:
    """Where a match is played; a direct message has no guild, and a thread has the channel it is in.

    While the match waits for a thread of its own, that channel is `channel_id` itself.
    """

    guild_id: int | None
    channel_id: int
    parent_id: int | None = None

    @property
    def needs_thread(self) -> bool:
        """Whether a thread is to be created there."""
        return self.parent_id == self.channel_id

    @property
    def is_thread(self) -> bool:
        """Whether it is an existing thread."""
        return self.parent_id not in {None, self.channel_id}

    def is_in(self, channel_id: int) -> bool:
        """Return whether it is a channel, or a thread in it."""
        return channel_id in {self.channel_id, self.parent_id}

    def with_thread(self, thread_id: int) -> Place:
        """Return the thread that was created there; with the channel's own id it is yet to be created."""
        return replace(self, channel_id=thread_id, parent_id=self.channel_id)

    def without_thread(self) -> Place:
        """Return the channel itself, where no thread can be created."""
        return replace(self, parent_id=None)

    def link_to(self, message_id: int) -> str:
        """Return the address of a message there."""
        return f"https://discord.com/channels/{self.guild_id or '@me'}/{self.channel_id}/{message_id}"


@dataclass(frozen=True)
class Asker:
    """A person who asks about a match, and where; `is_shown`: the bot's message there shows them the match.

    `is_moderator`: they may manage what others write there.
    """

    user_id: int
    place: Place
    is_shown: bool = False
    is_moderator: bool = False


@dataclass(frozen=True)
class Challenge:
    """What a challenger asks for; `first` is seen from their side.

    `pace` is the seconds for a move (None: no limit); `is_rated`: whether it counts for ratings (None:
    between people it does, against Maxine as the challenger last chose).
    """

    place: Place
    user_id: int
    game_slug: str
    first: First
    pace: int | None = None
    is_rated: bool | None = None


class NamedPerson(NamedTuple):
    """A person who is named in a command or a sheet, and what Discord tells of them there.

    `is_member`: of the server; `is_blind`: they cannot see the channel; `silent_until`: when they can answer
    again, 0 if they can now.
    """

    id: int
    is_maxine: bool = False
    is_bot: bool = False
    is_member: bool = True
    is_blind: bool = False
    silent_until: float = 0.0


@dataclass(frozen=True)
class Pressed:
    """A press on the board of a match: what the button says, who pressed it, and on which message.

    `version` is that of the match on the board. `has_button` says whether the message has the button now:
    not if it was redrawn, or the press is forged.
    """

    match_id: int
    version: int
    user_id: int
    message_id: int
    has_button: bool


class DormantMatch(NamedTuple):
    """A running match without time limits on a server that no player has touched for long, and its place.

    `gone_at`: since when its place is gone; 0: it was there at the last check, None: it was never checked.
    """

    match_id: int
    touched_at: float
    gone_at: float | None
    guild_id: int
    channel_id: int
    parent_id: int | None


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server; None: the default.

    `channels` are those in which matches may begin (none: all), and `language` is the language code of
    public messages. `season_closed` is the month (`2026-11`) whose results were posted last in the season
    channel, or before which there was none. `has_threads`: challenges get a thread by default. `shows_votes`:
    a channel that plays sees votes before they are closed, by default. `time_zone` is an IANA name, UTC where
    there is none.
    """

    channels: tuple[int, ...] = ()
    season_channel_id: int | None = None
    level: str | None = None
    game: str | None = None
    language: str | None = None
    season_closed: str | None = None
    has_threads: bool = False
    shows_votes: bool = False
    time_zone: str | None = None
