"""The totals of finished matches, counted up when one ends: a table is read, and not worked out."""

from collections.abc import Iterator, Sequence

from bot.models import Match, ResultsTable, Standing, versus_of
from bot.storage.database import Row, Statement, Subject
from bot.storage.places import MINE, below, rank_after, ranked
from bot.storage.rows import EVERYWHERE, inserting_placed
from engine import Outcome

_TABLE = "game = :game AND guild_id = :scope AND versus = :versus"
_BEST = (
    f"SELECT user_id, wins, draws, losses FROM standings WHERE {_TABLE}"
    " ORDER BY halves DESC, wins DESC, losses, user_id LIMIT :size"
)
OWN_STANDING = (
    "WITH own AS (SELECT user_id, wins, draws, losses, halves FROM standings WHERE guild_id = :scope"
    " AND user_id = :user_id AND game || '' = :game AND versus = :versus) SELECT "
    + rank_after(
        f"standings WHERE {_TABLE}",
        f"halves > {MINE.format('halves')}",
        f"halves = {MINE.format('halves')} AND wins > {MINE.format('wins')}",
        f"halves = {MINE.format('halves')} AND wins = {MINE.format('wins')}"
        f" AND losses < {MINE.format('losses')}",
    )
    + ", user_id, wins, draws, losses FROM own"
)
"""By `game` itself PostgreSQL would look for the person among all of the table, in the index of its order."""
COLUMNS = "game, guild_id, versus, user_id, wins, draws, losses"
"""What a row of `standings` holds."""
_ADD = (
    f"{inserting_placed('standings', COLUMNS)} ON CONFLICT (game, guild_id, versus, user_id)"
    " DO UPDATE SET wins = standings.wins + excluded.wins,"
    " draws = standings.draws + excluded.draws, losses = standings.losses + excluded.losses"
)


class Standings(Subject):
    """The totals of finished matches; `Matches.save` counts them up."""

    async def find_tables(
        self, game: str, guild_id: int | None, versus: Sequence[str], user_id: int, size: int
    ) -> list[ResultsTable]:
        """Return, for each of `versus` that has a player, the best `size` and the person's place below.

        Those of a server, or without one of everywhere. Ranked by points, then by wins, then by fewer losses.
        """
        scope = EVERYWHERE if guild_id is None else guild_id
        key = {"game": game, "scope": scope, "user_id": user_id, "size": size}
        asked = (Statement(sql, {**key, "versus": one}) for one in versus for sql in (_BEST, OWN_STANDING))
        found = await self._database.read(*asked)
        return [table for table in map(_table_from, versus, found[::2], found[1::2]) if table.top]


def adding_totals(match: Match) -> list[Statement]:
    """Return what counts up the totals of the people in a match that has just ended."""
    names = COLUMNS.split(", ")
    return [Statement(_ADD, dict(zip(names, result, strict=True))) for result in results_of(match)]


def results_of(match: Match) -> list[tuple[object, ...]]:
    """Return what a finished match adds to the totals of the people in it, on its server and everywhere."""
    return [
        (match.game_slug, scope, versus_of(match), user_id, *results)
        for user_id, results in _results_by_person(match)
        for scope in {match.place.guild_id, EVERYWHERE} - {None}
    ]


def _results_by_person(match: Match) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Yield user id and (win, draw, loss) for each person in a finished match that is not casual."""
    if match.ending is None or match.ending.outcome is None or match.is_casual:
        return
    drawn = match.ending.outcome is Outcome.DRAW
    for player in match.players:
        if player.user_id is not None:
            won = match.winner == player
            yield player.user_id, (int(won), int(drawn), int(not won and not drawn))


def _table_from(versus: str, best: Sequence[Row], own: Sequence[Row]) -> ResultsTable:
    """Make a table from the rows of _BEST and of OWN_STANDING."""
    top = [Standing(rank, *row) for rank, row in ranked(best)]
    places = [Standing(int(rank), *row) for rank, *row in own]
    return ResultsTable(versus, top, below(top, places))
