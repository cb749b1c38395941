"""The values of puzzles: attempts, streaks and what is shown of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, reduce
from itertools import accumulate
from typing import Literal, NamedTuple

from bot.models.moves import Move
from bot.models.races import RaceStage
from bot.models.ratings import Rated, Skill
from engine import Action, AnalysedMove, Analysis, Prospect, State, Theme
from engine.puzzles import Puzzle

AttemptStatus = Literal["solved", "shown"]

MOST_POSITION_HINTS = 2
"""How many hints a position has: its theme, then the move."""

_TOLD_BY_TASK = {
    Prospect.ONE_LEGAL_MOVE,
    Prospect.WON_AT_ONCE,
    Prospect.WON,
    Prospect.DRAWN,
    Prospect.AT_LEAST_DRAWN,
}

AGAIN = "again"
"""The difficulty of a filter that asks for puzzles that the person failed before."""

_DAY = 24 * 3600
_FIRST_DAY = date(2026, 11, 20).toordinal() - date(1970, 1, 1).toordinal()


def day_of(time: float) -> int:
    """Return the number of the day (UTC) of a time, counted from 1970."""
    return int(time // _DAY)


def end_of(day: int) -> int:
    """Return when the day ends, in seconds since the epoch."""
    return (day + 1) * _DAY


def repeats_task(theme: Theme) -> bool:
    """Return whether a hint about a position says no more than its task, which names the goal."""
    has_more = theme.motive is not None or theme.hazards or theme.theirs
    return not has_more and theme.prospect in _TOLD_BY_TASK


class PuzzleFilter(NamedTuple):
    """The kind of puzzle that a person asks for; without a game or a theme, of any.

    Puzzles from the person's `own` errors have the difficulty they have.
    """

    game_slug: str | None
    difficulty: str
    theme: str | None = None
    own: bool = False


class Progress(NamedTuple):
    """What a person has done in a game, by which the steps of its path are marked.

    It counts the puzzles they have solved by theme, and wins by opponent, of whom there may be none; they
    have `begun` matches from the positions after these actions.
    """

    solved: Mapping[str, int]
    begun: Collection[tuple[Action, ...]]
    wins: Mapping[str, int]


class End(NamedTuple):
    """How an attempt ended, and when."""

    status: AttemptStatus
    time: float


@dataclass(frozen=True)
class Attempt:
    """One person's attempt at a puzzle; `actions` have been played since, theirs and the answers to them.

    `id` is 0 until it is stored. `mistakes` counts wrong moves, which are not played; `tried` are those of
    the present position. `hints` are all that were given, `position_hints` those about the present
    position, and `free_hints` those that only repeated the task. A daily puzzle has a `day`. One from an
    error of their own has the match in which they made it, and is solved by the one move that was right
    there; its difficulty is the one asked for. One of a race has a `race_stage`.
    """

    id: int
    user_id: int
    guild_id: int | None
    puzzle: Puzzle
    puzzle_filter: PuzzleFilter
    begun_at: float
    day: int | None = None
    actions: tuple[Action, ...] = ()
    mistakes: int = 0
    hints: int = 0
    position_hints: int = 0
    end: End | None = None
    match_id: int | None = None
    free_hints: int = 0
    race_stage: RaceStage | None = None
    tried: tuple[Action, ...] = ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every position since the puzzle began, its own first."""
        return tuple(accumulate(self.actions, State.successor, initial=self.puzzle.state))

    @property
    def state(self) -> State:
        """The present position."""
        return self.states[-1]

    @property
    def is_decided(self) -> bool:
        """Whether it cannot change any more who wins."""
        return self.state.game.is_decided(self.state.position)

    @property
    def last(self) -> Move | None:
        """The move that led to the present position."""
        *before, action = (*self.puzzle.actions, *self.actions) or (None,)
        if action is None:
            return None
        start = self.puzzle.state.game.initial()
        return Move(reduce(State.successor, before, start).to_move, action)

    @property
    def last_try(self) -> int:
        """How many actions came before their last right move; the rest are that move and the answers."""
        solver = self.states[0].to_move
        theirs = [ply for ply in range(len(self.actions)) if self.states[ply].to_move == solver]
        return theirs[-1] if theirs else 0

    @property
    def turn(self) -> int:
        """How often the attempt was changed: a press on an older board is not followed."""
        return len(self.actions) + self.mistakes + self.hints + self.is_over

    @property
    def tries(self) -> int:
        """How many tries it took: each wrong move was one, the right ones together another."""
        return self.mistakes + 1

    @property
    def is_over(self) -> bool:
        """Whether it was solved, or the solution was shown."""
        return self.end is not None

    @property
    def is_solved(self) -> bool:
        """Whether it was solved."""
        return self.end is not None and self.end.status == "solved"

    @property
    def counted_hints(self) -> int:
        """How many hints said more than the task."""
        return self.hints - self.free_hints

    @property
    def score(self) -> int | None:
        """Its score for ratings: 1 if it was solved at the first try, without a hint, else 0.

        None while there is no outcome; one's own errors and races are not rated.
        """
        if self.match_id is not None or self.race_stage is not None:
            return None
        if self.mistakes or self.counted_hints:
            return 0
        return None if self.end is None else int(self.is_solved)

    @property
    def passes_filter(self) -> bool:
        """Whether its puzzle passes the filter; there may have been none that did."""
        wanted, puzzle = self.puzzle_filter, self.puzzle
        is_of_kind = wanted.difficulty in {AGAIN, puzzle.difficulty} and wanted.theme in {None, puzzle.theme}
        return is_of_kind and wanted.game_slug in {None, puzzle.game_slug}

    @property
    def number(self) -> int | None:
        """The number of its daily puzzle, None if it is none."""
        return None if self.day is None else self.day - _FIRST_DAY + 1

    @property
    def counts(self) -> bool:
        """Whether it is a daily puzzle that was solved on its day."""
        return self.end is not None and self.is_solved and self.day == day_of(self.end.time)

    def with_moves(self, actions: Sequence[Action]) -> Attempt:
        """Return the attempt after right moves, or the answers to them."""
        return replace(self, actions=(*self.actions, *actions), position_hints=0, tried=())

    def with_mistake(self, action: Action) -> Attempt:
        """Return the attempt after a wrong move."""
        return replace(self, mistakes=self.mistakes + 1, tried=(*self.tried, action))

    def with_hint(self, *, is_free: bool = False) -> Attempt:
        """Return the attempt after one more hint."""
        free_hints = self.free_hints + is_free
        return replace(
            self, hints=self.hints + 1, position_hints=self.position_hints + 1, free_hints=free_hints
        )

    def with_end(self, status: AttemptStatus, now: float) -> Attempt:
        """Return the attempt after its end."""
        return replace(self, end=End(status, now))


class Streak(NamedTuple):
    """For how many days in a row, up to the last, a person has solved the daily puzzle, and for most ever."""

    last_day: int
    length: int
    longest: int

    def is_alive(self, today: int) -> bool:
        """Whether it can still be continued today, or was continued."""
        return self.last_day >= today - 1

    def extended(self, day: int) -> Streak:
        """Return the streak after the puzzle of a day was solved; unchanged if the clock was set back."""
        if day <= self.last_day:
            return self
        length = self.length + 1 if self.is_alive(day) else 1
        return Streak(day, length, max(length, self.longest))


class StreakStanding(NamedTuple):
    """One line of the leaderboard of streaks; `rank` counts from 1."""

    rank: int
    user_id: int
    length: int
    longest: int


class StreakTable(NamedTuple):
    """The longest streaks in order, the caller's own place if that is further down, and their skill."""

    top: Sequence[StreakStanding]
    own: StreakStanding | None
    skill: Skill | None = None


@dataclass(frozen=True)
class PuzzleView:
    """What there is to show of an attempt.

    `analysis` is that of the present position, None where none is left to explain; `tried` is the wrong move
    that was just pressed; `streak` is the person's, if there is one and the puzzle is a daily one, and
    `today` the day on which it is shown. `rated` is their changed rating, once it is over. `is_outdated` if
    it answers a press that was not followed, because the attempt was changed before. `place` is its number
    among the few puzzles that practise a theme, None if none was asked for.
    """

    attempt: Attempt
    today: int
    analysis: Analysis | None = None
    tried: AnalysedMove | None = None
    streak: Streak | None = None
    is_outdated: bool = False
    rated: Rated | None = None
    place: int | None = None

    @property
    def solution(self) -> Analysis | None:
        """The analysis of the present position if the solution is to be shown."""
        return self.analysis if self.attempt.is_over else None
