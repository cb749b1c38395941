"""Completes the reviews of processes that were killed while they searched for proofs."""

from contextlib import suppress

import discord

from bot.components.parts import Layout
from bot.components.reviews import draw_completed, find_shown
from bot.delivery import messages
from bot.delivery.keeping import Kept
from bot.delivery.responder import Responder
from bot.errors import ForgottenMatchError
from bot.models import OpenReview
from bot.services import find, review
from bot.words.language import Language, Reader


def describe_open_review(responder: Responder, reader: Reader, message_id: int, match_id: int) -> OpenReview:
    """Return what another process needs to complete a review if this one does not."""
    interaction, is_public = responder.interaction, reader.user_id is None
    return OpenReview(
        message_id,
        match_id,
        interaction.channel_id or 0,
        reader.user_id,
        reader.language.code,
        None if is_public and responder.can_speak else interaction.token,
        interaction.client.context.now() + review.DUE_SECONDS,
    )


class KeptReview(Kept[OpenReview]):
    """The message of a review whose process was killed while it searched for proofs."""

    kind = "review"
    at_once = 1  # each searches for long
    is_posted = False
    list_due = staticmethod(review.list_due)
    load = staticmethod(lambda context, id_: context.storage.findings.find_open(id_))

    async def draw(self, _: Language) -> Layout | None:
        """Complete the review; None if the message shows none any more, or its match is forgotten."""
        left = self.stored
        with suppress(ForgottenMatchError):
            match = await find.match_by_id(self.context, left.match_id)
            ply = find_shown(messages.buttons_in(await messages.once(self._fetch_message())), match)
            if ply is not None:
                reader = Reader(self.client.languages.spoken_in(left.language), left.user_id)
                return await draw_completed(self.context, left.user_id or 0, reader, match, ply)
        return None

    async def show(self, language: Language) -> None:
        """Edit the message by the interaction it answers, if the bot's own token does not suffice."""
        if self.stored.token is None:
            await super().show(language)
        elif (layout := await self.draw(language)) is not None:
            edit = self._hook(self.stored.token).edit_message
            await messages.once(edit(self.stored.message_id, **messages.redrawn_with(layout)))

    async def record(self) -> None:
        """Store that the message shows this."""
        await review.close_review(self.context, self.stored)

    def _hook(self, token: str) -> discord.Webhook:
        """Return the webhook that edits an interaction's answers, as long as Discord accepts its token."""
        return discord.Webhook.partial(self.client.application_id or 0, token, client=self.client)

    async def _fetch_message(self) -> discord.Message:
        left = self.stored
        if left.token is not None:
            return await self._hook(left.token).fetch_message(left.message_id)
        return await self.client.get_partial_messageable(left.channel_id).fetch_message(left.message_id)
