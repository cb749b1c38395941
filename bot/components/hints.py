"""Hints: the message with the theme, and its button that shows the move."""

from bot.components import advised_moves, parts, positions
from bot.components.answers import Manner, Request, on_press
from bot.components.parts import Layout, button
from bot.models import Explanation, Question
from bot.services import explain, hint
from bot.words import hints, labels, ratings
from bot.words.advice import get_advice
from bot.words.language import Language, Reader
from engine.steps import read_step


async def hint_here(request: Request) -> Layout:
    """Draw a hint in the person's newest match here."""
    return await draw_hint(request, await hint.by_command(request.context, request.asker))


async def draw_hint(request: Request, question: Question) -> Layout:
    """Draw what to look for, and a button that tells the move."""
    return _draw_theme(request.language, await hint.find_theme(request.context, question))


def _draw_theme(language: Language, explanation: Explanation) -> Layout:
    match, said = explanation.match, hints.format_hint(language, explanation.analysis)
    show = button(language.say(labels.SHOW_MOVE), hint_button.id_for(match.id, match.ply))
    shown = [show] if len(explanation.analysis.moves) > 1 else []
    return Layout(said, shown, _note_help(language, explanation), accent=parts.ASKING)


def _note_help(language: Language, explanation: Explanation) -> str:
    return ratings.first_help(language) if explanation.is_first_help else ""


def _draw_best_move(reader: Reader, question: Question, explanation: Explanation) -> Layout:
    """Draw the board after the best move, and say why it is the best."""
    language, analysis = reader.language, explanation.analysis
    step = read_step(analysis.state, get_advice(analysis).move.action)
    return Layout(
        hints.format_hint(language, analysis),
        positions.picture_step(language, step, analysis.state.to_move),
        hints.solution(reader, question, analysis),
        advised_moves.tell_of_unkeyed(language, question.match, question.ply),
        advised_moves.offer_best_move(reader, question.match, question.ply, analysis),
        _note_help(language, explanation),
        accent=parts.RUNNING,
    )


def _draw_played_move(reader: Reader, question: Question, explanation: Explanation) -> Layout:
    """Say which move was played instead, and draw the reply that punishes it if it was worse."""
    language, action = reader.language, question.match.actions[question.ply]
    analysis, noted = explanation.analysis, _note_help(reader.language, explanation)
    played = next(move for move in analysis.moves if move.action == action)
    said = hints.format_played_instead(language, analysis, played)
    if action in analysis.best:
        return Layout(said, noted, accent=parts.OVER)
    reply = positions.show_refutation(language, analysis, played)
    solution = hints.solution(reader, question, analysis)
    return Layout(said, *reply, solution, noted, accent=parts.OVER)


@on_press("mh", Manner.PRIVATE)
async def board_hint_button(request: Request, match_id: int) -> Layout:
    """Hint, below a board: say what to look for."""
    return await draw_hint(request, await hint.by_board(request.context, request.asker, match_id))


@on_press("h", Manner.OWN)
async def hint_button(request: Request, match_id: int, ply: int) -> Layout:
    """Show the move: show it in the message of the hint, or what came of playing another one."""
    context = request.context
    question = await hint.by_press(context, request.asker, match_id, ply)
    explanation = await explain.explain_position(context, question)
    draw = _draw_best_move if question.ply == question.match.ply else _draw_played_move
    return await context.drawing_pool.draw(request.user_id, draw, request.reader, question, explanation)
