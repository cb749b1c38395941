"""The reply that an action runs into."""

from random import Random

import pytest

import engine
from engine.steps import refute
from tests.engine.boards import random_state, state_after


@pytest.mark.parametrize(
    "slug", ["tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild", "connect-four", "kalah", "nim"]
)
def test_reply_is_the_opponents_first(slug: str) -> None:
    rng, game = Random(slug), engine.game(slug)
    for ply in (2, 3, 3, 4, 4, 5):
        state = random_state(game, ply, rng)
        for move in engine.analyse(state, depth=3).moves:
            step = refute(state, move)
            played, movers, after = [], [], state
            for action in move.line:
                movers.append(after.to_move)
                played.append(action)
                after = after.successor(action)
            theirs = [at for at, mover in enumerate(movers) if mover != state.to_move]
            at = theirs[0] if theirs else len(movers) - 1
            assert (step.action, step.state.ply) == (played[at], ply + at)


def test_reply_in_a_lost_position_wins() -> None:
    state = state_after(engine.game("tic-tac-toe"), "a1 b2 c1 a2")
    moves = {move.action: move for move in engine.analyse(state).moves}
    step = refute(state, moves[state.game.action_named(state, "a3")])  # which ignores both c2 and b1
    assert step.state.to_move == 1
    assert step.after.outcome is engine.Outcome.SECOND
