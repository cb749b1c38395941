"""How fast tic-tac-toe is solved, compared in one run with a naive solver, easyAI and OpenSpiel.

Run `python -m tests.benchmarks.engine_speed` in the checkout, on Linux. The two libraries take part if they
are installed (`pip install easyAI open_spiel`). Every figure is the median of fresh processes, taken in turn,
so that a busy machine slows all alike; times are CPU time of the one thread that works.
"""

import subprocess
import sys
from importlib.util import find_spec
from statistics import median

ROUNDS = 11
CONTENDER = "from tests.benchmarks.engine_contenders import {0}; print({0}())"
IMPORT = "from time import thread_time as now; begun = now(); import engine; print(1000 * (now() - begun))"
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
LIBRARIES = {"easyAI": "easyAI", "OpenSpiel": "open_spiel"}


def main() -> None:
    """Print everything."""
    installed = [name for name, module in LIBRARIES.items() if find_spec(module)]
    solvers = ["Maxine", "naive minimax", *installed]
    programs = {name: CONTENDER.format(f"solve_{name.split()[0].lower()}") for name in solvers}
    programs |= {"analyse": CONTENDER.format("analyse_warm"), "network": CONTENDER.format("value_by_network")}
    programs |= {"import": IMPORT, "memory": MEMORY}
    figures = medians(programs)
    print("| solver | ms | times Maxine's |\n|---|--:|--:|")
    for name in solvers:
        print(f"| {name} | {figures[name]:.2f} | {figures[name] / figures['Maxine']:.1f} |")
    for name in LIBRARIES.keys() - set(installed):
        print(f"| {name} | not installed | |")
    print(
        f"\nanalyse, memo warm, average over all states: {figures['analyse']:.1f} microseconds (at most 50)"
    )
    print(f"the network of Connect Four, one position: {figures['network']:.1f} ms (at most 5)")
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


if __name__ == "__main__":
    main()
