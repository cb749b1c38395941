"""The solver of four in a row, against minimax, against itself without a book, and against known values."""

from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

import pytest

import engine
from engine.fours import search
from engine.fours.table import TranspositionTable
from engine.machine import IS_COMPILED
from engine.minimax import Minimax
from engine.rules.connect_four import ConnectFour
from engine.rules.in_a_row import FourInARow
from engine.solver import AnalysedMove, StoppedError, limit_polls
from engine.solvers import fours as solver
from engine.solvers.fours import ConnectFourSolver, Fours
from tests.engine.boards import random_state

CONNECT_FOUR = ConnectFour()
SQUARES = {side: FourInARow("test", side) for side in (4, 5)}


def solver_of(game: engine.Game, *, book: str | None = None) -> Fours:
    if isinstance(game, FourInARow):
        return Fours(game, game.rows, game.columns, gravity=False, book=book)
    return ConnectFourSolver(CONNECT_FOUR) if book else Fours(game, 7, 6, gravity=True)


def random_states(game: engine.Game, plies: Iterable[int], seed: int) -> Iterator[engine.State]:
    rng = Random(seed)
    return (random_state(game, ply, rng) for ply in plies)


def worths(moves: list[AnalysedMove]) -> dict[engine.Action, tuple[float, int]]:
    assert all(move.exact for move in moves)
    return {move.action: (move.value, move.distance) for move in moves}


def end_of(state: engine.State, move: AnalysedMove) -> engine.State:
    """Return where the line of a move leads, after playing it by the rules."""
    for action in move.line:
        state = state.successor(action)
    return state


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("game", "plies"),
    [(CONNECT_FOUR, range(32, 42)), (SQUARES[4], range(6, 16)), (SQUARES[5], range(15, 25))],
    ids=["connect-four", "4x4", "5x5"],
)
def test_moves_agree_with_minimax(game: engine.Game, plies: range, seed: int) -> None:
    fours = solver_of(game)
    for state in random_states(game, plies, seed):
        assert worths(fours.moves(state.position)) == worths(Minimax(game).moves(state.position))


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("game", "plies"),
    [(CONNECT_FOUR, range(18, 42)), (SQUARES[4], range(16)), (SQUARES[5], range(8, 25))],
    ids=["connect-four", "4x4", "5x5"],
)
def test_lines_end_as_promised(game: engine.Game, plies: range) -> None:
    fours = solver_of(game)
    for state in random_states(game, plies, 1):
        for move in fours.moves(state.position):
            end = end_of(state, move)
            assert end.ply - state.ply == len(move.line) == move.distance
            assert end.utility == (move.value if end.to_move == state.to_move else -move.value)


@pytest.mark.unmeasured
@pytest.mark.parametrize("has_lines", [False, pytest.param(True, marks=pytest.mark.ci)])
def test_first_moves_of_connect_four(*, has_lines: bool) -> None:
    fours = solver_of(CONNECT_FOUR, book="connect-four")
    moves = fours.moves(CONNECT_FOUR.start, has_lines=has_lines)
    assert worths(moves) == {
        0: (-1, 40), 1: (-1, 42), 2: (0, 42), 3: (1, 41), 4: (0, 42), 5: (-1, 42), 6: (-1, 40)
    }  # fmt: skip


def test_four_by_four_is_drawn() -> None:
    moves = solver_of(SQUARES[4]).moves(SQUARES[4].start)
    assert worths(moves) == dict.fromkeys(range(16), (0, 16))


@pytest.mark.ci
@pytest.mark.unmeasured
def test_five_by_five_is_drawn() -> None:
    moves = solver_of(SQUARES[5], book="four-in-a-row-5x5").moves(SQUARES[5].start)
    assert worths(moves) == dict.fromkeys(range(25), (0, 25))


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("game", [CONNECT_FOUR, SQUARES[5]], ids=["connect-four", "5x5"])
def test_depth_limits_what_is_exact(game: engine.Game, depth: int) -> None:
    fours = solver_of(game)
    for state in random_states(game, range(20, 25), depth):
        exact = worths(fours.moves(state.position))
        for move in fours.moves(state.position, None, depth):
            worth, distance = exact[move.action]
            assert move.exact is (distance <= max(depth, 2))
            assert (move.value, move.distance) == (worth, distance) if move.exact else -1 < move.value < 1


@pytest.mark.ci
def test_stopped_results_stay_exact() -> None:
    state = random_state(CONNECT_FOUR, 14, Random(3))
    exact = {move.action: move for move in solver_of(CONNECT_FOUR).moves(state.position)}
    for polls in (0, 1, 2, 5, 20):
        for move in solver_of(CONNECT_FOUR).moves(state.position, limit_polls(polls)):
            assert move[:3] == exact[move.action][:3] if move.exact else -1 < move.value < 1


@pytest.mark.ci
def test_stop_still_sees_the_next_plies() -> None:
    for state in random_states(CONNECT_FOUR, range(8, 30), 9):
        full = {move.action: move for move in solver_of(CONNECT_FOUR).moves(state.position, None, 2)}
        for move in solver_of(CONNECT_FOUR).moves(state.position, lambda: True):
            assert (move.wins_at_once, move.loses_next) == (
                full[move.action].wins_at_once,
                full[move.action].loses_next,
            )


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.skipif(IS_COMPILED, reason="it is not used then")
@pytest.mark.parametrize("places", [pytest.param(1, marks=pytest.mark.ci), 1_009])
def test_few_places_find_the_same(monkeypatch: pytest.MonkeyPatch, places: int) -> None:
    from engine.fours import plain  # noqa: PLC0415 - as above

    last = {CONNECT_FOUR: range(22, 30), SQUARES[5]: range(12, 25), SQUARES[4]: range(6, 15)}
    for game, plies in last.items():
        for state in random_states(game, plies, 8):
            with monkeypatch.context() as patch:
                patch.setattr(plain, "_PLACES", places)
                patch.setattr(plain, "_FEW", places)
                fours = solver_of(game)
            assert isinstance(fours._search, plain.PlainSearch)
            found = worths(fours.moves(state.position))
            assert found == worths(solver_of(game).moves(state.position))


@pytest.mark.parametrize("game", [CONNECT_FOUR, SQUARES[5]], ids=["connect-four", "5x5"])
def test_full_table_finds_the_same(game: engine.Grid) -> None:
    gravity = game is CONNECT_FOUR
    small = search.Search(*(7, 6) if gravity else (5, 5), gravity=gravity, size=11)
    fours = solver_of(game)
    for state in random_states(game, [*range(24, 30), *[39] * 6] if gravity else range(15, 25), 4):
        for action, (value, distance) in worths(fours.moves(state.position)).items():
            child = state.successor(action).position
            if game.successors(child):
                score = small.score(*fours._split(child))
                assert fours._decoded(score, child) == (-value, distance - 1)
                assert not small.is_known_below(*fours._split(child), score)


@pytest.mark.unmeasured
def test_table_is_right_and_newest() -> None:
    rng, table, scores, keys = Random(2), TranspositionTable(11), dict[int, int](), list[int]()
    for _ in range(20_000):
        key = rng.choice([rng.randrange(1 << 60), rng.randrange(5_000)])
        score = scores.setdefault(key, rng.randint(-21, 21))
        goal = rng.randint(-21, 21)
        if goal <= score:
            table.keep_at_least(key, goal)
            assert table.is_at_least(key, goal)
        else:
            table.keep_below(key, goal)
            assert table.is_below(key, goal)
        keys.append(key)
        known, bound = rng.choice(keys), rng.randint(-30, 30)
        low, high = table.bounds(known)
        assert low <= scores[known] <= high
        assert (low >= bound) == table.is_at_least(known, bound)
        assert (high < bound) == table.is_below(known, bound)
        assert not table.is_at_least(known, bound) or scores[known] >= bound
        assert not table.is_below(known, bound) or scores[known] < bound


def test_table_keeps_both_bounds() -> None:
    table = TranspositionTable(11)
    table.keep_at_least(77, -3)
    table.keep_below(77, 4)
    table.keep_at_least(77, 2)
    assert (table.bounds(77), table.bounds(78)) == ((2, 3), (-64, 63))
    assert (table.is_at_least(77, 2), table.is_at_least(77, 3)) == (True, False)
    assert (table.is_below(77, 4), table.is_below(77, 3)) == (True, False)


def test_estimate_heeds_what_is_ruled_out() -> None:
    fours, state = solver_of(CONNECT_FOUR), random_state(CONNECT_FOUR, 14, Random(3))
    children = CONNECT_FOUR.successors(state.position)
    for (action, child), (low, high) in zip(children.items(), [(-9, 0), (0, 9)] * 4, strict=False):
        fours._remember_bounds(child, low, high)
        move = fours._analysed(action, child, low, high)
        assert (move.value > 0) == (high == 0)
        assert not move.is_proven


def test_proven_once_needs_no_search() -> None:
    state = random_state(CONNECT_FOUR, 20, Random(3))
    fours = solver_of(CONNECT_FOUR)
    exact = worths(fours.moves(state.position))
    fours._search = solver_of(CONNECT_FOUR)._search  # which has proven nothing
    assert worths(fours.moves(state.position, lambda: True)) == exact


def test_later_proofs_prove_earlier_positions() -> None:
    state = random_state(CONNECT_FOUR, 20, Random(3))
    fours, children = solver_of(CONNECT_FOUR), CONNECT_FOUR.successors(state.position)
    for child in children.values():
        fours.moves(CONNECT_FOUR.symmetries(child)[1])  # its mirror image will do
    fours._search = solver_of(CONNECT_FOUR)._search
    found = worths(fours.moves(state.position, lambda: True))
    assert found == worths(solver_of(CONNECT_FOUR).moves(state.position))


def test_newest_question_replaces_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "_ASKED", 1)
    fours = solver_of(CONNECT_FOUR)
    for state in random_states(CONNECT_FOUR, range(20, 30), 6):
        assert worths(fours.moves(state.position)) == worths(solver_of(CONNECT_FOUR).moves(state.position))


@pytest.mark.ci
@pytest.mark.unmeasured
@pytest.mark.parametrize("plies", [range(18, 24), pytest.param(range(16, 22), marks=pytest.mark.ci)], ids=str)
def test_worths_without_lines_are_the_same(plies: range) -> None:
    shorter = 0
    for state in random_states(CONNECT_FOUR, plies, 4):
        moves = solver_of(CONNECT_FOUR).moves(state.position, has_lines=False)
        assert worths(moves) == worths(solver_of(CONNECT_FOUR).moves(state.position))
        shorter += sum(len(move.line) < move.distance for move in moves)
    assert shorter > 5


def test_stop_ends_every_search() -> None:
    fours = solver_of(CONNECT_FOUR)
    moves = fours.moves(random_state(CONNECT_FOUR, 12, Random(3)).position, lambda: True)
    assert sum(not move.exact for move in moves) > 2
    assert 0 <= fours._search._visits - search.NODES_BETWEEN_POLLS < 2 * len(moves)


def test_book_is_exact_without_time() -> None:
    """Even where there is none for the reply."""
    state = random_state(CONNECT_FOUR, 11, Random(2))
    moves = solver_of(CONNECT_FOUR, book="connect-four").moves(state.position, lambda: True)
    assert all(move.exact for move in moves)
    assert any(len(move.line) == 1 < move.distance for move in moves)
    assert len(engine.remarks(engine.Analysis(state, tuple(moves)))) == len(moves)


def test_stop_ends_the_best_move() -> None:
    state = random_state(CONNECT_FOUR, 30, Random(8))
    children, asked, unreachable = CONNECT_FOUR.successors(state.position), count(), 21
    with pytest.raises(StoppedError):
        solver_of(CONNECT_FOUR)._find_keeping_action(
            state.position, children, unreachable, lambda: next(asked) >= 20
        )
