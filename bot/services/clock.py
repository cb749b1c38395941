"""What time it is, by this machine's clock unless Discord's disagrees."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.models import Match

_log = logging.getLogger(__name__)

_TOLERANCE = 3.0  # seconds; what usually arrives later could not be answered any more
_LATEST = 15 * 60.0  # seconds; an interaction may arrive late, but nobody could answer it after that
_LOOKS = 3  # comparisons; so many in a row do not arrive late
_PROMPT = 1.0  # seconds within which the clock of deadlines answers if it is to be judged
_CONFIRMED = 3600.0  # seconds for which one comparison is enough


class Clock:
    """Seconds since the epoch: those of the machine, corrected where it is seconds from Discord's.

    A clock that is wrong by minutes shows everybody another time than is left, and one that is wrong by days
    would abandon every running match, and take another day's puzzle for today's. Each interaction tells when
    it was sent: never later than it arrives, so of the last few the one that was fastest is believed. For an
    hour after that the machine's clock is.
    """

    def __init__(self, machine: Callable[[], float] = time.time) -> None:
        self._machine = machine
        self._begun_at = machine()
        self._correction = 0.0
        self._differences = deque([0.0], _LOOKS)  # it is taken to be right until a few have told otherwise
        self._compared_at: float | None = None  # by the machine: where its clock jumps, that was not lately
        self._ahead: float | None = None  # the clock of deadlines, of the event loop's
        self._is_apart = False  # whether that and Discord's differ

    def __call__(self) -> float:
        """Return the time, in seconds since the epoch."""
        return self._machine() + self._correction

    def shared(self) -> float:
        """Return the time by the clock that deadlines go by, which goes on evenly if another is set."""
        return self() if self._ahead is None else asyncio.get_running_loop().time() + self._ahead

    def share(self, now: float, asked_at: float, *, is_servers: bool) -> None:
        """Note what that clock told when it was asked then, by the event loop's clock."""
        self._ahead = now - asked_at
        is_apart = is_servers and self._lag != 0
        if is_apart != self._is_apart and self.shared() - now < _PROMPT:
            self._is_apart = is_apart
            _log_difference("the database's server", self() - self.shared() if is_apart else 0.0)

    def told(self, shared_at: float) -> float:
        """Return when it is by Discord's clock what it is then by that of deadlines."""
        return shared_at + self._lag

    def as_told(self, match: Match) -> Match:
        """Return a match as people are told of it: by Discord's time, which is theirs."""
        return match if match.due_at is None else match.due(self.told(match.due_at))

    def shared_at(self, told: float) -> float:
        """Return when it is by the clock of deadlines what it is then by Discord's."""
        return told - self._lag

    @property
    def _lag(self) -> float:
        """How far the clock of deadlines is behind Discord's; 0 if that is not known, or next to nothing."""
        lag = self() - self.shared() if self.was_compared else 0.0
        return lag if abs(lag) > _TOLERANCE else 0.0

    @property
    def begun_at(self) -> float:
        """When it began to run, as the bot did; in its own seconds."""
        return self._begun_at + self._correction

    @property
    def was_compared(self) -> bool:
        """Whether it was compared at all since it began to run."""
        return self._compared_at is not None

    @property
    def is_confirmed(self) -> bool:
        """Whether it was compared within the last hour, by its own count."""
        return self._compared_at is not None and abs(self._machine() - self._compared_at) < _CONFIRMED

    def compare(self, sent_at: float) -> None:
        """Correct the clock if something that Discord sent at that time arrives at quite another one."""
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
