"""Oware's rules: known counts of positions."""

from __future__ import annotations

import pytest

from engine.games.oware import Oware


def perft(game: Oware, position: int, depth: int) -> int:
    successors = game.successors(position)
    if depth == 1:
        return len(successors)
    return sum(perft(game, successor, depth - 1) for successor in successors.values())


@pytest.mark.parametrize(
    ("depth", "count"), list(enumerate([6, 36, 190, 1_014, 5_219, 27_332, 139_157, 711_414], start=1))
)
def test_perft_is_the_known_count(depth: int, count: int) -> None:
    assert perft(Oware(), Oware.start, depth) == count
