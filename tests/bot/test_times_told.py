"""Sentences with a time in them stay true and grammatical when the time has passed."""

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import bot
from bot.errors import Reason, Refused
from bot.models import (
    Attempt,
    Challenge,
    Lap,
    Match,
    Participant,
    Place,
    Plan,
    PuzzleFilter,
    PuzzleView,
    Race,
    Reviewed,
    Together,
    Tournament,
    Vote,
)
from bot.models.puzzles import End
from bot.words import deadlines, plans, puzzles, races, refusals, reviews, tournaments, votes
from bot.words.language import ENGLISH, Reader
from engine import Review
from engine.puzzles import of as list_puzzles
from tests.make_catalogues import gather

PAST = 1_000_000_000
DAY = PAST // 86_400
PLACE = Place(1, 2)
MATCH = Match(1, "tic-tac-toe", PLACE, (Participant(10), Participant(11)), 0.0, 0.0, pace=86_400, due_at=PAST)
QUICK = replace(MATCH, pace=60)
TOGETHER = Together(10, votes=(Vote(0, 10, 0, 1),))
RACE = Race(1, PLACE, 10, None, 0.0, PAST, is_weekly=True)
PLAN = Plan(1, Challenge(PLACE, 10, "oware", "me"), PAST)
TOURNAMENT = Tournament(1, "oware", PLACE, 10, 60, 0.0, starts_at=PAST)
REVIEWED = Reviewed(MATCH, Review((), (None, None), None), None, is_complete=False)


def told(**changes: object) -> str:
    """What is said of a puzzle."""
    [puzzle, *_] = list_puzzles("tic-tac-toe", "easy")
    attempt = Attempt(1, 10, None, puzzle, PuzzleFilter(None, "easy"), 0.0, **changes)  # type: ignore[arg-type]
    return puzzles.format_progress(ENGLISH, PuzzleView(attempt, DAY))


SAID: dict[str, Callable[[], str]] = {
    "{player} moves by {time}, or loses.": lambda: deadlines.format_deadline(ENGLISH, MATCH),
    "{player}, it is your turn: move by {time}, or you lose.": lambda: deadlines.format_reminder(
        ENGLISH, QUICK
    ),
    "{player}, for a while I could not show this match, so the clock stood still. Now it runs again: move"
    " by {time}, or you lose.": lambda: deadlines.format_resumption(ENGLISH, MATCH),
    "The vote is open until {time}.": lambda: votes.format_open(ENGLISH, MATCH, TOGETHER),
    "Your vote: **{move}**. While the vote is open, until {time} at the latest, you can press another move"
    " instead.": lambda: votes.format_cast(ENGLISH, QUICK, 0),
    "The same {number} puzzles for everybody. Press Solve: only you see yours. The race is open until"
    " {time}.": lambda: races.heading(ENGLISH, RACE, is_over=False),
    "It is a weekly race: the next is planned for {time}.": lambda: races.heading(
        ENGLISH, RACE, is_over=False
    ),
    "The next race of this channel is planned for {time}.": lambda: races.say_next(ENGLISH, RACE),
    "The race is open until {time}.": lambda: told(lap=Lap(1, 1, PAST)),
    "This is the puzzle of the day until {time}.": lambda: told(day=DAY),
    "The next daily puzzle is there from {time} on.": lambda: told(day=DAY, end=End("shown", 0.0)),
    "It is planned for {time}: then it begins by itself, if there are three or more.": lambda: (
        tournaments.format_entry(ENGLISH, TOURNAMENT)
    ),
    "It is planned for {time}: then it begins by itself, and everybody in this channel votes on the"
    " moves.": lambda: plans.announcement(ENGLISH, PLAN),
    "I understand this time: **{time}**. Press Announce it, and everybody here reads of it; nothing happens"
    " before that.": lambda: plans.format_time_question(ENGLISH, PAST),
    "{player} has declined, so do not ask again just yet: you can challenge them from {time} on.": lambda: (
        refusals.format_refusal(ENGLISH, Refused(Reason.DECLINED, player_id=10, until=PAST))
    ),
    "{player} is timed out on this server and could not answer, so I sent no invitation. You can challenge"
    " them from {time} on.": lambda: refusals.format_refusal(
        ENGLISH, Refused(Reason.TIMED_OUT_OPPONENT, player_id=10, until=PAST)
    ),
    "Proofs that I still find I put in here until {time}. Later, ask for the review again.": lambda: (
        reviews.heading(Reader(ENGLISH), REVIEWED, PAST)
    ),
}
"""Sentences with a time that may be yet to come, and how each is said of a time that has passed."""

AGES = {
    "{number} of {games} games played, counted {time}.",  # counted before it is said
}
"""Sentences with a time that has passed whenever they are said."""

COUNTED_FROM_NOW = {
    ("arenas.py", "format_progress"),  # as above
    ("histories.py", "_format_match"),  # when an ended match was played, in a list, without a sentence
    ("profiles.py", "_format_match"),  # the same
}
"""The functions whose times Discord counts from now."""


def test_every_sentence_with_a_time_is_known() -> None:
    ids = (message.id for message in gather() if message.id)
    forms = {form for id_ in ids for form in ([id_] if isinstance(id_, str) else id_)}
    assert {form for form in forms if "{time}" in form} == SAID.keys() | AGES


@pytest.mark.parametrize("template", SAID)
def test_sentence_stands_when_its_time_has_passed(template: str) -> None:
    before, after = (part.rpartition("}")[2].partition("{")[0] for part in template.split("{time}"))
    text = SAID[template]()
    assert any(f"{before}<t:{time}:{style}>{after}" in text for time in times() for style in "fFT"), text


def times() -> tuple[int, int, int]:
    """The times in those sentences: what has passed, the end of that day, and a week after the beginning."""
    return PAST, (DAY + 1) * 86_400, 7 * 86_400


def test_only_what_has_passed_is_counted_from_now() -> None:
    """Whoever writes a stamp elsewhere, or another sentence with an age, is told by this."""
    files = [*Path(bot.__file__).parent.rglob("*.py")]
    stamped = {file.name for file in files if '"<t:{' in file.read_text(encoding="utf-8")}
    assert stamped == {"times.py"}
    assert {pair for file in files for pair in aging(file)} == COUNTED_FROM_NOW


def aging(file: Path) -> set[tuple[str, str]]:
    """The functions of a file that call `format_age`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        (file.name, function.name)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "format_age"
    }
