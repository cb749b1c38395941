"""Which message shows a match, and whether it does."""

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
    if match.id in context.recent:  # a press on the message before must be refused
        context.recent[match.id] = context.recent[match.id].shown_in(newest)
    return replace(match, message_id=newest), outdated


def drawn(context: Context, match: Match) -> bool:
    """Note that the match's message shows it as it is here; False if it is known to have gone on since."""
    newest = context.recent.get(match.id, match)
    if (newest.ply, newest.ending) != (match.ply, match.ending):
        return False
    context.drawn[match.id] = match
    return True


async def confirm(context: Context) -> None:
    """Store what was noted; what cannot be stored now is stored the next time."""
    noted = dict(context.drawn)
    if noted:
        await context.storage.matches.confirm([*noted.values()])
    for match_id, match in noted.items():
        if context.drawn.get(match_id) is match:  # nothing newer was noted meanwhile
            del context.drawn[match_id]
