"""What players can do: each service turns a request into a value, without Discord, SQL or sentences.

What may not be done is refused by a PlayerError, whose class or `Reason` says why.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cachetools import LRUCache

from bot import caches
from bot.caches import Cache
from bot.models import Deadline, Match, Place, Reviewed, Series
from bot.services.clock import Clock
from bot.storage import Storage
from bot.workers import Analysts, DrawingPool

if TYPE_CHECKING:
    from bot.services.settings import Known


_SERVERS = 1_000
_LESSONS = 1_000
_MISSED = 5_000


@dataclass(frozen=True)
class Context:
    """What every service needs: storage, analysts, the clock (seconds since the epoch), chance, the drawer.

    The `seconds` limit the search for a reply, an explanation, and each position of a review;
    by match, `reviews` are the newest ones, and `replies` those that the bot is searching; by person,
    `arenas` are the running series they asked for, and where; by server, `settings` are the last ones read
    from the database; `lessons` are what people were taught last, by person, game and theme, until they try a
    puzzle of it; by match and seat, `missed` are the themes of a player's errors, None if they are unknown;
    `reminded` are the deadlines of which a player was reminded, which is still to be stored.
    """

    storage: Storage
    analysts: Analysts
    now: Clock = field(default_factory=Clock)
    rng: random.Random = field(default_factory=random.Random)
    reply_seconds: float = 0.9
    explanation_seconds: float = 2.5
    review_seconds: float = 0.3
    reviews: Cache[int, Reviewed] = field(default_factory=partial(Cache, caches.REVIEWS))
    replies: dict[int, asyncio.Task[Match]] = field(default_factory=dict)
    arenas: dict[int, tuple[Place, Series]] = field(default_factory=dict)
    drawing_pool: DrawingPool = field(default_factory=DrawingPool)
    reminded: set[Deadline] = field(default_factory=set)
    settings: LRUCache[int, Known] = field(default_factory=partial(LRUCache, _SERVERS))
    lessons: LRUCache[tuple[int, str, str], bool] = field(default_factory=partial(LRUCache, _LESSONS))
    missed: LRUCache[tuple[int, int], tuple[str, ...] | None] = field(
        default_factory=partial(LRUCache, _MISSED)
    )
