"""Make the table of Oware's endgames: `python -m tests.make_endgames`, which takes half a minute.

Boards are solved from the fewest seeds up, as captures only lead there. Those with as many seeds lead to each
other in circles, so for each number of seeds it is found who can force them:

- without a position coming again, by counting from the ends and captures backwards;
- or else by staying where a repetition, which ends the game, leaves so many in the own row;
- or by forcing the one or the other, and so on until nothing is added.
"""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import engine
from engine.puzzles import endgames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Sure: TypeAlias = tuple[int, int]  # what the player to move is sure of, and the other

GAME = engine.game("oware")
HOUSES, STORES = 12, 72
ROW, ALL = (1 << 36) - 1, (1 << STORES) - 1


class Level(NamedTuple):
    """All boards with as many seeds, each by its number, as the player to move sees it."""

    seeds: int
    own: list[int]  # seeds in the row of the player to move
    quiet: list[list[int]]  # where moves lead that capture nothing
    captures: list[list[tuple[int, Sure]]]  # how many, and what is sure then, the opponent's first
    before: list[list[int]]  # from where quiet moves lead here

    @property
    def numbers(self) -> range:
        """The numbers of the boards."""
        return range(len(self.own))

    def has_ended(self, number: int) -> bool:
        """Whether there is no move."""
        return not (self.quiet[number] or self.captures[number])


def main() -> None:
    """Write the file."""
    path = Path(endgames.__file__).parent / "oware-endgames.xz"
    path.write_bytes(lzma.compress(table(endgames.MOST), preset=9 | lzma.PRESET_EXTREME))
    print(path, path.stat().st_size)


def table(most: int) -> bytes:
    """Return the table of all boards with up to so many seeds."""
    known: dict[int, Sure] = {}
    for seeds in range(most + 1):
        boards = [*_boards(seeds, HOUSES)]
        known |= zip(boards, _solve(_level(seeds, boards, known)), strict=True)
    return bytes(own << 4 | other for own, other in known.values())


def _boards(seeds: int, houses: int) -> Iterator[int]:
    """Yield every way to put seeds into houses, those with fewer in the first house first."""
    if houses == 1:
        yield seeds
        return
    for first in range(seeds + 1):
        for others in _boards(seeds - first, houses - 1):
            yield others << 6 | first


def _level(seeds: int, boards: Sequence[int], known: dict[int, Sure]) -> Level:
    numbers = {board: number for number, board in enumerate(boards)}
    level = Level(seeds, [_row(board) for board in boards], [], [], [[] for _ in boards])
    for number, board in enumerate(boards):
        afters = [(after >> STORES & 63, _turned(after)) for after in GAME.successors(board).values()]
        level.captures.append([(captured, known[after]) for captured, after in afters if captured])
        level.quiet.append([numbers[after] for captured, after in afters if not captured])
        for after in level.quiet[-1]:
            level.before[after].append(number)
    return level


def _row(board: int) -> int:
    return sum(board >> 6 * house & 63 for house in range(6))


def _turned(after: int) -> int:
    """Return the houses as the other player sees them."""
    return (after & ALL) >> 36 | (after & ROW) << 36


def _solve(level: Level) -> Iterator[Sure]:
    """Yield what the players are sure of on each board."""
    own, other = [0] * len(level.own), [0] * len(level.own)
    for seeds in range(1, level.seeds + 1):
        forced = _forced(level, seeds)
        for number in level.numbers:
            own[number] = seeds if forced[0][number] else own[number]
            other[number] = seeds if forced[1][number] else other[number]
    yield from zip(own, other, strict=True)


def _forced(level: Level, seeds: int) -> tuple[bytearray, bytearray]:
    """Return on which boards so many are forced: by the player to move, by the other."""
    best = [
        any(taken >= seeds or after[1] >= seeds - taken for taken, after in captures)
        for captures in level.captures
    ]
    spared = [all(after[0] >= seeds for _, after in captures) for captures in level.captures]
    forced = bytearray(len(level.own)), bytearray(len(level.own))
    _begin(level, seeds, best, spared, forced)
    while True:
        _spread(level, spared, forced)
        stays = _circles(level, seeds, spared, forced)
        if not (any(stays[0]) or any(stays[1])):
            return forced
        for each, more in zip(forced, stays, strict=True):
            each[:] = bytes(a | b for a, b in zip(each, more, strict=True))


def _begin(
    level: Level,
    seeds: int,
    best: Sequence[bool],
    spared: Sequence[bool],
    forced: tuple[bytearray, bytearray],
) -> None:
    """Mark where the next move decides it, or there is none."""
    for number in level.numbers:
        if level.has_ended(number):
            forced[0][number] = level.own[number] >= seeds
            forced[1][number] = level.seeds - level.own[number] >= seeds
        else:
            forced[0][number] = best[number]
            forced[1][number] = spared[number] and not level.quiet[number]


def _spread(level: Level, spared: Sequence[bool], forced: tuple[bytearray, bytearray]) -> None:
    """Mark all boards from which those that are marked are forced."""
    work = [(number, who) for who in (0, 1) for number in level.numbers if forced[who][number]]
    for number, who in work:
        for before in level.before[number]:
            if forced[1 - who][before] or (who == 0 and not _is_spared(level, before, spared, forced[0])):
                continue
            forced[1 - who][before] = 1
            work.append((before, 1 - who))


def _is_spared(level: Level, number: int, spared: Sequence[bool], forced: bytearray) -> bool:
    """Whether every move of a board leaves it to the other, who is to move next, to force the seeds."""
    return spared[number] and all(forced[after] for after in level.quiet[number])


def _circles(
    level: Level, seeds: int, spared: Sequence[bool], forced: tuple[bytearray, bytearray]
) -> tuple[bytearray, bytearray]:
    """Return where else a player can stay for good among boards whose repetition leaves them so many."""
    own, other = forced
    stays = (
        bytearray(not has and row >= seeds for has, row in zip(own, level.own, strict=True)),
        bytearray(
            not has and spares and level.seeds - row >= seeds
            for has, spares, row in zip(other, spared, level.own, strict=True)
        ),
    )
    for number in level.numbers:
        if level.has_ended(number):
            stays[0][number] = stays[1][number] = 0
    while _narrow(level, forced, stays):
        pass
    return stays


def _narrow(level: Level, forced: tuple[bytearray, bytearray], stays: tuple[bytearray, bytearray]) -> bool:
    """Leave out the boards where one cannot stay, and say whether there were any."""
    had = sum(stays[0]) + sum(stays[1])
    for number, quiet in enumerate(level.quiet):
        stays[0][number] &= any(stays[1][after] or forced[1][after] for after in quiet)
        stays[1][number] &= all(stays[0][after] or forced[0][after] for after in quiet)
    return sum(stays[0]) + sum(stays[1]) < had


if __name__ == "__main__":
    main()
