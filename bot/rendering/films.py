"""A whole match as an animated picture."""

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import TypeAlias

from bot.models import Move
from bot.rendering.game_view import Scene
from bot.rendering.pictures import Tile, halve
from bot.rendering.views import get_view
from bot.words.language import Language
from engine import State

Positions: TypeAlias = tuple[tuple["State", "Move | None"], ...]
"""Positions of a match, each with the move that led to it; the first has none."""

_PAUSE, _LAST_PAUSE = 1_000, 4_000  # milliseconds
_LONG = 60  # positions; with more, the file would be large

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
    frames, file = _draw_frames(language, positions, is_unwanted, seat), BytesIO()
    first = next(frames)
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[_PAUSE] * (len(positions) - 1) + [_LAST_PAUSE],
        loop=0,
        palette=bytes(first.getpalette() or ()),  # that of all frames, which need not repeat it
        optimize=True,
    )
    return file.getvalue()


def _draw_frames(
    language: Language, positions: Positions, is_unwanted: Callable[[], bool], seat: int
) -> Iterator[Tile]:
    for state, last in positions:
        if is_unwanted():
            raise UnwantedError
        yield _draw_frame(language, state, last, seat, is_small=len(positions) > _LONG)


def _draw_frame(language: Language, state: State, last: Move | None, seat: int, *, is_small: bool) -> Tile:
    frame = get_view(state.game).seen_by(seat).draw(Scene(language, state, last, is_over=True))
    return halve(frame) if is_small else frame
