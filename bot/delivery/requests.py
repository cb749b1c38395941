"""From what Discord tells of a command or a press to a request, and to a line in the log."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import discord
from discord.components import MediaGalleryComponent

from bot import metrics
from bot.components.answers import Request, Shown
from bot.delivery import responder, threads
from bot.delivery.messages import parts_in
from bot.delivery.responder import responder_of
from bot.errors import AnalysisError, PlayerError, ReplyError, StorageError
from bot.models import Asker, Place
from bot.services import settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.delivery.client import Interaction
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_FAILURES = (AnalysisError, ReplyError, StorageError)  # the player is told of them, but is not to blame


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


def request_of(interaction: Interaction) -> Request:
    """Return what is asked for by a command or a press."""
    data: Mapping[str, Any] = interaction.data or {}
    message = None if interaction.message is None else _shown_by(interaction.message)
    is_shown = message is not None and data.get("custom_id") in message.buttons
    may = interaction.permissions
    return Request(
        context=interaction.client.context,
        asker=Asker(interaction.user.id, place_of(interaction), is_shown, is_moderator=may.manage_messages),
        language=language_of(interaction),
        public_language=public_language_of(interaction),
        languages=interaction.client.languages,
        find_names=interaction.client.people.find_names,
        sent_at=interaction.created_at.timestamp(),
        hindrance=partial(threads.find_hindrance, interaction),
        message=message,
        values=tuple(map(str, data["values"])) if "values" in data else None,
        manages_server=may.manage_guild,
    )


def _shown_by(message: discord.Message) -> Shown:
    """Return what a message shows, whatever it stands in."""
    parts, asked = [*parts_in(message.components)], message.interaction_metadata
    galleries = (part for part in parts if isinstance(part, MediaGalleryComponent))
    return Shown(
        id=message.id,
        posted_at=message.created_at.timestamp(),
        is_private=message.flags.ephemeral,
        asked_by_id=None if asked is None else asked.user.id,
        buttons=frozenset(buttons_in(parts)),
        files={
            urlsplit(item.media.url).path.rpartition("/")[2]: item.media.attachment_id
            for gallery in galleries
            for item in gallery.items
            if item.media.attachment_id is not None
        },
    )


def buttons_in(parts: list[object]) -> list[str]:
    """Return the ids of the buttons and menus among components."""
    kinds = discord.Button | discord.SelectMenu
    return [part.custom_id for part in parts if isinstance(part, kinds) and part.custom_id is not None]


def place_of(interaction: Interaction) -> Place:
    """Return where a command is used or a button pressed."""
    if interaction.channel_id is None:
        raise AssertionError("commands are used and buttons pressed in a channel")
    parent_id = getattr(interaction.channel, "parent_id", None)
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def begin(interaction: Interaction) -> bool:
    """Begin to answer an interaction that has just arrived; False if it is a copy of one that did before.

    The clock is compared with it, the person's name and the server's language are remembered, and a stop
    waits for the task that answers.
    """
    client, task = interaction.client, asyncio.current_task()
    client.context.now.compare(interaction.created_at.timestamp())
    client.people.meet(interaction.user)
    client.servers.meet(interaction)
    begun = None if task is None else responder.begin(interaction)
    if task is None or begun is None:
        return False
    client.in_hand.add(task)

    def end(task: asyncio.Task[Any]) -> None:
        begun.close()
        client.in_hand.discard(task)
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
        type(error).__name__ if error else "ok",
    )


def _command_name(interaction: Interaction) -> str:
    """Return what a command is called, if it is one of hers."""
    return "unknown" if interaction.command is None else interaction.command.qualified_name


def _count(interaction: Interaction, kind: str, name: str, error: Exception | None) -> None:
    """Count what came of an interaction."""
    answering = responder_of(interaction)
    if answering.seconds is not None:
        outcome = _outcome(error)
    else:
        outcome = "unanswered" if answering.told_id is None else "late"
    metrics.note_interaction(kind, name, outcome, answering.seconds)


def _outcome(error: Exception | None) -> str:
    if error is None:
        return "answered"
    is_refusal = isinstance(error, PlayerError) and not isinstance(error, _FAILURES)
    return "refused" if is_refusal else "failed"
