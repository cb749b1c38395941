"""Draw the pictures of docs/minimax.md and print its table: `python -m tests.make_minimax`.

It measures the times of all methods in one run, which takes about a minute.
"""

from itertools import islice
from pathlib import Path
from time import perf_counter

from PIL import Image

import engine
from bot.rendering.bars import render_counts
from bot.rendering.chips import Chip, ChipKind, get_colours
from bot.rendering.pictures import encode_png
from bot.rendering.trees import render_tree
from bot.words.language import ENGLISH
from engine import State
from engine.rules.in_a_row import InARow
from engine.tree import show_search, unfold
from tests.engine.boards import state_after
from tests.retrograde import solve

PICTURES = Path(__file__).parents[1] / "docs" / "minimax"
MOVES = "b2 a1 c1 a3 a2 c2"
STEPS = {"begun": 0, "half": 17, "done": None}
"""How many steps each picture of the tree shows, None for all."""

METHODS = {
    "minimax": "every position of the tree",
    "alphabeta": "cut off what cannot matter",
    "memo": "look at each position once",
    "backwards": "the same positions, from the ends",
    "symmetry": "count mirror images as one",
}
"""What each method does."""

ACROSS, DOWN, SCALE = 141, 140, 4  # codes, and pixels for each of them
UNREACHABLE, GROUND = "#3b465e", "#1b2130"


def main() -> None:
    """Write the pictures and print the table."""
    for name, content in render_pictures().items():
        (PICTURES / name).write_bytes(content)
    print("| method | what it does | positions | milliseconds |\n|---|---|--:|--:|")
    for method, number in count().items():
        print(f"| `{method}` | {METHODS[method]} | {number:,} | {measure(method):,.0f} |")


def measure(method: str) -> float:
    """Return in how many milliseconds a method walks the whole tree of tic-tac-toe."""
    begun = perf_counter()
    for _ in engine.trace(engine.game("tic-tac-toe").initial(), method):
        pass
    return 1_000 * (perf_counter() - begun)


def count() -> dict[str, int]:
    """Count the positions that each method looks at from the empty board."""
    return {method: engine.count(engine.game("tic-tac-toe").initial(), method) for method in METHODS}


def render_pictures() -> dict[str, bytes]:
    """Return all pictures by their names."""
    state = state_after(engine.game("tic-tac-toe"), MOVES)
    rows = [(METHODS[method], number, True) for method, number in count().items()]
    return {
        **{f"{name}.png": render_search(state, "minimax", number) for name, number in STEPS.items()},
        "pruned.png": render_search(state, "alphabeta", None),
        "counts.png": render_counts(ENGLISH, rows),
        "codes.png": render_codes(),
    }


def render_search(state: State, method: str, number: int | None) -> bytes:
    """Return what so many steps of a search have found."""
    return render_tree(ENGLISH, show_search(unfold(state), islice(engine.trace(state, method), number)))


def solve_codes() -> dict[int, int]:
    """Return the values of all positions to X, by the codes of their boards."""
    game, values = engine.game("tic-tac-toe"), dict[int, int]()
    for position, (value, _) in solve(game).items():
        state = State(game, position, position.bit_count())
        values[encode(state)] = -value if state.to_move else value
    return values


def encode(state: State) -> int:
    """Return the code of a board: its cells are the digits of a number to base 3."""
    assert isinstance(state.game, InARow)
    cells = state.game.cells(state)
    return sum(3**place * (0 if mark is None else mark + 1) for place, mark in enumerate(cells))


def render_codes() -> bytes:
    """Return the picture of all codes, line by line."""
    kinds = {1: ChipKind.WIN, 0: ChipKind.DRAW, -1: ChipKind.LOSS}
    values, image = solve_codes(), Image.new("RGB", (ACROSS, DOWN), GROUND)
    for code in range(3**9):
        value = values.get(code)
        colour = UNREACHABLE if value is None else get_colours(Chip(kinds[value]))[0]
        image.paste(colour, (code % ACROSS, code // ACROSS, code % ACROSS + 1, code // ACROSS + 1))
    return encode_png(image.resize((SCALE * ACROSS, SCALE * DOWN), Image.Resampling.NEAREST))


if __name__ == "__main__":
    main()
