"""A student who knows the rules of a game, and attends to what they have been told matters.

What they recognise is what anybody sees within two plies, found here by trying moves: it knows nothing of
what chooses the reasons. In any game that is what ends it; on a grid of marks also threats, lines and safe
cells, in games of sowing also seeds, in Nim also how the heaps are made up, in three men's morris also where
men can get to, in Reversi also corners, in dots and boxes also what is given away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import inf
from random import Random
from typing import NamedTuple, TypeAlias

import engine
from engine.rules.connect_four import ConnectFour
from engine.rules.dots_and_boxes import DotsAndBoxes
from engine.rules.nim import Nim
from engine.rules.reversi import Reversi
from engine.rules.sowing import Sowing
from engine.rules.three_mens_morris import Morris
from tests.benchmarks import (
    student_of_boxes,
    student_of_morris,
    student_of_nim,
    student_of_reversi,
    student_of_sowing,
)
from tests.benchmarks.student_of_sowing import gains, gives_least, leaves_few
from tests.engine import plain
from tests.engine.boards import cells
from tests.engine.plain import Cells

Pattern: TypeAlias = Callable[[engine.State, engine.Action], float]
Told: TypeAlias = tuple[str, ...]

_MOST_PAIRS = 3


def wins(state: engine.State, action: engine.Action) -> float:
    """Whether the move wins at once."""
    return plain.has_won(state.successor(action), state.to_move)


def survives(state: engine.State, action: engine.Action) -> float:
    """Whether the move does not lose at once."""
    return not plain.has_won(state.successor(action), 1 - state.to_move)


def blocks(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent could win there at once."""
    return action in state.game.threats(state, 1 - state.to_move)


def is_safe(state: engine.State, action: engine.Action) -> float:
    """Whether the move loses neither at once nor to the next."""
    return not plain.loses_next(state, action)


def threatens(state: engine.State, action: engine.Action) -> float:
    """Whether the player wins, or could with the move after."""
    return bool(wins(state, action) or _threats(state, action))


def forks(state: engine.State, action: engine.Action) -> float:
    """Whether the player wins, or could with either of two moves after."""
    return bool(wins(state, action)) or len(_threats(state, action)) > 1


def prevents_fork(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent can make no two threats next."""
    after = state.successor(action)
    return after.is_terminal or not plain.has_fork(after, cells(after), 1 - state.to_move)


def prepares_fork(state: engine.State, action: engine.Action) -> float:
    """Whether the player could make two threats with the move after."""
    after = state.successor(action)
    return not after.is_terminal and plain.has_fork(after, cells(after), state.to_move)


def takes_fork(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent would make two threats there."""
    _, marked, opponent = _marked_by_opponent(state, action)
    return len(plain.threats(state, marked, opponent)) > 1


def takes_series(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent would threaten to win there, and could then make two threats."""
    _, marked, opponent = _marked_by_opponent(state, action)
    return bool(plain.threats(state, marked, opponent)) and plain.has_fork(state, marked, opponent)


def takes_prepared(state: engine.State, action: engine.Action) -> float:
    """In how many places the opponent could make two threats after a mark there."""
    _, marked, opponent = _marked_by_opponent(state, action)
    forks = (
        plain.threats(state, plain.placed(marked, plain.landing(state, each, marked), opponent), opponent)
        for each in plain.open_actions(state, marked)
    )
    return sum(len(threats) > 1 for threats in forks)


def leaves_few_safe(state: engine.State, action: engine.Action) -> float:
    """How few replies do not lose at once or to the next move; there is none to a move that loses at once."""
    return -len(_safe(state.successor(action))) if survives(state, action) else -inf


def open_lines(state: engine.State, action: engine.Action) -> float:
    """In how many lines the mark is that the player can still complete."""
    board = cells(state)
    cell = plain.landing(state, action, board)
    return sum(cell in line for line in _open(state.game, board, state.to_move))


def lines_left(state: engine.State, action: engine.Action) -> float:
    """In how many lines the mark is that either player can still complete."""
    board = cells(state)
    cell = plain.landing(state, action, board)
    return len(
        {line for player in _seats(state) for line in _open(state.game, board, player) if cell in line}
    )


def keeps_pairs(state: engine.State, action: engine.Action) -> float:
    """Whether a few pairs of free cells are apart, and each line that the opponent can complete holds one."""
    after = state.successor(action)
    board = cells(after)
    free = {cell for cell, mark in enumerate(board) if mark is None}
    return _are_paired([line & free for line in _open(state.game, board, 1 - state.to_move)], _MOST_PAIRS)


def _are_paired(lines: Sequence[frozenset[int]], most: int) -> bool:
    if not lines or not most:
        return not lines
    shortest: frozenset[int] = min(lines, key=len)
    pairs = map(set, combinations(shortest, 2))
    return any(_are_paired([line - pair for line in lines if not line >= pair], most - 1) for pair in pairs)


def closes_lines(state: engine.State, action: engine.Action) -> float:
    """In how many lines the mark is that the opponent could still complete."""
    board = cells(state)
    cell = plain.landing(state, action, board)
    return sum(cell in line for line in _open(state.game, board, 1 - state.to_move))


def keeps_safe_cells(state: engine.State, action: engine.Action) -> float:
    """How many more cells complete no line for the player than for the opponent."""
    after = state.successor(action)
    mine, theirs = (len(plain.completing(state, cells(after), player)) for player in _seats(state))
    return theirs - mine


def leaves_few_last(state: engine.State, action: engine.Action) -> float:
    """After how few replies that complete no line every cell left completes one; none to a loss at once."""
    if not survives(state, action):
        return -inf
    replied = (state.successor(action).successor(reply) for reply in _safe(state.successor(action)))
    return -sum(not any(survives(each, cell) for cell in each.actions()) for each in replied)


def few_lines(state: engine.State, action: engine.Action) -> float:
    """In how few lines of the board the mark is."""
    return -sum(action in line for line in plain.lines(state.game))


def mirrors(state: engine.State, action: engine.Action) -> float:
    """Whether each mark has another player's, or where they are nobody's its like, across the centre."""
    board = cells(state.successor(action))
    taken = [mark is not None for mark in board]
    return taken == taken[::-1] and taken[len(taken) // 2]


def makes_holes(state: engine.State, action: engine.Action) -> float:
    """In how many more cells the player completes four that cannot be taken now."""
    return len(_holes(state.successor(action), state.to_move) - _holes(state, state.to_move))


def stacks(state: engine.State, action: engine.Action) -> float:
    """Whether there are two cells, one above the other, where the player completes four."""
    after = state.successor(action)
    found = plain.completing(after, cells(after), state.to_move)
    return any(cell - 7 in found for cell in found)


def denies_holes(state: engine.State, action: engine.Action) -> float:
    """In how many more cells the opponent would complete four with that place."""
    board, marked, opponent = _marked_by_opponent(state, action)
    return len(plain.completing(state, marked, opponent) - plain.completing(state, board, opponent))


def passes(state: engine.State, action: engine.Action) -> float:
    """Whether the mark is in no line that anybody can complete."""
    return not open_lines(state, action) and not closes_lines(state, action)


def _marked_by_opponent(state: engine.State, action: engine.Action) -> tuple[Cells, Cells, int]:
    """Return the cells as they are, those with the opponent's mark for an action, and the opponent."""
    board, opponent = cells(state), 1 - state.to_move
    return board, plain.placed(board, plain.landing(state, action, board), opponent), opponent


def _threats(state: engine.State, action: engine.Action) -> tuple[engine.Action, ...]:
    after = state.successor(action)
    return () if after.is_terminal else state.game.threats(after, state.to_move)


@cache
def _safe(state: engine.State) -> set[engine.Action]:
    return plain.safe(state)


@cache
def _open(game: engine.Game, board: tuple[int | None, ...], player: int) -> list[frozenset[int]]:
    """Return the lines in which the other player has no mark."""
    return [line for line in plain.lines(game) if all(board[cell] in {None, player} for cell in line)]


def _seats(state: engine.State) -> tuple[int, int]:
    return state.to_move, 1 - state.to_move


def _holes(state: engine.State, player: int) -> set[int]:
    board = cells(state)
    return {
        cell
        for cell in plain.completing(state, board, player)
        if cell + 7 < len(board) and board[cell + 7] is None
    }


_ENDS: Mapping[str, Pattern] = {"win": wins, "no loss": survives, "block": blocks, "safe": is_safe}
_MARKS: Mapping[str, Pattern] = {
    **_ENDS,
    "two threats": forks,
    "fork's place": takes_fork,
    "their series": takes_series,
    "their forks": takes_prepared,
    "no fork": prevents_fork,
    "fork next": prepares_fork,
    "threat": threatens,
    "few safe replies": leaves_few_safe,
    "open lines": open_lines,
    "lines left": lines_left,
    "pairs": keeps_pairs,
    "close lines": closes_lines,
}
_NOBODYS: Mapping[str, Pattern] = {
    "win": wins,
    "no loss": survives,
    "safe": is_safe,
    "few safe replies": leaves_few_safe,
    "mirror": mirrors,
}
_DISCS: Mapping[str, Pattern] = {
    **_MARKS,
    "stack": stacks,
    "hole": makes_holes,
    "no holes": denies_holes,
    "pass": passes,
}


_HEAPS: Mapping[str, Pattern] = {"win": wins, **student_of_nim.PATTERNS}
_MISERE_HEAPS: Mapping[str, Pattern] = {"no loss": survives, **student_of_nim.MISERE_PATTERNS}
_BOXES: Mapping[str, Pattern] = {"boxes": gains, "give least": gives_least, **student_of_boxes.PATTERNS}
_MEN: Mapping[str, Pattern] = {**_ENDS, "few safe replies": leaves_few_safe, **student_of_morris.PATTERNS}
_OF_FAMILIES = (
    (Sowing, student_of_sowing.PATTERNS),
    (ConnectFour, _DISCS),
    (Morris, _MEN),
    (DotsAndBoxes, _BOXES),
    (Reversi, student_of_reversi.PATTERNS),
)


def patterns_of(game: engine.Game) -> Mapping[str, Pattern]:
    """Return all that the student can recognise in a game, what decides soonest first."""
    for family, patterns in _OF_FAMILIES:
        if isinstance(game, family):
            return patterns
    if isinstance(game, Nim):
        return _MISERE_HEAPS if game.is_misere else _HEAPS
    if not isinstance(game, engine.Grid):
        return {**_ENDS, "gain": gains, "few replies": leaves_few}
    if plain.shows_threats(game.initial()):
        return _MARKS
    return (
        _NOBODYS
        if game.slug.endswith("wild")
        else {
            **_NOBODYS,
            "safe cells": keeps_safe_cells,
            "few last cells": leaves_few_last,
            "few lines": few_lines,
        }
    )


class Student(NamedTuple):
    """Plays by what they have been told, in the order in which it was told, and else by chance.

    What is said to come first goes before all that, even if it is told later. `last` is what comes after all
    else. `remembered` are moves of states of which nothing was said but that
    they are best there.
    """

    told: Told = ()
    last: Told = ()
    remembered: frozenset[tuple[engine.State, engine.Action]] = frozenset()

    def hear(self, first: Told, told: Told, last: Told) -> Student:
        """Return the student who has been told this, besides what they have been told before."""
        told, last = (*first, *self.told, *told), (*self.last, *last)
        return self._replace(told=tuple(dict.fromkeys(told)), last=tuple(dict.fromkeys(last)))

    def attend(self, state: engine.State) -> tuple[engine.Action, ...]:
        """Return the moves that are left after all they have been told."""
        return attended(state, (*self.told, *self.last))

    def choose(self, state: engine.State, rng: Random) -> engine.Action:
        """Choose any of the moves that are left."""
        known = [action for action in state.actions() if (state, action) in self.remembered]
        return rng.choice(known or self.attend(state))


@cache
def attended(state: engine.State, told: Told) -> tuple[engine.Action, ...]:
    """Return the moves that are left after one pattern after the other."""
    if not told:
        return state.actions()
    *before, last = told
    left = attended(state, tuple(before))
    found = {action: patterns_of(state.game)[last](state, action) for action in left}
    return tuple(action for action in left if found[action] == max(found.values()))
