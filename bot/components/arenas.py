"""The arena: its message, which counts while games are played, and its buttons."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing

from bot import policy
from bot.components import parts, positions
from bot.components.answers import Answer, Manner, Request, Update, on_press
from bot.components.packing import read_line, write_line
from bot.components.parts import Component, Layout, button
from bot.errors import UnknownButtonError
from bot.models import Looked, Played, Series, SeriesStatus, Variation
from bot.rendering import bars
from bot.services import analysis_board, arena
from bot.words import analysis_boards, arenas
from bot.words.language import Language
from engine import Action, Outcome

_PICTURE = "arena.png"
_LONGEST_ID = 100  # characters
_COLOURS = (bars.FIRST, bars.SECOND, bars.NOBODY)


async def show_series(request: Request, series: Series) -> AsyncIterator[Answer]:
    """Play a series, and show its progress; if the first answer fails no game is played."""
    loop = asyncio.get_running_loop()
    async with aclosing(arena.play_series(request.context, request.asker, series)) as progress:
        yield _draw_progress(request, await anext(progress))
        shown_at = loop.time()
        async for played in progress:
            if played.status is not SeriesStatus.RUNNING:
                yield await _draw_result(request, played)
            elif loop.time() >= shown_at + policy.ARENA_EDIT_SECONDS:
                yield Update(_draw_progress(request, played))
                shown_at = loop.time()


def _draw_progress(request: Request, played: Played) -> Layout:
    language = request.public_language
    return Layout(
        arenas.heading(language, played.series),
        arenas.format_progress(language, played, request.context.now()),
        [_make_again_button(language, played.series)],
        accent=parts.RUNNING,
    )


async def _draw_result(request: Request, played: Played) -> Layout:
    language = request.public_language
    replays, chart = _replays(language, played), []
    if played.tally.games and played.status is not SeriesStatus.INTERRUPTED:  # then nothing is drawn any more
        png = await request.draw(_render, language, played)
        chart = [parts.gallery(_PICTURE, png, arenas.describe_bars(language, played))]
    return Layout(
        arenas.heading(language, played.series),
        *chart,
        arenas.format_series_result(language, played, can_be_replayed=bool(replays)),
        [*replays, *_make_series_buttons(language, played)],
        accent=parts.OVER,
    )


def _render(language: Language, played: Played) -> bytes:
    """Draw how often each player has won, out of a hundred games, and with what certainty."""
    tally = played.tally
    rows = zip(arenas.list_bars(language, played), _COLOURS, strict=True)
    shares = [
        bars.Bar(label, f"{number} · {share}", number / tally.games, *tally.interval(number), colour)
        for (label, number, share), colour in rows
    ]
    return bars.render_bars(shares, most=1)


def _replays(language: Language, played: Played) -> list[Component]:
    """Return the button for the shortest won game, if one fits into an id."""
    series, shortest = played.series, played.shortest
    if shortest is None:
        return []
    last_button = _make_game_step_buttons(language, series, shortest, 0)[-1]
    if len(last_button["custom_id"]) > _LONGEST_ID:
        return []
    id_ = arena_replay_button.id_for(*_write_game(series, shortest, 0), 0)
    return [button(language.say(arenas.REPLAY), id_)]


def _make_series_buttons(language: Language, played: Played) -> list[Component]:
    series, controls = played.series, []
    if series.players[0] != series.players[1]:
        swapped = swap_sides_button.id_for(series.game_slug, *series.players[::-1], series.games, series.seed)
        controls.append(button(language.say(arenas.SWAP), swapped))
    if played.status is SeriesStatus.INTERRUPTED:
        controls.append(_make_again_button(language, series))
    return controls


def _make_again_button(language: Language, series: Series) -> Component:
    id_ = arena_again_button.id_for(series.game_slug, *series.players, series.games, series.seed)
    return button(language.say(arenas.AGAIN), id_)


def _read_series(request: Request, game: str, players: tuple[str, str], games: int, seed: int) -> Series:
    """Return the series in an id; UnknownButtonError if it cannot be one."""
    if not 1 <= games <= policy.MOST_ARENA_GAMES:
        raise UnknownButtonError
    return arena.set_up(request.context, game, players, games, seed)


def _choose_place(request: Request, *_: object) -> Manner:
    """Count in the same message if it belongs to the person who presses, else in a new one."""
    is_here = request.resolve(Manner.ASKED) is Manner.REDRAW and not request.is_too_old()
    return Manner.REDRAW if is_here else Manner.PUBLIC


@on_press("ra", _choose_place)
def arena_again_button(
    request: Request, game: str, first: str, second: str, games: int, seed: int
) -> AsyncIterator[Answer]:
    """Again: play the same games anew."""
    return show_series(request, _read_series(request, game, (first, second), games, seed))


@on_press("rs", Manner.PUBLIC)
def swap_sides_button(
    request: Request, game: str, first: str, second: str, games: int, seed: int
) -> AsyncIterator[Answer]:
    """As many games with the sides changed: play them, and count in a new message."""
    return show_series(request, _read_series(request, game, (first, second), games, seed))


def _write_game(series: Series, actions: Sequence[Action], ply: int) -> tuple[str, str, str, str, int]:
    """Return the beginning of an id that shows a game at a ply."""
    return series.game_slug, *series.players, write_line(series.game.initial(), actions), ply


@on_press("rg", Manner.OWN)
async def arena_replay_button(
    request: Request, game: str, first: str, second: str, line: str, ply: int, _: int
) -> Layout:
    """A step of a game: show the position privately, from then on in place."""
    series, actions = _read_game(game, first, second, line)
    variation = Variation(series.game.initial(), None, actions[:ply])
    looked = await analysis_board.analyse_variation(request.context, variation, request.user_id)
    return await request.draw(_draw_game_step, request.reader.language, series, actions, looked)


def _read_game(game: str, first: str, second: str, line: str) -> tuple[Series, tuple[Action, ...]]:
    """Return the game in an id; UnknownButtonError if it is not a won game."""
    arena.refuse_strangers(game, (first, second))
    series = Series(game, (first, second), 1, 0)
    start = series.game.initial()
    actions = tuple(read_line(start, line) or ())
    if Variation(start, None, actions).state.outcome not in {Outcome.FIRST, Outcome.SECOND}:
        raise UnknownButtonError
    return series, actions


def _draw_game_step(
    language: Language, series: Series, actions: tuple[Action, ...], looked: Looked
) -> Layout:
    """Draw a step of a game."""
    variation, state = looked.variation, looked.variation.state
    worth = "" if looked.analysis is None else analysis_boards.format_position(language, looked)
    return Layout(
        arenas.format_game_heading(language, series),
        positions.picture(
            language, state, variation.last, looked.analysis, seat=0, is_over=state.is_terminal
        ),
        parts.join_lines(arenas.format_game_step(language, series, actions, looked), worth),
        _make_game_step_buttons(language, series, actions, state.ply),
        accent=parts.RUNNING,
    )


def _make_game_step_buttons(
    language: Language, series: Series, actions: Sequence[Action], ply: int
) -> list[Component]:
    def id_for(target: int, number: int) -> str:
        return arena_replay_button.id_for(*_write_game(series, actions, target), number)

    return parts.make_step_buttons(language, ply, 0, len(actions), id_for)
