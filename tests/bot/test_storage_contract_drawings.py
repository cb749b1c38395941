"""What is stored is drawn afterwards: a match is listed until it is confirmed that its message shows it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.models import Blocks, Match
from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, EVER, FIRST_WINS, GRACE, accepted, begun, draft, offer, played, sent


async def shown(storage: Storage, message_id: int = 500) -> Match:
    return await begun(storage, replace(draft(), message_id=message_id))


async def test_match_is_undrawn_until_confirmed(storage: Storage) -> None:
    match = await shown(storage)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm_drawn([match])
    assert await storage.matches.list_undrawn() == []
    assert await storage.matches.find(match.id) == match


async def test_match_without_a_message(storage: Storage) -> None:
    match = await begun(storage)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm_drawn([match])
    assert await storage.matches.list_undrawn() == []
    await storage.matches.set_message(match.id, 500)
    match = replace(match, message_id=500)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm_drawn([match])
    await storage.matches.set_message(match.id, 500)
    await storage.matches.set_message(match.id, 400)  # an older message
    assert await storage.matches.list_undrawn() == []
    await storage.matches.set_message(match.id, 600)
    assert await storage.matches.list_undrawn() == [replace(match, message_id=600)]


async def test_late_confirmation_is_none(storage: Storage) -> None:
    matches = [await shown(storage) for _ in range(4)]
    moved, over, moved_on, unchanged = matches
    after = await played(storage, moved, 4)
    ended = over.with_end(Outcome.SECOND, 1002)
    assert await storage.matches.save(over, ended)
    await storage.matches.set_message(moved_on.id, 600)
    await storage.matches.confirm_drawn([*matches, replace(unchanged, id=99)])
    assert await storage.matches.list_undrawn() == [after, ended, replace(moved_on, message_id=600)]


async def test_move_and_confirmation_at_once(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        match = await shown(one)
        for action in FIRST_WINS:
            after = match.with_move(action, 1001)
            await asyncio.gather(one.matches.save(match, after), other.matches.confirm_drawn([match]))
            match = after
            assert await other.matches.list_undrawn() == [match]


async def test_abandoned_match_stays_drawn(storage: Storage) -> None:
    drawn, undrawn = await shown(storage), await shown(storage)
    await storage.matches.confirm_drawn([drawn])
    assert await storage.matches.abandon(2000, 9000) == 2
    assert await storage.matches.list_undrawn() == [undrawn.with_end(None, 9000, "abandonment")]
    await storage.matches.confirm_drawn([undrawn])
    assert len(await storage.matches.list_undrawn()) == 1


@pytest.mark.parametrize(("blocker", "blocked"), [(ADA, GRACE), (GRACE, ADA)])
async def test_block_keeps_the_two_apart(storage: Storage, blocker: int, blocked: int) -> None:
    invitation = await sent(storage)
    before = await storage.invitations.find_relation(offer(), EVER)
    for _ in range(2):
        await storage.blocks.set_block(blocker, blocked, is_blocked=True)
    relation = await storage.invitations.find_relation(offer(), EVER)
    assert (relation.is_blocked, relation.is_blocking) == (blocker == GRACE, blocker == ADA)
    assert await storage.invitations.add(offer(), before, EVER) is None
    assert await accepted(storage, invitation, draft()) is None
    assert await storage.invitations.find(invitation.id) == invitation
    await storage.blocks.set_block(blocker, blocked, is_blocked=False)
    assert await accepted(storage, invitation, draft()) is not None


async def test_who_blocks_everybody_can_still_accept(storage: Storage) -> None:
    invitation = await sent(storage)
    await storage.blocks.set_block(GRACE, None, is_blocked=True)
    await storage.blocks.set_block(GRACE, 7, is_blocked=True)
    assert await storage.blocks.find(GRACE) == Blocks((7,), has_everybody=True)
    assert (await storage.invitations.find_relation(offer(), EVER)).is_blocked
    assert not (await storage.invitations.find_relation(offer(), EVER)).is_blocking
    assert await accepted(storage, invitation, draft()) is not None
    await storage.blocks.set_block(GRACE, None, is_blocked=False)
    assert await storage.blocks.find(GRACE) == Blocks((7,))


async def test_one_of_two_invitations_is_stored(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        for inviter in (ADA, ADA + 9, ADA + 10):
            relation = await one.invitations.find_relation(offer(), EVER)
            theirs = await one.invitations.find_relation(offer(inviter=inviter), EVER)
            added = await asyncio.gather(
                one.invitations.add(offer(), relation, EVER),
                other.invitations.add(offer(inviter=inviter), theirs, EVER),
            )
            assert [each is None for each in added].count(True) == 1
