"""Moves: what the players did, one after the other."""

from typing import NamedTuple

from engine import Action


class Move(NamedTuple):
    """An action that was played, and who played it: 0 the first player, 1 the second."""

    player: int
    action: Action
