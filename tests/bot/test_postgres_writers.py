"""Of many who write to one PostgreSQL database at once, each has written what was acknowledged."""

import asyncio
import random
import subprocess
import sys
from collections import Counter

import psycopg
import pytest

from bot.errors import Refusal, StorageError
from bot.models import PEOPLE, Attempt, Match
from bot.storage import Storage
from tests.bot.attempts import DRAFT
from tests.bot.drafts import ADA, ALAN, FIRST_WINS, GRACE, begun, draft, opened, present
from tests.bot.test_storage_contract_votes import cast, of_channel
from tests.patience import LONG

WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def ask(url: str, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(sql.encode()).fetchall()


async def saved(storage: Storage, match: Match, after: Match) -> bool:
    """Whether a change is acknowledged: not if the others are slow to make way, as on a busy machine."""
    try:
        return await storage.matches.save(match, after) is not None
    except StorageError as error:
        if error.refusal is not Refusal.BUSY:
            raise
        return False


async def _race(storage: Storage, match: Match, rng: random.Random, acknowledged: Counter[int]) -> None:
    """Play on in a match for both sides, against whoever does so at the same time, until it is over."""
    while not match.is_over:
        after = match.with_move(rng.choice(match.state.actions()), 1001.0)
        if await saved(storage, match, after):
            acknowledged[match.id] += 1
        found = present(await storage.matches.find(match.id))
        assert found.ply >= match.ply
        match = found


@pytest.mark.ci
async def test_racing_writers_keep_acknowledged_moves(url: str) -> None:
    acknowledged, rng = Counter[int](), random.Random(7)
    async with opened(url) as one, opened(url) as other:
        matches = [await begun(one, draft(ADA, GRACE + index % 3)) for index in range(12)]
        races = [
            _race(each, match, rng, acknowledged) for match in matches for each in (one, other) for _ in "ab"
        ]
        await asyncio.gather(*races)
        ended = [await one.matches.find(match.id) for match in matches]
        (table,) = await one.standings.find_tables("tic-tac-toe", None, [PEOPLE], ADA, 10)
    assert all(match is not None and match.ply == acknowledged[match.id] for match in ended)
    assert sum(each.wins + each.draws + each.losses for each in table.top) == 2 * len(matches)


@pytest.mark.ci
def test_processes_at_once_keep_all_matches(url: str) -> None:
    command = [sys.executable, "-m", "tests.bot.writer", url, "25"]
    writers = [
        subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603 - our own
        for _ in range(3)
    ]
    ends = [(writer.communicate(timeout=LONG)[1], writer.returncode) for writer in writers]
    assert ends == [(b"", 0)] * 3
    plies = ask(url, "SELECT count(*) FROM moves GROUP BY match_id")
    assert plies == [(len(FIRST_WINS),)] * 75
    results = ask(url, "SELECT user_id, wins, losses FROM standings WHERE guild_id = 0 ORDER BY user_id")
    assert results == [(ADA, 75, 0), (GRACE, 0, 75)]


async def test_write_that_is_wrong_fails_alone(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage)
        wrong = storage.puzzles.add_share(99, 70, 1.0, 0.0)  # there is no such attempt
        results = await asyncio.gather(
            storage.matches.save(match, match.with_move(4, 1001)),
            wrong,
            storage.puzzles.add(DRAFT),
            return_exceptions=True,
        )
        assert results[0] == match.with_move(4, 1001)
        assert isinstance(results[1], psycopg.IntegrityError)
        assert isinstance(results[2], Attempt)
        assert await storage.matches.find(match.id) == match.with_move(4, 1001)


@pytest.mark.real_time("a transaction waits for another one")
async def test_leaver_beside_a_voter_leaves_the_vote_its_time(url: str) -> None:
    async with opened(url) as storage:
        match = await begun(storage, of_channel())
        await cast(storage, match, GRACE, 4)
        with psycopg.connect(url) as other:  # votes, as another process does
            other.execute("UPDATE matches SET is_drawn = 0")
            other.execute("INSERT INTO votes VALUES (%s, 0, %s, 0, 2, 1001)", (match.id, ALAN))
            leaving = asyncio.create_task(storage.people.erase(GRACE, -77, 1002.0))
            async with asyncio.timeout(LONG):
                while not ask(url, WAITING):  # noqa: ASYNC110 - the server tells no event
                    await asyncio.sleep(0.01)
        await leaving
        found = await storage.matches.find(match.id)
    assert found is not None
    assert found.due_at == 1060.0
