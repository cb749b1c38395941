"""Drawn trees against plain minimax over all moves, hidden ones too."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import engine
from engine import StepKind, tree
from engine.tree import Mark, Node
from tests.engine.boards import random_state, state_after

every_game = pytest.mark.parametrize("slug", engine.games())

# Plies after which few enough moves are left for a search through all of them, where that can be said.
LATE = {
    "tic-tac-toe": (0, 2, 4, 6, 8),
    "tic-tac-toe-misere": (0, 2, 5, 7),
    "tic-tac-toe-wild": (0, 3, 4, 5),
    "four-in-a-row-4x4": (9, 10, 12, 15),
    "four-in-a-row-5x5": (18, 19, 21),
    "connect-four": (34, 36, 38),
}


@cache
def minimax(slug: str, position: engine.Position) -> int:
    """Return the value for the player to move, or the margin, by the definition and by nothing else."""
    game = engine.game(slug)
    successors, margin = game.successors(position), game.margin(position)
    if not successors:
        return game.utility(position) if margin is None else margin
    return max(
        minimax(slug, successor) * (1 if game.keeps_turn(position, successor) else -1)
        for successor in successors.values()
    )


async def analysed(state: engine.State) -> engine.Analysis:
    return engine.analyse(state)


async def grown(state: engine.State) -> Node:
    if state not in GROWN:
        node = await tree.grow(engine.analyse(state), analysed)
        assert node is not None
        GROWN[state] = node
    return GROWN[state]


GROWN: dict[engine.State, Node] = {}
"""The trees of this process, which many tests look at."""


def late_states(slug: str) -> list[engine.State]:
    rng = Random(slug)
    if slug not in LATE:
        return ends_of(slug, rng)
    return [random_state(engine.game(slug), ply, rng) for ply in LATE[slug] for _ in range(8)]


def ends_of(slug: str, rng: Random) -> list[engine.State]:
    """Return positions some plies before the end of a long match, of which nobody has many seeds left."""
    states = [engine.game(slug).initial()]
    while not states[-1].is_terminal:
        states.append(states[-1].successor(rng.choice(states[-1].actions())))
    return [states[-plies] for plies in (2, 4, 6, 8) if plies <= len(states)]


def names(state: engine.State, actions: Sequence[engine.Action]) -> Iterator[str]:
    """Yield the names of actions that follow each other."""
    for action in actions:
        yield state.name_of(action)
        state = state.successor(action)


def all_names(node: Node) -> Iterator[str]:
    """Yield the names of the moves that lead to a node and to all below it."""
    return (below.name for below in node.nodes())


def height(root: Node) -> int:
    """Return how many moves a tree looks ahead."""
    return max(node.state.ply for node in root.nodes()) - root.state.ply


def value_for(node: Node, root: Node) -> int:
    """Return what plain minimax says of a node to the player to move at the root."""
    side = 1 if node.state.to_move == root.state.to_move else -1
    return side * minimax(node.state.game.slug, node.state.position)


@pytest.mark.unmeasured
@every_game
async def test_values_agree_with_plain_minimax(slug: str) -> None:
    for state in late_states(slug):
        root = await grown(state)
        assert {node: node.value for node in root.nodes()} == {
            node: value_for(node, root) for node in root.nodes()
        }


@every_game
async def test_principal_variation_is_best_play(slug: str) -> None:
    for state in late_states(slug):
        root = await grown(state)
        line = [node.name for node in root.nodes() if node.is_principal]
        best_play = list(names(state, engine.recommended(engine.analyse(state)).line))
        assert line == ["", *best_play[: height(root)]]


@every_game
async def test_tree_fits_and_counts_the_rest(slug: str) -> None:
    for state in late_states(slug):
        root = await grown(state)
        assert root.leaves <= tree.LEAVES
        assert height(root) <= tree.PLIES
        for node in root.nodes():
            assert node.hidden == len(node.state.actions()) - len(node.children)
            assert node.left_out == (node.hidden if node.children else 0)


@every_game
async def test_children_are_ordered_best_first(slug: str) -> None:
    for state in late_states(slug):
        for node in (await grown(state)).nodes():
            values = [child.value or 0 for child in node.children]
            assert values == sorted(values, reverse=node.state.to_move == state.to_move)


@pytest.mark.unmeasured
@pytest.mark.parametrize("slug", ["tic-tac-toe", "four-in-a-row-4x4"])
async def test_principal_variation_is_the_roots(slug: str) -> None:
    async def otherwise(state: engine.State) -> engine.Analysis:
        return engine.Analysis.of(state, reversed(engine.analyse(state).moves))

    for state in late_states(slug):
        analysis = engine.analyse(state)
        root = await tree.grow(analysis, otherwise)
        assert root is not None
        line = [node.name for node in root.nodes() if node.is_principal]
        assert line == ["", *list(names(state, engine.recommended(analysis).line))[: height(root)]]


@every_game
async def test_positions_follow_from_their_moves(slug: str) -> None:
    for state in late_states(slug):
        for node in (await grown(state)).nodes():
            for child in node.children:
                action = state.game.action_named(node.state, child.name)
                assert child.state == node.state.successor(action)


async def test_last_moves_are_whole() -> None:
    root = await grown(state_after(engine.game("tic-tac-toe"), "b2 a1 c1 a3 a2 c2"))
    assert root.is_whole
    assert [len(node.children) for node in root.nodes()].count(0) == root.leaves == 6


async def test_every_value_is_shown_first() -> None:
    root = await grown(state_after(engine.game("tic-tac-toe"), "b2 b1"))
    # All moves but b3 win. Drawn first beside the best is b3, then two as good, then worse replies to it.
    assert {child.name: child.value for child in root.children} == {"a1": 1, "c1": 1, "a2": 1, "b3": 0}
    assert [child.name for child in root.children[0].children] == ["c3", "c1", "a2"]


async def guessed(state: engine.State) -> engine.Analysis:
    """Return an analysis that had no time to prove anything."""
    analysis = engine.analyse(state)
    return engine.Analysis(state, tuple(move._replace(exact=False) for move in analysis.moves))


@pytest.mark.parametrize("slug", ["tic-tac-toe", "tic-tac-toe-wild"])
async def test_positions_are_asked_about_once(slug: str) -> None:
    asked: list[engine.State] = []

    async def noted(state: engine.State) -> engine.Analysis:
        asked.append(state)
        return engine.analyse(state)

    state = engine.game(slug).initial()
    await tree.grow(engine.analyse(state), noted)
    assert len(asked) == len({state, *asked}) - 1 <= tree.LEAVES * tree.PLIES


async def test_only_proven_lines_are_drawn() -> None:
    analysis = engine.analyse(engine.game("tic-tac-toe").initial())
    root = await tree.grow(analysis, guessed)
    assert root is not None
    first = engine.recommended(analysis)
    moves = sorted(analysis.moves, key=lambda move: move is not first)[: tree.LEAVES]
    lines = [list(names(root.state, move.line))[: height(root)] for move in moves]
    assert [list(all_names(child)) for child in root.children] == lines


async def test_uncertain_tree_is_cut() -> None:
    state = engine.game("tic-tac-toe").initial()
    short = (move._replace(line=move.line[:1]) for move in engine.analyse(state).moves)
    root = await tree.grow(engine.Analysis(state, tuple(short)), guessed)
    assert root is not None
    assert all(child.is_cut for child in root.children)
    assert len(root.children) == tree.LEAVES


async def test_tree_ends_with_its_last_end() -> None:
    game = engine.game("tic-tac-toe")
    assert height(await grown(game.initial())) == 3
    assert height(await grown(state_after(game, "b2 b1"))) == 5
    assert height(await grown(state_after(game, "b2 a1 c1 a3"))) == 5
    assert height(await grown(state_after(game, "b2 a1 c1 a3 a2 c2 b1"))) == 2


async def test_uncertain_move_is_not_drawn() -> None:
    game = engine.game("tic-tac-toe")
    state = random_state(game, 4, Random(3))
    moves = engine.analyse(state).moves
    assert moves[0].value == 1
    rest = tuple(move._replace(exact=False) for move in moves[1:])
    root = await tree.grow(engine.Analysis(state, (moves[0], *rest)), analysed)
    assert root is not None
    assert [child.name for child in root.children] == [game.name_of(state, moves[0].action)]


async def test_possible_win_grows_nothing() -> None:
    state = engine.game("tic-tac-toe").initial()
    drawn, *rest = engine.analyse(state).moves
    doubtful = engine.Analysis(state, (drawn, *(move._replace(exact=False) for move in rest)))
    assert await tree.grow(doubtful, analysed) is None


async def test_nothing_grows_from_an_estimate() -> None:
    state = engine.game("connect-four").initial().successor(0)
    analysis = engine.analyse(state, depth=2)
    assert not analysis.exact
    assert await tree.grow(analysis, analysed) is None


def test_finished_search_shows_plain_minimax() -> None:
    for state in (random_state(engine.game("tic-tac-toe"), 5, Random(seed)) for seed in range(8)):
        root = tree.show_search(tree.unfold(state), engine.trace(state, "minimax"))
        assert [node.value for node in root.nodes()] == [value_for(node, root) for node in root.nodes()]
        assert [node.marks for node in root.nodes() if node.marks] == [{Mark.LOOKED_AT}]
        principal = [node for node in root.nodes() if node.is_principal]
        assert all(child in node.children for node, child in pairwise(principal))
        assert principal[-1].state.is_terminal


def test_bound_is_marked_until_all_children_have_values() -> None:
    state = state_after(engine.game("tic-tac-toe"), "b2 a1 c1 a3 a2 c2")
    steps = list(engine.trace(state, "alphabeta"))
    shown = [tree.show_search(tree.unfold(state), steps[:number]) for number in range(len(steps) + 1)]
    is_bound = [Mark.BEST_SO_FAR in root.marks for root in shown]
    taken = [
        number for number, step in enumerate(steps, 1) if step.kind is StepKind.HAND_UP and not step.path
    ]
    assert [number for number, bound in enumerate(is_bound) if bound] == [*range(taken[0], taken[-1])]
    cut = [node.name for node in shown[-1].children if Mark.BEST_SO_FAR in node.marks]
    assert cut == ["b3", "c3"]  # a child of each was cut off
