"""The analysis board, private to one person: its message, and its buttons, whose ids hold the line."""

from collections.abc import Sequence
from dataclasses import replace

from bot.components import parts, positions
from bot.components.answers import Manner, Press, Request, find_press
from bot.components.packing import read_line, write_line
from bot.components.parts import Component, Layout, button
from bot.errors import Reason, Refused, UnknownButtonError
from bot.models import Looked, Variation
from bot.rendering.views import get_view
from bot.services import analysis_board
from bot.words import analysis_boards as words
from bot.words import labels
from bot.words.language import Language
from engine import Action, State

LONGEST = 69
"""The most characters of a line in an id, so that with the longest name of a game an id has 100."""


async def draw_analysis_board(
    request: Request, match_id: int | None, ply: int | None, game: str | None
) -> Layout:
    """Draw the analysis board of a game or a match, by default of the newest in the channel."""
    start = await analysis_board.by_command(request.context, request.asker, match_id, ply, game)
    return await draw_variation(request, start)


async def draw_variation(
    request: Request, variation: Variation, page: int = 0, *, is_full: bool = False
) -> Layout:
    """Draw the board at the end of a variation; if it `is_full`, with a line of text for every move."""
    context, asker_id = request.context, request.user_id
    looked = await analysis_board.analyse_variation(context, variation, asker_id)
    drawn = request.reader.language, looked, page
    components, files = await context.drawing_pool.draw(asker_id, _draw_board_parts, *drawn, is_full=is_full)
    return Layout(*components, accent=parts.RUNNING, files=files)


def _draw_board_parts(
    language: Language, looked: Looked, page: int, *, is_full: bool
) -> tuple[list[Component], dict[str, bytes]]:
    """Return the components of the board, seen from the side of the player to move, and its picture."""
    variation, state = looked.variation, looked.variation.state
    shown, files = positions.picture(
        language, state, variation.last, looked.analysis, is_over=state.is_terminal
    )
    place = _write_variation(variation, variation.actions)
    move_id, page_id = TryMoveButton.id_for(*place), TryPageButton.id_for(*place)
    keys = () if state.is_terminal else positions.make_keys(language, state, move_id, page_id, page)
    above = parts.text(words.heading(language, variation))
    pages = () if state.is_terminal else positions.tell_of_pages(language, state)
    below = parts.text("\n".join([*pages, words.format_position(language, looked, is_full=is_full)]))
    return [above, shown, *keys, below, parts.row(_make_line_buttons(language, looked))], files


def _make_line_buttons(language: Language, looked: Looked) -> list[Component]:
    variation, actions = looked.variation, looked.variation.actions
    whole, shown = _write_variation(variation, variation.whole), len(actions)
    back, forward = (StepButton.id_for(*whole, step) for step in (max(shown - 1, 0), shown + 1))
    again = StartOverButton.id_for(*whole)
    every = ListMovesButton.id_for(*_write_variation(variation, actions))
    others = []
    if parting := variation.parting_move:
        other = OtherLineButton.id_for(*_write_variation(variation, variation.other))
        others = [button(language.say(words.OTHER_LINE, move=parting), other)]
    return [
        button(language.say(words.TAKE_BACK), back, disabled=not actions),
        button(language.say(labels.FORWARD), forward, disabled=not variation.undone),
        button(language.say(words.START_OVER), again, disabled=not actions),
        button(language.say(labels.ALL_MOVES), every, disabled=looked.analysis is None),
        *others,
    ]


def _write_variation(variation: Variation, actions: Sequence[Action]) -> tuple[str, str, int, int]:
    """Return the beginning of an id: a line, and its start, a game or a match and ply."""
    start, match = variation.start, variation.match
    game, match_id = (start.game.slug, 0) if match is None else ("", match.id)
    return game, write_line(start, actions), match_id, start.ply


async def _read_variation(request: Request, press: Press) -> Variation:
    """Return the variation in an id, with what else was tried; UnknownButtonError if it has none."""
    (game, line), (match_id, ply, *_) = press.words, press.numbers
    if game:
        start = analysis_board.at_start(game)
    else:
        start = await analysis_board.by_press(request.context, request.asker, match_id, ply)
    actions = read_line(start.start, line)
    if actions is None:
        raise UnknownButtonError
    whole, other = (
        _read_line_in_button(request, start.start, kind) for kind in (StartOverButton, OtherLineButton)
    )
    undone = whole[len(actions) :] if whole[: len(actions)] == tuple(actions) else ()
    return replace(start, actions=tuple(actions), undone=undone, other=other)


def _read_line_in_button(request: Request, start: State, kind: type[Press]) -> tuple[Action, ...]:
    """Return the line that another button of the pressed message holds, empty if there is none."""
    presses = (press for press in map(find_press, request.pressed.buttons) if isinstance(press, kind))
    return next((tuple(read_line(start, press.words[1]) or ()) for press in presses), ())


class TryMoveButton(Press, kind="am", words=2, numbers=3, answers=Manner.OWN):
    """A move to try out: game, line, match, ply, action."""

    async def act(self, request: Request) -> Layout:
        """Play the move for the player to move."""
        variation, action = await _read_variation(request, self), self.numbers[-1]
        if action not in variation.state.actions():
            raise UnknownButtonError
        tried = variation.try_move(action)
        if len(write_line(variation.start, tried.actions)) > LONGEST:
            raise Refused(Reason.LONG_LINE, number=len(variation.actions))
        return await draw_variation(request, tried)


class TryPageButton(Press, kind="ak", words=2, numbers=3, answers=Manner.OWN):
    """More moves: game, line, match, ply, the page."""

    async def act(self, request: Request) -> Layout:
        """Redraw the board with the page of moves."""
        variation, page = await _read_variation(request, self), self.numbers[-1]
        if page >= get_view(variation.start.game).count_pages(variation.state):
            raise UnknownButtonError
        return await draw_variation(request, variation, page)


class StepButton(Press, kind="af", words=2, numbers=3, answers=Manner.OWN):
    """Take back or play again: game, the whole line, match, ply, how many moves of the line to show."""

    async def act(self, request: Request) -> Layout:
        """Show the position after this many moves of the line, and keep the others."""
        variation = await _read_variation(request, self)
        return await draw_variation(request, variation.cut(self.numbers[-1]))


class StartOverButton(Press, kind="as", words=2, numbers=2, answers=Manner.OWN):
    """Start over: game, the whole line, match, ply."""

    async def act(self, request: Request) -> Layout:
        """Show the position that the line began with, and keep its moves."""
        variation = await _read_variation(request, self)
        return await draw_variation(request, variation.cut(0))


class OtherLineButton(Press, kind="ao", words=2, numbers=2, answers=Manner.OWN):
    """Another line that was tried before: game, the whole line, match, ply."""

    async def act(self, request: Request) -> Layout:
        """Show where it leaves the present line, which is the other one from then on."""
        variation = await _read_variation(request, self)
        present = _read_line_in_button(request, variation.start, StartOverButton)
        other = replace(variation, other=present)
        return await draw_variation(request, other.cut(other.parting + 1))


class ListMovesButton(Press, kind="aa", words=2, numbers=2, answers=Manner.OWN):
    """All moves: game, line, match, ply."""

    async def act(self, request: Request) -> Layout:
        """Show the same position with a line for every legal move."""
        return await draw_variation(request, await _read_variation(request, self), is_full=True)
