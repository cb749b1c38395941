"""A random walk: people use any command, press any button and choose from any menu that they see."""

import random
from collections import Counter
from collections.abc import Awaitable, Collection, Iterator
from contextlib import suppress
from itertools import cycle

from bot.playground.components import SELECTS, pressable
from bot.playground.filling import Option, Sort
from bot.playground.things import Channel, Json, Person
from tests.bot.stage import Stage
from tests.driver import Answer

_NEWEST = 12  # messages that a person sees without scrolling
_ROUND = 40  # steps between two rounds of upkeep
_SHORT = {"arena": {"games": 1, "x": "easy", "o": "random", "game": "tic-tac-toe"}}
"""Options of commands that would take long with others."""

_TEXTS = ("a1", "b2", "c3", "in 2 hours", "1 hour", "7")


class Walk:
    """Some people on a stage; `used` counts what they have done by its kind."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self._rng, self.used = stage, random.Random(seed), Counter[str]()
        self._people = (stage.ada, stage.grace, stage.emmy, stage.eve)
        commands = [*list_commands(stage.playground.world.commands)]
        self._rng.shuffle(commands)
        self._commands = cycle(commands)

    @property
    def commands(self) -> set[str]:
        return {kind.partition(" ")[0] for kind in self.used if kind.startswith("/")}

    async def go(self, steps: int) -> None:
        """Do so many things one after the other, each of which must be answered."""
        while self.used.total() < steps:
            with suppress(ValueError):  # Discord's client would not let a person do that
                await (self._use_command() if self._rng.random() < 0.3 else self._press())

    async def _use_command(self) -> None:
        (name, command), playground = next(self._commands), self.stage.playground
        is_for_all = command.get("default_member_permissions") is None
        person = self._rng.choice(self._people) if is_for_all else self.stage.ada
        channel = self._choose_channel(person, command.get("contexts") or (0, 1))
        if command["type"] == Sort.PERSON:
            acting = playground.choose(person, channel, name, self._rng.choice(self._people))
        elif command["type"] == Sort.MESSAGE:
            acting = playground.choose_at(person, self._rng.choice(self._list_messages(person))["id"], name)
        else:
            options = await self._fill_in(person, channel, name, command.get("options", ()))
            acting = playground.command(person, channel, name, **options)
        await self._check(person, f"/{name}", acting)

    async def _press(self) -> None:
        """Press what has been pressed least, by its kind, of all that a person sees."""
        person = self._rng.choice(self._people)
        found = [
            (message["id"], part)
            for message in self._list_messages(person)
            for part in pressable(message["components"])
            if not part.get("disabled")
        ]
        self._rng.shuffle(found)
        message_id, chosen = min(found, key=lambda each: self.used[_kind(each[1]["custom_id"])])
        id_ = chosen["custom_id"]
        values = self._choose_values(chosen) if chosen["type"] in SELECTS else None
        await self._check(person, _kind(id_), self.stage.playground.click_id(person, message_id, id_, values))

    async def _check(self, person: Person, kind: str, acting: Awaitable[Answer]) -> None:
        answer = await self.stage.answered(acting)
        await self.stage.quiet()
        self.used[kind] += 1
        assert not answer.failed, f"{kind} was not answered"
        if self.used.total() % _ROUND == 0:
            self.stage.clock.advance(minutes=self._rng.choice((1, 20, 90)))
            await self.stage.upkeep()
        if answer.modal is not None:
            await self._check(person, f"{kind} sent", self.stage.playground.submit(person, answer, {}))

    def _choose_channel(self, person: Person, contexts: Collection[int]) -> Channel:
        playground = self.stage.playground
        places = (*playground.channels, playground.direct(person), *playground.world.threads.values())
        return self._rng.choice([each for each in places if each.context in contexts])

    def _list_messages(self, person: Person) -> list[Json]:
        world = self.stage.playground.world
        seen = [each for each in world.messages.values() if world.is_seen_by(person, each)]
        if not seen:
            raise ValueError("There is nothing to press.")
        return seen[-_NEWEST:]

    def _choose_values(self, menu: Json) -> list[str]:
        most = min(menu.get("max_values") or 1, len(menu["options"]))
        chosen = self._rng.sample(menu["options"], self._rng.randint(1, most))
        return [option["value"] for option in chosen]

    async def _fill_in(
        self, person: Person, channel: Channel, name: str, options: list[Json]
    ) -> dict[str, object]:
        if name in _SHORT:
            return {**_SHORT[name]}
        wanted = [each for each in options if each.get("required") or self._rng.random() < 0.4]
        return {each["name"]: await self._choose_value(person, channel, name, each) for each in wanted}

    async def _choose_value(self, person: Person, channel: Channel, name: str, option: Json) -> object:
        choices = option.get("choices")
        if option.get("autocomplete"):
            suggesting = self.stage.playground.autocomplete(person, channel, name, option["name"], "")
            choices = await suggesting
        if choices:
            return self._rng.choice(choices)["value"]
        if option["type"] == Option.USER:
            return self._rng.choice((*self._people, self.stage.robot, self.stage.playground.world.bot))
        if option["type"] == Option.BOOLEAN:
            return self._rng.random() < 0.5
        return self._rng.choice(_TEXTS) if option["type"] == Option.STRING else self._rng.randint(1, 9)


def _kind(id_: str) -> str:
    return id_.partition(":")[0]


def list_commands(commands: list[Json]) -> Iterator[tuple[str, Json]]:
    """Every command and subcommand, by its full name."""
    for command in commands:
        parts = [each for each in command.get("options", ()) if each["type"] == Option.SUBCOMMAND]
        for part in parts:
            yield f"{command['name']} {part['name']}", {**command, **part, "type": Sort.CHAT}
        if not parts:
            yield command["name"], command
