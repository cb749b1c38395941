"""What goes wrong around a bot during a soak: answers that get lost, a database that is busy, kills."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from random import Random

from bot.playground.things import Json
from tests.benchmarks.soak_process import Bot
from tests.trouble import Playground

SHARE = 0.06  # of all interactions meet a mishap
LATE = 4.0  # seconds: Discord waits for three
BETWEEN_LOCKS, LONGEST_LOCK = 60.0, 8.0
BETWEEN_KILLS = 40.0

DESTROYED = frozenset({"lost", "late", "403"})
"""Mishaps after which nobody has an answer, whatever she does in time; of all others she can make good."""


class Mishaps:
    """Plans them, each for one interaction, so that what is their doing is known."""

    def __init__(self, playground: Playground, bot: Bot, rng: Random) -> None:
        self._playground, self._bot, self._rng = playground, bot, rng
        self.locked_until = 0.0
        self._answers: dict[str, Callable[[str], None]] = {
            "lost": lambda path: playground.cut_next("POST", path),
            "cut": lambda path: playground.cut_next("POST", path, after=True),
            "late": lambda path: playground.delay_next("POST", path, LATE),
            "answered late": lambda path: playground.delay_next("POST", path, LATE, after=True),
            "500": lambda path: playground.fail_next("POST", path),
            "500 after": lambda path: playground.fail_next("POST", path, after=True),
            "403": lambda path: playground.fail_next("POST", path, status=403),
            "429": lambda path: playground.fail_next("POST", path, status=429),
        }
        self._edits: dict[str, Callable[[str], None]] = {
            "edit late": lambda path: playground.delay_next("PATCH", path, LATE),
            "edit heard late": lambda path: playground.delay_next("PATCH", path, LATE, after=True),
        }

    def befall(self, payload: Json, dispatch: Callable[[Json], None]) -> str | None:
        """Deliver an interaction, perhaps with a mishap; return which."""
        kinds = [*self._answers, *self._edits, "twice"]
        kind = self._rng.choice(kinds) if self._rng.random() < SHARE else None
        if kind in self._answers:
            self._answers[kind](f"/interactions/{payload['id']}/.*/callback$")
        if kind in self._edits:
            self._edits[kind](_edits_after(payload))
        if kind == "twice":
            self._playground.repeat_next()
        dispatch(payload)
        return kind

    async def lock(self) -> None:
        """Lock the database now and then, as a backup or somebody's shell would."""
        while True:
            await asyncio.sleep(self._rng.uniform(0.5, 1.5) * BETWEEN_LOCKS)
            await self._bot.up.wait()
            seconds = self._rng.uniform(0.5, LONGEST_LOCK)
            self.locked_until = time.monotonic() + seconds + 1
            await asyncio.to_thread(_hold, str(self._bot.path), seconds)

    async def kill(self, end: float) -> None:
        """Kill her now and then until a time, at least once."""
        while True:
            seconds = self._rng.uniform(0.5, 1.0) * BETWEEN_KILLS
            await asyncio.sleep(max(0.0, min(seconds, end - time.monotonic())))
            await self._bot.kill()
            if time.monotonic() >= end:
                return


def _edits_after(payload: Json) -> str:
    """Return the paths of edits that an interaction leads to: by its token, and of the pressed message."""
    by_token = f"/{payload['token']}/messages/@original$"
    return f"{by_token}|/messages/{payload['message']['id']}$" if "message" in payload else by_token


def _hold(path: str, seconds: float) -> None:
    with closing(sqlite3.connect(path, isolation_level=None, timeout=5)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:  # she writes without a pause: then she is not to be disturbed
            return
        time.sleep(seconds)
        connection.execute("ROLLBACK")
