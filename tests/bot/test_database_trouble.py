"""A database that refuses: a private sentence to whoever asked, and nothing changed."""

import asyncio
import gc
import sqlite3
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

from bot.errors import StorageError
from bot.playground.messages import text_of
from bot.playground.things import Json
from bot.storage.sqlite import connection
from tests.bot.shown import cells, id_of
from tests.bot.stage import Stage

T = TypeVar("T")

SORRY = "Something went wrong on my side. `/board` shows where your match stands; then please try again."


async def pragma(stage: Stage, sql: str) -> None:
    """Change a setting of the bot's own connection."""
    await stage.connection.read(lambda db: db.execute(sql).fetchall())


async def begin(stage: Stage) -> tuple[int, int]:
    """Return the board of a match, and the message that asks whether Ada wants to resign it."""
    return await stage.challenge(stage.ada), id_of(await stage.command(stage.ada, "resign"))


async def everything(stage: Stage, board: int, asked: int) -> list[tuple[bool, str]]:
    """All that wants to write: was it private, and what did it say."""
    answers = [
        await stage.click(stage.ada, board, "b2"),
        await stage.command(stage.ada, "move", to="b2"),
        await stage.click(stage.ada, asked, "Really resign?"),
        await stage.command(stage.ada, "challenge", first="me"),
        await stage.command(stage.ada, "challenge", opponent=stage.grace),
    ]
    return [(answer.ephemeral, answer.text) for answer in answers]


async def test_read_only_database(stage: Stage) -> None:
    board, asked = await begin(stage)
    before = stage.rows("SELECT * FROM matches")
    await pragma(stage, "PRAGMA query_only = ON")
    for ephemeral, text in await everything(stage, board, asked):
        assert ephemeral
        assert "read-only" in text
        assert "Nothing was changed" in text
    assert stage.rows("SELECT * FROM matches") == before
    assert cells(stage.message(board)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    await pragma(stage, "PRAGMA query_only = OFF")
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral


@pytest.mark.ci
async def test_refusal_leaves_no_error_behind(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await stage.challenge(stage.ada)
    monkeypatch.setattr(connection, "_BUSY_SECONDS", 0.02)
    with leaving_no_errors():
        with stage.database.locked():
            assert "busy" in await refusal(stage, board)
        await stage.click(stage.ada, board, "b2")
    with leaving_no_errors():
        await pragma(stage, "PRAGMA query_only = 1")
        assert (await stage.command(stage.ada, "challenge", first="me")).ephemeral
        await pragma(stage, "PRAGMA query_only = 0")
        await stage.command(stage.ada, "challenge", first="me")


@contextmanager
def leaving_no_errors() -> Iterator[None]:
    """Look after the block whether a refusal is kept that only a search for what holds itself would find."""
    before = errors()
    gc.disable()
    try:
        yield
        assert errors() <= before
    finally:
        gc.enable()


def errors() -> set[int]:
    """Return which refusals of a database are kept by anybody."""
    return {id(each) for each in gc.get_objects() if isinstance(each, StorageError | sqlite3.Error)}


async def timed(work: Awaitable[T]) -> tuple[T, float]:
    """What comes of it, and after how many seconds."""
    began = time.perf_counter()
    return await work, time.perf_counter() - began


async def refusal(stage: Stage, board: int) -> str:
    """Press a cell, and return what is said at once or after a promise."""
    answer = await stage.playground.click(stage.ada, board, "b2")
    if answer.deferred:
        await stage.until(lambda: bool(answer.followups))
    return text_of(answer.followups[0]) if answer.deferred else answer.text


@pytest.mark.ci
async def test_lock_waits_do_not_add_up(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(12)]
    with stage.database.locked():
        presses = []
        for board in boards:
            presses.append(asyncio.create_task(timed(refusal(stage, board))))
            await asyncio.sleep(0.25)
        for text, seconds in [await press for press in presses]:
            assert "busy" in text
            assert seconds < 10  # one after the other the last would wait for a quarter of a minute
    assert stage.rows("SELECT count(*) FROM moves") == [(0,)]
    for board in boards:
        assert not (await stage.click(stage.ada, board, "b2")).ephemeral


async def test_readers_wait_for_no_lock(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await stage.challenge(stage.ada)
    monkeypatch.setattr(connection, "_BUSY_SECONDS", 20)
    with stage.database.locked():
        press = asyncio.create_task(stage.playground.click(stage.ada, board, "b2"))
        await asyncio.sleep(0.1)
        found = await suggestions(stage)
        asked = await stage.playground.command(stage.ada, stage.general, "leaderboard")
        await stage.until(lambda: bool(asked.text))
    await press
    assert len(found) == 3
    assert "busy" not in asked.text


async def test_short_lock_is_not_noticed(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(3)]
    with stage.database.locked():
        presses = [asyncio.create_task(stage.playground.click(stage.ada, board, "b2")) for board in boards]
        await asyncio.sleep(0.5)
    assert not any([(await press).ephemeral for press in presses])


async def test_lost_database_is_said_to_everybody(stage: Stage) -> None:
    board, asked = await begin(stage)
    assert len(await suggestions(stage)) == 3
    await stage.storage.close()
    for ephemeral, text in await everything(stage, board, asked):
        assert ephemeral
        assert "does not answer" in text
    for name in ("board", "explain", "leaderboard"):
        assert (await stage.command(stage.ada, name)).ephemeral
    before = len(stage.playground.requests)
    assert await suggestions(stage) == []
    assert len(stage.playground.requests) == before + 1  # an empty answer, not none


async def suggestions(stage: Stage) -> list[Json]:
    """What is suggested to Ada who has typed a `b`."""
    return await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b")


@pytest.mark.parametrize("name", ["board", "explain"])
async def test_unforeseen_error_is_logged(stage: Stage, caplog: pytest.LogCaptureFixture, name: str) -> None:
    board = await stage.challenge(stage.ada)
    stage.database.change("UPDATE matches SET game = 'go'")
    stage.storage.matches.clear_recent()
    answer = await stage.command(stage.ada, name)
    assert answer.ephemeral
    assert answer.text == SORRY
    assert (await stage.click(stage.ada, board, "b2")).text == SORRY
    assert caplog.text.count("A request failed.") == 2


FORBIDDEN = "CREATE TRIGGER no_moves BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no more moves'); END"
"""Makes of any move what the database makes of a row that may not be: a mistake of ours."""


async def test_own_mistake_is_no_database_trouble(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    board = await stage.challenge(stage.ada)
    await stage.connection.write(lambda db: db.execute(FORBIDDEN).rowcount)
    answer = await stage.click(stage.ada, board, "b2")
    assert answer.ephemeral
    assert answer.text == SORRY
    assert caplog.text.count("Traceback") == caplog.text.count("A request failed.") == 1
    assert "IntegrityError: no more moves" in caplog.text
    assert "The database refused" not in caplog.text
    await stage.connection.write(lambda db: db.execute("DROP TRIGGER no_moves").rowcount)
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral


async def test_mistake_in_one_write_spoils_none(stage: Stage) -> None:
    boards = [await stage.challenge(stage.ada) for _ in range(6)]
    forbidden = FORBIDDEN.replace("ON moves", "ON moves WHEN new.match_id = 3")
    await stage.connection.write(lambda db: db.execute(forbidden).rowcount)
    answers = await asyncio.gather(*(stage.playground.click(stage.ada, board, "b2") for board in boards))
    assert [answer.text == SORRY for answer in answers] == [False, False, True, False, False, False]
    assert stage.rows("SELECT DISTINCT match_id FROM moves") == [(1,), (2,), (4,), (5,), (6,)]
