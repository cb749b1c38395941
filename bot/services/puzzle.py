"""Puzzles: begun, played to their end against the best defence, hinted at and given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from bot.errors import (
    ForgottenPuzzleError,
    IllegalPuzzleMoveError,
    NotYourPuzzleError,
    UnclearMoveError,
    UnclearSolutionError,
    UnknownDifficultyError,
)
from bot.models import MOST_TOLD, Attempt, PuzzleView, day_of
from bot.services.guards import refuse_unknown_game
from engine import puzzles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from bot.models import Wish
    from bot.services import Context
    from bot.storage import Seen
    from engine import Action, AnalysedMove, Analysis
    from engine.puzzles import Puzzle


async def begin(context: Context, user_id: int, guild_id: int | None, wish: Wish) -> Attempt:
    """Begin a puzzle of the kind wished for: a new one as long as there is one, and never the last again."""
    if wish.game_slug is not None:
        refuse_unknown_game(wish.game_slug)
    if wish.difficulty not in puzzles.DIFFICULTIES:
        raise UnknownDifficultyError(wish.difficulty, puzzles.DIFFICULTIES)
    today = puzzles.daily(day_of(context.now()))
    seen = await context.storage.puzzles.find_seen(user_id)
    puzzle = _chosen(context.rng, wish, seen, today)
    return await context.storage.puzzles.add(Attempt(0, user_id, guild_id, puzzle, wish, context.now()))


async def own(context: Context, attempt_id: int, user_id: int) -> Attempt:
    """Return the attempt that a button names; NotYourPuzzleError if it is somebody else's."""
    attempt = await _attempt(context, attempt_id)
    if attempt.user_id != user_id:
        raise NotYourPuzzleError
    return attempt


async def _attempt(context: Context, attempt_id: int) -> Attempt:
    attempt = await context.storage.puzzles.find(attempt_id)
    if attempt is None:
        raise ForgottenPuzzleError
    return attempt


async def look(
    context: Context, attempt: Attempt, *, tried: AnalysedMove | None = None, is_outdated: bool = False
) -> PuzzleView:
    """Show an attempt as it stands, after the move that was just tried if there is one."""
    analysis = None if attempt.is_solved else await _analysed(context, attempt)
    streak = None if attempt.day is None else await context.storage.puzzles.find_streak(attempt.user_id)
    return PuzzleView(attempt, day_of(context.now()), analysis, tried, streak, is_outdated)


async def look_again(context: Context, attempt: Attempt) -> PuzzleView:
    """Show how an attempt stands whose board was old when somebody pressed it."""
    return await look(context, attempt, is_outdated=True)


async def play(context: Context, attempt: Attempt, action: Action) -> PuzzleView:
    """Play a move if it keeps what the puzzle is about, with the best answer if one is due; else count a try.

    What counts is when it was tried, however long it is thought about. UnclearMoveError, and nothing is
    changed, if it cannot be worked out in time what the move is worth.
    """
    now = context.now()
    analysis = await _analysed(context, attempt)
    move = next((move for move in analysis.moves if move.action == action), None)
    if move is None:
        raise IllegalPuzzleMoveError(attempt.state)
    if not move.exact:
        raise UnclearMoveError
    if move.value < attempt.puzzle.goal:
        return await _settled(context, attempt, attempt.with_mistake(), tried=move)
    return await _settled(context, attempt, await _play_answers(context, attempt, action, now))


async def hint(context: Context, attempt: Attempt) -> PuzzleView:
    """Give a hint: what to look for, then the move; UnclearSolutionError if that is not known in time."""
    if attempt.told == MOST_TOLD:
        return await look(context, attempt)
    await _refuse_unsolved(context, attempt)
    return await _settled(context, attempt, attempt.with_hint())


async def give_up(context: Context, attempt: Attempt) -> PuzzleView:
    """End the attempt and show the solution; UnclearSolutionError if that cannot be worked out in time."""
    await _refuse_unsolved(context, attempt)
    return await _settled(context, attempt, attempt.with_end("shown", context.now()))


def _chosen(rng: Random, wish: Wish, seen: Seen, today: Puzzle) -> Puzzle:
    """Choose a puzzle nobody has to see twice in a row, if need be one that is not quite what was wished."""
    last = max(seen, key=seen.__getitem__, default=None)
    pools = (
        [puzzle for puzzle in pool if puzzle != today and _key(puzzle) != last] for pool in _pools(rng, wish)
    )
    others = next(filter(None, pools))
    return rng.choice([puzzle for puzzle in others if _key(puzzle) not in seen] or others)


def _key(puzzle: Puzzle) -> tuple[str, tuple[Action, ...]]:
    """Return what a puzzle is known by: one whose difficulty is judged anew is still the same."""
    return puzzle.game_slug, puzzle.actions


def _pools(rng: Random, wish: Wish) -> Iterable[tuple[Puzzle, ...]]:
    """Return where to look for a puzzle: among what was wished for, then near it, then in other games."""
    games = rng.sample(engine.game_slugs(), len(engine.game_slugs()))
    wished = [wish.game_slug] if wish.game_slug else games
    return (
        puzzles.of(slug, difficulty)
        for slugs in (wished, games)
        for difficulty in _nearest(wish.difficulty)
        for slug in slugs
    )


def _nearest(difficulty: str) -> list[str]:
    """Return all difficulties, the nearest to this one first."""
    index = puzzles.DIFFICULTIES.index
    return sorted(puzzles.DIFFICULTIES, key=lambda other: abs(index(other) - index(difficulty)))


async def _play_answers(context: Context, attempt: Attempt, action: Action, now: float) -> Attempt:
    """Return the attempt after a right move and the best answer to it, up to where it is their turn again."""
    after, solver = attempt.with_moves([action]), attempt.state.to_move
    while not after.state.is_terminal and after.state.to_move != solver:
        answer = (await _analysed(context, after)).moves[0]
        after = after.with_moves([answer.action])
    return after.with_end("solved", now) if after.state.is_terminal else after


async def _settled(
    context: Context, before: Attempt, after: Attempt, tried: AnalysedMove | None = None
) -> PuzzleView:
    """Store how an attempt went on, and show it; if it has gone on otherwise meanwhile, show that."""
    if await context.storage.puzzles.save(before, after):
        return await look(context, after, tried=tried)
    return await look_again(context, await _attempt(context, before.id))


async def _analysed(context: Context, attempt: Attempt) -> Analysis:
    seconds, asker_id = context.explanation_seconds, attempt.user_id
    return await context.analysts.analyse(attempt.state, seconds=seconds, asker_id=asker_id)


async def _refuse_unsolved(context: Context, attempt: Attempt) -> None:
    """Raise UnclearSolutionError if the best move is not known for certain; it is remembered if it is."""
    if not (await _analysed(context, attempt)).moves[0].exact:
        raise UnclearSolutionError
