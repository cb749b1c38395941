"""The leaderboards: pages of ratings, and tables of results against levels, characters and people."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

import engine
from bot import policy
from bot.errors import UnknownButtonError
from bot.models import (
    ALL_TIME,
    HELPED,
    PEOPLE,
    BoardKey,
    BoardName,
    KeptPeriods,
    Page,
    ResultsTable,
    day_begins,
    periods_of,
)
from bot.services import Context, characters
from bot.services.guards import refuse_unknown_game

Span = Literal["all", "month", "week"]

_NAMES: Final[Mapping[str, BoardName]] = {"rating": "people", "maxine": "maxine", "puzzles": "puzzles"}
_PERIOD = re.compile(rf"{ALL_TIME}|[0-9]{{4}}-W?[0-9]{{2}}")


def key_of(context: Context, board: str, game: str, guild_id: int | None, span: Span) -> BoardKey:
    """Return the key of the current board with this name; that of puzzles is of all games and of all time."""
    if board == "puzzles":
        return BoardKey("puzzles", "", guild_id, ALL_TIME)
    refuse_unknown_game(game)
    month, week = periods_of(context.now())
    return BoardKey(_NAMES[board], game, guild_id, {"month": month, "week": week}.get(span, ALL_TIME))


def pressed_key(context: Context, board: str, game: str, guild_id: int | None, period: str) -> BoardKey:
    """Return the key of the board that a button names; UnknownButtonError if there is no such board.

    The current one takes the place of one of a month or week that is not stored any more.
    """
    name = next((name for name in _NAMES.values() if name == board), None)
    if name is None or not _PERIOD.fullmatch(period) or (name == "puzzles") != (game == ""):
        raise UnknownButtonError
    if game:
        refuse_unknown_game(game)
    if KeptPeriods.at(context.now()).is_outdated(period):
        month, week = periods_of(context.now())
        period = week if "W" in period else month
    return BoardKey(name, game, guild_id, period)


async def find_page(context: Context, key: BoardKey, user_id: int, number: int = 0) -> Page:
    """Return a page of a board, the last page if there are fewer."""
    find, number = context.storage.rankings.find_page, min(number, policy.MOST_RANKINGS_PAGES - 1)
    size = policy.RANKINGS_PAGE
    found = await find(key, user_id, number, size)
    if not found.lines and found.count:  # the board has become shorter, or the id is forged
        found = await find(key, user_id, min(found.count, policy.MOST_RANKINGS_PAGES) - 1, size)
    found = replace(found, count=min(found.count, policy.MOST_RANKINGS_PAGES))
    if key.period != ALL_TIME:
        return found
    # Its ratings are as certain as profiles show them, those of puzzles as the day began.
    time = day_begins(context.now()) if key.board == "puzzles" else context.now()
    return replace(found, lines=[line.at(time) for line in found.lines], own=found.own and found.own.at(time))


async def find_tables(
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
