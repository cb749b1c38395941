"""The arena: a series of games between two of the bot's players, shown while it runs."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from bot import policy
from bot.errors import AnalysisError, Reason, Refused
from bot.models import Asker, Place, Played, Series, SeriesStatus
from bot.services import Context, settings
from bot.services.characters import refuse_unknown_level
from bot.services.guards import refuse_unknown_game
from engine.arena import SeriesResult

_SEEDS = 1_000_000


def set_up(context: Context, game: str, players: tuple[str, str], games: int, seed: int | None) -> Series:
    """Return the series that a person asks for, with a random seed if `seed` is None.

    Raises:
        UnknownGameError: there is no such game.
        UnknownLevelError: there is no such player, or it does not know the game.
    """
    refuse_strangers(game, players)
    return Series(game, players, games, context.rng.randrange(_SEEDS) if seed is None else seed)


def refuse_strangers(game: str, players: tuple[str, str]) -> None:
    """Raise what `set_up` does if there is no such game, or no such player that knows it."""
    refuse_unknown_game(game)
    for name in players:
        refuse_unknown_level(name, game)


async def play_series(context: Context, asker: Asker, series: Series) -> AsyncGenerator[Played]:
    """Play a series, and yield its state after each step until it has ended.

    One series a person may run at a time in all processes; each process counts those of a server.

    Raises:
        ElsewhereError: no series may run in this channel.
    """
    await settings.refuse_elsewhere(context, asker.place)
    async with _place_taken(context, asker, series):
        now, played = asyncio.get_running_loop().time, Played(series, SeriesResult())
        end = now() + policy.ARENA_SECONDS
        yield played
        while played.status is SeriesStatus.RUNNING:
            played = await _play_on(context, asker.user_id, played, end)
            yield replace(played, spent=1 - (end - now()) / policy.ARENA_SECONDS)


async def _play_on(context: Context, asker_id: int, played: Played, end: float) -> Played:
    """Play the next games of a series; at the time `end` the series stops."""
    series, number = played.series, played.tally.games
    request = {"seed": series.seed, "number": number, "games": series.games, "asker_id": asker_id}
    try:
        async with asyncio.timeout_at(end):
            games = await context.analysts.play(played.state, series.players, **request)
    except TimeoutError:
        return replace(played, status=SeriesStatus.LATE)
    except AnalysisError:
        return replace(played, status=SeriesStatus.INTERRUPTED)
    for actions, outcome in games:
        played = played.with_moves(actions, outcome)
    return played


@asynccontextmanager
async def _place_taken(context: Context, asker: Asker, series: Series) -> AsyncIterator[None]:
    """Reserve the person's one series for the block."""
    running = context.arenas
    if asker.user_id in running or (asker.place.channel_id, series) in [
        (place.channel_id, other) for place, other in running.values()
    ]:
        raise Refused(Reason.RUNNING_ARENA)
    if sum(_is_same_server(asker.place, place) for place, _ in running.values()) >= policy.MOST_ARENAS:
        raise Refused(Reason.MANY_ARENAS, number=policy.MOST_ARENAS)
    running[asker.user_id] = asker.place, series
    try:
        async with context.storage.leases.held(f"arena {asker.user_id}") as is_ours:
            if not is_ours:
                raise Refused(Reason.RUNNING_ARENA)
            yield
    finally:
        del running[asker.user_id]


def _is_same_server(place: Place, other: Place) -> bool:
    """Return whether two places are on one server; a direct message is a place of its own."""
    return place == other if place.guild_id is None else place.guild_id == other.guild_id
