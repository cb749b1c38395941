"""The SQL in which the dialects of all databases agree, with the places of SQLite: `?` and `:name`.

What differs stands with each database. `{same}` is its comparison in which NULL equals NULL.
"""

from __future__ import annotations

from bot.storage.rows import ATTEMPT_COLUMNS, INVITATION_COLUMNS, SKILL_COLUMNS, placeholders

# Matches: conditions by which they are found

WITH_ID = "id = ?"
NEWEST_OF_CHANNEL = "channel_id = ? ORDER BY id DESC LIMIT 1"
LAST_FINISHED = "channel_id = ? AND result IS NOT NULL ORDER BY touched_at DESC LIMIT 1"
REMATCH_OF = "rematch_of = ?"
ACCEPTED = "id = (SELECT match_id FROM invitations WHERE id = ?)"
UNDRAWN = "is_drawn = 0 ORDER BY id LIMIT ?"
_RUNNING = "SELECT id FROM matches WHERE result IS NULL"
RUNNING = (
    f"id IN ({_RUNNING} AND first_id = ? AND game = ? UNION ALL {_RUNNING} AND second_id = ? AND game = ?)"
)


def _newest_ids(condition: str) -> str:
    return f"SELECT id FROM (SELECT id FROM matches WHERE {condition} ORDER BY id DESC LIMIT ?) AS newest"


NEWEST = "id IN ({} UNION ALL {} UNION ALL {})".format(
    _newest_ids("channel_id = ? AND first_id = ?"),
    _newest_ids("channel_id = ? AND second_id = ?"),
    _newest_ids("channel_id = ?"),
)
FINISHED = "id IN ({} UNION ALL {})".format(
    *(
        _newest_ids(f"{seat} = ? AND result IS NOT NULL AND game = coalesce(?, game)")
        for seat in ("first_id", "second_id")
    )
)
COUNT_RUNNING = "SELECT count(*) FROM matches WHERE result IS NULL"
ADD_HELP = "UPDATE matches SET is_helped = 1 WHERE id = ? AND is_helped = 0 AND result IS NULL"

# Invitations

INVITATION = f"SELECT {INVITATION_COLUMNS} FROM invitations WHERE id = ?"
OPEN_TO_REMATCH = f"SELECT {INVITATION_COLUMNS} FROM invitations WHERE rematch_of = ? AND fate IS NULL"
SET_STATUS = "UPDATE invitations SET fate = ?, match_id = ? WHERE id = ? AND fate {same} ?"

# Standings

_TABLE = "game = :game AND guild_id = :scope AND versus = :versus"
BEST = (
    f"SELECT user_id, wins, draws, losses FROM standings WHERE {_TABLE}"
    " ORDER BY halves DESC, wins DESC, losses, user_id LIMIT :size"
)
OWN_RESULTS = (
    f"SELECT user_id, wins, draws, losses, halves FROM standings WHERE {_TABLE} AND user_id = :user_id"
)


def ahead(halves: str, wins: str, losses: str) -> str:
    """Return what counts the people with better results: a sum of short ranges of the index.

    One condition with OR would look at the whole table.
    """
    tied = f"(SELECT count(*) FROM standings WHERE {_TABLE} AND halves = {halves} AND"
    return (
        f"SELECT (SELECT coalesce(sum(people), 0) FROM ladder WHERE {_TABLE} AND halves > {halves})"
        f" + {tied} wins > {wins}) + {tied} wins = {wins} AND losses < {losses})"
        f" + {tied} wins = {wins} AND losses = {losses} AND user_id < :user_id)"
    )


# Puzzles

ATTEMPT = f"SELECT {ATTEMPT_COLUMNS} FROM attempts"
MOVED = "SELECT game, start, found FROM rated_puzzles WHERE found <> judged"
_PROGRESS = "actions = ?, mistakes = ?, hints = ?, told = ?, free_hints = ?, fate = ?, ended_at = ?"
SAVE_ATTEMPT = (
    f"UPDATE attempts SET {_PROGRESS} WHERE id = ? AND actions = ? AND mistakes = ? AND hints = ?"
    " AND told = ? AND free_hints = ? AND fate {same} ?"
)
ADD_SHARE = (
    "INSERT INTO shares (attempt_id, channel_id, begun_at) VALUES (?, ?, ?)"
    " ON CONFLICT (attempt_id, channel_id)"
    " DO UPDATE SET begun_at = excluded.begun_at WHERE shares.begun_at <= ?"
)
CONFIRM_SHARE = "UPDATE shares SET begun_at = NULL WHERE attempt_id = ? AND channel_id = ?"
REMOVE_SHARE = "DELETE FROM shares WHERE attempt_id = ? AND channel_id = ?"

STREAK = "SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id = ?"
BEGIN_STREAK = (
    "INSERT INTO streaks (user_id, guild_id, last_day, length, longest) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
EXTEND_STREAKS = "UPDATE streaks SET last_day = ?, length = ?, longest = ? WHERE user_id = ?"
_OF_DAY = "FROM streaks WHERE guild_id = :scope AND last_day = :day"
BEST_STREAKS = (
    f"SELECT user_id, length, longest {_OF_DAY} ORDER BY length DESC, longest DESC, user_id LIMIT :size"
)


def streaks_ahead(day: str, length: str, longest: str) -> str:
    """Return what counts the people with longer streaks that last until the day."""
    of_day, streak = f"guild_id = :scope AND last_day = {day}", f"({length}, {longest})"
    return (
        "SELECT (SELECT coalesce(sum(people), 0) FROM streak_ladder"
        f" WHERE {of_day} AND (length, longest) > {streak})"
        f" + (SELECT count(*) FROM streaks WHERE {of_day} AND (length, longest) = {streak}"
        " AND user_id < :user_id)"
    )


SKILL = f"SELECT {SKILL_COLUMNS} FROM solvers WHERE user_id = ?"
LAST_RATED = "SELECT max(begun_at) FROM attempts WHERE user_id = ? AND rating_change IS NOT NULL"
RATED = (
    f"SELECT rating_change, {SKILL_COLUMNS} FROM attempts JOIN solvers USING (user_id)"
    " WHERE id = ? AND rating_change IS NOT NULL"
)
TRIED_BEFORE = (
    "SELECT 1 FROM attempts WHERE user_id = ? AND game = ? AND start = ? AND id <> ?"
    " AND (mistakes > 0 OR hints > free_hints OR fate IS NOT NULL) LIMIT 1"
)
RATED_PUZZLE = "SELECT rating, deviation, volatility, judged FROM rated_puzzles WHERE game = ? AND start = ?"
SAVE_SKILL = (
    f"INSERT INTO solvers (user_id, {SKILL_COLUMNS}) VALUES (?, {placeholders(SKILL_COLUMNS)})"
    " ON CONFLICT (user_id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,"
    " volatility = excluded.volatility, run = excluded.run, longest = excluded.longest"
)
SAVE_PUZZLE = (
    "INSERT INTO rated_puzzles (game, start, rating, deviation, volatility, judged, found)"
    " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, start) DO UPDATE SET rating = excluded.rating,"
    " deviation = excluded.deviation, volatility = excluded.volatility, found = excluded.found"
)
SAVE_RATING_CHANGE = "UPDATE attempts SET rating_change = ? WHERE id = ?"

# Findings and commands

FINDINGS = "SELECT match_id, ply, seconds, moves FROM findings WHERE match_id = ? ORDER BY id"
ADD_FINDING = "INSERT INTO findings (match_id, ply, seconds, moves) VALUES (?, ?, ?, ?)"
DIGEST = "SELECT digest FROM command_sync WHERE application_id = ?"
SAVE_DIGEST = (
    "INSERT INTO command_sync (application_id, digest) VALUES (?, ?)"
    " ON CONFLICT (application_id) DO UPDATE SET digest = excluded.digest"
)

RECORDS = (
    "SELECT id, game, result, ply, action FROM matches LEFT JOIN moves ON match_id = id ORDER BY id, ply"
)
"""Every match with its moves; without one, those are NULL."""
