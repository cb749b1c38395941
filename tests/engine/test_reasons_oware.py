"""What is said of Oware, by the rules written a second time: exactly what is true, and nothing left out."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from tests.engine.boards import state_after
from tests.engine.claims_of_oware import captures_of, feeds, is_grand_slam, most, turned
from tests.engine.oware_again import GAME, START, Slow
from tests.engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator


def due(state: engine.State, board: Slow, action: int) -> Iterator[str]:
    """Yield what is true of a move."""
    after, said = board.play(action), Said(state, action, {})
    lost, threatened, attacked = most(after), most(turned(after)), most(turned(board))
    if gained := captures_of(board)["abcdef"[action]]:
        yield f"captures {gained} seeds"
    elif is_grand_slam(said):
        yield "would capture all seeds of the opponent, and so captures none"
    if feeds(said):
        yield "feeds the opponent, who has no seeds"
    if not after.actions():
        return
    if lost:
        yield f"lets the opponent capture {lost} seeds with {best(after)}"
    if threatened > most(board):
        yield f"threatens to capture {threatened} seeds with {best(turned(after))}"
    if attacked and not lost:
        yield f"saves {attacked} seeds from capture"
    if len(after.actions()) == 1:
        yield f"leaves the opponent one legal move, {'abcdef'[after.actions()[0]]}"


def best(board: Slow) -> str:
    """Return the house that captures most, the first of equals."""
    captures = captures_of(board)
    return max(captures, key=captures.__getitem__)


@pytest.mark.parametrize("seed", range(8))
def test_remarks_are_exactly_what_is_true_by_the_slow_rules(seed: int) -> None:
    rng, state, board = Random(seed), GAME.initial(), START
    while board.actions():
        for action in board.actions():
            assert list(GAME.remarks(state, action)) == list(due(state, board, action))
        action = rng.choice(board.actions())
        state, board = state.successor(action), board.play(action)


@pytest.mark.parametrize(
    ("houses", "turn", "house", "remarks"),
    [
        (
            (0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0),
            0,
            "f",
            ["would capture all seeds of the opponent, and so captures none"],
        ),
        (
            (0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0),
            0,
            "f",
            ["feeds the opponent, who has no seeds", "leaves the opponent one legal move, a"],
        ),
    ],
)
def test_remarks_say_what_the_rules_have_to_do_with_it(
    houses: tuple[int, ...], turn: int, house: str, remarks: list[str]
) -> None:
    state = Slow(houses, (20, 20), turn).state
    assert list(GAME.remarks(state, GAME.action_named(state, house))) == remarks


def test_reasons_are_the_remarks_where_nothing_is_decided() -> None:
    state = state_after(GAME, "c b d")
    said = engine.reasons(engine.analyse(state, depth=3))
    assert any(said.values())
    assert all(said[action] == "; ".join(list(GAME.remarks(state, action))[:3]) for action in state.actions())
