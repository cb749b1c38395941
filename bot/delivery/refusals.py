"""Tells a person what was wrong: privately, and until Discord has accepted it."""

import logging

import discord

from bot.components.answers import Manner
from bot.delivery import messages
from bot.delivery.client import NO_PINGS, Interaction
from bot.delivery.messages import NETWORK_ERRORS
from bot.delivery.responder import Responder, is_late, language_of, public_language_of, responder_of
from bot.errors import PlayerError
from bot.words.language import Language
from bot.words.refusals import apology, format_late, format_locked, format_refusal, undelivered

_log = logging.getLogger(__name__)

_LONGEST = 2_000  # characters in a message; text that a person typed may be part of the sentence


async def tell_refusal(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately what was wrong; if the fault is not theirs, log it."""
    if isinstance(error, NETWORK_ERRORS):
        _log.warning("An answer could not be delivered: %r", error)
    elif not isinstance(error, PlayerError):
        _log.error("A request failed.", exc_info=error)
    sentence = _choose_sentence(language_of(interaction), error)[:_LONGEST]
    responder = responder_of(interaction)
    try:
        await (_tell_late(responder, error) if is_late(error) else _tell_privately(responder, sentence))
    except NETWORK_ERRORS as failure:
        responder.is_unheard = True
        if messages.is_locked(failure):
            await messages.try_quietly(_tell_directly(responder, error, sentence))
        else:
            _log.warning("A refusal could not be delivered: %r", failure)


def _choose_sentence(language: Language, error: Exception) -> str:
    if isinstance(error, PlayerError):
        return format_refusal(language, error)
    return (undelivered if isinstance(error, NETWORK_ERRORS) else apology)(language)


async def _tell_privately(responder: Responder, sentence: str) -> None:
    """Say a sentence privately; if Discord waits no longer, say it in the channel."""
    try:
        await _whisper(responder, sentence)
    except discord.NotFound as error:
        if not is_late(error):
            raise
        await _tell_late(responder, error)


async def _tell_late(responder: Responder, error: Exception) -> None:
    """Say in the channel that an answer came too late, but not what it was, as it was for one person alone.

    Not if they were told in another way, as by a board; raise the error where the bot cannot post.
    """
    if responder.notice_id is not None:
        return
    if not responder.can_speak:
        raise error
    interaction = responder.interaction
    said = format_late(public_language_of(interaction), interaction.user.id)
    pings = discord.AllowedMentions(users=[interaction.user])
    await responder.post_late({"content": said, "allowed_mentions": pings})


async def _tell_directly(responder: Responder, error: Exception, sentence: str) -> None:
    """Say a sentence in direct messages where Discord takes no other answer, as in a locked thread."""
    interaction = responder.interaction
    if isinstance(error, NETWORK_ERRORS):
        sentence = format_locked(language_of(interaction), interaction.channel_id or 0)
    said = {"content": sentence, "allowed_mentions": NO_PINGS}
    responder.notice_id = await messages.post_directly(interaction.client, interaction.user.id, said)


async def _whisper(responder: Responder, sentence: str) -> None:
    """Say a sentence privately; delete a response that was deferred for everybody, as all would read it."""
    response = responder.interaction.response

    async def tell() -> object:
        return await response.send_message(sentence, ephemeral=True, allowed_mentions=NO_PINGS)

    if await responder.has_responded():
        if responder.deferred_as is Manner.PUBLIC:
            await responder.delete_deferred()
        await responder.whisper(sentence)
    elif await responder.respond(tell) is None:
        await _make_sure(responder, sentence)


async def _make_sure(responder: Responder, sentence: str) -> None:
    """Repeat a sentence that Discord may have accepted by editing it, so that it is shown once."""

    async def edit() -> object:
        send = responder.interaction.edit_original_response
        return await messages.once(send(content=sentence, allowed_mentions=NO_PINGS))

    try:
        await messages.repeat(edit)
        responder.record_response()
    except NETWORK_ERRORS:  # Discord had accepted another response
        await responder.whisper(sentence)
