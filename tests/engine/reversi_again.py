"""Reversi a second time: slowly, with a dictionary of discs, and steps over the board one by one."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import engine
from engine.rules.reversi import Reversi

Cell: TypeAlias = tuple[int, int]

STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def the_game(slug: str = "reversi-6x6") -> Reversi:
    """Return a game that is offered."""
    game = engine.game(slug)
    assert isinstance(game, Reversi)
    return game


class Slow(NamedTuple):
    """The size, whose disc is on each row and column, and whose turn it is."""

    size: int
    discs: frozenset[tuple[Cell, int]]
    turn: int = 0

    def flipped(self, number: int, player: int) -> frozenset[Cell]:
        return flips(self, number, player)

    def _flipped(self, number: int, player: int) -> set[Cell]:
        discs, start = dict(self.discs), divmod(number, self.size)
        if start in discs:
            return set()
        found: set[Cell] = set()
        for down, right in STEPS:
            (row, column), run = start, set()
            while discs.get((row := row + down, column := column + right)) == 1 - player:
                run.add((row, column))
            if discs.get((row, column)) == player:
                found |= run
        return found

    def can(self, player: int) -> list[int]:
        return [number for number in range(self.size**2) if self.flipped(number, player)]

    def actions(self) -> list[int]:
        return self.can(self.turn)

    def play(self, number: int) -> Slow:
        flipped = {*self.flipped(number, self.turn), divmod(number, self.size)}
        kept = {disc for disc in self.discs if disc[0] not in flipped}
        after = self._replace(discs=frozenset(kept | {(cell, self.turn) for cell in flipped}))
        stays = not after.can(1 - self.turn) and after.can(self.turn)
        return after if stays else after._replace(turn=1 - self.turn)

    def lead(self) -> int:
        """Return how many discs the player to move is ahead."""
        mine = sum(owner == self.turn for _, owner in self.discs)
        return 2 * mine - len(self.discs)

    def corners(self, numbers: list[int]) -> tuple[int, ...]:
        ends = (0, self.size - 1)
        return tuple(number for number in numbers if {*divmod(number, self.size)} <= {*ends})


@lru_cache(1 << 14)
def flips(board: Slow, number: int, player: int) -> frozenset[Cell]:
    """Return the discs that are turned."""
    return frozenset(board._flipped(number, player))


@cache
def margin(board: Slow) -> int:
    """Return how far the player to move ends ahead, by plain minimax."""
    worths = [
        margin(after) if after.turn == board.turn else -margin(after)
        for after in map(board.play, board.actions())
    ]
    return max(worths, default=board.lead())


def start(size: int) -> Slow:
    """Return the board in the beginning."""
    low, high = size // 2 - 1, size // 2
    return Slow(size, frozenset({((low, high), 0), ((high, low), 0), ((low, low), 1), ((high, high), 1)}))


def seen(state: engine.State) -> Slow:
    """Return the board of a state."""
    game = state.game
    assert isinstance(game, Reversi)
    owners = enumerate(game.owners(state.position))
    discs = {(divmod(cell, game.size), owner) for cell, owner in owners if owner is not None}
    return Slow(game.size, frozenset(discs), state.to_move)
