"""Write docs/minimax.md, the lesson about minimax in pictures: `python -m tests.make_minimax`.

It measures the times of all methods in one run, which takes about a minute.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from textwrap import dedent
from time import perf_counter
from typing import TypeAlias

from PIL import Image

import engine
from bot.rendering.bars import render_counts
from bot.rendering.chips import Chip, ChipKind, get_colours
from bot.rendering.pictures import encode_png
from bot.rendering.trees import render_tree
from bot.words.language import ENGLISH
from engine import State, StepKind, tracing
from engine.rules.in_a_row import InARow
from engine.tree import show_search, unfold
from tests.engine.boards import state_after
from tests.make_tables import describe_machine

Times: TypeAlias = Mapping[str, float]
"""The milliseconds that each method takes."""

FILE = Path(__file__).parents[1] / "docs" / "minimax.md"
PICTURES = FILE.with_suffix("")
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

SIX_WORDS = """\
| word | what it asks | in `engine` |
|---|---|---|
| PLAYER | whose turn is it? | `state.to_move` |
| ACTIONS | what can be played? | `state.actions()` |
| RESULT | what comes of it? | `state.successor(action)` |
| TERMINAL | is the game over? | `state.is_terminal` |
| UTILITY | what is this end worth? | `state.utility` |
| S0 | where does the game begin? | `game.initial()` |"""

MINIMAX = """\
MAX-VALUE(state):
    if TERMINAL(state): return UTILITY(state)
    value = -infinity
    for action in ACTIONS(state):
        value = max(value, MIN-VALUE(RESULT(state, action)))
    return value

MIN-VALUE(state):
    if TERMINAL(state): return UTILITY(state)
    value = +infinity
    for action in ACTIONS(state):
        value = min(value, MAX-VALUE(RESULT(state, action)))
    return value"""

ALPHA_BETA = """\
MAX-VALUE(state, alpha, beta):
    if TERMINAL(state): return UTILITY(state)
    value = -infinity
    for action in ACTIONS(state):
        value = max(value, MIN-VALUE(RESULT(state, action), alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta: return value
    return value

MIN-VALUE(state, alpha, beta):
    if TERMINAL(state): return UTILITY(state)
    value = +infinity
    for action in ACTIONS(state):
        value = min(value, MAX-VALUE(RESULT(state, action), alpha, beta))
        beta = min(beta, value)
        if alpha >= beta: return value
    return value"""

PAGE = """\
# How Maxine thinks: minimax

For people who want to know how a machine can be sure of the best move. This page is written by \
`python -m tests.make_minimax`, pictures included.

## Six words

Every course describes a game by six words. A search needs nothing else, so the same search plays \
every game.

{six_words}

`state.utility` is the worth to the player to move. A search asks what an end is worth to MAX, the \
player who moves at its root: +1 for a win, 0 for a draw, -1 for a loss. In a game that counts, such \
as Kalah, it is the margin.

## The tree fills up

X moves. X is MAX (▲) and wants the highest number. O is MIN (▼) and wants the lowest. The search goes \
down to an end, and hands its value up. A position takes the best value of its children: the highest \
where MAX moves, the lowest where MIN does.

{trees}

On the left nothing is known yet. In the middle b1 is solved, so X is sure of a draw, "at least 0", \
and the search is at the first end below b3. On the right all is known: the game is a draw, and the \
thick line is best play.

## Two functions

MAX-VALUE and MIN-VALUE call each other:

```
{minimax}
```

In [`engine/tracing.py`](../engine/tracing.py) one function is both. `_side` is 1 where MAX moves and \
-1 where MIN does; `_better` is `max` or `min`. It yields a step for each thing that it does, and the \
pictures show these steps.

```python
{real_minimax}
```

## What need not be looked at

{pruned}

After b1, X is sure of 0: that is *alpha*. Below b3, O has found a reply that leaves 0, so b3 is worth \
0 at most. X cannot gain by b3, whatever else is below it, so the crossed branch need not be looked \
at. *Beta* is the same for O.

```
{alpha_beta}
```

The real one:

```python
{real_alpha_beta}
```

## Nine cells in numbers

So many positions does each method look at from the empty board. All find the same value: a draw.

{counts}

{table}

*Reference searches, which are short, not fast; measured in one run on {machine}.*

## All boards

Each of the nine cells is empty, X or O, so there are 3 to the 9th power, 19,683 codes of a board. \
Each dot is one of them. {reached}

{codes}
"""


def main() -> None:
    """Write the page and its pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name, content in render_pictures().items():
        (PICTURES / name).write_bytes(content)
    FILE.write_text(make(measure(), describe_machine()), encoding="utf-8")


def make(times: Times, machine: str) -> str:
    """Return the page."""
    return PAGE.format(
        six_words=SIX_WORDS,
        trees="\n".join(show_trees()),
        minimax=MINIMAX,
        real_minimax=excerpt(tracing._search_minimax),
        pruned=show("pruned.png", "The same tree: two branches are crossed out", 480),
        alpha_beta=ALPHA_BETA,
        real_alpha_beta=excerpt(tracing._search_alphabeta),
        counts=show("counts.png", "The counts below as bars on a logarithmic scale", 480),
        table="\n".join(tabulate(times)),
        machine=machine,
        reached=tell_reached(),
        codes=show("codes.png", "All codes of a board, coloured by value", ACROSS * SCALE),
    )


def show(name: str, alt: str, width: int) -> str:
    """Return a picture as the page shows it."""
    return f'<img src="{PICTURES.name}/{name}" width="{width}" alt="{alt}">'


def show_trees() -> Iterator[str]:
    """Yield the pictures of the tree that fills up."""
    said = ("The tree without values", "The tree half full", "The tree with all its values")
    for name, alt in zip(STEPS, said, strict=True):
        yield show(f"{name}.png", alt, 270)


def excerpt(function: Callable[..., object]) -> str:
    """Return the search within a function of the engine, from its source."""
    source = inspect.getsource(function)
    begin = source.index("    def search(")
    return dedent(source[begin : source.rindex("\n    return")]).strip()


def measure() -> Times:
    """Walk the whole tree of tic-tac-toe by each method, and time it."""
    state, times = engine.game("tic-tac-toe").initial(), {}
    for method in METHODS:
        begun = perf_counter()
        for _ in engine.trace(state, method):
            pass
        times[method] = 1_000 * (perf_counter() - begun)
    return times


def count() -> dict[str, int]:
    """Count the positions that each method looks at from the empty board."""
    return {method: engine.count(engine.game("tic-tac-toe").initial(), method) for method in METHODS}


def tabulate(times: Times) -> Iterator[str]:
    """Write the table of the methods."""
    yield "| method | what it does | positions | milliseconds |\n|---|---|--:|--:|"
    for method, number in count().items():
        yield f"| `{method}` | {METHODS[method]} | {number:,} | {times[method]:,.0f} |"


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


def solve_codes() -> dict[int, float]:
    """Return the values of all positions to X, by the codes of their boards."""
    start = engine.game("tic-tac-toe").initial()
    values: dict[int, float] = {}
    boards: dict[tracing.Path, int] = {}
    for step in engine.trace(start, "backwards"):
        if step.kind is StepKind.ENTER:
            state = start
            for action in step.path:
                state = state.successor(action)
            boards[step.path] = encode(state)
        elif step.value is not None:
            values[boards[step.path]] = step.value
    return values


def encode(state: State) -> int:
    """Return the code of a board: its cells are the digits of a number to base 3."""
    assert isinstance(state.game, InARow)
    cells = state.game.cells(state)
    return sum(3**place * (0 if mark is None else mark + 1) for place, mark in enumerate(cells))


def tell_reached() -> str:
    """Say how many codes are positions of a game, and what they are worth."""
    values = [*solve_codes().values()]
    won, drawn, lost = (values.count(value) for value in (1, 0, -1))
    return (
        f"Only {len(values):,} can come up in a game. Of these X wins {won:,} (green), {drawn:,} are draws"
        f" (white), and O wins {lost:,} (orange). The grey ones never come up."
    )


def render_codes() -> bytes:
    """Return the picture of all codes, line by line."""
    kinds = {1: ChipKind.WIN, 0: ChipKind.DRAW, -1: ChipKind.LOSS}
    values, image = solve_codes(), Image.new("RGB", (ACROSS, DOWN), GROUND)
    for code in range(3**9):
        value = values.get(code)
        colour = UNREACHABLE if value is None else get_colours(Chip(kinds[int(value)]))[0]
        image.paste(colour, (code % ACROSS, code // ACROSS, code % ACROSS + 1, code // ACROSS + 1))
    return encode_png(image.resize((SCALE * ACROSS, SCALE * DOWN), Image.Resampling.NEAREST))


if __name__ == "__main__":
    main()
