"""A network that evaluates positions: its inputs are the bits of a position, its output is the value.

Layers of rectified sums lead from the one to the other. As few inputs differ from 0 and most of those are the
same after every action, the first layer is summed once for those that are the same.
"""

from __future__ import annotations

from binascii import a2b_base64, b2a_base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from math import tanh
from operator import and_, mul
from struct import pack, unpack
from typing import Final, NamedTuple, TypeAlias

from engine.base import Action, Game, Position

Numbers: TypeAlias = "Sequence[float]"

_FINEST: Final = 2**15 - 1
"""A weight is written as a whole number of steps, the largest of a layer as this many."""

_WIDTH: Final = 2
"""So many bytes hold it."""


class Layer(NamedTuple):
    """A layer: its sums without input, and its weights, in the first by input, in all others by sum."""

    biases: Numbers
    weights: Sequence[Numbers]


class Network(NamedTuple):
    """The network of a game in which turns alternate."""

    game: Game
    layers: Sequence[Layer]

    def action_values(self, position: Position) -> Mapping[Action, float]:
        """Return the value of each legal action: by the rules if it ends the game, else by the network."""
        successors = self.game.successors(position)
        judged = zip(successors.items(), self.judge([*successors.values()]), strict=True)
        return {
            action: -worth if self.game.successors(after) else -self.game.utility(after)
            for (action, after), worth in judged
        }

    def judge(self, positions: Sequence[Position]) -> Iterator[float]:
        """Yield the value of each position to its player to move, from -1 to 1."""
        common = reduce(and_, positions)
        sums = self._summed(self.layers[0].biases, common)
        for position in positions:
            yield self._output(self._summed(sums, position ^ common))

    def _summed(self, sums: Numbers, bits: int) -> Numbers:
        """Return the sums of the first layer with the weights of these inputs added."""
        while bits:
            weights = self.layers[0].weights[bits.bit_length() - 1]
            sums = [total + weight for total, weight in zip(sums, weights, strict=True)]
            bits ^= 1 << bits.bit_length() - 1
        return sums

    def _output(self, sums: Numbers) -> float:
        """Return the network's output when the first layer has these sums."""
        for layer in self.layers[1:]:
            inputs = [max(total, 0.0) for total in sums]
            sums = [
                bias + sum(map(mul, weights, inputs))
                for bias, weights in zip(layer.biases, layer.weights, strict=True)
            ]
        return tanh(sums[0])

    def as_lines(self) -> Iterator[str]:
        """Return the network as lines: for each layer the number of lines and the step, then the weights."""
        for layer in self.layers:
            lines = [layer.biases, *layer.weights]
            step = float(f"{max(abs(weight) for line in lines for weight in line) / _FINEST:.6g}")
            yield f"{len(layer.weights)} {step:.6g}"
            for line in lines:
                steps = [round(weight / step) for weight in line]
                yield b2a_base64(pack(f"<{len(line)}h", *steps), newline=False).decode("ascii")

    @classmethod
    def from_lines(cls, game: Game, lines: Iterable[str]) -> Network:
        """Read what `as_lines` wrote."""
        rest, layers = iter(lines), []
        for head in rest:
            count, step = head.split()
            biases, *weights = (_weights(next(rest), float(step)) for _ in range(int(count) + 1))
            layers.append(Layer(biases, weights))
        return cls(game, layers)


def _weights(line: str, step: float) -> Numbers:
    data = a2b_base64(line)
    return [step * steps for steps in unpack(f"<{len(data) // _WIDTH}h", data)]
