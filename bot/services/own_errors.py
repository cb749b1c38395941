"""Puzzles from a person's own errors: positions of finished matches with a single right move."""

import asyncio
from typing import NamedTuple

from bot.errors import Reason, Refused
from bot.models import PuzzleFilter, Reviewed
from bot.services import Context, review
from bot.storage import PuzzleKey, Seen
from engine.puzzles import Puzzle, judging

_MATCHES = 20
_SECONDS = 2.0  # until no further match is searched, in each of two passes
_UNSEEN = (0, False)


class Source(NamedTuple):
    """A puzzle, and the match in which its solution was missed."""

    puzzle: Puzzle
    match_id: int


async def find_puzzle(context: Context, user_id: int, puzzle_filter: PuzzleFilter, seen: Seen) -> Source:
    """Return the person's newest error that they have not seen as a puzzle, else one they have not solved.

    Their matches are searched longer only if stored and quickly found results are not enough.
    """
    matches = await context.storage.matches.list_finished(user_id, puzzle_filter.game_slug, _MATCHES)
    found: dict[PuzzleKey, Source] = {}
    for look in (review.at_once, review.review_match):
        end = asyncio.get_running_loop().time() + _SECONDS
        for match in matches:
            reviewed = await look(context, match, user_id)
            found |= _sources(reviewed, match.seat_of(user_id) or 0, puzzle_filter.difficulty)
            if any(key not in seen for key in found) or asyncio.get_running_loop().time() > end:
                break
        attempts = {key: seen.get(key, _UNSEEN) for key in found}
        unsolved = [key for key in found if not attempts[key][1]]
        if unsolved:
            return found[min(unsolved, key=attempts.__getitem__)]
    raise Refused(Reason.OWN_ERRORS_SOLVED if found else Reason.NO_OWN_ERRORS)


def _sources(reviewed: Reviewed, seat: int, difficulty: str) -> dict[PuzzleKey, Source]:
    """Return puzzles from a player's errors in a match, the gravest error first."""
    match = reviewed.match
    puzzles = (
        Puzzle(match.game_slug, match.actions[: error.ply], difficulty, int(error.analysis.value))
        for error in reviewed.errors(seat)
        if judging.has_single_solution(error.analysis)
    )
    return {(puzzle.game_slug, puzzle.actions): Source(puzzle, match.id) for puzzle in puzzles}
