"""Ratings of players: fitted to all results at once, and with a margin that says how far to trust them."""

from itertools import combinations
from random import Random

import pytest

from engine.ladder import rate_players

TRUE = {"random": 0.0, "greedy": 200.0, "hard": 450.0, "perfect": 600.0}


def expected(one: str, other: str) -> float:
    return 1 / (1 + 10 ** ((TRUE[other] - TRUE[one]) / 400))


def test_expected_results_give_true_ratings() -> None:
    points = {(one, other): 1e6 * expected(one, other) for one in TRUE for other in TRUE if one != other}
    standings = rate_players(points, "random")
    assert [each.name for each in standings] == ["perfect", "hard", "greedy", "random"]
    assert {each.name: pytest.approx(each.rating, abs=0.1) for each in standings} == TRUE
    assert all(each.margin < 1 for each in standings)


def test_two_players_match_the_closed_form() -> None:
    standings = {each.name: each for each in rate_players({("a", "b"): 74.5, ("b", "a"): 24.5}, "b")}
    assert standings["a"].rating == pytest.approx(400 * 0.477121, abs=0.01)  # 75 to 25 with the draw added
    assert standings["a"].margin == pytest.approx(1.96 * 173.7178 / (100 * 0.75 * 0.25) ** 0.5, abs=0.01)
    assert standings["b"] == ("b", 0.0, 0.0)


def test_margins_hold_nineteen_in_twenty() -> None:
    rng, held, asked = Random(1), 0, 0
    for _ in range(100):
        points: dict[tuple[str, str], float] = {}
        for one, other in combinations(TRUE, 2):
            won = sum(rng.random() < expected(one, other) for _ in range(60))
            points |= {(one, other): float(won), (other, one): 60.0 - won}
        for each in rate_players(points, "random"):
            asked += each.name != "random"
            held += each.name != "random" and abs(each.rating - TRUE[each.name]) <= each.margin
    assert 0.9 < held / asked < 0.99


def test_perfect_score_stays_finite() -> None:
    first, last = rate_players({("perfect", "random"): 20.0, ("random", "perfect"): 0.0}, "random")
    assert (first.name, last.rating) == ("perfect", 0.0)
    assert 600 < first.rating < 700
