"""The strength of players: ratings fitted to all results between them at once.

Bradley and Terry (1952): a player `d` points stronger on the Elo scale can expect 1 / (1 + 10 ** (-d / 400))
of the points, a draw being half of one. The ratings are those under which the results are the likeliest
(Hunter, 2004, by minorization and maximization), and the intervals follow from how sharply likelihood falls
around them; where many games are drawn they are wider than they need be. Each player counts as having drawn
one more game, a part of it with each other, so that a player who won all games is not infinitely strong,
and few games give about the same as many.
"""

from collections.abc import Mapping, Sequence
from math import inf, log10, sqrt
from typing import NamedTuple

Points = Mapping[tuple[str, str], float]
Matrix = list[list[float]]

_STILL = 1e-10
SURE = 1.96
"""How many deviations to each side 95 % of a normal distribution take."""

_SCALE = 400.0
PER_NATURAL = _SCALE / 2.302585092994046
"""Points of Elo for a factor of e in strength."""


class EloRating(NamedTuple):
    """A player's rating on the Elo scale, and the half of its 95 % interval."""

    name: str
    rating: float
    margin: float


def rate_players(points: Points, anchor: str) -> list[EloRating]:
    """Return the standings of all players, strongest first.

    `points[a, b]` are those that `a` won against `b`, and `points[b, a]` the rest of the same games; the
    `anchor` has the rating 0, and all intervals are those of the difference to it.
    """
    names = list(dict.fromkeys(name for pair in points for name in pair))
    half = 0.5 / (len(names) - 1)
    wins = {pair: points.get(pair, 0.0) + half for one in points for pair in (one, one[::-1])}
    strengths = _fit(names, wins)
    margins = _margins(names, wins, strengths, anchor)
    zero = strengths[anchor]
    standings = [EloRating(name, _SCALE * log10(strengths[name] / zero), margins[name]) for name in names]
    return sorted(standings, key=lambda each: -each.rating)


def _fit(names: Sequence[str], wins: Points) -> dict[str, float]:
    """Return the strengths that make the results likeliest, up to a factor."""
    strengths = dict.fromkeys(names, 1.0)
    won = {name: sum(number for (one, _), number in wins.items() if one == name) for name in names}
    moved = inf
    while moved > _STILL:
        fitted = {
            name: won[name]
            / sum(
                (wins[name, other] + wins[other, name]) / (strengths[name] + strengths[other])
                for other in names
                if (name, other) in wins
            )
            for name in names
        }
        whole = sum(fitted.values())
        fitted = {name: strength / whole for name, strength in fitted.items()}
        moved = max(abs(fitted[name] / strengths[name] - 1) for name in names)
        strengths = fitted
    return strengths


def _margins(
    names: Sequence[str], wins: Points, strengths: Mapping[str, float], anchor: str
) -> dict[str, float]:
    """Return half of each player's interval, from the inverse of the information in the results."""
    others = [name for name in names if name != anchor]
    known = {
        (one, other): (wins[one, other] + wins[other, one])
        * strengths[one]
        * strengths[other]
        / (strengths[one] + strengths[other]) ** 2
        for one, other in wins
    }
    information = [
        [
            sum(number for (each, _), number in known.items() if each == one)
            if one == other
            else -known.get((one, other), 0.0)
            for other in others
        ]
        for one in others
    ]
    inverse = _inverse(information)
    spread = {name: sqrt(inverse[index][index]) for index, name in enumerate(others)}
    return {name: SURE * PER_NATURAL * spread.get(name, 0.0) for name in names}


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric matrix that is positive definite, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(column == index) for column in range(size))] for index, row in enumerate(matrix)]
    for index, row in enumerate(rows):
        rows[index] = row = [number / row[index] for number in row]  # noqa: PLW2901 - it is used below
        for other, below in enumerate(rows):
            if other != index:
                rows[other] = [number - below[index] * part for number, part in zip(below, row, strict=True)]
    return [row[size:] for row in rows]
