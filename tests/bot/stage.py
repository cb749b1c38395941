"""A playground, and the real bot in it with a real database file."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TypeVar

import pytest

from bot.client import Maxine
from bot.cogs.upkeep import Upkeep
from bot.endpoint import Door, Endpoint
from bot.playground import redirect
from bot.playground.things import Channel, Json, Person
from bot.services import Context
from bot.storage.sqlite.connection import Connection
from bot.words.language import Languages
from tests.bot.databases import File
from tests.bot.drafts import connection_of
from tests.bot.scenes import Scene
from tests.driver import Answer
from tests.patience import LONG
from tests.trouble import Playground

S = TypeVar("S", bound="Stage")
T = TypeVar("T")

CALLBACK = r"/interactions/\d+/[^/]+/callback$"
FOLLOW_UP = r"/webhooks/\d+/[^/]+$"
ORIGINAL = r"/webhooks/\d+/[^/]+/messages/@original$"
EDIT = r"/channels/\d+/messages/\d+$"
MESSAGES = r"/channels/\d+/messages$"
"""Where she asks Discord for a first answer, one beside it, a change of it, a change of any message, and one
without being asked."""

PATIENCE = 15.0
"""Seconds in which she must answer: more than Discord's three, for this machine may have much else to do."""

ABOUT_SQLITE = "it is about SQLite itself"
"""Why a test is skipped on another database."""

WORK = ("CommandTree-invoker", "discord.py: on_", "discord-ui-modal-dispatch", "drawing of match")
"""What names of tasks begin with that discord.py starts for what people do."""


_registered: list[Json] = []
"""The commands as the first bot of this process registered them: a test may put others into their place."""

left_to: dict[int, list[Json]] = {}
"""What bots find at Discord who have not asked yet, by application."""


class Stage(Scene):
    """One bot in one playground."""

    rounds: float = 3600.0
    """Seconds between two rounds of upkeep after boards; the first comes at the start."""

    door = "gateway"
    """The way by which she is told what people do: the gateway, or http."""

    languages: Languages | None = None
    """What people speak; None: what a bot speaks by itself."""

    is_known = True
    """Whether Discord knows her commands already, of an earlier start."""

    def __init__(self, playground: Playground, path: Path, seed: int = 7) -> None:
        super().__init__(playground.world, path, seed)
        self.playground = playground

    @property
    def path(self) -> Path:
        """The file of the database; a test that asks for it is about SQLite."""
        if not isinstance(self.database, File):
            pytest.skip(ABOUT_SQLITE)
        return self.database.path

    @path.setter
    def path(self, path: Path) -> None:
        self.database = File(path)

    @property
    def connection(self) -> Connection:
        """The connection to the file, past the contract; a test that asks for it is about SQLite."""
        if not isinstance(self.database, File):
            pytest.skip(ABOUT_SQLITE)
        return connection_of(self.storage)

    async def start(self) -> None:
        """Open the database and connect the bot."""
        context = await self.open()
        if self.is_known and self.languages is None and not self.playground.world.commands:
            self._come_back()
        for worker in self.analysts._workers:
            worker.ask = partial(self._ask, worker.ask)  # type: ignore[method-assign]
        await asyncio.sleep(1)  # nobody does anything in the moment in which she begins
        self.bot = self.make_bot(context)
        self._running = asyncio.create_task(self.bot.start(self.playground.token))
        await self.playground.bot_ready()
        if self.languages is None and not _registered:
            _registered.extend(command.copy() for command in self.playground.world.commands)
        catch_up = self._upkeep._catch_up
        catch_up.change_interval(seconds=self.rounds)
        await self.until(lambda: catch_up._handle is not None)  # the first round is over

    def _come_back(self) -> None:
        """Let Discord know the commands, as another start has left them."""
        world = self.playground.world
        world.set_commands([command | {"application_id": str(world.bot.id)} for command in _registered])
        left_to[world.bot.id] = [*world.commands]

    def leave_unchecked(self, limit: str) -> None:
        """Let clients know no such limit of any option, as those that know older commands."""
        world = self.playground.world
        world.set_commands([{**each, "options": _without(limit, each["options"])} for each in world.commands])

    async def _ask(self, ask: Callable[..., Awaitable[T]], *args: object) -> T:
        await self.before_thinking()
        return await ask(*args)

    async def before_thinking(self) -> None:
        """Wait before a worker is asked; thinking itself takes no time."""

    def make_bot(self, context: Context) -> Maxine:
        """Return a bot that is to come in by the door."""
        if self.door == "gateway":
            return Maxine(context, self.languages)
        door = Door(bytes.fromhex(self.playground.public_key), "127.0.0.1", 0, notice=0.05)
        return Endpoint(context, door, self.playground.deliver_to, self.languages)

    async def stop(self) -> None:
        await self.bot.close()
        await self._running
        if self.door == "http":
            await self.offline()
        await self.close()

    async def restart(self) -> None:
        await self.stop()
        await self.offline()
        await self.start()

    async def offline(self) -> None:
        """Wait until the playground has noticed that the bot is gone, or tell it."""
        if self.door == "http":
            await self.playground.deliver_to()
        await self.until(lambda: not self.playground._gateway.ready.is_set())

    @property
    def _upkeep(self) -> Upkeep:
        upkeep = self.bot.cogs["Upkeep"]
        assert isinstance(upkeep, Upkeep)
        return upkeep

    async def upkeep(self) -> None:
        """Let her look after boards, then after all that is old, and after boards again, twice.

        She leaves a match alone while she thinks about it, so she is given the time to; and what has failed
        for a while, which is over by then.
        """
        await self._catch_up()
        await self._upkeep._tidy()
        for _ in range(2):
            await self._catch_up()

    async def _catch_up(self) -> None:
        for tasks in self._upkeep._tasks:
            tasks.pauses.clear()
        await self._upkeep._catch_up()
        await asyncio.gather(*chain.from_iterable(tasks.values() for tasks in self._upkeep._tasks))
        await asyncio.gather(*self.bot.context.replies.values(), return_exceptions=True)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what nobody announces."""
        pause = 0.001
        async with asyncio.timeout(LONG):
            while not is_so():
                await asyncio.sleep(pause)
                pause = min(2 * pause, 0.05)  # what takes long is not asked for again and again

    async def quiet(self) -> None:
        """Wait until the bot has done all that it does after an answer: other edits, and its log."""
        async with asyncio.timeout(LONG):
            while working := [task for task in asyncio.all_tasks() if task.get_name().startswith(WORK)]:
                await asyncio.wait(working)

    async def answered(self, asking: Awaitable[Answer]) -> Answer:
        """Wait for the message of an answer, if one comes: on a busy machine it is only promised at first."""
        answer = await asking
        await self.until(lambda: answer.failed or bool(answer.message or answer.modal))
        return answer

    async def command(self, person: Person, name: str, /, **options: object) -> Answer:
        return await self.command_in(self.general, person, name, **options)

    async def command_in(self, channel: Channel, person: Person, name: str, /, **options: object) -> Answer:
        answer = await self.answered(self.playground.command(person, channel, name, **options))
        await self.quiet()
        return answer

    async def click(self, person: Person, message_id: int, what: str) -> Answer:
        answer = await self.playground.click(person, message_id, what)
        await self.quiet()
        return answer

    async def choose_at(self, person: Person, message_id: int, name: str) -> Answer:
        answer = await self.playground.choose_at(person, message_id, name)
        await self.quiet()
        return answer

    async def press(self, person: Person, message_id: int, custom_id: str, *values: str) -> Answer:
        answer = await self.playground.click_id(person, message_id, custom_id, [*values])
        await self.quiet()
        return answer

    async def submit(self, person: Person, answer: Answer, values: Mapping[str, object]) -> Answer:
        """Send the modal of an answer, with values by custom_id."""
        sent = await self.answered(self.playground.submit(person, answer, values))
        await self.quiet()
        return sent

    async def lock(self, seconds: float) -> None:
        """Keep the database from being written for a while, as another process might."""
        with self.database.locked():
            await asyncio.sleep(seconds)


def _without(name: str, options: list[Json]) -> list[Json]:
    return [{key: value for key, value in option.items() if key != name} for option in options]


@asynccontextmanager
async def staged(path: Path, make: Callable[[Playground, Path], S]) -> AsyncIterator[S]:
    """A stage whose bot is connected until the block ends."""
    async with Playground() as playground:
        redirect(playground.url)
        stage = make(playground, path)
        await stage.start()
        try:
            yield stage
        finally:
            await stage.stop()
        playground.check_refusals()
