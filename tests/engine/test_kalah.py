"""Kalah's rules: a second version of them, small boards solved by both, and the cases players argue about."""

from random import Random

import pytest

import engine
from engine.alphabeta import AlphaBeta
from engine.minimax import Minimax
from engine.rules.kalah import Kalah
from engine.solver import decoded, limit_polls
from tests.engine.boards import perft, state_after
from tests.engine.kalah_again import (
    Known,
    Slow,
    drawn,
    seen,
    start,
    worth,
)
from tests.engine.kalah_again import perft as perft_again
from tests.retrograde import solve

GAME = engine.game("kalah")
PERFT = [6, 35, 185, 942, 4_685, 23_169, 113_959, 559_885]
SOLVED = [
    *((1, seeds) for seeds in range(1, 5)),
    *((2, seeds) for seeds in range(1, 5)),
    *((3, seeds) for seeds in range(1, 3)),
    pytest.param(3, 3, marks=pytest.mark.ci),
    (4, 1),
]
"""Boards whose positions are all worked out by the slow rules: houses, and seeds in each."""


def assert_same(state: engine.State, slow: Slow) -> None:
    """Check all that can be seen of a state."""
    assert seen(state) == slow
    assert list(state.actions()) == slow.actions()
    if not slow.actions():
        assert state.utility == slow.result()


@pytest.mark.unmeasured
@pytest.mark.parametrize("depth", [6, pytest.param(len(PERFT), marks=pytest.mark.ci)])
def test_perft_agrees_with_slow_rules(depth: int) -> None:
    assert list(perft_again(start(), depth)) == PERFT[:depth]
    assert [perft(GAME, GAME.start, plies) for plies in range(1, depth + 1)] == PERFT[:depth]


@pytest.mark.parametrize("seed", range(40))
def test_hoarding_games_agree(seed: int) -> None:
    rng, state, slow, laps = Random(seed), GAME.initial(), start(), 0
    while slow.actions():
        assert_same(state, slow)
        row = slow.rows[slow.turn]
        action = min(slow.actions(), key=lambda house: (row[house] < 13, row[house], rng.random()))
        laps += row[action] >= 13
        state, slow = state.successor(action), slow.play(action)
    assert_same(state, slow)


@pytest.mark.parametrize(("houses", "seeds"), [(1, 9), (2, 7), (3, 5), (4, 4), (5, 6), (6, 4), (6, 5)])
def test_boards_of_all_sizes_agree(houses: int, seeds: int) -> None:
    for number in range(20):
        rng, slow = Random(number), start(houses, seeds)
        state = Kalah("test", houses, seeds).initial()
        while slow.actions():
            assert_same(state, slow)
            action = rng.choice(slow.actions())
            state, slow = state.successor(action), slow.play(action)
        assert_same(state, slow)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("houses", "seeds"), SOLVED)
def test_small_boards_are_solved_alike(houses: int, seeds: int) -> None:
    slow, known = start(houses, seeds), Known()
    worth(slow, known)
    game = slow.game
    solved, solver = solve(game), Minimax(game)
    assert len(solved) == len(known)
    for board, (value, distance) in known.items():
        position = board.state.position
        assert solved[position] == (value, distance)
        score, plies = decoded(solver.score(position))
        assert (-score, plies - 1) == (value, distance)


@pytest.mark.parametrize(("houses", "seeds"), SOLVED)
def test_search_solves_small_boards(houses: int, seeds: int) -> None:
    slow, known = start(houses, seeds), Known()
    value, distance = worth(slow, known)
    found = engine.Analysis.of(slow.state, AlphaBeta(slow.game).moves(slow.game.start))
    assert (found.exact, found.value) == (True, value)
    assert found.distance == distance or value == 0
    for move in found.moves:
        after = slow.play(move.action)
        value, distance = worth(after, known)
        assert move.value == (value if after.turn == slow.turn else -value)
        assert move.distance == distance + 1 or move.value == 0


@pytest.mark.parametrize("seed", range(6))
def test_exact_is_never_wrong(seed: int) -> None:
    rng, known, exact = Random(seed), Known(), 0
    for _ in range(20):
        slow = drawn(rng, 9)
        moves = AlphaBeta(GAME).moves(slow.state.position, stop=limit_polls(rng.choice((1, 5, 20, 80))))
        for move in moves:
            after = slow.play(move.action)
            value, distance = worth(after, known)
            if move.exact:
                exact += 1
                assert move.value == (value if after.turn == slow.turn else -value)
                assert move.distance == distance + 1 or move.value == 0
                assert_line_ends_so(slow, move)
            else:
                assert -1 < move.value < 1
    assert exact


def assert_line_ends_so(slow: Slow, move: engine.AnalysedMove) -> None:
    """Check that the line is legal, and ends the game with the value and at the distance that it says."""
    board = slow
    for action in move.line:
        assert action in board.actions()
        board = board.play(action)
    assert board.actions() == []
    assert board.result() * (1 if board.turn == slow.turn else -1) == move.value
    assert len(move.line) == move.distance


def test_single_seed_is_captured_too() -> None:
    slow = Slow(((1, 0, 4, 0, 0, 0), (2, 2, 2, 2, 0, 2)), (16, 17), 0)
    assert seen(slow.state.successor(0)) == Slow(((0, 0, 4, 0, 0, 0), (2, 2, 2, 2, 0, 2)), (17, 17), 1)


def test_whole_lap_captures() -> None:
    slow = Slow(((0, 13, 0, 0, 0, 0), (1, 1, 1, 1, 1, 1)), (14, 15), 0)
    after = slow.state.successor(1)
    assert seen(after) == Slow(((1, 0, 1, 1, 1, 1), (2, 2, 2, 2, 0, 2)), (18, 15), 1)


def test_emptying_capture_keeps_the_own_row() -> None:
    slow = Slow(((1, 0, 2, 0, 0, 0), (0, 0, 0, 0, 4, 0)), (19, 22), 0)
    assert seen(slow.state.successor(0)) == Slow(((0,) * 6, (0,) * 6), (26, 22), 1)


def test_half_each_is_a_draw() -> None:
    state = Slow(((0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1)), (23, 23), 0).state.successor(5)
    assert (state.is_terminal, state.outcome) == (True, engine.Outcome.DRAW)


def test_game_goes_on_after_more_than_half() -> None:
    slow = Slow(((0, 0, 0, 0, 4, 1), (1, 1, 1, 1, 1, 1)), (24, 13), 0)
    state = slow.state.successor(5)
    assert (state.outcome, state.to_move, seen(state).stores) == (None, 0, (25, 13))
    assert GAME.wins(slow.state.position) == ()


@pytest.mark.parametrize("turn", [0, 1])
def test_margin_is_of_the_player_to_move(turn: int) -> None:
    ended = Slow(((0,) * 6, (0,) * 6), (30, 18), turn).state.position
    assert (GAME.margin(ended), GAME.utility(ended)) == ((-12, -1) if turn else (12, 1))


def test_houses_are_named_from_the_left() -> None:
    state = state_after(GAME, "a")
    assert [state.name_of(action) for action in state.actions()] == list("abcdef")
    with pytest.raises(ValueError, match="Action 6 is not legal here"):
        GAME.name_of(state, 6)


def test_too_many_seeds_are_refused() -> None:
    with pytest.raises(ValueError, match="6 houses with 6 seeds each are more than a position can hold"):
        Kalah("test", 6, 6)


def test_estimate_is_fair_and_uncertain() -> None:
    rng = Random(3)
    for _ in range(200):
        slow = drawn(rng, rng.randint(4, 30))
        other = Slow(slow.rows[::-1], slow.stores[::-1], 1 - slow.turn)
        estimate = GAME.evaluate(slow.state.position)
        assert -1 < estimate < 1
        assert estimate == GAME.evaluate(other.state.position)


def test_glance_at_an_end_tells_who_is_ahead() -> None:
    won = Slow(((0,) * 6, (0,) * 6), (48, 0), 0)
    assert [GAME.static_value(won._replace(turn=turn).state.position) > 0.99 for turn in (0, 1)] == [
        True,
        False,
    ]
    drawn_game = Slow(((0,) * 6, (0,) * 6), (24, 24), 1)
    assert GAME.static_value(drawn_game.state.position) == 0
