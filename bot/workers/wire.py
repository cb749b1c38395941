"""What is said between the bot and a worker process: a line of JSON each way."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import engine
from engine import AnalysedMove, Analysis, Choice, Measure, State, Thoughts

if TYPE_CHECKING:
    from engine.solver import Stop

READY = b"ready\n"
"""What a worker says first, once it has loaded all it needs."""

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
        """Analyse the state."""
        return engine.analyse(self.state, stop)

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


def _analysis(state: State, values: list[list[Any]]) -> Analysis:
    """Read moves, best first; ValueError or TypeError if they are not all that are legal."""
    moves = tuple(AnalysedMove(*fields)._replace(line=tuple(fields[4])) for fields in values)
    if sorted(move.action for move in moves) != sorted(state.actions()):
        raise ValueError("These are not the legal moves.")
    return Analysis(state, moves)


_KINDS: dict[str, type[Request[Any]]] = {"analyse": AnalysisRequest, "choose": ChoiceRequest}
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
