"""Matches that have ended somehow, as chance would have it."""

from dataclasses import replace
from typing import NamedTuple

from hypothesis import strategies as st

import engine
from bot.models import Match, Place
from bot.storage import Storage
from engine import Outcome
from tests.bot.drafts import begun, draft

WHERE = (None, 7, 8)


class Ended(NamedTuple):
    """How one match went: who played whom, where, and what came of it (`outcome` None: abandoned).

    Help is only had against Maxine.
    """

    players: tuple[int | None, int | None]
    level: str
    guild_id: int | None
    outcome: Outcome | None
    is_helped: bool = False


ENDS = st.builds(
    Ended,
    players=st.permutations([None, *range(1, 15)]).map(lambda ids: (ids[0], ids[1])),
    level=st.sampled_from(engine.LEVELS),
    guild_id=st.sampled_from(WHERE),
    outcome=st.sampled_from([*Outcome, None]),
    is_helped=st.booleans(),
)


async def play_out(storage: Storage, end: Ended) -> Match:
    first, second = end.players
    place = Place(end.guild_id, 70)
    match = await begun(storage, draft(first, second, level=end.level, place=place))
    if end.is_helped and match.level is not None:
        assert await storage.matches.add_help(match.id)
        match = replace(match, is_helped=True)
    if end.outcome is None:
        await storage.matches.abandon(match.touched_at + 1, match.touched_at + 2)
        return match
    over = match.with_end(end.outcome, match.touched_at)
    assert await storage.matches.save(match, over)
    return over
