"""The menu More of a board: draws, takebacks and the end by a moderator; and what answers an offer."""

from collections.abc import AsyncIterator, Iterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, NewBoard, Request, Update, on_press
from bot.components.endings import stop_button
from bot.components.parts import Component, Layout, button
from bot.errors import ForgottenMatchError, StaleBoardError
from bot.models import Asker, Match, OfferKind
from bot.services import find, guards, offers
from bot.words import labels
from bot.words import matches as match_words
from bot.words import offers as words
from bot.words.language import Language


@on_press("mo", Manner.PRIVATE)
async def more_button(request: Request, match_id: int) -> Layout:
    """More: show what else a player can do in the match, or a moderator."""
    match = await find.seen_match(request.context, request.asker, match_id)
    if not request.asker.is_moderator:
        guards.refuse_strangers(match, request.user_id)
    guards.refuse_if_over(match)
    return _draw_menu(request.language, match, request.asker)


def _draw_menu(language: Language, match: Match, asker: Asker) -> Layout:
    heading, status = match_words.heading(language, match), match_words.format_status(language, match)
    menu = words.list_menu(language, match, asker.user_id, is_moderator=asker.is_moderator)
    said = parts.join_lines(heading, status, menu)
    return Layout(said, [*_menu_buttons(language, match, asker)], accent=parts.ASKING)


def _menu_buttons(language: Language, match: Match, asker: Asker) -> Iterator[Component]:
    if match.seat_of(asker.user_id) is not None:
        place = match.id, match.version
        take_back = labels.ASK_TAKEBACK if match.level is None else labels.TAKE_BACK
        yield button(language.say(labels.OFFER_DRAW), offer_draw_button.id_for(*place))
        yield button(language.say(take_back), take_back_button.id_for(*place))
    if asker.is_moderator:
        yield button(language.say(labels.END_MATCH), stop_button.id_for(match.id), ButtonStyle.danger)


@on_press("od")
def offer_draw_button(request: Request, match_id: int, version: int) -> AsyncIterator[Answer]:
    """Offer a draw: post the board with the offer."""
    return _make_offer(request, "draw", match_id, version)


@on_press("ot")
def take_back_button(request: Request, match_id: int, version: int) -> AsyncIterator[Answer]:
    """Take back, or ask to: take the move back, or ask for it, and post the board."""
    return _make_offer(request, "takeback", match_id, version)


async def _make_offer(
    request: Request, kind: OfferKind, match_id: int, version: int
) -> AsyncIterator[Answer]:
    """Answer in the menu; if the match was changed since, redraw the menu."""
    if not request.asker.is_shown:
        raise ForgottenMatchError
    try:
        match = await offers.make_offer(request.context, request.user_id, match_id, version, kind)
    except StaleBoardError as stale:
        yield _draw_menu(request.language, stale.match, request.asker)
        return
    said = words.confirmation(request.language, match)
    yield Update(Layout(said, accent=parts.OVER))
    yield NewBoard(match)


@on_press("oy")
async def accept_draw_button(request: Request, match_id: int, version: int) -> Board:
    """Accept draw: end the match."""
    return Board(await offers.accept(request.context, request.press_on(match_id, version)))


@on_press("ox")
async def allow_takeback_button(request: Request, match_id: int, version: int) -> NewBoard:
    """Allow takeback: take the move back, and post a new board, as a late press on the old one may come."""
    accepted = await offers.accept(request.context, request.press_on(match_id, version))
    return NewBoard(accepted)


@on_press("on")
async def decline_offer_button(request: Request, match_id: int, version: int) -> Board:
    """Decline, an offer: let the match go on."""
    return Board(await offers.decline(request.context, request.press_on(match_id, version)))
