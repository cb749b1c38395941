"""What has been learnt: the shipped tables and networks against every opponent, and how they are written."""

from collections.abc import Iterator
from itertools import pairwise, product
from math import tanh
from random import Random

import pytest

import engine
from engine.learning import files
from engine.learning.files import Knowledge
from engine.learning.network import Layer, Network
from engine.learning.q_learning import QTable, best_of
from tests import tiers

DRAWN = ("tic-tac-toe", "tic-tac-toe-misere")
WILD = "tic-tac-toe-wild"


def ends_against_all(knowledge: Knowledge, player: int) -> Iterator[int]:
    """Yield what each end is worth to a player who follows what was learnt, whatever the opponent does."""
    seen, waiting = set(), [knowledge.game.initial()]
    while waiting:
        state = waiting.pop()
        if state in seen:
            continue
        seen.add(state)
        if state.is_terminal:
            yield state.utility if state.to_move == player else -state.utility
        elif state.to_move == player:
            waiting += map(state.successor, best_of(knowledge.action_values(state.position)))
        else:
            waiting += map(state.successor, state.actions())


@pytest.mark.parametrize("kind", files.KINDS)
@pytest.mark.parametrize("slug", DRAWN)
@pytest.mark.parametrize("player", [0, 1])
def test_learnt_play_loses_to_nobody(kind: str, slug: str, player: int) -> None:
    assert min(ends_against_all(files.learnt(kind, engine.game(slug)), player)) == 0


@pytest.mark.parametrize("kind", files.KINDS)
def test_learnt_play_wins_wild(kind: str) -> None:
    assert set(ends_against_all(files.learnt(kind, engine.game(WILD)), 0)) == {1}


def test_network_takes_few_bytes() -> None:
    connect_four = engine.game("connect-four")
    network = files.learnt("neural", connect_four)
    assert engine.get_player("neural").is_instant(connect_four)
    assert sum(len(line) + 1 for line in network.as_lines()) < 200_000


def test_network_sums_its_layers(tictactoe: engine.Game) -> None:
    rng = Random(1)
    sizes = (18, 4, 3, 1)
    matrices = [
        [[rng.gauss(0, 1) for _ in range(outputs)] for _ in range(inputs)]
        for inputs, outputs in pairwise(sizes)
    ]
    biases = [[rng.gauss(0, 1) for _ in range(size)] for size in sizes[1:]]
    weights = [matrices[0]]
    weights += [[list(column) for column in zip(*matrix, strict=True)] for matrix in matrices[1:]]
    network = Network(tictactoe, [Layer(*each) for each in zip(biases, weights, strict=True)])
    position = tictactoe.initial().successor(4).successor(0).position
    for action, after in tictactoe.successors(position).items():
        numbers = [float(after >> bit & 1) for bit in range(18)]
        for depth, (matrix, bias) in enumerate(zip(matrices, biases, strict=True)):
            inputs = [max(number, 0) for number in numbers] if depth else numbers
            numbers = [
                bias[to] + sum(inputs[at] * matrix[at][to] for at in range(len(inputs)))
                for to in range(len(bias))
            ]
        assert network.action_values(position)[action] == pytest.approx(-tanh(numbers[0]))


def test_network_knows_ends_by_the_rules(tictactoe: engine.Game) -> None:
    state = tictactoe.initial()
    for name in ("a1", "b1", "a2", "b2"):
        state = state.successor(tictactoe.action_named(state, name))
    win = tictactoe.action_named(state, "a3")
    values = files.learnt("neural", tictactoe).action_values(state.position)
    assert values[win] == 1
    assert max(value for action, value in values.items() if action != win) < 1


@pytest.mark.parametrize(
    ("kind", "slug"), [*product(files.KINDS, (*DRAWN, WILD)), ("neural", "connect-four")]
)
def test_files_are_written_as_read(kind: str, slug: str) -> None:
    game = engine.game(slug)
    written = [*files.learnt(kind, game).as_lines()]
    assert [*files.KINDS[kind].from_lines(game, written).as_lines()] == written


@pytest.mark.parametrize("curiosity", tiers.later([0.5, 1], 1))
def test_table_learns_from_nothing(tictactoe: engine.Game, curiosity: float) -> None:
    table = QTable(tictactoe, {})
    before = [*ends_against_all(table, 0)].count(-1)
    assert [*table.learn(1000, Random(3), curiosity)] == [*range(1, 1001)]
    after = [*ends_against_all(table, 0)].count(-1)
    assert after < before / 10
    assert QTable.from_lines(table.game, table.as_lines()).values == {
        position: round(value, 3) for position, value in table.values.items()
    }
