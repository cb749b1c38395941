"""The messages of tournaments, redrawn as they go on."""

import logging

from bot.components import parts
from bot.components.parts import Layout
from bot.components.tournaments import draw_tournament, id_prefixes
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.messages import NETWORK_ERRORS
from bot.errors import StorageError
from bot.models import Tournament
from bot.services import tournaments as service
from bot.words import tournaments as words
from bot.words.language import Language

_log = logging.getLogger(__name__)


async def record_message(client: Client, tournament: Tournament, message_id: int) -> None:
    """Store that a message shows a tournament, unless a newer one does; post the boards of a new round."""
    is_newest = message_id >= (tournament.message_id or 0)
    is_whole = is_newest and not any(service.unposted(tournament))
    await service.record_message(
        client.context, tournament, max(message_id, tournament.message_id or 0), is_whole=is_whole
    )
    if not is_whole:
        await advance(client, tournament.id)


async def leave_message(client: Client, language: Language, tournament: Tournament, message_id: int) -> None:
    """Let the former message of a tournament say that another one shows it."""
    if tournament.message_id is not None:
        said = words.forwarding(language, tournament.place.link_to(message_id))
        old = Layout(words.heading(language, tournament), said, accent=parts.OVER)
        await messages.try_quietly(
            messages.edit(client, tournament.place.channel_id, tournament.message_id, old)
        )


async def advance(client: Client, tournament_id: int) -> bool:
    """Begin the next round if the present one is over, post its boards, and draw the tournament.

    Returns whether all of that was done; if not, it is to be tried again later.
    """
    try:
        return await _post_and_draw(client, await service.advance(client.context, tournament_id))
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Tournament %d could not be drawn: %r", tournament_id, error)
        return False


async def _post_and_draw(client: Client, tournament: Tournament) -> bool:
    for match_id in service.unposted(tournament):
        await client.displays[match_id].draw(is_given_up=True)
    tournament = await service.find(client.context, tournament.id)  # with the messages of its boards
    language = await client.servers.find_language(tournament.place.guild_id)
    message_id = tournament.message_id or 0
    if language is not None:
        layout = draw_tournament(language, tournament)
        channel_id, prefixes = tournament.place.channel_id, id_prefixes(tournament)
        message_id = await messages.edit_or_post(client, channel_id, message_id, layout, prefixes)
    is_whole = language is None or not any(service.unposted(tournament))
    await service.record_message(client.context, tournament, message_id, is_whole=is_whole)
    return is_whole
