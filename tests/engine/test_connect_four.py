"""Connect Four's rules: known counts, images and names; test_rules_again.py has them a second time."""

import pytest

import engine
from engine.rules.connect_four import ColumnFault, ConnectFour
from tests.engine.boards import perft, refused, state_after

PERFT = (7, 49, 343, 2_401, 16_807, 117_649, 823_536)


@pytest.fixture(scope="module")
def game() -> ConnectFour:
    return ConnectFour()


@pytest.mark.unmeasured
@pytest.mark.parametrize("depth", range(1, 8))
def test_perft_is_the_known_one(game: ConnectFour, depth: int) -> None:
    assert perft(game, game.start, depth) == PERFT[depth - 1]


def test_images_are_the_mirror_image(game: ConnectFour) -> None:
    left, right = state_after(game, "1 1 2 5 3"), state_after(game, "7 7 6 3 5")
    assert (
        set(game.symmetries(left.position))
        == {left.position, right.position}
        == set(game.symmetries(right.position))
    )


def test_moves_are_named_by_columns(game: ConnectFour) -> None:
    state = game.initial()
    assert [game.name_of(state, action) for action in state.actions()] == list("1234567")
    assert game.action_named(state, " 4 ") == 3


def test_full_column_is_refused_by_name(game: ConnectFour) -> None:
    state = state_after(game, "1 1 1 1 1 1")
    assert refused(state, "1").fault is ColumnFault.FULL
    assert refused(state, "1").legal_names == tuple("234567")
    assert refused(state, "8").fault is ColumnFault.UNKNOWN
    with pytest.raises(ValueError, match="not legal"):
        game.name_of(state, 0)


def test_columns_are_refused_after_the_end(game: ConnectFour) -> None:
    error = refused(state_after(game, "1 2 1 2 1 2 1"), "3")
    assert (error.fault, error.legal_names) == (engine.GeneralFault.NOT_LEGAL, ())


def test_estimate_prefers_the_centre(game: ConnectFour) -> None:
    after = game.successors(game.start)
    assert game.evaluate(game.start) == 0
    assert -1 < game.evaluate(after[3]) < game.evaluate(after[0]) < 0
