"""A whole match as an animated picture."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from bot.rendering.pictures import halve
from bot.rendering.views import get_view

if TYPE_CHECKING:
    from bot.models import Move
    from bot.rendering.pictures import Tile
    from bot.words.language import Language
    from engine import State

Positions: TypeAlias = tuple[tuple["State", "Move | None"], ...]
"""Every position of a match, each with the move that led to it; the first has none."""

_PAUSE, _LAST_PAUSE = 1_000, 4_000  # milliseconds
_LONG = 60  # positions; with more, the file would be large


async def render_film(language: Language, positions: Positions) -> bytes:
    """Return the positions one after the other as an animated GIF that repeats, the last one held longer.

    It is drawn in a thread, because that takes longer than others should wait. If there are many positions,
    they are half as large.
    """
    return await asyncio.to_thread(_render, language, positions)


@lru_cache(maxsize=32)
def _render(language: Language, positions: Positions) -> bytes:
    frames = [
        _draw_frame(language, state, last, is_small=len(positions) > _LONG) for state, last in positions
    ]
    pauses = [_PAUSE] * (len(frames) - 1) + [_LAST_PAUSE]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return file.getvalue()


def _draw_frame(language: Language, state: State, last: Move | None, *, is_small: bool) -> Tile:
    frame = get_view(state.game).draw(language, state, last, (), is_over=True)
    return halve(frame) if is_small else frame
