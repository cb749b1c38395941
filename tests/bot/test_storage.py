"""What is written is what is read, and nothing is written over what came first."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.models import PEOPLE, Place, Standing
from engine import Outcome
from tests.bot.drafts import (
    ADA,
    ALAN,
    DRAW,
    FIRST_WINS,
    GRACE,
    PLACE,
    SECOND_WINS,
    advance,
    begun,
    draft,
    offer,
    opened,
    played,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.models import Match
    from bot.storage import Storage


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    async with opened(tmp_path / "maxine.db") as storage:
        yield storage


@pytest.mark.parametrize(
    "match",
    [
        draft(),
        draft(ADA, None, level="perfect"),
        draft(None, ADA, level="easy", place=Place(None, 71)),
        replace(draft(), message_id=2**62, actions=(4, 0)),
        replace(draft(), actions=DRAW).ended(Outcome.DRAW, 1234.5),
    ],
)
async def test_match_is_read_as_it_was_stored(storage: Storage, match: Match) -> None:
    stored = await begun(storage, match)
    assert stored == replace(match, id=stored.id)
    assert await storage.match(stored.id) == stored


@pytest.mark.parametrize("actions", [FIRST_WINS, SECOND_WINS, DRAW])
async def test_finished_match_is_read_with_its_outcome(storage: Storage, actions: tuple[int, ...]) -> None:
    match = await played(storage, await begun(storage), *actions)
    assert match.is_over
    assert await storage.match(match.id) == match


async def test_unknown_ids_are_none(storage: Storage) -> None:
    assert await storage.match(1) is None
    assert await storage.invitation(1) is None
    assert await storage.rematch_of(1) is None
    assert await storage.synced_digest(1) is None


async def test_move_and_reply_are_stored_together(storage: Storage) -> None:
    before = await begun(storage, draft(ADA, None, level="hard"))
    after = before.played(4, 1001).played(0, 1001)
    assert await advance(storage, before, after)
    assert await storage.match(before.id) == after


async def test_second_move_at_one_ply_is_refused(storage: Storage) -> None:
    before = await begun(storage)
    moves = (before.played(action, 1001) for action in range(9))
    accepted = await asyncio.gather(*(advance(storage, before, after) for after in moves))
    assert accepted.count(True) == 1
    stored = await storage.match(before.id)
    assert stored is not None
    assert stored.actions == (accepted.index(True),)


async def test_end_is_refused_once_the_match_has_moved_on(storage: Storage) -> None:
    before = await begun(storage)
    now = await played(storage, before, 4)
    assert not await advance(storage, before, before.ended(Outcome.SECOND, 1002))
    assert await storage.match(before.id) == now


async def test_finished_match_stays_as_it_is(storage: Storage) -> None:
    before = await played(storage, await begun(storage), 4)
    over = before.ended(Outcome.SECOND, 1002)
    assert await advance(storage, before, over)
    assert not await advance(storage, before, before.ended(Outcome.FIRST, 1003))
    assert not await advance(storage, before, before.played(0, 1003))
    assert await storage.match(before.id) == over


async def test_match_that_ends_counts_once(storage: Storage) -> None:
    before = await begun(storage)
    await asyncio.gather(*(advance(storage, before, before.ended(Outcome.FIRST, 1001)) for _ in range(5)))
    (table,) = await storage.tables("tic-tac-toe", 7, [PEOPLE], ALAN, 10)
    assert table.top == [Standing(1, ADA, 1, 0, 0), Standing(2, GRACE, 0, 0, 1)]


@pytest.mark.parametrize("players", [(ADA, None), (None, ADA)])
async def test_running_match_is_the_newest_of_the_person_in_the_channel(
    storage: Storage, players: tuple[int | None, int | None]
) -> None:
    older = await begun(storage, draft(ALAN, ADA))
    newer = await begun(storage, draft(*players, level="easy"))
    await begun(storage, draft(ALAN, GRACE))
    await begun(storage, draft(place=Place(7, 71)))
    assert await storage.running_match(70, ADA) == newer
    assert await advance(storage, newer, newer.ended(Outcome.FIRST, 1001))
    assert await storage.running_match(70, ADA) == older
    assert await storage.running_match(70, 999) is None


async def test_newest_match_may_run_or_be_over(storage: Storage) -> None:
    assert await storage.newest_match(70) is None
    await begun(storage)
    newest = await played(storage, await begun(storage), *FIRST_WINS)
    await begun(storage, draft(place=Place(7, 71)))
    assert await storage.newest_match(70) == newest


async def test_last_finished_match_is_the_one_that_ended_last(storage: Storage) -> None:
    assert await storage.last_finished_match(70) is None
    first, second = await begun(storage), await begun(storage, draft(at=1001))
    await played(storage, second, *FIRST_WINS)
    last = await played(storage, first, *DRAW)
    await begun(storage)
    assert await storage.last_finished_match(70) == last


async def test_newest_message_shows_the_match(storage: Storage) -> None:
    match = await begun(storage)
    assert await storage.show(match.id, 555) == (555, None)
    assert await storage.show(match.id, 555) == (555, None)
    assert await storage.show(match.id, 600) == (600, 555)
    assert await storage.show(match.id, 590) == (600, 590)
    assert await storage.match(match.id) == replace(match, message_id=600)


async def test_only_one_rematch_begins(storage: Storage) -> None:
    old = await played(storage, await begun(storage), *FIRST_WINS)
    again = draft(GRACE, ADA, rematch_of=old.id)
    rematches = await asyncio.gather(storage.add_match(again), storage.add_match(again))
    (rematch,) = filter(None, rematches)
    assert await storage.rematch_of(old.id) == rematch


async def test_untouched_matches_are_abandoned_without_a_result(storage: Storage) -> None:
    old, new = await begun(storage), await begun(storage, draft(at=2000))
    assert await storage.abandon_untouched(1500, 9000) == 1
    assert await storage.match(old.id) == old.ended(None, 9000)
    assert await storage.match(new.id) == new
    assert await storage.tables("tic-tac-toe", None, [PEOPLE], ADA, 10) == []


async def test_invitation_is_read_as_it_was_stored(storage: Storage) -> None:
    stored = await storage.add_invitation(replace(offer(), begins=None))
    assert stored is not None
    assert await storage.invitation(stored.id) == stored


async def test_invitation_is_closed_only_once(storage: Storage) -> None:
    stored = await storage.add_invitation(offer())
    assert stored is not None
    assert await storage.close_invitation(stored.id, "declined")
    assert not await storage.close_invitation(stored.id, "cancelled")
    assert await storage.accept_invitation(stored.id, draft()) is None
    assert await storage.invitation(stored.id) == replace(stored, status="declined")
    assert await storage.newest_match(70) is None


async def test_invitation_accepted_twice_begins_one_match(storage: Storage) -> None:
    stored = await storage.add_invitation(offer())
    assert stored is not None
    matches = await asyncio.gather(*(storage.accept_invitation(stored.id, draft()) for _ in range(4)))
    (match,) = filter(None, matches)
    assert await storage.newest_match(70) == match


async def test_rematch_has_one_open_invitation(storage: Storage) -> None:
    old = await played(storage, await begun(storage), *DRAW)
    invitation = await storage.add_invitation(offer(rematch_of=old.id))
    assert invitation is not None
    assert await storage.add_invitation(offer(rematch_of=old.id)) is None
    assert await storage.close_invitation(invitation.id, "declined")
    assert await storage.add_invitation(offer(rematch_of=old.id)) is not None


async def test_unanswered_invitations_expire(storage: Storage) -> None:
    old, new = await storage.add_invitation(offer()), await storage.add_invitation(offer(at=2000))
    assert old is not None
    assert new is not None
    assert await storage.expire_invitations(1500) == 1
    assert await storage.invitation(old.id) == replace(old, status="expired")
    assert await storage.invitation(new.id) == new


async def test_digest_is_kept_for_each_application(storage: Storage) -> None:
    await storage.set_synced_digest(1, "old")
    await storage.set_synced_digest(1, "new")
    assert await storage.synced_digest(1) == "new"
    assert await storage.synced_digest(2) is None


async def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    async with opened(tmp_path / "maxine.db") as storage:
        over = await played(storage, await begun(storage), *FIRST_WINS)
        running = await played(storage, await begun(storage), 4, 0)
        invitation = await storage.add_invitation(offer())
        tables = await storage.tables("tic-tac-toe", PLACE.guild_id, [PEOPLE], ADA, 10)
    async with opened(tmp_path / "maxine.db") as storage:
        assert await storage.match(over.id) == over
        assert await storage.running_match(PLACE.channel_id, ADA) == running
        assert invitation is not None
        assert await storage.invitation(invitation.id) == invitation
        assert await storage.tables("tic-tac-toe", PLACE.guild_id, [PEOPLE], ADA, 10) == tables


async def test_change_of_a_finished_match_counts_nothing_again(storage: Storage) -> None:
    match = await played(storage, await begun(storage), *FIRST_WINS)
    assert await storage.change(match.id, lambda over: over) == match
    (table,) = await storage.tables("tic-tac-toe", 7, [PEOPLE], ALAN, 10)
    assert table.top == [Standing(1, ADA, 1, 0, 0), Standing(2, GRACE, 0, 0, 1)]


async def test_change_that_raises_changes_nothing(storage: Storage) -> None:
    match = await begun(storage)

    def step(_: Match) -> Match:
        raise LookupError("no")

    changes = (storage.change(match.id, each) for each in (step, lambda it: it.played(4, 1001), step))
    raised, after, again = await asyncio.gather(*changes, return_exceptions=True)
    assert isinstance(raised, LookupError)
    assert isinstance(again, LookupError)
    assert await storage.match(match.id) == after == match.played(4, 1001)
