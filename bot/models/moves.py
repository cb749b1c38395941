"""Moves: what the players did, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine import Action


class Move(NamedTuple):
    """An action that was played, and who played it: 0 the first player, 1 the second."""

    player: int
    action: Action
