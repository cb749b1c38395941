"""What is remarked in Oware, by the rules written a second time: exactly what is true, and all of it."""

from random import Random

import pytest

import engine
from tests.engine.claims_of_oware import due
from tests.engine.oware_again import GAME, START

TEACHER = engine.get_teacher(GAME)


@pytest.mark.parametrize("seed", range(4))
def test_remarks_agree_with_slow_rules(seed: int) -> None:
    rng, state, board = Random(seed), GAME.initial(), START
    while board.actions():
        for action in board.actions():
            assert list(TEACHER.remarks(state, action)) == list(due(board, action))
        action = rng.choice(board.actions())
        state, board = state.successor(action), board.play(action)


def test_kept_seeds_are_those_left() -> None:
    rng, kept = Random(1), []
    for _ in range(20):
        state, board = GAME.initial(), START
        while not state.is_terminal:
            action = rng.choice(state.actions())
            before, state, board = state, state.successor(action), board.play(action)
            if not state.is_terminal:
                assert GAME.kept(before, action) == (0, 0)
        assert tuple(
            store + seeds for store, seeds in zip(board.stores, GAME.kept(before, action), strict=True)
        ) == GAME.stores(state)
        kept.append(sum(GAME.kept(before, action)))
    assert any(kept)
    assert not all(kept)
