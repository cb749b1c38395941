"""A little world with a bot in it, in which time and chance are in the hands of the test."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.models import Match
from bot.playground.things import Channel, Json, Person
from bot.playground.world import World
from bot.services import Context
from bot.services.clock import Clock
from bot.workers import Analysts
from tests.bot.databases import KINDS
from tests.bot.fork_server import ready_worker
from tests.bot.shown import Told, id_of


@dataclass
class Machine:
    """The clock of the bot's machine, which shows the time of the world unless it lies."""

    world: World
    off: float = 0.0

    def __call__(self) -> float:
        return self.world.time() + self.off

    def advance(self, *, seconds: float = 0, minutes: float = 0, hours: float = 0, days: float = 0) -> None:
        """Let time pass, for Discord and the bot."""
        self.world.ahead += seconds + 60 * (minutes + 60 * (hours + 24 * days))

    def reset(self) -> None:
        """Let it be today again."""
        self.world.ahead = self.off = 0.0

    def lie(self, *, days: float = 0, minutes: float = 0) -> None:
        """Let the machine alone be so far ahead."""
        self.off = 60 * (minutes + 24 * 60 * days)


class Scene(ABC):
    """One little world; `ada`, `grace`, `emmy`, `blaise` and `eve` are people, `robot` is another bot."""

    kind = "sqlite"
    """Of which kind the database is: sqlite, or postgresql."""

    def __init__(self, world: World, path: Path, seed: int = 7) -> None:
        self.world, self.folder, self.database = world, path.parent, KINDS[self.kind](path)
        self.worker: Sequence[str] = ready_worker()
        self.clock, self._rng = Machine(world), random.Random(seed)
        self.ada, self.grace, self.emmy, self.blaise = world.people
        self.eve, self.robot = self.newcomer("eve"), self.newcomer("robot", bot=True)
        self.general, self.games = world.channels

    async def open(self) -> Context:
        """Open the database, and find somebody to think; they have little time."""
        self.storage = await self.database.open()
        self.analysts = Analysts(size=1, command=self.worker)
        self.context = Context(self.storage, self.analysts, Clock(self.clock), self._rng, 0.05, 0.05, 0.02)
        return self.context

    async def close(self) -> None:
        """Let nobody think any more, and close the database."""
        await self.analysts.close()
        await self.storage.close()

    def newcomer(self, name: str, *, bot: bool = False) -> Person:
        """Let somebody else join the server."""
        person = Person(self.world.new_id(), name, name.title(), "#888888", bot=bot)
        self.world.people += (person,)
        return person

    @abstractmethod
    async def restart(self) -> None:
        """Stop the bot, and start another one on the same database."""

    @abstractmethod
    async def command(self, person: Person, name: str, /, **options: object) -> Told:
        """Use a slash command in #general."""

    @abstractmethod
    async def command_in(self, channel: Channel, person: Person, name: str, /, **options: object) -> Told:
        """Use a slash command anywhere."""

    @abstractmethod
    async def click(self, person: Person, message_id: int, what: str) -> Told:
        """Press an enabled button by its label."""

    @abstractmethod
    async def press(self, person: Person, message_id: int, custom_id: str, *values: str) -> Told:
        """Press a button by its id, or choose from a menu, whether or not it is there."""

    @abstractmethod
    async def submit(self, person: Person, answer: Any, values: Mapping[str, object]) -> Told:  # noqa: ANN401
        """Send the sheet of an answer; what is not given stays as it is shown."""

    async def challenge(self, person: Person, /, **options: object) -> int:
        """Challenge Maxine, or invite somebody; return the message."""
        return id_of(await self.command(person, "challenge", **options or {"first": "me"}))

    async def resign(self, person: Person, /, **options: object) -> int:
        """Resign by command, and confirm it; return the message in which the match is shown from then on."""
        asked = await self.command(person, "resign", **options)
        answer = await self.click(person, id_of(asked), "Really resign?")
        return int(answer.followups[0]["id"])

    async def between(self, first: Person, second: Person, /, **options: object) -> int:
        """Begin a match between two people; return the board's message."""
        invitation = await self.challenge(first, opponent=second, **options)
        return id_of(await self.click(second, invitation, "Accept"))

    async def moves(self, message_id: int, first: Person, second: Person, names: str) -> Told:
        """Play moves by turns, `a1 b2 c3`; return the answer to the last."""
        for index, name in enumerate(names.split()):
            answer = await self.click((first, second)[index % 2], message_id, name)
            assert not answer.ephemeral, answer.text
        return answer

    def message(self, message_id: int) -> Json:
        return self.world.messages[message_id]

    async def match(self, match_id: int = 1) -> Match:
        """A match as it is stored."""
        match = await self.storage.matches.find(match_id)
        assert match is not None
        return match

    def link(self, message_id: int) -> str:
        """The address of a message in #general."""
        return f"https://discord.com/channels/{self.world.guild.id}/{self.general.id}/{message_id}"

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Look into the database, past the bot."""
        return self.database.rows(sql, *values)
