"""Draws and takebacks: the menu that offers them, and the buttons of the board that answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle

from bot.components import boards, messages, parts
from bot.components.answers import language_of
from bot.components.board_layouts import ACCEPT_DRAW, ALLOW_TAKEBACK, DECLINE, MORE
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, board_press, custom_id
from bot.components.stops import STOP
from bot.errors import ForgottenMatchError, StaleBoardError
from bot.services import find, guards, offers
from bot.words import labels
from bot.words import matches as match_words
from bot.words import offers as words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Asker, Match, OfferKind
    from bot.words.language import Language, Reader


class MoreButton(Press, kind=MORE, numbers=1):
    """More: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what else there is to do in the match."""
        context, asker, [match_id] = interaction.client.context, asker_of(interaction), self.numbers

        async def answer(reader: Reader) -> Layout:
            match = await find.seen_match(context, asker, match_id)
            if not asker.is_moderator:
                guards.refuse_strangers(match, asker.user_id)
            guards.refuse_if_over(match)
            return _draw_menu(reader.language, match, asker)

        await messages.post_answer(interaction, answer)


def _draw_menu(language: Language, match: Match, asker: Asker) -> Layout:
    said = (
        match_words.heading(language, match),
        match_words.format_status(language, match),
        words.list_deeds(language, match, asker.user_id, is_moderator=asker.is_moderator),
    )
    buttons = parts.row(_offer_deeds(language, match, asker))
    return Layout(parts.text("\n".join(said)), buttons, accent=parts.ASKING)


def _offer_deeds(language: Language, match: Match, asker: Asker) -> Iterator[Component]:
    if match.seat_of(asker.user_id) is not None:
        place = match.id, match.stand
        take_back = labels.ASK_TAKEBACK if match.level is None else labels.TAKE_BACK
        yield button(language.say(labels.OFFER_DRAW), OfferDrawButton.id_for(*place))
        yield button(language.say(take_back), TakeBackButton.id_for(*place))
    if asker.is_moderator:
        yield button(language.say(labels.END_MATCH), custom_id(STOP, match.id), ButtonStyle.danger)


class OfferDrawButton(Press, kind="od", numbers=2):
    """Offer a draw: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """Offer it, and post the board with the offer."""
        await _offer(interaction, "draw", *self.numbers)


class TakeBackButton(Press, kind="ot", numbers=2):
    """Take back, or ask to: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """Do or ask it, and post the board."""
        await _offer(interaction, "takeback", *self.numbers)


async def _offer(interaction: Interaction, kind: OfferKind, match_id: int, stand: int) -> None:
    """Answer in the menu; if the match has gone on since, draw that anew."""
    context, asker, language = interaction.client.context, asker_of(interaction), language_of(interaction)
    if not asker.is_shown:
        raise ForgottenMatchError
    try:
        progress = await offers.offer(context, asker.user_id, match_id, stand, kind)
    except StaleBoardError as stale:
        await messages.redraw(interaction, _draw_menu(language, stale.match, asker))
        return
    said = Layout(parts.text(words.confirmation(language, progress.match)), accent=parts.OVER)
    await messages.attempt(messages.redraw(interaction, said))
    await boards.post_below(interaction, progress)


class AcceptDrawButton(Press, kind=ACCEPT_DRAW, numbers=2):
    """Accept draw: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        pressed = board_press(interaction, *self.numbers)
        await boards.redraw(interaction, offers.accept(interaction.client.context, pressed))


class AllowTakebackButton(Press, kind=ALLOW_TAKEBACK, numbers=2):
    """Allow takeback: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """Take the move back, and post the board anew: a press on the old one is not meant for it."""
        pressed = board_press(interaction, *self.numbers)
        accepting = offers.accept(interaction.client.context, pressed)
        await boards.redraw(interaction, accepting, is_moved=True)


class DeclineOfferButton(Press, kind=DECLINE, numbers=2):
    """Decline, an offer: match, its stand."""

    async def act(self, interaction: Interaction) -> None:
        """Let the match go on."""
        pressed = board_press(interaction, *self.numbers)
        await boards.redraw(interaction, offers.decline(interaction.client.context, pressed))
