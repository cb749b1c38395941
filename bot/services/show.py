"""Which message shows a match."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import StorageError

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Context


async def posted(context: Context, match: Match, message_id: int) -> tuple[Match, int | None]:
    """Remember that the match is shown by this message, unless a newer one shows it already.

    Returns:
        The match as it is shown now, and the message that shows it no longer (None: there is none).
    """
    newest, outdated = message_id, match.message_id
    with suppress(StorageError):  # logged already; what was posted is there, and a press on it records it
        newest, outdated = await context.storage.matches.show(match.id, message_id)
    context.recent.pop(match.id, None)  # a press on the message before must be refused
    return replace(match, message_id=newest), outdated
