"""What a search does, step by step: short reference searches, which check the fast ones and can be shown.

Values are those of MAX, the player to move where the search begins, as in every course; the other player is
MIN. In the rest of the engine a value is that of the player to move in its own position. An end is worth 1, 0
or -1, or the margin in a game that counts; an estimate lies between -1 and 1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from enum import Enum
from itertools import islice
from math import inf
from typing import NamedTuple, TypeAlias

from engine.base import Action, Position, State

Path: TypeAlias = tuple[Action, ...]
"""The actions that lead to a position from where the search begins."""


class StepKind(Enum):
    """What a step of a search does."""

    ENTER = "enter"
    """The search looks at a position."""
    END = "end"
    """The game is over there, so its value is known."""
    ESTIMATE = "estimate"
    """The search looks no deeper, and takes an estimate."""
    HAND_UP = "hand-up"
    """A child has its value, and the position takes the best value of its children so far."""
    CUT_OFF = "cut-off"
    """The position cannot change the result, so the search does not look at it."""
    KNOWN = "known"
    """The same position, or an image of it, was solved before."""


class SearchStep(NamedTuple):
    """A step of a search.

    Attributes:
        kind: What it does.
        path: The position that it is about.
        value: What the position is worth to MAX, as far as it is known; None before that.
        child: The action whose value was handed up; None if all that follow were solved before.
        window: Alpha and beta at a cut: the least that MAX, and the most that MIN can be sure of elsewhere.
        earlier: The path of the known position.
        symmetry: Which of the game's symmetries makes the known position this one; None if they are equal.
    """

    kind: StepKind
    path: Path
    value: float | None = None
    child: Action | None = None
    window: tuple[float, float] | None = None
    earlier: Path | None = None
    symmetry: int | None = None


Search: TypeAlias = Generator[SearchStep, None, float]
"""A search: it yields its steps and returns the value."""


def trace(state: State, method: str) -> Iterator[SearchStep]:
    """Yield the steps of a search in their order; ValueError for an unknown method.

    The methods are `minimax`, `memo`, `symmetry`, `alphabeta`, `backwards` and `depth-1`, `depth-2`, ...
    """
    if method.startswith("depth-") and method[6:].isdecimal():
        return _search_to_depth(state, int(method[6:]))
    try:
        return _METHODS[method](state)
    except KeyError:
        known = ", ".join(_METHODS)
        raise ValueError(f"There is no method {method!r}: it is one of {known}, or depth-N.") from None


def count(state: State, method: str) -> int:
    """Return how many positions a search looks at."""
    return count_up_to(state, method, None)[0]


def count_up_to(state: State, method: str, most: int | None) -> tuple[int, bool]:
    """Return how many positions a search looks at, and whether that is all.

    It looks at about `most` positions itself. Plain minimax is counted level by level, equal positions
    of a level together.
    """
    if method == "minimax":
        return _count_tree(state, most)
    entered = (step for step in trace(state, method) if step.kind is StepKind.ENTER)
    number = sum(1 for _ in islice(entered, most))
    return number, next(entered, None) is None


def _count_tree(state: State, most: int | None) -> tuple[int, bool]:
    number, level, looked = 0, Counter({state.position: 1}), 0
    while level:
        number += level.total()
        looked += len(level)
        if most is not None and looked > most:
            return number, False
        following: Counter[Position] = Counter()
        for position, paths in level.items():
            for successor in state.game.successors(position).values():
                following[successor] += paths
        level = following
    return number, True


def _search_minimax(root: State) -> Search:
    """Look at every position: MAX takes the greatest value, MIN the least."""

    def search(state: State, path: Path) -> Search:
        yield SearchStep(StepKind.ENTER, path)
        if state.is_terminal:
            return (yield from _end(root, state, path))
        best = -_side(root, state) * inf
        for action in state.actions():
            value = yield from search(state.successor(action), (*path, action))
            best = _better(root, state, best, value)
            yield SearchStep(StepKind.HAND_UP, path, best, action)
        return best

    return search(root, ())


def _search_alphabeta(root: State) -> Search:
    """Leave out what cannot matter: MAX is sure of alpha elsewhere, and MIN of beta."""

    def search(state: State, path: Path, alpha: float, beta: float) -> Search:
        yield SearchStep(StepKind.ENTER, path)
        if state.is_terminal:
            return (yield from _end(root, state, path))
        best = -_side(root, state) * inf
        for action in state.actions():
            if alpha >= beta:
                yield SearchStep(StepKind.CUT_OFF, (*path, action), window=(alpha, beta))
                continue
            value = yield from search(state.successor(action), (*path, action), alpha, beta)
            best = _better(root, state, best, value)
            yield SearchStep(StepKind.HAND_UP, path, best, action)
            alpha, beta = (max(alpha, best), beta) if _side(root, state) == 1 else (alpha, min(beta, best))
        return best

    return search(root, (), -inf, inf)


def _search_with_memory(root: State, find_key: Callable[[State], Position]) -> Search:
    """Solve each position once; those with the same key count as one."""
    memory: dict[Position, tuple[float, State, Path]] = {}  # the value is that of the player to move

    def search(state: State, path: Path) -> Search:
        key, side = find_key(state), _side(root, state)
        if key in memory:
            known, earlier, earlier_path = memory[key]
            symmetry = _find_symmetry(earlier, state)
            yield SearchStep(StepKind.KNOWN, path, side * known, earlier=earlier_path, symmetry=symmetry)
            return side * known
        yield SearchStep(StepKind.ENTER, path)
        if state.is_terminal:
            best = yield from _end(root, state, path)
        else:
            best = -side * inf
            for action in state.actions():
                value = yield from search(state.successor(action), (*path, action))
                best = _better(root, state, best, value)
                yield SearchStep(StepKind.HAND_UP, path, best, action)
        memory[key] = side * best, state, path
        return best

    return search(root, ())


def _search_to_depth(root: State, depth: int) -> Search:
    """Look so many moves ahead, and take estimates there; ends are worth 1, 0 or -1 in every game."""

    def search(state: State, path: Path) -> Search:
        yield SearchStep(StepKind.ENTER, path)
        side = _side(root, state)
        if state.is_terminal or len(path) == depth:
            kind = StepKind.END if state.is_terminal else StepKind.ESTIMATE
            value = side * state.game.static_value(state.position)
            yield SearchStep(kind, path, value)
            return value
        best = -side * inf
        for action in state.actions():
            value = yield from search(state.successor(action), (*path, action))
            best = _better(root, state, best, value)
            yield SearchStep(StepKind.HAND_UP, path, best, action)
        return best

    return search(root, ())


def _search_backwards(root: State) -> Search:
    """Find all positions, then solve them from the ends, each once all that follow it are solved."""
    found: dict[Position, tuple[State, Path]] = {root.position: (root, ())}
    parents: dict[Position, list[Position]] = defaultdict(list)
    unsolved: dict[Position, int] = {}
    order = [root.position]
    for position in order:
        state, path = found[position]
        yield SearchStep(StepKind.ENTER, path)
        successors = state.game.successors(position)
        unsolved[position] = len(successors)
        for action, successor in successors.items():
            parents[successor].append(position)
            if successor not in found:
                found[successor] = state.successor(action), (*path, action)
                order.append(successor)
    values: dict[Position, float] = {}  # to the player to move
    queue = [position for position, left in unsolved.items() if not left]
    for position in queue:
        state, path = found[position]
        side = _side(root, state)
        if state.is_terminal:
            values[position] = side * (yield from _end(root, state, path))
        else:
            values[position] = _take_best(state, values)
            yield SearchStep(StepKind.HAND_UP, path, side * values[position])
        for parent in parents[position]:
            unsolved[parent] -= 1
            if not unsolved[parent]:
                queue.append(parent)
    return values[root.position]


def _take_best(state: State, values: dict[Position, float]) -> float:
    """Return the greatest value among what follows a position, to its player to move."""
    game = state.game
    return max(
        values[after] if game.keeps_turn(state.position, after) else -values[after]
        for after in game.successors(state.position).values()
    )


def _end(root: State, state: State, path: Path) -> Search:
    margin = state.game.margin(state.position)
    value = _side(root, state) * (state.utility if margin is None else margin)
    yield SearchStep(StepKind.END, path, value)
    return value


def _side(root: State, state: State) -> int:
    """Return 1 where MAX is to move and -1 where MIN is."""
    return 1 if state.to_move == root.to_move else -1


def _better(root: State, state: State, best: float, value: float) -> float:
    return max(best, value) if _side(root, state) == 1 else min(best, value)


def _find_symmetry(earlier: State, state: State) -> int | None:
    if earlier.position == state.position:
        return None
    return list(state.game.symmetries(earlier.position)).index(state.position)


_METHODS: dict[str, Callable[[State], Search]] = {
    "minimax": _search_minimax,
    "memo": lambda root: _search_with_memory(root, lambda state: state.position),
    "symmetry": lambda root: _search_with_memory(
        root, lambda state: min(state.game.symmetries(state.position))
    ),
    "alphabeta": _search_alphabeta,
    "backwards": _search_backwards,
}
