"""A whole match as an animated picture."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from bot.rendering.boards import face

if TYPE_CHECKING:
    from engine import Action, State

Positions: TypeAlias = tuple[tuple["State", "Action | None"], ...]
"""Every position of a match, each with the action that led to it; the first has none."""

_PAUSE, _LAST_PAUSE = 1_000, 4_000  # milliseconds


async def film(positions: Positions) -> bytes:
    """Return the positions of a match one after the other as an animated GIF, the last one held longer."""
    return await asyncio.to_thread(_drawn, positions)


def _drawn(positions: Positions) -> bytes:
    frames = [face(state.game).draw(state, last, (), is_over=True) for state, last in positions]
    pauses = [_PAUSE] * (len(frames) - 1) + [_LAST_PAUSE]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return file.getvalue()
