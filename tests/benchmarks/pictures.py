"""How fast pictures are drawn and how large their files are, beside the same done without tiles.

Run `python -m tests.benchmarks.pictures` in the checkout. Times are CPU time of the one thread that draws, in
milliseconds; they are medians over random positions, with tiles drawn but no picture remembered. The longest
is that of the first pictures of a fresh process after `prepare`, when the tiles of most chips are missing.
"At once" is plain Pillow: a box, a disc and a text for every cell on a sheet as large as the picture and as
fine as a tile, made smaller and saved. The last columns are about an animated picture of a random match.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from statistics import median
from time import thread_time
from typing import NamedTuple

import engine
from bot.models import Move
from bot.rendering import films, game_view, trees, views
from bot.rendering.films import Positions
from bot.rendering.pictures import Brush, encode_png
from bot.rendering.views import get_view
from bot.words.language import ENGLISH
from engine.tree import Node

POSITIONS, SEED, DEPTH = 30, 2026, 4
CELLS = 14  # of a board that is no grid: twelve houses and two stores


class Sample(NamedTuple):
    """A position, the move that led to it, and what its moves are worth, if that is to be shown."""

    state: engine.State
    last: Move | None
    analysis: engine.Analysis | None

    def picture(self) -> bytes:
        """Draw it, whether or not it has been drawn before."""
        game_view.PICTURES.clear()
        return get_view(self.state.game).render_picture(ENGLISH, *self)


def main() -> None:
    """Print the table."""
    views.prepare()
    head = (
        "game",
        "board",
        "with worth",
        "longest",
        "KB",
        "at once",
        "times as long",
        "film: moves",
        "ms",
        "KB",
    )
    print(f"| {' | '.join(head)} |\n|---|{'--:|' * (len(head) - 1)}")
    for slug in engine.games():
        print(f"| {slug} | {' | '.join((*pictures(slug), *film(slug)))} |", flush=True)
    print(trees_in_words())


def pictures(slug: str) -> Iterable[str]:
    """Return what the table says of single pictures."""
    with_worth = list(samples(slug))
    plain = [Sample(state, last, None) for state, last, _ in with_worth]
    longest = max(timed(sample.picture)[0] for sample in (*plain, *with_worth))
    board, worth = (median(timed(sample.picture)[0] for sample in some) for some in (plain, with_worth))
    size = max(len(timed(sample.picture)[1]) for sample in with_worth)
    at_once = median(timed(lambda: drawn_at_once(slug))[0] for _ in range(9))
    yield from (f"{board:.1f}", f"{worth:.1f}", f"{longest:.1f}", f"{size / 1000:.0f}")
    yield from (f"{at_once:.0f}", f"{at_once / worth:.0f}")


def film(slug: str) -> Iterable[str]:
    """Return what the table says of a film."""
    positions = match(slug, Random(SEED))
    milliseconds, gif = timed(lambda: films.render_film(ENGLISH, positions, lambda: False))
    return str(len(positions) - 1), f"{milliseconds:.0f}", f"{len(gif) / 1000:.0f}"


def trees_in_words() -> str:
    """Say how long the trees of tic-tac-toe take."""
    trees.prepare()
    drawn = []
    for sample in samples("tic-tac-toe"):
        root = asyncio.run(grown(sample.state))
        trees.TREES.clear()
        drawn.append(timed(partial(trees.render_tree, ENGLISH, root)))
    milliseconds, size = [taken for taken, _ in drawn], max(len(file) for _, file in drawn)
    return (
        f"A tree of tic-tac-toe takes {median(milliseconds):.1f} ms, the longest {max(milliseconds):.1f} ms,"
        f" and at most {size / 1000:.0f} KB."
    )


async def grown(state: engine.State) -> Node:
    """Return the tree of a position of a small game."""

    async def analyse(state: engine.State) -> engine.Analysis:
        return engine.analyse(state)

    root = await engine.tree.grow(engine.analyse(state), analyse)
    if root is None:
        raise AssertionError("the values of small games are always certain")
    return root


def samples(slug: str) -> Iterable[Sample]:
    """Yield running positions of random matches."""
    rng = Random(SEED)
    for _ in range(POSITIONS):
        state, last = rng.choice([position for position in match(slug, rng) if not position[0].is_terminal])
        yield Sample(state, last, engine.analyse(state, depth=DEPTH))


def match(slug: str, rng: Random) -> Positions:
    """Return the positions of a random match."""
    positions: list[tuple[engine.State, Move | None]] = [(engine.game(slug).initial(), None)]
    while not positions[-1][0].is_terminal:
        state = positions[-1][0]
        move = Move(state.to_move, rng.choice(state.actions()))
        positions.append((state.successor(move.action), move))
    return tuple(positions)


def drawn_at_once(slug: str) -> bytes:
    """Draw a picture as large as those of the game without tiles."""
    game = engine.game(slug)
    whole = get_view(game).draw(game_view.Scene(ENGLISH, game.initial()))
    brush = Brush(whole.width, whole.height, "#1b2130")
    cells = game.rows * game.columns if isinstance(game, engine.Grid) else CELLS
    columns = round((cells * whole.width / whole.height) ** 0.5)
    side = whole.width / columns
    for cell in range(cells):
        x, y = (cell % columns + 0.5) * side, (cell // columns + 0.5) * side
        brush.draw_box((x - 0.45 * side, y - 0.45 * side), (x + 0.45 * side, y + 0.45 * side), 14, "#333f58")
        brush.draw_disc(x, y, 0.3 * side, "#2fd09b")
        brush.draw_text(x, y, "12", 0.3 * side, "#10131a")
    return encode_png(brush.finish())


def timed(draw: Callable[[], bytes]) -> tuple[float, bytes]:
    """Return the milliseconds that drawing takes, and the file."""
    begun = thread_time()
    file = draw()
    return 1000 * (thread_time() - begun), file


if __name__ == "__main__":
    main()
