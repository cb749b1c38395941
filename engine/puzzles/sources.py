"""The sources of puzzles: all positions of a small game, and games between erring players of others."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING

from engine.base import Action, Game, IllegalActionError, State
from engine.players import get_player
from engine.puzzles import endgames
from engine.puzzles.judging import FEWEST_CHOICES
from engine.rules.sowing import Sowing

if TYPE_CHECKING:
    from random import Random


_ERRING = ("greedy", "easy")
"""The players whose errors make puzzles; they are quick, too."""

_BESIDE = 4
"""The most moves from the played game to an endgame beside it."""


def play_game(game: Game, rng: Random) -> list[Action]:
    """Return the actions of a game between two erring players."""
    players = [get_player(name) for name in rng.choices(_ERRING, k=2)]
    state = game.initial()
    actions: list[Action] = []
    while not state.is_terminal:
        actions.append(players[state.to_move].choose(state, None, rng).action)
        state = state.successor(actions[-1])
    return actions


def candidates(
    game: Game, actions: Sequence[Action], goals: Sequence[int] = (1, 0)
) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Yield the running positions of a game, the last first, and the way to each.

    Where positions may come again, little can be proven except by tables of endgames. So there it yields
    the endgames with a single known solution that reaches one of the goals, also those beside the game.
    """
    known: set[Hashable] = set()
    states = [*accumulate(actions[:-1], State.successor, initial=game.initial())]
    for ply in reversed(range(len(states))):
        way, state = (*actions[:ply],), states[ply]
        if game.cycle is None:
            yield way, state
        elif endgames.knows(state):
            bare = state._replace(position=game.split_history(state.position)[0])
            for beside in _endgames_after((), bare, goals, _BESIDE, known):
                with suppress(IllegalActionError):  # where a position has come again
                    there = reduce(State.successor, beside, state)
                    if endgames.single(there, goals) is not None:
                        yield (*way, *beside), there


def _endgames_after(
    way: tuple[Action, ...], state: State, goals: Sequence[int], plies: int, known: set[Hashable]
) -> Iterator[tuple[Action, ...]]:
    """Yield the ways of up to so many moves to endgames with a single solution, with nothing remembered."""
    if state.position in known:
        return
    known.add(state.position)
    successors = state.game.successors(state.position)
    if len(successors) >= FEWEST_CHOICES and endgames.single(state, goals) is not None:
        yield way
    if plies:
        for action, after in successors.items():
            there = State(state.game, after, state.ply + 1)
            yield from _endgames_after((*way, action), there, goals, plies - 1, known)


def every_way(game: Game, rng: Random) -> Iterator[tuple[Action, ...]]:
    """Yield one way to each running position of a small game, without its images; the shorter first."""
    ways: dict[State, tuple[Action, ...]] = {game.initial(): ()}
    known: set[Hashable] = set()
    while ways:
        for state in rng.sample([*ways], len(ways)):
            if not state.is_terminal and canonical(state) not in known:
                known.add(canonical(state))
                yield ways[state]
        ways = {
            state.successor(action): (*way, action)
            for state, way in ways.items()
            for action in state.actions()
        }


def canonical(state: State) -> Hashable:
    """Return what identifies the position of a puzzle: not its past, its image, or the player to move."""
    game, (board, _) = state.game, state.game.split_history(state.position)
    if isinstance(game, Sowing):
        bare, player = State(game, board, state.ply), state.to_move
        stores, rows = game.stores(bare), (game.row(bare, player), game.row(bare, 1 - player))
        return rows, stores[player], stores[1 - player]
    return min(game.symmetries(board))
