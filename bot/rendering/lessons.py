"""Learning from mistakes, in plain English: an error as a question, and what to say to an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rendering import words
from bot.rendering.reviews import best, fault
from bot.rendering.worths import line, worth
from bot.words.language import ENGLISH
from bot.words.remarks import format_remarks
from engine import Label

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.models import Lesson, Reviewed
    from engine import AnalysedMove, Analysis, Judgement

_ERRORS = {Label.INACCURACY: "an inaccuracy", Label.MISTAKE: "a mistake", Label.BLUNDER: "a blunder"}
_BEST_MOST = 3  # best moves that are explained
_TITLE = "### Learn from mistakes"


def question(lesson: Lesson, reader_id: int) -> str:
    """Say what was played, ask for something better, and say what an answer that is not is worth."""
    match, played = lesson.match, lesson.played
    seat = played.analysis.state.to_move
    who = "You" if match.players[seat].user_id == reader_id else match.players[seat].name
    asked = f"{who}{words.side(match, seat)} played {_name(played.analysis, played.move)}{_error(played)}."
    lines = [_title(lesson), f"**Move {played.ply + 1}.** {asked} Find a better move."]
    if lesson.tried is not None:
        tried = lesson.tried
        lines.append(
            f"**{_name(tried.analysis, tried.move)}: {worth(tried.move)}.** There is better: try again."
        )
    return "\n".join(lines)


def _error(played: Judgement) -> str:
    if not played.is_error:  # it was one by an estimate that was better or worse than the present one
        return ""
    return f", {'' if played.is_exact else 'by my estimate '}{_ERRORS[played.label]}"


def _title(lesson: Lesson) -> str:
    if lesson.place is None:
        return _TITLE
    number, count = lesson.place
    return f"### Mistake {number} of {count}"


def answer(lesson: Lesson) -> str:
    """Say whether the answer was as good as the best, or what the best moves were, and why."""
    analysis, tried = lesson.played.analysis, lesson.tried
    best_moves = analysis.moves[: min(len(analysis.best), _BEST_MOST)]
    if tried is None:
        return _answered(lesson, best(analysis), best_moves)
    shown = [tried.move] if tried.label is Label.BEST else [tried.move, *best_moves]
    return _answered(lesson, _praise(tried), shown)


def _praise(tried: Judgement) -> str:
    """Say how good a right answer is, and what another would be better for."""
    name = _name(tried.analysis, tried.move)
    if not tried.is_exact:
        return f"Right: by my estimate {name} is {tried.label}."
    if tried.label is Label.BEST:
        return f"Right: {name} is best."
    return f"Right: {name} is {tried.label}. {fault(tried.analysis.value, tried.move.value)}"


def _answered(lesson: Lesson, verdict: str, shown: Iterable[AnalysedMove]) -> str:
    analysis = lesson.played.analysis
    reasons = format_remarks(ENGLISH, analysis)
    lines = [line(analysis, move, reasons[move.action]) for move in shown]
    return "\n".join([_title(lesson), f"**Move {lesson.played.ply + 1}. {verdict}**", *lines])


def _name(analysis: Analysis, move: AnalysedMove) -> str:
    return analysis.state.game.name_of(analysis.state, move.action)


def closing(reviewed: Reviewed, seat: int, reader_id: int) -> str:
    """Say that there are no more errors to learn from."""
    player, count = reviewed.match.players[seat], len(reviewed.review.errors(seat))
    who = "you" if player.user_id == reader_id else player.name
    if not count:
        return f"{_TITLE}\nIn this match {who} made no error."
    errors = "one error" if count == 1 else f"{count} errors"
    return f"{_TITLE}\nThat was all: in this match {who} made {errors}."
