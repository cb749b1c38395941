"""Hints: the message with the theme, and its button that tells the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, redraw_answer
from bot.components.refutations import show_refutation
from bot.services import explain, hint
from bot.words import hints, labels, matches
from bot.words.advice import get_advice
from engine.steps import read_step

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from bot.components.answers import Interaction
    from bot.models import Explanation, Question
    from bot.words.language import Language, Reader
    from engine import Analysis


async def post(interaction: Interaction, asking: Awaitable[Question]) -> None:
    """Answer the person alone with what to look for, and a button that tells the move."""

    async def answer(reader: Reader) -> Layout:
        explanation = await explain.answer(interaction.client.context, await asking)
        return _theme(reader.language, explanation)

    await messages.post_answer(interaction, answer)


def _theme(language: Language, explanation: Explanation) -> Layout:
    match, said = explanation.match, parts.text(hints.theme(language, explanation.analysis))
    show = button(language.say(labels.SHOW_MOVE), HintButton.id_for(match.id, match.ply))
    noted = [parts.text(matches.first_help(language))] if explanation.is_first_help else []
    return Layout(said, parts.row((show,)), *noted, accent=parts.ASKING)


def _move(reader: Reader, question: Question, analysis: Analysis) -> Layout:
    """Draw the board after the best move, and say why it is the best."""
    language, action = reader.language, get_advice(analysis).move.action
    shown, files = positions.picture_step(language, read_step(analysis.state, action), analysis.state.to_move)
    told = parts.text(hints.solution(reader, question, analysis))
    said = parts.text(hints.theme(language, analysis)), shown, told
    return Layout(*said, accent=parts.RUNNING, files=files)


def _played(reader: Reader, question: Question, analysis: Analysis) -> Layout:
    """Say what was played since instead, and draw the reply that it runs into if it was worse."""
    language, action = reader.language, question.match.actions[question.ply]
    played = next(move for move in analysis.moves if move.action == action)
    said = [parts.text(hints.refusal(language, analysis, played))]
    if action in analysis.best:
        return Layout(*said, accent=parts.OVER)
    shown, files = show_refutation(language, analysis, played)
    told = parts.text(hints.solution(reader, question, analysis))
    return Layout(*said, *shown, told, accent=parts.OVER, files=files)


class BoardHintButton(Press, kind="mh", numbers=1):
    """Hint, below a board: match."""

    async def act(self, interaction: Interaction) -> None:
        """Tell privately what to look for."""
        context, [match_id] = interaction.client.context, self.numbers
        await post(interaction, hint.by_board(context, asker_of(interaction), match_id))


class HintButton(Press, kind="h", numbers=2):
    """Show the move: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Tell the move in the message of the hint, or what came of playing another one."""
        match_id, ply = self.numbers
        context = interaction.client.context

        async def answer(reader: Reader) -> Layout:
            question = await hint.by_press(context, asker_of(interaction), match_id, ply)
            analysis = (await explain.answer(context, question)).analysis
            draw = _move if question.ply == question.match.ply else _played
            return await context.studio.draw(interaction.user.id, draw, reader, question, analysis)

        await redraw_answer(interaction, answer)
