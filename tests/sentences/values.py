"""What moves and positions are worth: in explanations, reviews, lessons and verdicts.

Most are of values that no match of tic-tac-toe leads to, because there everything is known at once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import engine
from bot.models import Explanation, Lesson, Match, Participant, Place, Reviewed
from bot.words import explanations, lessons, matches, reviews
from bot.words.games import get_words
from bot.words.language import ENGLISH, Reader
from bot.words.lines_of_play import say_play
from bot.words.values import format_move, format_value, format_worth
from engine import AnalysedMove, Analysis
from tests.sentences.positions import WON, analyse_oware

MATCH = Match(1, "tic-tac-toe", Place(None, 1), (Participant(10), Participant(None, "hard")), 0.0, 0.0)
READER = Reader(ENGLISH, 10)
TIC_TAC_TOE, KALAH = engine.game("tic-tac-toe"), engine.game("kalah")

ESTIMATES = {
    "oware": (0.4, 0.15, 0.05, -0.05, -0.15),
    "kalah": (-0.4,),
    "dots-and-boxes": (0.5, -0.2),
    "reversi": (0.5, -0.06),
}

EXPLAINED: dict[str, tuple[tuple[float, ...], int | None]] = {
    "ahead by estimate": ((0.31, 0.0, -0.98), None),
    "behind by estimate": ((-0.31,), None),
    "even by estimate": ((0.1,), None),
    "an estimate near zero": ((-0.04, -0.5), None),
    "a proven draw, and an estimate below": ((0, -0.3), None),
    "a proven draw, and a loss": ((0, -1), None),
    "played the best by estimate": ((0.31, 0.28, -0.5), 0),
    "played almost the best by estimate": ((0.31, 0.28, -0.5), 1),
    "played worse by estimate": ((0.31, 0.28, -0.5), 2),
}
"""Values of the first moves of tic-tac-toe, of which whole numbers are exact, and which move was played."""

MARGINS = {
    "an exact win": (10, True, True),
    "an exact loss": (-2, True, True),
    "an exact draw": (0, True, True),
    "a win by about": (6, False, True),
    "a loss by about": (-6, False, True),
    "an estimate ahead": (3, False, False),
    "an estimate behind": (-1, False, False),
    "an even estimate": (0, False, False),
}
"""Seeds ahead, whether they are exact, and whether the outcome is proven."""


def list_sentences() -> Iterator[tuple[str, str]]:
    for slug, values in ESTIMATES.items():
        words = get_words(engine.game(slug))
        for value in values:
            yield f"{slug}: an estimate of {value}", str(words.format_estimate(ENGLISH, value))
    for case, (values, played) in EXPLAINED.items():
        explanation = Explanation(MATCH, 0, analyse_as(*((value, 1) for value in values)), played)
        yield f"explanation: {case}", explanations.format_explanation(READER, explanation)
    yield from list_judgements()
    yield from list_lessons()
    yield from list_lines()
    yield from list_outcomes()
    for case, margin in MARGINS.items():
        yield f"kalah: {case}", format_margin(*margin)
    for case, ahead in {"a smaller win": 4, "a greater loss": -4}.items():
        yield f"kalah: played {case}", format_given_away(ahead)


def analyse_as(*worths: tuple[float, int]) -> Analysis:
    """Return an analysis of a first position with these values and distances; whole numbers are exact."""
    moves = (
        AnalysedMove(action, value, distance, exact=isinstance(value, int), line=(action,))
        for action, (value, distance) in enumerate(worths)
    )
    return Analysis(TIC_TAC_TOE.initial(), tuple(moves))


def prove(*moves: tuple[int, int, bool]) -> Analysis:
    """Return an analysis of a first position whose outcomes are proven, but some distances are unknown."""
    known = (
        AnalysedMove(action, value, distance, exact=exact, line=(action,), proven=True)
        for action, (value, distance, exact) in enumerate(moves)
    )
    return Analysis(TIC_TAC_TOE.initial(), tuple(known))


def estimate_oware() -> Analysis:
    """Return an analysis of the first position of Oware, all by estimate."""
    moves = (AnalysedMove(action, 0.4 - action / 5, 1, exact=False, line=(action,)) for action in range(6))
    return Analysis(engine.game("oware").initial(), tuple(moves))


OWARE = replace(MATCH, game_slug="oware")
LATER_DRAW, BY_ESTIMATE = analyse_as((0, 20), (0, 30)), analyse_as((0.4, 9), (0.35, 9), (-0.2, 9))
UNKNOWN, SEEDS = prove((-1, 4, True), (-1, 2, False)), estimate_oware()

REVIEWED = {
    "a later draw": (MATCH, LATER_DRAW, 1),
    "an unknown distance": (MATCH, UNKNOWN, 1),
    "an unproven best move": (MATCH, analyse_as((0.4, 9), (-1, 2), (-0.2, 9)), 1),
    "seeds by estimate": (OWARE, SEEDS, 3),
}

ANSWERED = {
    "a later draw": (LATER_DRAW, 1),
    "an unknown distance": (UNKNOWN, 1),
    "the best by estimate": (BY_ESTIMATE, 0),
    "almost the best by estimate": (BY_ESTIMATE, 1),
}


def list_judgements() -> Iterator[tuple[str, str]]:
    """Say what a review and an explanation say of a first move."""
    for case, (match, analysis, action) in REVIEWED.items():
        review = Reviewed(match, engine.review([analysis], [action]), None)
        yield f"review: {case}", reviews.list_pages(ENGLISH, review)[0].partition("\n")[2]
    explanation = Explanation(MATCH, 0, UNKNOWN, 1)
    yield "explanation: an unknown distance", explanations.format_explanation(READER, explanation)


def list_lessons() -> Iterator[tuple[str, str]]:
    """Say what a lesson says of a first move."""
    for case, (analysis, action) in ANSWERED.items():
        lesson = Lesson(MATCH, engine.judge(analysis, action), engine.judge(analysis, action))
        yield f"answer in a lesson: {case}", lessons.format_lesson_answer(READER, lesson)
    blunder = Lesson(MATCH, engine.judge(BY_ESTIMATE, 2))
    yield "question in a lesson: a blunder by estimate", lessons.format_mistake_question(READER, blunder)
    judgement = engine.judge(SEEDS, 3)
    wrong = lessons.format_mistake_question(READER, Lesson(OWARE, judgement, judgement))
    yield "question in a lesson: after a wrong answer, in seeds", wrong


def list_lines() -> Iterator[tuple[str, str]]:
    """Say moves in a list with their worth, and the best play after them."""
    rows, stores = (2 << 6 * 4) + (12 << 6 * 6), (10 << 72) + (24 << 78)
    again = engine.analyse(engine.State(KALAH, rows + stores, 20))
    only = analyse_oware((0, 0, 0, 0, 2, 0, 6, 3, 0, 1, 0, 0), (22, 14))
    won = analyse_oware(WON, (19, 19))
    reason = "only legal move"
    yield "kalah: a move before another", format_move(ENGLISH, again, again.moves[0], reason)
    yield "kalah: a line with a move before another", say_line(again)
    yield (
        "oware: the only move, proven but not exact",
        format_move(ENGLISH, only, only.moves[0], reason),
    )
    yield "oware: a line that ends with a score", say_line(won)
    thinking = replace(MATCH, game_slug="four-in-a-row-4x4", actions=(5,))
    yield "status: Maxine has to reply", matches.format_status(ENGLISH, thinking)


def say_line(analysis: Analysis) -> str:
    """Say the best play after the first move."""
    return "\n".join(say_play(READER, MATCH, analysis.state, analysis.moves[0]))


def list_outcomes() -> Iterator[tuple[str, str]]:
    """Say outcomes of which the distance is unknown."""
    for name, value in {"win": 1, "draw": 0, "loss": -1}.items():
        move = AnalysedMove(0, value, 9, exact=False, line=(0,), proven=True)
        analysis = Analysis(TIC_TAC_TOE.initial(), (move,))
        said = format_value(ENGLISH, move), matches.format_verdict(ENGLISH, MATCH, analysis)
        yield f"tic-tac-toe: a {name} of unknown distance", "\n".join(said)


def format_margin(margin: int, is_exact: bool, is_proven: bool) -> str:  # noqa: FBT001 - a row of the table
    """Say what a first move of Kalah is worth, and the verdict."""
    value = (margin > 0) - (margin < 0)
    move = AnalysedMove(0, value, 9, is_exact, (0,), proven=is_proven, margin=margin)
    analysis = Analysis(KALAH.initial(), (move,))
    worth = format_worth(ENGLISH, analysis.state, move)
    return f"{worth}\n{matches.format_verdict(ENGLISH, MATCH, analysis)}"


def format_given_away(margin: int) -> str:
    """Say that a move of Kalah gives two seeds away."""
    best = AnalysedMove(0, margin / 4, 9, exact=True, line=(0,), margin=margin + 2)
    moves: Iterable[AnalysedMove] = best, best._replace(action=1, margin=margin)
    return matches.format_judgement(ENGLISH, MATCH, Analysis.of(KALAH.initial(), moves), 1)
