"""Matches that have ended somehow, as chance would have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

import engine
from bot.models import Place
from engine import Outcome
from tests.bot.drafts import begun, draft

if TYPE_CHECKING:
    from bot.models import Match
    from bot.storage import Storage

WHERE = (None, 7, 8)


class Ended(NamedTuple):
    """How one match went: who played whom, where, and what came of it (`outcome` None: abandoned)."""

    players: tuple[int | None, int | None]
    level: str
    guild_id: int | None
    outcome: Outcome | None


ENDS = st.builds(
    Ended,
    players=st.permutations([None, *range(1, 15)]).map(lambda ids: (ids[0], ids[1])),
    level=st.sampled_from(engine.LEVELS),
    guild_id=st.sampled_from(WHERE),
    outcome=st.sampled_from([*Outcome, None]),
)


async def play_out(storage: Storage, end: Ended) -> Match:
    first, second = end.players
    place = Place(end.guild_id, 70)
    match = await begun(storage, draft(first, second, level=end.level, place=place))
    if end.outcome is None:
        await storage.matches.abandon(match.touched_at + 1, match.touched_at + 2)
        return match
    over = match.with_end(end.outcome, match.touched_at)
    assert await storage.matches.save(match, over)
    return over
