"""How to play a move that an explanation, a hint or a board names: its button, or else by name."""

from collections.abc import AsyncIterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, NewBoard, Request, Update, on_press
from bot.components.parts import Component, Layout, button
from bot.errors import ForgottenMatchError
from bot.models import Match
from bot.rendering.views import get_view
from bot.services import play, replies
from bot.words import labels, matches
from bot.words.advice import get_advice
from bot.words.language import Language, Reader
from engine import Analysis


def offer_best_move(reader: Reader, match: Match, ply: int, analysis: Analysis) -> list[Component]:
    """Return the button that plays the best move, only for the player to move there now."""
    is_now = ply == match.ply and not match.is_over
    if not is_now or reader.user_id is None or match.to_move.user_id != reader.user_id:
        return []
    action = get_advice(analysis).move.action
    label = labels.play_move(reader.language, analysis.state, action)
    return [button(label, play_advised_button.id_for(match.id, match.version, action), ButtonStyle.primary)]


def tell_of_unkeyed(language: Language, match: Match, ply: int) -> str:
    """Say how to play the legal moves that have no button on the board, if the match stands there."""
    is_now = ply == match.ply and not match.is_over
    actions = get_view(match.game).list_unkeyed(match.state) if is_now else ()
    return matches.format_unkeyed(language, match.state, actions) if actions else ""


@on_press("pa")
async def play_advised_button(
    request: Request, match_id: int, version: int, action: int
) -> AsyncIterator[Answer]:
    """Below what is advised: play the move, and post the board below."""
    if not request.asker.is_shown:
        raise ForgottenMatchError
    match = await play.advised(request.context, request.user_id, match_id, version, action)
    replies.begin_reply(request.context, match)  # before the first answer is sent
    said = matches.confirmation_of_playing(request.language, match, request.user_id)
    yield Update(Layout(said, accent=parts.OVER))
    yield NewBoard(match)
