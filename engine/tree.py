"""The part of a minimax tree that is worth drawing: best play, and what comes of leaving it."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from engine.analysis import Analysis
    from engine.game import Action, State

LEAVES = 6
"""How wide a drawn tree is at most."""

PLIES = 5
"""How many moves a drawn tree looks ahead at most."""

Analyse: TypeAlias = "Callable[[State], Awaitable[Analysis]]"
"""What a growing tree asks."""

_Path: TypeAlias = tuple["Action", ...]


class Node(NamedTuple):
    """A position in a drawn tree, below which the best of the drawn moves comes first.

    `name` is that of the move that led to it, empty at the root. `value` is 1, 0 or -1 for MAX, the player
    to move at the root; the other is called MIN. `hidden` counts the legal moves that are not drawn. It
    `is_principal` if best play from the root comes by here.
    """

    state: State
    name: str
    value: int
    is_principal: bool
    children: tuple[Node, ...]
    hidden: int

    @property
    def is_cut(self) -> bool:
        """Whether the game goes on from here, but the drawing does not."""
        return bool(self.hidden) and not self.children

    @property
    def is_whole(self) -> bool:
        """Whether every move is drawn, to the end of the game."""
        return not any(node.hidden for node in self.nodes())

    @property
    def leaves(self) -> int:
        """How many nodes below it have nothing drawn below them; 1 if it is such a node itself."""
        return sum(child.leaves for child in self.children) or 1

    def nodes(self) -> Iterator[Node]:
        """Yield this node and all below it."""
        yield self
        for child in self.children:
            yield from child.nodes()


async def grow(root: Analysis, analyse: Analyse) -> Node | None:
    """Return the tree below an analysed state, None if the value of that is not certain.

    Drawn first is best play. Then, one after the other, those moves that leave what is drawn the soonest and
    for the least, each with best play after it, which proves its value. `analyse` is asked about every other
    position whose moves are drawn; where it is not certain either, the tree is cut.
    """
    if not _is_certain(root):
        return None
    growth = _Growth(root, analyse)
    for _ in range(LEAVES):
        if growth.waiting:
            await growth.follow(heappop(growth.waiting))
    return growth.node((), "", root.state, int(root.value), is_principal=True)


class _Branch(NamedTuple):
    """A move that is not drawn yet, in the order in which they will be: the cheapest first."""

    cost: int
    plies: int
    path: _Path
    state: State


class _Growth:
    """What is drawn so far, by the actions that lead there, and what is waiting to be."""

    def __init__(self, root: Analysis, analyse: Analyse) -> None:
        self._analyse = analyse
        self._analyses: dict[_Path, Analysis] = {(): root}
        self._drawn: set[_Path] = set()
        self.waiting = [_Branch(0, 0, (), root.state)]

    async def follow(self, branch: _Branch) -> None:
        """Draw a move, and best play after it."""
        cost, plies, path, state = branch
        self._drawn.add(path)
        while plies < PLIES and not state.is_terminal:
            analysis = self._analyses.get(path) or await self._analyse(state)
            if not _is_certain(analysis):
                return
            self._analyses[path] = analysis
            plies += 1
            best, *others = _most_telling(analysis)
            for number, action in enumerate(others, plies):
                heappush(
                    self.waiting, _Branch(cost + number, plies, (*path, action), state.successor(action))
                )
            path, state = (*path, best), state.successor(best)
            self._drawn.add(path)

    def node(self, path: _Path, name: str, state: State, value: int, *, is_principal: bool) -> Node:
        """Return a drawn position, with all that is drawn below it."""
        moves = self._analyses[path].moves if path in self._analyses else ()
        side = -1 if len(path) % 2 else 1
        children = tuple(
            self.node(
                (*path, move.action),
                state.game.name_of(state, move.action),
                state.successor(move.action),
                side * int(move.value),
                is_principal=is_principal and move is moves[0],
            )
            for move in moves
            if (*path, move.action) in self._drawn
        )
        return Node(state, name, value, is_principal, children, len(state.actions()) - len(children))


def _is_certain(analysis: Analysis) -> bool:
    """Whether the value is; nothing is better than a win, however little is known of the other moves."""
    return analysis.exact or (analysis.moves[0].exact and analysis.value == 1)


def _most_telling(analysis: Analysis) -> list[Action]:
    """Return the best action, the best of each other value, then the seconds of each, and so on."""
    moves = [move for move in analysis.moves if move.exact]
    values = [move.value for move in moves]
    ordered = sorted(moves, key=lambda move: moves.index(move) - values.index(move.value))
    return [move.action for move in ordered]
