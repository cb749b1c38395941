"""How fast Connect Four is solved by Maxine and BitBully, in C++: books with books, searches with searches.

Run `python -m tests.benchmarks.connect_four` where the extra `bench` is installed. Each program says what
every column is worth in the same positions, reached by chance, none of them won at once. Every position of
the search meets an empty memo, where books end; books are loaded before. Times are CPU time. `same scores`
counts the positions in which both programs find the same scores: BitBully is the oracle.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, TypeAlias

import engine
from engine.machine import IS_COMPILED
from engine.rules.connect_four_board import COLUMNS
from engine.solvers import new_solver

if TYPE_CHECKING:
    from engine.solver import AnalysedMove

Columns: TypeAlias = tuple[int, ...]  # the moves of a match
Scores: TypeAlias = dict[int, int]  # of each column that has room
Program: TypeAlias = Callable[[Columns], Scores]

GAME = engine.get_game("connect-four")
CELLS = 42
ANSWERED_BY = {6: "book", 8: "book", 18: "search", 20: "search", 24: "search"}
"""Of each ply: the books of both end at ply 12."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compare Maxine with BitBully.")
    parser.add_argument("--positions", type=int, default=15, help="of each ply")
    number = parser.parse_args().positions
    maxine = "Maxine, compiled" if IS_COMPILED else "Maxine, plain Python"
    print(f"| ply | answered by | {maxine}: ms | BitBully, C++: ms | same scores |\n|--:|---|--:|--:|--:|")
    for ply, source in ANSWERED_BY.items():
        matches = list(draw_matches(ply, number))
        (own, found), (other, expected) = (time_all(new, matches) for new in (new_maxine, new_bitbully))
        same = sum(map(dict.__eq__, found, expected))
        print(f"| {ply} | {source} | {own:,.1f} | {other:,.1f} | {same} of {number} |", flush=True)


def draw_matches(ply: int, number: int) -> Iterator[Columns]:
    """Yield so many matches by chance, up to that ply, where nothing is decided within six plies."""
    rng = Random(ply)
    while number:
        state, columns = GAME.initial(), []
        while state.ply < ply and not state.is_terminal:
            columns.append(rng.choice(state.actions()))
            state = state.successor(columns[-1])
        if not state.is_terminal and not engine.analyse(state, depth=6, has_lines=False).is_decided:
            number -= 1
            yield tuple(columns)


def time_all(
    new_program: Callable[[], Program], matches: Sequence[Columns]
) -> tuple[float, Sequence[Scores]]:
    """Return the median milliseconds of a new program for a position, and all scores."""
    new_program()(matches[0])  # load the book
    times, scores = [], []
    for columns in matches:
        program, begun = new_program(), process_time()
        scores.append(program(columns))
        times.append(1000 * (process_time() - begun))
    return median(times), scores


def new_maxine() -> Program:
    """Return Maxine's solver with an empty memo."""
    solver = new_solver(GAME)

    def find_scores(columns: Columns) -> Scores:
        state = GAME.initial()
        for column in columns:
            state = state.successor(column)
        moves = solver.moves(state.position, has_lines=False)
        return {move.action: count_stones(move, CELLS - state.ply) for move in moves}

    return find_scores


def count_stones(move: AnalysedMove, empties: int) -> int:
    """Return BitBully's score: how many stones the winner has left, with the last that was played."""
    if move.value > 0:
        return (empties + 1) // 2 - (move.distance - 1) // 2
    return int(move.value) * (empties // 2 - move.distance // 2 + 1)


def new_bitbully() -> Program:
    """Return BitBully with an empty memo."""
    core, databases = import_module("bitbully.bitbully_core"), import_module("bitbully_databases")
    solver = core.BitBullyCore(Path(databases.BitBullyDatabases.get_database_path("12-ply-dist")))

    def find_scores(columns: Columns) -> Scores:
        board = core.BoardCore()
        board.play(list(columns))
        scores = solver.scoreMoves(board)
        return {column: scores[column] for column in range(COLUMNS) if board.isLegalMove(column)}

    return find_scores


if __name__ == "__main__":
    main()
