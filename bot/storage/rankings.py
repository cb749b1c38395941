"""The places of people on the boards of ratings."""

from itertools import groupby
from typing import Any

from bot.models import LAST_RANK, BoardKey, KeptPeriods, Page, Ranking, SeasonBoard, Standing
from bot.storage.database import Lock, Locked, Statement, Subject
from bot.storage.places import MINE, below, rank_after
from bot.storage.rows import EVERYWHERE, HIDDEN

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
_BEST_RANKED = (
    f"WITH best AS (SELECT {_PLACE}, points, score FROM rankings WHERE {_RANKED} AND points IS NOT NULL"
    " ORDER BY points DESC, score DESC, user_id LIMIT :reached),"
    f" page AS (SELECT {_PLACE}, rank() OVER (ORDER BY points DESC, score DESC) AS place FROM best"
    " ORDER BY points DESC, score DESC, user_id LIMIT :size OFFSET :skipped)"
    f" SELECT place, {_RANKING}, {_SINCE} FROM page JOIN rankings AS placed USING ({_PLACE})"
    " ORDER BY points DESC, score DESC, user_id"
)
"""Of those on pages before, the index alone is read."""
_OWN_PLACE = (
    f"WITH own AS (SELECT points, {_RANKING} FROM rankings WHERE {_RANKED} AND user_id = :user_id) SELECT "
    + rank_after(
        f"rankings WHERE {_RANKED}",
        f"points > {MINE.format('points')}",
        f"points = {MINE.format('points')} AND score > {MINE.format('score')}",
    )
    + f", points, {_RANKING}, {_SINCE} FROM own AS placed"
)
"""The rank means nothing where the points are NULL."""
_SEASON = (
    "SELECT game, people, place, user_id, wins, draws, losses FROM ("
    "SELECT game, user_id, wins, draws, losses, count(*) OVER (PARTITION BY game) AS people,"
    " rank() OVER (PARTITION BY game ORDER BY points DESC, score DESC) AS place,"
    " row_number() OVER (PARTITION BY game ORDER BY points DESC, score DESC, user_id) AS line FROM rankings"
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
_PRUNE = (
    f"DELETE FROM rankings WHERE ({PLACE_KEY}) IN"
    f" (SELECT {_PLACE} FROM ({_outdated(':scope')}) AS outdated LIMIT 100) RETURNING 1"
)
_SCOPES_AT_ONCE = 500
_NEXT_SCOPE = "SELECT min(guild_id) FROM rankings WHERE rankings.guild_id >"
_SCOPES = (
    f"WITH RECURSIVE scopes (scope, number) AS (SELECT ({_NEXT_SCOPE} :after), 1"
    f" UNION ALL SELECT ({_NEXT_SCOPE} scopes.scope), number + 1 FROM scopes"
    f" WHERE scope IS NOT NULL AND number < {_SCOPES_AT_ONCE})"
    f" SELECT scope, EXISTS ({_outdated('scopes.scope')}) FROM scopes WHERE scope IS NOT NULL"
)
"""Each found from the one before, for most have many places."""
_COUNT_RANKED = (
    "SELECT count(*) FROM"
    f" (SELECT 1 FROM rankings WHERE {_RANKED} AND points IS NOT NULL LIMIT {LAST_RANK}) AS placed"
)


class Rankings(Subject):
    """The places of people on the boards of ratings; `Matches.save` and `Puzzles.save` move them."""

    async def find_page(self, key: BoardKey, user_id: int, number: int, size: int) -> Page:
        """Return a page of so many lines of a board, and the person's own place if it is not on it.

        Pages are counted from 0; one after the last has no lines. Ranked by rating, those that are certain
        enough; of a month or a week by points, those with more wins first.
        """
        scope = EVERYWHERE if key.guild_id is None else key.guild_id
        found_by = {"board": key.board, "game": key.game_slug, "scope": scope, "period": key.period}
        pages = {"size": size, "skipped": number * size, "reached": (number + 1) * size}
        values = {**found_by, "user_id": user_id, **pages}
        asked = (Statement(sql, values) for sql in (_BEST_RANKED, _OWN_PLACE, _COUNT_RANKED))
        best, own, ((people,),) = await self._database.read(*asked)
        lines = [Ranking(*row) for row in best]
        places = [Ranking(None if points is None else int(rank), *row) for rank, points, *row in own]
        return Page(key, number, -(-int(people) // size), lines, below(lines, places))

    async def list_season(self, guild_id: int, month: str, size: int) -> list[SeasonBoard]:
        """Return the best of a month on a server in each game, that which most people have played first."""
        found = await self._database.find(_SEASON, guild_id, month, size)
        return [
            SeasonBoard(game, people, [Standing(*row[2:]) for row in group])
            for (game, people), group in groupby(found, key=lambda row: row[:2])
        ]

    async def list_scopes(self, kept: KeptPeriods, after: int | None) -> list[tuple[int, bool]]:
        """Return the next servers with places by their ids, and whether there is anything to prune.

        Places of everywhere come first, as those of servers of their own.
        """
        values = {**_periods_of(kept), "after": HIDDEN - 1 if after is None else after}
        [found] = await self._database.read(Statement(_SCOPES, values))
        return [(scope, bool(is_outdated)) for scope, is_outdated in sorted(found)]

    async def prune(self, kept: KeptPeriods, scope: int) -> int:
        """Remove places of a server from months and weeks that are not kept; return how many, at most 100.

        Those of a season stay until it is told.
        """
        pruning = Statement(_PRUNE, {**_periods_of(kept), "scope": scope})
        return len(await self._database.write(pruning, locks=[Lock(Locked.STANDINGS)]))


def _periods_of(kept: KeptPeriods) -> dict[str, Any]:
    return {**kept._asdict(), "year": kept.year}
