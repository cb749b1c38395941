"""A press or a command is a function from a request to answers, which `bot.delivery` sends.

Buttons work after any restart and however old: all they need is in their id, `m:12:3:4`. An id is the kind of
the button, words if it has any, and numbers, which are looked up at the press.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf
from typing import (
    Any,
    ClassVar,
    Generic,
    NamedTuple,
    ParamSpec,
    TypeAlias,
    TypeVar,
    TypeVarTuple,
    cast,
    get_type_hints,
)

import discord

from bot import policy
from bot.components.parts import Layout, Sheet
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import Asker, Hindrance, Match, NamedPerson, Place, Pressed, Tournament
from bot.services import Context
from bot.words.language import Language, Languages, Reader

_P = ParamSpec("_P")
_T = TypeVar("_T")
_PATTERNS = {
    str: re.compile(r"[\w-]*", re.ASCII),
    int: re.compile(r"[0-8]?[0-9]{1,18}"),  # the database's integers hold it
}


class Manner(Enum):
    """How an answer is given, which must be known beforehand, as a deferred response already shows it."""

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

    SHEET = auto()
    """A sheet is opened. It must be the first response, so this is never deferred."""


@dataclass(frozen=True)
class Shown:
    """The message whose button was pressed, with the ids of its buttons and menus.

    `asked_by_id` is the person whom it answered, None if it is no answer.
    """

    id: int
    posted_at: float
    is_private: bool
    asked_by_id: int | None
    buttons: frozenset[str]


@dataclass(frozen=True)
class Request:
    """Who sends a request, where, and from which message; `values` were chosen from a menu.

    `fields` are the values in a sheet, by the names of its fields, and `people` those who are named in a
    command or a sheet, by their ids in words. `is_direct`: nobody but the person and the bot is there.
    `hindrance` is why a match that begins here gets no thread, None if it can have one. `find_names` returns
    people's names, as far as they are known or found quickly, and `find_absence` until when a person is timed
    out on the server: for ever if they are no member, 0 if Discord does not say. `can_post`: the bot may post
    there without being asked; `can_create_events`: it may create events on the server.
    """

    context: Context
    asker: Asker
    language: Language
    public_language: Language
    languages: Languages
    find_names: Callable[[Iterable[int]], Awaitable[Mapping[int, str]]]
    find_absence: Callable[[int], Awaitable[float]]
    sent_at: float
    hindrance: Callable[[], Hindrance | None]
    message: Shown | None = None
    values: tuple[str, ...] | None = None
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    people: Mapping[str, NamedPerson] = field(default_factory=dict)
    is_direct: bool = False
    manages_server: bool = False
    is_public: bool = False
    can_post: bool = True
    can_create_events: bool = False

    @property
    def user_id(self) -> int:
        """The id of the person who asks."""
        return self.asker.user_id

    @property
    def place(self) -> Place:
        """The place where they ask."""
        return self.asker.place

    @property
    def reader(self) -> Reader:
        """The reader of the answer: the person alone, or everybody in the channel."""
        return Reader(self.public_language) if self.is_public else Reader(self.language, self.user_id)

    @property
    def pressed(self) -> Shown:
        """The message whose button was pressed: a press always comes from one."""
        return cast("Shown", self.message)

    @property
    def chosen(self) -> str:
        """The value that was chosen from a menu, empty if none was, as with a forged id."""
        return next(iter(self.values or ()), "")

    @property
    def chosen_number(self) -> int:
        """The number that was chosen from a menu; UnknownButtonError if there is none."""
        return read_number(self.chosen)

    def filled(self, name: str) -> str:
        """Return the value in a field of a sheet, empty if there is none, as in a forged sheet."""
        return next(iter(self.fields.get(name, ())), "")

    async def has_left(self, user_id: int) -> bool:
        """Return whether a person is no member of the server; False if Discord does not say."""
        return await self.find_absence(user_id) == inf

    def refuse_forged(self, reason: Reason) -> None:
        """Refuse a press on a button that the pressed message does not have: an id can be forged."""
        if not self.asker.is_shown:
            raise Refused(reason)

    def refuse_silence(self) -> None:
        """Refuse what a whole channel plays where the bot cannot post by itself."""
        if not self.can_post:
            raise Refused(Reason.HOMELESS_VOTE)

    async def draw(self, work: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        """Return what a function draws in a thread of its own, by turns with what others ask for."""
        return await self.context.drawing_pool.draw(self.user_id, work, *args, **options)

    def is_too_old(self, seconds: float = policy.EDITABLE_SECONDS) -> bool:
        """Return whether the pressed message was posted too long ago to be redrawn in place."""
        return self.context.now() - self.pressed.posted_at > seconds

    def resolve(self, manner: Manner) -> Manner:
        """Return REDRAW, PRIVATE or PUBLIC for how an answer is given here."""
        if manner not in {Manner.OWN, Manner.ASKED}:
            return manner
        if self.message is None:
            return Manner.PRIVATE
        is_asked = manner is Manner.ASKED and self.pressed.asked_by_id == self.user_id
        is_own = self.pressed.is_private or is_asked
        return Manner.REDRAW if is_own and self.asker.is_shown else Manner.PRIVATE

    def press_on(self, match_id: int, version: int) -> Pressed:
        """Return a press on the board of a match."""
        return Pressed(match_id, version, self.user_id, self.pressed.id, self.asker.is_shown)


@dataclass(frozen=True)
class Text:
    """A message without a layout, which Discord limits in length."""

    content: str
    embeds: tuple[discord.Embed, ...] = ()


@dataclass(frozen=True)
class Post:
    """A layout that pings people; `noted` gets the id of its message, `undone` is called if it is refused.

    `left` is the message whose place it takes, and what that says from then on, with the link to the new one.
    """

    layout: Layout
    pings: tuple[int | None, ...] = ()
    noted: Callable[[int], Awaitable[object]] | None = None
    undone: Callable[[], Awaitable[object]] | None = None
    left: tuple[int, Callable[[str], str]] | None = None


class Asked(NamedTuple):
    """Who is asked "Really resign?", and since when."""

    user_id: int
    at: int


@dataclass(frozen=True)
class Board:
    """A match, in the pressed message, or in a new one if that is too old, or the answer to a command.

    The answer to a command pings the player to move if `pings_mover`, unless they gave it.
    """

    match: Match
    pings_mover: bool = False


@dataclass(frozen=True)
class NewBoard:
    """A match, in a new message below the others, which pings the player to move, or else `pings`."""

    match: Match
    pings: tuple[int, ...] = ()


@dataclass(frozen=True)
class SameBoard:
    """A match that was not changed, in the pressed message, in which a player may be `asked` something."""

    match: Match
    asked: Asked | None = None


AnyBoard: TypeAlias = Board | NewBoard | SameBoard


@dataclass(frozen=True)
class DrawnMatch:
    """A match to redraw in its own message before long, besides the answer, if there is one."""

    match_id: int


@dataclass(frozen=True)
class TournamentBoard:
    """A tournament, in the message that shows it from now on."""

    tournament: Tournament


@dataclass(frozen=True)
class DrawnTournament:
    """A tournament to redraw in its own message, besides the answer."""

    tournament_id: int


@dataclass(frozen=True)
class Whisper:
    """A sentence that is said privately besides the answer."""

    content: str


@dataclass(frozen=True)
class Update:
    """An intermediate state of the answer; Discord may refuse it without harm."""

    layout: Layout


@dataclass(frozen=True)
class IncompleteReview:
    """A review of a match that is completed by further searches, even if the process is killed."""

    layout: Layout
    match_id: int


@dataclass(frozen=True)
class Completion:
    """The completed review, unless the answer was replaced and has no button with this id."""

    layout: Layout
    button_id: str


Answer: TypeAlias = (
    Layout
    | Sheet
    | Text
    | Post
    | AnyBoard
    | DrawnMatch
    | TournamentBoard
    | DrawnTournament
    | Whisper
    | Update
    | IncompleteReview
    | Completion
)

Answers: TypeAlias = Awaitable[Answer] | AsyncIterator[Answer]
"""The answer, or several of them; a PlayerError is raised to refuse."""

Act: TypeAlias = Callable[[Request], Answers]
"""Does what a person asks."""

Parts = TypeVarTuple("Parts")


def read_number(text: str) -> int:
    """Return a number that was chosen; UnknownButtonError if it is none, as only a forged one is not."""
    if not _PATTERNS[int].fullmatch(text):
        raise UnknownButtonError
    return int(text)


class Button(Generic[*Parts]):
    """A kind of button, menu or sheet: its `act` takes a request and the parts of an id, words and numbers.

    Messages keep their ids for ever, so a `kind` and its parts are never changed or reused. The `manner` may
    depend on the request and the parts.
    """

    by_kind: ClassVar[dict[str, Button[*tuple[Any, ...]]]] = {}

    def __init__(
        self,
        kind: str,
        act: Callable[[Request, *Parts], Answers],
        manner: Manner | Callable[..., Manner],
        is_sheet: bool,  # noqa: FBT001 - only `on_press` calls this
    ) -> None:
        self.kind, self.act, self.manner, self.is_sheet = kind, act, manner, is_sheet
        self.name = act.__name__.removesuffix("_button")
        if kind in Button.by_kind:
            raise TypeError(f"The buttons {kind!r} are those of {Button.by_kind[kind].name!r} already.")
        _, *self.types, _ = get_type_hints(act).values()
        Button.by_kind[kind] = self

    def id_for(self, *parts: *Parts) -> str:
        """Return the id of a button of this kind."""
        return self.prefix_for(*parts)

    def prefix_for(self, *parts: object) -> str:
        """Return how ids begin that have these parts first; a colon follows."""
        return ":".join((self.kind, *map(str, parts)))

    def parts_in(self, ids: Iterable[str]) -> Iterator[tuple[*Parts]]:
        """Yield the parts of each of the ids that is of this kind."""
        for press in map(find_press, ids):
            if press is not None and press.button is self:
                yield press.parts


def on_press(
    kind: str, manner: Manner | Callable[..., Manner] = Manner.REDRAW, *, is_sheet: bool = False
) -> Callable[[Callable[[Request, *Parts], Answers]], Button[*Parts]]:
    """Return the decorator that makes a function the answer to a kind of button, or `is_sheet`, of sheet."""
    return lambda act: Button(kind, act, manner, is_sheet)


@dataclass(frozen=True)
class Press:
    """A pressed button, and the parts of its id."""

    button: Button[*tuple[Any, ...]]
    parts: tuple[Any, ...]

    @property
    def name(self) -> str:
        """The name of the button in logs and metrics."""
        return self.button.name

    def choose_manner(self, request: Request) -> Manner:
        """Return how the press is answered."""
        manner = self.button.manner
        return request.resolve(manner if isinstance(manner, Manner) else manner(request, *self.parts))

    def act(self, request: Request) -> Answers:
        """Do what the button says."""
        return self.button.act(request, *self.parts)


def find_press(id_: str, *, is_sheet: bool = False) -> Press | None:
    """Return the press for an id, None if there is no such button or, if it `is_sheet`, no such sheet."""
    kind, *parts = id_.split(":")
    button = Button.by_kind.get(kind)
    if button is None or button.is_sheet is not is_sheet or len(parts) != len(button.types):
        return None
    typed = [*zip(button.types, parts, strict=True)]
    if not all(_PATTERNS[type_].fullmatch(part) for type_, part in typed):
        return None
    return Press(button, tuple(type_(part) for type_, part in typed))
