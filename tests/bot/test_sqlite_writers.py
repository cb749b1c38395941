"""Whoever writes at the same time, and however it ends: what was acknowledged is there."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot.models import Match
from bot.storage import Storage
from bot.storage.sqlite import open_storage
from tests.bot.drafts import FIRST_WINS, begun, opened, played
from tests.patience import LONG

ROOT = Path(__file__).parents[2]


def _start_writer(path: Path, *matches: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bot.writer", str(path), *matches]
    return subprocess.Popen(  # noqa: S603 - it is this project's own writer
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _acknowledged(lines: Iterable[str]) -> dict[int, int]:
    """Return the last acknowledged ply of each match; a line cut short by the kill does not count."""
    return {int(line.split()[0]): int(line.split()[1]) for line in lines if line.endswith("\n")}


def _plies(path: Path) -> dict[int, int]:
    sql = "SELECT id, (SELECT count(*) FROM moves WHERE match_id = matches.id) FROM matches"
    with closing(sqlite3.connect(path)) as db:
        return dict(db.execute(sql).fetchall())


def _results(path: Path) -> tuple[int, int]:
    """Return how many matches the first player has won, and how many wins the totals say."""
    with closing(sqlite3.connect(path)) as db:
        (won,) = db.execute("SELECT count(*) FROM matches WHERE result = 'first'").fetchone()
        (total,) = db.execute("SELECT coalesce(sum(wins), 0) FROM standings WHERE guild_id = 0").fetchone()
    return won, total


async def _whole_match(storage: Storage, actions: tuple[int, ...]) -> Match:
    return await played(storage, await begun(storage), *actions)


async def test_two_storages_keep_all_matches(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as one, opened(tmp_path / "maxine.db") as other:
        matches = await asyncio.gather(*(_whole_match((one, other)[i % 2], FIRST_WINS) for i in range(20)))
        assert [await one.matches.find(match.id) for match in matches] == matches
    assert _results(tmp_path / "maxine.db") == (20, 20)


@pytest.mark.ci
async def test_storages_open_a_new_file_together(tmp_path: Path) -> None:
    for attempt in range(10):
        path = tmp_path / f"{attempt}.db"
        storages = await asyncio.gather(*(open_storage(path) for _ in range(4)))
        matches = await asyncio.gather(*(begun(storage) for storage in storages))
        assert sorted(match.id for match in matches) == [1, 2, 3, 4]
        await asyncio.gather(*(storage.close() for storage in storages))


@pytest.mark.ci
def test_two_processes_keep_all_matches(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    writers = [_start_writer(path, "10") for _ in range(2)]
    ends = [(writer.communicate(timeout=LONG)[1], writer.returncode) for writer in writers]
    assert ends == [("", 0), ("", 0)]
    assert _plies(path) == dict.fromkeys(range(1, 21), len(FIRST_WINS))
    assert _results(path) == (20, 20)


@pytest.mark.ci
async def test_match_is_never_read_half_written(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    async with opened(path) as storage:
        with _start_writer(path, "60") as writer:
            while writer.poll() is None:
                match = await storage.matches.find_newest(70)
                assert match is None or match.is_over == match.state.is_terminal
            writer.communicate()
        assert writer.returncode == 0


@pytest.mark.ci
async def test_killed_process_kept_what_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "maxine.db"
    with _start_writer(path) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(200)]
        writer.kill()
        acknowledged = _acknowledged([*lines, *writer.stdout])
    async with opened(path) as storage:
        assert await storage.matches.find_newest(70) is not None
    plies = _plies(path)
    assert all(plies[match_id] >= ply for match_id, ply in acknowledged.items())
    assert len(plies) - len(acknowledged) <= 1  # the kill may have come between the write and its line
    assert len(set(_results(path))) == 1
