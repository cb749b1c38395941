"""The log beside the file: it does not stay large, nor keep what somebody had deleted."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.stage import Stage
from tests.bot.test_privacy import delete


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


@pytest.mark.ci
async def test_number_stands_nowhere_after_deletion(stage: Stage) -> None:
    for _ in range(5):
        board = await stage.between(stage.ada, stage.grace, rated=True)
        await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
        await stage.command(stage.ada, "review")
    await stage.challenge(stage.ada, opponent=stage.eve)
    await stage.command(stage.ada, "privacy hide")
    assert written(stage) > 20
    await delete(stage, stage.ada)
    assert written(stage) == 0


def written(stage: Stage) -> int:
    """How often Ada's number stands in the file and its log, as SQLite writes it or as a text."""
    number = stage.ada.id
    held = stage.path.read_bytes() + log_of(stage.path).read_bytes()
    return sum(held.count(sought) for sought in (number.to_bytes(8, "big"), str(number).encode()))


async def fill(stage: Stage) -> None:
    await stage.connection.write(lambda db: db.execute("CREATE TABLE much AS SELECT zeroblob(1 << 20)"))
    await stage.connection.write(lambda db: db.execute("DROP TABLE much"))


async def test_log_shrinks_after_a_long_reader(stage: Stage) -> None:
    with closing(sqlite3.connect(stage.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM matches").fetchone()
        for _ in range(7):
            await fill(stage)
        await stage.upkeep()
        assert log_of(stage.path).stat().st_size > 6 << 20
    await fill(stage)
    assert log_of(stage.path).stat().st_size < 5 << 20
    await stage.upkeep()
    assert log_of(stage.path).stat().st_size < 1 << 20
