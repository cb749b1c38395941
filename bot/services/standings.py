"""The leaderboard: tables of results against each level, character and between people."""

import engine
from bot import policy
from bot.models import HELPED, PEOPLE, ResultsTable
from bot.services import Context, characters
from bot.services.guards import refuse_unknown_game


async def tables(
    context: Context, game: str, guild_id: int | None, user_id: int, level: str | None = None
) -> list[ResultsTable]:
    """Return the tables that are not empty, or only those against a level or character.

    They are of the results between people, against each level, against characters, with help. The characters
    against which a person has won the most come first. Without a guild, results from everywhere count.
    """
    refuse_unknown_game(game)
    if level is not None:
        characters.refuse_unknown_level(level, game)
    against = characters.levels_of(game) if level is None else (level,)
    versus = ((PEOPLE,) if level is None else ()) + (*against, *(f"{each}{HELPED}" for each in against))
    found = await context.storage.standings.find_tables(
        game, guild_id, versus, user_id, policy.STANDINGS_PAGE
    )
    return [
        _shortened(table, user_id) if _group(table) else table
        for table in sorted(found, key=lambda table: (_group(table), -_most(table)))
    ]


def _group(table: ResultsTable) -> int:
    """Return the group of a table in the leaderboard, counted from 0."""
    if table.versus.endswith(HELPED):
        return 2
    return int(table.versus not in {PEOPLE, *engine.LEVELS})


def _most(table: ResultsTable) -> int:
    """Return how many half points the best person has against a character; other tables keep their order."""
    return table.top[0].halves if _group(table) == 1 else 0


def _shortened(table: ResultsTable, user_id: int) -> ResultsTable:
    """Return a table with fewer lines, and the asker's own place if it is below them now."""
    below = (standing for standing in table.top[policy.STANDINGS_SHORT_PAGE :] if standing.user_id == user_id)
    return ResultsTable(table.versus, table.top[: policy.STANDINGS_SHORT_PAGE], next(below, table.own))
