"""The menu More of a board: draws, takebacks and the end by a moderator; and what answers an offer."""

from collections.abc import AsyncIterator, Iterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, Press, Request, Update
from bot.components.parts import Component, Layout, button
from bot.components.stops import StopButton
from bot.errors import ForgottenMatchError, StaleBoardError
from bot.models import Asker, Match, OfferKind
from bot.services import find, guards, offers
from bot.words import labels
from bot.words import matches as match_words
from bot.words import offers as words
from bot.words.language import Language


class MoreButton(Press, kind="mo", numbers=1, answers=Manner.PRIVATE):
    """More: match."""

    async def act(self, request: Request) -> Layout:
        """Show what else a player can do in the match, or a moderator."""
        match = await find.seen_match(request.context, request.asker, *self.numbers)
        if not request.asker.is_moderator:
            guards.refuse_strangers(match, request.user_id)
        guards.refuse_if_over(match)
        return _draw_menu(request.language, match, request.asker)


def _draw_menu(language: Language, match: Match, asker: Asker) -> Layout:
    said = (
        match_words.heading(language, match),
        match_words.format_status(language, match),
        words.list_menu(language, match, asker.user_id, is_moderator=asker.is_moderator),
    )
    buttons = parts.row(_menu_buttons(language, match, asker))
    return Layout(parts.text("\n".join(said)), buttons, accent=parts.ASKING)


def _menu_buttons(language: Language, match: Match, asker: Asker) -> Iterator[Component]:
    if match.seat_of(asker.user_id) is not None:
        place = match.id, match.version
        take_back = labels.ASK_TAKEBACK if match.level is None else labels.TAKE_BACK
        yield button(language.say(labels.OFFER_DRAW), OfferDrawButton.id_for(*place))
        yield button(language.say(take_back), TakeBackButton.id_for(*place))
    if asker.is_moderator:
        yield button(language.say(labels.END_MATCH), StopButton.id_for(match.id), ButtonStyle.danger)


class OfferDrawButton(Press, kind="od", numbers=2):
    """Offer a draw: match, its version."""

    def act(self, request: Request) -> AsyncIterator[Answer]:
        """Offer a draw, and post the board with the offer."""
        return _make_offer(request, "draw", *self.numbers)


class TakeBackButton(Press, kind="ot", numbers=2):
    """Take back, or ask to: match, its version."""

    def act(self, request: Request) -> AsyncIterator[Answer]:
        """Take the move back, or ask for it, and post the board."""
        return _make_offer(request, "takeback", *self.numbers)


async def _make_offer(
    request: Request, kind: OfferKind, match_id: int, version: int
) -> AsyncIterator[Answer]:
    """Answer in the menu; if the match was changed since, redraw the menu."""
    if not request.asker.is_shown:
        raise ForgottenMatchError
    try:
        progress = await offers.make_offer(request.context, request.user_id, match_id, version, kind)
    except StaleBoardError as stale:
        yield _draw_menu(request.language, stale.match, request.asker)
        return
    said = parts.text(words.confirmation(request.language, progress.match))
    yield Update(Layout(said, accent=parts.OVER))
    yield Board(progress, is_below=True)


class AcceptDrawButton(Press, kind="oy", numbers=2):
    """Accept draw: match, its version."""

    async def act(self, request: Request) -> Board:
        """End the match."""
        return Board(await offers.accept(request.context, request.press_on(*self.numbers)))


class AllowTakebackButton(Press, kind="ox", numbers=2):
    """Allow takeback: match, its version."""

    async def act(self, request: Request) -> Board:
        """Take the move back, and post a new board, so that a late press on the old one does no harm."""
        accepted = await offers.accept(request.context, request.press_on(*self.numbers))
        return Board(accepted, is_moved=True)


class DeclineOfferButton(Press, kind="on", numbers=2):
    """Decline, an offer: match, its version."""

    async def act(self, request: Request) -> Board:
        """Let the match go on."""
        return Board(await offers.decline(request.context, request.press_on(*self.numbers)))
