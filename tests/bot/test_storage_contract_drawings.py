"""What is stored is drawn afterwards: a match is listed until it is confirmed that its message shows it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine import Outcome
from tests.bot.drafts import ADA, FIRST_WINS, begun, draft, offer, played, sent

if TYPE_CHECKING:
    from pathlib import Path

    from bot.models import InvitationStatus, Match
    from bot.storage import Storage
    from tests.bot.databases import Opening


async def shown(storage: Storage, message_id: int = 500) -> Match:
    """Store a match that a message shows."""
    return await begun(storage, replace(draft(), message_id=message_id))


async def test_match_is_not_drawn_until_that_is_confirmed(storage: Storage) -> None:
    match = await shown(storage)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm([match])
    assert await storage.matches.list_undrawn() == []
    assert await storage.matches.find(match.id) == match


@pytest.mark.parametrize("actions", [(4,), FIRST_WINS])
async def test_match_that_goes_on_is_not_drawn(storage: Storage, actions: tuple[int, ...]) -> None:
    match = await shown(storage)
    await storage.matches.confirm([match])
    after = await played(storage, match, *actions)
    assert await storage.matches.list_undrawn() == [after]
    await storage.matches.confirm([after])
    assert await storage.matches.list_undrawn() == []


async def test_match_that_no_message_shows_is_not_drawn_until_that_is_accepted_and_once_one_does(
    storage: Storage,
) -> None:
    match = await begun(storage)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm([match])
    assert await storage.matches.list_undrawn() == []
    await storage.matches.show(match.id, 500)
    match = replace(match, message_id=500)
    assert await storage.matches.list_undrawn() == [match]
    await storage.matches.confirm([match])
    await storage.matches.show(match.id, 500)
    await storage.matches.show(match.id, 400)  # an older message
    assert await storage.matches.list_undrawn() == []
    await storage.matches.show(match.id, 600)
    assert await storage.matches.list_undrawn() == [replace(match, message_id=600)]


async def test_late_confirmation_of_a_match_that_has_changed_is_none(storage: Storage) -> None:
    matches = [await shown(storage) for _ in range(4)]
    moved, over, moved_on, unchanged = matches
    after = await played(storage, moved, 4)
    ended = over.with_end(Outcome.SECOND, 1002)
    assert await storage.matches.save(over, ended)
    await storage.matches.show(moved_on.id, 600)
    await storage.matches.confirm([*matches, replace(unchanged, id=99)])
    assert await storage.matches.list_undrawn() == [after, ended, replace(moved_on, message_id=600)]


async def test_move_and_confirmation_at_once_leave_the_match_to_be_drawn(
    database: Opening, tmp_path: Path
) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        match = await shown(one)
        for action in FIRST_WINS:
            after = match.with_move(action, 1001)
            await asyncio.gather(one.matches.save(match, after), other.matches.confirm([match]))
            match = after
            assert await other.matches.list_undrawn() == [match]


async def test_abandoned_match_stays_as_it_is_drawn(storage: Storage) -> None:
    drawn, undrawn = await shown(storage), await shown(storage)
    await storage.matches.confirm([drawn])
    assert await storage.matches.abandon(2000, 9000) == 2
    assert await storage.matches.list_undrawn() == [undrawn.with_end(None, 9000)]
    await storage.matches.confirm([undrawn])
    assert len(await storage.matches.list_undrawn()) == 1


async def test_oldest_matches_that_are_not_drawn_come_first(storage: Storage) -> None:
    matches = await asyncio.gather(*(shown(storage) for _ in range(102)))
    assert await storage.matches.list_undrawn() == matches[:100]
    await storage.matches.confirm(matches[:99])
    assert await storage.matches.list_undrawn() == matches[99:]
    await storage.matches.confirm([])
    assert await storage.matches.list_undrawn() == matches[99:]


async def test_accepted_invitation_knows_the_match_it_became(storage: Storage) -> None:
    invitation, other = await sent(storage), await sent(storage)
    assert await storage.matches.find_accepted(invitation.id) is None
    match = await storage.invitations.accept(invitation, replace(draft(), message_id=500))
    assert match is not None
    assert await storage.matches.find_accepted(invitation.id) == match
    assert await storage.matches.list_undrawn() == [match]
    assert await storage.invitations.save(other, replace(other, status="declined"))
    assert await storage.matches.find_accepted(other.id) is None
    assert await storage.matches.find_accepted(99) is None


@pytest.mark.parametrize("status", [None, "declined", "cancelled", "expired"])
async def test_more_invitations_than_allowed_are_not_stored(
    storage: Storage, status: InvitationStatus | None
) -> None:
    for at in (999, 1000, 1001):
        invitation = await sent(storage, offer(at=at))
        assert await storage.invitations.save(invitation, replace(invitation, status=status))
    assert await storage.invitations.add(offer(at=1002), 2, 1000) is None
    assert await storage.invitations.find(4) is None
    assert await storage.invitations.add(offer(at=1002, inviter=ADA + 9), 2, 1000) is not None
    assert await storage.invitations.add(offer(at=1002), 3, 1000) is not None
    assert await storage.invitations.add(offer(at=1003), 3, 1001) is not None


async def test_invitations_that_were_accepted_do_not_count(storage: Storage) -> None:
    for _ in range(3):
        assert await storage.invitations.accept(await sent(storage), draft()) is not None
    assert await storage.invitations.add(offer(), 1, 0) is not None
    assert await storage.invitations.add(offer(), 1, 0) is None


async def test_of_two_invitations_at_once_one_is_too_many(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one, database(tmp_path) as other:
        for at in (1000, 2000, 3000):
            adding = (each.invitations.add(offer(at=at), 1, at) for each in (one, other))
            assert [each is None for each in await asyncio.gather(*adding)].count(True) == 1
