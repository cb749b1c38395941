"""A round of a tournament is due once its matches have ended."""

from dataclasses import replace

from bot.models import Entrant, Pairing, Participant
from bot.storage import Storage
from tests.bot.drafts import ADA, ALAN, GRACE, draft
from tests.bot.test_storage_contract_privacy import OPEN


async def test_round_waits_for_its_matches(storage: Storage) -> None:
    entrants = tuple(Entrant(Participant(user_id)) for user_id in (ADA, GRACE, ALAN))
    before = await storage.tournaments.add(replace(OPEN, entrants=entrants))
    assert before is not None
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
