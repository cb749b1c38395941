"""Animated pictures: of a whole match, and of a search in its tree."""

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from math import ceil
from typing import TypeAlias

from bot.models import Move
from bot.rendering.game_view import Scene
from bot.rendering.pictures import Tile, halve
from bot.rendering.trees import draw_tree
from bot.rendering.views import get_view
from bot.words.language import Language
from engine import SearchStep, State
from engine.tree import Node, show_search

Positions: TypeAlias = tuple[tuple["State", "Move | None"], ...]
"""Positions of a match, each with the move that led to it; the first has none."""

_PAUSE, _STEP_PAUSE, _LAST_PAUSE = 1_000, 700, 4_000  # milliseconds
_LONG = 60  # positions or steps; with more, the file would be large

MOST_MOVES = 200
"""Up to this many moves are shown one by one; a film of more would be too long to watch."""


class UnwantedError(Exception):
    """No caller waits for the film any more."""


def render_film(
    language: Language, positions: Positions, is_unwanted: Callable[[], bool], seat: int = 0
) -> bytes:
    """Return the positions one after the other as an animated GIF that repeats, the last one held longer.

    All are seen from the side of the player in that seat; if there are many, they are half as large. That
    takes longer than others should wait, so it is cancelled by UnwantedError between two of them, once
    `is_unwanted()` is true.
    """
    durations = [_PAUSE] * (len(positions) - 1) + [_LAST_PAUSE]
    return _encode_film(_draw_frames(language, positions, is_unwanted, seat), durations)


def render_search_film(
    language: Language, tree: Node, steps: Sequence[SearchStep], is_unwanted: Callable[[], bool]
) -> bytes:
    """Return a search in its unfolded tree as an animated GIF, a frame for each step, as `render_film`.

    Of a long search only some steps are shown, and the last.
    """
    numbers = _choose_steps(len(steps))
    return _encode_film(
        _draw_search(language, [show_search(tree, steps[:number]) for number in numbers], is_unwanted),
        [_STEP_PAUSE] * (len(numbers) - 1) + [_LAST_PAUSE],
    )


def _choose_steps(number: int) -> list[int]:
    """Return how many steps are done in each frame."""
    return [*range(number, 0, -ceil(number / _LONG))][::-1]


def _draw_search(
    language: Language, shown: Sequence[Node], is_unwanted: Callable[[], bool]
) -> Iterator[Tile]:
    """Draw the frames, all with the signs of all of them explained."""
    marks = {mark for root in shown for node in root.nodes() for mark in node.marks}
    explained = shown[-1]._replace(marks=frozenset(marks))
    for root in shown:
        _check_wanted(is_unwanted)
        yield draw_tree(language, root, explained)


def _encode_film(frames: Iterator[Tile], durations: list[int]) -> bytes:
    first, file = next(frames), BytesIO()
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=durations,
        loop=0,
        palette=bytes(first.getpalette() or ()),  # that of all frames, which need not repeat it
        optimize=True,
    )
    return file.getvalue()


def _check_wanted(is_unwanted: Callable[[], bool]) -> None:
    if is_unwanted():
        raise UnwantedError


def _draw_frames(
    language: Language, positions: Positions, is_unwanted: Callable[[], bool], seat: int
) -> Iterator[Tile]:
    for state, last in positions:
        _check_wanted(is_unwanted)
        yield _draw_frame(language, state, last, seat, is_small=len(positions) > _LONG)


def _draw_frame(language: Language, state: State, last: Move | None, seat: int, *, is_small: bool) -> Tile:
    frame = get_view(state.game).seen_by(seat).draw(Scene(language, state, last, is_over=True))
    return halve(frame) if is_small else frame
