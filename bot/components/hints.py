"""Hints: the message with the theme, and its button that tells the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, redraw_answer
from bot.models import Move
from bot.services import hint
from bot.words import hints, labels

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.models import Match, Question
    from bot.words.language import Language, Reader
    from engine import Analysis


async def post(interaction: Interaction, asking: Awaitable[Question]) -> None:
    """Answer the person alone with what to look for, and a button that tells the move."""

    async def answer(reader: Reader) -> Layout:
        question = await asking
        analysis = await hint.answer(interaction.client.context, question)
        return _theme(reader.language, question.match, analysis)

    await messages.post_answer(interaction, answer)


def _theme(language: Language, match: Match, analysis: Analysis) -> Layout:
    show = button(language.say(labels.SHOW_MOVE), HintButton.id_for(match.id, match.ply))
    return Layout(parts.text(hints.theme(language, analysis)), parts.row((show,)), accent=parts.ASKING)


def _move(language: Language, analysis: Analysis) -> Layout:
    """Draw the board after the best move, and say why it is the best."""
    action = analysis.moves[0].action
    last = Move(analysis.state.to_move, action)
    after, seat = analysis.state.successor(action), analysis.state.to_move
    shown, files = positions.picture(language, after, last, seat=seat, is_over=True)
    said = parts.text(hints.theme(language, analysis)), shown, parts.text(hints.solution(language, analysis))
    return Layout(*said, accent=parts.RUNNING, files=files)


class HintButton(Press, kind="h", numbers=2):
    """Show the move: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Tell the move in the message of the hint."""
        match_id, ply = self.numbers
        context = interaction.client.context

        async def answer(reader: Reader) -> Layout:
            question = await hint.by_press(context, asker_of(interaction), match_id, ply)
            return _move(reader.language, await hint.answer(context, question))

        await redraw_answer(interaction, answer)
