"""What is said between the bot and a worker process: a line of JSON each way."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import engine
from engine import AnalysedMove, Analysis, Choice, Measure, Outcome, State, Thoughts, analysis, arena

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine import Action
    from engine.solver import Stop

HURRY = b"\n"
"""What a worker is told that is to answer at once, as others wait."""

READY = b"ready\n"
"""What a worker says first, once it has loaded all it needs."""

_MOMENT = 0.2
"""Seconds for which games are played before others may have the process; a move that has begun may end."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Request(ABC, Generic[Answer]):
    """Something to find out about a running state, with so many seconds of thought at most."""

    state: State
    seconds: float

    @abstractmethod
    def find_answer(self, stop: Stop) -> Answer:
        """Think until there is an answer or `stop()` is true, and return the best there is."""

    @abstractmethod
    def encode_answer(self, answer: Answer) -> bytes:
        """Write an answer."""

    @abstractmethod
    def decode_answer(self, text: bytes) -> Answer:
        """Read an answer; ValueError or TypeError if it is none to this request."""


@dataclass(frozen=True)
class AnalysisRequest(Request[Analysis]):
    """What every legal action is worth."""

    def find_answer(self, stop: Stop) -> Analysis:
        """Analyse the state, and see what wins by threats even if there is no time."""
        return engine.proofs.with_series(engine.analyse(self.state, stop))

    def encode_answer(self, answer: Analysis) -> bytes:
        """Write the moves, best first."""
        return _encode_values(*answer.moves)

    def decode_answer(self, text: bytes) -> Analysis:
        """Read the moves, which must be all that are legal."""
        return _analysis(self.state, json.loads(text))


@dataclass(frozen=True)
class ChoiceRequest(Request[Choice]):
    """What the player of that name chooses, whose chance follows from the seed."""

    player_name: str
    seed: int

    def find_answer(self, stop: Stop) -> Choice:
        """Let the player choose."""
        rng = Random(self.seed)  # noqa: S311 - no secrets
        return engine.get_player(self.player_name).choose(self.state, stop, rng)

    def encode_answer(self, answer: Choice) -> bytes:
        """Write the action and the thoughts, and the moves that were analysed."""
        action, (measure, numbers, values), analysis = answer
        thoughts = measure.value, [*numbers.items()], [*(values or {}).items()]
        return _encode_values(action, *thoughts, analysis and analysis.moves)

    def decode_answer(self, text: bytes) -> Choice:
        """Read the action and the thoughts, which must be about legal actions."""
        action, measure, *pairs, moves = json.loads(text)
        numbers, values = ({thought: float(number) for thought, number in each} for each in pairs)
        if not {action, *numbers, *values} <= {*self.state.actions()}:
            raise ValueError("These are not legal actions.")
        analysis = None if moves is None else _analysis(self.state, moves)
        return Choice(action, Thoughts(Measure(measure), numbers, values or None), analysis)


class Stretch(NamedTuple):
    """What was played of a game, in one go, and how it ended, None if it has not yet."""

    actions: tuple[Action, ...]
    outcome: Outcome | None


@dataclass(frozen=True)
class SeriesRequest(Request[tuple[Stretch, ...]]):
    """Games of two players, so many as end within a moment: the first goes on from the state.

    Its number among all games of the series, and the series' seed, tell what falls by chance. The last one
    may be broken off, at once if `stop()` becomes true.
    """

    first: str
    second: str
    seed: int
    number: int
    games: int

    def find_answer(self, stop: Stop) -> tuple[Stretch, ...]:
        """Play for a moment."""
        end = time.monotonic() + _MOMENT

        def is_late() -> bool:
            return time.monotonic() >= end or (stop is not None and stop())

        with analysis.set_aside():
            return tuple(self._play(is_late, stop))

    def _play(self, is_late: Callable[[], bool], stop: Stop) -> Iterator[Stretch]:
        players = engine.get_player(self.first), engine.get_player(self.second)
        state = self.state
        for number in range(self.number, self.games):
            actions, after = arena.play(state, players, partial(self._chance, number), is_late, stop)
            yield Stretch(actions, after.outcome)
            if is_late():
                break
            state = state.game.initial()

    def _chance(self, number: int, state: State) -> Random:
        """Return what falls by chance in a move."""
        return Random(f"{self.seed} {number} {state.ply}")  # noqa: S311 - no secrets

    def encode_answer(self, answer: tuple[Stretch, ...]) -> bytes:
        """Write the games."""
        return _encode_values(*((game.actions, game.outcome and game.outcome.value) for game in answer))

    def decode_answer(self, text: bytes) -> tuple[Stretch, ...]:
        """Read the games."""
        return tuple(
            Stretch(tuple(actions), None if outcome is None else Outcome(outcome))
            for actions, outcome in json.loads(text)
        )


def _analysis(state: State, values: list[list[Any]]) -> Analysis:
    """Read moves, best first; ValueError or TypeError if they are not all that are legal."""
    moves = tuple(AnalysedMove(*fields)._replace(line=tuple(fields[4])) for fields in values)
    if sorted(move.action for move in moves) != sorted(state.actions()):
        raise ValueError("These are not the legal moves.")
    return Analysis(state, moves)


_KINDS: dict[str, type[Request[Any]]] = {
    "analyse": AnalysisRequest,
    "choose": ChoiceRequest,
    "play": SeriesRequest,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def encode_request(request: Request[Any]) -> bytes:
    """Write a request; decimal digits would be too many for a position with a long memory."""
    (game, position, ply), *others = vars(request).values()
    return _encode_values(_NAMES[type(request)], game.slug, hex(position), ply, *others)


def decode_request(text: bytes) -> Request[Any]:
    """Read a request."""
    name, slug, position, ply, *others = json.loads(text)
    return _KINDS[name](State(engine.get_game(slug), int(position, 16), ply), *others)


def _encode_values(*values: object) -> bytes:
    return json.dumps(values).encode() + b"\n"
