"""People who do during a soak what people do: press what they see, and type what comes to their minds."""

import argparse
import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable
from dataclasses import dataclass
from random import Random
from typing import Any

import engine
from bot.playground.messages import text_of
from bot.playground.things import Channel, Json, Person
from engine import puzzles
from tests.benchmarks.soak_mishaps import DESTROYED, Mishaps
from tests.benchmarks.soak_process import Bot
from tests.bot.shown import buttons
from tests.driver import Answer
from tests.trouble import Playground

KEPT_IN_VIEW = 5  # messages
PRESSES = 0.8  # of all deeds, while there is something to press
WEIGHTS = {"m": 14, "y": 6, "lt": 3, "am": 4, "n": 4, "a": 20, "pf": 3}
"""Of kinds of buttons: cells of boards, puzzles, lessons and analysis; Rematch, Accept, Play from here."""

PATIENCE = 30.0  # seconds for what was promised
STARTING = 3.0  # seconds in which everybody comes back at once, and her workers start
MENTION = re.compile(r"<@(\d+)>")
LEVELS = ("easy", "medium", "hard", "perfect")
COMMANDS = {
    "challenge": 30,
    "invite": 12,
    "explain": 6,
    "replay": 5,
    "review": 5,
    "puzzle": 6,
    "daily": 3,
    "board": 6,
    "move": 10,
    "hint": 4,
    "analyse": 5,
    "leaderboard": 3,
    "streaks": 2,
    "rules": 3,
    "help": 1,
    "resign": 2,
}
THOUGHT = frozenset(
    {"explain", "replay", "review", "hint", "puzzle", "daily", "analyse", "em", "ep", "bw", "mh", "va", "ve"}
    | {"od", "lj", "lk", "lp", "ls", "lt", "am", "ak", "as", "aa", "iv", *"evphljktsyigxz"}
)
"""Commands and kinds of buttons whose answer she has to look for: what moves are worth, pictures, films."""


@dataclass
class Deed:
    """One thing that somebody did, and what came of it; `took` is None if it was not answered."""

    name: str
    kind: str
    began: float
    fault: str | None = None
    is_cut_off: bool = False
    was_disturbed: bool = False
    took: float | None = None
    broke_promise: bool = False

    @property
    def is_troubled(self) -> bool:
        """Whether the time it took may be a mishap's doing."""
        return self.fault is not None or self.was_disturbed or self.is_cut_off

    @property
    def is_unanswered(self) -> bool:
        """Whether she was up, could have answered, and did not, or promised an answer that never came."""
        if self.is_cut_off or self.fault in DESTROYED:
            return False
        return self.took is None or self.broke_promise


class Guests:
    """All of them, and what each has in view."""

    def __init__(
        self, playground: Playground, bot: Bot, mishaps: Mishaps, options: argparse.Namespace
    ) -> None:
        self._playground, self._bot, self._mishaps = playground, bot, mishaps
        self._pause, self._seed = options.pause, options.seed
        self.deeds: list[Deed] = []
        world, count = playground.world, options.people
        self._people = [Person(world.new_id(), f"p{n}", f"P{n}", "#808080") for n in range(count)]
        world.people += tuple(self._people)
        world.channels += tuple(
            Channel(world.new_id(), f"table-{n}", "", world.guild.id, 2 + n) for n in range(count // 8)
        )
        self._in_view = {person.id: deque[int](maxlen=KEPT_IN_VIEW) for person in self._people}
        self._doing: dict[int, Deed] = {}
        world.listeners.append(self._see)
        self._dispatch, playground.interactions.dispatch = playground.interactions.dispatch, self._deliver

    def _see(self, event: str, message: Json) -> None:
        """Let those have a message in view who are named in it, or who alone can see it."""
        if event not in {"message_create", "message_update"}:
            return
        whisper = message.get("ephemeral_for")
        for user_id in map(int, [whisper] if whisper else MENTION.findall(text_of(message))):
            view = self._in_view.get(user_id)
            if view is not None and int(message["id"]) not in view:
                view.append(int(message["id"]))

    def _deliver(self, payload: Json) -> None:
        deed = self._doing.get(int(_user(payload)["id"]))
        fault = self._mishaps.befall(payload, self._dispatch)
        if deed is not None:
            deed.fault = fault

    async def live(self, end: float) -> None:
        """Let everybody do things until a time."""
        await asyncio.gather(*(self._live(person, end) for person in self._people))

    async def _live(self, person: Person, end: float) -> None:
        rng = Random(f"{self._seed} {person.name}")
        while True:
            await asyncio.sleep(rng.expovariate(1 / self._pause))
            await self._bot.up.wait()
            if time.monotonic() >= end:
                return
            found = self._find_buttons(person, rng)
            if found and rng.random() < PRESSES:
                await self._press(person, *found)
            else:
                await self._command(person, rng)

    def _find_buttons(self, person: Person, rng: Random) -> tuple[int, str] | None:
        """Choose something to press on a message in view: its kind first, then which."""
        view, world = self._in_view[person.id], self._playground.world
        for message_id in rng.sample([*view], len(view)):
            message = self._message(message_id)
            if message is None or not world.is_seen_by(person, message):
                continue
            kinds: dict[str, list[str]] = {}
            for button in buttons(message):
                if "custom_id" in button and not button.get("disabled"):
                    kinds.setdefault(button["custom_id"].split(":")[0], []).append(button["custom_id"])
            if kinds:
                [kind] = rng.choices([*kinds], [WEIGHTS.get(kind, 1) for kind in kinds])
                return message_id, rng.choice(kinds[kind])
        return None

    async def _press(self, person: Person, message_id: int, custom_id: str) -> None:
        kind = custom_id.partition(":")[0]
        deed = self._begin(person, f"button {kind}", kind)
        pressing = self._playground.click_id(person, message_id, custom_id)
        await self._finish(deed, pressing, self._message(message_id))

    async def _command(self, person: Person, rng: Random) -> None:
        [name] = rng.choices([*COMMANDS], [*COMMANDS.values()])
        channel = self._channel_of(person)
        options = self._options(person, name, rng)
        if name == "move":
            deed = self._begin(person, "autocomplete", "look")
            typing = self._playground.autocomplete(person, channel, "move", "to", "")
            choices = await self._finish(deed, typing)
            options["to"] = rng.choice(choices)["value"] if choices else "b2"
            await self._bot.up.wait()
        name = "challenge" if name == "invite" else name
        deed = self._begin(person, f"/{name}", name)
        await self._finish(deed, self._playground.command(person, channel, name, **options))

    def _options(self, person: Person, name: str, rng: Random) -> dict[str, Any]:
        """Choose what to say with a command."""
        game = rng.choice(engine.game_slugs())
        others = [other for other in self._people if other is not person]
        wish = {"game": game, "difficulty": rng.choice(puzzles.DIFFICULTIES)}
        chosen: dict[str, dict[str, Any]] = {
            "challenge": {"game": game, "level": rng.choice(LEVELS), "first": rng.choice(("me", "random"))},
            "invite": {"game": game, "opponent": rng.choice(others)},
            "explain": {"tree": rng.random() < 0.4},
            "puzzle": rng.choice((wish, wish, {"theme": rng.choice(puzzles.THEMES)}, {"mine": True})),
            "analyse": rng.choice(({"game": game}, {"ply": 1})),
            "leaderboard": {"game": game},
            "rules": {"game": game},
        }
        return chosen.get(name, {})

    def _channel_of(self, person: Person) -> Channel:
        """Return where a person is at home: every eighth alone with her."""
        number, channels = self._people.index(person), self._playground.channels
        if number % 8 == 7:
            return self._playground.direct(person)
        return channels[number % len(channels)]

    def _begin(self, person: Person, name: str, kind: str) -> Deed:
        what = "move" if kind == "m" else "thought" if kind in THOUGHT else "look"
        deed = self._doing[person.id] = Deed(name, what, time.monotonic())
        self.deeds.append(deed)
        return deed

    async def _finish(self, deed: Deed, doing: Awaitable[Any], pressed: Json | None = None) -> Any:  # noqa: ANN401 - an answer, or suggestions
        """Wait for the answer, and for what it promises; None if there was none."""
        kills = self._bot.kills
        answer = await doing
        took = time.monotonic() - deed.began
        deed.was_disturbed = deed.began < max(self._mishaps.locked_until, self._bot.up_since + STARTING)
        deed.is_cut_off = self._bot.kills != kills
        if isinstance(answer, list):  # suggestions: none are as good as late ones, so nobody is owed any
            deed.took = took
            return answer
        deed.took = None if answer.failed else took
        if answer.deferred and answer.message is None:
            deed.broke_promise = not await self._await_promised(answer, pressed)
            deed.is_cut_off = self._bot.kills != kills
        return None if answer.failed else answer

    async def _await_promised(self, answer: Answer, pressed: Json | None) -> bool:
        """Wait for a message, or for a change of the one that was pressed, in whatever way she makes it."""
        end = time.monotonic() + PATIENCE
        while answer.message is None and not answer.followups:
            if pressed is not None and self._message(int(pressed["id"])) is not pressed:
                return True
            if time.monotonic() >= end:
                return False
            await asyncio.sleep(0.1)
        return True

    def _message(self, message_id: int) -> Json | None:
        return self._playground.world.messages.get(message_id)


def _user(payload: Json) -> Json:
    user: Json = payload["user"] if "user" in payload else payload["member"]["user"]
    return user
