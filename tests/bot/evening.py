"""Three people who press, type and interrupt in any order, and what must be true when they go home."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from discord.ext.tasks import Loop
from hypothesis import strategies as st

import engine
from bot.models import PEOPLE
from tests.bot.stage import Stage, buttons

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from bot.models import Match
    from bot.playground.people import Answer
    from bot.playground.world import Json, Person

Step = tuple[Any, ...]

# After these a board may rightly lag behind its match until somebody presses it again.
DISORDERLY = ("together", "garbage", "undelivered")

_who = st.integers(0, 2)
_any = st.integers(0, 10_000)
_cell = st.sampled_from(["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "d4", "b2x", "c3o", "a", "f"])
_game = st.sampled_from(
    ["tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild", "oware"]
)  # she thinks in the last
_press = st.tuples(st.just("press"), _who, _any)
_stale = st.tuples(st.just("stale"), _who, _any, _any)
_garbage = st.tuples(st.just("garbage"), _who, _any, st.text(min_size=1, max_size=100))
_forged = st.tuples(
    st.just("garbage"), _who, _any, st.from_regex(r"[merqnadc](:[0-9]{1,2}){1,3}", fullmatch=True)
)
_level, _first = st.sampled_from(engine.LEVELS), st.sampled_from(["me", "opponent", "random"])
_challenge = st.tuples(st.just("challenge"), _who, st.integers(0, 3), _game, _level, _first)
_move = st.tuples(st.just("move"), _who, _cell)
_explain = st.tuples(st.just("explain"), _who, st.integers(-1, 10))
_simple = st.tuples(st.sampled_from(["board", "resign", "leaderboard", "help"]), _who)
_turn = st.tuples(st.just("turn"), _any, _any)
_act = st.one_of(_turn, _press, _stale, _garbage, _forged, _challenge, _move, _explain, _simple)
_together = st.tuples(st.just("together"), st.one_of(_turn, _act), st.one_of(_turn, _act))
_undelivered = st.tuples(st.just("undelivered"), _any, _any)
_restart = st.just(("restart",))
_wait = st.tuples(st.just("wait"), st.sampled_from([6, 51 * 60, 25 * 3600, 8 * 24 * 3600]))

steps = st.lists(
    st.one_of(
        _turn, _turn, _turn, _turn, _press, _press, _act, _act, _together, _undelivered, _restart, _wait
    ),
    min_size=8,
    max_size=50,
)
"""What happens in one evening."""


class Evening:
    """Plays steps, and remembers every button seen and every move that was acknowledged."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.people = (stage.ada, stage.grace, stage.eve)
        self.ids: defaultdict[int, list[str]] = defaultdict(list)  # every id a message ever had
        self.answers: list[tuple[Step, Answer]] = []
        self.acknowledged: set[tuple[int, int]] = set()
        self.disturbed: set[int] = set()  # matches whose row or message a disorderly step has changed

    async def begin(self) -> None:
        """Sit down to one match against Maxine and one between two people."""
        await self.stage.challenge(self.stage.ada, level="easy")
        await self.stage.between(self.stage.ada, self.stage.grace)
        self._look_around()

    async def play(self, step: Step) -> None:
        """Let one step happen."""
        before = self._shown()
        if step[0] == "restart":
            await self.stage.restart()
            await self._upkeep()  # she has just begun to; the next step must not race her
        elif step[0] == "wait":
            self.stage.clock.advance(seconds=step[1])
        elif step[0] == "together":
            await asyncio.gather(self.act(step[1]), self.act(step[2]))
        else:
            await self.act(step)
        if step[0] in DISORDERLY:
            self.disturbed |= {id_ for id_, shown in self._shown().items() if before.get(id_) != shown}
        self._look_around()

    async def act(self, step: Step) -> None:
        """Let one person press or type something."""
        if step[0] in ("turn", "undelivered"):
            await self._turn(step)
            return
        name, person = step[0], self.people[step[1]]
        if name in ("press", "stale", "garbage"):
            await self._press(step, person)
        elif name == "challenge":
            await self._challenge(step, person)
        else:
            options = {"move": {"to": step[-1]}, "explain": {"ply": step[-1]}}.get(name, {})
            answer = await self._answered(step, self.stage.command(person, name, **options))
            if name == "move" and not answer.ephemeral:
                await self._acknowledge_name(answer, person, step[-1])

    @property
    def _upkeep(self) -> Loop[Any]:
        loop = self.stage.bot.cogs["Upkeep"]._tidy  # type: ignore[attr-defined] # the loop is the cog's own
        assert isinstance(loop, Loop)
        return loop

    async def _challenge(self, step: Step, person: Person) -> None:
        _, _, opponent, game, level, first = step
        options: dict[str, object] = {"opponent": self.people[opponent - 1]} if opponent else {}
        await self._answered(
            step, self.stage.command(person, "challenge", game=game, level=level, first=first, **options)
        )

    async def _turn(self, step: Step) -> None:
        """Let whoever is to move in a running match press an open cell; Discord may not take the answer."""
        running = self.stage.rows("SELECT id FROM matches WHERE result IS NULL AND message_id IS NOT NULL")
        if running:
            match = await self.stage.storage.matches.find(running[step[1] % len(running)][0])
            assert match is not None
            if match.awaited_level is not None:  # her reply waits until she is reminded, by upkeep or /board
                return
            actions = match.state.actions()
            id_ = f"m:{match.id}:{match.ply}:{actions[step[2] % len(actions)]}"
            person = next(one for one in self.people if one.id == match.to_move.user_id)
            if step[0] == "undelivered":
                self.stage.playground.fail_next("POST", "/callback$", status=403)
            await self._deliver(step, person, match.message_id or 0, id_)

    async def _press(self, step: Step, person: Person) -> None:
        if target := self._target(step, person):
            await self._deliver(step, person, *target)

    async def _deliver(self, step: Step, person: Person, message_id: int, custom_id: str) -> None:
        answer = await self._answered(step, self.stage.press(person, message_id, custom_id))
        if custom_id.startswith("m:") and not answer.ephemeral:
            _, match_id, _, action = custom_id.split(":")
            self.acknowledged.add((int(match_id), int(action)))

    def _target(self, step: Step, person: Person) -> tuple[int, str] | None:
        """The message and the id that a step presses; None if there is nothing to press yet."""
        seen = self.stage.playground.messages(self.stage.general, person)
        if step[0] == "press":
            live = [(int(message["id"]), button) for message in seen for button in _enabled(message)]
            return live[step[2] % len(live)] if live else None
        if not seen:
            return None
        message_id = int(seen[step[2] % len(seen)]["id"])
        if step[0] == "garbage":
            return message_id, step[3]
        ids = self.ids[message_id]
        return (message_id, ids[step[3] % len(ids)]) if ids else None

    async def _answered(self, step: Step, asking: Coroutine[Any, Any, Answer]) -> Answer:
        answer = await asking
        self.answers.append((step, answer))
        return answer

    async def _acknowledge_name(self, answer: Answer, person: Person, name: str) -> None:
        assert answer.message is not None
        first_cell = next(buttons(answer.message))["custom_id"]
        match = await self.stage.storage.matches.find(int(first_cell.split(":")[1]))
        assert match is not None
        played = [
            action
            for ply, action in enumerate(match.actions)
            if match.players[ply % 2].user_id == person.id
            and match.game.name_of(match.state_at(ply), action) == name
        ]
        assert played
        self.acknowledged.add((match.id, played[-1]))

    def _shown(self) -> dict[int, tuple[tuple[Any, ...], Json | None]]:
        """Every match with the message that shows it."""
        messages = self.stage.playground.world.messages
        rows = self.stage.rows(
            "SELECT id, message_id, result, (SELECT count(*) FROM moves WHERE match_id = id) FROM matches"
        )
        return {row[0]: (row, messages.get(row[1])) for row in rows}

    def _look_around(self) -> None:
        for message in self.stage.playground.messages(self.stage.general):
            ids = self.ids[int(message["id"])]
            ids += [id_ for id_ in _enabled(message) if id_ not in ids]

    async def check(self) -> None:
        """Everything that must be true at the end, when she has been reminded of all replies she owes."""
        await self._upkeep()
        unanswered = [step for step, answer in self.answers if answer.failed]
        assert unanswered == []
        matches = [
            await self.stage.storage.matches.find(id_) for (id_,) in self.stage.rows("SELECT id FROM matches")
        ]
        for match in matches:
            assert match is not None
            check_legal(match)
        moves = set(self.stage.rows("SELECT match_id, action FROM moves"))
        assert moves >= self.acknowledged
        assert standings_of([match for match in matches if match]) == self._standings()

    async def check_boards(self) -> None:
        """The message of every running match shows its position, but for those that were disturbed."""
        running = {id_ for (id_,) in self.stage.rows("SELECT id FROM matches WHERE result IS NULL")}
        for id_ in running - self.disturbed:
            match = await self.stage.storage.matches.find(id_)
            assert match is not None
            self._check_board(match)

    def _check_board(self, match: Match) -> None:
        assert match.message_id is not None
        cells = [id_ for id_ in _enabled(self.stage.message(match.message_id)) if id_.startswith("m:")]
        legal = [f"m:{match.id}:{match.ply}:{action}" for action in match.state.actions()]
        is_wild = match.game_slug == "tic-tac-toe-wild"  # whose board shows one mark at a time
        assert cells in ((legal[0::2], legal[1::2]) if is_wild else (legal,))

    def _standings(self) -> Counter[tuple[int, str, int, str]]:
        rows = self.stage.rows("SELECT guild_id, versus, user_id, wins, draws, losses FROM standings")
        counted: Counter[tuple[int, str, int, str]] = Counter()
        for guild, versus, user, *results in rows:
            for kind, number in zip(("win", "draw", "loss"), results, strict=True):
                counted[guild, versus, user, kind] += number
        return +counted


def check_legal(match: Match) -> None:
    """The moves replay, and the end is the one the rules say, or somebody gave up."""
    state = match.state
    if state.is_terminal:
        assert match.ending is not None
        assert match.ending.outcome is state.outcome
    elif match.ending is not None:
        assert match.ending.outcome is not engine.Outcome.DRAW
    else:
        assert match.to_move.user_id is not None, "Maxine has moved as soon as it was her turn"


def standings_of(matches: list[Match]) -> Counter[tuple[int, str, int, str]]:
    """Count results from the matches themselves."""
    return Counter(result for match in matches for result in _results(match))


def _results(match: Match) -> Iterator[tuple[int, str, int, str]]:
    if match.ending is None or match.ending.outcome is None:
        return
    for player in match.players:
        if player.user_id is not None:
            lost_or_won = "win" if match.winner == player else "loss"
            kind = "draw" if match.winner is None else lost_or_won
            for scope in (0, match.place.guild_id or 0):
                yield scope, match.level or PEOPLE, player.user_id, kind


def _enabled(message: Json) -> list[str]:
    return [button["custom_id"] for button in buttons(message) if not button.get("disabled")]
