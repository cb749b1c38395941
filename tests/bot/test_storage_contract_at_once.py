"""Several who write to the storage at the same time."""

import asyncio
from dataclasses import replace
from pathlib import Path

from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, accepted, begun, draft, present, sent


async def test_one_of_two_saves_succeeds(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        match = await begun(one)
        for ply in range(6):
            first, second = (match.with_move(action, 1001) for action in match.state.actions()[:2])
            saved = await asyncio.gather(one.matches.save(match, first), other.matches.save(match, second))
            match = first if saved[0] else second
            assert sorted(map(bool, saved)) == [False, True]
            assert await one.matches.find(match.id) == await other.matches.find(match.id) == match
            assert match.ply == ply + 1


async def test_help_and_end_at_once(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        for _ in range(6):
            match = await begun(one, draft(ADA, None, level="easy"))
            over = match.with_end(Outcome.FIRST, 1001)
            saved = await asyncio.gather(one.matches.save(match, over), other.matches.add_help(match.id))
            assert sorted(map(bool, saved)) == [False, True]
            assert await one.matches.find(match.id) == (over if saved[0] else replace(match, is_helped=True))


async def test_move_and_end_at_once(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        for _ in range(6):
            match = await begun(one)
            moved, over = match.with_move(4, 1001), match.with_end(Outcome.FIRST, 1001)
            saved = await asyncio.gather(one.matches.save(match, moved), other.matches.save(match, over))
            assert sorted(map(bool, saved)) == [False, True]
            assert await one.matches.find(match.id) == (moved if saved[0] else over)


async def test_accept_and_cancel_at_once(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        for _ in range(6):
            before = await sent(one)
            match, cancelled = await asyncio.gather(
                accepted(one, before, draft(at=2000)),
                other.invitations.save(before, replace(before, status="cancelled")),
            )
            after = present(await one.invitations.find(before.id))
            assert after.status == ("cancelled" if cancelled else "accepted")
            assert (match is None) == cancelled


async def test_cancelled_write_is_whole_or_absent(storage: Storage) -> None:
    before = await begun(storage, draft(ADA, None, level="easy"))
    after = before.with_move(4, 1001).with_move(0, 1001)
    writing = asyncio.create_task(storage.matches.save(before, after))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait([writing])
    assert await storage.matches.find(before.id) in (before, after)
