"""Which message shows a match."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Desk


async def posted(desk: Desk, match: Match, message_id: int) -> Match:
    """Remember that the match is shown by this message from now on, and return it so."""
    await desk.storage.set_message(match.id, message_id)
    return replace(match, message_id=message_id)
