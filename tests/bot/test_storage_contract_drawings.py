"""What is stored is drawn afterwards: a match is listed until it is confirmed that its message shows it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.models import WHOEVER_ACCEPTS, Blocks, InvitationStatus, InvitationWindow, Match, Place
from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import Opening
from tests.bot.drafts import ADA, EVER, FIRST_WINS, GRACE, PLACE, accepted, begun, draft, offer, played, sent


async def shown(storage: Storage, message_id: int = 500) -> Match:
    """Store a match that a message shows."""
    return await begun(storage, replace(draft(), message_id=message_id))


async def test_match_is_undrawn_until_confirmed(storage: Storage) -> None:
    match = await shown(storage)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm_drawn([match])
    assert await storage.matches.list_undrawn() == []
    assert await storage.matches.find(match.id) == match


@pytest.mark.parametrize("actions", [(4,), FIRST_WINS])
async def test_continued_match_is_undrawn(storage: Storage, actions: tuple[int, ...]) -> None:
    match = await shown(storage)
    await storage.matches.confirm_drawn([match])
    after = await played(storage, match, *actions)
    assert await storage.matches.list_undrawn() == [after]
    await storage.matches.confirm_drawn([after])
    assert await storage.matches.list_undrawn() == []


async def test_match_without_a_message(
    storage: Storage,
) -> None:
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


async def test_abandoned_match_in_a_thread(storage: Storage) -> None:
    inside = await begun(storage, replace(draft(place=PLACE.with_thread(90)), message_id=500))
    await storage.matches.confirm_drawn([inside])
    assert await storage.matches.abandon(2000, 9000) == 1
    assert await storage.matches.list_undrawn() == [inside.with_end(None, 9000, "abandonment")]


async def test_oldest_undrawn_come_first(storage: Storage) -> None:
    matches = await asyncio.gather(*(shown(storage) for _ in range(102)))
    assert await storage.matches.list_undrawn() == matches[:100]
    await storage.matches.confirm_drawn(matches[:99])
    assert await storage.matches.list_undrawn() == matches[99:]
    await storage.matches.confirm_drawn([])
    assert await storage.matches.list_undrawn() == matches[99:]


async def test_accepted_invitation_knows_its_match(storage: Storage) -> None:
    invitation, other = await sent(storage), await sent(storage)
    assert await storage.matches.find_accepted(invitation.id) is None
    match = await accepted(storage, invitation, replace(draft(), message_id=500))
    assert match is not None
    assert await storage.matches.find_accepted(invitation.id) == match
    assert await storage.matches.list_undrawn() == [match]
    assert await storage.invitations.save(other, replace(other, status="declined"))
    assert await storage.matches.find_accepted(other.id) is None
    assert await storage.matches.find_accepted(99) is None


@pytest.mark.parametrize("status", [None, "declined", "cancelled", "expired"])
async def test_invitations_that_nobody_accepted_are_counted(
    storage: Storage, status: InvitationStatus | None
) -> None:
    for at in (999, 1000, 1001):
        invitation = await sent(storage, offer(at=at))
        assert await storage.invitations.save(invitation, replace(invitation, status=status))
    await accepted(storage, await sent(storage), draft())
    relation = await storage.invitations.find_relation(offer(), InvitationWindow(1000, 1001))
    assert (relation.unaccepted, relation.waiting) == (2, 0 if status else 1)
    others = await storage.invitations.find_relation(offer(inviter=ADA + 9), InvitationWindow(0, 0))
    assert (others.unaccepted, others.waiting) == (0, 0 if status else 3)


async def test_declines_in_a_row_are_counted(storage: Storage) -> None:
    async def decline(at: float) -> None:
        invitation = await sent(storage)
        assert await storage.invitations.save(invitation, invitation.closed("declined", at))

    await decline(2000)
    await accepted(storage, await sent(storage), draft())
    for at in (3000, 3500):
        await decline(at)
    relation = await storage.invitations.find_relation(offer(), EVER)
    assert (relation.declined, relation.declined_at) == (2, 3500)
    relation = await storage.invitations.find_relation(offer(inviter=ADA + 9), EVER)
    assert (relation.declined, relation.declined_at) == (0, None)


async def test_open_invitation_is_to_nobody(storage: Storage) -> None:
    opened = await sent(storage, replace(offer(), invitee_id=None, begins=WHOEVER_ACCEPTS))
    assert await storage.invitations.find(opened.id) == opened
    after = opened.accepted_by(GRACE, 1500)
    match = await storage.invitations.accept(opened, after, draft())
    assert match is not None
    assert await storage.invitations.find(opened.id) == after
    assert await storage.matches.find_accepted(opened.id) == match


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


async def test_expired_is_listed_until_shown(storage: Storage) -> None:
    shown, _ = await sent(storage), await sent(storage)
    await storage.invitations.set_message(shown.id, 500)
    assert await storage.invitations.list_expired() == []
    assert await storage.invitations.expire(1500) == 2
    assert await storage.invitations.list_expired() == [(replace(shown, status="expired"), 500)]
    await storage.invitations.confirm_expired(shown.id)
    assert await storage.invitations.list_expired() == []


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


async def test_match_moves_to_its_thread_once(storage: Storage) -> None:
    place = PLACE.with_thread(PLACE.channel_id)
    match = await begun(storage, replace(draft(place=place), message_id=500))
    assert match.needs_thread
    assert await storage.matches.move_to(match, place.with_thread(500))
    assert not await storage.matches.move_to(match, place.without_thread())
    moved = await storage.matches.find(match.id)
    assert moved is not None
    assert (moved.place, moved.message_id, moved.changes) == (Place(7, 500, 70), None, 1)
    assert await storage.matches.list_undrawn() == [moved]
    assert not await storage.matches.save(match, match.with_move(4, 2000.0))  # a copy from before
    assert await storage.matches.list_current("channel", 70, 9) == ([moved], 1)
    assert await storage.matches.list_current("channel", 500, 9) == ([moved], 1)


async def test_threadless_match_stays(storage: Storage) -> None:
    place = PLACE.with_thread(PLACE.channel_id)
    match = await begun(storage, replace(draft(place=place), message_id=500))
    assert await storage.matches.list_current("channel", 70, 9) == ([match], 1)
    assert await storage.matches.move_to(match, place.without_thread())
    stayed = await storage.matches.find(match.id)
    assert stayed is not None
    assert (stayed.place, stayed.message_id) == (PLACE, 500)
    assert not await storage.matches.move_to(stayed, place.with_thread(500))  # it needs none any more


async def test_invitation_keeps_its_wish_for_thread(storage: Storage) -> None:
    invitation = await sent(storage, replace(offer(), place=PLACE.with_thread(PLACE.channel_id)))
    assert await storage.invitations.find(invitation.id) == invitation
