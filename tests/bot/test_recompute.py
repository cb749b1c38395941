"""Whatever was played, what is kept is what follows from the matches, and is written anew if it is not."""

import asyncio
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.models import KeptPeriods, Match, Origin, Place
from bot.models.matches import Manner
from bot.storage import Storage
from bot.storage.opening import examine
from bot.storage.recounts import recount
from engine import Outcome
from tests.bot.attempts import DRAFT, of_day
from tests.bot.databases import KINDS, Database
from tests.bot.drafts import ADA, ALAN, DRAW, GRACE, begun, draft, present

MOSTLY_FILES = pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind == "sqlite" else pytest.mark.ci) for kind in KINDS]
)
DAY = 24 * 3600.0
START = 20_000 * DAY


class Ended(NamedTuple):
    """A match as it went: `after` seconds from the last, which a clock that was set back makes negative."""

    players: tuple[int | None, int | None]
    level: str
    guild_id: int | None
    moves: tuple[int, ...]
    outcome: Outcome | None
    manner: Manner
    is_rated: bool = True
    is_helped: bool = False
    is_taken_over: bool = False
    after: float = 60.0


ENDS = st.builds(
    Ended,
    players=st.permutations([None, ADA, GRACE, ALAN]).map(lambda ids: (ids[0], ids[1])),
    level=st.sampled_from(["easy", "perfect", "iq-33"]),
    guild_id=st.sampled_from([None, 7, 8]),
    moves=st.sampled_from([(), (4,), (4, 0, 2, 1)]) | st.permutations(range(4)).map(tuple),
    outcome=st.sampled_from([*Outcome, None]),
    manner=st.sampled_from(["resignation", "agreement", "time", "stop"]),
    is_rated=st.sampled_from([True, True, False]),
    is_helped=st.sampled_from([False, False, True]),
    is_taken_over=st.sampled_from([False, False, False, True]),
    after=st.sampled_from([0.0, 60.0, -3600.0, DAY / 2, 40 * DAY]),
)


async def play(storage: Storage, end: Ended, at: float) -> Match:
    first, second = end.players
    new = draft(first, second, level=end.level, place=Place(end.guild_id, 70), at=at)
    new = replace(new, actions=end.moves, is_rated=end.is_rated)
    if end.is_taken_over:
        old = await begun(storage, replace(new, ending=None))
        new = replace(new, origin=Origin(old.id, 0))
    match = await begun(storage, new)
    if end.is_helped and match.level is not None:
        assert await storage.matches.add_help(match.id)
        match = replace(match, is_helped=True)
    over = match.with_end(end.outcome, at, end.manner)
    assert await storage.matches.save(match, over)
    return present(await storage.matches.find(match.id))


async def fill(database: Database, ends: Iterable[Ended]) -> list[Match]:
    storage, at, played = await database.open(), START, list[Match]()
    try:
        for end in ends:
            at += end.after
            played.append(await play(storage, end, at))
    finally:
        await storage.close()
    return played


TABLES = ("ratings", "rating_changes", "standings", "rankings", "matches")


def recompute(database: Database, *, now: float = START) -> set[str]:
    """Compute all again that follows from the matches; return the tables that have other rows since."""
    before = contents(database)
    asyncio.run(recomputed(database, now))
    return {table for table, kept in contents(database).items() if kept != before[table]}


def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    return {table: sorted(database.rows(f"SELECT * FROM {table}"), key=repr) for table in TABLES}  # noqa: S608


async def recomputed(database: Database, now: float) -> None:
    storage = await database.open()
    try:
        await storage.database.rewrite(partial(recount, now=now))
    finally:
        await storage.close()


@pytest.mark.ci
@MOSTLY_FILES
@given(ends=st.lists(ENDS, max_size=15))
@settings(max_examples=12)
def test_recount_agrees_after_any_matches(kind: str, ends: list[Ended]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = KINDS[kind](Path(folder) / "maxine.db")
        played = asyncio.run(fill(database, ends))
        assert recompute(database) == set()
        rated = [match for match in played if match.rating_changes]
        assert all((match.unrated is None) == bool(match.rating_changes) for match in played)
        points = "SELECT coalesce(sum({}), 0) FROM rankings WHERE guild_id = 0 AND period = 'all'"
        people = sum(len(match.rating_changes) for match in rated)
        assert database.rows(points.format("wins + draws + losses")) == [(people,)]
        assert database.rows("SELECT coalesce(sum(matches), 0) FROM ratings") == [(people,)]
        between = [match for match in rated if match.level is None]
        won = points.format("2 * wins + draws") + " AND board = 'people'"
        assert database.rows(won) == [(2 * len(between),)]


LEAVER = -77
HIDES = st.lists(st.tuples(st.sampled_from([ADA, GRACE, ALAN]), st.booleans()), max_size=4)


@pytest.mark.ci
@MOSTLY_FILES
@given(ends=st.lists(ENDS, min_size=3, max_size=12), hides=HIDES, leaver=st.sampled_from([ADA, GRACE]))
@settings(max_examples=12)
def test_recount_agrees_after_people_left(
    kind: str, ends: list[Ended], hides: list[tuple[int, bool]], leaver: int
) -> None:
    others = f"SELECT * FROM {{}} WHERE user_id NOT IN ({leaver}, {LEAVER}) ORDER BY 1, 2, 3, 4, 5"  # noqa: S608
    with tempfile.TemporaryDirectory() as folder:
        database = KINDS[kind](Path(folder) / "maxine.db")
        asyncio.run(live(database, ends, hides))
        before = [database.rows(others.format(table)) for table in ("ratings", "rating_changes", "rankings")]
        asyncio.run(leave(database, leaver))
        now = [database.rows(others.format(table)) for table in ("ratings", "rating_changes", "rankings")]
        assert (now, recompute(database)) == (before, set())
        asyncio.run(fill(database, ends[:3]))  # who has left may come back
        assert recompute(database) == set()
        assert not database.rows(f"SELECT 1 FROM ratings WHERE user_id = {LEAVER}")  # noqa: S608
        hidden = "(SELECT user_id FROM hidden)"
        assert not database.rows(f"SELECT 1 FROM rankings WHERE guild_id = 0 AND user_id IN {hidden}")  # noqa: S608
        assert not database.rows(f"SELECT 1 FROM rankings WHERE guild_id < 0 AND user_id NOT IN {hidden}")  # noqa: S608


async def live(database: Database, ends: list[Ended], hides: list[tuple[int, bool]]) -> None:
    """Let matches go so, and people hide or show themselves in between."""
    storage, at = await database.open(), START
    try:
        for number, end in enumerate(ends):
            at += end.after
            await play(storage, end, at)
            for user_id, is_hidden in hides[number : number + 1]:
                await storage.people.set_hidden(user_id, is_hidden=is_hidden)
    finally:
        await storage.close()


async def leave(database: Database, user_id: int) -> None:
    storage = await database.open()
    try:
        await storage.people.erase(user_id, LEAVER, 9e9)
    finally:
        await storage.close()


PLAYED = [
    Ended((ADA, GRACE), "", 7, (4, 0, 2, 1), Outcome.FIRST, "time"),
    Ended((ADA, GRACE), "", 7, DRAW[:5], Outcome.DRAW, "agreement"),
    Ended((ADA, GRACE), "", 7, DRAW[:5], Outcome.DRAW, "agreement"),
    Ended((None, ALAN), "easy", None, DRAW[:6], Outcome.SECOND, "resignation"),
]
SPOILED = {  # with the table, and how many totals of it are wrong
    "UPDATE standings SET draws = draws + 1": ("standings", 5),
    "DELETE FROM standings WHERE user_id = 101": ("standings", 2),
    "UPDATE ratings SET rating = rating + 1e-6 WHERE user_id = 103": ("ratings", 0),
    "DELETE FROM ratings WHERE user_id = 101": ("ratings", 0),
    "UPDATE rating_changes SET rating_after = 2000 WHERE match_id = 2": ("rating_changes", 0),
    "DELETE FROM rating_changes": ("rating_changes", 0),
    "INSERT INTO rating_changes SELECT 3, user_id, board, game, rated_at, 1, 1, 1, 1, 1 FROM rating_changes"
    " WHERE match_id = 1": ("rating_changes", 0),
    "UPDATE matches SET unrated = 'casual' WHERE id = 1": ("matches", 0),
    "UPDATE matches SET fingerprint = 5 WHERE id = 3": ("matches", 0),
    "UPDATE rankings SET wins = wins + 1 WHERE user_id = 103 AND period = 'all'": ("rankings", 0),
    "INSERT INTO rankings SELECT 5, board, game, guild_id, period, 0, 0, 0, 9, 1, 1, 0 FROM rankings"
    " WHERE user_id = 103 AND period = 'all'": ("rankings", 0),
    "UPDATE rankings SET streak = 9 WHERE board = 'puzzles'": ("rankings", 0),
    "DELETE FROM rankings WHERE board = 'puzzles' AND user_id = 101": ("rankings", 0),
}


@pytest.mark.ci
@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_counts_are_repaired(kind: str, tmp_path: Path) -> None:
    database = KINDS[kind](tmp_path / "maxine.db")
    asyncio.run(fill(database, PLAYED))
    asyncio.run(solve(database))
    kept = contents(database)
    assert recompute(database) == set()
    for spoiling, (table, wrong_totals) in SPOILED.items():
        database.change(spoiling)
        assert asyncio.run(examine(database.url)).wrong_totals == wrong_totals, spoiling
        assert recompute(database) == {table}, spoiling
        assert contents(database) == kept, spoiling


async def solve(database: Database) -> None:
    """Let a puzzle be solved on a server, and the daily one, which is then shown on another."""
    storage = await database.open()
    try:
        daily = of_day(20_000, GRACE)
        for attempt in (await storage.puzzles.add(DRAFT), await storage.puzzles.add_daily(daily)):
            assert await storage.puzzles.save(attempt, attempt.with_end("solved", START))
        await storage.puzzles.add_daily(replace(daily, guild_id=8))
    finally:
        await storage.close()


async def prune(database: Database, now: float) -> int:
    storage, kept = await database.open(), KeptPeriods.at(now)
    try:
        scopes = await storage.rankings.list_scopes(kept, None)
        assert not await storage.rankings.list_scopes(kept, scopes[-1][0])
        removed = {scope: await storage.rankings.prune(kept, scope) for scope, _ in scopes}
        assert {scope: count > 0 for scope, count in removed.items()} == dict(scopes)
        assert not any(is_outdated for _, is_outdated in await storage.rankings.list_scopes(kept, None))
        return sum(removed.values())
    finally:
        await storage.close()


@pytest.mark.parametrize("kind", KINDS)
def test_unkept_places_are_not_missed(kind: str, tmp_path: Path) -> None:
    database = KINDS[kind](tmp_path / "maxine.db")
    later = PLAYED[1]._replace(after=40 * DAY, moves=(8, 6, 7, 4))
    asyncio.run(fill(database, [*PLAYED, later._replace(guild_id=9), later._replace(moves=(8, 6, 7, 3))]))
    before = dict(database.rows("SELECT period, count(*) FROM rankings GROUP BY period"))
    assert before.keys() == {"all", "2024-10", "2024-W40", "2024-11", "2024-W46", "2024-12", "2024-W52"}
    now = START + 80.5 * DAY
    outdated = ("2024-10", "2024-W40", "2024-W46")
    assert asyncio.run(prune(database, now)) == sum(before[period] for period in outdated)
    left = {period for (period,) in database.rows("SELECT DISTINCT period FROM rankings")}
    assert left == {"all", "2024-11", "2024-12", "2024-W52"}
    assert recompute(database, now=now) == set()
    kept = contents(database)
    assert recompute(database, now=now + 300 * DAY) == set()
    database.change("UPDATE rankings SET wins = wins + 1 WHERE period = '2024-11'")
    assert recompute(database, now=now + 300 * DAY) == {"rankings"}
    assert contents(database) == kept
