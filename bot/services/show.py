"""Which message shows a match, and whether it does.

What Discord has taken is noted, and stored in the next round of upkeep. But an edit that was given up may yet
arrive, and undo whatever was drawn after it: until that is over nothing is stored, and it is drawn anew in
each round, the last time when nothing can undo it any more.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.errors import StorageError

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Context

_LATE_SECONDS = 8.0  # after an edit was given up, about ten after it was sent, it arrives no more
_ANSWERED_SECONDS = 15.0  # after a match was touched, the answer that shows it is there, or was given up


async def posted(context: Context, match: Match, message_id: int) -> tuple[Match, int | None]:
    """Remember that the match is shown by this message, unless a newer one shows it already.

    Returns:
        The match as it is shown now, and the message that shows it no longer (None: there is none).
    """
    try:
        return await note(context, match, message_id)
    except StorageError:  # logged already; what was posted is there, and a press on it records it
        return _shown(context, match, message_id), match.message_id


async def note(context: Context, match: Match, message_id: int) -> tuple[Match, int | None]:
    """Do the same, but raise StorageError if that cannot be stored."""
    newest, outdated = await context.storage.matches.show(match.id, message_id)
    return _shown(context, match, newest), outdated


def _shown(context: Context, match: Match, message_id: int) -> Match:
    if match.id in context.recent:  # a press on the message before must be refused
        context.recent[match.id] = context.recent[match.id].shown_in(message_id)
    return match.shown_in(message_id)


def shown_now(context: Context, match: Match) -> Match:
    """Return the match as it is here, in the newest message that is known to show it.

    What showed it before it went into a thread does not count.
    """
    recent = context.recent.get(match.id, match)
    if recent.place != match.place:
        return max(recent, match, key=lambda each: each.version)
    return match.shown_in(max(recent.message_id or 0, match.message_id or 0) or None)


def as_told(context: Context, match: Match) -> Match:
    """Return a match as people are told of it: by Discord's time, which is theirs."""
    return match if match.due_at is None else match.due(context.now.told(match.due_at))


def is_answered_yet(context: Context, match: Match) -> bool:
    """Return whether a message may yet come that shows the match, as the answer to whoever touched it last.

    Those who did before the bot began are not answered any more, unless another process may do it.
    """
    since = context.now() - _ANSWERED_SECONDS
    if not context.storage.leases.is_shared:
        since = max(since, context.now.begun_at)
    return match.touched_at > since


def drawn(context: Context, match: Match) -> bool:
    """Note that the match's message shows it as it is here; False if it is known to have gone on since."""
    recent, noted = context.recent.get(match.id, match), context.drawn.get(match.id, match)
    if recent.version > match.version or (recent.is_over and not match.is_over):
        return False
    if (match.message_id or 0) >= (noted.message_id or 0):  # else it has gone on in a newer message
        context.drawn[match.id] = match
    return True


def doubt(context: Context, match_id: int) -> None:
    """Note that an edit of the match's message was given up that may yet arrive."""
    context.unsure[match_id] = asyncio.get_running_loop().time() + _LATE_SECONDS


def settle(context: Context, match: Match, begun_at: float) -> None:
    """Note that the match was drawn anew, and if that was begun late enough, that nothing undoes it."""
    if context.unsure.get(match.id, begun_at) <= begun_at:
        context.unsure.pop(match.id, None)
    drawn(context, match)


async def confirm(context: Context) -> None:
    """Store what was noted and is not in doubt; what cannot be stored now is stored the next time.

    One that has gone on, and not here, may have been drawn by another process before it was here: that is to
    be drawn anew.
    """
    noted = {match_id: match for match_id, match in context.drawn.items() if match_id not in context.unsure}
    gone_on = await context.storage.matches.confirm([*noted.values()]) if noted else []
    for match in map(noted.__getitem__, gone_on):
        if _drawn_state(context.recent.get(match.id, match)) == _drawn_state(match):
            context.unsure[match.id] = asyncio.get_running_loop().time()
    for match_id, match in noted.items():
        if context.drawn.get(match_id) is match:  # nothing newer was noted meanwhile
            del context.drawn[match_id]


def _drawn_state(match: Match) -> tuple[int, bool, int | None]:
    """Return what a match has gone on in, if it has."""
    return match.version, match.is_over, match.message_id
