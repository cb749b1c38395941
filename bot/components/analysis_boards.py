"""The analysis board, private to one person: its message, and its buttons, whose ids hold the line."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.components import parts, positions
from bot.components.answers import Manner, Request, on_press
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


async def draw_variation(request: Request, variation: Variation, page: int = 0) -> Layout:
    """Draw the board at the end of a variation."""
    looked = await analysis_board.analyse_variation(request.context, variation, request.user_id)
    return await request.draw(_lay_out_variation, request.reader.language, looked, page)


def _lay_out_variation(language: Language, looked: Looked, page: int) -> Layout:
    """Draw the board, seen from the side of the player to move, with the best moves in green."""
    variation, state = looked.variation, looked.variation.state
    said = words.format_position(language, looked)
    return Layout(
        said if state.is_terminal else parts.join_lines(said, positions.tell_of_pages(language, state)),
        positions.picture_above_keys(language, state, variation.last, is_over=state.is_terminal),
        *_make_keys(language, looked, page),
        _make_line_buttons(language, variation, _offer_explanation(language, looked)),
        accent=parts.RUNNING,
    )


def _make_keys(language: Language, looked: Looked, page: int) -> Iterator[list[Component]]:
    """Return rows of buttons that try a move; after the end only those that show the board."""
    state, place = looked.variation.state, _write_variation(looked.variation, looked.variation.actions)
    move_id, page_id = try_move_button.prefix_for(*place), try_page_button.prefix_for(*place)
    if looked.analysis is not None:
        return positions.make_keys(language, state, move_id, page_id, page, best=looked.analysis.best)
    is_shown = get_view(state.game).is_shown_by_keys
    return positions.make_keys(language, state, move_id, None, None) if is_shown else iter(())


def _offer_explanation(language: Language, looked: Looked) -> Component:
    explain = explain_button.id_for(*_write_variation(looked.variation, looked.variation.actions))
    return button(language.say(labels.EXPLAIN), explain, disabled=looked.analysis is None)


def _make_line_buttons(language: Language, variation: Variation, *added: Component) -> list[Component]:
    """Return the buttons that step through a line, whose ids keep it, and those added."""
    actions, whole = variation.actions, _write_variation(variation, variation.whole)
    steps = []
    if actions:
        steps.append(button(language.say(words.TAKE_BACK), step_button.id_for(*whole, len(actions) - 1)))
    if variation.undone:
        steps.append(button(language.say(labels.FORWARD), step_button.id_for(*whole, len(actions) + 1)))
    if actions:
        steps.append(button(language.say(words.START_OVER), start_over_button.id_for(*whole)))
    others = []
    if parting := variation.parting_move:
        other = other_line_button.id_for(*_write_variation(variation, variation.other))
        others = [button(language.say(words.OTHER_LINE, move=parting), other)]
    return [*steps, *added, *others]


def _write_variation(variation: Variation, actions: Sequence[Action]) -> tuple[str, str, int, int]:
    """Return the beginning of an id: a line, and its start, a game or a match and ply."""
    start, match = variation.start, variation.match
    game, match_id = (start.game.slug, 0) if match is None else ("", match.id)
    return game, write_line(start, actions), match_id, start.ply


async def _read_variation(request: Request, game: str, line: str, match_id: int, ply: int) -> Variation:
    """Return the variation in an id, with what else was tried; UnknownButtonError if it has none."""
    if game:
        start = analysis_board.at_start(game)
    else:
        start = await analysis_board.by_press(request.context, request.asker, match_id, ply)
    actions = read_line(start.start, line)
    if actions is None:
        raise UnknownButtonError
    whole, other = _read_whole_line(request, start.start), _read_other_line(request, start.start)
    undone = whole[len(actions) :] if whole[: len(actions)] == tuple(actions) else ()
    return replace(start, actions=tuple(actions), undone=undone, other=other)


def _read_whole_line(request: Request, start: State) -> tuple[Action, ...]:
    """Return the line that the pressed message keeps, with the moves taken back; empty if there is none."""
    lines = (line for _, line, *_ in step_button.parts_in(request.pressed.buttons))
    return tuple(read_line(start, next(lines, "")) or ())


def _read_other_line(request: Request, start: State) -> tuple[Action, ...]:
    lines = (line for _, line, *_ in other_line_button.parts_in(request.pressed.buttons))
    return tuple(read_line(start, next(lines, "")) or ())


@on_press("am", Manner.OWN)
async def try_move_button(
    request: Request, game: str, line: str, match_id: int, ply: int, action: int
) -> Layout:
    """A move: try it out."""
    variation = await _read_variation(request, game, line, match_id, ply)
    if action not in variation.state.actions():
        raise UnknownButtonError
    tried = variation.try_move(action)
    if len(write_line(variation.start, tried.actions)) > LONGEST:
        raise Refused(Reason.LONG_LINE, number=len(variation.actions))
    return await draw_variation(request, tried)


@on_press("ak", Manner.OWN)
async def try_page_button(
    request: Request, game: str, line: str, match_id: int, ply: int, page: int
) -> Layout:
    """More moves, or Back: redraw the board with the page of moves."""
    variation = await _read_variation(request, game, line, match_id, ply)
    if page >= get_view(variation.start.game).count_pages(variation.state):
        raise UnknownButtonError
    return await draw_variation(request, variation, page)


@on_press("af", Manner.OWN)
async def step_button(request: Request, game: str, line: str, match_id: int, ply: int, shown: int) -> Layout:
    """Take back or play again: show the position after this many moves of the line, and keep the others."""
    variation = await _read_variation(request, game, line, match_id, ply)
    return await draw_variation(request, variation.cut(shown))


@on_press("as", Manner.OWN)
async def start_over_button(request: Request, game: str, line: str, match_id: int, ply: int) -> Layout:
    """Start over: show the position that the line began with, and keep its moves."""
    variation = await _read_variation(request, game, line, match_id, ply)
    return await draw_variation(request, variation.cut(0))


@on_press("ao", Manner.OWN)
async def other_line_button(request: Request, game: str, line: str, match_id: int, ply: int) -> Layout:
    """Another line that was tried before: show where it leaves this one, which is the other from then on."""
    variation = await _read_variation(request, game, line, match_id, ply)
    present = _read_whole_line(request, variation.start)
    other = replace(variation, other=present)
    return await draw_variation(request, other.cut(other.parting + 1))


@on_press("aa", Manner.OWN)
async def list_moves_button(request: Request, game: str, line: str, match_id: int, ply: int) -> Layout:
    """All moves: list every legal move in the place of the board."""
    variation = await _read_variation(request, game, line, match_id, ply)
    looked = await analysis_board.analyse_variation(request.context, variation, request.user_id)
    buttons = _make_line_buttons(request.language, variation, _go_back(request.language, variation))
    return Layout(words.list_moves(request.language, looked), buttons, accent=parts.RUNNING)


@on_press("ae", Manner.OWN)
async def explain_button(request: Request, game: str, line: str, match_id: int, ply: int) -> Layout:
    """Explain: say what to play and why, and show what every move is worth, in the place of the board."""
    variation = await _read_variation(request, game, line, match_id, ply)
    looked = await analysis_board.analyse_variation(request.context, variation, request.user_id)
    return await request.draw(_lay_out_explanation, request.language, looked)


def _lay_out_explanation(language: Language, looked: Looked) -> Layout:
    variation = looked.variation
    every_id = list_moves_button.id_for(*_write_variation(variation, variation.actions))
    every = button(language.say(labels.ALL_MOVES), every_id)
    return Layout(
        words.explain_position(language, looked),
        positions.picture(language, variation.state, variation.last, looked.analysis),
        _make_line_buttons(language, variation, every, _go_back(language, variation)),
        accent=parts.RUNNING,
    )


def _go_back(language: Language, variation: Variation) -> Component:
    """Return the button that leads back to the board."""
    id_ = try_page_button.id_for(*_write_variation(variation, variation.actions), 0)
    return button(language.say(labels.BACK), id_)
