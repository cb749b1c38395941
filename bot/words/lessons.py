"""Learning from mistakes: an error as a question, and the reply to an answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.models import Lesson, Reviewed
from bot.words.advice import find_reason, format_refutation, get_advice
from bot.words.language import Language, Reader, template
from bot.words.lines_of_play import say_play
from bot.words.matches import is_comparable
from bot.words.names import format_player, format_side
from bot.words.remarks import format_remark
from bot.words.reviews import best_moves, format_fault
from bot.words.values import format_move, format_worth
from engine import Action, AnalysedMove, Analysis, Judgement, Label

_ERRORS: Final[Mapping[Label, str]] = {
    Label.INACCURACY: template("That was an inaccuracy."),
    Label.MISTAKE: template("That was a mistake."),
    Label.BLUNDER: template("That was a blunder."),
}
_ESTIMATED_ERRORS: Final[Mapping[Label, str]] = {
    Label.INACCURACY: template("By my estimate, that was an inaccuracy."),
    Label.MISTAKE: template("By my estimate, that was a mistake."),
    Label.BLUNDER: template("By my estimate, that was a blunder."),
}


def format_mistake_question(reader: Reader, lesson: Lesson) -> str:
    """Say what was played, and ask for something better."""
    number = reader.language.say("Move {number}.", number=lesson.judgement.ply + 1)
    task = " ".join(_list_task_sentences(reader, lesson))
    return f"{_format_lesson_title(reader.language, lesson)}\n**{number}** {task}"


def format_wrong_answer(language: Language, lesson: Lesson, tried: Judgement) -> str:
    """Say what an answer is worth that is worse than the best."""
    refuted = format_refutation(language, tried.analysis, tried.move)
    said = f"**{_name_move(tried.analysis, tried.move)}:** {refuted}"
    again = language.say("There is better: try again.")
    return f"{_format_lesson_title(language, lesson)}\n{said} {again}"


def _list_task_sentences(reader: Reader, lesson: Lesson) -> Iterator[str]:
    language, judgement = reader.language, lesson.judgement
    yield _format_played(reader, lesson)
    if judgement.is_error:  # the move was no error by the present estimate
        yield language.say((_ERRORS if judgement.is_proven else _ESTIMATED_ERRORS)[judgement.label])
    yield language.say("Find a better move.")


def _format_played(reader: Reader, lesson: Lesson) -> str:
    language, match, judgement = reader.language, lesson.match, lesson.judgement
    seat, name = judgement.analysis.state.to_move, _name_move(judgement.analysis, judgement.move)
    mover = match.players[seat].user_id
    if mover is not None and mover == reader.user_id:
        return language.say(
            "You[[ ({side})]] played {move}.", side=format_side(language, match, seat), move=name
        )
    player = None if mover is None else format_player(language, match, seat)
    return language.say("[[{player}|I]] played {move}.", player=player, move=name)


def _format_lesson_title(language: Language, lesson: Lesson) -> str:
    if lesson.place is None:
        return _format_series_title(language)
    number, count = lesson.place
    title = language.say("Mistake {number} of {count}", number=number, count=count)
    return f"### {title}"


def _format_series_title(language: Language) -> str:
    title = language.say("Learn from mistakes")
    return f"### {title}"


def format_lesson_answer(reader: Reader, lesson: Lesson) -> str:
    """Say whether the answer was as good as the best, or what the best moves were, and why."""
    language, analysis, tried = reader.language, lesson.judgement.analysis, lesson.tried
    first = get_advice(analysis).move
    if tried is None:
        verdict, named = best_moves(language, analysis), analysis.best
        return _format_solution(reader, lesson, verdict, named, [first])
    shown = [tried.move] if tried.label is Label.BEST else [tried.move, first]
    return _format_solution(reader, lesson, _format_praise(language, tried), (tried.move.action,), shown)


def _format_praise(language: Language, tried: Judgement) -> str:
    """Say how good a right answer is, and what another would be better for."""
    name, is_best = _name_move(tried.analysis, tried.move), tried.label is Label.BEST
    if tried.label is Label.UNPROVEN:
        return language.say("Perhaps: it is not proven whether {move} is as good.", move=name)
    if not tried.is_proven:
        return language.say("Right: by my estimate {move} is [[best?best|good]].", move=name, best=is_best)
    if is_best:
        return language.say("Right: {move} is best.", move=name)
    praise = language.say("Right: {move} is good.", move=name)
    if not is_comparable(tried.analysis.moves[0], tried.move):
        return praise
    return f"{praise} {format_fault(language, tried.analysis.moves[0], tried.move)}"


def _format_solution(
    reader: Reader, lesson: Lesson, verdict: str, named: Sequence[Action], shown: Sequence[AnalysedMove]
) -> str:
    """Say the verdict, what each move is worth and why, and how play goes on after the first of the best.

    A move alone, which is all that the verdict has named, is not named again.
    """
    language, analysis = reader.language, lesson.judgement.analysis
    number = language.say("Move {number}.", number=lesson.judgement.ply + 1)
    is_clear = len(shown) == len(named) == 1
    lines = [_format_worth(language, analysis, move, is_clear=is_clear) for move in shown]
    best = next(move for move in shown if move.action in analysis.best)
    play = say_play(reader, lesson.match, analysis.state, best)
    return "\n".join([_format_lesson_title(language, lesson), f"**{number} {verdict}**", *lines, *play])


def _format_worth(language: Language, analysis: Analysis, move: AnalysedMove, *, is_clear: bool) -> str:
    """Say what a move is worth, and why; which move is meant, unless that is clear."""
    remark = find_reason(analysis, move.action)
    reason = "" if remark is None else format_remark(language, analysis.state, move.action, remark)
    if not is_clear:
        return format_move(language, analysis, move, reason)
    return " · ".join(filter(None, (format_worth(language, analysis.state, move), reason)))


def _name_move(analysis: Analysis, move: AnalysedMove) -> str:
    return analysis.state.name_of(move.action)


def format_lessons_end(reader: Reader, reviewed: Reviewed, seat: int, found: int) -> str:
    """Say that there are no more errors to learn from, and for how many a better move was found at once."""
    language, player = reader.language, reviewed.match.players[seat]
    number = len(reviewed.review.errors(seat))
    if player.user_id == reader.user_id:
        said = _format_own_errors(language, number)
    else:
        said = _format_errors(language, player.name, number)
    lines = [_format_series_title(language), said]
    if number:
        lines.append(
            language.count(
                "Your score: a better move at the first try for {found} of {number} [error|errors].",
                number,
                found=found,
            )
        )
    return "\n".join(lines)


def _format_own_errors(language: Language, number: int) -> str:
    if not number:
        return language.say("In this match you made no error.")
    return language.count("That was all: in this match you made [one error|{number} errors].", number)


def _format_errors(language: Language, name: str, number: int) -> str:
    if not number:
        return language.say("In this match {player} made no error.", player=name)
    return language.count(
        "That was all: in this match {player} made [one error|{number} errors].", number, player=name
    )
