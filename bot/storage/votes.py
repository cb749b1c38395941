"""The votes in matches of whole channels, and what else is known of such a match."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import starmap

from bot.models import CHANNEL, Match, Together, Vote
from bot.storage import findings
from bot.storage.database import Lock, Locked, Row, Statement, Subject
from bot.storage.rows import DOWNTIME, inserting

_ADD = inserting("together", "match_id, opener_id, shows_votes, is_explained, ballots")
_FIND = "SELECT opener_id, shows_votes, is_explained, ballots FROM together WHERE match_id = :id"
_VOTES = (
    "SELECT ply, user_id, action, number FROM votes WHERE match_id = :id"
    " AND (EXISTS (SELECT 1 FROM matches WHERE id = :id AND result IS NOT NULL) OR ply >= (SELECT min(ply)"
    " FROM (SELECT DISTINCT ply FROM votes WHERE match_id = :id ORDER BY ply DESC LIMIT 3) AS rounds))"
    " ORDER BY number"
)
_FINDINGS = (
    f"SELECT {findings.COLUMNS} FROM findings WHERE match_id = :id"
    " AND (EXISTS (SELECT 1 FROM matches WHERE id = :id AND result IS NOT NULL) OR ply >= (SELECT min(ply)"
    " FROM (SELECT DISTINCT ply FROM votes WHERE match_id = :id ORDER BY ply DESC LIMIT 2) AS rounds))"
    " ORDER BY id"
)
_BEGIN_TIME = (
    f"UPDATE matches SET due_at = coalesce(due_at, ? - {DOWNTIME}), is_drawn = 0"
    " WHERE id = ? AND result IS NULL AND changes = ?"
    f" AND CASE to_move WHEN 0 THEN first_id ELSE second_id END = {CHANNEL}"
    f" AND (SELECT count(*) FROM moves WHERE match_id = id) = ? RETURNING due_at + {DOWNTIME}"
)
_COUNT = "UPDATE together SET ballots = ? WHERE match_id = ?"
_VOTE = (
    f"{inserting('votes', 'match_id, ply, user_id, action, number, voted_at')}"
    " ON CONFLICT (match_id, ply, user_id) DO UPDATE SET action = excluded.action, number = excluded.number,"
    " voted_at = excluded.voted_at"
)
_COUNT_ROUNDS = "SELECT count(*) FROM votes WHERE match_id = ? AND user_id = ?"
BALLOTS = "coalesce((SELECT ballots FROM together WHERE match_id = :id), 0)"
"""How many votes there were in the match `:id`."""


class Votes(Subject):
    """The votes in matches of whole channels."""

    async def cast(self, match: Match, user_id: int, action: int, now: float, due_at: float) -> Match | None:
        """Store a vote about the next move of a match, in the place of the person's vote before.

        The first vote begins the time, which is up then. Returns the match with all votes; None, with nothing
        written, if it has gone on, or is over.
        """

        def decide(found: list[list[Row]]) -> tuple[Match | None, list[Statement]]:
            open_, *known = found
            together = from_rows(*known)
            if not open_ or together is None:
                return None, []
            vote = Vote(match.ply, user_id, action, together.ballots + 1)
            others = (each for each in together.votes if each[:2] != vote[:2])
            voted = replace(together, ballots=vote.number, votes=(*others, vote))
            written = Statement(_VOTE, (match.id, *vote, now)), Statement(_COUNT, (vote.number, match.id))
            return match.with_together(voted).with_due_at(open_[0][0]), [*written]

        beginning = Statement(_BEGIN_TIME, (due_at, match.id, match.changes, match.ply))
        asked = [beginning, *finding(match.id)]
        return await self._database.decide([Lock(Locked.MATCH, match.id)], asked, decide)

    async def count_rounds(self, match_id: int, user_id: int) -> int:
        """Return in how many rounds of a match a person has voted."""
        return (await self._database.list_ids(_COUNT_ROUNDS, match_id, user_id))[0]


def adding_votes(match: Match) -> list[Statement]:
    """Return what stores that a whole channel plays a match that is stored, if so it is."""
    known = match.together
    if known is None:
        return []
    flags = int(known.shows_votes), int(known.is_explained)
    return [Statement(_ADD, (match.id, known.opener_id, *flags, known.ballots))]


def finding(match_id: int) -> list[Statement]:
    """Return what reads all that is known of a match of a whole channel, for `from_rows`."""
    return [Statement(sql, {"id": match_id}) for sql in (_FIND, _VOTES, _FINDINGS)]


def from_rows(found: Sequence[Row], votes: Sequence[Row], known: Sequence[Row]) -> Together | None:
    """Make it of its rows."""
    if not found:
        return None
    opener_id, shows_votes, is_explained, ballots = found[0]
    known_of = tuple(starmap(Vote, votes)), tuple(map(findings.finding_from, known))
    return Together(opener_id, bool(shows_votes), bool(is_explained), ballots, *known_of)
