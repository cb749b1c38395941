"""An evening: three people press, type and interrupt in any order, and every promise holds all along."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from functools import partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import engine
from bot.playground.things import Json, Person
from tests.bot.stage import Stage, staged
from tests.bot.witness import Witness, enabled
from tests.virtual import VirtualLoop

Doing = Callable[..., Coroutine[Any, Any, None]]
Rule = Callable[..., None]

T = TypeVar("T")

_WHO = st.sampled_from(["ada", "grace", "eve"])
_ANY = st.integers(0, 10_000)
_NAME = st.sampled_from(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "d4", "b2x", "c3o", "a", "f"])
_ID = st.text(min_size=1, max_size=100) | st.from_regex(r"[a-z](:[0-9]{1,2}){0,3}", fullmatch=True)
_GAME = st.sampled_from(
    ["tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild", "oware", "kalah"]
)  # she thinks in the last two, and in the very last players may move again

_acts: list[st.SearchStrategy[Doing]] = []
orderly_acts: list[st.SearchStrategy[Doing]] = []
"""What people do with what they are shown, to be done by `doing(evening)`."""


def act(*, is_orderly: bool = True, **arguments: st.SearchStrategy[Any]) -> Callable[[Doing], Rule]:
    """Make a coroutine a rule, and one of those that may happen at the same time as another."""

    def as_rule(doing: Doing) -> Rule:
        _acts.append(doings := st.builds(partial, st.just(doing), **arguments))
        if is_orderly:
            orderly_acts.append(doings)

        @wraps(doing)
        def alone(evening: Evening, **drawn: object) -> None:
            evening.happen(doing(evening, **drawn), is_orderly=is_orderly)

        return make_rule(**arguments)(alone)

    make_rule: Callable[..., Callable[[Rule], Rule]] = rule
    return as_rule


def _pick(choices: Sequence[T], number: int) -> T:
    return choices[number % len(choices)]


def _somebody_can_move(evening: Evening) -> bool:
    return bool(evening.witness.open_matches)


class Evening(RuleBasedStateMachine):
    """What three people may do on a stage of their own.

    Numbers are drawn that mean something only when they are used, so that what is drawn never depends on
    what has happened: Maxine's moves in Oware hang on the machine's speed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._folder, self._staging = TemporaryDirectory(), AsyncExitStack()
        self._runner = asyncio.Runner(loop_factory=VirtualLoop)
        path = Path(self._folder.name) / "maxine.db"
        self.stage = self._runner.run(self._staging.enter_async_context(staged(path, Stage)))
        self.witness = Witness(self.stage)

    def happen(self, *doings: Coroutine[Any, Any, None], is_orderly: bool = True) -> None:
        """Let things happen at the same time, and look around.

        After what is not orderly a board may rightly lag behind its match until somebody presses it again.
        """
        self._runner.run(self._happen(doings, is_orderly=is_orderly))

    async def _happen(self, doings: Sequence[Coroutine[Any, Any, None]], *, is_orderly: bool) -> None:
        await asyncio.gather(*doings)
        await self.witness.look_around(is_orderly=is_orderly)

    @initialize()
    def begin(self) -> None:
        """Sit down to one match against Maxine and one between two people."""
        self.happen(self._begin())

    async def _begin(self) -> None:
        await self.stage.challenge(self.stage.ada, level="easy")
        await self.stage.between(self.stage.ada, self.stage.grace)

    @precondition(_somebody_can_move)
    @act(match=_ANY, cell=_ANY)
    async def turn(self, match: int, cell: int) -> None:
        """Whoever is to move in a running match presses an open cell."""
        await self._turn(match, cell)

    async def _turn(self, number: int, cell: int) -> None:
        if not self.witness.open_matches:  # the turn before has ended the last
            return
        match = _pick(self.witness.open_matches, number)
        assert match.message_id is not None
        person = next(one for one in self._people if one.id == match.to_move.user_id)
        id_ = f"m:{match.id}:{match.ply}:{_pick(match.state.actions(), cell)}"
        if await self.witness.press(person, match.message_id, id_):
            self.witness.disturbed.discard(match.id)

    @act(who=_WHO, button=_ANY)
    async def press(self, who: str, button: int) -> None:
        """Somebody presses a button that can be pressed."""
        person = self._person(who)
        live = [(int(one["id"]), id_) for one in self._seen(person) for id_ in enabled(one)]
        await self.witness.press(person, *_pick(live, button))

    @act(who=_WHO, message=_ANY, button=_ANY)
    async def stale(self, who: str, message: int, button: int) -> None:
        """Somebody presses a button that a message has, or had once."""
        person = self._person(who)
        await self.witness.press(person, *self._pick_id(person, message, button))

    @act(who=_WHO, message=_ANY, custom_id=_ID, is_orderly=False)
    async def garbage(self, who: str, message: int, custom_id: str) -> None:
        """Somebody sends an id that no button of the message may have had."""
        person = self._person(who)
        await self.witness.press(person, int(_pick(self._seen(person), message)["id"]), custom_id)

    @act(who=_WHO, message=_ANY, button=_ANY, part=_ANY, number=st.integers(0, 99), is_orderly=False)
    async def forged(self, who: str, message: int, button: int, part: int, number: int) -> None:
        """Somebody sends the id of a button with another number in it."""
        person = self._person(who)
        message_id, custom_id = self._pick_id(person, message, button)
        kind, *numbers = custom_id.split(":")
        if numbers:
            numbers[part % len(numbers)] = str(number)
        await self.witness.press(person, message_id, ":".join((kind, *numbers)))

    @act(
        who=_WHO,
        opponent=st.sampled_from([None, "ada", "grace", "eve"]),
        game=_GAME,
        level=st.sampled_from(engine.LEVELS),
        first=st.sampled_from(["me", "opponent", "random"]),
    )
    async def challenge(self, who: str, opponent: str | None, **options: str) -> None:
        """Somebody challenges Maxine, or somebody, or themselves."""
        named = {"opponent": self._person(opponent)} if opponent else {}
        await self.witness.command(self._person(who), "challenge", **options, **named)

    @act(who=_WHO, name=_NAME)
    async def move(self, who: str, name: str) -> None:
        """Somebody types a move."""
        await self.witness.type_move(self._person(who), name)

    @act(who=_WHO, ply=st.integers(-1, 10))
    async def explain(self, who: str, ply: int) -> None:
        """Somebody asks about a position."""
        await self.witness.command(self._person(who), "explain", ply=ply)

    @act(who=_WHO, name=st.sampled_from(["board", "resign", "leaderboard", "help"]))
    async def command(self, who: str, name: str) -> None:
        """Somebody uses a command that needs no options."""
        await self.witness.command(self._person(who), name)

    @rule(first=st.one_of(_acts), second=st.one_of(_acts))
    def together(self, first: Doing, second: Doing) -> None:
        """Two things happen at the same time."""
        self.happen(first(self), second(self), is_orderly=False)

    @precondition(_somebody_can_move)
    @rule(match=_ANY, cell=_ANY, other=_ANY)
    def race(self, match: int, cell: int, other: int) -> None:
        """Two cells of one board are pressed at the same time, or one twice."""
        self.happen(self._turn(match, cell), self._turn(match, other), is_orderly=False)

    @precondition(_somebody_can_move)
    @rule(cells=st.lists(_ANY, min_size=2, max_size=9))
    def play_on(self, cells: list[int]) -> None:
        """A match goes on for a while."""
        for cell in cells:
            self.happen(self._turn(cells[0], cell))

    @rule(seconds=st.sampled_from([6, 51 * 60, 25 * 3600, 8 * 24 * 3600]), restarts=st.booleans())
    def wait(self, seconds: int, restarts: bool) -> None:  # noqa: FBT001 - it is drawn by name
        """Nobody does anything for a while, in which the bot may stop and another start on the same file."""
        self.stage.clock.advance(seconds=seconds)
        if restarts:
            self.happen(self._restart())

    async def _restart(self) -> None:
        await self.stage.restart()
        await self.stage.upkeep()  # she has just begun to; the next step must not race her

    @invariant()
    def promises_hold(self) -> None:
        """Nothing acknowledged is lost, nothing is left unanswered, and the rules hold."""
        self.witness.check()

    def teardown(self) -> None:
        """Go home, and close the house even if something was wrong."""
        with self._folder, self._runner:
            self._runner.run(self._go_home())

    async def _go_home(self) -> None:
        async with self._staging:
            await self.stage.upkeep()
            await self.witness.check_end()

    @property
    def _people(self) -> tuple[Person, ...]:
        return self.stage.ada, self.stage.grace, self.stage.eve

    def _person(self, who: str) -> Person:
        return next(person for person in self._people if person.name == who)

    def _seen(self, person: Person) -> list[Json]:
        return self.stage.playground.messages(self.stage.general, person)

    def _pick_id(self, person: Person, message: int, button: int) -> tuple[int, str]:
        """Pick a message, and a button that it has or had."""
        ids = [int(one["id"]) for one in self._seen(person)]
        message_id = _pick([id_ for id_ in ids if self.witness.ids[id_]], message)
        return message_id, _pick(self.witness.ids[message_id], button)
