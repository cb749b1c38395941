"""Tournaments: their entrants, pairings and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, NamedTuple

from bot import policy
from bot.models.matches import Manner, Participant
from bot.models.places import Place

TournamentStatus = Literal["open", "running", "over", "cancelled"]

NEVER_DRAWN: Final = -1
"""The progress that is stored as shown while no message shows a tournament."""

PROGRESS = 10_000
"""The weight of a change of a tournament in its progress; a match that has ended weighs one."""


@dataclass(frozen=True)
class Entrant:
    """A person or Maxine who takes part, until they have withdrawn."""

    player: Participant
    is_withdrawn: bool = False


@dataclass(frozen=True)
class Pairing:
    """Two entrants who meet in a round, by their numbers, counted from 0; `first` begins.

    Without `match_id` no match is played: `first` has no opponent, or one who has withdrawn, and scores the
    point. `halves` are the half points that a finished match has brought to each, and `manner` is how it
    ended; None while it runs. `message_id` is the message with its board, in the channel `channel_id`.
    """

    round: int
    first: int
    second: int | None = None
    match_id: int | None = None
    halves: tuple[int, int] | None = None
    message_id: int | None = None
    manner: Manner | None = None
    channel_id: int | None = None

    @property
    def is_over(self) -> bool:
        """Whether its result is known."""
        return self.match_id is None or self.halves is not None

    def is_late(self, number: int) -> bool:
        """Return whether this one of the two has lost on time."""
        return self.manner == "time" and self.halves_of(number) == 0

    def halves_of(self, number: int) -> int | None:
        """Return the half points of one of the two, None while they are unknown."""
        if self.match_id is None:
            return 2 if number == self.first else 0
        return None if self.halves is None else self.halves[number != self.first]


class Score(NamedTuple):
    """An entrant's score: half points, and quarter points of the tie-break."""

    rank: int
    number: int
    halves: int
    tie_break: int


@dataclass(frozen=True)
class Tournament:
    """A tournament in a channel: open to all at first, then played in rounds.

    `id` is 0 until it is stored; an entrant's number is their index in `entrants`. `changes` counts the
    changes so far. `message_id` is the message that shows it, `drawn` the `progress` that it is known to
    show. `starts_at` is when it begins by itself, if it does.
    """

    id: int
    game_slug: str
    place: Place
    owner_id: int
    pace: int
    created_at: float
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    status: TournamentStatus = "open"
    message_id: int | None = None
    changes: int = 0
    drawn: int = NEVER_DRAWN
    starts_at: float | None = None

    @property
    def progress(self) -> int:
        """A number that differs for all states to be shown."""
        return self.changes * PROGRESS + sum(pairing.halves is not None for pairing in self.pairings)

    @property
    def level(self) -> str | None:
        """The level at which Maxine takes part, None if the bot does not."""
        return next((each.player.level for each in self.entrants if each.player.level is not None), None)

    @property
    def link(self) -> str | None:
        """The address of the message that shows it, None while that is unknown."""
        return None if self.message_id is None else self.place.link_to(self.message_id)

    def link_to(self, pairing: Pairing) -> str | None:
        """Return the address of the message that shows a match, None while there is none."""
        if pairing.message_id is None:
            return None
        place = replace(self.place, channel_id=pairing.channel_id or self.place.channel_id)
        return place.link_to(pairing.message_id)

    @property
    def has_threads(self) -> bool:
        """Whether its matches are played in threads of their own."""
        return any(pairing.channel_id not in {None, self.place.channel_id} for pairing in self.pairings)

    @property
    def round(self) -> int:
        """Which round is played, counted from 1; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def is_swiss(self) -> bool:
        """Whether it has too many entrants for a round robin."""
        return len(self.entrants) > policy.MOST_ROUND_ROBIN_ENTRANTS

    @property
    def rounds(self) -> int:
        """The number of rounds: by the Swiss system enough for one to win all of their matches."""
        if self.is_swiss:
            return (len(self.entrants) - 1).bit_length()
        return len(self.entrants) - 1 + len(self.entrants) % 2

    @property
    def is_round_over(self) -> bool:
        """Whether all matches of the present round are over."""
        return all(pairing.is_over for pairing in self.pairings_of(self.round))

    def pairings_of(self, number: int) -> list[Pairing]:
        """Return the pairings of a round."""
        return [pairing for pairing in self.pairings if pairing.round == number]

    def is_late(self, number: int) -> bool:
        """Return whether an entrant has lost a match on time."""
        return any(each.is_late(number) for each in self.pairings if number in {each.first, each.second})

    def without_late(self) -> Tournament:
        """Return the tournament with all entrants withdrawn who have lost a match on time."""
        entrants = (
            replace(each, is_withdrawn=each.is_withdrawn or self.is_late(number))
            for number, each in enumerate(self.entrants)
        )
        return replace(self, entrants=tuple(entrants))

    def number_of(self, user_id: int | None) -> int | None:
        """Return the number of a person, or of Maxine (None); None if they take no part."""
        found = (number for number, each in enumerate(self.entrants) if each.player.user_id == user_id)
        return next(found, None)

    def changed(
        self,
        *,
        entrants: Sequence[Entrant] | None = None,
        pairings: Sequence[Pairing] = (),
        status: TournamentStatus | None = None,
    ) -> Tournament:
        """Return the tournament with other entrants, with more pairings, or in another status."""
        return replace(
            self,
            entrants=self.entrants if entrants is None else tuple(entrants),
            pairings=(*self.pairings, *pairings),
            status=status or self.status,
            changes=self.changes + 1,
        )

    def _met(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the opponents that an entrant has met, and the half points scored against them."""
        for pairing in self.pairings:
            halves = pairing.halves_of(number)
            if pairing.second is None or halves is None or number not in {pairing.first, pairing.second}:
                continue
            yield pairing.second if number == pairing.first else pairing.first, halves

    def halves_of(self, number: int) -> int:
        """Return an entrant's half points."""
        theirs = (each for each in self.pairings if number in {each.first, each.second})
        return sum(each.halves_of(number) or 0 for each in theirs)

    def tie_break_of(self, number: int) -> int:
        """Return, in quarters of a point, Buchholz by the Swiss system, else Sonneborn-Berger.

        That is the sum of the opponents' scores, or of those of the opponents against whom the entrant
        scored.
        """
        if self.is_swiss:
            return 2 * sum(self.halves_of(other) for other, _ in self._met(number))
        return sum(self.halves_of(other) * halves for other, halves in self._met(number))

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """The scores of all entrants, the best first; equal ones share a rank."""
        keys = [(self.halves_of(number), self.tie_break_of(number)) for number in range(len(self.entrants))]
        order = sorted(range(len(keys)), key=lambda number: (*(-part for part in keys[number]), number))
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        return tuple(Score(ranks[number], number, *keys[number]) for number in order)
