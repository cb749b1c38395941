"""Sentences with a time that may be yet to come, said when it has passed."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.errors import Reason, Refused
from bot.models import (
    Attempt,
    Challenge,
    Match,
    Participant,
    Place,
    Plan,
    PuzzleFilter,
    PuzzleView,
    Race,
    RaceStage,
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


def format_puzzle(**changes: object) -> str:
    """Say how a puzzle stands."""
    [puzzle, *_] = list_puzzles("tic-tac-toe", "easy")
    attempt = Attempt(1, 10, None, puzzle, PuzzleFilter(None, "easy"), 0.0, **changes)  # type: ignore[arg-type]
    return puzzles.format_progress(ENGLISH, PuzzleView(attempt, DAY))


def format_refusal(reason: Reason) -> str:
    """Say a refusal until a time."""
    return refusals.format_refusal(ENGLISH, Refused(reason, player_id=10, until=PAST))


CASES: dict[str, Callable[[], str]] = {
    "a deadline": lambda: deadlines.format_deadline(ENGLISH, MATCH),
    "a reminder": lambda: deadlines.format_reminder(ENGLISH, QUICK),
    "a clock that runs again": lambda: deadlines.format_resumption(ENGLISH, MATCH),
    "an open vote": lambda: votes.format_open(ENGLISH, MATCH, TOGETHER),
    "a vote cast": lambda: votes.format_cast(ENGLISH, QUICK, 0),
    "a weekly race": lambda: races.heading(ENGLISH, RACE, is_over=False),
    "the next race": lambda: races.say_next(ENGLISH, RACE),
    "a puzzle of a race": lambda: format_puzzle(race_stage=RaceStage(1, 1, PAST)),
    "a puzzle of the day": lambda: format_puzzle(day=DAY),
    "a puzzle of the day that is over": lambda: format_puzzle(day=DAY, end=End("shown", 0.0)),
    "a planned tournament": lambda: tournaments.format_entry(ENGLISH, TOURNAMENT),
    "a planned match": lambda: plans.announcement(ENGLISH, PLAN),
    "a time understood": lambda: plans.format_time_question(ENGLISH, PAST),
    "an invitation declined before": lambda: format_refusal(Reason.DECLINED),
    "an opponent timed out": lambda: format_refusal(Reason.TIMED_OUT_OPPONENT),
    "an unfinished review": lambda: reviews.tell_course(Reader(ENGLISH), REVIEWED, PAST),
}


def list_sentences() -> Iterator[tuple[str, str]]:
    for name, say in CASES.items():
        yield name, say()
