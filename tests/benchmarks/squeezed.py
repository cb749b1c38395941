"""Whether Maxine answers in time on a machine as slow as a tenth of a core.

Run `python -m tests.benchmarks.squeezed` as root (on Linux). `maxine run` is a process of its own, connected
to a playground in this one. Once she is connected, she and her workers together get no more than a share of
one core: by a control group where one can be made, else by a place on one core beside a loop that comes
first; what is printed first says which. At each of some tables people play every game, type, and press what
there is to press, one deed after the other. Timed is each until Discord had the first answer, or the promise
of one; here Discord waits for it longer than it does, so that late ones are timed, too.

Exit status 1 if any came later than Discord waits. `--folder` keeps her log.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import engine
from bot.playground.things import Channel, Json, Person
from tests.benchmarks.soak_process import Bot, children_of
from tests.bot.shown import buttons
from tests.trouble import Playground

WAITED = 3.0  # seconds that Discord waits
PATIENCE = 60.0  # seconds that it waits here, and that people wait for what they were promised
GROUPS = Path("/sys/fs/cgroup")
PERIOD = 100_000  # microseconds in each of which a group gets its share
NICENESS = 10  # more than a loop's; a thread then gets about a tenth of a core beside it
BUSY = (sys.executable, "-c", "while True: pass")
MOVES = 8  # of a person in a match
COMMANDS = ("help", "rules", "leaderboard", "streaks", "puzzle", "daily", "profile", "matches", "analyse")
ON_BOARDS = ("Explain", "Hint", "Rules", "More")


def squeeze(pids: Sequence[int], share: float) -> tuple[str, Callable[[], None]]:
    """Give processes, and those they start, a share of one core; return how, and what lets them go."""
    try:
        return _group(pids, share)
    except OSError:
        return _crowd(pids)


def _group(pids: Sequence[int], share: float) -> tuple[str, Callable[[], None]]:
    """Put them into a control group, of the second version or the first."""
    is_second = (GROUPS / "cgroup.controllers").exists()
    above = GROUPS if is_second else GROUPS / "cpu"
    group, quota = above / f"squeezed-{os.getpid()}", round(share * PERIOD)
    if is_second:
        (GROUPS / "cgroup.subtree_control").write_text("+cpu")
    group.mkdir()
    if is_second:
        (group / "cpu.max").write_text(f"{quota} {PERIOD}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(quota))
    _move(pids, group)

    def let_go() -> None:
        _move([*map(int, (group / "cgroup.procs").read_text().split())], above)
        with suppress(OSError):  # one of them was just started
            group.rmdir()

    return f"a control group of version {1 + is_second}", let_go


def _move(pids: Sequence[int], group: Path) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            (group / "cgroup.procs").write_text(str(pid))


def _crowd(pids: Sequence[int]) -> tuple[str, Callable[[], None]]:
    """Put them on one core with a loop that comes before them, and this process on the others."""
    first, *others = sorted(os.sched_getaffinity(0))
    loop = subprocess.Popen(BUSY)  # noqa: S603 - it is ours
    os.sched_setaffinity(loop.pid, {first})
    os.sched_setaffinity(0, others or {first})
    for thread in (int(path.name) for pid in pids for path in Path(f"/proc/{pid}/task").iterdir()):
        os.sched_setaffinity(thread, {first})
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
    return f"taskset and a niceness of {NICENESS} beside a busy loop: about a tenth of a core", loop.kill


class Table:
    """Two people in a channel of their own, and how long each kind of deed waited for its first answer."""

    def __init__(
        self, playground: Playground, took: dict[str, list[float]], rng: Random, number: int
    ) -> None:
        self._playground, self._took, self._rng = playground, took, rng
        world = playground.world
        people = [Person(world.new_id(), f"{name}{number}", f"P{number}", "#888888") for name in "pq"]
        self._channel = Channel(world.new_id(), f"table-{number}", "", world.guild.id, 2 + number)
        world.people += tuple(people)
        world.channels += (self._channel,)
        self._ada, self._grace = people

    async def live(self) -> None:
        """Play every game, in any order, and ask for all that can be asked for beside."""
        games = [*engine.game_slugs()]
        for slug in self._rng.sample(games, len(games)):
            await self._play(slug)
        for name in COMMANDS:
            await self._command(self._ada, name)
        await self._play_in_two()

    async def _play(self, slug: str) -> None:
        """Play against her for some moves, press what a board has, resign, and look back."""
        options = {"game": slug, "first": self._rng.choice(("me", "opponent"))}
        board = await self._command(self._ada, "challenge", **options)
        for _ in range(MOVES):
            await self._move(self._ada, board)
        for label in ON_BOARDS:
            await self._look(board, label)
        board = await self._command(self._ada, "board")
        for label in ("Resign", "Really resign?", "Review"):
            await self._click(self._ada, board, label)
        for name in ("explain", "replay", "review"):
            await self._command(self._ada, name)

    async def _look(self, board: int, label: str) -> None:
        """Press a button of a board, and of what it answers the first that leads on."""
        shown = await self._click(self._ada, board, label)
        found = self._enabled(shown, "")
        if label in {"Explain", "Hint"} and found:
            await self._click(self._ada, shown, found[0])

    async def _play_in_two(self) -> None:
        """Invite somebody, and play by turns, with buttons and by typing."""
        board = await self._command(self._ada, "challenge", opponent=self._grace)
        await self._click(self._grace, board, "Accept")
        for person in (self._ada, self._grace):
            await self._move(person, board)
        typing = self._playground.autocomplete(self._ada, self._channel, "move", "to", "")
        names = await self._timed("suggestions", typing)
        if names:
            await self._command(self._ada, "move", to=names[0]["value"])

    async def _move(self, person: Person, board: int) -> None:
        """Press any cell once it is the person's turn, if the match goes on."""
        await self._until(lambda: bool(self._enabled(board, "m:")) or "Rematch" in self._labels(board))
        if found := self._enabled(board, "m:"):
            await self._click(person, board, self._rng.choice(found), is_move=True)

    def _enabled(self, message_id: int, prefix: str) -> list[str]:
        found = (button for button in buttons(self._message(message_id)) if not button.get("disabled"))
        return [each["custom_id"] for each in found if each.get("custom_id", "").startswith(prefix)]

    async def _click(self, person: Person, message_id: int, what: str, *, is_move: bool = False) -> int:
        """Press a button by its label or id, if it is there; return the message that is the answer."""
        if what not in self._labels(message_id) and ":" not in what:
            return message_id  # the match is over
        before = self._message(message_id)
        pressing = self._playground.click(person, message_id, what)
        name = "a move" if is_move else f"the button {self._labels(message_id).get(what, what)}"
        answer = await self._timed(name, pressing)
        await self._until(
            lambda: answer.message is not None or (is_move and self._message(message_id) is not before)
        )
        return message_id if answer.message is None else int(answer.message["id"])

    def _labels(self, message_id: int) -> dict[str, str]:
        """Return the labels of a message's buttons, each by itself and by the button's id."""
        shown = [each for each in buttons(self._message(message_id)) if "label" in each]
        return {each[key]: each["label"] for each in shown for key in ("label", "custom_id")}

    async def _command(self, person: Person, name: str, **options: Any) -> int:  # noqa: ANN401 - as the playground has it
        asking = self._playground.command(person, self._channel, name, **options)
        answer = await self._timed(f"/{name}", asking)
        await self._until(lambda: answer.message is not None)
        return 0 if answer.message is None else int(answer.message["id"])

    async def _timed(self, name: str, doing: Awaitable[Any]) -> Any:  # noqa: ANN401 - an answer, or suggestions
        began = time.monotonic()
        answer = await doing
        self._took[name].append(time.monotonic() - began)
        return answer

    async def _until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what was promised, but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not is_so():  # noqa: ASYNC110 - nobody announces it
                    await asyncio.sleep(0.05)

    def _message(self, message_id: int) -> Json:
        return self._playground.world.messages.get(message_id, {})


def main() -> int:
    """Run, print what was seen, and return the exit status."""
    parser = argparse.ArgumentParser(prog="squeezed", description="Lets people play on a slow machine.")
    parser.add_argument("--share", type=float, default=0.1, help="of one core, for her and her workers (0.1)")
    parser.add_argument("--tables", type=int, default=2, help="at how many people play at once (2)")
    parser.add_argument("--seed", type=int, default=4, help="the same seed means the same moves (4)")
    parser.add_argument("--folder", type=Path, help="an empty folder for her log")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        return report(asyncio.run(_squeezed(folder, options)))


async def _squeezed(folder: Path, options: argparse.Namespace) -> dict[str, list[float]]:
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        bot, took = Bot(playground, folder), defaultdict[str, list[float]](list)
        rng = Random(options.seed)
        tables = [Table(playground, took, Random(rng.random()), n) for n in range(options.tables)]
        await bot.start()
        how, let_go = squeeze([bot.pid, *children_of(bot.pid)], options.share)
        print(f"squeezed to {options.share} of a core by {how}", flush=True)
        try:
            await asyncio.gather(*(table.live() for table in tables))
        finally:
            let_go()
            await bot.stop()
    return took


def report(took: dict[str, list[float]]) -> int:
    """Print how long each kind of deed waited, and return the exit status."""
    print(f"{'':<28}{'deeds':>7}{'median s':>10}{'max s':>8}{'late':>6}{'never':>7}")
    whole = [each for some in took.values() for each in some]
    for name, some in [*sorted(took.items()), ("all", whole)]:
        late, never = sum(WAITED < each < PATIENCE for each in some), sum(each >= PATIENCE for each in some)
        print(f"{name:<28}{len(some):>7}{median(some):>10.2f}{max(some):>8.2f}{late:>6}{never:>7}")
    return 1 if max(whole) > WAITED else 0


if __name__ == "__main__":
    sys.exit(main())
