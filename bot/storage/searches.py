"""Conditions by which matches are found, and what finds them with their moves and changes of ratings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bot.models import CHANNEL, Match, MatchScope, Past
from bot.storage import rows
from bot.storage.database import Row, Statement, Values
from bot.storage.rows import CHANGE_COLUMNS, MATCH_COLUMNS

WITH_ID = "id = :id"
NEWEST_OF_CHANNEL = "channel_id = :channel_id ORDER BY id DESC LIMIT 1"
NEWEST_OF_PERSON = (
    "id = (SELECT max(id) FROM (SELECT max(id) AS id FROM matches WHERE first_id = :user_id"
    " UNION ALL SELECT max(id) FROM matches WHERE second_id = :user_id) AS newest)"
)
LAST_FINISHED = "channel_id = :channel_id AND result IS NOT NULL ORDER BY touched_at DESC, id DESC LIMIT 1"
REMATCH_OF = "rematch_of = :match_id"
ACCEPTED = "id = (SELECT match_id FROM invitations WHERE id = :invitation_id)"
UNDRAWN = "is_drawn = 0 ORDER BY id LIMIT 100"
VOTING = (
    "+id > :after_id AND result IS NULL AND due_at IS NOT NULL AND message_id IS NOT NULL"
    f" AND {CHANNEL} IN (first_id, second_id) ORDER BY +id LIMIT 100"
)
"""By `id` itself SQLite would look at all matches."""
AWAITED = "result IS NULL AND level IS NOT NULL AND {is_maxine_to_move} ORDER BY id LIMIT 100"
RUNNING = (
    "id IN (SELECT id FROM matches WHERE result IS NULL AND first_id = :user_id AND game = :game"
    " UNION ALL SELECT id FROM matches WHERE result IS NULL AND second_id = :user_id AND game = :game)"
)
NEWEST = (
    "id IN (SELECT id FROM (SELECT id FROM matches WHERE channel_id = :channel_id AND first_id = :user_id"
    " ORDER BY id DESC LIMIT :size) AS of_first"
    " UNION ALL SELECT id FROM (SELECT id FROM matches WHERE channel_id = :channel_id"
    " AND second_id = :user_id ORDER BY id DESC LIMIT :size) AS of_second"
    " UNION ALL SELECT id FROM (SELECT id FROM matches WHERE channel_id = :channel_id"
    " ORDER BY id DESC LIMIT :size) AS of_all)"
)
FINISHED = (
    "id IN (SELECT id FROM (SELECT id FROM matches WHERE first_id = :user_id AND result IS NOT NULL"
    " AND game = coalesce(:game, game) ORDER BY id DESC LIMIT :size) AS of_first"
    " UNION ALL SELECT id FROM (SELECT id FROM matches WHERE second_id = :user_id AND result IS NOT NULL"
    " AND game = coalesce(:game, game) ORDER BY id DESC LIMIT :size) AS of_second)"
)
_CURRENT = {
    "channel": (
        "SELECT id FROM matches WHERE result IS NULL AND channel_id = :scope_id UNION ALL SELECT id"
        " FROM matches WHERE result IS NULL AND parent_id = :scope_id AND channel_id <> parent_id"
    ),
    "server": "SELECT id FROM matches WHERE result IS NULL AND guild_id = :scope_id",
    "mine": (
        "SELECT id FROM matches INDEXED BY matches_of_game_first"
        " WHERE result IS NULL AND first_id = :scope_id UNION ALL SELECT id"
        " FROM matches INDEXED BY matches_of_game_second WHERE result IS NULL AND second_id = :scope_id"
    ),
}
"""The ids of running matches, by whose they are.

For a person's SQLite would rather look at all matches that they have ever had.
"""


def newest_and_count(scope: MatchScope) -> tuple[str, str]:
    """Return the condition of being among the newest running matches of a scope, and what counts them."""
    current = f"FROM ({_CURRENT[scope]}) AS current"
    return f"id IN (SELECT id {current} ORDER BY id DESC LIMIT :size)", f"SELECT count(*) {current}"


def in_past(*, is_newer: bool) -> str:
    """Return the condition of being among the finished matches of a person next to one in time.

    They are newer or older ones; every condition is answered by one index of just the person's matches.
    """
    than, order = (">", "ASC") if is_newer else ("<", "DESC")
    return "id IN ({} UNION ALL {})".format(
        *(
            f"SELECT id FROM (SELECT id FROM matches WHERE {own} = :user_id AND result IS NOT NULL"
            f" AND (touched_at, id) {than} (:touched_at, :id) AND game = coalesce(:game, game)"
            f" AND coalesce({other}, 0) = coalesce(:opponent_id, coalesce({other}, 0))"
            f" AND (channel_id = coalesce(:channel_id, channel_id) OR {other} = :asker_id)"
            f" AND (:user_id = :asker_id OR {other} = :asker_id"
            f" OR NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.user_id = {other}))"
            f" ORDER BY touched_at {order}, id {order} LIMIT :size) AS past"
            for own, other in (("first_id", "second_id"), ("second_id", "first_id"))
        )
    )


def _newest_of_person(index: str, condition: str) -> str:
    """Return the condition of being a person's newest match in a channel.

    The index is named, as SQLite takes those of all matches and those of the running ones to be as good.
    """
    newest = " UNION ALL ".join(
        f"SELECT max(id) AS id FROM matches INDEXED BY {index}_{seat}"
        f" WHERE channel_id = :channel_id AND {seat}_id = :user_id AND {condition}"
        for seat in ("first", "second")
    )
    return f"id = (SELECT max(id) FROM ({newest}) AS newest)"


NEWEST_RUNNING = _newest_of_person("matches_running", "result IS NULL")
NEWEST_FINISHED = _newest_of_person("matches_of", "result IS NOT NULL")

_OF_CHANGE = len(CHANGE_COLUMNS.split(", "))


def finding(condition: str, values: Values) -> Statement:
    """Return what finds the matches of a condition, for `matches_from`."""
    sql = (
        f"WITH found AS (SELECT {MATCH_COLUMNS}, {{moves}} AS moves FROM matches WHERE {condition})"
        f" SELECT found.*, {CHANGE_COLUMNS} FROM found"
        " LEFT JOIN rating_changes ON match_id = found.id AND found.result IS NOT NULL"
    )
    return Statement(sql, values)


def matches_from(found: Iterable[Row]) -> list[Match]:
    """Make matches of the rows of `finding`, the oldest first: one has a row for each change of a rating."""
    by_id = defaultdict[int, list["Row"]](list)
    for row in found:
        by_id[row[0]].append(row)
    return [_match_from(group) for _, group in sorted(by_id.items())]


def _match_from(group: Sequence[Row]) -> Match:
    *row, moves = group[0][:-_OF_CHANGE]
    changes = [each[-_OF_CHANGE:] for each in group if each[-1] is not None]
    return rows.match_from(row, rows.numbers_of(moves or ""), changes)


_NEVER = 1e12  # seconds since the epoch, long after every match


def past_values(past: Past, beside: Match | None, size: int, *, is_newer: bool) -> dict[str, object]:
    """Return the values of `in_past`, of matches next to one; without one, of the first ones.

    A person sees all of their own matches, and those of others in the channel where they ask.
    """
    edge = 0.0 if is_newer else _NEVER
    return {
        "user_id": past.user_id,
        "touched_at": float(beside.touched_at) if beside else edge,
        "id": beside.id if beside else 0,
        "game": past.game_slug,
        "opponent_id": past.opponent_id,
        "channel_id": None if past.asker.user_id == past.user_id else past.asker.place.channel_id,
        "asker_id": past.asker.user_id,
        "size": size,
    }


def in_order(matches: Iterable[Match], size: int, *, is_newer: bool) -> list[Match]:
    """Return, of matches of both seats, those next to where it was asked for, the newest first."""
    nearest = sorted(matches, key=lambda match: (match.touched_at, match.id), reverse=not is_newer)[:size]
    return nearest[::-1] if is_newer else nearest
