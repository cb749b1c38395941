"""The arena: its message, which counts while games are played, and its buttons."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

from bot.components import messages, parts, positions, promises
from bot.components.answers import public_language_of
from bot.components.packing import read_line, write_line
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, is_redrawable, redraw_answer
from bot.errors import UnknownButtonError
from bot.models import Series, SeriesStatus, Variation
from bot.rendering import bars
from bot.services import analysis_board, arena
from bot.words import analysis_boards, arenas, labels

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Played
    from bot.words.language import Language, Reader
    from engine import Action

_PAUSE = 4.0  # seconds between two edits
_PICTURE = "arena.png"
_LONGEST_ID = 100  # characters
_COLOURS = (bars.FIRST, bars.SECOND, bars.NOBODY)


async def post(interaction: Interaction, series: Series) -> None:
    """Answer with a new message for everybody, and count in it until the series has ended."""
    promises.will_post(interaction)
    await _hold(interaction, series, is_new=True)


async def _hold(interaction: Interaction, series: Series, *, is_new: bool) -> None:
    """Play a series, and show how far it has come in a new message or in the pressed one."""
    context, loop, shown_at = interaction.client.context, asyncio.get_running_loop(), 0.0
    async with aclosing(arena.hold(context, asker_of(interaction), series)) as progress:
        async for played in progress:
            if is_new:
                await messages.send(interaction, messages.posted_with(_draw(interaction, played)))
                is_new, shown_at = False, loop.time()
            elif played.status is not SeriesStatus.RUNNING:
                await messages.redraw(interaction, await _draw_result(interaction, played))
            elif loop.time() >= shown_at + _PAUSE:
                await messages.attempt(messages.redraw(interaction, _draw(interaction, played)))
                shown_at = loop.time()


def _draw(interaction: Interaction, played: Played) -> Layout:
    language = public_language_of(interaction)
    return Layout(
        parts.text(arenas.heading(language, played.series)),
        parts.text(arenas.format_progress(language, played, interaction.client.context.now())),
        parts.row([_again(language, played.series)]),
        accent=parts.RUNNING,
    )


async def _draw_result(interaction: Interaction, played: Played) -> Layout:
    language, series = public_language_of(interaction), played.series
    above, below = arenas.heading(language, series), arenas.format_result(language, played)
    shown, files = [parts.text(above)], {}
    if played.tally.games and played.status is not SeriesStatus.INTERRUPTED:  # then nothing is drawn any more
        studio = interaction.client.context.studio
        files[_PICTURE] = await studio.draw(interaction.user.id, _render, language, played)
        shown.append(parts.gallery(_PICTURE, arenas.describe_picture(language, played)))
    controls = _controls(language, played)
    row = [parts.row(controls)] if controls else []
    return Layout(*shown, parts.text(below), *row, accent=parts.OVER, files=files)


def _render(language: Language, played: Played) -> bytes:
    """Draw how often each has won, of a hundred games, and how sure that is."""
    tally = played.tally
    rows = zip(arenas.rows(language, played), _COLOURS, strict=True)
    shares = [
        bars.Bar(label, f"{number} · {share}", number / tally.games, *tally.interval(number), colour)
        for (label, number, share), colour in rows
    ]
    return bars.render_bars(shares, most=1)


def _controls(language: Language, played: Played) -> list[Component]:
    series, controls = played.series, []
    if played.shortest is not None:
        *_, last = _steps(language, series, played.shortest, 0)
        if len(last["custom_id"]) <= _LONGEST_ID:
            replay = ArenaReplayButton.id_for(*_place(series, played.shortest, 0), 0)
            controls.append(button(language.say(arenas.REPLAY), replay))
    if series.players[0] != series.players[1]:
        swapped = SwapSidesButton.id_for(series.game_slug, *series.players[::-1], series.games, series.seed)
        controls.append(button(language.say(arenas.SWAP), swapped))
    if played.status is SeriesStatus.INTERRUPTED:
        controls.append(_again(language, series))
    return controls


def _again(language: Language, series: Series) -> Component:
    id_ = ArenaAgainButton.id_for(series.game_slug, *series.players, series.games, series.seed)
    return button(language.say(arenas.AGAIN), id_)


def _read(interaction: Interaction, press: Press) -> Series:
    """Return the series that an id stands for; UnknownButtonError if it can be none."""
    (game, first, second), (games, seed) = press.words, press.numbers
    if not 1 <= games <= arena.MOST_GAMES:
        raise UnknownButtonError
    return arena.set_up(interaction.client.context, game, (first, second), games, seed)


class ArenaAgainButton(Press, kind="ra", words=3, numbers=2):
    """The same games anew: game, first player, second, how many games, seed."""

    async def act(self, interaction: Interaction) -> None:
        """Play them, and count in the same message if it shows them."""
        series = _read(interaction, self)
        is_here = is_redrawable(interaction, can_be_public=True) and not messages.is_too_old(interaction)
        if not is_here:
            promises.will_post(interaction)
        await _hold(interaction, series, is_new=not is_here)


class SwapSidesButton(Press, kind="rs", words=3, numbers=2):
    """As many games with the sides changed: game, first player, second, how many games, seed."""

    async def act(self, interaction: Interaction) -> None:
        """Play them, and count in a new message."""
        await post(interaction, _read(interaction, self))


def _place(series: Series, actions: Sequence[Action], ply: int) -> tuple[str, str, str, str, int]:
    """Return what an id begins with that shows a game after so many moves."""
    return series.game_slug, *series.players, write_line(series.game.initial(), actions), ply


class ArenaReplayButton(Press, kind="rg", words=4, numbers=2):
    """A step of a game of the arena: game, both players, its moves, ply, which of the buttons it is."""

    async def act(self, interaction: Interaction) -> None:
        """Show the position privately, from then on in place."""
        series, actions = self._read()
        ply = min(self.numbers[0], len(actions))
        await redraw_answer(interaction, _step(interaction, series, actions, ply))

    def _read(self) -> tuple[Series, list[Action]]:
        game, first, second, line = self.words
        arena.refuse_strangers(game, (first, second))
        series = Series(game, (first, second), 1, 0)
        actions = read_line(series.game.initial(), line)
        if not actions:
            raise UnknownButtonError
        return series, actions


def _step(
    interaction: Interaction, series: Series, actions: list[Action], ply: int
) -> Callable[[Reader], Awaitable[Layout]]:
    async def answer(reader: Reader) -> Layout:
        variation = Variation(series.game.initial(), None, tuple(actions[:ply]))
        language, context = reader.language, interaction.client.context
        looked = await analysis_board.look(context, variation, interaction.user.id)
        state = variation.state
        shown, files = positions.picture(
            language, state, variation.last, looked.analysis, seat=0, is_over=state.is_terminal
        )
        worth = [] if looked.analysis is None else [analysis_boards.format_position(language, looked)]
        return Layout(
            parts.text(arenas.format_game_heading(language, series)),
            shown,
            parts.text("\n".join([arenas.format_step(language, series, actions, looked), *worth])),
            parts.row(_steps(language, series, actions, ply)),
            accent=parts.RUNNING,
            files=files,
        )

    return answer


def _steps(language: Language, series: Series, actions: Sequence[Action], ply: int) -> list[Component]:
    """Return the buttons; each id ends with a number of its own, for two may lead to the same position."""
    last = len(actions)
    targets = {labels.FIRST: 0, labels.BACK: ply - 1, labels.FORWARD: ply + 1, labels.LAST: last}
    return [
        button(
            language.say(label),
            ArenaReplayButton.id_for(*_place(series, actions, max(target, 0)), number),
            disabled=target == ply or not 0 <= target <= last,
        )
        for number, (label, target) in enumerate(targets.items())
    ]
