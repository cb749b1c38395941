"""The first answer to an interaction: once for each, in time, and promised where it takes longer.

Discord waits for it for three seconds. So whoever answers a command or a press is given a clock here, before
anything else is done: if nothing is said within a second, an answer is promised.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar

import aiohttp
import discord

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from discord import app_commands

    from bot.components.answers import Interaction

_T = TypeVar("_T")
_V = TypeVar("_V", int, str)

_log = logging.getLogger(__name__)

NETWORK_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)

_ANSWERING = "answering"
_PATIENCE = 1.0  # seconds until an answer is promised
_LATEST = 3.0  # seconds until Discord waits no longer
_PAUSE = 0.1  # seconds until what was cut off is sent again
_HANDLED_MOST = 1_000  # interactions; a copy comes within seconds
_ANSWERED_ALREADY = 40060  # what Discord says when it took an answer, said 500, and is sent it again
_LATE = {10062, 10015}  # what it says of a first answer that it waits for no longer, and of what follows none


class Manner(Enum):
    """How an interaction is answered: the pressed message is redrawn, or there is a new one, for whom."""

    REDRAWN = auto()
    PRIVATE = auto()
    PUBLIC = auto()


@dataclass
class _Answering:
    """What becomes of an interaction: how to answer it, until when, and what Discord may have taken.

    `seconds` is how long it took until Discord had a first answer, None while it has none. `late_id` is the
    message by which the person was told though Discord takes no answer any more, None if there is none.
    """

    manner: Manner
    latest: float
    timer: asyncio.TimerHandle
    task: asyncio.Task[object] | None
    promise: asyncio.Task[None] | None = None
    promised: Manner | None = None
    is_taken: bool = False
    seconds: float | None = None
    late_id: int | None = None

    def note_answer(self) -> None:
        """Note that Discord has the first answer now."""
        self.seconds = asyncio.get_running_loop().time() - self.latest + _LATEST


def begin(interaction: Interaction) -> bool:
    """Begin to answer; False if this is a copy of an interaction that was begun before."""
    handled, loop = interaction.client.handled, asyncio.get_running_loop()
    if interaction.id in handled:
        return False
    handled[interaction.id] = None
    if len(handled) > _HANDLED_MOST:
        del handled[next(iter(handled))]
    is_press = interaction.type is discord.InteractionType.component
    timer = loop.call_later(_PATIENCE, _begin_promise, interaction)
    manner = Manner.REDRAWN if is_press else Manner.PRIVATE
    task = asyncio.current_task()
    interaction.extras[_ANSWERING] = _Answering(manner, loop.time() + _LATEST, timer, task)
    return True


def end(interaction: Interaction) -> None:
    """Promise nothing any more, and let go of the interaction.

    It and its response refer to each other: they would stay in memory until garbage is collected, with the
    message that was pressed and all its buttons, and all who wait for an answer then would wait for that.
    """
    answering = _answering(interaction)
    answering.timer.cancel()
    if answering.promise is None or answering.promise.done():
        interaction.response._parent = None  # type: ignore[assignment] # noqa: SLF001 - a test fails if it is no longer there


def will_post(interaction: Interaction, *, is_public: bool = True) -> None:
    """Say that the answer is a new message, and for whom, so that what is promised is of the same kind.

    Where nothing is said, a press redraws its message, and a command is answered to the person alone.
    """
    _answering(interaction).manner = Manner.PUBLIC if is_public else Manner.PRIVATE


def _answering(interaction: Interaction) -> _Answering:
    answering: _Answering = interaction.extras[_ANSWERING]
    return answering


def _begin_promise(interaction: Interaction) -> None:
    answering = _answering(interaction)
    if interaction.type is discord.InteractionType.autocomplete and answering.task is not None:
        answering.task.cancel()  # suggestions cannot be promised: there are none
    answering.promised = answering.manner
    answering.promise = asyncio.create_task(_promise(interaction, answering.manner))


async def _promise(interaction: Interaction, manner: Manner) -> None:
    response = interaction.response

    async def promise() -> object:
        if interaction.type is discord.InteractionType.autocomplete:
            await response.autocomplete([])
            return None
        if manner is Manner.REDRAWN:
            return await response.defer()
        return await response.defer(ephemeral=manner is Manner.PRIVATE, thinking=True)

    try:
        await give(interaction, promise)
    except discord.HTTPException as error:
        _log.info("An answer could not be promised: %r", error)
        _answering(interaction).promised = None


async def promised(interaction: Interaction) -> Manner | None:
    """Return what was promised, None if nothing was; no promise is made from now on."""
    answering = _answering(interaction)
    answering.timer.cancel()
    if answering.promise is not None:
        await answering.promise
    return answering.promised


def keep(interaction: Interaction) -> None:
    """Say that what was promised is there: what fails later is no reason to take it back."""
    _answering(interaction).promised = None


def seconds_until_answer(interaction: Interaction) -> float | None:
    """Return how long it took until Discord had a first answer, None if it is not known to have one."""
    return _answering(interaction).seconds


def is_late(error: Exception) -> bool:
    """Return whether Discord has had no answer in time, and therefore takes none any more, nor has any."""
    return isinstance(error, discord.NotFound) and error.code in _LATE


def note_told(interaction: Interaction, message_id: int) -> None:
    """Note that a message, which is no answer, tells the person what an answer would have told."""
    _answering(interaction).late_id = message_id


def late_id(interaction: Interaction) -> int | None:
    """Return the message by which the person was told that is no answer, None if there is none."""
    return _answering(interaction).late_id


async def is_answered(interaction: Interaction) -> bool:
    """Return whether a first answer or a promise was given, or may be: any other is an edit or a followup."""
    await promised(interaction)
    return interaction.response.is_done() or _answering(interaction).is_taken


async def give(interaction: Interaction, answer: Callable[[], Awaitable[_T]]) -> _T | None:
    """Give the first answer, again if the connection is cut; None if Discord has taken one before.

    That may be this very answer, if Discord has taken it and failed, or has promised nothing better. If
    nobody knows, and Discord would not take it any more, it is None too: an edit tells whether it is there.
    """
    answering, loop = _answering(interaction), asyncio.get_running_loop()
    with suppress(TimeoutError):
        async with asyncio.timeout_at(answering.latest):
            while loop.time() < answering.latest:
                try:
                    given = await answer()
                except discord.HTTPException as error:
                    if error.code != _ANSWERED_ALREADY:
                        raise
                    answering.note_answer()
                    break
                except (aiohttp.ClientError, OSError):
                    await asyncio.sleep(_PAUSE)
                else:
                    answering.note_answer()
                    return given
    answering.is_taken = True
    return None


async def suggest(
    interaction: Interaction, choices: list[app_commands.Choice[_V]]
) -> list[app_commands.Choice[_V]]:
    """Answer with suggestions, and return them; discord.py would take lost ones for a mistake of ours."""

    async def answer() -> bool:
        await interaction.response.autocomplete(choices)
        return True

    is_given = None
    try:
        if not await is_answered(interaction):
            is_given = await give(interaction, answer)
    except discord.HTTPException as error:
        _log.info("Suggestions could not be delivered: %r", error)
    if not is_given:
        raise asyncio.CancelledError  # or discord.py would try once more
    return choices
