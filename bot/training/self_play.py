"""A network learns to judge the positions of a game by playing against itself: TD(lambda), with numpy.

After Sutton (1988) and Tesauro (1995): the value of a position is moved towards that of its best successor,
and a little towards that of a random one. So of two drawn positions, the one where the opponent errs more
easily has the higher value.
"""

import os
from itertools import chain, pairwise
from typing import Final, NamedTuple, TypeAlias

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # numpy reads these when it is imported
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import numpy.typing as npt

from engine.base import Position
from engine.learning.network import Layer, Network
from engine.rules.grid import Grid

Numbers: TypeAlias = npt.NDArray[np.float64]

_AT_ONCE: Final = 200
"""How many games are played together before learning from them."""

_ROUNDS: Final = 4
"""How often each of their positions is learnt."""

_BATCH: Final = 64
_RATE: Final = 1e-3
"""Positions per step, and the first step's rate, which falls to nothing at the end."""

_TRUST: Final = 0.7
"""Lambda: the weight of what really followed against what was expected."""

_ERROR: Final = 0.1
"""The assumed probability of an error by either player: a random action instead of the best."""

_FADING: Final = (0.9, 0.999)
_LEAST: Final = 1e-8


class Sample(NamedTuple):
    """A position and its target value for the player to move."""

    position: Position
    worth: float


class Visit(NamedTuple):
    """A position of a game, the expected values of its best action and of all, and if the best was played."""

    position: Position
    best: float
    any: float
    is_best: bool


class SelfPlay:
    """A network of a game on a grid, with hidden layers of these sizes, that learns from its own games."""

    def __init__(self, game: Grid, rng: Random, hidden: Sequence[int]) -> None:
        self.game, self._rng = game, rng
        self._bytes = -(-2 * game.columns * (game.rows + 1) // 8)  # Connect Four has one more row
        sizes = [8 * self._bytes, *hidden, 1]
        self._weights = [self._random(*shape) for shape in pairwise(sizes)]
        self._biases = [np.zeros(size) for size in sizes[1:]]
        self._adam = Adam([*self._weights, *self._biases])

    def learn(self, games: int) -> Iterator[int]:
        """Play games against itself and learn from them; yield the number of games now and then."""
        for played in range(0, games, _AT_ONCE):
            count = min(_AT_ONCE, games - played)
            samples = [self._image(sample) for sample in self._play_games(count)]
            for _ in range(_ROUNDS):
                self._rng.shuffle(samples)
                for first in range(0, len(samples), _BATCH):
                    self._descend_gradient(samples[first : first + _BATCH], _RATE * (1 - played / games))
            yield played + count

    def as_lines(self) -> Iterator[str]:
        """Return the network in its present state, as lines."""
        (first, *others), biases = self._weights, [bias.tolist() for bias in self._biases]
        weights = [first.tolist(), *(layer.T.tolist() for layer in others)]
        return Network(self.game, [*map(Layer, biases, weights)]).as_lines()

    def _random(self, inputs: int, outputs: int) -> Numbers:
        """Return initial weights: the smaller, the more inputs there are."""
        spread = (2 / inputs) ** 0.5
        weights = [self._rng.gauss(0, spread) for _ in range(inputs * outputs)]
        return np.array(weights).reshape(inputs, outputs)

    def _play_games(self, count: int) -> Iterator[Sample]:
        """Play games against itself, some nearly without chance and some nearly random."""
        curiosity = [self._rng.random() for _ in range(count)]
        visits: list[list[Visit]] = [[] for _ in range(count)]
        running = dict.fromkeys(range(count), self.game.start)
        while running:
            for number, worths in zip([*running], self._expected([*running.values()]), strict=True):
                after = best = max(worths, key=worths.__getitem__)
                if self._rng.random() < curiosity[number]:
                    after = self._rng.choice([*worths])
                mean = sum(worths.values()) / len(worths)
                visits[number].append(Visit(running[number], worths[best], mean, is_best=after == best))
                running[number] = after
            running = {number: after for number, after in running.items() if self.game.successors(after)}
        return chain.from_iterable(map(_lessons, visits))

    def _expected(self, positions: Sequence[Position]) -> Iterator[dict[Position, float]]:
        """Yield the possible successors of each position, and their values for the player to move there."""
        followers = [[*self.game.successors(position).values()] for position in positions]
        afters = [*chain.from_iterable(followers)]
        judged = zip(afters, self._forward(afters)[-1][:, 0].tolist(), strict=True)
        worths = (
            -judgement if self.game.successors(after) else -self.game.utility(after)
            for after, judgement in judged
        )
        for each in followers:
            yield dict(zip(each, worths, strict=False))

    def _image(self, sample: Sample) -> Sample:
        """Return a sample turned or mirrored at random."""
        return sample._replace(position=self._rng.choice([*self.game.symmetries(sample.position)]))

    def _forward(self, positions: Sequence[Position]) -> list[Numbers]:
        """Return the inputs for these positions, and the outputs of each layer."""
        data = b"".join(position.to_bytes(self._bytes, "little") for position in positions)
        rows = np.frombuffer(data, np.uint8).reshape(-1, self._bytes)
        layers = [np.unpackbits(rows, axis=1, bitorder="little").astype(np.float64)]
        *hidden, last = zip(self._weights, self._biases, strict=True)
        for weights, biases in hidden:
            layers.append(np.maximum(layers[-1] @ weights + biases, 0))
        return [*layers, np.tanh(layers[-1] @ last[0] + last[1])]

    def _descend_gradient(self, samples: Sequence[Sample], rate: float) -> None:
        """Make a step towards the target values of some positions, down the gradient of the squared error."""
        *layers, output = self._forward([sample.position for sample in samples])
        wanted = np.array([[sample.worth] for sample in samples])
        delta = (output - wanted) * (1 - output**2) / len(samples)
        weights: list[Numbers] = []
        biases: list[Numbers] = []
        for layer, following in zip(reversed(layers), reversed(self._weights), strict=True):
            weights.insert(0, layer.T @ delta)
            biases.insert(0, delta.sum(0))
            delta = (delta @ following.T) * (layer > 0)
        self._adam.step([*weights, *biases], rate)


def _lessons(visits: Sequence[Visit]) -> Iterator[Sample]:
    """Yield the target value of each position of a game that has ended."""
    follows: float | None = None
    for position, best, mean, is_best in reversed(visits):
        seen = best
        if is_best and follows is not None:
            seen += _TRUST * (-follows - best)
        follows = (1 - _ERROR) * seen + _ERROR * mean
        yield Sample(position, follows)


class Adam:
    """The optimizer Adam, after Kingma and Ba (2015): larger steps for steadier gradients."""

    def __init__(self, numbers: Sequence[Numbers]) -> None:
        self._numbers = numbers
        self._means, self._squares = ([np.zeros_like(each) for each in numbers] for _ in range(2))
        self._steps = 0

    def step(self, gradients: Sequence[Numbers], rate: float) -> None:
        """Change the numbers against their gradients."""
        self._steps += 1
        rate *= (1 - _FADING[1] ** self._steps) ** 0.5 / (1 - _FADING[0] ** self._steps)
        each = zip(self._numbers, gradients, self._means, self._squares, strict=True)
        for number, gradient, mean, square in each:
            mean[...] += (1 - _FADING[0]) * (gradient - mean)
            square[...] += (1 - _FADING[1]) * (gradient**2 - square)
            number[...] -= rate * mean / (np.sqrt(square) + _LEAST)
