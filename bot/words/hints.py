"""Hints: a theme first, and then the move; or what the move was worth that was played instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.words.advice import get_advice
from bot.words.lines import say_play
from bot.words.refutations import format_refutation
from bot.words.remarks import format_remarks
from bot.words.themes import format_theme
from bot.words.worths import format_move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Question
    from bot.words.language import Language, Reader
    from engine import AnalysedMove, Analysis


def theme(language: Language, analysis: Analysis) -> str:
    """Say what to look for in a position, without telling the move."""
    said = format_theme(language, analysis.state.game, engine.theme(analysis))
    title = language.say("A hint")
    return f"### {title}\n{said}"


def solution(reader: Reader, question: Question, analysis: Analysis) -> str:
    """Tell the best move, what it is worth, why, and how play goes on, and which others are as good."""
    return "\n".join(_solution(reader, question, analysis))


def _solution(reader: Reader, question: Question, analysis: Analysis) -> Iterator[str]:
    language, state, best = reader.language, analysis.state, get_advice(analysis).move
    yield format_move(language, analysis, best, format_remarks(language, analysis)[best.action])
    yield from say_play(reader, question.match, state, best)
    if others := [state.game.name_of(state, each) for each in analysis.best if each != best.action]:
        yield (
            language.say("Every other move is as good.")
            if len(analysis.best) == len(analysis.moves)
            else language.say("Just as good: {moves}.", moves=language.listed(others))
        )


def refusal(language: Language, analysis: Analysis, played: AnalysedMove) -> str:
    """Say what came of it that a player did something else than a hint was about to tell."""
    name = analysis.state.game.name_of(analysis.state, played.action)
    moved_on = language.say("The match has moved on since this hint.")
    if played.action in analysis.best:
        found = language.say("You played {move}: there was nothing better.", move=name)
        return f"{moved_on} {found}"
    why = format_refutation(language, analysis, played)
    said = language.say("You played {move}: {why}", move=name, why=why)
    return f"{moved_on} {said}"
