"""What a press or a command is asked with, and what it answers: values, which `bot.delivery` delivers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from bot.components.parts import Layout
from bot.errors import UnknownButtonError
from bot.models import Pressed
from bot.words.language import Reader

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    import discord

    from bot.components.parts import Kept
    from bot.models import Asker, Hindrance, Place, Tournament
    from bot.services import Context
    from bot.services.play import Progress
    from bot.words.language import Language, Languages

EDITABLE_SECONDS = 50 * 60.0
"""For so long a message may be redrawn in place: Discord limits edits of those older than an hour."""


class Manner(Enum):
    """How an answer is given. It is known before there is one, for Discord is told what is to come."""

    REDRAW = auto()
    """The pressed message is redrawn."""

    PRIVATE = auto()
    """A new message for the person alone."""

    PUBLIC = auto()
    """A new message for everybody in the channel."""

    OWN = auto()
    """The pressed message is redrawn if it is for the person alone and has the button, else as PRIVATE."""

    ASKED = auto()
    """As OWN, and a message for everybody is redrawn, too, if it answers the same person."""


@dataclass(frozen=True)
class Shown:
    """The message whose button was pressed, with the ids of its buttons and menus.

    `asked_by_id`: whom it answered, if it is an answer. `find_file` returns a file that it shows by its name,
    None if it shows none.
    """

    id: int
    posted_at: float
    is_private: bool
    asked_by_id: int | None
    buttons: frozenset[str]
    find_file: Callable[[str], Kept | None]


@dataclass(frozen=True)
class Request:
    """Who asks for something, where, and by which message; `values` were chosen from a menu.

    `hindrance` is why a match that begins here gets no thread, None if it can have one. `find_names` tells
    what people are called, of whom that can be found out quickly, and `find_timeout` until when somebody is
    timed out on the server, None if they are not or Discord does not say.
    """

    context: Context
    asker: Asker
    language: Language
    public_language: Language
    languages: Languages
    find_names: Callable[[Iterable[int]], Awaitable[Mapping[int, str]]]
    find_timeout: Callable[[int], Awaitable[float | None]]
    sent_at: float
    hindrance: Callable[[], Hindrance | None]
    message: Shown | None = None
    values: tuple[str, ...] | None = None
    manages_server: bool = False
    is_public: bool = False

    @property
    def user_id(self) -> int:
        """Who asks."""
        return self.asker.user_id

    @property
    def place(self) -> Place:
        """Where they ask."""
        return self.asker.place

    @property
    def reader(self) -> Reader:
        """Who reads the answer: the person alone, or everybody in the channel."""
        return Reader(self.public_language) if self.is_public else Reader(self.language, self.user_id)

    @property
    def pressed(self) -> Shown:
        """The message whose button was pressed."""
        if self.message is None:
            raise AssertionError("a press always comes from a message")
        return self.message

    @property
    def chosen(self) -> str:
        """What was chosen from a menu, nothing if an id is pressed that is that of a menu."""
        return next(iter(self.values or ()), "")

    @property
    def chosen_number(self) -> int:
        """The number that was chosen from a menu; UnknownButtonError if it is none."""
        if not (self.chosen.isascii() and self.chosen.isdigit()):
            raise UnknownButtonError
        return int(self.chosen)

    def is_too_old(self, seconds: float = EDITABLE_SECONDS) -> bool:
        """Return whether the pressed message was posted too long ago to be redrawn in place."""
        return self.context.now() - self.pressed.posted_at > seconds

    def resolve(self, manner: Manner) -> Manner:
        """Return REDRAW, PRIVATE or PUBLIC for how an answer is given here."""
        if manner not in {Manner.OWN, Manner.ASKED}:
            return manner
        is_asked = manner is Manner.ASKED and self.pressed.asked_by_id == self.user_id
        is_own = self.pressed.is_private or is_asked
        return Manner.REDRAW if is_own and self.asker.is_shown else Manner.PRIVATE

    def press_on(self, match_id: int, version: int) -> Pressed:
        """Return a press on the board of a match."""
        return Pressed(match_id, version, self.user_id, self.pressed.id, self.asker.is_shown)


@dataclass(frozen=True)
class Text:
    """A message without a layout, as long as Discord takes."""

    content: str
    embeds: tuple[discord.Embed, ...] = ()


@dataclass(frozen=True)
class Post:
    """A layout that pings people; `noted` is told the id of its message, `undone` that Discord refused it."""

    layout: Layout
    pings: tuple[int | None, ...] = ()
    noted: Callable[[int], Awaitable[object]] | None = None
    undone: Callable[[], Awaitable[object]] | None = None


@dataclass(frozen=True)
class Board:
    """A match, in the message that shows it from now on: in place, or anew where that is to be noticed.

    `pings_mover`: a new message pings whoever is to move, if they are not who asks. `is_moved`: it is posted
    anew in any case; `is_below`: so it is below what was answered before, with `pings` if not for who moves.
    `asked_id` and `mark` are how it looks only this once.
    """

    progress: Progress
    pings_mover: bool = False
    is_moved: bool = False
    is_below: bool = False
    pings: tuple[int, ...] = ()
    asked_id: int | None = None
    mark: int | None = None


@dataclass(frozen=True)
class DrawnMatch:
    """A match that is drawn where it is shown, beside the answer."""

    match_id: int


@dataclass(frozen=True)
class DrawnVote:
    """A match of a whole channel, of which something was voted: its message is drawn before long."""

    match_id: int


@dataclass(frozen=True)
class TournamentBoard:
    """A tournament, in the message that shows it from now on."""

    tournament: Tournament


@dataclass(frozen=True)
class DrawnTournament:
    """A tournament that is drawn where it is shown, beside the answer."""

    tournament_id: int


@dataclass(frozen=True)
class Whisper:
    """Something that is said privately beside the answer."""

    content: str


@dataclass(frozen=True)
class Update:
    """What the answer shows meanwhile; nothing is lost if Discord does not take it."""

    layout: Layout


@dataclass(frozen=True)
class OpenReview:
    """A review of a match for which more proofs are looked for; it is completed even after a kill."""

    layout: Layout
    match_id: int


@dataclass(frozen=True)
class Completion:
    """The completed review, unless the answer shows something else by now: no button of this id."""

    layout: Layout
    button_id: str


Answer: TypeAlias = (
    Layout
    | Text
    | Post
    | Board
    | DrawnMatch
    | DrawnVote
    | TournamentBoard
    | DrawnTournament
    | Whisper
    | Update
    | OpenReview
    | Completion
)
