"""The list of running matches, a private message, from which players move a match whose channel is gone."""

from collections.abc import Iterable, Iterator

from discord import ButtonStyle

from bot import policy
from bot.components import parts
from bot.components.answers import Board, Manner, Request, on_press
from bot.components.parts import Layout, Part, button
from bot.models import Match, MatchScope
from bot.services import find, places
from bot.words import labels, match_lists
from bot.words import matches as match_words
from bot.words.language import Language


async def draw_list(request: Request, scope: MatchScope) -> Layout:
    """Draw the newest matches, and how many more there are."""
    asker, reader = request.asker, request.reader
    matches, total = await find.current_matches(request.context, asker, scope, policy.MOST_RUNNING_SHOWN)
    seen = {match.id for match in matches if find.is_seen(match, asker)}
    text = match_lists.format_list(reader, scope, matches, total, seen)
    own = (match for match in matches if match.seat_of(asker.user_id) is not None)
    stopped = [match for match in own if match.is_stopped][: policy.MOST_MOVABLE_SHOWN]
    return Layout(text, *_offer_moves(reader.language, stopped), accent=parts.RUNNING)


def _offer_moves(language: Language, stopped: Iterable[Match]) -> Iterator[Part]:
    for match in stopped:
        yield match_lists.format_stopped(language, match)
        yield [button(language.say(labels.MOVE_HERE), move_here_button.id_for(match.id))]


@on_press("gh", Manner.PUBLIC)
async def move_here_button(request: Request, match_id: int) -> Board | Layout:
    """Move it here: post the board, or between people ask the other, who alone knows whether they see it."""
    context, asker = request.context, request.asker
    match = await places.movable(context, asker, match_id)
    if match.level is not None:
        return Board(await places.move_here(context, asker, match))
    return _draw_move_question(request.public_language, match, match.seat_of(asker.user_id) or 0)


def _draw_move_question(language: Language, match: Match, seat: int) -> Layout:
    heading = match_words.heading(language, match)
    asked = match_lists.format_move_question(language, match, seat)
    id_ = go_on_here_button.id_for(match.id, seat)
    go_on = button(language.say(labels.GO_ON_HERE), id_, ButtonStyle.success)
    return Layout(parts.join_lines(heading, asked), [go_on], accent=parts.ASKING)


@on_press("go")
async def go_on_here_button(request: Request, match_id: int, seat: int) -> Board:
    """Go on here: turn the question into the board."""
    message_id = request.pressed.id
    return Board(await places.agree(request.context, request.asker, match_id, seat, message_id))
