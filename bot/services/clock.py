"""What time it is, by this machine's clock unless Discord's disagrees."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger(__name__)

_TOLERANCE = 15 * 60.0  # seconds; an interaction may arrive late, but nobody could answer it after that
_CONFIRMED = 3600.0  # seconds for which one comparison is enough


class Clock:
    """Seconds since the epoch: those of the machine, corrected where it is far from Discord's.

    A clock that is wrong by days would abandon every running match, and take another day's puzzle for
    today's. Each interaction tells when it was sent; for an hour after that the machine's clock is believed.
    """

    def __init__(self, machine: Callable[[], float] = time.time) -> None:
        self._machine = machine
        self._begun_at = machine()
        self._correction = 0.0
        self._compared_at: float | None = None  # by the machine: where its clock jumps, that was not lately
        self._ahead: float | None = None  # the clock of deadlines, of the event loop's

    def __call__(self) -> float:
        """Return the time, in seconds since the epoch."""
        return self._machine() + self._correction

    def shared(self) -> float:
        """Return the time by the clock that deadlines go by, which goes on evenly if another is set."""
        return self() if self._ahead is None else asyncio.get_running_loop().time() + self._ahead

    def share(self, now: float, asked_at: float) -> None:
        """Note what that clock told when it was asked then, by the event loop's clock."""
        self._ahead = now - asked_at

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
        if abs(difference - self._correction) > _TOLERANCE:
            self._correct(difference)

    def _correct(self, difference: float) -> None:
        if abs(difference) <= _TOLERANCE:
            self._correction = 0.0
            _log.warning("The clock of this machine agrees with Discord's again.")
            return
        self._correction = difference
        _log.warning(
            "The clock of this machine is %s %s Discord's, which is believed instead. Set it.",
            timedelta(seconds=round(abs(difference))),
            "behind" if difference > 0 else "ahead of",
        )
