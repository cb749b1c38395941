"""How a player answers cell by cell, where whoever completes a line loses; bitboards of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Pair: TypeAlias = tuple[int, int]
    HasLine: TypeAlias = Mapping[int, bool]


def partners(
    mine: int, theirs: int, free: Sequence[int], has_line: HasLine, *, wins: bool
) -> tuple[int, ...]:
    """Return the free cells two by two, and the last alone if they are odd; nothing if that does not help.

    Whoever answers each cell that the opponent takes with its partner never completes a line before the
    opponent does and, if it `wins`, sees them complete one. They complete one with the cell that is alone.
    """
    for pairs, rest in _arrangements(free):
        is_last_lost = all(has_line[theirs | 1 << cell] for cell in rest)
        if is_last_lost and _is_kept(mine, theirs, pairs, has_line, to_end=bool(rest) or not wins):
            return (*(cell for pair in pairs for cell in pair), *rest)
    return ()


def _arrangements(cells: Sequence[int]) -> Iterator[tuple[tuple[Pair, ...], tuple[int, ...]]]:
    """Yield all ways to put cells into pairs, and what is left over."""
    if len(cells) % 2 == 0:
        yield from ((pairs, ()) for pairs in _pairings(cells))
        return
    for index, cell in enumerate(cells):
        yield from ((pairs, (cell,)) for pairs in _pairings([*cells[:index], *cells[index + 1 :]]))


def _pairings(cells: Sequence[int]) -> Iterator[tuple[Pair, ...]]:
    if not cells:
        yield ()
        return
    first, *others = cells
    for index, other in enumerate(others):
        for pairs in _pairings([*others[:index], *others[index + 1 :]]):
            yield ((first, other), *pairs)


def _is_kept(mine: int, theirs: int, pairs: Sequence[Pair], has_line: HasLine, *, to_end: bool) -> bool:
    """Whether the opponent, who is to move, completes a line first; or nobody, if that may go `to_end`."""
    for index, (one, other) in enumerate(pairs):
        rest = [*pairs[:index], *pairs[index + 1 :]]
        for taken, answer in ((one, other), (other, one)):
            after, answered = theirs | 1 << taken, mine | 1 << answer
            if not has_line[after] and (
                has_line[answered] or not _is_kept(answered, after, rest, has_line, to_end=to_end)
            ):
                return False
    return to_end or bool(pairs)
