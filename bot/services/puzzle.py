"""Puzzles: begun, played to their end against the best defence, hinted at and given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import engine
from bot.attempts import MOST_TOLD, Attempt, Scene, day_of
from bot.errors import AnalysisError, NotYourPuzzleError, UnknownButtonError, UnknownOptionError
from bot.services.find import refuse_unknown
from engine import puzzles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from bot.attempts import Wish
    from bot.services import Desk
    from bot.storage.puzzles import Seen
    from engine import Action, AnalysedMove, Analysis, State
    from engine.puzzles import Puzzle

_UNCLEAR = "I could not work that out in time, so nothing has changed."


async def begin(desk: Desk, user_id: int, guild_id: int | None, wish: Wish) -> Attempt:
    """Begin a puzzle of the kind wished for: a new one as long as there is one, and never the last again."""
    if wish.game_slug is not None:
        refuse_unknown("game", wish.game_slug, engine.game_slugs())
    refuse_unknown("difficulty", wish.difficulty, puzzles.DIFFICULTIES)
    today = puzzles.daily(day_of(desk.now()))

    def choose(seen: Seen) -> Attempt:
        puzzle = _chosen(desk.rng, wish, seen, today)
        return Attempt(0, user_id, guild_id, puzzle, wish, desk.now())

    return await desk.storage.puzzles.begin(user_id, choose)


async def own(desk: Desk, attempt_id: int, user_id: int) -> Attempt:
    """Return the attempt that a button names; NotYourPuzzleError if it is somebody else's."""
    attempt = await desk.storage.puzzles.attempt(attempt_id)
    if attempt is None:
        raise UnknownButtonError("This puzzle is one I no longer know. `/puzzle` gives you a new one.")
    if attempt.user_id != user_id:
        raise NotYourPuzzleError("This puzzle is somebody else's. `/puzzle` gives you one of your own.")
    return attempt


async def look(desk: Desk, attempt: Attempt) -> Scene:
    """Show an attempt as it stands."""
    return await _scene(desk, attempt)


async def look_again(desk: Desk, attempt: Attempt) -> Scene:
    """Show how an attempt stands whose board was old when somebody pressed it."""
    return await _scene(desk, attempt, is_outdated=True)


async def play(desk: Desk, attempt: Attempt, action: Action) -> Scene:
    """Play a move if it keeps what the puzzle is about, with the best answer if one is due; else count a try.

    What counts is when it was tried, however long it is thought about. AnalysisError, and nothing is changed,
    if it cannot be worked out in time what the move is worth.
    """
    now = desk.now()
    analysis = await _analysed(desk, attempt.state)
    move = next((move for move in analysis.moves if move.action == action), None)
    if move is None:
        _refuse_illegal(attempt.state)
    if not move.exact:
        raise AnalysisError(f"{_UNCLEAR} Please press again, or try another move.")
    if move.value < attempt.puzzle.goal:
        return await _settled(desk, attempt, attempt.erred(), tried=move)
    return await _settled(desk, attempt, await _answered(desk, attempt, action, now))


async def hint(desk: Desk, attempt: Attempt) -> Scene:
    """Give a hint: what to look for, then the move; AnalysisError if that cannot be worked out in time."""
    if attempt.told == MOST_TOLD:
        return await look(desk, attempt)
    await _refuse_unsolved(desk, attempt)
    return await _settled(desk, attempt, attempt.hinted())


async def give_up(desk: Desk, attempt: Attempt) -> Scene:
    """End the attempt and show the solution; AnalysisError if that cannot be worked out in time."""
    await _refuse_unsolved(desk, attempt)
    return await _settled(desk, attempt, attempt.ended("shown", desk.now()))


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


async def _answered(desk: Desk, attempt: Attempt, action: Action, now: float) -> Attempt:
    """Return the attempt after a right move and the best answer to it, up to where it is their turn again."""
    after, solver = attempt.played([action]), attempt.state.to_move
    while not after.state.is_terminal and after.state.to_move != solver:
        answer = (await _analysed(desk, after.state)).moves[0]
        after = after.played([answer.action])
    return after.ended("solved", now) if after.state.is_terminal else after


async def _settled(desk: Desk, before: Attempt, after: Attempt, tried: AnalysedMove | None = None) -> Scene:
    """Store how an attempt went on, and show it; if it has gone on otherwise meanwhile, show that."""
    now = await desk.storage.puzzles.change(before, after)
    if now != after:
        return await look_again(desk, now)
    return await _scene(desk, now, tried=tried)


async def _scene(
    desk: Desk, attempt: Attempt, *, tried: AnalysedMove | None = None, is_outdated: bool = False
) -> Scene:
    analysis = None if attempt.is_solved else await _analysed(desk, attempt.state)
    streak = None if attempt.day is None else await desk.storage.puzzles.streak(attempt.user_id)
    return Scene(attempt, day_of(desk.now()), analysis, tried, streak, is_outdated)


async def _analysed(desk: Desk, state: State) -> Analysis:
    return await desk.analysts.analyse(state, seconds=desk.explanation_seconds)


async def _refuse_unsolved(desk: Desk, attempt: Attempt) -> None:
    """Raise AnalysisError if the best move is not known for certain; it is remembered if it is."""
    if not (await _analysed(desk, attempt.state)).moves[0].exact:
        raise AnalysisError(f"{_UNCLEAR} Please press again.")


def _refuse_illegal(state: State) -> NoReturn:
    names = ", ".join(state.game.name_of(state, action) for action in state.actions())
    raise UnknownOptionError(f"This move is not legal. The legal moves are {names}.")
