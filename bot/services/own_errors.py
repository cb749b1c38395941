"""Puzzles from one's own errors: positions of finished matches in which there was a single right move."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from bot.errors import NoOwnErrorsError, OwnErrorsSolvedError
from bot.services import review
from engine.puzzles import Puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Reviewed, Wish
    from bot.services import Context
    from bot.storage import Seen
    from engine import Analysis

_MATCHES = 20
_SECONDS = 5.0  # for all of them; where little is known yet, the newest ones have to do


class Source(NamedTuple):
    """A puzzle, and the match in which somebody did not find its solution."""

    puzzle: Puzzle
    match_id: int


async def find_puzzle(context: Context, user_id: int, wish: Wish, seen: Seen) -> Source:
    """Return the newest error that the person has not seen as a puzzle, else one they have not solved.

    Raises:
        NoOwnErrorsError: their newest matches have none.
        OwnErrorsSolvedError: they have solved all.
    """
    old: dict[tuple[int, bool], Source] = {}
    time = asyncio.get_running_loop().time
    end = time() + _SECONDS
    for match in await context.storage.matches.list_finished(user_id, wish.game_slug, _MATCHES):
        reviewed = await review.at_once(context, match, user_id)
        for source in _sources(reviewed, match.seat_of(user_id) or 0, wish.difficulty):
            key = source.puzzle.game_slug, source.puzzle.actions
            if key not in seen:
                return source
            old[seen[key]] = source
        if time() > end:
            break
    unsolved = [attempt for attempt in old if not attempt[1]]
    if unsolved:
        return old[min(unsolved)]
    raise OwnErrorsSolvedError if old else NoOwnErrorsError


def _sources(reviewed: Reviewed, seat: int, difficulty: str) -> Iterator[Source]:
    """Yield the puzzles in a match that a player erred in, the gravest error first."""
    match = reviewed.match
    for error in reviewed.errors(seat):
        if _has_single_solution(error.analysis):
            actions, goal = match.actions[: error.ply], int(error.analysis.value)
            yield Source(Puzzle(match.game_slug, actions, difficulty, goal), match.id)


def _has_single_solution(analysis: Analysis) -> bool:
    """Whether it is proven that one move alone wins, or else that one alone holds the draw."""
    first, *others = analysis.moves
    return analysis.exact and first.value >= 0 and all(move.value < first.value for move in others)
