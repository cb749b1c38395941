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


def leaves_won(about: About, remark: engine.Remark) -> bool:
    """Whether the cells are what a move leaves, and the opponent cannot win then."""
    return [*remark.cells] == leaves(about) and wins(about)


def pairs(about: About, remark: engine.Remark) -> bool:
    is_told = is_misere(about) == (remark.kind is NimKind.PAIRS_OR_ONES)
    return is_told and leaves_won(about, remark) and is_paired(leaves(about))


def pairs_or_ones(about: About, remark: engine.Remark) -> bool:
    """Whether copying each reply wins, except where an odd number of heaps of one can be left instead."""
    return pairs(about, remark) and all(
        any(max(answer) == 1 and sum(answer) % 2 for answer in can_leave(left))
        or any(is_paired([size for size in answer if size]) for answer in can_leave(left))
        for left in can_leave(nim_again.heaps_of(about.after))
    )


def can_leave(heaps: Heaps) -> list[Heaps]:
    return [left for _, left in nim_again.followers(heaps)]


def evens(about: About, remark: engine.Remark) -> bool:
    left = leaves(about)
    is_told = is_misere(about) == (remark.kind is NimKind.EVENS_OR_ONES)
    return is_told and leaves_won(about, remark) and not odd_powers(left) and not is_paired(left)


def evens_or_ones(about: About, remark: engine.Remark) -> bool:
    """Whether each reply can be answered so that all are even, or an odd number of heaps of one is left."""
    return evens(about, remark) and all(
        any(map(is_even_or_ones, can_leave(left))) for left in can_leave(nim_again.heaps_of(about.after))
    )


def is_even_or_ones(heaps: Heaps) -> bool:
    return not odd_powers(heaps) or (max(heaps) == 1 and sum(heaps) % 2 == 1)


def odd_ones(about: About, remark: engine.Remark) -> bool:
    return leaves(about) == [1] * remark.number and remark.number % 2 == 1 and wins(about)


def even_ones(about: About, remark: engine.Remark) -> bool:
    return leaves(about) == [1] * remark.number and remark.number % 2 == 0 and not wins(about)


def pairing(about: About) -> set[str]:
    """Return the names of the replies that win and leave every heap an equal one."""
    return {name for name, left in winning(about).items() if is_paired([size for size in left if size])}


def lets_pair(about: About, remark: engine.Remark) -> bool:
    is_left = [*remark.cells] == leaves(about)
    return is_left and named(about, remark) == pairing(about) != set() and 1 in about.values


def lets_even(about: About, remark: engine.Remark) -> bool:
    """Whether the replies are all that win, none leaves pairs but each equal parts; one leaves the cells."""
    replies = winning(about)
    left = [[size for size in each if size] for each in replies.values()]
    is_told = [*remark.cells] == (left[0] if len(left) == 1 else [])
    is_even = not pairing(about) and not any(map(odd_powers, replies.values()))
    return is_told and is_even and named(about, remark) == {*replies} != set() and 1 in about.values


def copied(about: About, remark: engine.Remark) -> bool:
    """Whether all was in pairs, and is again after these replies."""
    is_lost = is_paired(heaps_before(about)) and counts_taken(about, remark)
    return is_lost and named(about, remark) == pairing(about) != set() and 1 not in about.values


def still(about: About, remark: engine.Remark) -> bool:
    """Whether only the parts were in pairs, and which replies leave pairs, or else pair the parts again."""
    before, replies = heaps_before(about), winning(about)
    is_even = not is_paired(before) and not odd_powers(before) and [*remark.cells] == before
    is_of_pairs = remark.kind is NimKind.STILL_PAIRED
    told = pairing(about) if is_of_pairs else {*replies}
    is_told = named(about, remark) == told != set() and is_of_pairs == bool(pairing(about))
    is_again = is_of_pairs or not any(map(odd_powers, replies.values()))
    is_lost = counts_taken(about, remark) and 1 not in about.values
    return is_even and is_told and is_again and is_lost


def heaps_before(about: About) -> list[int]:
    return [size for size in nim_again.heaps_of(about.state) if size]


def counts_taken(about: About, remark: engine.Remark) -> bool:
    return remark.number == sum(heaps_before(about)) - sum(leaves(about))


def one_large(about: About, remark: engine.Remark) -> bool:
    replies = winning(about)
    is_large = sum(size > 1 for size in leaves(about)) == 1
    before = heaps_before(about)
    is_apart = 1 not in about.values and not is_paired(before)
    is_shown = [*remark.cells] == (before if is_apart else []) and not (is_apart and odd_powers(before))
    is_told = named(about, remark) == {*replies} and len(replies) == 1 and is_shown
    return is_told and is_large and all(sum(left) % 2 and max(left) == 1 for left in replies.values())


CLAIMS: Mapping[engine.Kind, Claim] = {
    NimKind.PAIRS: pairs,
    NimKind.PAIRS_OR_ONES: pairs_or_ones,
    NimKind.EVENS: evens,
    NimKind.EVENS_OR_ONES: evens_or_ones,
    NimKind.ODD_ONES: odd_ones,
    NimKind.EVEN_ONES: even_ones,
    NimKind.LETS_PAIR: lets_pair,
    NimKind.LETS_EVEN: lets_even,
    NimKind.COPIED: copied,
    NimKind.STILL_PAIRED: still,
    NimKind.STILL_EVEN: still,
    NimKind.ONE_LARGE: one_large,
}
