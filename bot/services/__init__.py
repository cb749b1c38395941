"""What players can do, as straight lines from a request to a value: no word of Discord, no SQL."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.storage import Storage


@dataclass(frozen=True)
class Desk:
    """What every service has at hand: the storage, the clock (seconds since the epoch), and chance."""

    storage: Storage
    now: Callable[[], float] = time.time
    rng: random.Random = field(default_factory=random.Random)
