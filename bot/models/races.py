"""What is known of a race: the same puzzles for everybody in a channel, for an hour."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.models.places import Place
from engine.puzzles import Puzzle

RACE: Final = ("easy",) * 4 + ("medium",) * 4 + ("hard",) * 2
"""How difficult the puzzles of a race are, in their order."""

RACE_SECONDS: Final = 3600.0
"""How long a race lasts."""

WEEK: Final = 7 * 24 * 3600.0
"""After how many seconds a weekly race begins again."""

PENALTY: Final = 30
"""Seconds that a wrong move or a hint costs in a race."""


class Lap(NamedTuple):
    """Which puzzle of a race an attempt is at, counted from 1, and until when it counts."""

    race_id: int
    number: int
    ends_at: float

    @property
    def is_last(self) -> bool:
        """Whether no other puzzle comes after it."""
        return self.number == len(RACE)


class Runner(NamedTuple):
    """How many puzzles of a race somebody has solved, the seconds it took, and how many they have ended."""

    user_id: int
    solved: int
    seconds: int
    ended: int


@dataclass(frozen=True)
class Race:
    """A race of a channel; `id` is 0 until it is stored, and without a game its puzzles are of any.

    `progress` is a number that differs for all standings to be shown, `drawn` the one that the message is
    known to show. It is open until its last standings are drawn, and of weekly races the newest `is_weekly`.
    """

    id: int
    place: Place
    owner_id: int
    game_slug: str | None
    begun_at: float
    ends_at: float
    puzzles: tuple[Puzzle, ...] = ()
    message_id: int | None = None
    runners: tuple[Runner, ...] = ()
    progress: int = 0
    is_weekly: bool = False
    is_open: bool = True

    @property
    def next_at(self) -> float:
        """When the next begins, if it is weekly."""
        return self.begun_at + WEEK

    def is_over(self, now: float) -> bool:
        """Return whether its time is up."""
        return now >= self.ends_at

    @property
    def standings(self) -> Iterator[tuple[int, Runner]]:
        """Everybody with their rank, the best first: by puzzles solved, of as many by time."""
        best = sorted(self.runners, key=lambda each: (-each.solved, each.seconds, each.user_id))
        results = [(each.solved, each.seconds) for each in best]
        return ((1 + results.index((each.solved, each.seconds)), each) for each in best)
