"""Players against each other: a series of games, played out for whoever wants to see it."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import (
    AnalysisError,
    ManyArenasError,
    RunningArenaError,
)
from bot.models import Played, Series, SeriesStatus
from bot.services.characters import refuse_unknown_level
from bot.services.guards import refuse_unknown_game
from engine import Outcome
from engine.arena import Tally

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from bot.models import Asker, Place
    from bot.services import Context
    from engine import Action, State

MOST_GAMES = 200
LONGEST = 600.0
"""Seconds after which what has been played counts: less than the fifteen minutes in which Discord lets the
answer be changed."""

_MOST_HERE = 3
_SEEDS = 1_000_000


def set_up(context: Context, game: str, players: tuple[str, str], games: int, seed: int | None) -> Series:
    """Return the series that somebody wants to see, with a seed by chance if they have named none.

    Raises:
        UnknownGameError: there is no such game.
        UnknownLevelError: there is no such player, or it does not know the game.
    """
    refuse_strangers(game, players)
    return Series(game, players, games, context.rng.randrange(_SEEDS) if seed is None else seed)


def refuse_strangers(game: str, players: tuple[str, str]) -> None:
    """Raise what `set_up` does if there is no such game, or nobody of that name who knows it."""
    refuse_unknown_game(game)
    for name in players:
        refuse_unknown_level(name, game)


async def hold(context: Context, asker: Asker, series: Series) -> AsyncGenerator[Played]:
    """Play a series, and say how far it has come, again and again until it has ended.

    Raises:
        RunningArenaError: the person has one running, or this very series is.
        ManyArenasError: as many run there as may.
    """
    with _place_taken(context, asker, series):
        end, played, state = context.now() + LONGEST, Played(series, Tally()), series.game.initial()
        begun: tuple[Action, ...] = ()
        yield played
        while played.status is SeriesStatus.RUNNING:
            try:
                games = await context.analysts.play(
                    state,
                    series.players,
                    seed=series.seed,
                    number=played.tally.games,
                    games=series.games,
                    asker_id=asker.user_id,
                )
            except AnalysisError:
                played = replace(played, status=SeriesStatus.INTERRUPTED)
            else:
                for actions, outcome in games:
                    begun += actions
                    if outcome is not None:
                        played, begun = _with_game(played, begun, outcome), ()
                state = _after(series.game.initial(), begun)
                played = replace(played, status=_status(played, is_late=context.now() >= end))
            yield played


def _status(played: Played, *, is_late: bool) -> SeriesStatus:
    if played.tally.games == played.series.games:
        return SeriesStatus.WHOLE
    return SeriesStatus.LATE if is_late else SeriesStatus.RUNNING


def _after(state: State, actions: tuple[Action, ...]) -> State:
    for action in actions:
        state = state.successor(action)
    return state


def _with_game(played: Played, actions: tuple[Action, ...], outcome: Outcome) -> Played:
    """Return what was played, with one more game."""
    shortest = played.shortest
    if outcome is not Outcome.DRAW and (shortest is None or len(actions) < len(shortest)):
        shortest = actions
    return replace(played, tally=played.tally.plus(outcome), shortest=shortest)


@contextmanager
def _place_taken(context: Context, asker: Asker, series: Series) -> Iterator[None]:
    """Let the series be what runs for the person within the block."""
    running = context.arenas
    if asker.user_id in running or (asker.place.channel_id, series) in [
        (place.channel_id, other) for place, other in running.values()
    ]:
        raise RunningArenaError
    if sum(_is_same_server(asker.place, place) for place, _ in running.values()) >= _MOST_HERE:
        raise ManyArenasError(_MOST_HERE)
    running[asker.user_id] = asker.place, series
    try:
        yield
    finally:
        del running[asker.user_id]


def _is_same_server(place: Place, other: Place) -> bool:
    """Return whether two places are on one server; a direct message is a place of its own."""
    return place == other if place.guild_id is None else place.guild_id == other.guild_id
