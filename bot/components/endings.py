"""The private questions whether a player or a moderator really wants to end a match, and their buttons."""

from collections.abc import AsyncIterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, DrawnMatch, Manner, NewBoard, Request, Update, on_press
from bot.components.parts import Layout, button
from bot.errors import StaleBoardError
from bot.models import Match
from bot.services import resign
from bot.words import labels, matches, offers
from bot.words.language import Language


async def ask_to_resign(request: Request, match_id: int | None) -> Layout:
    """Ask the person whether they really want to end a match, by default the newest here."""
    match = await resign.by_command(request.context, request.asker, match_id, request.has_left)
    return _draw_resign_question(request, match)


def _draw_resign_question(request: Request, match: Match) -> Layout:
    language = request.language
    asked = matches.question_to_resign(language, match, request.user_id)
    really = resign_match_button.id_for(match.id, match.version)
    row = [
        button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),
        button(language.say(labels.CANCEL), keep_playing_button.id_for()),
    ]
    return Layout(asked, row, accent=parts.ASKING)


@on_press("rq")
async def resign_match_button(request: Request, match_id: int, version: int) -> AsyncIterator[Answer]:
    """Resign by command, second press: end the match; if it was changed since the question, ask again."""
    try:
        match = await resign.confirm_command(
            request.context, request.asker, match_id, version, request.has_left
        )
    except StaleBoardError as stale:
        yield _draw_resign_question(request, stale.match)
        return
    said = matches.confirmation_of_resigning(request.language, match, request.user_id)
    yield Update(Layout(said, accent=parts.OVER))
    yield NewBoard(match)


@on_press("rk", Manner.OWN)
async def keep_playing_button(request: Request) -> Layout:
    """Cancel, below the question of the command: say that the match goes on."""
    said = matches.confirmation_of_playing_on(request.language)
    return Layout(said, accent=parts.OVER)


async def ask_to_stop(request: Request, match_id: int) -> Layout:
    """Ask the moderator whether they really want to end the match."""
    match = await resign.find_stoppable(request.context, request.asker, match_id)
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
    match = await resign.confirm_stop(request.context, request.asker, match_id)
    said = offers.confirmation_to_moderator(request.language)
    confirmation = Layout(said, accent=parts.OVER)
    if match.place.channel_id != request.place.channel_id:
        yield confirmation
        yield DrawnMatch(match.id)
        return
    yield Update(confirmation)
    people = tuple(player.user_id for player in match.players if player.user_id is not None)
    yield NewBoard(match, pings=people)
