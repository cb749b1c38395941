"""The SQL in which the dialects of all databases agree, with the places of SQLite: `?` and `:name`.

What differs stands with each database. `{same}` is its comparison in which NULL equals NULL.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from bot.models import NOTICES
from bot.storage.rows import (
    ATTEMPT_COLUMNS,
    CHANGE_COLUMNS,
    EVERYWHERE,
    FORM_COLUMNS,
    INVITATION_COLUMNS,
    LOST,
    SKILL_COLUMNS,
    placeholders,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

# Matches: conditions by which they are found

WITH_ID = "id = ?"
NEWEST_OF_CHANNEL = "channel_id = ? ORDER BY id DESC LIMIT 1"
LAST_FINISHED = "channel_id = ? AND result IS NOT NULL ORDER BY touched_at DESC, id DESC LIMIT 1"
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
CURRENT = {
    "channel": (
        f"{_RUNNING} AND channel_id = ? UNION ALL {_RUNNING} AND parent_id = ? AND channel_id <> parent_id"
    ),
    "server": f"{_RUNNING} AND guild_id = ?",
    "mine": f"{_RUNNING} AND first_id = ? UNION ALL {_RUNNING} AND second_id = ?",
}
"""The ids of running matches, by whose they are."""


def newest_of(ids: str) -> str:
    """Return the condition of being among the newest of these ids."""
    return f"id IN (SELECT id FROM ({ids}) AS current ORDER BY id DESC LIMIT ?)"


def count_of(ids: str) -> str:
    """Return what counts these ids."""
    return f"SELECT count(*) FROM ({ids}) AS current"


def past(*, is_newer: bool) -> str:
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


COUNT_RUNNING = "SELECT count(*) FROM matches WHERE result IS NULL"
_ABANDONED = (
    "result = 'abandoned', manner = 'abandonment', touched_at = ?, due_at = NULL,"
    " offer = NULL, offered_by = NULL, unrated = 'unfinished'"
)
ABANDONED = f"{_ABANDONED}, is_drawn = CASE WHEN parent_id <> channel_id THEN 0 ELSE is_drawn END"
"""Where it was played nobody has looked for long; only the channel of a thread is told."""
LOSE = (
    f"UPDATE matches SET {_ABANDONED}, is_drawn = 0, message_id = NULL"
    " WHERE id = ? AND result IS NULL AND touched_at = ?"
)
"""Where it was played is gone, so no message shows it, and those who played are still to be told."""
NOTE_PLACE = "UPDATE matches SET gone_at = ? WHERE id = ? AND result IS NULL AND touched_at = ?"
QUIET = (
    "SELECT id, touched_at, gone_at, guild_id, channel_id, parent_id FROM matches"
    " WHERE result IS NULL AND touched_at > ? AND touched_at < ? AND pace IS NULL"
    " AND guild_id IS NOT NULL AND message_id IS NOT NULL ORDER BY touched_at LIMIT ?"
)
UNDO_MOVES = "DELETE FROM moves WHERE match_id = ? AND ply >= ?"
UNDO_FINDINGS = "DELETE FROM findings WHERE match_id = ? AND ply > ?"
MOVE_TO = (
    "UPDATE matches SET guild_id = ?, channel_id = ?, parent_id = ?, changes = changes + 1, is_drawn = 0,"
    " message_id = CASE WHEN channel_id = ? THEN message_id END"
    " WHERE id = ? AND changes = ? AND channel_id = ?"
    " AND (parent_id = channel_id OR (result IS NULL AND pace IS NOT NULL AND due_at IS NULL))"
)
"""Of a match that is yet to get a thread, or whose clock stands still; no message shows it elsewhere."""
ADD_HELP = "UPDATE matches SET is_helped = 1 WHERE id = ? AND is_helped = 0 AND result IS NULL"

# Deadlines: due_at is stored without the time in which nobody was awake, so that a gap changes one row

_MOST_DUE = 100
_SHOWN = "result IS NULL AND message_id IS NOT NULL"
_LIMITED = f"{_SHOWN} AND due_at IS NOT NULL"
_AWAKE = "(SELECT seen_at - lost FROM awake WHERE id = 1)"
_NOTICE = "CASE pace {} END".format(
    " ".join(f"WHEN {pace} THEN {notice}" for pace, notice in NOTICES.items())
)
UNTOUCHED = "result IS NULL AND touched_at < ? AND (due_at IS NULL OR message_id IS NULL)"
STOPPED = (
    "result IS NULL AND touched_at < ? AND pace IS NOT NULL AND due_at IS NULL AND message_id IS NOT NULL"
    " AND CASE to_move WHEN 0 THEN first_id ELSE second_id END IS NOT NULL"
)
"""Where the clock of a person stands still, as the board cannot be shown."""
BEGUN_WHEN_SEEN = (
    f"due_at = CASE WHEN message_id IS NULL AND due_at < {_AWAKE} + pace * 0.95"
    f" THEN {_AWAKE} + pace ELSE due_at END"
)
"""On a board that nobody could see no time has passed; few seconds are not worth to draw it anew."""
SEEN = "SELECT seen_at, lost FROM awake WHERE id = 1"
IS_ANY_LIMITED = f"SELECT EXISTS (SELECT 1 FROM matches WHERE {_LIMITED})"
FIRST_BEGUN = f"SELECT min(due_at - pace) FROM matches WHERE {_LIMITED}"
_FIRST = f"ORDER BY due_at LIMIT {_MOST_DUE}"
_DEADLINE = f"id, due_at + {LOST}"
DUE = f"SELECT {_DEADLINE} FROM matches WHERE {_SHOWN} AND due_at <= {_AWAKE} {_FIRST}"
CLOSING = (
    f"SELECT {_DEADLINE} FROM matches WHERE {_SHOWN} AND due_at <= {_AWAKE} + {max(NOTICES.values())}"
    f" AND due_at <= {_AWAKE} + {_NOTICE} AND is_reminded = 0 {_FIRST}"
)
CONFIRM_REMINDED = f"UPDATE matches SET is_reminded = 1 WHERE {_LIMITED} AND id = ? AND due_at + {LOST} = ?"
BEAT = (
    "INSERT INTO awake (id, seen_at, lost) VALUES (1, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, lost = excluded.lost"
)
NEXT = f"SELECT id FROM matches WHERE {_LIMITED} {_FIRST}"
DRAW_ANEW = "UPDATE matches SET is_drawn = 0 WHERE pace < ? * 20 AND id IN ({})"
"""Of the matches that end next by their time, those of which a person would see that it was put off."""


class Beat(NamedTuple):
    """When somebody was awake last, and how much time was lost, in all and just now."""

    seen_at: float
    lost: float
    gap: float = 0.0


def beat(seen: Sequence[tuple[float, float]], now: float, longest: float, first_begun: float | None) -> Beat:
    """Return what is to be stored, by the row of SEEN if there is one.

    What is lost are whole seconds, so that sums with them are exact. Nothing is known of the time in which
    nobody had a limit: whoever began first since then has the pace and no more.
    """
    if not seen:
        return Beat(now, 0.0)
    ((seen_at, lost),) = seen
    gap = floor(now - seen_at)
    if abs(gap) <= longest:
        return Beat(now, lost)
    passed = 0 if first_begun is None else max(0, floor(first_begun - (seen_at - lost)))
    return Beat(seen_at + gap, lost + gap - passed, gap - passed)


# Invitations

INVITATION = f"SELECT {INVITATION_COLUMNS} FROM invitations WHERE id = ?"
OPEN_TO_REMATCH = f"SELECT {INVITATION_COLUMNS} FROM invitations WHERE rematch_of = ? AND fate IS NULL"
INVITATION_STANDS = "id = ? AND fate {same} ?"
SET_STATUS = (
    "UPDATE invitations SET fate = ?, match_id = ?, invitee_id = ?, begins = ?, closed_at = ?"
    f" WHERE {INVITATION_STANDS}"
)
SHOW_INVITATION = "UPDATE invitations SET message_id = ? WHERE id = ? AND fate IS NULL"
EXPIRED = (
    f"SELECT message_id, {INVITATION_COLUMNS} FROM invitations"
    " WHERE fate = 'expired' AND message_id IS NOT NULL ORDER BY id LIMIT ?"
)
CONFIRM_EXPIRED = "UPDATE invitations SET message_id = NULL WHERE id = ? AND fate = 'expired'"
_BETWEEN = "FROM invitations WHERE inviter_id = :inviter AND invitee_id = :invitee AND fate ="
_DECLINED = f"{_BETWEEN} 'declined' AND id > coalesce((SELECT max(id) {_BETWEEN} 'accepted'), 0)"
_WAITING = "FROM invitations WHERE invitee_id = :invitee AND created_at >= :waiting AND fate IS NULL"
_BLOCK = "SELECT 1 FROM blocks WHERE blocker_id ="
FOOTING = (
    "(SELECT count(*) FROM invitations WHERE inviter_id = :inviter AND created_at >= :sent AND {unaccepted})",
    f"(SELECT count(*) {_WAITING})",
    f"(SELECT count(*) {_DECLINED})",
    f"(SELECT max(closed_at) {_DECLINED})",
    f"EXISTS ({_BLOCK} :invitee AND blocked_id IN (:inviter, 0))",
    f"EXISTS ({_BLOCK} :inviter AND blocked_id = :invitee)",
)
ARE_APART = f"EXISTS ({_BLOCK} ? AND blocked_id = ?) OR EXISTS ({_BLOCK} ? AND blocked_id = ?)"
BLOCKS = "SELECT blocked_id FROM blocks WHERE blocker_id = ?"
ADD_BLOCK = "INSERT INTO blocks (blocker_id, blocked_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
REMOVE_BLOCK = "DELETE FROM blocks WHERE blocker_id = ? AND blocked_id = ?"

# Standings

_TABLE = "game = :game AND guild_id = :scope AND versus = :versus"
BEST = (
    f"SELECT user_id, wins, draws, losses FROM standings WHERE {_TABLE}"
    " ORDER BY halves DESC, wins DESC, losses, user_id LIMIT :size"
)
_TIES = 500
"""So many before somebody on the same step are counted at most: places below take no longer to find."""
_MINE = "(SELECT {} FROM own)"


def _before(step: str, *ranges: str) -> str:
    """Return what counts who comes before the only row of `own` on the same step, in ranges of an index.

    One condition with OR would look at the whole table.
    """
    each = " UNION ALL ".join(f"SELECT 1 FROM {step} AND {one}" for one in ranges)
    return f"(SELECT count(*) FROM ({each} LIMIT {_TIES}) AS tied)"


OWN_STANDING = (
    "WITH own AS (SELECT user_id, wins, draws, losses, halves FROM standings WHERE guild_id = :scope"
    " AND user_id = :user_id AND game || '' = :game AND versus = :versus) SELECT 1"
    f" + (SELECT coalesce(sum(people), 0) FROM ladder WHERE {_TABLE} AND halves > {_MINE.format('halves')})"
    " + "
    + _before(
        f"standings WHERE {_TABLE} AND halves = {_MINE.format('halves')}",
        f"wins > {_MINE.format('wins')}",
        f"wins = {_MINE.format('wins')} AND losses < {_MINE.format('losses')}",
    )
    + ", user_id, wins, draws, losses FROM own"
)
"""By `game` itself PostgreSQL would look for the person among all of the table, in the index of its order."""


# Profiles

RESULTS_OF_PERSON = (
    "SELECT game, versus, wins, draws, losses FROM standings WHERE guild_id <= 0 AND user_id = ?"
    " ORDER BY game, versus"
)
_COUNTS = "result <> 'abandoned' AND origin_id IS NULL AND is_helped = 0"
_OF_PAIR = f"coalesce(first_id, 0) = {{0}} AND coalesce(second_id, 0) = {{1}} AND {_COUNTS}"
BEGUN = (
    "SELECT game, count(*) FILTER (WHERE result = 'first'), count(*) FILTER (WHERE result = 'draw'),"
    f" count(*) FILTER (WHERE result = 'second') FROM matches WHERE {_OF_PAIR.format('?', '?')}"
    " GROUP BY game ORDER BY game"
)
_ENDED = "SELECT touched_at, id, CASE result WHEN 'first' THEN {0} WHEN 'second' THEN {1} END AS winner"
LONGEST_RUN = (
    "WITH ended AS ({} UNION ALL {}), numbered AS ("
    "SELECT winner, row_number() OVER (ORDER BY touched_at, id)"
    " - row_number() OVER (PARTITION BY winner ORDER BY touched_at, id) AS run FROM ended)"
    " SELECT winner, count(*) FROM numbered WHERE winner IS NOT NULL GROUP BY winner, run"
    " ORDER BY count(*) DESC, winner LIMIT 1"
).format(
    *(
        f"{_ENDED} FROM matches WHERE {_OF_PAIR}".format(*pair)
        for pair in ((":one_id", ":other_id"), (":other_id", ":one_id"))
    )
)
"""Matches that one player won one after the other have in common how far they are from counting alike."""
OPPONENTS = (
    "SELECT opponent_id, count(*) FILTER (WHERE result = 'won'), count(*) FILTER (WHERE result = 'draw'),"
    " count(*) FILTER (WHERE result = 'lost') FROM ({} UNION ALL {}) AS played"
    " WHERE :sees_hidden = 1 OR opponent_id NOT IN (SELECT user_id FROM hidden)"
    " GROUP BY opponent_id ORDER BY count(*) DESC, max(touched_at) DESC LIMIT :size"
).format(
    *(
        f"SELECT {other} AS opponent_id, touched_at,"
        f" CASE result WHEN '{won}' THEN 'won' WHEN 'draw' THEN 'draw' ELSE 'lost' END AS result FROM matches"
        f" WHERE {own} = :user_id AND {other} > 0 AND result IS NOT NULL AND result <> 'abandoned'"
        for own, other, won in (("first_id", "second_id", "first"), ("second_id", "first_id", "second"))
    )
)
RATINGS_OF_PERSON = f"SELECT game, board, {FORM_COLUMNS} FROM ratings WHERE user_id = ?"
CURVE = (
    "SELECT rated_at, rating_before, rating_after FROM rating_changes"
    " WHERE user_id = ? AND game = ? AND board = ? ORDER BY rated_at DESC LIMIT ?"
)
ACCURACIES = (
    "SELECT accuracy FROM accuracies WHERE user_id = ? ORDER BY touched_at DESC, match_id DESC LIMIT ?"
)
ADD_ACCURACIES = (
    "INSERT INTO accuracies (user_id, touched_at, match_id, accuracy) {}"
    " ON CONFLICT (user_id, touched_at, match_id) DO UPDATE SET accuracy = excluded.accuracy"
)

# Puzzles

ATTEMPT = f"SELECT {ATTEMPT_COLUMNS} FROM attempts"
MOVED = "SELECT game, start, found FROM rated_puzzles WHERE found <> judged"
_PROGRESS = "actions = ?, mistakes = ?, hints = ?, told = ?, free_hints = ?, fate = ?, ended_at = ?"
ATTEMPT_STANDS = (
    "id = ? AND actions = ? AND mistakes = ? AND hints = ? AND told = ? AND free_hints = ? AND fate {same} ?"
)
SAVE_ATTEMPT = f"UPDATE attempts SET {_PROGRESS} WHERE {ATTEMPT_STANDS}"
ADD_SHARE = (
    "INSERT INTO shares (attempt_id, channel_id, begun_at) VALUES (?, ?, ?)"
    " ON CONFLICT (attempt_id, channel_id)"
    " DO UPDATE SET begun_at = excluded.begun_at WHERE shares.begun_at <= ?"
)
CONFIRM_SHARE = "UPDATE shares SET begun_at = NULL WHERE attempt_id = ? AND channel_id = ?"
REMOVE_SHARE = "DELETE FROM shares WHERE attempt_id = ? AND channel_id = ?"

OWN_STREAK = f"SELECT last_day, length, longest FROM streaks WHERE user_id = ? AND guild_id <= {EVERYWHERE}"
"""Wherever it was solved, be the person hidden or not."""
BEGIN_STREAK = (
    "INSERT INTO streaks (user_id, guild_id, last_day, length, longest)"
    " VALUES (:user_id, CASE WHEN :scope = 0 AND EXISTS (SELECT 1 FROM hidden WHERE user_id = :user_id)"
    " THEN -1 ELSE :scope END, :last_day, :length, :longest) ON CONFLICT DO NOTHING"
)
EXTEND_STREAKS = "UPDATE streaks SET last_day = ?, length = ?, longest = ? WHERE user_id = ?"
_OF_DAY = "FROM streaks WHERE guild_id = :scope AND last_day = :day"
BEST_STREAKS = (
    f"SELECT user_id, length, longest {_OF_DAY} ORDER BY length DESC, longest DESC, user_id LIMIT :size"
)
_OF_DAYS = "guild_id = :scope AND last_day IN (:today, :yesterday)"
_MY_STREAK = f"({_MINE.format('length')}, {_MINE.format('longest')})"
OWN_STREAK_STANDING = (
    f"WITH own AS (SELECT user_id, length, longest FROM streaks WHERE {_OF_DAYS} AND user_id = :user_id)"
    " SELECT 1 + (SELECT coalesce(sum(people), 0) FROM streak_ladder"
    f" WHERE {_OF_DAYS} AND (length, longest) > {_MY_STREAK}), user_id, length, longest FROM own"
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

# Ratings of people

_RATED = "level IS NULL AND ended_at IS NOT NULL AND unrated IS NULL"
_SEATED = ("first_id = :one AND second_id = :other", "first_id = :other AND second_id = :one")
LAST_RATED_OF = "SELECT max(rated_at) FROM ratings WHERE user_id IN (:one, :other)"
FORMS = (
    f"SELECT user_id, {FORM_COLUMNS} FROM ratings"
    " WHERE user_id IN (:one, :other) AND game = :game AND board = :board"
)
NEWEST_BETWEEN = " UNION ALL ".join(
    f"SELECT ended_at FROM matches WHERE {seated} AND {_RATED} AND ended_at >= :day" for seated in _SEATED
)
REPEATED = " UNION ALL ".join(
    f"SELECT 1 FROM matches WHERE {seated} AND {_RATED} AND fingerprint = :fingerprint" for seated in _SEATED
)
END = "UPDATE matches SET unrated = ?, ended_at = ?, strength = ?, fingerprint = ? WHERE id = ?"
SAVE_FORM = (
    f"INSERT INTO ratings (user_id, game, board, {FORM_COLUMNS})"
    f" VALUES (?, ?, ?, {placeholders(FORM_COLUMNS)}) ON CONFLICT (user_id, game, board) DO UPDATE SET"
    " rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,"
    " matches = excluded.matches, streak = excluded.streak, best_streak = excluded.best_streak,"
    " rated_at = excluded.rated_at"
)
ADD_CHANGE = (
    f"INSERT INTO rating_changes (match_id, board, game, rated_at, {CHANGE_COLUMNS})"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
RANKING_COLUMNS = (
    "user_id, board, game, guild_id, period, wins, draws, losses, rung, score, deviation, streak"
)
RANK = (
    f"INSERT INTO rankings ({RANKING_COLUMNS}) VALUES (:user_id, :board, :game, CASE WHEN :guild_id = 0"
    " AND EXISTS (SELECT 1 FROM hidden WHERE user_id = :user_id) THEN -1 ELSE :guild_id END, :period,"
    " :wins, :draws, :losses, :rung, :score, :deviation, :streak)"
    " ON CONFLICT (user_id, board, game, period, guild_id) DO UPDATE SET"
    " wins = rankings.wins + excluded.wins,"
    " draws = rankings.draws + excluded.draws, losses = rankings.losses + excluded.losses"
)
"""A place that there is stays where it is: its indexes are not written."""
RANK_BY_POINTS = f"{RANK}, rung = rankings.rung + excluded.rung, score = rankings.score + excluded.score"
PLACE = (
    "UPDATE rankings SET rung = ?, score = ?, deviation = ?, streak = ?"
    " WHERE user_id = ? AND board = ? AND game = ? AND period = 'all'"
)

_RANKED = "board = :board AND game = :game AND guild_id = :scope AND period = :period"
_RANKING = "user_id, score, deviation, streak, wins, draws, losses"
_SOLVED = "FROM attempts WHERE attempts.user_id = placed.user_id AND rating_change IS NOT NULL"
_RATING = "FROM ratings WHERE ratings.user_id = placed.user_id AND game = :game AND board = :board"
_SINCE = (
    "CASE WHEN :period <> 'all' THEN NULL WHEN :board = 'puzzles'"
    " THEN (SELECT volatility FROM solvers WHERE solvers.user_id = placed.user_id)"
    f" ELSE (SELECT volatility {_RATING}) END,"
    f" CASE WHEN :period <> 'all' THEN NULL WHEN :board = 'puzzles' THEN (SELECT max(begun_at) {_SOLVED})"
    f" ELSE (SELECT rated_at {_RATING}) END"
)
"""What a rating becomes less certain by: how much it varies, and when it was found; not of points."""


_PLACE = "user_id, board, game, period, guild_id"
BEST_RANKED = (
    f"WITH best AS (SELECT {_PLACE}, rung, score FROM rankings WHERE {_RANKED} AND rung IS NOT NULL"
    " ORDER BY rung DESC, score DESC, user_id LIMIT :reached),"
    f" page AS (SELECT {_PLACE}, rank() OVER (ORDER BY rung DESC, score DESC) AS place FROM best"
    " ORDER BY rung DESC, score DESC, user_id LIMIT :size OFFSET :skipped)"
    f" SELECT place, {_RANKING}, {_SINCE} FROM page JOIN rankings AS placed USING ({_PLACE})"
    " ORDER BY rung DESC, score DESC, user_id"
)
"""Of those on pages before, the index alone is read."""
OWN_PLACE = (
    f"WITH own AS (SELECT rung, {_RANKING} FROM rankings WHERE {_RANKED} AND user_id = :user_id) SELECT 1"
    f" + (SELECT coalesce(sum(people), 0) FROM rungs WHERE {_RANKED} AND rung > {_MINE.format('rung')}) + "
    + _before(
        f"rankings WHERE {_RANKED} AND rung = {_MINE.format('rung')}",
        f"score > {_MINE.format('score')}",
    )
    + f", rung, {_RANKING}, {_SINCE} FROM own AS placed"
)
"""The rank means nothing where the rung is NULL."""
SEASON = (
    "SELECT game, people, place, user_id, wins, draws, losses FROM ("
    "SELECT game, user_id, wins, draws, losses, count(*) OVER (PARTITION BY game) AS people,"
    " rank() OVER (PARTITION BY game ORDER BY rung DESC, score DESC) AS place,"
    " row_number() OVER (PARTITION BY game ORDER BY rung DESC, score DESC, user_id) AS line FROM rankings"
    " WHERE guild_id = ? AND period = ? AND board = 'people') AS placed WHERE line <= ?"
    " ORDER BY people DESC, game, line"
)
"""The best of a month on a server."""
_UNTOLD = (
    "EXISTS (SELECT 1 FROM servers WHERE servers.guild_id = rankings.guild_id"
    " AND season_channel_id IS NOT NULL AND season_closed < period"
    " AND length(period) = length(season_closed))"
)


def _outdated(scope: str) -> str:
    """Return what finds the places of a server that are not kept, by two ranges of the index."""
    places = f"SELECT {_PLACE} FROM rankings WHERE guild_id = {scope} AND period"
    return f"{places} < :month AND NOT {_UNTOLD} UNION ALL {places} > :year AND period < :week"


PLACE_KEY = "user_id, board, game, period, +guild_id"
"""By which some places of a server are removed; by `guild_id` itself SQLite would look at all of them."""
PRUNE = (
    f"DELETE FROM rankings WHERE ({PLACE_KEY}) IN"
    f" (SELECT {_PLACE} FROM ({_outdated(':scope')}) AS outdated LIMIT 100)"
)
_SCOPES_AT_ONCE = 500
_NEXT_SCOPE = "SELECT min(guild_id) FROM rankings WHERE rankings.guild_id >"
SCOPES = (
    f"WITH RECURSIVE scopes (scope, number) AS (SELECT ({_NEXT_SCOPE} :after), 1"
    f" UNION ALL SELECT ({_NEXT_SCOPE} scopes.scope), number + 1 FROM scopes"
    f" WHERE scope IS NOT NULL AND number < {_SCOPES_AT_ONCE})"
    f" SELECT scope, EXISTS ({_outdated('scopes.scope')}) FROM scopes WHERE scope IS NOT NULL"
)
"""Each found from the one before, for most have many places."""
COUNT_RANKED = f"SELECT coalesce(sum(people), 0) FROM rungs WHERE {_RANKED}"


# Findings

_OPEN_REVIEW = "message_id, match_id, channel_id, user_id, language, token, due_at"
OPEN_REVIEWS = f"SELECT {_OPEN_REVIEW} FROM open_reviews WHERE due_at < ? ORDER BY due_at LIMIT 100"
ADD_OPEN_REVIEW = (
    f"INSERT INTO open_reviews ({_OPEN_REVIEW}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
REMOVE_OPEN_REVIEW = "DELETE FROM open_reviews WHERE message_id = ?"
FINDINGS = "SELECT match_id, ply, seconds, moves FROM findings WHERE match_id = ? ORDER BY id"
ADD_FINDING = "INSERT INTO findings (match_id, ply, seconds, moves) VALUES (?, ?, ?, ?)"
ADD_FINDING_SINCE = (
    "INSERT INTO findings (match_id, ply, seconds, moves)"
    " SELECT ?, ?, ?, ? FROM matches WHERE id = ? AND changes = ?"
)

RECORDS = (
    "SELECT id, game, result, manner, (SELECT group_concat(ply || ' ' || action, ' ')"
    " FROM (SELECT ply, action FROM moves WHERE match_id = id ORDER BY ply) AS ordered)"
    " FROM matches ORDER BY id"
)
"""Every match with its moves as text, each by ply and action; without one, that is NULL."""

OLD_RECORDS = RECORDS.replace("manner", "NULL")
"""The same, from when it was not kept how a match ended."""
