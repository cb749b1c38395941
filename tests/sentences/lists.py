"""Lines about matches and puzzles: in a choice of matches, below a puzzle, and as the solution of a hint."""

from collections.abc import Iterator

import engine
from bot.models import CHANNEL, Match, Question, Rated, Rating, Skill
from bot.words import hints
from bot.words.language import ENGLISH, Reader
from bot.words.match_lists import format_choice
from bot.words.ratings import format_rated
from engine import Outcome
from tests.bot.drafts import ADA, ALAN, GRACE, draft, play
from tests.sentences.values import MATCH, READER

FIRST, SECOND, DRAW = Outcome.FIRST, Outcome.SECOND, Outcome.DRAW
WITH_EASY = draft(second=None, level="easy")

ENDED: dict[str, tuple[Match, Outcome | None, int]] = {
    "a win of the reader": (draft(), FIRST, ADA),
    "a loss of the reader": (draft(), FIRST, GRACE),
    "a win of a first player without a name": (draft(), FIRST, ALAN),
    "a win of a second player with a name": (draft(), SECOND, ALAN),
    "a win of a second player without a name": (draft(GRACE, ADA), SECOND, ALAN),
    "a draw": (draft(), DRAW, ADA),
    "an abandoned match against Maxine": (draft(second=None, level="hard"), None, ADA),
    "a win against Maxine without a name": (WITH_EASY, FIRST, ALAN),
    "a win against Maxine with a name": (draft(None, GRACE, level="easy"), SECOND, ALAN),
}

RATINGS = {
    "an uncertain rating": Rated(Skill(Rating(1523.4, 111), 5, 9), 12.4),
    "a certain rating": Rated(Skill(Rating(1523.4, 110), 5, 9), 12.4),
    "two puzzles until a rating": Rated(Skill(Rating(1523.4, 350)), 162),
    "one puzzle until a rating": Rated(Skill(Rating(1523.4, 250)), 162),
    "the first rating": Rated(Skill(Rating(1523.4, 225)), 162),
}

SOLVED = {
    "a draw, and other moves lose": "b2 a1",
    "a win in three, and another move wins too": "a1 c3",
    "a win at once": "a1 b1 b2 c1",
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for case, (match, outcome, user_id) in ENDED.items():
        yield f"choice: {case}", format_for(user_id, match.with_end(outcome, 1000))
    running = draft(None, CHANNEL, level="easy")
    yield "choice: a running match of a channel", format_for(ALAN, running)
    called = {ADA: "A" * 32, GRACE: "G" * 32}
    ended = draft().with_end(SECOND, 1000)
    yield "choice: long names", format_choice(Reader(ENGLISH, ALAN), ended, 1000, called)
    for case, rated in RATINGS.items():
        yield f"puzzle: {case}", format_rated(ENGLISH, rated)
    for case, names in SOLVED.items():
        yield f"solution: {case}", format_solution(names)


def format_for(user_id: int, match: Match) -> str:
    """Say a match in a choice, to a reader who knows Grace's name alone."""
    return format_choice(Reader(ENGLISH, user_id), match, 1000, {GRACE: "Grace"})


def format_solution(names: str) -> str:
    """Say the best move after these moves of tic-tac-toe."""
    match = play(MATCH, names)
    return hints.solution(READER, Question(match, match.ply, 10), engine.analyse(match.state))
