"""The present time: by this machine's clock unless Discord's disagrees."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from datetime import timedelta

from bot.models import Match

_log = logging.getLogger(__name__)

_TOLERANCE = 3.0  # seconds; an interaction that arrives later than this cannot be answered any more
_LATEST = 15 * 60.0  # seconds; an interaction may arrive late, but the bot could not answer it after that
_LOOKS = 3  # comparisons; so many in a row do not all arrive late
_PROMPT = 1.0  # seconds within which the database's clock must answer to be judged
_CONFIRMED = 3600.0  # seconds for which one comparison is enough


class Clock:
    """Seconds since the epoch: those of the machine, corrected where it is seconds from Discord's.

    A clock that is wrong by minutes shows players a wrong time left, and one that is wrong by days would
    abandon every running match, and offer another day's puzzle. Each interaction says when it was sent, which
    is never after its arrival: of the last few the fastest one is trusted. For an hour after that the
    machine's clock is trusted.
    """

    def __init__(self, machine: Callable[[], float] = time.time) -> None:
        self._machine = machine
        self._begun_at = machine()
        self._correction = 0.0
        self._differences = deque([0.0], _LOOKS)  # the machine's clock is trusted until a few say otherwise
        self._compared_at: float | None = None  # by the machine's clock: a jump makes it old
        self._ahead: float | None = None  # how far the database's clock is ahead of the event loop's
        self._is_apart = False  # whether the database's clock and Discord's differ

    def __call__(self) -> float:
        """Return the time, in seconds since the epoch."""
        return self._machine() + self._correction

    def shared(self) -> float:
        """Return the time of the clock by which deadlines are stored; no other clock moves it."""
        return self() if self._ahead is None else asyncio.get_running_loop().time() + self._ahead

    def record_database_time(self, now: float, asked_at: float, *, is_servers: bool) -> None:
        """Note what the database's clock told when it was asked, at `asked_at` of the event loop's clock."""
        self._ahead = now - asked_at
        is_apart = is_servers and self._lag != 0
        if is_apart != self._is_apart and self.shared() - now < _PROMPT:
            self._is_apart = is_apart
            _log_difference("the database's server", self() - self.shared() if is_apart else 0.0)

    def to_discord_time(self, database_time: float) -> float:
        """Convert a time of the database's clock to Discord's clock."""
        return database_time + self._lag

    def with_discord_deadline(self, match: Match) -> Match:
        """Return a match with its deadline by Discord's clock, as players are told of it."""
        return match if match.due_at is None else match.with_due_at(self.to_discord_time(match.due_at))

    def to_database_time(self, discord_time: float) -> float:
        """Convert a time of Discord's clock to the database's clock."""
        return discord_time - self._lag

    @property
    def _lag(self) -> float:
        """How far the database's clock is behind Discord's; 0 if that is unknown, or within the tolerance."""
        lag = self() - self.shared() if self.was_compared else 0.0
        return lag if abs(lag) > _TOLERANCE else 0.0

    @property
    def begun_at(self) -> float:
        """When this process began to run, by the corrected clock."""
        return self._begun_at + self._correction

    @property
    def was_compared(self) -> bool:
        """Whether the clock was compared with Discord's since the process began."""
        return self._compared_at is not None

    @property
    def is_confirmed(self) -> bool:
        """Whether the clock was compared within the last hour, by its own count."""
        return self._compared_at is not None and abs(self._machine() - self._compared_at) < _CONFIRMED

    def record_discord_time(self, sent_at: float) -> None:
        """Correct the clock by the time at which Discord sent something that has just arrived."""
        self._compared_at = self._machine()
        difference = sent_at - self._compared_at
        if abs(difference - self._correction) > _LATEST:
            self._differences.clear()
        self._differences.append(difference)
        least_late = max(self._differences)
        if abs(least_late - self._correction) > _TOLERANCE:
            self._correction = least_late if abs(least_late) > _TOLERANCE else 0.0
            _log_difference("this machine", self._correction)


def _log_difference(whose: str, behind: float) -> None:
    if not behind:
        _log.warning("The clock of %s agrees with Discord's again.", whose)
        return
    _log.warning(
        "The clock of %s is %s %s Discord's, which is believed instead. Set it.",
        whose,
        timedelta(seconds=round(abs(behind))),
        "behind" if behind > 0 else "ahead of",
    )
