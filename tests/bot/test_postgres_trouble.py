"""A server that is gone, refuses or keeps waiting is a sentence, and all goes on once it is back."""

import asyncio
import itertools
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from bot.errors import Refusal, StorageError
from bot.models import Ending
from bot.start_errors import StartError, WrongSettingError
from bot.storage.database import Locked, Statement
from bot.storage.opening import open_storage
from bot.storage.postgres import connection, pool
from bot.words.operations import format_failure
from engine import Outcome
from tests.bot.drafts import ADA, begun, opened, played
from tests.postgres import OWNER, STRANGER

pytestmark = pytest.mark.real_time("it is about processes of their own")

DECIDING = "SELECT pid FROM pg_stat_activity WHERE state = 'idle in transaction'"
FLUSHING = (
    "SELECT pid FROM pg_stat_activity"
    " WHERE backend_type IN ('walwriter', 'background writer', 'checkpointer')"
)
OTHERS = "INSERT INTO command_sync VALUES (5, %s) ON CONFLICT (application_id) DO UPDATE SET digest = 'd'"
MANY = (
    "INSERT INTO matches (game, guild_id, channel_id, first_id, level, created_at, touched_at)"
    " SELECT 'tic-tac-toe', 1, 1, i, 'easy', 1, 1 FROM generate_series(1, %s) AS i"
)
READING = "SELECT pid FROM pg_stat_activity WHERE application_name = 'maxine' AND query LIKE '%FROM moves%'"
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'maxine'"


async def test_lost_connection_is_opened_again(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        for _ in range(3):
            assert await storage.matches.find(match.id) == match
            with psycopg.connect(url, autocommit=True) as other:
                other.execute(CUT)
            match = await played(storage, match, match.state.actions()[0])


async def test_idle_connection_is_replaced(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        lines = []
        for fresh in (60.0, 60.0, 0.0):
            monkeypatch.setattr(pool, "_FRESH", fresh)
            assert await storage.matches.find(match.id) == match
            with psycopg.connect(url, autocommit=True) as other:
                lines.append(other.execute(READING).fetchall())
        assert lines[0] == lines[1]
        assert {*lines[2]} - {*lines[0]}


@asynccontextmanager
async def cutting(url: str, folder: Path) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """Stand between the bot and the server; once told to, cut the line in the middle of the next commit."""
    server, cut, lines = url.partition("host=")[2], asyncio.Event(), list[asyncio.Task[None]]()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):  # whoever it is for may not wait for it any more
            while data := await reader.read(1 << 16):
                if cut.is_set() and b"COMMIT\0" in data:
                    cut.clear()
                    break
                writer.write(data)
            writer.close()
            await writer.wait_closed()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(f"{server}/.s.PGSQL.5432")
        lines.append(asyncio.create_task(pass_on(reader, far_writer)))
        lines.append(asyncio.create_task(pass_on(far_reader, writer)))

    async with await asyncio.start_unix_server(connect, folder / ".s.PGSQL.5432"):
        yield url.replace(server, str(folder)), cut
        await asyncio.gather(*lines)


@pytest.mark.parametrize("is_new", [True, False])
async def test_lost_write_is_written_once(url: str, *, is_new: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:  # that of the test has a path too long for a socket
        async with cutting(url, Path(folder)) as (indirect, cut), opened(indirect) as storage:
            first = match = await begun(storage)
            cut.set()
            if is_new:
                match = await begun(storage)
            else:
                await storage.matches.set_message(match.id, 555)
                match = replace(match, message_id=555)
            assert not cut.is_set()
            assert await storage.matches.list_newest(70, ADA, 9) == [match, *([first] if is_new else [])]
            await played(storage, match, 4)


async def test_lost_answers_are_told_as_written(url: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with cutting(url, Path(folder)) as (indirect, cut), opened(indirect) as storage:
            match = await begun(storage)
            cut.set()
            match = await played(storage, match, 4)
            assert not cut.is_set()
            assert await storage.matches.find(match.id) == match
            cut.set()
            assert await storage.matches.add_help(match.id)
            assert not cut.is_set()


def halt(url: str) -> list[int]:
    """Let nothing reach the disk that is not committed, or a crash would not forget it; return who waits."""
    with psycopg.connect(url, autocommit=True) as other:
        halted = [pid for (pid,) in other.execute(FLUSHING)]
    for pid in halted:
        os.kill(pid, signal.SIGSTOP)
    return halted


def crash(url: str, halted: list[int]) -> None:
    """Kill the backend that is about to commit, and with it the server; then let others write.

    Who was halted dies as it is: let go on, it could flush before the server hears of the crash.
    """
    with psycopg.connect(url, autocommit=True) as other:
        ((pid,),) = other.execute(DECIDING).fetchall()
        for each in (pid, *halted):
            os.kill(each, signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):
            other.execute("SELECT pg_sleep(9)")
    while True:
        try:
            with psycopg.connect(url, autocommit=True) as other:
                for digest in "abc":
                    other.execute(OTHERS, (digest,))
            break
        except psycopg.OperationalError:
            time.sleep(0.02)


async def test_crash_is_told_from_other_writes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    within, trips = connection._await_or_cut, itertools.count(1)

    async def crashing(line: psycopg.AsyncConnection, work: Coroutine[object, object, object]) -> object:
        if next(trips) == 2:
            crash(url, halted)
        return await within(line, work)

    async with opened(url) as storage:
        match = await begun(storage)
        halted = halt(url)
        with monkeypatch.context() as patch:
            patch.setattr(connection, "_await_or_cut", crashing)
            with pytest.raises(StorageError):
                await begun(storage)
        assert await storage.matches.list_newest(70, ADA, 9) == [match]
        await begun(storage)


async def test_matches_are_abandoned_by_thousands(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(MANY, (1500,))
        assert await storage.matches.abandon(500, 2000) == 1500
        assert await storage.matches.count_running() == 1
        with psycopg.connect(url, autocommit=True) as other:
            ended = "SELECT count(*) FROM matches WHERE result = 'abandoned' GROUP BY xmin::text"
            assert sorted(other.execute(ended).fetchall()) == [(500,), (1000,)]
        await played(storage, match, 4)


async def test_slow_write_fails_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_OPTIONS", f"{pool._OPTIONS} -c statement_timeout=100")
    async with opened(url) as storage:
        match = await begun(storage)
        slow = storage.database.write(Statement("SELECT pg_sleep(2)"))
        saving = storage.matches.save(match, match.with_move(4, 1001))
        cancelled, saved = await asyncio.gather(slow, saving, return_exceptions=True)
        assert isinstance(cancelled, StorageError)
        assert saved == match.with_move(4, 1001)


async def test_locked_results_hold_up_no_moves(url: str) -> None:
    async with opened(url) as storage:
        matches = [await begun(storage) for _ in range(6)]
        ends = [replace(match.with_move(4, 1001), ending=Ending(Outcome.FIRST)) for match in matches[:3]]
        afters = [*ends, *(match.with_move(4, 1001) for match in matches[3:])]
        with psycopg.connect(url) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s::integer, hashint8(0))", (Locked.STANDINGS.value,))
            saving = [
                asyncio.create_task(storage.matches.save(*each)) for each in zip(matches, afters, strict=True)
            ]
            assert await asyncio.gather(*saving[3:]) == afters[3:]
            assert not any(each.done() for each in saving[:3])
            refused = await asyncio.gather(*saving[:3], return_exceptions=True)
        assert [each.refusal for each in refused if isinstance(each, StorageError)] == [Refusal.BUSY] * 3
        assert await storage.matches.save(matches[0], ends[0])


async def test_read_only_database_refuses(url: str) -> None:
    async with opened(f"{url}&options=-c%20default_transaction_read_only%3Don") as storage:
        with pytest.raises(StorageError) as refused:
            await begun(storage)
        assert refused.value.refusal is Refusal.READ_ONLY


async def test_cancelled_read_disturbs_nobody(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        reading = [asyncio.create_task(storage.matches.find(match.id)) for _ in range(20)]
        await asyncio.sleep(0.002)
        for task in reading[::2]:
            task.cancel()
        assert await asyncio.gather(*reading[1::2]) == [match] * 10


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (f"{OWNER}@", f"{STRANGER}:wrong@", "password authentication failed"),
        ("/test_", "/nowhere_", "does not exist"),
        ("host=", "host=/nowhere", "No such file or directory"),
    ],
)
async def test_unusable_server_is_a_sentence(url: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(StartError) as refused:
        async with open_storage(url.replace(old, new)):
            pass
    sentence = format_failure(refused.value)
    assert sentence.startswith("The database in DATABASE_URL cannot be used: ")
    assert reason in sentence
    assert "wrong" not in sentence


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ada:secret@[host/maxine",
        "postgresql://ada:my@secret@host/maxine",
        "postgresql://host/maxine?user=ada&password=secret%ff",
    ],
)
async def test_bad_address_hides_the_password(url: str) -> None:
    with pytest.raises(WrongSettingError) as refused:
        async with open_storage(url):
            pass
    assert "secret" not in format_failure(refused.value)
