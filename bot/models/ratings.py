"""Ratings of people, at games and at puzzles, and of puzzles, by Glicko-2.

After Mark E. Glickman, "Example of the Glicko-2 system" (2022), whose example is a test, and whose letters
name the variables: https://www.glicko.net/glicko/glicko2.pdf.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple, TypeAlias

Result: TypeAlias = "tuple[Rating, float]"
"""The rating of an opponent, and the score against them: 1 for a win, 0 for a loss."""

_SCALE = 173.7178  # points to a unit of Glicko-2's own scale
_TAU = 0.5  # how fast volatility may change
_PRECISION = 1e-6

_STARTS = {"easy": 1200.0, "medium": 1500.0, "hard": 1800.0}
"""The rating of each difficulty: of an untried puzzle, and in the middle of the rated ones."""
_START_DEVIATION = 200.0

_PERIOD = 365 * 24 * 3600.0 * (0.06 * _SCALE) ** 2 / (110.0**2 - 60.0**2)
"""Seconds of a rating period, as lichess has it: after a year a certain rating (60) becomes provisional."""

_LEAST_DEVIATION = 45.0  # as lichess has it: else a rating after many matches could not change any more
_SETTLED = 100.0  # the deviation of a puzzle below which its rating decides its difficulty
_PROVISIONAL = 110.0  # the deviation of a person above which chess sites put a question mark to a rating

LEAST_CERTAIN: Final = 225.0
"""The highest deviation with which a rating has a place on a board, and is shown."""

MAXINE_DEVIATION: Final = 50.0
"""The deviation of the measured strength of the bot's players."""

_OPPONENTS = {"people": 350.0, "maxine": MAXINE_DEVIATION, "puzzles": _START_DEVIATION}
"""The deviation of a usual opponent, by board."""

MARGIN: Final = 400.0
"""The most points by which a win can raise a person above the beaten opponent."""


class Rating(NamedTuple):
    """A rating, how uncertain it is (a standard deviation), and how much it varies in time."""

    number: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    @classmethod
    def of_difficulty(cls, difficulty: str) -> Rating:
        """Return the rating of an untried puzzle."""
        return cls(_STARTS[difficulty], _START_DEVIATION)

    @property
    def is_provisional(self) -> bool:
        """Whether it is still too uncertain for a person."""
        return self.deviation > _PROVISIONAL

    @property
    def is_ranked(self) -> bool:
        """Whether it is certain enough for a place on a board."""
        return self.deviation <= LEAST_CERTAIN

    def count_missing(self, board: str) -> int:
        """Return how many results on a board, against equals, are missing until it is ranked."""
        rating, missing = self, 0
        while not rating.is_ranked:
            equal = Rating(rating.number, _OPPONENTS[board])
            rating, missing = rating.after((equal, 0.5), periods=0), missing + 1
        return missing

    @property
    def difficulty(self) -> str | None:
        """The difficulty of a puzzle with this rating, None while that is uncertain."""
        if self.deviation >= _SETTLED:
            return None
        return min(_STARTS, key=lambda each: abs(_STARTS[each] - self.number))

    def aged(self, seconds: float) -> Rating:
        """Return the rating after so long without results: at most as uncertain as a new person's."""
        if seconds <= 0:
            return self
        grown = self.deviation**2 + seconds / _PERIOD * (self.volatility * _SCALE) ** 2
        return self._replace(deviation=min(sqrt(grown), max(self.deviation, Rating().deviation)))

    def after(self, *results: Result, periods: float = 1.0) -> Rating:
        """Return the rating after so many rating periods with these results.

        A match or puzzle takes no period: the time before it has `aged` the rating, and only time does.
        """
        phi, games = self.deviation / _SCALE, [self._expect(opponent) for opponent, _ in results]
        information = sum(g * g * e * (1 - e) for g, e in games)
        surprise = sum(g * (score - e) for (g, e), (_, score) in zip(games, results, strict=True))
        sigma = _volatility(phi, self.volatility, 1 / information, surprise / information)
        variance = 1 / (1 / (phi * phi + periods * sigma * sigma) + information)
        deviation = max(_SCALE * sqrt(variance), _LEAST_DEVIATION)
        return Rating(self.number + _SCALE * variance * surprise, deviation, sigma)

    def after_match(self, opponent: Rating, score: float) -> Rating:
        """Return the rating after a match, in which it rises by no more than to MARGIN above the opponent's.

        So a win over a much weaker opponent changes nothing.
        """
        after = self.after((opponent, score), periods=0)
        rise, allowed = after.number - self.number, max(opponent.number + MARGIN - self.number, 0.0)
        if rise <= allowed:
            return after
        less = Rating(*(old + (new - old) * allowed / rise for old, new in zip(self, after, strict=True)))
        return less._replace(deviation=after.deviation) if opponent.is_provisional else less

    def _expect(self, opponent: Rating) -> tuple[float, float]:
        """Return the weight of a result against an opponent, and the expected score."""
        g = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE / pi) ** 2)
        return g, 1 / (1 + exp(-g * (self.number - opponent.number) / _SCALE))


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Return the volatility after results of the variance v that differ by delta from the expected ones."""
    start, known = log(sigma * sigma), phi * phi + v

    def slope(x: float) -> float:
        spread = known + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / _TAU**2

    if delta * delta > known:
        return exp(_root(slope, start, log(delta * delta - known)) / 2)
    far = start - _TAU
    while slope(far) < 0:
        far -= _TAU
    return exp(_root(slope, start, far) / 2)


def _root(function: Callable[[float], float], a: float, b: float) -> float:
    """Return where a function is 0 between two numbers, by regula falsi in its Illinois variant."""
    at_a, at_b = function(a), function(b)
    while abs(b - a) > _PRECISION:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = function(c)
        if at_c * at_b <= 0:
            a, at_a = b, at_b
        else:
            at_a /= 2
        b, at_b = c, at_c
    return a


class Skill(NamedTuple):
    """A person's rating at puzzles, and how many in a row they solved at the first try, now and at most."""

    rating: Rating = Rating()
    run: int = 0
    longest: int = 0

    def aged(self, seconds: float) -> Skill:
        """Return the skill after so long without puzzles."""
        return self._replace(rating=self.rating.aged(seconds))

    def after(self, puzzle: Rating, score: float) -> Skill:
        """Return the skill after the first outcome at a puzzle: 1 if solved at the first try, else 0."""
        run = self.run + 1 if score else 0
        return Skill(self.rating.after((puzzle, score), periods=0), run, max(run, self.longest))


class Rated(NamedTuple):
    """A person's skill after an attempt, and the change of the rating in it."""

    skill: Skill
    change: float
