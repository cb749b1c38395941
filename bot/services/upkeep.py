"""Changes that are due without a request: abandoned matches, expired invitations, outdated rows."""

from bot import policy
from bot.models import KeptPeriods
from bot.services import Context

_LEASE, _PRUNING = "tidy", "pruning"
_SERVERS_MOST, _PLACES_MOST = 20, 10_000  # in a round


async def tidy(context: Context) -> tuple[int, int]:
    """Abandon untouched matches and expire unanswered invitations; return how many of each.

    A clock that was not compared lately ends nothing: it may be wrong, above all at a start. Processes take
    turns, as the clock of any of them may be the only one that was compared.
    """
    storage, now = context.storage, context.now()
    async with storage.leases.held(_LEASE) as is_ours:
        if not is_ours or not context.now.is_confirmed:
            return 0, 0
        await storage.tournaments.expire(now - policy.UNBEGUN_TOURNAMENT_SECONDS)
        await storage.people.end_departures(now)
        return (
            await storage.matches.abandon(now - policy.UNTOUCHED_SECONDS, now)
            + await storage.matches.abandon(now - policy.STOPPED_CLOCK_SECONDS, now, is_stopped=True),
            await storage.invitations.expire(now - policy.INVITATION_SECONDS),
        )


async def prune(context: Context) -> int:
    """Remove some places on leaderboards of months and weeks before the last; return how many.

    It removes them by small writes, so that no request waits, and goes on in the next round. A clock that was
    not compared lately removes nothing.
    """
    rankings, removed = context.storage.rankings, 0
    async with context.storage.leases.held(_PRUNING) as is_ours:
        if not is_ours or not context.now.is_confirmed:
            return 0
        kept, after = KeptPeriods.at(context.now()), None
        while scopes := await rankings.list_scopes(kept, after):
            for after, is_outdated in scopes:
                while is_outdated and removed < _PLACES_MOST and (count := await rankings.prune(kept, after)):
                    removed += count
        return removed


async def silent_servers(context: Context) -> list[int]:
    """Return some servers without an event for long; none if the clock was not compared lately."""
    if not context.now.is_confirmed:
        return []
    return await context.storage.servers.list_silent(
        context.now() - policy.SILENT_SERVER_SECONDS, _SERVERS_MOST
    )


async def purge_server(context: Context, guild_id: int) -> None:
    """Remove all that is stored about a server that the bot is no member of."""
    await context.storage.servers.purge(guild_id, context.now() - policy.SILENT_SERVER_SECONDS)
    context.settings.pop(guild_id, None)
