"""What is written is what is read, and nothing is written over what came first."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import StorageError
from bot.models import PEOPLE, Finding, Match, Offer, Place, Standing
from bot.storage import Storage
from engine import AnalysedMove, Outcome, analyse
from tests.bot.databases import Opening
from tests.bot.drafts import (
    ADA,
    ALAN,
    DRAW,
    FIRST_WINS,
    GRACE,
    PLACE,
    accepted,
    begun,
    draft,
    offer,
    played,
    present,
    sent,
)


@pytest.mark.parametrize(
    "match",
    [
        draft(),
        draft(ADA, None, level="perfect"),
        draft(None, ADA, level="easy", place=Place(None, 71)),
        replace(draft(), message_id=2**62, actions=(4, 0), seed=2**32 - 1),
        replace(draft(), actions=DRAW).with_end(Outcome.DRAW, 1234.5),
    ],
)
async def test_match_is_read_as_stored(storage: Storage, match: Match) -> None:
    stored = await begun(storage, match)
    assert stored == replace(match, id=stored.id)
    assert await storage.matches.find(stored.id) == stored


async def test_second_move_at_a_ply(storage: Storage) -> None:
    before = await begun(storage)
    moves = (before.with_move(action, 1001) for action in range(9))
    accepted = [*filter(None, await asyncio.gather(*(storage.matches.save(before, it) for it in moves)))]
    assert accepted == [await storage.matches.find(before.id)]


async def test_finished_match_stays_as_it_is(storage: Storage) -> None:
    before = await played(storage, await begun(storage), 4)
    over = before.with_end(Outcome.SECOND, 1002)
    assert await storage.matches.save(before, over)
    assert not await storage.matches.save(before, before.with_end(Outcome.FIRST, 1003))
    assert not await storage.matches.save(before, before.with_move(0, 1003))
    assert await storage.matches.find(before.id) == over


async def test_match_that_ends_counts_once(storage: Storage) -> None:
    before = await begun(storage)
    await asyncio.gather(
        *(storage.matches.save(before, before.with_end(Outcome.FIRST, 1001)) for _ in range(5))
    )
    (table,) = await storage.standings.find_tables("tic-tac-toe", 7, [PEOPLE], ALAN, 10)
    assert table.top == [Standing(1, ADA, 1, 0, 0), Standing(2, GRACE, 0, 0, 1)]


async def test_last_finished_ended_last(storage: Storage) -> None:
    assert await storage.matches.find_last_finished(70) is None
    first, second = await begun(storage), await begun(storage, draft(at=1001))
    await played(storage, second, *FIRST_WINS)
    last = await played(storage, first, *DRAW)
    await begun(storage)
    assert await storage.matches.find_last_finished(70) == last


async def test_newest_message_shows_the_match(storage: Storage) -> None:
    match = await begun(storage)
    assert await storage.matches.set_message(match.id, 555) == (555, None)
    assert await storage.matches.set_message(match.id, 555) == (555, None)
    assert await storage.matches.set_message(match.id, 600) == (600, 555)
    assert await storage.matches.set_message(match.id, 590) == (600, 590)
    assert await storage.matches.find(match.id) == replace(match, message_id=600)


async def test_invitation_is_read_as_stored(storage: Storage) -> None:
    stored = await sent(storage, replace(offer(), begins=None))
    assert await storage.invitations.find(stored.id) == stored


async def test_invitation_is_closed_only_once(storage: Storage) -> None:
    stored = await sent(storage)
    assert await storage.invitations.save(stored, replace(stored, status="declined"))
    assert not await storage.invitations.save(stored, replace(stored, status="cancelled"))
    assert await accepted(storage, stored, draft()) is None
    assert await storage.invitations.find(stored.id) == replace(stored, status="declined")
    assert await storage.matches.find_newest(70) is None


async def test_invitation_to_a_begun_rematch(storage: Storage) -> None:
    old = await played(storage, await begun(storage), *DRAW)
    stored = await sent(storage, offer(rematch_of=old.id))
    rematch = await begun(storage, draft(rematch_of=old.id))
    assert await accepted(storage, stored, draft(rematch_of=old.id)) is None
    assert await storage.invitations.find(stored.id) == stored
    assert await storage.matches.find_rematch(old.id) == rematch


async def test_everything_is_there_after_a_restart(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as storage:
        over = await played(storage, await begun(storage), *FIRST_WINS)
        running = await played(storage, await begun(storage), 4, 0)
        invitation = await sent(storage)
        tables = await storage.standings.find_tables("tic-tac-toe", PLACE.guild_id, [PEOPLE], ADA, 10)
    async with database(tmp_path) as storage:
        assert await storage.matches.find(over.id) == over
        assert await storage.matches.find_running(PLACE.channel_id, ADA) == running
        assert await storage.invitations.find(invitation.id) == invitation
        again = await storage.standings.find_tables("tic-tac-toe", PLACE.guild_id, [PEOPLE], ADA, 10)
        assert again == tables


async def test_message_only_becomes_newer(storage: Storage) -> None:
    match = await begun(storage)
    await storage.matches.set_message(match.id, 600)
    assert await storage.matches.save(match, replace(match.with_move(4, 1001), message_id=555))
    assert await storage.matches.find(match.id) == replace(match.with_move(4, 1001), message_id=600)
    before = match.with_move(4, 1001)
    assert await storage.matches.save(before, replace(before.with_move(0, 1002), message_id=700))
    after = present(await storage.matches.find(match.id))
    assert after.message_id == 700


async def test_help_is_stored_once(storage: Storage) -> None:
    before = await begun(storage, draft(ADA, None, level="easy"))
    stored = await asyncio.gather(*(storage.matches.add_help(before.id) for _ in range(3)))
    assert sorted(stored) == [False, False, True]
    assert not await storage.matches.save(before, before.with_end(Outcome.FIRST, 1001))
    now = replace(before, is_helped=True)
    assert await storage.matches.find(before.id) == now
    assert await storage.matches.save(now, now.with_end(Outcome.FIRST, 1001))
    (table,) = await storage.standings.find_tables("tic-tac-toe", 7, ["easy", "easy+help"], ALAN, 10)
    assert (table.versus, table.top) == ("easy+help", [Standing(1, ADA, 1, 0, 0)])


async def test_taken_back_moves_are_gone(storage: Storage) -> None:
    before = await played(storage, await played(storage, await begun(storage), 4), 0)
    found = [Finding(before.id, ply, 0.9, analyse(before.state_at(ply)).moves[:1]) for ply in (0, 1, 2)]
    await storage.findings.add(found)
    offered = before.with_offer(Offer("takeback", 1))
    assert await storage.matches.save(before, offered)
    assert await storage.matches.find(before.id) == offered
    back = offered.taken_back(1, 1003)
    assert not await storage.matches.save(before, before.taken_back(1, 1003))
    assert await storage.matches.save(offered, back)
    assert await storage.matches.find(before.id) == back
    assert await storage.findings.list_of(before.id) == found[:2]
    await storage.findings.add(found[:1], back.changes)
    await storage.findings.add(found[1:2], before.changes)  # thought about while moves were taken back
    assert await storage.findings.list_of(before.id) == [*found[:2], found[0]]
    again = await played(storage, back, 8)
    assert not await storage.matches.save(before, before.with_move(1, 1004))
    assert await storage.matches.confirm_drawn([before]) == [before.id]
    assert await storage.matches.find(before.id) == again


async def test_oldest_awaited_matches_come_first(storage: Storage) -> None:
    drafts = [draft(None, ADA, level="easy") for _ in range(102)]
    matches = await asyncio.gather(*(begun(storage, one) for one in drafts))
    assert await storage.matches.list_awaited() == matches[:100]
    matches[0] = await played(storage, matches[0], 4)
    assert await storage.matches.list_awaited() == matches[1:101]


async def test_closed_storage_refuses(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as storage:
        match = await begun(storage)
    with pytest.raises(StorageError):
        await storage.matches.find(match.id)
    with pytest.raises(StorageError):
        await storage.matches.save(match, match.with_move(4, 1001))


def finding(match: Match, ply: int, seconds: float) -> Finding:
    exact = AnalysedMove(4, 1, 5, exact=True, line=(4, 0, 1, 2, 3), counted=3)
    return Finding(
        match.id, ply, seconds, (exact, AnalysedMove(0, 0.25, 1, exact=False, line=(0,), proven=True))
    )


async def test_findings_are_read_oldest_first(storage: Storage) -> None:
    match, other = await begun(storage), await begun(storage)
    found = [finding(match, 0, 0.3), finding(match, 1, 0.1), finding(match, 0, 2.5)]
    await storage.findings.add(found[:2])
    await storage.findings.add([found[2], finding(other, 0, 9)])
    assert await storage.findings.list_of(match.id) == found
    assert await storage.findings.list_of(99) == []


async def test_finding_needs_its_move(storage: Storage) -> None:
    match = await begun(storage)
    after = match.with_move(4, 1001)
    assert await storage.matches.save(match, after, finding(match, 0, 0.9))
    assert not await storage.matches.save(match, match.with_move(0, 1001), finding(match, 0, 5))
    assert await storage.findings.list_of(match.id) == [finding(match, 0, 0.9)]
