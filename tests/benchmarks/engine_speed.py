"""How fast tic-tac-toe is solved, with and without a memo: Maxine, a textbook minimax, easyAI and OpenSpiel.

Run `python -m tests.benchmarks.engine_speed` in the checkout, on Linux. The two libraries take part if they
are installed (`pip install -c requirements.lock -e '.[bench]'`). Every figure is the median of fresh
processes, taken in turn, so that a busy machine slows all alike; times are CPU time of the working thread.
"""

import subprocess
import sys
from importlib.util import find_spec
from statistics import median

ROUNDS = 5
CONTENDER = "from tests.benchmarks.engine_contenders import {0}; print({0}())"
IMPORT = "from time import thread_time as now; begun = now(); import engine; print(1000 * (now() - begun))"
MEMORY = """
from resource import getpagesize
def resident():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * getpagesize() / 1024 ** 2
before = resident()
import engine
engine.analyse(engine.get_game("tic-tac-toe").initial())
print(resident() - before)
"""
LIBRARIES = {"easyai": "easyAI", "openspiel": "open_spiel"}
SEARCHES = {
    "minimax, a textbook's ten lines over Maxine's rules": ("solve_plain", "solve_memo"),
    "minimax, Maxine": ("", "solve_maxine_memo"),
    "minimax, OpenSpiel": ("", "solve_openspiel_memo"),
    "alpha-beta, easyAI": ("search_easyai_plain", "search_easyai_memo"),
    "alpha-beta, OpenSpiel": ("search_openspiel_plain", ""),
}
LIMITS = {
    "an analysis with a warm memo, average of all states": (CONTENDER.format("analyse_warm"), 50, "µs"),
    "a position of Connect Four by the network": (CONTENDER.format("value_by_network"), 5, "ms"),
    "`import engine`": (IMPORT, 30, "ms"),
    "memory of the engine, all positions of tic-tac-toe solved": (MEMORY, 16, "MB"),
}


def main() -> None:
    """Print both tables."""
    contenders = {name for searches in SEARCHES.values() for name in searches if is_installed(name)}
    programs = {name: CONTENDER.format(name) for name in sorted(contenders)}
    programs |= {name: program for name, (program, _, _) in LIMITS.items()}
    figures = medians(programs)
    print("| search of tic-tac-toe | without a memo, ms | with a memo, ms |\n|---|--:|--:|")
    for search, names in SEARCHES.items():
        print(f"| {search} | {' | '.join(show(name, figures) for name in names)} |")
    print("\n| Maxine | measured | at most | |\n|---|--:|--:|---|")
    for name, (_, most, unit) in LIMITS.items():
        verdict = "kept" if figures[name] <= most else "missed"
        print(f"| {name} | {figures[name]:.1f} {unit} | {most} {unit} | {verdict} |")


def is_installed(name: str) -> bool:
    """Return whether the library of a contender is installed; Maxine's own and "" need none."""
    modules = [module for library, module in LIBRARIES.items() if library in name]
    return name != "" and all(map(find_spec, modules))


def show(name: str, figures: dict[str, float]) -> str:
    """Write a contender's time into a cell, which stays empty where there is no such search."""
    return f"{figures[name]:.1f}" if name in figures else "not installed" if name else ""


def medians(programs: dict[str, str]) -> dict[str, float]:
    """Return the median of the numbers that each program prints."""
    rounds = [{name: run(program) for name, program in programs.items()} for _ in range(ROUNDS)]
    return {name: median(figures[name] for figures in rounds) for name in programs}


def run(program: str) -> float:
    """Return the number that a program prints in a fresh process."""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603 - our own program
    return float(done.stdout)


if __name__ == "__main__":
    main()
