"""How fast tic-tac-toe is solved, compared in one run with a naive solver, easyAI and OpenSpiel.

Run `python -m tests.benchmarks.engine_speed` in the checkout, on Linux. The two libraries take part if they are
installed (`pip install easyAI open_spiel`). Every figure is the median of fresh processes, taken in turn, so
that a busy machine slows all alike; times are CPU time of the one thread that works.
"""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import process_time

import engine
from engine.minimax import Minimax, decoded

ROUNDS = 11
HERE = "from tests.benchmarks.engine_speed import {0}; print({0}())"
IMPORT = "from time import process_time as now; begun = now(); import engine; print(1000 * (now() - begun))"
MEMORY = """
from resource import getpagesize
def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * getpagesize() / 1024 ** 2
before = resident()
import engine
engine.analyse(engine.game("tic-tac-toe").initial())
print(resident() - before)
"""
OTHERS = {"naive minimax": "engine", "easyAI": "easyAI", "OpenSpiel": "open_spiel"}


def main() -> None:
    """Print everything."""
    installed = [name for name, module in OTHERS.items() if find_spec(module)]
    programs = {name: HERE.format(f"solve_{name.split()[0].lower()}") for name in ["Maxine", *installed]}
    programs |= {"analyse": HERE.format("analyse_warm"), "import": IMPORT, "memory": MEMORY}
    figures = medians(programs)
    print("| solver | ms | times Maxine's |\n|---|--:|--:|")
    for name in ["Maxine", *installed]:
        print(f"| {name} | {figures[name]:.2f} | {figures[name] / figures['Maxine']:.1f} |")
    for name in OTHERS.keys() - set(installed):
        print(f"| {name} | not installed | |")
    print(
        f"\nanalyse, memo warm, average over all states: {figures['analyse']:.1f} microseconds (at most 50)"
    )
    print(f"import engine, above bare Python: {figures['import']:.1f} ms (at most 30)")
    print(f"memory for the engine with all positions solved: {figures['memory']:.1f} MB (at most 16)")


def medians(programs: dict[str, str]) -> dict[str, float]:
    """Return the median of the numbers that each program prints."""
    rounds = [{name: run(program) for name, program in programs.items()} for _ in range(ROUNDS)]
    return {name: median(figures[name] for figures in rounds) for name in programs}


def run(program: str) -> float:
    """Return the number that a program prints in a fresh process."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own program
    return float(done.stdout)


def solve_maxine() -> float:
    """Return the milliseconds for a table of every position's value and distance."""
    game = engine.game("tic-tac-toe")
    begun = process_time()
    solver = Minimax(game)
    solver.score(game.start)
    table = {position: decoded(score) for position, score in solver.scores.items()}
    taken = process_time() - begun
    assert len(table) == 5_478
    return 1000 * taken


def solve_naive() -> float:
    """Return the milliseconds of a minimax over the same rules that remembers nothing."""
    game = engine.game("tic-tac-toe")

    def value(position: engine.Position) -> int:
        successors = game.successors(position)
        if not successors:
            return game.utility(position)
        return max(-value(successor) for successor in successors.values())

    begun = process_time()
    assert value(game.start) == 0
    return 1000 * (process_time() - begun)


def solve_easyai() -> float:
    """Return the milliseconds of easyAI's tic-tac-toe with Negamax and a transposition table."""
    easyai, rules = import_module("easyAI"), import_module("easyAI.games.TicTacToe")
    rules.TicTacToe.ttentry = lambda match: (*match.board, match.current_player)
    search = easyai.Negamax(9, tt=easyai.TranspositionTable())
    match = rules.TicTacToe([easyai.AI_Player(search), easyai.AI_Player(search)])
    begun = process_time()
    search(match)
    return 1000 * (process_time() - begun)


def solve_openspiel() -> float:
    """Return the milliseconds of OpenSpiel's tic-tac-toe, in C++, with its memoized minimax, in Python."""
    solver = import_module("open_spiel.python.algorithms.minimax_solver").MinimaxSolver("tic_tac_toe")
    begun = process_time()
    solver.solve()
    return 1000 * (process_time() - begun)


def analyse_warm() -> float:
    """Return the average microseconds of a whole analysis over every state with a move to make."""
    states = running_states()
    engine.analyse(states[0])
    begun = process_time()
    for state in states:
        engine.analyse(state)
    return 1_000_000 * (process_time() - begun) / len(states)


def running_states() -> list[engine.State]:
    """Return the 4,520 states in which somebody is to move."""
    frontier = [engine.game("tic-tac-toe").initial()]
    found = dict.fromkeys(frontier)
    while frontier:
        frontier = list(
            dict.fromkeys(state.successor(action) for state in frontier for action in state.actions())
        )
        found |= dict.fromkeys(frontier)
    return [state for state in found if not state.is_terminal]


if __name__ == "__main__":
    main()
