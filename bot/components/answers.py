"""How every command and every press is answered, whatever happens, and logged in one line."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord
from discord.ext import commands

from bot.errors import PlayerError

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.services import Desk

_log = logging.getLogger(__name__)


class Client(commands.AutoShardedBot):
    """A client that has a desk to take requests to."""

    desk: Desk


Interaction: TypeAlias = discord.Interaction[Client]

NO_PINGS = discord.AllowedMentions.none()
_UNDELIVERED = "Discord did not take my answer. What you did is safe; `/board` shows where your match stands."
_SORRY = "Something went wrong on my side. `/board` shows where your match stands; then please try again."
NETWORK_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately what was wrong; anything but a PlayerError is our fault, and logged."""
    if not isinstance(error, PlayerError):
        _log.error("A request failed.", exc_info=error)
    sentence = _sentence(error)
    try:
        if interaction.response.is_done():
            await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
        else:
            await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NO_PINGS)
    except NETWORK_ERRORS as failure:
        _log.warning("A refusal could not be delivered: %s", failure)


def _sentence(error: Exception) -> str:
    if isinstance(error, PlayerError):
        return str(error)
    return _UNDELIVERED if isinstance(error, NETWORK_ERRORS) else _SORRY


async def press(interaction: Interaction, name: str, work: Awaitable[Any]) -> Exception | None:
    """Do the work of a pressed button, refuse what it raises, log the line; return what was raised."""
    started, error = time.perf_counter(), None
    try:
        await work
    except Exception as raised:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        error = raised
        await refuse(interaction, raised)
    log_line(interaction, name, started, error)
    return error


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
