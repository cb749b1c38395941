"""How many changes of matches a second each database keeps, durably: two moves, by many people at once.

`python -m tests.benchmarks.storage --database postgresql` prints it: SQLite, PostgreSQL with a transaction of
its own for every change, which locks the match, reads it and its moves, and writes both, and PostgreSQL as it
is used.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot.models import Match, Participant, Place
from bot.storage import Storage
from bot.storage.postgres import open_storage as open_postgres
from bot.storage.postgres.pool import Pool
from bot.storage.sqlite import open_storage as open_sqlite
from tests.postgres import durable_database

if TYPE_CHECKING:
    import psycopg


AMOUNTS = {1: 200, 8: 160, 64: 48}
"""How many people at once, and how many changes each makes."""

ROUNDS = 3
LINE = (0, 1, 2, 4, 3, 5, 7, 6)
"""Four changes of two moves each, after which the match is still running."""

CONNECTIONS = 16  # of those who have a transaction of their own

Change: TypeAlias = Callable[[Match, Match], Awaitable[object]]


async def _prepared(storage: Storage, amount: int) -> list[tuple[Match, Match]]:
    """Return so many changes of new matches."""
    changes = []
    for _ in range(0, amount, len(LINE) // 2):
        before = await _begun(storage)
        for ply in range(0, len(LINE), 2):
            after = before.with_move(LINE[ply], 1001.0).with_move(LINE[ply + 1], 1001.0)
            changes.append((before, after))
            before = after
    return changes


async def _begun(storage: Storage) -> Match:
    players = Participant(1), Participant(None, "easy")
    match = await storage.matches.add(Match(0, "tic-tac-toe", Place(1, 1), players, 1000.0, 1000.0))
    assert match is not None
    return match


async def _rate(storage: Storage, change: Change, users: int) -> float:
    """Return how many changes there were a second."""
    changes = await asyncio.gather(*(_prepared(storage, AMOUNTS[users]) for _ in range(users)))

    async def play(own: list[tuple[Match, Match]]) -> None:
        for before, after in own:
            assert await change(before, after)

    began = time.perf_counter()
    await asyncio.gather(*map(play, changes))
    return sum(map(len, changes)) / (time.perf_counter() - began)


def _alone(pool: Pool) -> Change:
    """Return what makes each change by a transaction of its own."""

    async def change(before: Match, after: Match) -> bool:
        async with pool.borrow() as connection, connection.transaction():
            lock = "SELECT result FROM matches WHERE id = %s FOR UPDATE"
            ((result,),) = await _rows(connection, lock, before.id)
            moves = await _rows(connection, "SELECT action FROM moves WHERE match_id = %s", before.id)
            if result is not None or len(moves) != before.ply:
                return False
            update = "UPDATE matches SET touched_at = %s, to_move = %s, is_drawn = 0 WHERE id = %s"
            await connection.execute(update, (after.touched_at, after.state.to_move, before.id))
            insert = "INSERT INTO moves SELECT %s, * FROM unnest(%s::integer[], %s::integer[])"
            plies = [*range(before.ply, after.ply)]
            await connection.execute(insert, (before.id, plies, [after.actions[ply] for ply in plies]))
        return True

    return change


async def _rows(connection: psycopg.AsyncConnection, sql: str, value: int) -> list[tuple[object, ...]]:
    return await (await connection.execute(sql.encode(), (value,))).fetchall()


async def main() -> None:
    """Ask all three in turn, so that a busy machine slows all alike; print the best of each."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(durable_database())
        sqlite, postgres = await open_sqlite(folder / "maxine.db"), await open_postgres(url)
        stack.push_async_callback(sqlite.close)
        stack.push_async_callback(postgres.close)
        pool = Pool(url, CONNECTIONS)
        stack.push_async_callback(pool.close)
        asked = [(sqlite, sqlite.matches.save), (postgres, _alone(pool)), (postgres, postgres.matches.save)]
        print("| changes a second | SQLite | a transaction each | PostgreSQL | ratio |")
        print("|---|--:|--:|--:|--:|")
        for users in AMOUNTS:
            rates = [[await _rate(*each, users) for each in asked] for _ in range(ROUNDS)]
            in_file, alone, together = map(max, zip(*rates, strict=True))
            ratio = f"{together / alone:.1f}"
            print(
                f"| {users} at once | {in_file:,.0f} | {alone:,.0f} | {together:,.0f} | {ratio} |", flush=True
            )
