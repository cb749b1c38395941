"""Sentences that no match of tic-tac-toe leads to, because there everything is known exactly."""

from __future__ import annotations

import pytest

import engine
from bot.models import Explanation, Match, Place, Player
from bot.rendering import words
from engine.analysis import Analysis
from engine.solver import AnalysedMove


def explained(*values: float, played: int | None = None) -> str:
    """The explanation of a first position whose moves are estimated so."""
    state = engine.game("tic-tac-toe").initial()
    moves = tuple(
        AnalysedMove(action, value, 1, exact=False, line=(action,)) for action, value in enumerate(values)
    )
    match = Match(1, "tic-tac-toe", Place(None, 1), (Player(10), Player(None, "hard")), 0.0, 0.0)
    reasons = dict.fromkeys(range(len(values)), "")
    return words.explanation(Explanation(match, 0, Analysis(state, moves), reasons, played))


def test_estimates_are_about_tenths_with_a_sign() -> None:
    lines = explained(0.31, 0.0, -0.98).split("\n")[1:]
    assert lines == ["★ a1: about +0.3", "b1: about +0.0", "c1: about -1.0"]


def test_position_that_is_estimated_is_worth_about_so_much_to_whom() -> None:
    assert explained(0.31).startswith(
        "Now, with <@10> (X) to move, the position is worth about +0.3 to them (+1 is a win, -1 a loss).\n"
    )


@pytest.mark.parametrize(
    ("played", "said"), [(0, "and nothing was better"), (1, "where about +0.3 was to be had")]
)
def test_played_move_is_judged_by_its_estimate(played: int, said: str) -> None:
    assert said in explained(0.31, -0.5, played=played)
