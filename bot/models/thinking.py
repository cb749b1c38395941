"""A position of the lesson on how the bot thinks, with what its cards ask about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from engine import Action, Outcome, SearchStep, State, StepKind, trace
from engine.tracing import Path
from engine.tree import Node, show_search, unfold

Counts: TypeAlias = Mapping[str, tuple[int, bool]]
"""How many positions were counted by each method of a search, and whether these are all."""

_ENDS = 3  # that are asked about
_OUTCOMES = (Outcome.FIRST, Outcome.DRAW, Outcome.SECOND)


class DepthChoice(NamedTuple):
    """What a search of so many moves chooses, what it takes that to be worth, and whether that is a guess."""

    depth: int
    action: Action
    value: float
    is_guess: bool


class Cut(NamedTuple):
    """The first cut of a search with alpha and beta.

    Attributes:
        place: The position where the search stops.
        window: Alpha and beta there.
        branches: What it has not looked at before: what cannot matter, and what still can.
        needless: All that the search never looks at.
        before: The steps before the cut.
        steps: All steps of the search.
    """

    place: Path
    window: tuple[float, float]
    branches: list[Path]
    needless: set[Path]
    before: list[SearchStep]
    steps: list[SearchStep]


@dataclass(frozen=True)
class Example:
    """A position with a small tree, and the moves that lead to it from the start of its game."""

    state: State
    actions: tuple[Action, ...]

    @cached_property
    def tree(self) -> Node:
        """The whole tree below it, without values."""
        return unfold(self.state)

    @cached_property
    def nodes(self) -> dict[Path, Node]:
        """The nodes of the tree by their paths."""
        return dict(_list_paths(self.tree, ()))

    @cached_property
    def steps(self) -> list[SearchStep]:
        """The steps of the search that are watched: an end is entered and valued in one step."""
        steps = trace(self.state, "minimax")
        return [step for step in steps if step.kind is not StepKind.ENTER or self.nodes[step.path].children]

    @cached_property
    def values(self) -> dict[Path, float]:
        """What each position is worth to the player to move at the root, in the order it becomes known."""
        values: dict[Path, float] = {}
        for step in self.steps:
            if step.value is not None:
                values.pop(step.path, None)
                values[step.path] = step.value
        return values

    @property
    def all_ends(self) -> list[Path]:
        """The positions in which the game is over."""
        return [path for path, node in self.nodes.items() if not node.children]

    @property
    def outcomes(self) -> list[Outcome]:
        """How the game can end from here, in the order of the buttons; not every game has draws."""
        has_draws = any(self.nodes[path].state.outcome is Outcome.DRAW for path in self.all_ends)
        return [outcome for outcome in _OUTCOMES if has_draws or outcome is not Outcome.DRAW]

    @property
    def ends(self) -> list[Path]:
        """The ends of the game that are asked about: of each outcome one, if there are so many."""
        firsts = {self.nodes[path].state.outcome: path for path in reversed(self.all_ends)}.values()
        chosen = [*firsts, *(path for path in self.all_ends if path not in firsts)][:_ENDS]
        return [path for path in self.all_ends if path in chosen]

    @property
    def questions(self) -> list[Path]:
        """The positions with a choice, in the order in which their values become known."""
        return [path for path in self.values if len(self.nodes[path].children) > 1]

    def list_known_before(self, question: Path) -> list[Path]:
        """Return the positions whose values are known when a question is asked, all ends among them."""
        solved = list(self.values)
        return [*solved[: solved.index(question)], *self.all_ends]

    def list_best(self, path: Path) -> list[Action]:
        """Return the moves of a position that hand up its value."""
        actions = self.nodes[path].state.actions()
        return [action for action in actions if self.values[*path, action] == self.values[path]]

    def show_values(self, paths: Iterable[Path], ringed: Path | None) -> Node:
        """Return the tree with the values of some positions, and a ring around one, else the root."""
        steps = [SearchStep(StepKind.END, path, self.values[path]) for path in paths]
        return show_search(self.tree, [*steps, SearchStep(StepKind.ENTER, ringed or ())])

    @cached_property
    def cut(self) -> Cut | None:
        """The first cut of a search with alpha and beta, None if it looks at everything."""
        steps = list(trace(self.state, "alphabeta"))
        cuts = [step for step in steps if step.kind is StepKind.CUT_OFF]
        if not cuts:
            return None
        place, before = cuts[0].path[:-1], steps[: steps.index(cuts[0])]
        looked_at = {step.path for step in before}
        waiting = [path for path in self.nodes if path not in looked_at and path[:-1] in looked_at]
        branches = sorted(waiting, key=lambda path: -len(path))
        return Cut(place, cuts[0].window or (0, 0), branches, {cut.path for cut in cuts}, before, steps)

    def choose_to_depth(self, depth: int) -> DepthChoice:
        """Return what a search of so many moves chooses."""
        steps = [
            step for step in trace(self.state, f"depth-{depth}") if not step.path and step.child is not None
        ]
        value = steps[-1].value or 0
        action = next(step.child for step in steps if step.value == value)
        sees_all = depth >= max(map(len, self.nodes))
        return DepthChoice(depth, action or 0, value, is_guess=not sees_all and abs(value) != 1)


def _list_paths(node: Node, path: Path) -> Iterator[tuple[Path, Node]]:
    yield path, node
    for child, action in zip(node.children, node.state.actions(), strict=True):
        yield from _list_paths(child, (*path, action))
