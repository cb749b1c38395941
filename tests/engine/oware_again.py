"""The rules of Oware, written a second time: slowly, with lists, and from what players would say."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import engine
from engine.rules import oware

GAME = oware.Oware()
CAPTURED = (2, 3)
ENOUGH = 25


class Slow(NamedTuple):
    """A state: seeds of the houses as they are sown, stores, whose turn, and what was since a capture."""

    houses: tuple[int, ...]
    stores: tuple[int, int]
    turn: int
    before: frozenset[tuple[tuple[int, ...], int]] = frozenset()

    @property
    def state(self) -> engine.State:
        """The same, as the engine has it, without what was before."""
        board = sum(seeds << 6 * house for house, seeds in enumerate(self.houses))
        board += self.stores[0] << 72 | self.stores[1] << 78 | self.turn << 84
        return engine.State(GAME, 1 << oware.MEMORY | board, self.turn)

    @property
    def has_come_again(self) -> bool:
        return (self.houses, self.turn) in self.before

    def row(self, player: int) -> range:
        return range(6 * player, 6 * player + 6)

    def sown(self, action: int) -> tuple[list[int], int]:
        """Return the houses after sowing, and which got the last seed."""
        houses, house = list(self.houses), 6 * self.turn + action
        seeds, houses[house], last = houses[house], 0, house
        while seeds:
            last = (last + 1) % 12
            if last != house:
                houses[last] += 1
                seeds -= 1
        return houses, last

    def play(self, action: int) -> Slow:
        houses, last = self.sown(action)
        theirs = self.row(1 - self.turn)
        taken = []
        while last in theirs and houses[last] in CAPTURED:
            taken.append(last)
            last -= 1
        captured = sum(houses[house] for house in taken)
        if captured in {0, sum(houses[house] for house in theirs)}:
            before = self.before | {(self.houses, self.turn)}
            return Slow(tuple(houses), self.stores, 1 - self.turn, before)
        first, second = self.stores
        stores = (first, second + captured) if self.turn else (first + captured, second)
        rest = tuple(0 if house in taken else seeds for house, seeds in enumerate(houses))
        return Slow(rest, stores, 1 - self.turn)

    def actions(self) -> list[int]:
        if self.has_come_again or max(self.stores) >= ENOUGH:
            return []
        theirs = self.row(1 - self.turn)
        actions = [action for action in range(6) if self.houses[6 * self.turn + action]]
        if any(self.houses[house] for house in theirs):
            return actions
        return [action for action in actions if any(self.sown(action)[0][house] for house in theirs)]

    def result(self) -> int:
        """Return what the end is worth to the player to move."""
        kept = [self.stores[player] + sum(self.houses[h] for h in self.row(player)) for player in (0, 1)]
        mine, theirs = kept[self.turn], kept[1 - self.turn]
        return (mine > theirs) - (mine < theirs)


START = Slow((4,) * 12, (0, 0), 0)


def capturing(slow: Slow, action: int) -> bool:
    return slow.play(action).stores != slow.stores


def drawn(rng: Random, seeds: int) -> Slow:
    """Return a position with that many seeds on the board, and nobody with more than half."""
    houses = [rng.randrange(12) for _ in range(seeds)]
    first = rng.randint(24 - seeds, 24)
    stores = (first, 48 - seeds - first)
    return Slow(tuple(houses.count(house) for house in range(12)), stores, rng.randrange(2))


def quiet(rng: Random, slow: Slow, plies: int) -> Iterator[int]:
    """Yield legal actions at random that capture only when there is no other."""
    for _ in range(plies):
        actions = slow.actions()
        if not actions:
            return
        action = rng.choice([action for action in actions if not capturing(slow, action)] or actions)
        slow = slow.play(action)
        yield action


def drawn_states(seeds: int) -> Iterator[engine.State]:
    """Yield running positions with so many seeds or fewer, most of them with a past."""
    rng = Random(seeds)
    for _ in range(25):
        slow = drawn(rng, seeds)
        state = slow.state
        for action in quiet(rng, slow, rng.choice((0, 2, 6, 14))):
            state = state.successor(action)
        if not state.is_terminal:
            yield state
