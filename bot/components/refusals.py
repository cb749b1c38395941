"""How somebody is told what was wrong: privately, and until Discord has taken it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.components import messages, promises
from bot.components.answers import NO_PINGS, language_of, public_language_of
from bot.components.promises import NETWORK_ERRORS, Manner
from bot.errors import PlayerError
from bot.words.refusals import apology, format_late, format_locked, format_refusal, undelivered

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.words.language import Language

_log = logging.getLogger(__name__)

_LONGEST = 2_000  # characters in a message; what somebody typed may be part of the sentence


async def refuse(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately what was wrong; if it was no fault of theirs it is logged."""
    if isinstance(error, NETWORK_ERRORS):
        _log.warning("An answer could not be delivered: %r", error)
    elif not isinstance(error, PlayerError):
        _log.error("A request failed.", exc_info=error)
    sentence = _format(language_of(interaction), error)[:_LONGEST]
    try:
        await (_tell_late(interaction, error) if promises.is_late(error) else _tell(interaction, sentence))
    except NETWORK_ERRORS as failure:
        if messages.is_locked(failure):
            await messages.attempt(_tell_directly(interaction, error, sentence))
        else:
            _log.warning("A refusal could not be delivered: %r", failure)


def _format(language: Language, error: Exception) -> str:
    if isinstance(error, PlayerError):
        return format_refusal(language, error)
    return (undelivered if isinstance(error, NETWORK_ERRORS) else apology)(language)


async def _tell(interaction: Interaction, sentence: str) -> None:
    """Say something privately; if Discord waits no longer, say that in the channel."""
    try:
        await _whisper(interaction, sentence)
    except discord.NotFound as error:
        if not promises.is_late(error):
            raise
        await _tell_late(interaction, error)


async def _tell_late(interaction: Interaction, error: Exception) -> None:
    """Say in the channel that an answer came too late, but nothing of it, for it was for one person alone.

    Not if they were told in another way, as by a board; raise the error where she cannot say anything.
    """
    if promises.late_id(interaction) is not None:
        return
    if not messages.can_speak(interaction):
        raise error
    said = format_late(public_language_of(interaction), interaction.user.id)
    pings = discord.AllowedMentions(users=[interaction.user])
    await messages.post_late(interaction, {"content": said, "allowed_mentions": pings})


async def _tell_directly(interaction: Interaction, error: Exception, sentence: str) -> None:
    """Say it in direct messages where nobody can be told anything, as a thread is locked."""
    if isinstance(error, NETWORK_ERRORS):
        sentence = format_locked(language_of(interaction), interaction.channel_id or 0)
    said = {"content": sentence, "allowed_mentions": NO_PINGS}
    told_id = await messages.post_directly(interaction.client, interaction.user.id, said)
    promises.note_told(interaction, told_id)


async def _whisper(interaction: Interaction, sentence: str) -> None:
    """Say something privately, and take back what was promised to everybody, who would read it too."""

    async def tell() -> object:
        return await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=NO_PINGS)

    if await promises.is_answered(interaction):
        if await promises.promised(interaction) is Manner.PUBLIC:
            await messages.take_back(interaction)
        await messages.whisper(interaction, sentence)
    elif await promises.give(interaction, tell) is None:
        await _make_sure(interaction, sentence)


async def _make_sure(interaction: Interaction, sentence: str) -> None:
    """Say again what Discord may have taken: in its own place, so that it stands there once."""

    async def edit() -> object:
        return await messages.once(
            interaction.edit_original_response(content=sentence, allowed_mentions=NO_PINGS)
        )

    try:
        await messages.repeat(edit)
    except NETWORK_ERRORS:  # it was something else that Discord has taken
        await messages.whisper(interaction, sentence)
