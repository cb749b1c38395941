"""What players can do, as straight lines from a request to a value: no word of Discord, no SQL."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.services.clock import Clock

if TYPE_CHECKING:
    import asyncio

    from bot.models import Match, Reviewed
    from bot.storage import Storage
    from bot.workers import Analysts


@dataclass(frozen=True)
class Context:
    """What every service has at hand: storage, analysts, the clock (seconds since the epoch), and chance.

    The `seconds` say how long may be thought about a reply, an explanation, and each position of a review;
    by match, `reviews` are the newest ones, `recent` matches as they were last saved here, `replies` those
    that Maxine is thinking about, and `drawn` those whose message shows them, which is still to be stored.
    """

    storage: Storage
    analysts: Analysts
    now: Clock = field(default_factory=Clock)
    rng: random.Random = field(default_factory=random.Random)
    reply_seconds: float = 0.9
    explanation_seconds: float = 2.5
    review_seconds: float = 0.3
    reviews: dict[int, Reviewed] = field(default_factory=dict)
    recent: dict[int, Match] = field(default_factory=dict)
    replies: dict[int, asyncio.Task[Match]] = field(default_factory=dict)
    drawn: dict[int, Match] = field(default_factory=dict)
