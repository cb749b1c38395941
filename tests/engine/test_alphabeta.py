"""Alpha-beta against minimax where minimax can finish, and against plain search where it cannot."""

from itertools import count, pairwise
from random import Random

import pytest

import engine
from engine.alphabeta import AlphaBeta, Search
from engine.minimax import Minimax
from engine.rules.in_a_row import InARow
from engine.rules.oware import Oware
from tests.engine.boards import random_state
from tests.engine.oware_again import drawn

OWARE = Oware()


def board(rows: int, columns: int, length: int, *, misere: bool = False) -> InARow:
    return InARow("test", rows=rows, columns=columns, length=length, misere=misere)


def worths(moves: list[engine.AnalysedMove]) -> dict[engine.Action, tuple[float, int, bool]]:
    return {move.action: (move.value, move.distance, move.exact) for move in moves}


class Downhill(engine.Game):
    """From every number to some of those below it, so that a position is reached in many moves or few."""

    slug = "test"

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.start = rng.randint(8, 40)
        self._ways = {
            high: rng.sample(range(max(0, high - 6), high), min(high, rng.randint(high > 25, 3)))
            for high in range(self.start + 1)
        }
        self._worths = [rng.choice((-1, 0, 0, 0, 1)) for _ in self._ways]

    def successors(self, position: engine.Position) -> dict[engine.Action, engine.Position]:
        return dict(enumerate(self._ways[position]))

    def utility(self, position: engine.Position) -> int:
        return self._worths[position]

    def evaluate(self, position: engine.Position) -> float:
        return (position % 7 - 3) / 4

    def name_of(self, state: engine.State, action: engine.Action) -> str:
        return str(self._ways[state.position][action])


def plain(game: engine.Game, position: engine.Position, depth: int) -> float:
    """Return what a position is worth by trying everything; the sooner an end, the further from 0."""
    successors = game.successors(position).values()
    if not successors:
        return game.utility(position) * 100
    if depth == 0:
        return game.static_value(position)
    best = max(-plain(game, successor, depth - 1) for successor in successors)
    return best - 1 if best > 1 else best + 1 if best < -1 else best


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rows", "columns", "length"), [(2, 5, 3), (3, 4, 3), (3, 4, 4), (1, 6, 2)])
def test_small_boards_agree_with_minimax(rows: int, columns: int, length: int) -> None:
    game = board(rows, columns, length)
    minimax, alphabeta = Minimax(game), AlphaBeta(game)
    for seed in range(24):
        position = random_state(
            game, rows * columns // 3 + seed % (rows * columns // 2), Random(seed)
        ).position
        assert worths(alphabeta.moves(position)) == worths(minimax.moves(position))


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", [OWARE, board(4, 4, 3), board(4, 4, 4, misere=True)])
@pytest.mark.parametrize("seed", range(6))
def test_values_are_those_of_plain_search(game: engine.Game, seed: int) -> None:
    state = random_state(game, 2 * seed, Random(seed))
    root, _ = game.split_history(state.position)
    depth = 5 if game is OWARE else 3
    for move in AlphaBeta(game).moves(state.position, depth=depth):
        expected = -plain(game, game.successors(root)[move.action], depth - 1)
        if abs(expected) > 1:
            expected, plies = (1 if expected > 0 else -1), 101 - abs(expected)
            assert (move.exact, move.distance) == (True, plies)
        assert move.value == expected


@pytest.mark.parametrize("depth", range(2, 9))
def test_estimates_have_lines_to_the_depth(depth: int) -> None:
    for seed in range(5):
        state = random_state(OWARE, 4 * seed, Random(seed))
        for move in AlphaBeta(OWARE).moves(state.position, depth=depth):
            assert move.exact or len(move.line) == move.distance == depth
            assert move.line[0] == move.action
            end = state
            for action in move.line:
                end = end.successor(action)


@pytest.mark.parametrize("depth", range(2, 9))
@pytest.mark.parametrize("seed", [1, 2, 3, 3744, 4385, 7173, 7425])
def test_transpositions_mislead_nobody(seed: int, depth: int) -> None:
    game = Downhill(seed)
    expected = worths(Minimax(game).moves(game.start))
    for move in AlphaBeta(game).moves(game.start, depth=depth):
        value, distance, _ = expected[move.action]
        if value:
            assert move.exact == (distance <= depth)
        if move.exact:
            assert (move.value, value and move.distance) == (value, value and distance)


def test_least_depth_is_the_reply() -> None:
    state = OWARE.initial()
    for depth in (0, 1, 2):
        assert {move.distance for move in AlphaBeta(OWARE).moves(state.position, depth=depth)} == {2}


def test_equal_questions_have_equal_answers() -> None:
    solver, position = AlphaBeta(OWARE), OWARE.start
    assert solver.moves(position, depth=6) == solver.moves(position, depth=6)


@pytest.mark.unmeasured
@pytest.mark.parametrize("size", [1, 7, 300])
def test_small_table_stays_exact(size: int) -> None:
    exact = 0
    for seed in range(8):
        state = drawn(Random(seed), 5).state
        if not state.is_terminal:
            large, small = (AlphaBeta(OWARE, room).moves(state.position, depth=9) for room in (1 << 18, size))
            assert [move.action for move in small] == [move.action for move in large]
            for one, other in zip(small, large, strict=True):  # estimates may be those of longer looks
                exact += one.exact
                assert one.exact == other.exact
                assert not one.exact or (one.value, one.distance) == (other.value, other.distance)
    assert exact


def test_table_never_outgrows_its_size() -> None:
    search, sizes = Search(OWARE, drawn(Random(4), 9).state.position, 100, None), set()
    search.first_look()
    for ahead in range(3, 10):
        for action in search.successors:
            search.search_move(action, ahead, 0)
            sizes.add(sum(map(len, search._tables.values())))
    assert 50 < max(sizes) <= 100


@pytest.mark.parametrize("polls", [*range(30), *range(30, 600, 30)])
def test_stop_keeps_the_last_iteration(polls: int) -> None:
    state, asked = random_state(OWARE, 30, Random(1)), count()
    stopped = AlphaBeta(OWARE).moves(state.position, stop=lambda: next(asked) >= polls)
    finished = max(move.distance for move in stopped if not move.exact)
    expected = worths(AlphaBeta(OWARE).moves(state.position, depth=finished))
    for action, worth in worths(stopped).items():
        assert worth == expected[action] or worth[2]


@pytest.mark.ci
def test_stop_is_polled_early() -> None:
    asked: list[int] = []

    class Watched(InARow):
        worked = 0

        def successors(self, position: engine.Position) -> dict[engine.Action, engine.Position]:
            self.worked += 1
            return super().successors(position)

    game = Watched("test", rows=5, columns=5, length=4)

    def stop() -> bool:
        asked.append(game.worked)
        return len(asked) > 300

    AlphaBeta(game).moves(game.start, stop)
    assert max(after - before for before, after in pairwise(asked)) < 2 * 25 * 25


def test_proven_moves_are_not_searched_again() -> None:
    state = drawn(Random(1), 3).state
    short, long = count(), count()
    moves = AlphaBeta(OWARE).moves(state.position, lambda: next(short) < 0, 30)
    assert all(move.exact for move in moves)
    assert moves == AlphaBeta(OWARE).moves(state.position, lambda: next(long) < 0, 99)
    assert next(short) == next(long)
