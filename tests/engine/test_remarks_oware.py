"""What is remarked in Oware, by the rules written a second time: exactly what is true, and all of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import engine
from engine import Remark
from engine.games.oware import OwareKind
from tests.engine.about import About
from tests.engine.boards import state_after
from tests.engine.claims_of_oware import captures_of, has_to_feed, most, turned, would_take_all
from tests.engine.oware_again import GAME, START, Slow

if TYPE_CHECKING:
    from collections.abc import Iterator


def due(state: engine.State, board: Slow, action: int) -> Iterator[Remark]:
    """Yield what is true of a move."""
    after, about = board.play(action), About(state, action, {})
    lost, threatened, attacked = most(after), most(turned(after)), most(turned(board))
    if gained := captures_of(board)[action]:
        yield Remark(OwareKind.CAPTURES, number=gained)
    elif would_take_all(about):
        yield Remark(OwareKind.GRAND_SLAM)
    if has_to_feed(about):
        yield Remark(OwareKind.FEEDS)
    if not after.actions():
        return
    if lost:
        yield Remark(OwareKind.LETS_CAPTURE, (best(after),), lost)
    if threatened > most(board):
        yield Remark(OwareKind.THREATENS_CAPTURE, (best(turned(after)),), threatened)
    if attacked and not lost:
        yield Remark(OwareKind.SAVES, number=attacked)
    if len(after.actions()) == 1:
        yield Remark(OwareKind.LEAVES_ONE_MOVE, tuple(after.actions()))


def best(board: Slow) -> engine.Action:
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
    ("houses", "remarks"),
    [
        ((0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0), [Remark(OwareKind.GRAND_SLAM)]),
        (
            (0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0),
            [Remark(OwareKind.FEEDS), Remark(OwareKind.LEAVES_ONE_MOVE, (0,))],
        ),
    ],
)
def test_remarks_tell_what_the_rules_have_to_do_with_it(
    houses: tuple[int, ...], remarks: list[Remark]
) -> None:
    assert list(GAME.remarks(Slow(houses, (20, 20), 0).state, 5)) == remarks


def test_remarks_are_those_of_the_game_where_nothing_is_decided() -> None:
    state = state_after(GAME, "c b d")
    remarked = engine.remarks(engine.analyse(state, depth=3))
    assert any(remarked.values())
    assert all(remarked[action] == tuple(GAME.remarks(state, action))[:3] for action in state.actions())
