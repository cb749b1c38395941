"""Messages that are kept true: each is drawn until Discord has accepted it as it is stored.

Why was a message not redrawn? These are the reasons, in the order in which the code comes to them:

1. The bot is not ready, or the round has failed for its kind, which is logged once as "Boards are put off"
   (`bot/cogs/upkeep.py`).
2. Its kind does not list it (`Kept.list_due`): by what is stored, it shows everything, or was given up. Or
   so many others are listed that it is not among the first.
3. Another process has the lease of its kind, named `races` for races (`Keeper.advance`).
4. Its task still runs, or its last try has failed: there is a pause of one second, of two, ..., of ten
   minutes (`Tasks.pauses`). Or `Kept.at_once` others run.
5. Once it is loaded, nothing is left to do (`Kept.load`).
6. The bot is no member of the server: it is given up (`keep_true`), which is not logged.
7. Nothing is to be drawn (`Kept.step`, `Kept.draw`).
8. Discord has refused it for good, which is logged as "... is given up" (`Kept.keep`).
9. Discord, the network, the database or the rules have refused it for now, which is logged as "... could not
   be drawn"; or there is a bug, which is logged as "... is put off". There is a pause.
10. It is to be tried again all the same (`Kept.record`): there is a pause.

A match is drawn by a `Display`: `bot/delivery/displays.py` has its reasons.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Container, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import discord

from bot.components.answers import Button
from bot.components.parts import Layout
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import PlayerError, StorageError
from bot.models import Place
from bot.services import Context
from bot.words.language import Language

_log = logging.getLogger(__name__)

_PAUSE, _LONGEST_PAUSE = 1.0, 600.0  # seconds


class Stored(Protocol):
    """What a message shows, as it is stored."""

    @property
    def place(self) -> Place:
        """Where the message is, or is to be posted."""

    @property
    def message_id(self) -> int | None:
        """The message, None if none is known."""


S = TypeVar("S", bound=Stored)


class Kept(ABC, Generic[S]):
    """A message in one try to keep it true; each kind of message is a class."""

    kind: ClassVar[str]
    """What the log calls it."""

    at_once: ClassVar[int] = 32
    is_posted: ClassVar[bool] = True
    """Whether it is posted where it is missing; else it is only edited, and its thread stays archived."""

    buttons: ClassVar[Sequence[Button[int]]] = ()
    """Some of its buttons, which have its id: see `prefixes`."""

    refused_until: float = 0.0
    """Until when a refusal of Discord may be lifted, as of a channel closed to the bot; 0: none is."""

    def __init__(self, client: Client, id_: int, stored: S) -> None:
        self.client, self.context, self.now = client, client.context, client.context.now()
        self.id, self.stored, self.message_id = id_, stored, stored.message_id

    @staticmethod
    @abstractmethod
    async def list_due(context: Context) -> list[int]:
        """Return the ids of those that do not show what is stored, or whose time for a step has come."""

    @staticmethod
    @abstractmethod
    async def load(context: Context, id_: int, /) -> Any:  # noqa: ANN401 - what is stored of this kind
        """Return what is stored, None if nothing is left to do."""

    @property
    def prefixes(self) -> tuple[str, ...]:
        """How the ids of its buttons begin, by which it is found if it was posted without being stored.

        A message that `is_posted` needs such a button. No older message of its channel may have one like it:
        that would be edited instead (`KeptSeason` therefore puts the month into it).
        """
        return tuple(f"{button.id_for(self.id)}:" for button in self.buttons)

    async def step(self, language: Language) -> Self | None:  # noqa: ARG002 - some say something
        """Do what time has made necessary; return what is to be drawn then, None if nothing is."""
        return self

    @abstractmethod
    async def draw(self, language: Language) -> Layout | None:
        """Draw what is stored; None: the message stays as it is."""

    async def keep(self, language: Language) -> bool:
        """Show what is stored, and record that; return whether nothing is left to do.

        What is missing stays missing. Any other refusal may be lifted until the kind gives up.
        """
        try:
            await self.show(language)
        except NETWORK_ERRORS as error:
            is_late = messages.is_final(error) and self.now >= self.refused_until
            if not (is_late or isinstance(error, discord.NotFound)):
                raise
            _log.info("The %s %d is given up: %r", self.kind, self.id, error)
            await self.give_up(error)
            return True
        return await self.record() is not False

    async def show(self, language: Language) -> None:
        """Draw the message, or a new one if it is gone; `message_id` is the one that shows it."""
        channel_id = self.stored.place.channel_id
        if self.message_id is None:
            self.message_id = await messages.find_posted(self.client, channel_id, 0, self.prefixes)
        layout = await self.draw(language)
        if layout is None:
            return
        if self.is_posted:
            self.message_id = await messages.edit_or_post(
                self.client, channel_id, self.message_id, layout, self.prefixes
            )
        elif self.message_id is not None:
            await messages.edit(self.client, channel_id, self.message_id, layout, is_quiet=True)

    @abstractmethod
    async def record(self) -> bool | None:
        """Store that the message shows this, so that it is not due; False: try it again all the same."""

    async def give_up(self, refusal: Exception | None) -> None:  # noqa: ARG002 - some end of it
        """Store that nothing is drawn any more, as Discord refuses; None: the bot is no member there."""
        await self.record()


class Tasks(dict[int, asyncio.Task[bool]]):
    """The running tasks by the ids of what they keep true.

    `pauses` says when to retry what has failed, and how long to wait the next time: twice as long each time.
    """

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.pauses: dict[int, tuple[float, float]] = {}
        self._kind = kind

    def list_free(self, ids: Iterable[int]) -> list[int]:
        """Return the ids that have neither a task nor a pause."""
        return [id_ for id_ in ids if id_ not in self and self.pauses.get(id_, (0.0, 0.0))[0] <= loop_time()]

    def forget_all_but(self, ids: Container[int]) -> None:
        """Forget the pauses of all other ids."""
        self.pauses = {id_: pause for id_, pause in self.pauses.items() if id_ in ids}

    def begin(self, id_: int, work: Callable[[], Awaitable[bool]]) -> asyncio.Task[bool]:
        """Return the task of the id, which does the `work` if none runs; it returns whether that is done."""
        if id_ not in self:
            self[id_] = asyncio.create_task(self._run(id_, work), name=f"drawing of {self._kind} {id_}")
        return self[id_]

    async def _run(self, id_: int, work: Callable[[], Awaitable[bool]]) -> bool:
        is_done = False
        try:
            is_done = await work()
        except Exception as error:  # noqa: BLE001 - one that cannot go on must not keep others waiting
            log_hindrance(f"{self._kind.capitalize()} {id_} is put off", error)
        finally:
            del self[id_]
        _, pause = self.pauses.pop(id_, (0.0, _PAUSE))
        if not is_done:
            self.pauses[id_] = loop_time() + pause, min(2 * pause, _LONGEST_PAUSE)
        return is_done

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self.values():
            task.cancel()


class Keeper(Tasks):
    """Keeps all messages of a kind true, in one process at a time."""

    def __init__(self, client: Client, kind: type[Kept[Any]]) -> None:
        super().__init__(kind.kind)
        self._client, self._kept = client, kind

    async def advance(self) -> None:
        """Begin to keep those true that are due; the lease lasts until none is."""
        leases, lease = self._client.context.storage.leases, f"{self._kind}s"
        due = await self._kept.list_due(self._client.context)
        self.forget_all_but(due)
        if not due:
            leases.drop(lease)
        elif await leases.take(lease):
            room = max(0, self._kept.at_once - len(self))
            for id_ in self.list_free(due)[:room]:
                self.begin(id_, partial(keep_true, self._kept, self._client, id_))


async def keep_true(kind: type[Kept[Any]], client: Client, id_: int) -> bool:
    """Let a message show what is stored, or give it up; return whether nothing is left to do."""
    try:
        stored = await kind.load(client.context, id_)
        if stored is None:
            return True
        kept = kind(client, id_, stored)
        language = await client.servers.find_language(stored.place.guild_id)
        if language is None:
            await kept.give_up(None)
            return True
        due = await kept.step(language)
        return due is None or await due.keep(language)
    except (*NETWORK_ERRORS, PlayerError) as error:
        _log.info("The %s %d could not be drawn: %r", kind.kind, id_, error)
        return False


def log_hindrance(what: str, error: Exception) -> None:
    """Log what is put off and why: a bug with its traceback, a refusal of the database in a line."""
    is_ours = not isinstance(error, StorageError)
    _log.log(logging.ERROR if is_ours else logging.WARNING, "%s: %s", what, error, exc_info=is_ours)


def loop_time() -> float:
    """Return the time of the event loop's clock, in seconds."""
    return asyncio.get_running_loop().time()
