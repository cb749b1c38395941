"""The rules of Kalah, written a second time: slowly, with tuples, and from what players would say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple, TypeAlias

import engine
from engine.rules.kalah import Kalah

Place: TypeAlias = tuple[str, int, int]
"""A house or a store, whose it is, and for a house how far it is from its owner's left."""


class Known(dict["Slow", tuple[int, int]]):
    """Value and distance of states."""


class Margins(dict["Slow", int]):
    """By how many seeds states are won."""


class Slow(NamedTuple):
    """A state: the rows of both players, their stores, and whose turn it is."""

    rows: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    turn: int

    @property
    def game(self) -> Kalah:
        houses, seeds = len(self.rows[0]), sum(map(sum, self.rows)) + sum(self.stores)
        return Kalah("test", houses, seeds // (2 * houses))

    @property
    def state(self) -> engine.State:
        """The same, as the engine has it, in a game with as many seeds."""
        places = [*self.rows[0], *self.rows[1]]
        stores = 6 * len(places)
        position = sum(seeds << 6 * number for number, seeds in enumerate(places))
        position += self.stores[0] << stores | self.stores[1] << stores + 6 | self.turn << stores + 12
        return engine.State(self.game, position, 0)

    def actions(self) -> list[int]:
        return [house for house, seeds in enumerate(self.rows[self.turn]) if seeds]

    def result(self) -> int:
        """Return what the end is worth to the player to move."""
        return (self.lead() > 0) - (self.lead() < 0)

    def lead(self) -> int:
        """Return how many seeds more than the opponent's the store of the player to move has."""
        return self.stores[self.turn] - self.stores[1 - self.turn]

    def ring(self, house: int) -> Iterator[Place]:
        """Yield where the seeds of a house of the player to move are sown, again and again."""
        at: Place = ("house", self.turn, house)
        while True:
            at = self.after(at)
            if at != ("store", 1 - self.turn, 0):
                yield at

    def after(self, place: Place) -> Place:
        kind, owner, number = place
        if kind == "store":
            return ("house", 1 - owner, 0)
        return ("house", owner, number + 1) if number + 1 < len(self.rows[owner]) else ("store", owner, 0)

    def sown(self, house: int) -> tuple[Slow, Place]:
        """Return the board after sowing, and where the last seed fell."""
        rows, stores = [list(row) for row in self.rows], list(self.stores)
        seeds, rows[self.turn][house] = rows[self.turn][house], 0
        for place in self.ring(house):
            kind, owner, number = place
            if kind == "store":
                stores[owner] += 1
            else:
                rows[owner][number] += 1
            seeds -= 1
            if not seeds:
                break
        return Slow((tuple(rows[0]), tuple(rows[1])), (stores[0], stores[1]), self.turn), place

    def captured(self, house: int) -> int:
        """Return how many seeds the house captures."""
        board, (kind, owner, number) = self.sown(house)
        if kind == "store" or owner != self.turn or board.rows[owner][number] != 1:
            return 0
        return 1 + board.rows[1 - owner][-1 - number]

    def unshared(self, house: int) -> Slow:
        """Return the state after a move, but with the seeds of a row that is alone still in it."""
        board, (kind, owner, number) = self.sown(house)
        captured = self.captured(house)
        if captured:
            rows, stores = [list(row) for row in board.rows], list(board.stores)
            rows[owner][number] = rows[1 - owner][-1 - number] = 0
            stores[owner] += captured
            board = Slow((tuple(rows[0]), tuple(rows[1])), (stores[0], stores[1]), owner)
        return board if kind == "store" else board._replace(turn=1 - self.turn)

    def play(self, house: int) -> Slow:
        board = self.unshared(house)
        if all(any(row) for row in board.rows):
            return board
        nothing = (0,) * len(board.rows[0])
        first, second = (store + sum(row) for store, row in zip(board.stores, board.rows, strict=True))
        return Slow((nothing, nothing), (first, second), board.turn)

    def passed(self) -> Slow:
        return self._replace(turn=1 - self.turn)


def start(houses: int = 6, seeds: int = 4) -> Slow:
    row = (seeds,) * houses
    return Slow((row, row), (0, 0), 0)


def seen(state: engine.State) -> Slow:
    """Return a state of the engine as players see it."""
    assert isinstance(state.game, Kalah)
    houses = state.game.houses(state)
    middle = len(houses) // 2
    return Slow((houses[:middle], houses[middle:]), state.game.stores(state), state.to_move)


def drawn(rng: Random, seeds: int, houses: int = 6, each: int = 4) -> Slow:
    """Return a position with that many seeds in the rows, some in each, and nobody with more than half."""
    total = 2 * houses * each
    while True:
        fallen = [rng.randrange(2 * houses) for _ in range(seeds)]
        row = [fallen.count(house) for house in range(2 * houses)]
        first = rng.randint(max(total // 2 - seeds, 0), min(total // 2, total - seeds))
        stores = (first, total - seeds - first)
        if any(row[:houses]) and any(row[houses:]) and max(stores) <= total // 2:
            return Slow((tuple(row[:houses]), tuple(row[houses:])), stores, rng.randrange(2))


def perft(board: Slow, depth: int) -> Iterator[int]:
    """Yield how many ways there are to play one move, two moves, and so on."""
    ways = Counter({board: 1})
    for left in reversed(range(depth)):
        yield sum(number * len(each.actions()) for each, number in ways.items())
        after: Counter[Slow] = Counter()
        for each, number in ways.items() if left else ():
            for house in each.actions():
                after[each.play(house)] += number
        ways = after


def worth(board: Slow, known: Known) -> tuple[int, int]:
    """Return value and distance for the player to move, by trying everything."""
    if board not in known:
        replies = [board.play(house) for house in board.actions()]
        worths = [
            (value if after.turn == board.turn else -value, distance + 1)
            for after in replies
            for value, distance in [worth(after, known)]
        ]
        ends = (board.result(), 0)
        known[board] = max(worths, key=lambda each: (each[0], -each[0] * each[1] or -each[1]), default=ends)
    return known[board]


def margin(board: Slow, known: Margins) -> int:
    """Return by how many seeds the player to move wins when everything is played to the last seed."""
    if board not in known:
        replies = [board.play(house) for house in board.actions()]
        margins = [margin(after, known) * (1 if after.turn == board.turn else -1) for after in replies]
        known[board] = max(margins, default=board.lead())
    return known[board]
