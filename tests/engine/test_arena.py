"""The arena: matches that follow from a seed, and known results of chance against chance."""

from itertools import product
from random import Random

import pytest

import engine
from engine import analysis
from engine.arena import SeriesResult, play
from engine.solver import limit_polls

EXPECTED = 737 / 1260, 121 / 420, 8 / 63
"""How likely the first player wins, the second, and nobody, if both draw their moves."""


def test_chance_comes_out_as_it_must(tictactoe: engine.Game) -> None:
    player, tally = engine.get_player("random"), SeriesResult()
    rng = Random(1)
    for _ in range(2000):
        _, end = play(tictactoe.initial(), (player, player), lambda _: rng)
        tally = tally.plus(end.outcome)
    assert tally.games == 2000
    fractions = [number / 2000 for number in tally]
    assert fractions == pytest.approx(EXPECTED, abs=0.04)
    assert SeriesResult(3, 1, 2).points == 4


@pytest.mark.parametrize(("won", "games"), [(0, 10), (3, 10), (62, 100), (200, 200)])
def test_interval_ends_where_surprise_begins(won: int, games: int) -> None:
    low, high = SeriesResult(won, 0, games - won).interval(won)
    for end in {low, high} - {0.0, 1.0}:
        assert abs(won / games - end) == pytest.approx(1.96 * (end * (1 - end) / games) ** 0.5)
    assert low <= won / games <= high


def test_series_are_joined() -> None:
    assert SeriesResult(3, 1, 2).joined(SeriesResult(1, 0, 4)) == SeriesResult(4, 1, 6)


def test_luck_is_as_of_tosses() -> None:
    def count_tosses(first: int, second: int) -> float:
        heads = [sum(toss) for toss in product((0, 1), repeat=first + second)]
        uneven = [number for number in heads if abs(2 * number - first - second) >= abs(first - second)]
        return len(uneven) / len(heads)

    for first, second in ((0, 0), (1, 0), (4, 4), (9, 1), (2, 10)):
        assert SeriesResult(first, second, 7).luck == pytest.approx(count_tosses(first, second))


def test_interrupted_move_is_not_played() -> None:
    start, player = engine.game("oware").initial(), engine.get_player("perfect")
    pair = player, player
    assert play(start, pair, chance, lambda: False, lambda: True) == ((), start)
    begun, state = play(start, pair, chance, lambda: False, limit_polls(1_000))
    assert 0 < len(begun) < 10
    following, _ = play(state, pair, chance, lambda: True)
    left = iter(range(len(begun)))
    whole, _ = play(start, pair, chance, lambda: next(left, None) is None)
    assert (*begun, *following) == whole


def chance(state: engine.State) -> Random:
    return Random(state.ply)


def test_set_aside_solver_returns() -> None:
    game = engine.game("connect-four")
    before = analysis.POOL.get(game)
    with analysis.POOL.set_aside():
        assert analysis.POOL.get(game) is not before
    assert analysis.POOL.get(game) is before


@pytest.mark.parametrize("slug", engine.games())
def test_slow_players_are_given_a_limit(slug: str) -> None:
    game = engine.game(slug)
    limited = {"perfect", "iq-70"}
    for name in ("random", "greedy", "easy", "hard", "mcts", "depth-9", *limited):
        polls = engine.get_player(name).polls(game)
        assert (polls is not None and polls > 0) == (name in limited)
