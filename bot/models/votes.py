"""What is known of a match in which a whole channel plays one side: by votes, of which most win."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from bot import policy
from bot.models.moves import Finding
from bot.models.people import is_person


class Vote(NamedTuple):
    """Which move a person votes for after `ply` moves; later votes have larger numbers."""

    ply: int
    user_id: int
    action: int
    number: int


class Tally(NamedTuple):
    """How many voted for what, most first: of as many, first what was voted for earlier."""

    counts: Mapping[int, int]

    @property
    def chosen(self) -> int:
        """The action that most votes are for."""
        return next(iter(self.counts))

    @property
    def total(self) -> int:
        """How many voted."""
        return sum(self.counts.values())

    @property
    def is_tie(self) -> bool:
        """Whether as many votes are for another action."""
        return [*self.counts.values()].count(self.counts[self.chosen]) > 1


class Voter(NamedTuple):
    """How many of a person's votes kept what the position was worth."""

    user_id: int
    kept: int
    total: int


@dataclass(frozen=True)
class Together:
    """Who opened a match of a whole channel, how votes are shown, and the votes.

    There are those of the present and the last rounds, once it is over all, with what was found out about
    the positions in which they were given. `ballots` is how many votes there were ever, changed ones too.
    """

    opener_id: int
    shows_votes: bool = False
    """Whether it is shown while they come in for what they are."""
    is_explained: bool = True
    """Whether it is said afterwards what they were worth."""
    ballots: int = 0
    votes: tuple[Vote, ...] = ()
    findings: tuple[Finding, ...] = ()

    def reopened_by(self, opener_id: int) -> Together:
        """Return what is known of another such match that begins."""
        return Together(opener_id, self.shows_votes, self.is_explained)

    def votes_at(self, ply: int) -> list[Vote]:
        """Return the votes about the move after so many, the earliest first."""
        return sorted((vote for vote in self.votes if vote.ply == ply), key=lambda vote: vote.number)

    def tally(self, ply: int) -> Tally:
        """Count the votes about the move after so many."""
        return Tally(dict(Counter(vote.action for vote in self.votes_at(ply)).most_common()))

    def last_ply(self, before: int) -> int | None:
        """Return after how many moves there was a vote last, None if there was none before."""
        return max((vote.ply for vote in self.votes if vote.ply < before), default=None)

    def list_missing(self, ply: int) -> list[int] | None:
        """Return which people voted in the last two rounds and not in this one; None if all of them.

        People who have left are not waited for.
        """
        rounds = sorted({vote.ply for vote in self.votes if vote.ply < ply})[-policy.AWAITED_ROUNDS :]
        awaited = {vote.user_id for vote in self.votes if vote.ply in rounds and is_person(vote.user_id)}
        missing = awaited.difference(vote.user_id for vote in self.votes_at(ply))
        return None if missing == awaited else sorted(missing)

    def rank_voters(self, kept: Mapping[Vote, bool]) -> list[Voter]:
        """Return the few who voted best, of all who voted in at least half of the rounds, and twice.

        Of each vote it is said whether it kept what the position was worth. Who voted best has the largest
        share of such votes; of as large ones, the most votes.
        """
        by_person = defaultdict[int, list[bool]](list)
        for vote, is_kept in kept.items():
            by_person[vote.user_id].append(is_kept)
        fewest = max(2, (len({vote.ply for vote in kept}) + 1) // 2)
        voters = [
            Voter(user_id, sum(votes), len(votes))
            for user_id, votes in by_person.items()
            if is_person(user_id) and len(votes) >= fewest
        ]
        voters.sort(key=lambda each: (-each.kept / each.total, -each.total, each.user_id))
        return voters[: policy.MOST_VOTERS_NAMED]
