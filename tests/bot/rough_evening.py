"""A rough evening: whatever fails on the way between Maxine and Discord, the promises hold all the same."""

import asyncio
import math
import shutil
from collections.abc import Callable
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.bot.databases import File
from tests.bot.evening import Doing, Evening, orderly_acts
from tests.bot.stage import CALLBACK, Stage
from tests.trouble import Playground

_DOING = st.one_of(orderly_acts)
_CALLBACK = "POST", CALLBACK
_LATE, _LOCKED = 3.1, 1.0  # seconds

FAULTS: dict[str, Callable[[Playground], None]] = {
    "refused": lambda playground: playground.fail_next(*_CALLBACK, status=403),
    "cut": lambda playground: playground.cut_next(*_CALLBACK),
    "taken and cut": lambda playground: playground.cut_next(*_CALLBACK, after=True),
    "failed": lambda playground: playground.fail_next(*_CALLBACK, status=500),
    "taken and failed": lambda playground: playground.fail_next(*_CALLBACK, status=500, after=True),
}
"""What may become of an answer."""


class RoughEvening(Evening):
    """An evening on which answers are lost, deliveries come twice, the database is locked and she is killed.

    After each of these, once she has had time for a round of upkeep, every board shows its match again.
    """

    @rule(doing=_DOING, fault=st.sampled_from(sorted(FAULTS)))
    def lost(self, doing: Doing, fault: str) -> None:
        """An answer is lost, or Maxine believes so; she tries in another way."""
        FAULTS[fault](self.stage.playground)
        if fault == "refused":  # where that was a sentence to one person, there is no other way to say it
            self.happen(self._unanswered(doing))
        else:
            self.happen(self._recovered(doing))

    @rule(doing=_DOING)
    def late(self, doing: Doing) -> None:
        """An answer is on its way for so long that Discord does not take it any more."""
        self.stage.playground.delay_next(*_CALLBACK, _LATE)
        self.happen(self._unanswered(doing))

    async def _unanswered(self, doing: Doing) -> None:
        await self._recovered(doing)
        self.witness.forgive()

    async def _recovered(self, doing: Doing) -> None:
        await doing(self)
        self.stage.playground.heal()
        await self._catch_up()

    @rule(doing=_DOING)
    def repeated(self, doing: Doing) -> None:
        """Discord delivers something twice."""
        self.stage.playground.repeat_next()
        self.happen(self._repeated(doing))

    async def _repeated(self, doing: Doing) -> None:
        asked, begun = len(self.stage.playground.requests), self._count_begun()
        await doing(self)
        self.stage.playground.heal()
        paths = [path for _, path, _ in self.stage.playground.requests[asked:] if path.endswith("/callback")]
        assert len(paths) <= 1
        assert self._count_begun() - begun <= 1

    def _count_begun(self) -> int:
        sql = "SELECT (SELECT count(*) FROM matches) + (SELECT count(*) FROM invitations)"
        [(begun,)] = self.stage.rows(sql)
        return int(begun)

    @rule(doing=_DOING)
    def locked(self, doing: Doing) -> None:
        """Another process keeps the database from being written for a moment."""
        self.happen(self.stage.lock(_LOCKED), doing(self))

    @rule(doing=_DOING, is_taken=st.booleans())
    def killed(self, doing: Doing, is_taken: bool) -> None:  # noqa: FBT001 - it is drawn by name
        """Maxine is killed before her answer has come, or before she hears that it has."""
        self.stage.playground.delay_next(*_CALLBACK, math.inf, after=is_taken)
        self.happen(self._killed(doing))

    async def _killed(self, doing: Doing) -> None:
        acting = asyncio.create_task(doing(self))
        faults = self.stage.playground.trouble.faults
        await self.stage.until(lambda: acting.done() or not faults)
        await kill(self.stage)
        self.stage.playground.interactions.close()  # nobody is left who could answer them
        await acting
        self.witness.forgive()
        self.stage.playground.heal()
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Let her do what she does every few seconds; a match that was never shown waits for /board."""
        await self.stage.upkeep()
        self.witness.disturbed |= {
            id_ for (id_,) in self.stage.rows("SELECT id FROM matches WHERE message_id IS NULL")
        }


async def kill(stage: Stage) -> None:
    """End the bot as a kill would, and start another one on what was on the disk at that moment.

    Its lines are cut, and what it still writes reaches files that nobody reads: nothing is flushed, and
    nothing said, that a kill would have kept from it.
    """
    stage.path = _copied(stage.path)
    for task in (*stage.bot.in_hand, *stage.bot.context.replies.values(), stage._running):
        task.cancel()
    await stage.bot.http.close()
    await stage.bot.close()
    await asyncio.gather(stage._running, return_exceptions=True)
    await stage.analysts.close()
    await stage.storage.close()
    await stage.offline()
    await stage.start()


def _copied(path: Path) -> Path:
    copy = path.with_stem(f"{path.stem}-")
    with File(path).locked():  # as at any one moment: nobody else is in the middle of writing
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(path.name + ending), copy.with_name(copy.name + ending))
    return copy
