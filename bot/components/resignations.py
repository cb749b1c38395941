"""The question "Really resign?" put by command: a message for the person alone, and its button."""

from collections.abc import AsyncIterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, Request, Update, on_press
from bot.components.parts import Layout, button
from bot.errors import StaleBoardError
from bot.models import Match
from bot.services import resign
from bot.words import labels, matches


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
    yield Board(match, is_below=True)


@on_press("rk", Manner.OWN)
async def keep_playing_button(request: Request) -> Layout:
    """Cancel, below the question of the command: say that the match goes on."""
    said = matches.confirmation_of_playing_on(request.language)
    return Layout(said, accent=parts.OVER)
