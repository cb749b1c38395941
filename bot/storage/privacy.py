"""The SQL of all that is about one person, or one server, whatever table it stands in.

A table with the id of a person is named in `TABLES`, by which it is told and erased; a test finds those
that are not.
"""

from collections.abc import Mapping
from typing import Final

from bot.models.people import NEWEST_LEAVER
from bot.storage.rankings import PLACE_KEY
from bot.storage.rows import DOWNTIME, EVERYWHERE, HIDDEN, NO_CHANNEL

PAGE = 200
"""Rows that are told at a time, of those with an id."""

AT_ONCE = 500
"""Rows that are deleted by one write, of those that others need or that are about a server."""

TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "matches": ("first_id", "second_id"),
    "invitations": ("inviter_id", "invitee_id"),
    "attempts": ("user_id",),
    "shares": (),
    "departures": ("user_id",),
    "streaks": ("user_id",),
    "solvers": ("user_id",),
    "standings": ("user_id",),
    "hidden": ("user_id",),
    "rated_by_choice": ("user_id",),
    "blocks": ("blocker_id",),
    "ratings": ("user_id",),
    "rating_changes": ("user_id",),
    "rankings": ("user_id",),
    "accuracies": ("user_id",),
    "open_reviews": ("user_id",),
    "tournaments": ("owner_id",),
    "tournament_entrants": ("user_id",),
    "races": ("owner_id",),
    "plans": ("owner_id",),
    "together": ("opener_id",),
    "votes": ("user_id",),
}
"""The columns by which the rows of a person are found; those of `shares` are those of their attempts."""

_KEPT: Final[Mapping[str, str]] = {
    "matches": f"SELECT matches.*, due_at + {DOWNTIME} AS due_at, {{moves}} AS moves FROM matches",
    **{
        table: f"SELECT * FROM {table}"
        for table in ("invitations", "attempts", "tournaments", "races", "plans")
    },
}
"""What finds all rows of the tables that are told by pages."""

_SHARED = (
    *("matches", "invitations", "shares", "tournaments", "tournament_entrants", "races", "plans"),
    *("together", "votes", "departures"),
)
"""The tables whose rows are others' too, go with another table's, or end with a race or a day."""


def select_stored(table: str) -> str:
    """Return what finds the rows of `:user_id`, after the id `:after` where they have one."""
    if table == "shares":
        return "SELECT * FROM shares WHERE attempt_id IN (SELECT id FROM attempts WHERE user_id = :user_id)"
    if table not in _KEPT:
        return f"SELECT * FROM {table} WHERE {TABLES[table][0]} = :user_id"
    ids = _some_of(table, "id > :after", PAGE)
    return f"{_KEPT[table]} WHERE id IN ({ids}) ORDER BY id LIMIT {PAGE}"


def _some_of(table: str, condition: str, most: int) -> str:
    """Return what finds the ids of the person's first rows of a condition, so many for each column."""
    return " UNION ALL ".join(
        f"SELECT id FROM (SELECT id FROM {table} WHERE {column} = :user_id AND {condition}"
        f" ORDER BY id LIMIT {most}) AS {column}"
        for column in TABLES[table]
    )


_LEAVE_INVITATIONS = (
    "UPDATE invitations SET"
    " inviter_id = CASE WHEN inviter_id = :user_id THEN :leaver_id ELSE inviter_id END,"
    " invitee_id = CASE WHEN invitee_id = :user_id THEN :leaver_id ELSE invitee_id END,"
    " begins = CASE WHEN begins = :user_id THEN :leaver_id ELSE begins END,"
    " fate = coalesce(fate, 'expired')"
)
_LEAVE_MATCHES = (
    "UPDATE matches SET"
    " first_id = CASE WHEN first_id = :user_id THEN :leaver_id ELSE first_id END,"
    " second_id = CASE WHEN second_id = :user_id THEN :leaver_id ELSE second_id END,"
    " result = CASE WHEN result IS NULL THEN 'abandoned' ELSE result END,"
    " manner = CASE WHEN result IS NULL THEN 'abandonment' ELSE manner END,"
    " unrated = CASE WHEN result IS NULL THEN 'unfinished' ELSE unrated END,"
    " touched_at = CASE WHEN result IS NULL THEN :now ELSE touched_at END,"
    " due_at = NULL, offer = NULL, offered_by = NULL,"
    " is_drawn = CASE WHEN level IS NOT NULL AND guild_id IS NULL THEN 1"
    " WHEN result IS NULL THEN 0 ELSE is_drawn END,"
    " message_id = CASE WHEN level IS NOT NULL AND guild_id IS NULL THEN NULL ELSE message_id END,"
    f" channel_id = CASE WHEN level IS NOT NULL AND guild_id IS NULL THEN {NO_CHANNEL} ELSE channel_id END"
)
"""Direct messages with Maxine are one person's as much as their own id is."""

LEAVER: Final = f"SELECT blocked_id FROM blocks WHERE blocker_id = :user_id AND blocked_id <= {NEWEST_LEAVER}"
"""The id under which a person began to leave: until all is erased it stands among those they block.

The last write deletes it with the rest.
"""

_DEPART: Final = (
    (
        "INSERT INTO departures (user_id, race_id, ends_at) SELECT DISTINCT user_id, race_id, ends_at"
        " FROM attempts JOIN races ON races.id = race_id WHERE user_id = :user_id AND is_open = 1"
        " ON CONFLICT DO NOTHING"
    ),
    (
        "INSERT INTO departures (user_id, day, ends_at) SELECT user_id, day, (day + 1) * 86400.0"
        " FROM attempts WHERE user_id = :user_id AND (day + 1) * 86400.0 > :now ON CONFLICT DO NOTHING"
    ),
)
"""Keep what a person has begun and may not begin anew, until it is over."""

END_DEPARTURES: Final = "DELETE FROM departures WHERE ends_at <= ?"

ERASE_OVER: Final = (
    *_DEPART,
    f"{_LEAVE_INVITATIONS} WHERE id IN ({_some_of('invitations', 'fate IS NOT NULL', AT_ONCE)})",
    f"{_LEAVE_MATCHES} WHERE id IN ({_some_of('matches', 'result IS NOT NULL', AT_ONCE)})",
    (
        "DELETE FROM shares WHERE attempt_id IN (SELECT id FROM attempts WHERE user_id = :user_id"
        f" AND EXISTS (SELECT 1 FROM shares WHERE attempt_id = attempts.id) ORDER BY id LIMIT {AT_ONCE})"
    ),
    (
        "DELETE FROM attempts WHERE id IN (SELECT id FROM attempts WHERE user_id = :user_id"
        " AND fate IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shares WHERE attempt_id = attempts.id)"
        f" ORDER BY id LIMIT {AT_ONCE})"
    ),
)
"""What replaces `:user_id` in some of what is over, or removes some; each is done until there is no more."""

_VOTED = (
    "SELECT match_id FROM votes JOIN matches ON matches.id = match_id"
    " WHERE user_id = :user_id AND result IS NULL"
)
_VOTES_LEAVE = (
    f"UPDATE matches SET is_drawn = 0 WHERE id IN ({_VOTED})",
    (
        f"UPDATE matches SET due_at = NULL WHERE id IN ({_VOTED}) AND NOT EXISTS (SELECT 1 FROM votes"
        " WHERE match_id = matches.id AND user_id <> :user_id"
        " AND ply = (SELECT count(*) FROM moves WHERE match_id = matches.id))"
    ),
    f"UPDATE together SET ballots = ballots + 1 WHERE match_id IN ({_VOTED})",
    (
        f"DELETE FROM votes WHERE user_id = :user_id AND match_id IN ({_VOTED})"
        " AND ply = (SELECT count(*) FROM moves WHERE match_id = votes.match_id)"
    ),
    "UPDATE votes SET user_id = :leaver_id WHERE user_id = :user_id",
)
"""What removes the votes of open rounds, so that a person who votes again counts once.

The others lose their name. The first statement locks the matches, as votes do; the later ones see what was
voted while it waited. The number of votes grows, so that copies of the match with the vote are refused; it
is drawn, which ends a vote that waited for the person alone.
"""

ERASE: Final = (
    *_DEPART,
    "DELETE FROM shares WHERE attempt_id IN (SELECT id FROM attempts WHERE user_id = :user_id)",
    f"{_LEAVE_INVITATIONS} WHERE inviter_id = :user_id OR invitee_id = :user_id",
    f"{_LEAVE_MATCHES} WHERE first_id = :user_id OR second_id = :user_id",
    (
        "UPDATE tournaments SET owner_id = CASE WHEN owner_id = :user_id THEN :leaver_id ELSE owner_id END,"
        " changes = changes + CASE WHEN status IN ('open', 'running') THEN 1 ELSE 0 END,"
        " status = CASE WHEN status = 'open' AND owner_id = :user_id THEN 'cancelled' ELSE status END"
        " WHERE owner_id = :user_id"
        " OR id IN (SELECT tournament_id FROM tournament_entrants WHERE user_id = :user_id)"
    ),
    (
        "UPDATE plans SET owner_id = :leaver_id,"
        " is_begun = CASE WHEN tournament_id IS NULL THEN 1 ELSE is_begun END,"
        " is_drawn = CASE WHEN tournament_id IS NULL THEN 0 ELSE is_drawn END WHERE owner_id = :user_id"
    ),
    "UPDATE races SET owner_id = :leaver_id, is_weekly = 0 WHERE owner_id = :user_id",
    "UPDATE together SET opener_id = :leaver_id WHERE opener_id = :user_id",
    *_VOTES_LEAVE,
    "UPDATE tournament_entrants SET user_id = :leaver_id, is_withdrawn = 1 WHERE user_id = :user_id",
    *(
        f"DELETE FROM {table} WHERE {keys[0]} = :user_id"
        for table, keys in TABLES.items()
        if table not in _SHARED
    ),
)
"""What replaces `:user_id` by `:leaver_id` in what others share, ends what runs, and removes the rest.

Invitations come before matches: what is accepted meanwhile is a match by then.
"""

_SCOPED = ("standings", "streaks", "rankings")
_MOVE = "UPDATE {} SET guild_id = {} WHERE user_id = :user_id AND guild_id = {}"

HIDE: Final = (
    "INSERT INTO hidden (user_id) VALUES (:user_id) ON CONFLICT DO NOTHING",
    *(_MOVE.format(table, HIDDEN, EVERYWHERE) for table in _SCOPED),
)
SHOW: Final = (
    "DELETE FROM hidden WHERE user_id = :user_id",
    *(_MOVE.format(table, EVERYWHERE, HIDDEN) for table in _SCOPED),
)

_LEAVE_SERVER = (
    f"UPDATE matches SET guild_id = NULL, channel_id = {NO_CHANNEL}, parent_id = NULL, message_id = NULL,"
    " is_drawn = 1, due_at = NULL, offer = NULL, offered_by = NULL"
)


def _some(table: str, key: str = "id") -> str:
    """Return the condition of being among some rows of a server, by their key."""
    return f"({key}) IN (SELECT {key} FROM {table} WHERE guild_id = ? LIMIT {AT_ONCE})"


PURGE_SERVER: Final = (
    "DELETE FROM shares WHERE attempt_id IN (SELECT id FROM attempts WHERE guild_id = ?)",
    f"UPDATE attempts SET guild_id = NULL, race_id = NULL, race_place = NULL WHERE {_some('attempts')}",
    (
        f"UPDATE invitations SET guild_id = NULL, channel_id = {NO_CHANNEL}, parent_id = NULL,"
        f" message_id = NULL, fate = coalesce(fate, 'expired') WHERE {_some('invitations')}"
    ),
    (
        f"{_LEAVE_SERVER}, result = 'abandoned', manner = 'abandonment', unrated = 'unfinished' WHERE id IN"
        f" (SELECT id FROM matches WHERE guild_id = ? AND result IS NULL LIMIT {AT_ONCE})"
    ),
    (
        f"{_LEAVE_SERVER} WHERE id IN"
        f" (SELECT id FROM matches WHERE guild_id = ? AND result IS NOT NULL LIMIT {AT_ONCE})"
    ),
    f"DELETE FROM standings WHERE {_some('standings', 'game, guild_id, versus, user_id')}",
    f"DELETE FROM streaks WHERE {_some('streaks', 'user_id, guild_id')}",
    f"DELETE FROM rankings WHERE {_some('rankings', PLACE_KEY)}",
    f"DELETE FROM plans WHERE {_some('plans')}",
    (
        "DELETE FROM tournament_pairings"
        " WHERE tournament_id IN (SELECT id FROM tournaments WHERE guild_id = ?)"
    ),
    (
        "DELETE FROM tournament_entrants"
        " WHERE tournament_id IN (SELECT id FROM tournaments WHERE guild_id = ?)"
    ),
    f"DELETE FROM tournaments WHERE {_some('tournaments')}",
    "DELETE FROM race_puzzles WHERE race_id IN (SELECT id FROM races WHERE guild_id = ?)",
    f"DELETE FROM races WHERE {_some('races')}",
)
"""What deletes some of what is about a server; it is done with each until there is no more."""
