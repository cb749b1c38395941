"""Pairs the entrants of a tournament for a round."""

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations

from bot.models import Pairing, Tournament

_NOBODY = -1
_MOST_OFTEN = 2  # times that an entrant may have begun more or less often than second
_BASE = 1 << 16  # more than all pairs of a round together can cost by one rule


def next_round(tournament: Tournament) -> list[Pairing]:
    """Return the pairings of the round after the present one, without matches yet.

    A pairing whose second entrant has withdrawn is not played. The Swiss system takes so long that it needs a
    thread.
    """
    number = tournament.round + 1
    pairs = (
        _Swiss(tournament).pair_entrants()
        if tournament.is_swiss
        else _everybody(len(tournament.entrants), number)
    )
    return [pairing for pair in pairs for pairing in _pairing(tournament, number, *pair)]


def _pairing(tournament: Tournament, number: int, one: int, other: int | None) -> Iterator[Pairing]:
    """Yield the pairing of two entrants, or of one without an opponent; nothing if both have withdrawn.

    In a round robin each entrant is without an opponent in turn, and gets no points for it.
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
    """Return the pairs of a round of a round robin, by the circle method.

    One entrant stays in place, or a bye if their number is odd, and the others go round. The one to begin
    alternates, so that in the end no entrant has begun more than once more than another.
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
    """Return the entrant that begins, and its opponent."""
    if one == _NOBODY:
        return other, None
    return (other, one) if swap else (one, other)


class _Swiss:
    """A round by the Swiss system: of all ways to pair the remaining entrants, the one with the least cost.

    Entrants are numbered by their places, the best first; the last place is a bye if their number is odd.
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

    def pair_entrants(self) -> Iterator[tuple[int, int | None]]:
        """Yield the entrant that begins and its opponent, the best places first, and a bye last."""
        from networkx import Graph, max_weight_matching  # noqa: PLC0415 - it takes a second

        count = len(self._order)
        places = combinations(range(count + count % 2), 2)
        graph: Graph[int] = Graph()
        graph.add_weighted_edges_from((one, other, -self._cost(one, other)) for one, other in places)
        found = (sorted(pair) for pair in max_weight_matching(graph, maxcardinality=True))
        for one, other in sorted(found, key=lambda pair: (pair[1] == count, pair)):
            yield (self._order[one], None) if other == count else self._begun(one, other)

    def _begun(self, one: int, other: int) -> tuple[int, int]:
        """Return who begins of two: the one that did less often, else not last time, else is placed worse."""
        first, second = sorted(
            (self._order[other], self._order[one]),
            key=lambda number: (self._balance[number], self._last[number]),
        )
        return first, second

    def _cost(self, one: int, other: int) -> int:
        """Return the cost of a pair; each rule counts for more than all after it together.

        The rules in order: no second meeting, and no third; no second bye; no entrant begins far too often
        or too seldom; the bye goes to the lowest score; opponents have equal scores; entrants begin as often
        as they are second; opponents have near places.
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
