"""The question "Really resign?" put by command: a message for the person alone, and its button."""

from collections.abc import AsyncIterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Answer, Board, Manner, Press, Request, Update
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
    asked = parts.text(matches.question_to_resign(language, match, request.user_id))
    really = ResignMatchButton.id_for(match.id, match.version)
    row = parts.row(
        (
            button(language.say(labels.REALLY_RESIGN), really, ButtonStyle.danger),
            button(language.say(labels.CANCEL), KeepPlayingButton.id_for()),
        )
    )
    return Layout(asked, row, accent=parts.ASKING)


class ResignMatchButton(Press, kind="rq", numbers=2):
    """Resign by command, second press: match, its version."""

    async def act(self, request: Request) -> AsyncIterator[Answer]:
        """End the match and post its board; if it was changed since the question, ask again."""
        match_id, version = self.numbers
        try:
            progress = await resign.confirm_command(
                request.context, request.asker, match_id, version, request.has_left
            )
        except StaleBoardError as stale:
            yield _draw_resign_question(request, stale.match)
            return
        said = matches.confirmation_of_resigning(request.language, progress.match, request.user_id)
        yield Update(Layout(parts.text(said), accent=parts.OVER))
        yield Board(progress, is_below=True)


class KeepPlayingButton(Press, kind="rk", numbers=0, answers=Manner.OWN):
    """Cancel, below the question of the command."""

    async def act(self, request: Request) -> Layout:
        """Say that the match goes on."""
        said = matches.confirmation_of_playing_on(request.language)
        return Layout(parts.text(said), accent=parts.OVER)
