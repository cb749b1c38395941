"""Help with a running match: a match won with help counts separately.

Help is stored after it is worked out and before it is given: what fails until then is no help, and no help
that is given goes unstored.
"""

from bot.models import Match
from bot.services import Context


async def record_help(context: Context, match: Match, user_id: int) -> bool:
    """Store that a person is told what moves are worth; return whether that ends the rating of a match.

    That is true the first time in a running rated match of their own against Maxine.
    """
    is_own = match.level is not None and match.seat_of(user_id) is not None
    if not is_own or match.is_over or match.is_helped:
        return False
    return await context.storage.matches.add_help(match.id) and match.is_rated
