"""A whole match as an animated picture."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from bot.rendering.boards import face
from bot.rendering.pictures import halved

if TYPE_CHECKING:
    from bot.rendering.pictures import Tile
    from engine import Action, State

Positions: TypeAlias = tuple[tuple["State", "Action | None"], ...]
"""Every position of a match, each with the action that led to it; the first has none."""

_PAUSE, _LAST_PAUSE = 1_000, 4_000  # milliseconds
_LONG = 60  # positions; with more, the file would be large


async def film(positions: Positions) -> bytes:
    """Return the positions one after the other as an animated GIF that repeats, the last one held longer.

    It is drawn in a thread, because that takes longer than others should wait. If there are many positions,
    they are half as large.
    """
    return await asyncio.to_thread(_drawn, positions)


@lru_cache(maxsize=32)
def _drawn(positions: Positions) -> bytes:
    frames = [_frame(state, last, is_small=len(positions) > _LONG) for state, last in positions]
    pauses = [_PAUSE] * (len(frames) - 1) + [_LAST_PAUSE]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return file.getvalue()


def _frame(state: State, last: Action | None, *, is_small: bool) -> Tile:
    drawn = face(state.game).draw(state, last, (), is_over=True)
    return halved(drawn) if is_small else drawn
