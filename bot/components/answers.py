"""How every command and every press is answered, whatever happens, and logged in one line."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import aiohttp
import discord
from discord.ext import commands

from bot.errors import PlayerError
from bot.words import refusals
from bot.words.language import Reader

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.services import Context
    from bot.words.language import Language, Languages

_T = TypeVar("_T")

_log = logging.getLogger(__name__)


class Client(commands.AutoShardedBot):
    """A client that speaks languages, knows what services need, and which requests it has in hand."""

    context: Context
    in_hand: set[asyncio.Task[Any]]
    languages: Languages


Interaction: TypeAlias = discord.Interaction[Client]

NO_PINGS = discord.AllowedMentions.none()
PROMISED_TO_ALL = "promised to all"
"""Whether an interaction has been promised an answer that everybody will read, and is still to get it."""

_TAKEN = "taken"
"""Whether Discord took an answer of which it said that it failed."""

_LONGEST = 2_000  # characters in a message; what somebody typed may be part of the sentence
_ANSWERED_ALREADY = 40060  # what Discord says when it took an answer, said 500, and is sent it again
NETWORK_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)


async def give(interaction: Interaction, answering: Awaitable[_T]) -> _T | None:
    """Give the first answer; None if Discord took it, but said that it failed, and was sent it again."""
    try:
        return await answering
    except discord.HTTPException as error:
        if error.code != _ANSWERED_ALREADY:
            raise
        interaction.extras[_TAKEN] = True
        return None


def is_answered(interaction: Interaction) -> bool:
    """Return whether a first answer was given, so that any other has to be an edit or a followup."""
    return interaction.response.is_done() or _TAKEN in interaction.extras


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately what was wrong; anything but a PlayerError is our fault, and logged."""
    if not isinstance(error, PlayerError):
        _log.error("A request failed.", exc_info=error)
    sentence = _format(language_of(interaction), error)[:_LONGEST]
    try:
        if interaction.extras.get(PROMISED_TO_ALL):  # a refusal in its place would be read by all, too
            await interaction.delete_original_response()
        if is_answered(interaction):
            await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
        else:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
    except NETWORK_ERRORS as failure:
        _log.warning("A refusal could not be delivered: %s", failure)


def _format(language: Language, error: Exception) -> str:
    if isinstance(error, PlayerError):
        return refusals.format_refusal(language, error)
    return (refusals.undelivered if isinstance(error, NETWORK_ERRORS) else refusals.apology)(language)


def language_of(interaction: Interaction) -> Language:
    """Return the language of the person, as Discord tells it."""
    return interaction.client.languages.spoken_in(interaction.locale.value)


def public_language_of(interaction: Interaction) -> Language:
    """Return the language of the server, for what everybody in a channel reads; elsewhere the person's."""
    locale = interaction.guild_locale or interaction.locale
    return interaction.client.languages.spoken_in(locale.value)


def language_in(client: Client, guild_id: int | None) -> Language:
    """Return the language of a server in which nobody has asked for anything now, as far as it is known."""
    guild = None if guild_id is None else client.get_guild(guild_id)
    return (
        client.languages.default
        if guild is None
        else client.languages.spoken_in(guild.preferred_locale.value)
    )


def reader_of(interaction: Interaction, *, is_public: bool = False) -> Reader:
    """Return who reads an answer: the person alone, or everybody in the channel."""
    if is_public:
        return Reader(public_language_of(interaction))
    return Reader(language_of(interaction), interaction.user.id)


def take_in_hand(interaction: Interaction) -> None:
    """Compare the clock with an interaction that has just arrived, and let a stop wait for its task."""
    interaction.client.context.now.compare(interaction.created_at.timestamp())
    task = asyncio.current_task()
    if task is not None:
        interaction.client.in_hand.add(task)
        task.add_done_callback(interaction.client.in_hand.discard)


def log_line(interaction: Interaction, name: str, started: float, error: Exception | None) -> None:
    """Log who did what, how long it took and how it ended; never what anybody wrote."""
    _log.info(
        "%s user=%s guild=%s ms=%.1f outcome=%s",
        name,
        interaction.user.id,
        interaction.guild_id,
        (time.perf_counter() - started) * 1000,
        type(error).__name__ if error else "ok",
    )
