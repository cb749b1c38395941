"""Votes of whole channels: none is lost, none is given twice, and nobody plays on from older ones."""

import asyncio
from dataclasses import replace

import pytest

from bot.models import CHANNEL, Match, Participant, Together
from bot.storage import Storage
from engine import Outcome
from tests.bot.drafts import ADA, ALAN, GRACE, begun, draft, present

LEAVER = -77


def of_channel(*, opener: int = ADA) -> Match:
    """A match of channel 70 against Maxine, shown and with a minute for each vote."""
    known = draft(CHANNEL, None, level="easy")
    players = Participant(CHANNEL).where(known.place.channel_id), known.players[1]
    return replace(known, players=players, together=Together(opener), pace=60, message_id=8)


async def cast(storage: Storage, match: Match, user_id: int, action: int, due_at: float = 1060.0) -> Match:
    return present(await storage.votes.cast(match, user_id, action, 1000.0, due_at))


async def test_open_votes_are_listed(storage: Storage) -> None:
    first, second, _ = [await begun(storage, of_channel()) for _ in range(3)]
    voted = await cast(storage, first, GRACE, 4)
    closed = await cast(storage, second, GRACE, 4)
    assert await storage.matches.save(closed, closed.with_move(4, 1001.0).with_due_at(None))
    assert await storage.matches.list_voting() == [voted]


async def test_votes_at_once_all_count(storage: Storage) -> None:
    match = await begun(storage, of_channel())
    await asyncio.gather(*(cast(storage, match, user_id, user_id % 9) for user_id in range(1, 21)))
    found = present(await storage.matches.find(match.id))
    assert found.together is not None
    assert found.together.tally(0).total == found.together.ballots == 20


async def test_late_votes_change_nothing(storage: Storage) -> None:
    match = await begun(storage, of_channel())
    voted = await cast(storage, match, GRACE, 4)
    after = voted.with_move(4, 1001.0).with_move(0, 1001.0)
    assert await storage.matches.save(voted, after)
    assert await storage.votes.cast(match, ADA, 1, 1002.0, 1062.0) is None
    assert await storage.matches.save(after, after.with_end(Outcome.SECOND, 1003.0))
    assert await storage.votes.cast(after, ADA, 1, 1004.0, 1064.0) is None
    assert (await storage.matches.find(match.id) or match).ply == 2


async def test_closing_misses_no_vote(storage: Storage) -> None:
    match = await begun(storage, of_channel())
    one = await cast(storage, match, GRACE, 4)
    both = await cast(storage, match, ADA, 0)
    assert await storage.matches.save(one, one.with_move(4, 1001.0)) is None
    saved = await asyncio.gather(*(storage.matches.save(both, both.with_move(4, 1001.0)) for _ in range(3)))
    assert len([each for each in saved if each]) == 1
    assert await storage.matches.confirm_drawn([both]) == [match.id]


async def test_older_votes_are_not_shown(storage: Storage) -> None:
    match = await begun(storage, of_channel())
    await storage.matches.confirm_drawn([match])
    voted = await cast(storage, match, GRACE, 4)
    assert await storage.matches.confirm_drawn([match]) == [match.id]
    assert await storage.matches.confirm_drawn([voted]) == []
    assert await storage.matches.list_undrawn() == []


@pytest.mark.parametrize("leaver", [ADA, GRACE])
async def test_who_leaves_takes_the_open_vote_along(storage: Storage, leaver: int) -> None:
    match = await begun(storage, of_channel())
    await cast(storage, match, GRACE, 4)
    before = await cast(storage, match, ALAN, 4)
    await storage.matches.confirm_drawn([before])
    assert len(await storage.people.list_kept(leaver, "votes", 0)) == (leaver == GRACE)
    assert len(await storage.people.list_kept(leaver, "together", 0)) == (leaver == ADA)
    await storage.people.erase(leaver, LEAVER, 1002.0)
    for table in ("votes", "together"):
        assert await storage.people.list_kept(leaver, table, 0) == []
    found = present(await storage.matches.find(match.id))
    assert found.together is not None
    assert found.together.tally(0).total == (1 if leaver == GRACE else 2)
    assert found.due_at == before.due_at
    assert await storage.matches.list_undrawn() == [found] * (leaver == GRACE)
    saved = await storage.matches.save(before, before.with_move(4, 1003.0))
    assert (saved is None) == (leaver == GRACE)  # nobody counts the vote that is gone


async def test_who_leaves_stays_in_rounds_that_are_over(storage: Storage) -> None:
    match = await begun(storage, of_channel())
    voted = await cast(storage, match, GRACE, 4)
    after = present(await storage.matches.save(voted, voted.with_move(4, 1001.0).with_move(0, 1001.0)))
    await cast(storage, after.with_due_at(None), GRACE, 2)
    assert await storage.votes.count_rounds(match.id, GRACE) == 2
    await storage.people.erase(GRACE, LEAVER, 1002.0)
    found = present(await storage.matches.find(match.id))
    assert found.together is not None
    assert [vote[:2] for vote in found.together.votes] == [(0, LEAVER)]
    assert (found.due_at, await storage.votes.count_rounds(match.id, GRACE)) == (None, 0)
