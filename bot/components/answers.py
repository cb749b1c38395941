"""How every command and every press is answered, whatever happens, and logged in one line."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord.ext import commands

from bot import metrics
from bot.components import promises
from bot.errors import AnalysisError, PlayerError, ReplyError, StorageError, name_of
from bot.services import settings
from bot.words.language import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping
    from weakref import WeakValueDictionary

    from bot.components.people import People
    from bot.components.servers import Servers
    from bot.services import Context
    from bot.words.language import Language, Languages

_log = logging.getLogger(__name__)


class Client(commands.AutoShardedBot):
    """A client that speaks languages, and knows what services need.

    `in_hand` are the tasks that answer, `handled` the newest interactions, by id, `pens` who redraws
    messages, by channel, `people` what those are called who were met, and `servers` what is spoken where.
    Without `has_gateway` interactions arrive otherwise, and there are no shards.
    """

    context: Context
    in_hand: set[asyncio.Task[Any]]
    handled: dict[int, None]
    pens: WeakValueDictionary[int, asyncio.Lock]
    people: People
    servers: Servers
    languages: Languages
    has_gateway: bool


Interaction: TypeAlias = discord.Interaction[Client]

_FAILURES = (AnalysisError, ReplyError, StorageError)  # the player is told of them, but is not to blame

NO_PINGS = discord.AllowedMentions.none()


def language_of(interaction: Interaction) -> Language:
    """Return the language of the person, as Discord tells it."""
    return interaction.client.languages.spoken_in(interaction.locale.value)


def public_language_of(interaction: Interaction) -> Language:
    """Return the language of the server, for what everybody in a channel reads; elsewhere the person's.

    It is what those who manage the server have chosen, else what Discord says of it.
    """
    chosen = settings.known(interaction.client.context, interaction.guild_id).language
    locale = interaction.guild_locale or interaction.locale
    return interaction.client.languages.spoken_in(chosen or locale.value)


def reader_of(interaction: Interaction, *, is_public: bool = False) -> Reader:
    """Return who reads an answer: the person alone, or everybody in the channel."""
    if is_public:
        return Reader(public_language_of(interaction))
    return Reader(language_of(interaction), interaction.user.id)


def take_in_hand(interaction: Interaction) -> bool:
    """Begin to answer an interaction that has just arrived; False if it is a copy of one that did before.

    The clock is compared with it, the person's name and the server's language are remembered, and a stop
    waits for the task that answers.
    """
    interaction.client.context.now.compare(interaction.created_at.timestamp())
    interaction.client.people.meet(interaction.user)
    interaction.client.servers.meet(interaction)
    task = asyncio.current_task()
    if task is None or not promises.begin(interaction):
        return False
    interaction.client.in_hand.add(task)

    def end(task: asyncio.Task[Any]) -> None:
        promises.end(interaction)
        interaction.client.in_hand.discard(task)
        if interaction.type is discord.InteractionType.autocomplete:
            _count(interaction, "suggestions", _command_name(interaction), None)

    task.add_done_callback(end)
    return True


def end_command(interaction: Interaction, started: float, error: Exception | None) -> None:
    """Log a command that has come to its end, and count it."""
    data: Mapping[str, Any] = interaction.data or {}
    _log_line(interaction, f"/{data.get('name')}", started, error)
    _count(interaction, "command", _command_name(interaction), error)


def end_press(interaction: Interaction, name: str, started: float, error: Exception | None) -> None:
    """Log a press that has come to its end, by the kind of the button, and count it."""
    _log_line(interaction, f"button {name}", started, error)
    _count(interaction, "button", name, error)


def _log_line(interaction: Interaction, name: str, started: float, error: Exception | None) -> None:
    """Log who did what, how long it took and how it ended; never what anybody wrote."""
    _log.info(
        "%s user=%s guild=%s ms=%.1f outcome=%s",
        name,
        interaction.user.id,
        interaction.guild_id,
        (time.perf_counter() - started) * 1000,
        name_of(error) if error else "ok",
    )


def _command_name(interaction: Interaction) -> str:
    """Return what a command is called, if it is one of hers."""
    return "unknown" if interaction.command is None else interaction.command.qualified_name


def _count(interaction: Interaction, kind: str, name: str, error: Exception | None) -> None:
    """Count what came of an interaction."""
    seconds = promises.seconds_until_answer(interaction)
    outcome = _late_outcome(interaction) if seconds is None else _outcome(error)
    metrics.note_interaction(kind, name, outcome, seconds)


def _late_outcome(interaction: Interaction) -> str:
    return "unanswered" if promises.late_id(interaction) is None else "late"


def _outcome(error: Exception | None) -> str:
    if error is None:
        return "answered"
    is_refusal = isinstance(error, PlayerError) and not isinstance(error, _FAILURES)
    return "refused" if is_refusal else "failed"
