"""Help with a running match: what is won with it counts apart.

It is stored when it is worked out and before it is given: what fails until then is no help, and nothing that
is given goes unnoted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.models import Match
    from bot.services import Context


async def note(context: Context, match: Match, user_id: int) -> bool:
    """Store that somebody is told what moves are worth; return whether by this they play with help.

    That is only so in a match of their own against Maxine that runs, and at the first time.
    """
    is_own = match.level is not None and match.seat_of(user_id) is not None
    if not is_own or match.is_over or match.is_helped:
        return False
    return await context.storage.matches.add_help(match.id)
