"""Tournaments are kept with who takes part and who meets whom, and changed by whoever comes first."""

import asyncio
from dataclasses import replace

from bot.models import Entrant, Pairing, Participant, Tournament
from bot.storage import Storage
from tests.bot.drafts import ADA, ALAN, GRACE, PLACE, draft

OPEN = Tournament(0, "tic-tac-toe", PLACE, ADA, 60, 1000, (Entrant(Participant(ADA)),))


async def added(storage: Storage, tournament: Tournament = OPEN) -> Tournament:
    stored = await storage.tournaments.add(tournament)
    assert stored is not None
    return stored


async def test_what_is_added_is_found(storage: Storage) -> None:
    stored = await added(storage, replace(OPEN, status="over"))
    newer = await added(storage, replace(OPEN, entrants=()))
    assert await storage.tournaments.find(stored.id) == replace(OPEN, id=stored.id, status="over")
    assert await storage.tournaments.find_newest(PLACE.channel_id) == newer
    assert await storage.tournaments.find(99) is None
    assert await storage.tournaments.find_newest(99) is None


async def test_channel_has_one_at_a_time(storage: Storage) -> None:
    found = await asyncio.gather(*(storage.tournaments.add(OPEN) for _ in range(3)))
    assert sum(each is not None for each in found) == 1


async def test_change_is_stored_once(storage: Storage) -> None:
    before = await added(storage)
    entered = before.changed(entrants=(*before.entrants, Entrant(Participant(None, "easy"))))
    assert await storage.tournaments.save(before, entered)
    assert not await storage.tournaments.save(before, before.changed(entrants=()))
    assert await storage.tournaments.find(before.id) == entered


async def test_round_waits_for_its_matches(storage: Storage) -> None:
    entrants = tuple(Entrant(Participant(user_id)) for user_id in (ADA, GRACE, ALAN))
    before = await added(storage, replace(OPEN, entrants=entrants))
    pairings = (Pairing(1, 1, 0), Pairing(1, 2))
    after = before.changed(pairings=pairings, status="running")
    assert await storage.tournaments.save(before, after, [draft(GRACE, ADA), None])
    assert not await storage.tournaments.save(before, after, [draft(GRACE, ADA), None])
    found = await storage.tournaments.find(before.id)
    assert found is not None
    played, bye = found.pairings
    assert (bye, played.halves) == (Pairing(1, 2), None)
    match = await storage.matches.find(played.match_id or 0)
    assert match is not None
    assert match.players == draft(GRACE, ADA).players
    assert await storage.tournaments.list_due() == []  # no message shows it
    await storage.tournaments.set_message(found.id, 9, found.progress)
    assert await storage.tournaments.list_due() == []
    assert await storage.matches.save(match, match.with_end(None, 1001, "stop"))
    assert await storage.tournaments.list_due() == [found.id]
    found = await storage.tournaments.find(before.id)
    assert found is not None
    assert found.is_round_over
    assert found.pairings[0].halves == (0, 0)


async def test_those_that_nobody_begins_are_cancelled(storage: Storage) -> None:
    old = await added(storage)
    new = await added(storage, replace(OPEN, created_at=2000, place=replace(PLACE, channel_id=71)))
    assert await storage.tournaments.expire(1500) == 1
    found = [await storage.tournaments.find(each.id) for each in (old, new)]
    assert [each and each.status for each in found] == ["cancelled", "open"]
