"""Minimax trees to draw: best play and what follows other moves, or a whole small tree during a search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from enum import Enum
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from engine.analysis import Analysis
from engine.base import Action, State
from engine.reasons import recommended
from engine.solver import AnalysedMove
from engine.tracing import Path, SearchStep, StepKind

LEAVES = 6
"""The greatest width of a drawn tree."""

PLIES = 5
"""The most moves that a drawn tree looks ahead."""

_FEW_PLIES = 3
"""How many moves it looks ahead if no end of the game is near enough to be drawn."""

Analyse: TypeAlias = "Callable[[State], Awaitable[Analysis]]"
"""Returns the analysis of a state for a growing tree."""


class Mark(Enum):
    """What a search has done at a node."""

    LOOKED_AT = "looked-at"
    """It is where the last step was."""
    CUT_OFF = "cut-off"
    """It cannot change the result, so the search did not look at it."""
    KNOWN = "known"
    """The same position, or an image of it, was solved before."""
    ESTIMATE = "estimate"
    """The search looked no deeper here, so the value is an estimate."""
    BEST_SO_FAR = "best-so-far"
    """The value is a bound: some children are not looked at yet, or were cut off."""


class Node(NamedTuple):
    """A position in a drawn tree.

    Attributes:
        state: The position.
        name: The name of the move that led to it, empty at the root.
        value: Its value to MAX, the player to move at the root: the margin in a game that counts, else 1, 0
            or -1. None as long as a search has not found it.
        is_principal: Best play from the root comes by here, as far as it is known.
        children: What follows it; in a tree of best play the best of the drawn moves comes first.
        hidden: How many legal moves are not drawn.
        marks: What a search has done here.
    """

    state: State
    name: str
    value: float | None
    is_principal: bool
    children: tuple[Node, ...]
    hidden: int
    marks: frozenset[Mark] = frozenset()

    @property
    def is_cut(self) -> bool:
        """Whether the game goes on from here, but the drawing does not."""
        return bool(self.hidden) and not self.children

    @property
    def left_out(self) -> int:
        """The number of moves missing beside those that are drawn."""
        return self.hidden if self.children else 0

    @property
    def is_whole(self) -> bool:
        """Whether every move is drawn, to the end of the game."""
        return not any(node.hidden for node in self.nodes())

    @property
    def leaves(self) -> int:
        """The number of nodes below it with nothing drawn below them; 1 if it is such a node itself."""
        return sum(child.leaves for child in self.children) or 1

    def nodes(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()


def unfold(state: State, name: str = "") -> Node:
    """Return the tree of all moves from a state to the end of the game, without values.

    It has `tracing.count(state, "minimax")` nodes: a caller that does not know the state counts them first.
    """
    children = tuple(unfold(state.successor(action), state.name_of(action)) for action in state.actions())
    return Node(state, name, None, is_principal=False, children=children, hidden=0)


class _Found(NamedTuple):
    """What the first steps of a search have found, by paths, and the path of the last step.

    `handed_up` counts the children whose values a position has taken.
    """

    values: dict[Path, float]
    marks: dict[Path, Mark]
    handed_up: Counter[Path]
    last: Path | None


def show_search(tree: Node, steps: Iterable[SearchStep]) -> Node:
    """Return an unfolded tree with what these first steps of a search have found."""
    done = list(steps)
    found = _Found(
        values={step.path: step.value for step in done if step.value is not None},
        marks={step.path: _LASTING_MARKS[step.kind] for step in done if step.kind in _LASTING_MARKS},
        handed_up=Counter(step.path for step in done if step.child is not None),
        last=done[-1].path if done else None,
    )
    return _mark(tree, (), found, is_principal=True)


_LASTING_MARKS = {
    StepKind.CUT_OFF: Mark.CUT_OFF,
    StepKind.KNOWN: Mark.KNOWN,
    StepKind.ESTIMATE: Mark.ESTIMATE,
}


def _mark(node: Node, path: Path, found: _Found, *, is_principal: bool) -> Node:
    value = found.values.get(path)
    is_principal = is_principal and value is not None
    paths = [(*path, action) for action in node.state.actions()] if node.children else []
    best = next((child for child in paths if is_principal and found.values.get(child) == value), None)
    children = tuple(
        _mark(child, child_path, found, is_principal=child_path == best)
        for child, child_path in zip(node.children, paths, strict=True)
    )
    marks = frozenset(_list_marks(path, paths, found))
    return node._replace(value=value, is_principal=is_principal, children=children, marks=marks)


def _list_marks(path: Path, children: list[Path], found: _Found) -> Iterator[Mark]:
    if path in found.marks:
        yield found.marks[path]
    if path == found.last:
        yield Mark.LOOKED_AT
    is_open = found.last is not None and found.last[: len(path)] == path
    is_cut = any(found.marks.get(child) is Mark.CUT_OFF for child in children)
    if 0 < found.handed_up[path] < len(children) and (is_open or is_cut):
        yield Mark.BEST_SO_FAR


async def grow(root: Analysis, analyse: Analyse) -> Node | None:
    """Return the tree below an analysed state, None if the value of that is not certain.

    Best play is drawn first, beginning with the recommended move. Then, one after the other, those moves
    that leave the drawn part earliest and at the least cost, each with best play after it, which proves its
    value. `analyse` is called once for every other position whose moves are drawn; moves without a certain
    value are left out. The tree is no deeper than the last end of the game in it, or has three
    levels of moves if there is none.
    """
    if not _is_certain(root):
        return None
    known = {root.state: root}

    async def ask(state: State) -> Analysis:
        if state not in known:
            known[state] = await analyse(state)
        return known[state]

    tree = await _grown(root, ask, PLIES)
    ends = [node.state.ply - root.state.ply for node in tree.nodes() if node.state.is_terminal]
    enough = max([_FEW_PLIES, *ends])
    return tree if enough == PLIES else await _grown(root, ask, enough)


async def _grown(root: Analysis, analyse: Analyse, plies: int) -> Node:
    growth = _Growth(root, analyse, plies)
    for _ in range(LEAVES):
        if growth.waiting:
            await growth.draw_branch(heappop(growth.waiting))
    return growth.node((), "", root.state, is_principal=True)


class _Branch(NamedTuple):
    """A move that is not drawn yet, in the order in which they will be: the cheapest first.

    `value` is its value to MAX, `line` the known best play after it.
    """

    cost: int
    plies: int
    path: Path
    state: State
    value: int
    line: Path


class _Growth:
    """The drawn part, by the actions that lead there, and the moves that wait to be drawn."""

    def __init__(self, root: Analysis, analyse: Analyse, plies: int) -> None:
        self._analyse, self._plies = analyse, plies
        self._max = root.state.to_move
        self._values: dict[Path, int] = {}
        self._ordered: dict[Path, list[Action]] = {}
        self.waiting = [_Branch(0, 0, (), root.state, _find_worth(recommended(root)), recommended(root).line)]

    async def draw_branch(self, branch: _Branch) -> None:
        """Draw a move, and best play after it."""
        cost, _, path, state, value, line = branch
        self._values[path] = value
        while len(path) < self._plies and not state.is_terminal:
            analysis = await self._analyse(state)
            if not line and not _is_certain(analysis):
                return
            line = line or analysis.moves[0].line
            self._queue_others(cost, path, analysis, line[0])
            path, state, line = (*path, line[0]), state.successor(line[0]), line[1:]
            self._values[path] = value

    def _queue_others(self, cost: int, path: Path, analysis: Analysis, best: Action) -> None:
        """Queue all moves of a position but the best."""
        known = (move for move in analysis.moves if move.exact or move.action == best)
        moves = sorted(known, key=lambda move: move.action != best)
        self._ordered[path] = [move.action for move in moves]
        plies, side = len(path) + 1, 1 if analysis.state.to_move == self._max else -1
        # First comes the best move, then the best of each other value, then the seconds of each, and so on.
        values = [move.value for move in moves]
        telling = sorted(moves, key=lambda move: moves.index(move) - values.index(move.value))
        for number, move in enumerate(telling[1:], plies):
            after = analysis.state.successor(move.action)
            worth = side * _find_worth(move)
            branch = _Branch(cost + number, plies, (*path, move.action), after, worth, move.line[1:])
            heappush(self.waiting, branch)

    def node(self, path: Path, name: str, state: State, *, is_principal: bool) -> Node:
        """Return a drawn position, with all that is drawn below it."""
        ordered = self._ordered.get(path, [])
        children = tuple(
            self.node(
                (*path, action),
                state.name_of(action),
                state.successor(action),
                is_principal=is_principal and action == ordered[0],
            )
            for action in ordered
            if (*path, action) in self._values
        )
        hidden = len(state.actions()) - len(children)
        return Node(state, name, self._values[path], is_principal, children, hidden)


def _find_worth(move: AnalysedMove) -> int:
    """Return the margin that an exact move leads to, or its value in a game that does not count."""
    return int(move.value) if move.margin is None else move.margin


def _is_certain(analysis: Analysis) -> bool:
    """Whether the value is certain; a win is best, if no other can be one by more."""
    is_won = analysis.moves[0].exact and analysis.value == 1
    return analysis.exact or (is_won and (analysis.margin is None or analysis.is_best_known))
