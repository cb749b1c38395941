"""Random evenings: three people press, type and interrupt in any order, and every promise holds all along.

Nothing acknowledged is lost, nothing is left unanswered, and the rules hold, whatever fails on the way.
Evenings are the same in every run; `--hypothesis-profile=varied --hypothesis-seed=1` spends others.
"""

from __future__ import annotations

import asyncio
import math
import shutil
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from functools import partial, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import engine
from bot.playground.things import Json, Person
from tests.bot.databases import File
from tests.bot.stage import CALLBACK, Stage, staged
from tests.bot.witness import Witness, enabled
from tests.trouble import Playground
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
_orderly_acts: list[st.SearchStrategy[Doing]] = []
"""What people do with what they are shown, to be done by `doing(evening)`."""


def act(*, is_orderly: bool = True, **arguments: st.SearchStrategy[Any]) -> Callable[[Doing], Rule]:
    """Make a coroutine a rule, and one of those that may happen at the same time as another."""

    def as_rule(doing: Doing) -> Rule:
        _acts.append(doings := st.builds(partial, st.just(doing), **arguments))
        if is_orderly:
            _orderly_acts.append(doings)

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


class Evening(RuleBasedStateMachine):
    """What three people may do on a stage of their own, and what may fail meanwhile.

    After a failure, once the bot has had time for a round of upkeep, every board shows its match again.
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

    _doing = st.one_of(_orderly_acts)

    @rule(doing=_doing, fault=st.sampled_from(sorted(FAULTS)))
    def lost(self, doing: Doing, fault: str) -> None:
        """An answer is lost, or Maxine believes so; she tries in another way."""
        FAULTS[fault](self.stage.playground)
        if fault == "refused":  # where that was a sentence to one person, there is no other way to say it
            self.happen(self._unanswered(doing))
        else:
            self.happen(self._recovered(doing))

    @rule(doing=_doing)
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

    @rule(doing=_doing)
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

    @rule(doing=_doing)
    def locked(self, doing: Doing) -> None:
        """Another process keeps the database from being written for a moment."""
        self.happen(self.stage.lock(_LOCKED), doing(self))

    @rule(doing=_doing, is_taken=st.booleans())
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


@pytest.mark.nightly
@pytest.mark.unmeasured
def test_any_order_keeps_every_promise() -> None:
    run_state_machine_as_test(Evening, settings=settings(max_examples=30, stateful_step_count=25))
