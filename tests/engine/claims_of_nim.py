"""What is claimed of moves in Nim, and how one sees that it is true: by playing every game to its end."""

from collections.abc import Callable, Iterable, Mapping

import engine
from engine.teachers.nim import NimKind
from tests.engine import nim_again
from tests.engine.about import About
from tests.engine.nim_again import Heaps

Claim = Callable[[About, engine.Remark], bool]


def leaves(about: About) -> list[int]:
    """Return the heaps that an action leaves, without the empty ones."""
    return [size for size in nim_again.heaps_of(about.after) if size]


def odd_powers(heaps: Iterable[int]) -> set[int]:
    """Return which of 4, 2 and 1 an odd number of heaps need, each as a sum of different ones."""
    needed = {0: [], 1: [1], 2: [2], 3: [2, 1], 4: [4], 5: [4, 1], 6: [4, 2], 7: [4, 2, 1]}
    counted = [power for size in heaps for power in needed[size]]
    return {power for power in (4, 2, 1) if counted.count(power) % 2}


def is_misere(about: About) -> bool:
    return about.state.game.slug == "nim-misere"


def can_win(about: About, heaps: Heaps) -> bool:
    return nim_again.wins(heaps, last_wins=not is_misere(about))


def wins(about: About) -> bool:
    return not can_win(about, nim_again.heaps_of(about.after))


def named(about: About, remark: engine.Remark) -> set[str]:
    return {about.after.name_of(action) for action in remark.actions}


def winning(about: About) -> dict[str, Heaps]:
    """Return the replies that win, and what they leave."""
    after = nim_again.followers(nim_again.heaps_of(about.after))
    return {name: left for name, left in after if not can_win(about, left)}


def is_paired(heaps: list[int]) -> bool:
    return all(heaps.count(size) % 2 == 0 for size in heaps)


def pairs(about: About, remark: engine.Remark) -> bool:
    left = leaves(about)
    return not is_misere(about) and [*remark.cells] == left and is_paired(left) and wins(about)


def evens(about: About, remark: engine.Remark) -> bool:
    left = leaves(about)
    is_told = is_misere(about) == (remark.kind is NimKind.EVENS_OR_ONES)
    is_simple = not is_misere(about) and is_paired(left)
    return is_told and [*remark.cells] == left and not odd_powers(left) and wins(about) and not is_simple


def evens_or_ones(about: About, remark: engine.Remark) -> bool:
    """Whether each reply can be answered so that all are even, or an odd number of heaps of one is left."""
    return evens(about, remark) and all(
        any(is_even_or_ones(answer) for _, answer in nim_again.followers(left))
        for _, left in nim_again.followers(nim_again.heaps_of(about.after))
    )


def is_even_or_ones(heaps: Heaps) -> bool:
    return not odd_powers(heaps) or (max(heaps) == 1 and sum(heaps) % 2 == 1)


def odd_ones(about: About, remark: engine.Remark) -> bool:
    return leaves(about) == [1] * remark.number and remark.number % 2 == 1 and wins(about)


def even_ones(about: About, remark: engine.Remark) -> bool:
    return leaves(about) == [1] * remark.number and remark.number % 2 == 0 and not wins(about)


def uneven(about: About, remark: engine.Remark) -> bool:
    """Whether these powers are odd, and all replies that win, and no others, make them even."""
    replies = winning(about)
    is_said = set(remark.cells) == odd_powers(leaves(about)) and named(about, remark) == {*replies}
    return bool(replies) and is_said and not any(map(odd_powers, replies.values()))


def one_large(about: About, remark: engine.Remark) -> bool:
    replies = winning(about)
    is_large = sum(size > 1 for size in leaves(about)) == 1
    is_told = named(about, remark) == {*replies} and len(replies) == 1
    return is_told and is_large and all(sum(left) % 2 and max(left) == 1 for left in replies.values())


CLAIMS: Mapping[engine.Kind, Claim] = {
    NimKind.PAIRS: pairs,
    NimKind.EVENS: evens,
    NimKind.EVENS_OR_ONES: evens_or_ones,
    NimKind.ODD_ONES: odd_ones,
    NimKind.EVEN_ONES: even_ones,
    NimKind.UNEVEN: uneven,
    NimKind.ONE_LARGE: one_large,
}
