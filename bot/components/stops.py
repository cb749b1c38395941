"""The question whether a moderator really wants to end a match, and its buttons."""

from collections.abc import AsyncIterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, DrawnMatch, Manner, Request, Update, on_press
from bot.components.parts import Layout, button
from bot.models import Match
from bot.services import stop
from bot.words import labels, matches, offers
from bot.words.language import Language


async def ask_to_stop(request: Request, match_id: int) -> Layout:
    """Ask the moderator whether they really want to end the match."""
    match = await stop.by_number(request.context, request.asker, match_id)
    return _draw_stop_question(request.language, match)


def _draw_stop_question(language: Language, match: Match) -> Layout:
    heading, status = matches.heading(language, match), matches.format_status(language, match)
    asked = f"**{offers.question_to_moderator(language)}**"
    really = button(language.say(labels.REALLY_END), really_stop_button.id_for(match.id), ButtonStyle.danger)
    return Layout(parts.join_lines(heading, status, asked), [really], accent=parts.ASKING)


@on_press("sq", Manner.OWN)
async def stop_button(request: Request, match_id: int) -> Layout:
    """End the match, first press: ask once more."""
    return await ask_to_stop(request, match_id)


@on_press("sy")
async def really_stop_button(request: Request, match_id: int) -> AsyncIterator[Answer]:
    """End the match, second press: end it, and post its board with a ping for the players."""
    match = await stop.confirm_stop(request.context, request.asker, match_id)
    said = offers.confirmation_to_moderator(request.language)
    confirmation = Layout(said, accent=parts.OVER)
    if match.place.channel_id != request.place.channel_id:
        yield confirmation
        yield DrawnMatch(match.id)
        return
    yield Update(confirmation)
    people = tuple(player.user_id for player in match.players if player.user_id is not None)
    yield Board(match, is_below=True, pings=people)
