"""A start after an upgrade computes ratings again: it may be stopped, and no stored match prevents it."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.models import FORMULA
from bot.storage import migrations, recounts
from bot.storage.opening import open_storage
from engine import Outcome
from tests.bot.databases import KINDS, Database
from tests.bot.drafts import ADA, DRAW, GRACE
from tests.bot.test_recompute import PLAYED, Ended, fill

BETWEEN_PEOPLE = [
    Ended((ADA, GRACE), "", 7, (4, 0, 2, 1), Outcome.FIRST, "time"),
    Ended((ADA, GRACE), "", 7, DRAW[:5], Outcome.DRAW, "agreement"),
]
RATED = {1: [(101, 1576.75, 260.27), (102, 1423.25, 260.27)]}
"""The ratings after those matches, by the version of the formula."""
MIGRATED = {1: 36}
"""The migration that came with each version of the formula."""

EVERY_DATABASE = pytest.mark.parametrize("kind", KINDS)


async def restart(database: Database, processes: int = 1, *, is_stopped: bool = False) -> None:
    async with AsyncExitStack() as running:
        starts = (
            running.enter_async_context(open_storage(database.url, lambda: is_stopped))
            for _ in range(processes)
        )
        await asyncio.gather(*starts)


def rated_by_another_formula(kind: str, path: Path) -> tuple[Database, list[tuple[object, ...]]]:
    """Return a database with wrong ratings of an older formula, and the right ratings."""
    database = KINDS[kind](path)
    asyncio.run(fill(database, PLAYED))
    kept = database.rows("SELECT * FROM ratings ORDER BY 1")
    database.change("INSERT INTO rating_formula VALUES (0)")
    database.change("UPDATE ratings SET rating = 2563")
    return database, kept


@pytest.mark.parametrize(("kind", "processes"), [("sqlite", 1), ("postgresql", 2)])
def test_start_computes_ratings_by_a_new_formula(
    kind: str,
    processes: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    database, kept = rated_by_another_formula(kind, tmp_path / "maxine.db")
    caplog.set_level("INFO")
    asyncio.run(restart(database, processes))
    assert database.rows("SELECT * FROM ratings ORDER BY 1") == kept
    assert database.rows("SELECT version FROM rating_formula") == [(FORMULA,)]
    assert [each.getMessage() for each in caplog.records if each.name == recounts.__name__] == [
        "Ratings are computed again from 4 matches; this takes about a minute for 100,000.",
        "Ratings are computed.",
    ]


@EVERY_DATABASE
def test_stop_while_ratings_are_computed_changes_nothing(kind: str, tmp_path: Path) -> None:
    database, kept = rated_by_another_formula(kind, tmp_path / "maxine.db")
    asyncio.run(restart(database, is_stopped=True))
    assert database.rows("SELECT DISTINCT rating FROM ratings") == [(2563,)]
    assert database.rows("SELECT version FROM rating_formula") == [(0,)]
    asyncio.run(restart(database))
    assert database.rows("SELECT * FROM ratings ORDER BY 1") == kept


@EVERY_DATABASE
@pytest.mark.parametrize(
    "spoiling",
    [
        "UPDATE moves SET action = 99 WHERE match_id = 1 AND ply = 1",
        "UPDATE matches SET game = 'gone' WHERE id = 1",
    ],
    ids=["illegal move", "unknown game"],
)
def test_match_that_cannot_be_replayed_does_not_count(
    kind: str,
    spoiling: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    database, _ = rated_by_another_formula(kind, tmp_path / "maxine.db")
    database.change(spoiling)
    asyncio.run(restart(database))
    said = "Match 1 cannot be replayed: it does not count for ratings and totals."
    assert [each.getMessage() for each in caplog.records if each.levelname == "WARNING"] == [said]
    assert not database.rows("SELECT 1 FROM rating_changes WHERE match_id = 1")
    assert database.rows("SELECT wins, draws FROM standings WHERE user_id = 101 AND guild_id = 0") == [(0, 2)]
    assert database.rows("SELECT matches FROM ratings WHERE user_id = 101") == [(1,)]


def test_formula_has_a_new_version_when_it_changes(tmp_path: Path) -> None:
    database = KINDS["sqlite"](tmp_path / "maxine.db")
    asyncio.run(fill(database, BETWEEN_PEOPLE))
    ratings = database.rows("SELECT user_id, round(rating, 2), round(deviation, 2) FROM ratings ORDER BY 1")
    assert {FORMULA: ratings} == RATED


@pytest.mark.parametrize("dialect", ["", "postgres"])
def test_formula_comes_with_a_migration_that_older_processes_refuse(dialect: str) -> None:
    (migration,) = (each for each in migrations.load(dialect) if each.version == MIGRATED[FORMULA])
    assert not migration.is_compatible


def test_start_keeps_ratings_until_their_formula_is_forgotten(tmp_path: Path) -> None:
    database = KINDS["sqlite"](tmp_path / "maxine.db")
    asyncio.run(restart(database))
    asyncio.run(fill(database, PLAYED))
    kept = database.rows("SELECT * FROM ratings ORDER BY 1")
    database.change("UPDATE ratings SET rating = 2563")
    asyncio.run(restart(database))
    assert database.rows("SELECT DISTINCT rating FROM ratings") == [(2563,)]
    database.change("DELETE FROM rating_formula")
    asyncio.run(restart(database))
    assert database.rows("SELECT * FROM ratings ORDER BY 1") == kept
