"""Whether several processes on one database withstand a crowd, while they are killed at random.

Run `python -m tests.benchmarks.crowd --minutes 5 --gateways 2`. Two processes are `maxine run` with one shard
each, one is `maxine serve`, and all share a PostgreSQL database of a throw-away server. Eight people press,
type and think in pauses, in all games, against her and each other, each on a server of one of the shards; a
third of what they do comes in by HTTP, which Discord itself would not mix. Every few seconds one process is
killed, and started again. What is not answered because its process was killed just then is counted apart;
whatever was begun has to be gone on with by another process.

Exit status 1 if a bar is missed. `--folder` keeps the logs.
"""

import argparse
import asyncio
import contextlib
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from statistics import quantiles

import psycopg

from bot.playground.things import Channel, Json, Person
from bot.storage.postgres import open_storage
from tests.benchmarks.soak import KINDS
from tests.benchmarks.soak_guests import Deed, Guests
from tests.benchmarks.soak_process import Bot
from tests.benchmarks.soak_watch import BOARDS, Board, Watch, read_board
from tests.postgres import postgres_database
from tests.trouble import Playground

BETWEEN_KILLS = 8.0  # seconds
BY_HTTP = 1 / 3  # of all that people do
PEOPLE = 8


class Gateway(Bot):
    """The process of one shard."""

    def __init__(self, playground: Playground, folder: Path, url: str, shard: int, count: int) -> None:
        super().__init__(playground, folder)
        self.log = f"log-{shard}.txt"
        self.shard, self._told = shard, {"DATABASE_URL": url, "SHARDS": f"{shard}/{count}"}

    def _settings(self) -> dict[str, str]:
        return self._told

    def _is_connected(self) -> bool:
        session = self.playground._gateway.sessions.get(self.shard)
        return session is not None and session.connection is not None


class Endpoint(Bot):
    """The process behind HTTP."""

    log = "log-http.txt"

    def __init__(self, playground: Playground, folder: Path, url: str) -> None:
        super().__init__(playground, folder)
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self._port = free.getsockname()[1]
        self.url, self.command = (
            f"http://127.0.0.1:{self._port}/interactions",
            ("serve", "--port", str(self._port)),
        )
        self._told = {"DATABASE_URL": url, "DISCORD_PUBLIC_KEY": playground.public_key}

    def _settings(self) -> dict[str, str]:
        return self._told

    def _is_connected(self) -> bool:
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self._port), 0.1)):
            return True
        return False


class Doors(Bot):
    """Two processes that take what the same people do, each as much as `befall` lets it."""

    def __init__(self, gateway: Gateway, endpoint: Endpoint | None, rng: Random) -> None:
        self.gateway, self._endpoint, self._rng, self.up = gateway, endpoint, rng, gateway.up
        self.locked_until = 0.0

    @property
    def kills(self) -> int:  # type: ignore[override]
        """How often either was killed."""
        return self.gateway.kills + (self._endpoint.kills if self._endpoint else 0)

    @property
    def up_since(self) -> float:  # type: ignore[override]
        """Since when both are there."""
        return max(self.gateway.up_since, self._endpoint.up_since if self._endpoint else 0)

    def befall(self, payload: Json, _: Callable[[Json], None]) -> None:
        """Deliver an interaction to one of them that is there; nothing goes wrong but for the kills."""
        playground = self.gateway.playground
        if self._endpoint and self._endpoint.up.is_set() and self._rng.random() < BY_HTTP:
            playground._endpoint.post(payload)
        else:
            playground._gateway.dispatch("INTERACTION_CREATE", payload)


class Crew(Bot):
    """All processes as one bot, which is up as long as one of them is."""

    def __init__(self, playground: Playground, folder: Path, members: Sequence[Bot]) -> None:
        super().__init__(playground, folder)
        self.members = members

    async def start(self) -> None:
        """Start all, and wait until all are connected."""
        await asyncio.gather(*(member.start() for member in self.members))
        self.up_since = time.monotonic()
        self.up.set()

    async def stop(self) -> None:
        """Stop all."""
        await asyncio.gather(*(member.stop() for member in self.members))

    async def kill_some(self, end: float, rng: Random) -> None:
        """Kill one of them now and then until a time, if another is up meanwhile."""
        while True:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * BETWEEN_KILLS)
            up = [member for member in self.members if member.up.is_set()]
            if time.monotonic() >= end:
                return
            if len(up) > 1 or len(self.members) == 1:
                await rng.choice(up).kill()


class Party(Guests):
    """The people on the server of one shard; of the first shard, one is alone with her."""

    def __init__(self, playground: Playground, doors: Doors, options: argparse.Namespace) -> None:
        super().__init__(playground, doors, doors, options)  # type: ignore[arg-type] # there are no mishaps
        world, count, shard = playground.world, options.gateways, doors.gateway.shard
        server = (world.guild.id >> 22) // count * count + shard << 22
        self._home = Channel(world.new_id(), f"home-{shard}", "", server, 9)
        world.channels += (self._home,)
        self._alone = self._people[0] if shard == 0 else None

    def _channel_of(self, person: Person) -> Channel:
        return self._playground.direct(person) if person is self._alone else self._home


def main() -> int:
    """Run, print what was seen, and return the exit status."""
    parser = argparse.ArgumentParser(prog="crowd", description="Lets people play with killed processes.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long (5)")
    parser.add_argument("--gateways", type=int, default=2, help="how many processes with a shard each (2)")
    parser.add_argument("--no-http", action="store_true", help="without the process behind HTTP")
    parser.add_argument("--pause", type=float, default=0.6, help="seconds between a person's deeds (0.6)")
    parser.add_argument("--seed", type=int, default=12, help="the same seed means the same plans (12)")
    parser.add_argument("--folder", type=Path, help="an empty folder for the logs")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        return asyncio.run(_crowd(folder, stack.enter_context(postgres_database()), options))


async def _crowd(folder: Path, url: str, options: argparse.Namespace) -> int:
    options.people = PEOPLE // options.gateways
    async with Playground() as playground:
        playground._gateway.max_concurrency = options.gateways
        playground._gateway.identify_seconds = 5.0
        gateways = [Gateway(playground, folder, url, n, options.gateways) for n in range(options.gateways)]
        endpoint = None if options.no_http else Endpoint(playground, folder, url)
        members = [*gateways, *([endpoint] if endpoint else [])]
        crew, rng = Crew(playground, folder, members), Random(f"{options.seed} doors")
        parties = [Party(playground, Doors(each, endpoint, rng), options) for each in gateways]
        watch = Watch(playground, crew, lambda: _read(url))
        try:
            await crew.start()
            if endpoint:
                await playground._endpoint.change_urls((endpoint.url,))
            end = time.monotonic() + 60 * options.minutes
            async with asyncio.TaskGroup() as group:
                looking = group.create_task(watch.look())
                group.create_task(crew.kill_some(end, Random(options.seed)))
                await asyncio.gather(*(party.live(end) for party in parties))
                looking.cancel()
            await asyncio.gather(*(each.up.wait() for each in members))
            await watch.settle()
        finally:
            await crew.stop()
        deeds = [deed for party in parties for deed in party.deeds]
        faults: dict[str, Sequence[object]] = {
            "moves and ends that were shown and are lost": watch.find_lost(),
            "unanswered while their process was up": [deed.name for deed in deeds if deed.is_unanswered],
            "boards outdated or thinking for more than 10 s": watch.stuck,
            "matches that two messages show": _find_doubles(playground),
            "matches that do not replay": await _find_broken(url),
            "identifies that came too early": playground._gateway.refused,
        }
    return _report(deeds, sum(each.kills for each in members), faults)


def _read(url: str) -> list[Board]:
    with psycopg.connect(url) as connection:
        return [Board(*row) for row in connection.execute(BOARDS)]


def _find_doubles(playground: Playground) -> list[str]:
    """Return the matches of which more than one message has cells."""
    shown = [board for message in playground.world.messages.values() if (board := read_board(message))]
    counted = Counter(board.match_id for board in shown if not board.is_over)
    return [f"match {match_id}" for match_id, number in counted.items() if number > 1]


async def _find_broken(url: str) -> list[str]:
    """Return the matches whose moves are not legal, or end otherwise than is stored."""
    storage, broken = await open_storage(url), list[str]()
    try:
        for board in _read(url):
            match = await storage.matches.find(board.match_id)
            try:
                is_whole = match is not None and (match.is_over or not match.state.is_terminal)
            except Exception:  # noqa: BLE001 - whatever is wrong, it does not replay
                is_whole = False
            broken += [] if is_whole else [f"match {board.match_id}"]
    finally:
        await storage.close()
    return broken


def _report(deeds: Sequence[Deed], kills: int, faults: dict[str, Sequence[object]]) -> int:
    cut_off = sum(deed.is_cut_off and deed.took is None for deed in deeds)
    print(f"deeds: {len(deeds)}; kills: {kills}; cut off by one: {cut_off}")
    print(f"{'':<16}{'clicks':>8}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}")
    for kind, name in KINDS.items():
        took = [deed.took for deed in deeds if deed.kind == kind and deed.took and not deed.is_troubled]
        if len(took) > 1:
            hundredths = quantiles(took, n=100, method="inclusive")
            times = "".join(f"{1000 * hundredths[n - 1]:>9.1f}" for n in (50, 95, 99))
            print(f"{name:<16}{len(took):>8}{times}")
    for name, found in faults.items():
        print(f"{name}: {len(found)}" + (f" ({', '.join(map(str, found[:8]))})" if found else ""))
    return 1 if any(faults.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
