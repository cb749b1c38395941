"""Who meets whom in a round of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.models import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.models import Tournament

_MOST_TRIES = 20_000  # pairings that are looked at; then somebody meets whom they have met before

_NOBODY = -1

Pair = tuple[int, int]


def next_round(tournament: Tournament) -> list[Pairing]:
    """Return the pairings of the round after the present one, without matches yet.

    There is nothing to play in those of which the second has withdrawn.
    """
    number = tournament.round + 1
    pairs = _swiss(tournament) if tournament.is_swiss else _everybody(len(tournament.entrants), number)
    return [pairing for pair in pairs for pairing in _pairing(tournament, number, *pair)]


def _pairing(tournament: Tournament, number: int, one: int, other: int | None) -> Iterator[Pairing]:
    """Yield the pairing of two, or with none of whoever has no opponent; none if both have withdrawn.

    Where everybody meets everybody, to have no opponent comes to each in turn, and is worth nothing.
    """
    gone = [other is not None and tournament.entrants[each].is_withdrawn for each in (one, other or 0)]
    if other is None:
        if tournament.is_swiss:
            yield Pairing(number, one)
    elif gone == [True, False]:
        yield Pairing(number, other, one)
    elif gone != [True, True]:
        yield Pairing(number, one, other)


def _everybody(count: int, number: int) -> list[tuple[int, int | None]]:
    """Return the pairs of a round in which everybody meets everybody in turn, by the circle method.

    One stays in place, nobody if their number is odd, and the others go round. By turns one of a pair begins,
    so that in the end all have begun as often, or once more than others.
    """
    seats = [_NOBODY, *range(count)] if count % 2 else [*range(count)]
    turn = 1 + (number - 1) % (len(seats) - 1)
    order = [seats[0], *seats[turn:], *seats[1:turn]]
    half = len(order) // 2
    pairs = zip(order[:half], reversed(order[half:]), strict=True)
    return [
        _seated(one, other, swap=bool(place % 2 if place else number % 2 == 0))
        for place, (one, other) in enumerate(pairs)
    ]


def _seated(one: int, other: int, *, swap: bool) -> tuple[int, int | None]:
    """Return who begins, and against whom."""
    if one == _NOBODY:
        return other, None
    return (other, one) if swap else (one, other)


def _swiss(tournament: Tournament) -> list[tuple[int, int | None]]:
    """Return the pairs of a round by the Swiss system.

    Whoever stands best meets the next best whom they have not met yet (Monrad's way). If somebody is left
    over, it is whoever stands worst of those who were not before. Who has begun less often begins.
    """
    order = [
        score.number for score in tournament.scores if not tournament.entrants[score.number].is_withdrawn
    ]
    pairs: list[tuple[int, int | None]] = []
    if len(order) % 2:
        bye = _left_over(tournament, order)
        order.remove(bye)
        pairs.append((bye, None))
    met = {frozenset((each.first, each.second)) for each in tournament.pairings}
    found = _paired(order, met, [_MOST_TRIES]) or _paired(order, set(), [len(order) ** 2]) or []
    return [*(_balanced(tournament, pair) for pair in found), *pairs]


def _left_over(tournament: Tournament, order: Sequence[int]) -> int:
    had = {each.first for each in tournament.pairings if each.match_id is None}
    return next((number for number in reversed(order) if number not in had), order[-1])


def _paired(order: Sequence[int], met: set[frozenset[int | None]], tries: list[int]) -> list[Pair] | None:
    """Return pairs of all who have not met, by an order; None if there are none, or too many tries."""
    if not order:
        return []
    best, others = order[0], order[1:]
    for place, other in enumerate(others):
        tries[0] -= 1
        if tries[0] < 0:
            return None
        if frozenset((best, other)) in met:
            continue
        rest = _paired([*others[:place], *others[place + 1 :]], met, tries)
        if rest is not None:
            return [(best, other), *rest]
    return None


def _balanced(tournament: Tournament, pair: Pair) -> Pair:
    """Return two with the one first who has begun less often, else who stands worse."""
    begun = [
        sum(each.first == number and each.match_id is not None for each in tournament.pairings)
        for number in pair
    ]
    return pair if begun[0] < begun[1] else (pair[1], pair[0])
