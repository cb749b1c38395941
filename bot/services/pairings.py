"""Who meets whom in a round of a tournament."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING

from bot.models import Pairing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.models import Tournament

_NOBODY = -1

_MOST_OFTEN = 2
"""By how much oftener somebody may have begun than been second, or less often."""

_BASE = 1 << 16
"""More than all pairs of a round can cost by one of the rules."""


def next_round(tournament: Tournament) -> list[Pairing]:
    """Return the pairings of the round after the present one, without matches yet.

    There is nothing to play in those of which the second has withdrawn. By the Swiss system it takes so long
    that it is for a thread.
    """
    number = tournament.round + 1
    pairs = (
        _Swiss(tournament).pairs() if tournament.is_swiss else _everybody(len(tournament.entrants), number)
    )
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


class _Swiss:
    """A round by the Swiss system: of all ways to pair those who are left, the one that costs least.

    They are known by their places, the best first; after them comes nobody if they are odd in number.
    """

    def __init__(self, tournament: Tournament) -> None:
        scores = [each for each in tournament.scores if not tournament.entrants[each.number].is_withdrawn]
        self._halves = [each.halves for each in scores]
        self._order = [each.number for each in scores]
        self._met, self._byes = Counter[frozenset[int]](), Counter[int]()
        self._balance, self._last = Counter[int](), Counter[int]()
        for pairing in tournament.pairings:
            self._note(pairing)

    def _note(self, pairing: Pairing) -> None:
        if pairing.second is None:
            self._byes[pairing.first] += 1
            return
        self._met[frozenset((pairing.first, pairing.second))] += 1
        for number, turn in ((pairing.first, 1), (pairing.second, -1)):
            self._balance[number] += turn
            self._last[number] = turn

    def pairs(self) -> Iterator[tuple[int, int | None]]:
        """Yield who begins, and against whom, those who stand best first, and last who has no opponent."""
        from networkx import Graph, max_weight_matching  # noqa: PLC0415 - it takes a second

        count = len(self._order)
        places = combinations(range(count + count % 2), 2)
        graph: Graph[int] = Graph()
        graph.add_weighted_edges_from((one, other, -self._cost(one, other)) for one, other in places)
        found = (sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
        for one, other in sorted(found, key=lambda pair: (pair[1] == count, pair)):
            yield (self._order[one], None) if other == count else self._begun(one, other)

    def _begun(self, one: int, other: int) -> tuple[int, int]:
        """Return who begins of two: who has less often, else did not last time, else stands worse."""
        first, second = sorted(
            (self._order[other], self._order[one]),
            key=lambda number: (self._balance[number], self._last[number]),
        )
        return first, second

    def _cost(self, one: int, other: int) -> int:
        """Return what it costs that two meet; one rule counts for more than all after it together.

        These are: to meet again, and again and again; to have no opponent again; to have begun far too often
        or seldom; to have no opponent though others have scored less; to have scored other than one's
        opponent; to have begun oftener or less often than been second; to stand far apart.
        """
        if other == len(self._order):
            number, balance = self._order[one], self._balance[self._order[one]]
            rules = (0, 0, self._byes[number], 0, self._halves[one], 0, balance**2, other - one)
        else:
            pair = self._begun(one, other)
            met = self._met[frozenset(pair)]
            begun = [self._balance[number] + turn for number, turn in zip(pair, (1, -1), strict=True)]
            is_unfair = max(map(abs, begun)) > _MOST_OFTEN
            apart = self._halves[one] - self._halves[other]
            unbalanced = sum(each**2 for each in begun)
            rules = (met > 0, met, 0, is_unfair, 0, apart**2, unbalanced, (other - one) ** 2)
        return reduce(lambda cost, rule: cost * _BASE + rule, rules)
