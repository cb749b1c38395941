"""The arena: matches that follow from a seed, and known results of chance against chance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import engine
from engine.arena import Tally, outcome_of, play


@cache
def chances(state: engine.State) -> tuple[Fraction, Fraction, Fraction]:
    """Return how likely the first player wins, the second, and nobody, if both draw their moves."""
    if state.is_terminal:
        first, second, draw = (
            Fraction(state.outcome is each)
            for each in (engine.Outcome.FIRST, engine.Outcome.SECOND, engine.Outcome.DRAW)
        )
        return first, second, draw
    after = [chances(state.successor(action)) for action in state.actions()]
    first, second, draw = (sum(column) / len(after) for column in zip(*after, strict=True))
    return first, second, draw


def test_chance_against_chance_is_known_exactly(tictactoe: engine.Game) -> None:
    assert chances(tictactoe.initial()) == (Fraction(737, 1260), Fraction(121, 420), Fraction(8, 63))


def test_matches_of_chance_come_out_as_they_must(tictactoe: engine.Game) -> None:
    player, tally = engine.get_player("random"), Tally()
    for seed in range(2000):
        tally = tally.plus(outcome_of(tictactoe, play(tictactoe, (player, player), Random(seed))))
    assert tally.games == 2000
    shares = [number / 2000 for number in tally]
    expected = [float(each) for each in chances(tictactoe.initial())]
    assert all(abs(one - other) < 0.04 for one, other in zip(shares, expected, strict=True))
    assert tally.points == tally.first + tally.draws / 2
