"""The messages of tournaments, redrawn as they go on."""

from math import inf
from typing import Self

from bot.components import parts
from bot.components.parts import Layout
from bot.components.tournaments import draw_tournament, join_button, withdraw_button
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.keeping import Kept, keep_true
from bot.models import Tournament
from bot.services import tournaments as service
from bot.words import tournaments as words
from bot.words.language import Language


class KeptTournament(Kept[Tournament]):
    """The message of a tournament; its step posts the boards of a round."""

    kind = "tournament"
    refused_until = inf  # it goes on, whatever its message shows
    buttons = join_button, withdraw_button
    list_due = staticmethod(lambda context: context.storage.tournaments.list_due())
    load = staticmethod(service.advance)  # which begins the next round first

    async def step(self, _: Language) -> Self:
        """Post the boards of the round that are not known to be posted."""
        for match_id in service.unposted(self.stored):
            await self.client.displays[match_id].draw(is_given_up=True)
        return type(self)(self.client, self.id, await service.find(self.context, self.id))

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        return draw_tournament(language, self.stored)

    async def record(self) -> bool:
        """Store that the message shows this."""
        is_whole = not any(service.unposted(self.stored))
        await service.record_message(self.context, self.stored, self.message_id or 0, is_whole=is_whole)
        return is_whole

    async def give_up(self, _: Exception | None) -> None:
        """Let the message be, until the tournament goes on."""
        await service.record_message(self.context, self.stored, self.message_id or 0)


async def record_message(client: Client, tournament: Tournament, message_id: int) -> None:
    """Store that a message shows a tournament, unless a newer one does; post the boards of a new round."""
    is_newest = message_id >= (tournament.message_id or 0)
    is_whole = is_newest and not any(service.unposted(tournament))
    await service.record_message(
        client.context, tournament, max(message_id, tournament.message_id or 0), is_whole=is_whole
    )
    if not is_whole:
        await keep_true(KeptTournament, client, tournament.id)


async def leave_message(client: Client, language: Language, tournament: Tournament, message_id: int) -> None:
    """Let the former message of a tournament say that another one shows it."""
    if tournament.message_id is not None:
        said = words.forwarding(language, tournament.place.link_to(message_id))
        old = Layout(words.heading(language, tournament), said, accent=parts.OVER)
        await messages.try_quietly(
            messages.edit(client, tournament.place.channel_id, tournament.message_id, old)
        )
