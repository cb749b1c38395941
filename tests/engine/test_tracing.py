"""Reference searches: a second program checks each step by the rules, and the fast searches by the values."""

from collections.abc import Iterator
from itertools import islice
from math import inf
from random import Random

import pytest

import engine
from engine import SearchStep, State, StepKind
from engine.tracing import Path, count_up_to

EXACT = ("minimax", "alphabeta", "memo", "symmetry", "backwards")
SMALL = [slug for slug in engine.games() if engine.game(slug).is_small]
COUNTING = ("dots-and-boxes", "kalah", "reversi-6x6")
LARGEST = 800  # positions in a whole tree


def sample_states(slug: str) -> Iterator[State]:
    """Yield states of random matches from which the whole tree can be walked."""
    random = Random(slug)
    while True:
        state = engine.game(slug).initial()
        while not state.is_terminal:
            if count_up_to(state, "minimax", LARGEST)[0] <= LARGEST:
                yield state
            state = state.successor(random.choice(state.actions()))


def play(state: State, path: Path) -> State:
    """Return the state after a path."""
    for action in path:
        state = state.successor(action)
    return state


class Checker:
    """Follows the steps of a search, and knows no search itself."""

    def __init__(self, root: State) -> None:
        self.root = root
        self.entered: dict[Path, State] = {}
        self.values: dict[Path, float] = {}  # of each position that is solved so far, or best so far
        self.done: dict[Path, set[int]] = {}  # children that were handed up or cut off

    def side(self, path: Path) -> int:
        """Return 1 where MAX is to move, else -1."""
        return 1 if self.entered[path].to_move == self.root.to_move else -1

    def check(self, step: SearchStep) -> None:
        """Check one step."""
        getattr(self, f"check_{step.kind.name.lower()}")(step)

    def check_enter(self, step: SearchStep) -> None:
        """A position is entered once, below one that was entered."""
        assert step.path not in self.entered
        assert not step.path or step.path[:-1] in self.entered
        assert step.value is None
        self.entered[step.path] = play(self.root, step.path)

    def check_end(self, step: SearchStep) -> None:
        """An end is worth what the rules say."""
        state = self.entered[step.path]
        margin = state.game.margin(state.position)
        assert step.value == self.side(step.path) * (state.utility if margin is None else margin)
        self.values[step.path] = step.value

    def check_estimate(self, step: SearchStep) -> None:
        """An estimate is that of the game."""
        state = self.entered[step.path]
        assert step.value == self.side(step.path) * state.game.evaluate(state.position)
        self.values[step.path] = step.value
        self.done[step.path] = set(state.actions())  # no child is looked at

    def check_hand_up(self, step: SearchStep) -> None:
        """What is handed up is the best of the children so far."""
        assert step.child is not None
        assert step.value is not None
        self.done.setdefault(step.path, set()).add(step.child)
        children = [self.values[(*step.path, action)] for action in self.done[step.path]]
        assert step.value == (max if self.side(step.path) == 1 else min)(children)
        self.values[step.path] = step.value

    def check_cut_off(self, step: SearchStep) -> None:
        """A cut is right if players above have better already: alpha and beta are theirs."""
        above = [step.path[:plies] for plies in range(len(step.path))]
        sure = {1: -inf, -1: inf}
        for path in above:
            side = self.side(path)
            if path in self.done:
                sure[side] = side * max(side * sure[side], side * self.values[path])
        assert step.window == (sure[1], sure[-1])
        assert sure[1] >= sure[-1]
        self.done[step.path[:-1]].add(step.path[-1])

    def check_known(self, step: SearchStep) -> None:
        """A known position is the earlier one, or an image of it, and worth the same to who is to move."""
        assert step.earlier is not None
        state, earlier = play(self.root, step.path), self.entered[step.earlier]
        images = [earlier.position, *state.game.symmetries(earlier.position)]
        assert state.position == images[0 if step.symmetry is None else 1 + step.symmetry]
        side = 1 if state.to_move == self.root.to_move else -1
        assert step.value == side * self.side(step.earlier) * self.values[step.earlier]
        self.values[step.path] = step.value

    def check_whole(self) -> None:
        """Every child of a position that was entered was handed up or cut off."""
        for path, state in self.entered.items():
            assert self.done.get(path, set()) == set(state.actions())


def check_backwards(root: State, steps: list[SearchStep]) -> float:
    """Check that each position follows all of its children, and is worth the best of them."""
    values: dict[int, float] = {}  # by position, to the player to move
    for step in steps:
        state = play(root, step.path)
        if step.value is None:
            continue
        side = 1 if state.to_move == root.to_move else -1
        below = [state.successor(action) for action in state.actions()]
        worths = [values[after.position] * (1 if after.to_move == state.to_move else -1) for after in below]
        if step.kind is StepKind.HAND_UP:
            assert side * step.value == max(worths)
        values[state.position] = side * step.value
    return values[root.position]


def search(state: State, method: str) -> float:
    """Return the value that a search finds, once all its steps are checked."""
    steps = list(engine.trace(state, method))
    if method == "backwards":
        return check_backwards(state, steps)
    return check_steps(state, steps)


def check_steps(state: State, steps: list[SearchStep]) -> float:
    """Check the steps of a search that begins at the root, and return its value."""
    checker = Checker(state)
    for step in steps:
        checker.check(step)
    checker.check_whole()
    return checker.values[()]


def check_agreement(slug: str, number: int) -> None:
    """Check every exact method against the fast search."""
    for state in islice(sample_states(slug), number):
        best = engine.analyse(state).moves[0]
        worth = best.value if best.margin is None else best.margin
        assert [search(state, method) for method in EXACT] == [worth] * len(EXACT)


@pytest.mark.parametrize("slug", [*SMALL, *COUNTING])
def test_methods_are_true_searches_and_agree(slug: str) -> None:
    check_agreement(slug, 6)


@pytest.mark.parametrize(
    ("method", "number"), [("minimax", 549_946), ("alphabeta", 18_297), ("memo", 5_478), ("symmetry", 765)]
)
def test_counts_of_nine_cells(method: str, number: int) -> None:
    assert engine.count(engine.game("tic-tac-toe").initial(), method) == number


def test_counts_of_the_articles() -> None:
    start = engine.game("tic-tac-toe").initial()
    entered = [step.path for step in engine.trace(start, "memo") if step.kind is StepKind.ENTER]
    states = [play(start, path) for path in entered]
    assert sum(not state.is_terminal and state.to_move == 0 for state in states) == 2_423
    firsts = [start.successor(start.game.action_named(start, name)) for name in ("a1", "b1", "b2")]
    assert sum(engine.count(state, "minimax") for state in firsts) == 179_115


@pytest.mark.parametrize("slug", SMALL)
def test_count_of_minimax_is_that_of_its_steps(slug: str) -> None:
    for state in islice(sample_states(slug), 6):
        steps = engine.trace(state, "minimax")
        assert engine.count(state, "minimax") == sum(step.kind is StepKind.ENTER for step in steps)


def test_count_stops_where_it_is_told() -> None:
    start = engine.game("connect-four").initial()
    assert count_up_to(start, "alphabeta", 100) == (100, False)
    number, is_whole = count_up_to(start, "minimax", 100)
    assert (number, is_whole) == (1 + 7 + 49 + 343, False)
    assert count_up_to(engine.game("tic-tac-toe").initial(), "symmetry", 765) == (765, True)


def test_depth_takes_estimates_at_the_horizon() -> None:
    state = engine.game("four-in-a-row-4x4").initial()
    steps = list(engine.trace(state, "depth-2"))
    assert {len(step.path) for step in steps if step.kind is StepKind.ESTIMATE} == {2}
    check_steps(state, steps)


def test_ends_count_within_the_depth() -> None:
    state = engine.game("tic-tac-toe").initial()
    for name in ("a1", "b2", "b1", "a2"):
        state = state.successor(state.game.action_named(state, name))
    assert list(engine.trace(state, "depth-1"))[-1].value == 1


def test_unknown_method_is_named() -> None:
    with pytest.raises(
        ValueError, match="'guess': it is one of minimax, memo, symmetry, alphabeta, backwards"
    ):
        engine.trace(engine.game("nim").initial(), "guess")
