"""The SQL of all that is about one person, or one server, whatever table it stands in.

A table with the id of a person is named in `TABLES`, by which it is told and erased; a test finds those
that are not.
"""

from collections.abc import Mapping
from typing import Final

from bot.storage.rankings import PLACE_KEY
from bot.storage.rows import EVERYWHERE, HIDDEN, LOST

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

IMPLIED: Final = {"invitations": ("begins",), "blocks": ("blocked_id",)}
"""Columns with people who stand in another one of the row too, or whose row is another's alone.

Who is blocked is not told so, and does not undo it by leaving.
"""

_PAGED = ("matches", "invitations", "attempts", "tournaments", "races", "plans")
_SHARED = (
    *("matches", "invitations", "shares", "tournaments", "tournament_entrants", "races", "plans"),
    *("together", "votes", "departures"),
)
"""The tables whose rows are others' too, go with another table's, or end with a race or a day."""

_OF_ATTEMPTS = "FROM shares WHERE attempt_id IN (SELECT id FROM attempts WHERE {})"


def telling(table: str) -> str:
    """Return what finds the rows of `:user_id`, after the id `:after` where they have one."""
    if table == "shares":
        return f"SELECT * {_OF_ATTEMPTS.format('user_id = :user_id')}"
    if table not in _PAGED:
        return f"SELECT * FROM {table} WHERE {TABLES[table][0]} = :user_id"
    ids = _some_of(table, "id > :after", PAGE)
    columns = f"matches.*, due_at + {LOST} AS due_at, {{moves}} AS moves" if table == "matches" else "*"
    return f"SELECT {columns} FROM {table} WHERE id IN ({ids}) ORDER BY id LIMIT {PAGE}"


def _some_of(table: str, condition: str, most: int) -> str:
    """Return what finds the ids of the person's first rows of a condition, so many for each column."""
    return " UNION ALL ".join(
        f"SELECT id FROM (SELECT id FROM {table} WHERE {column} = :user_id AND {condition}"
        f" ORDER BY id LIMIT {most}) AS {column}"
        for column in TABLES[table]
    )


def _replace_leaver(column: str) -> str:
    return f"{column} = CASE WHEN {column} = :user_id THEN :leaver_id ELSE {column} END"


_IF_RUNNING = "{0} = CASE WHEN result IS NULL THEN {1} ELSE {0} END"
_IF_ALONE = "{0} = CASE WHEN level IS NOT NULL AND guild_id IS NULL THEN {1} ELSE {0} END"

_LEAVING = {
    "invitations": "UPDATE invitations SET {}, fate = coalesce(fate, 'expired')".format(
        ", ".join(map(_replace_leaver, ("inviter_id", "invitee_id", "begins")))
    ),
    "matches": "UPDATE matches SET {}, due_at = NULL, offer = NULL, offered_by = NULL".format(
        ", ".join(
            (
                *map(_replace_leaver, ("first_id", "second_id")),
                _IF_RUNNING.format("result", "'abandoned'"),
                _IF_RUNNING.format("manner", "'abandonment'"),
                _IF_RUNNING.format("unrated", "'unfinished'"),
                _IF_RUNNING.format("touched_at", ":now"),
                (
                    "is_drawn = CASE WHEN level IS NOT NULL AND guild_id IS NULL THEN 1"
                    " WHEN result IS NULL THEN 0 ELSE is_drawn END"
                ),
                # direct messages are one person's as much as their own id is
                _IF_ALONE.format("message_id", "NULL"),
                _IF_ALONE.format("channel_id", "0"),
            )
        )
    ),
}
_HAS_SHARE = "EXISTS (SELECT 1 FROM shares WHERE attempt_id = attempts.id)"
_OVER = {"invitations": "fate IS NOT NULL", "matches": "result IS NOT NULL"}

LEAVER: Final = "SELECT blocked_id FROM blocks WHERE blocker_id = :user_id AND blocked_id < 0"
"""The id under which a person began to leave: until all is erased it stands among those they block.

No other id is below 0, and the last write deletes it with the rest.
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
    *(
        f"{leaving} WHERE id IN ({_some_of(table, _OVER[table], AT_ONCE)})"
        for table, leaving in _LEAVING.items()
    ),
    f"DELETE FROM shares WHERE attempt_id IN ({_some_of('attempts', _HAS_SHARE, AT_ONCE)})",
    "DELETE FROM attempts WHERE id IN ({})".format(
        _some_of("attempts", f"fate IS NOT NULL AND NOT {_HAS_SHARE}", AT_ONCE)
    ),
)
"""What replaces `:user_id` in some of what is over, or removes some; each is done until there is no more."""

_VOTED = (
    "SELECT match_id FROM votes JOIN matches ON matches.id = match_id"
    " WHERE user_id = :user_id AND result IS NULL"
)
_IS_OPEN = "ply = (SELECT count(*) FROM moves WHERE match_id = {})"
_VOTES_LEAVE = (
    f"UPDATE matches SET is_drawn = 0 WHERE id IN ({_VOTED})",
    (
        f"UPDATE matches SET due_at = NULL WHERE id IN ({_VOTED}) AND NOT EXISTS (SELECT 1 FROM votes"
        f" WHERE match_id = matches.id AND user_id <> :user_id AND {_IS_OPEN.format('matches.id')})"
    ),
    f"UPDATE together SET ballots = ballots + 1 WHERE match_id IN ({_VOTED})",
    (
        f"DELETE FROM votes WHERE user_id = :user_id AND match_id IN ({_VOTED})"
        f" AND {_IS_OPEN.format('votes.match_id')}"
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
    f"DELETE {_OF_ATTEMPTS.format('user_id = :user_id')}",
    *(
        f"{leaving} WHERE {TABLES[table][0]} = :user_id OR {TABLES[table][1]} = :user_id"
        for table, leaving in _LEAVING.items()
    ),
    "UPDATE tournaments SET {},"
    " changes = changes + CASE WHEN status IN ('open', 'running') THEN 1 ELSE 0 END,"
    " status = CASE WHEN status = 'open' AND owner_id = :user_id THEN 'cancelled' ELSE status END"
    " WHERE owner_id = :user_id OR id IN (SELECT tournament_id FROM tournament_entrants"
    " WHERE user_id = :user_id)".format(_replace_leaver("owner_id")),
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


def _moving(before: int, after: int) -> tuple[str, ...]:
    return tuple(
        f"UPDATE {table} SET guild_id = {after} WHERE user_id = :user_id AND guild_id = {before}"
        for table in ("standings", "streaks", "rankings")
    )


HIDE: Final = (
    "INSERT INTO hidden (user_id) VALUES (:user_id) ON CONFLICT DO NOTHING",
    *_moving(EVERYWHERE, HIDDEN),
)
SHOW: Final = ("DELETE FROM hidden WHERE user_id = :user_id", *_moving(HIDDEN, EVERYWHERE))


def _some(table: str, key: str = "id", condition: str = "") -> str:
    return f"({key}) IN (SELECT {key} FROM {table} WHERE guild_id = ?{condition} LIMIT {AT_ONCE})"


_OF_TOURNAMENTS = "WHERE tournament_id IN (SELECT id FROM tournaments WHERE guild_id = ?)"

PURGE_SERVER: Final = (
    f"DELETE {_OF_ATTEMPTS.format('guild_id = ?')}",
    f"UPDATE attempts SET guild_id = NULL, race_id = NULL, race_place = NULL WHERE {_some('attempts')}",
    (
        "UPDATE invitations SET guild_id = NULL, channel_id = 0, parent_id = NULL, message_id = NULL,"
        " fate = coalesce(fate, 'expired')"
        f" WHERE {_some('invitations')}"
    ),
    *(
        "UPDATE matches SET guild_id = NULL, channel_id = 0, parent_id = NULL, message_id = NULL,"
        " is_drawn = 1, due_at = NULL, offer = NULL, offered_by = NULL"
        f"{ending} WHERE {_some('matches', condition=condition)}"
        for condition, ending in (
            (
                " AND result IS NULL",
                ", result = 'abandoned', manner = 'abandonment', unrated = 'unfinished'",
            ),
            (" AND result IS NOT NULL", ""),
        )
    ),
    f"DELETE FROM standings WHERE {_some('standings', 'game, guild_id, versus, user_id')}",
    f"DELETE FROM streaks WHERE {_some('streaks', 'user_id, guild_id')}",
    f"DELETE FROM rankings WHERE {_some('rankings', PLACE_KEY)}",
    f"DELETE FROM plans WHERE {_some('plans')}",
    f"DELETE FROM tournament_pairings {_OF_TOURNAMENTS}",
    f"DELETE FROM tournament_entrants {_OF_TOURNAMENTS}",
    f"DELETE FROM tournaments WHERE {_some('tournaments')}",
    "DELETE FROM race_puzzles WHERE race_id IN (SELECT id FROM races WHERE guild_id = ?)",
    f"DELETE FROM races WHERE {_some('races')}",
)
"""What deletes some of what is about a server; it is done with each until there is no more."""
