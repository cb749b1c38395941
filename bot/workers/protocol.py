"""The protocol between the bot and a worker process: a line of JSON each way."""

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

import engine
from engine import Action, AnalysedMove, Analysis, Choice, Measure, Outcome, State, Thoughts, arena
from engine.analysis import POOL
from engine.solver import Stop

INTERRUPT = b"\n"
"""Sent to a worker to end its search at once, as other requests wait."""

READY = b"ready\n"
"""A worker's first line, once it has loaded all it needs."""

_MOMENT = 0.2
"""Seconds for which games are played before other requests get the process; a move that has begun may end."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class SearchRequest(ABC, Generic[Answer]):
    """A request about a running state, with a limit of seconds for the search."""

    state: State
    seconds: float

    @abstractmethod
    def find_answer(self, stop: Stop) -> Answer:
        """Search until the answer is complete or `stop()` is true, and return the best one found."""

    @abstractmethod
    def encode_answer(self, answer: Answer) -> bytes:
        """Write an answer."""

    @abstractmethod
    def decode_answer(self, text: bytes) -> Answer:
        """Read an answer; ValueError or TypeError if it does not belong to this request."""


@dataclass(frozen=True)
class AnalysisRequest(SearchRequest[Analysis]):
    """Asks what every legal action is worth."""

    def find_answer(self, stop: Stop) -> Analysis:
        """Analyse the state, and find wins by threats even without time to search."""
        return engine.proofs.with_series(engine.analyse(self.state, stop))

    def encode_answer(self, answer: Analysis) -> bytes:
        """Write the moves, best first."""
        return _encode_values(*answer.moves)

    def decode_answer(self, text: bytes) -> Analysis:
        """Read the moves, which must be all that are legal."""
        return _analysis(self.state, json.loads(text))


@dataclass(frozen=True)
class ChoiceRequest(SearchRequest[Choice]):
    """Asks what the player of that name chooses; the seed determines its chance."""

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
    """Actions played in a game without interruption, and its outcome, None if it has not ended."""

    actions: tuple[Action, ...]
    outcome: Outcome | None


@dataclass(frozen=True)
class SeriesRequest(SearchRequest[tuple[Stretch, ...]]):
    """Asks for games of two players, as many as end within a moment: the first goes on from the state.

    The number of a game in the series and the series' seed determine its chance. The last game may be
    interrupted, at once if `stop()` becomes true.
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

        with POOL.set_aside():
            return tuple(self._play_games(is_late, stop))

    def _play_games(self, is_late: Callable[[], bool], stop: Stop) -> Iterator[Stretch]:
        players = engine.get_player(self.first), engine.get_player(self.second)
        state = self.state
        for number in range(self.number, self.games):
            actions, after = arena.play(state, players, partial(self._make_series_rng, number), is_late, stop)
            yield Stretch(actions, after.outcome)
            if is_late():
                break
            state = state.game.initial()

    def _make_series_rng(self, number: int, state: State) -> Random:
        """Return the random numbers of a move."""
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
    moves = tuple(map(AnalysedMove.from_fields, values))
    if sorted(move.action for move in moves) != sorted(state.actions()):
        raise ValueError("These are not the legal moves.")
    return Analysis(state, moves)


_KINDS: dict[str, type[SearchRequest[Any]]] = {
    "analyse": AnalysisRequest,
    "choose": ChoiceRequest,
    "play": SeriesRequest,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def encode_request(request: SearchRequest[Any]) -> bytes:
    """Write a request; decimal digits would be too many for a position with a long memory."""
    (game, position, ply), *others = vars(request).values()
    return _encode_values(_NAMES[type(request)], game.slug, hex(position), ply, *others)


def decode_request(text: bytes) -> SearchRequest[Any]:
    """Read a request."""
    name, slug, position, ply, *others = json.loads(text)
    return _KINDS[name](State(engine.get_game(slug), int(position, 16), ply), *others)


def write_answer(request: SearchRequest[Any], is_interrupted: Callable[[], bool]) -> bytes:
    """Write what is found in the request's time, which begins now, or until it is interrupted."""
    end = time.monotonic() + request.seconds
    return request.encode_answer(request.find_answer(lambda: is_interrupted() or time.monotonic() >= end))


def _encode_values(*values: object) -> bytes:
    return json.dumps(values).encode() + b"\n"
