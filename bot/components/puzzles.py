"""Puzzles: their messages, and the buttons that play them."""

from collections.abc import Awaitable, Callable, Iterator
from functools import partial

from discord import ButtonStyle

from bot.components import parts, positions
from bot.components.answers import Button, Manner, Post, Request, on_press
from bot.components.parts import Component, Layout, Part, button
from bot.errors import UnknownButtonError
from bot.models import MOST_POSITION_HINTS, Attempt, Missed, PuzzleFilter, PuzzleView
from bot.rendering.views import get_view
from bot.services import Context, daily, paths, puzzle, races
from bot.words import labels
from bot.words import puzzles as words
from bot.words.language import Language
from engine import Action

Step = Callable[[Context, Attempt], Awaitable[PuzzleView]]


def lay_out_attempt(language: Language, view: PuzzleView, page: int = 0) -> Layout:
    """Draw an attempt, with a page of its moves."""
    attempt = view.attempt
    others = "" if attempt.is_over else positions.tell_of_pages(language, attempt.state)
    said = parts.join_lines(words.heading(language, view), words.format_progress(language, view))
    if view.tried is not None and view.analysis is not None:
        return Layout(
            said,
            *positions.show_refutation(language, view.analysis, view.tried),
            [_offer_again(language, attempt), *_make_puzzle_buttons(language, attempt)],
            accent=parts.RUNNING,
        )
    return Layout(
        parts.join_lines(said, others),
        _picture(language, view),
        *(() if view.solution else _make_puzzle_keys(language, attempt, page)),
        _make_puzzle_buttons(language, attempt),
        accent=parts.OVER if attempt.is_over else parts.RUNNING,
    )


def _offer_again(language: Language, attempt: Attempt) -> Component:
    """Return the button that asks again after a wrong move."""
    id_ = puzzle_page_button.id_for(attempt.id, attempt.turn, 0)
    return button(language.say(labels.TRY_AGAIN), id_, ButtonStyle.primary)


def _picture(language: Language, view: PuzzleView) -> Part:
    """Draw the position, with what every move is worth once the solution has been shown."""
    attempt = view.attempt
    state, last, seat = attempt.state, attempt.last, attempt.puzzle.state.to_move
    if view.solution is None:
        return positions.picture_above_keys(language, state, last, seat=seat, is_over=attempt.is_over)
    return positions.picture(language, state, last, view.solution, seat=seat)


def _make_puzzle_keys(language: Language, attempt: Attempt, page: int) -> Iterator[Part]:
    move_id = puzzle_move_button.prefix_for(attempt.id, attempt.turn)
    page_id = puzzle_page_button.prefix_for(attempt.id, attempt.turn)
    if attempt.is_over and not get_view(attempt.state.game).is_shown_by_keys:
        return iter(())
    shown = None if attempt.is_over else page
    return positions.make_keys(language, attempt.state, move_id, page_id, shown, attempt.tried)


def _make_puzzle_buttons(language: Language, attempt: Attempt) -> list[Component]:
    if attempt.is_over:
        share = button(language.say(labels.SHARE), share_button.id_for(attempt.id))
        following = button(language.say(labels.NEXT_PUZZLE), puzzle_next_button.id_for(attempt.id))
        return [following, *([share] if attempt.counts else _offer_step(language, attempt.puzzle_filter))]
    hint, show = (kind.id_for(attempt.id, attempt.turn) for kind in (puzzle_hint_button, puzzle_show_button))
    return [
        button(language.say(labels.HINT), hint, disabled=attempt.position_hints == MOST_POSITION_HINTS),
        button(language.say(labels.SHOW_SOLUTION), show),
    ]


def _offer_step(language: Language, wished: PuzzleFilter) -> Iterator[Component]:
    """Yield the button that leads back to the step of a path that a puzzle practises, if it does."""
    if wished.game_slug is not None and wished.theme in paths.list_themes(wished.game_slug):
        step_button = Button.by_kind["pt"]  # whose module imports this one
        yield button(language.say(labels.BACK), step_button.id_for(wished.game_slug, wished.theme))


def draw_daily_result(language: Language, view: PuzzleView) -> Layout:
    """Draw the result of a daily puzzle for everybody, with a button for today's puzzle."""
    text = words.announcement(language, view)
    play = button(language.say(labels.PLAY_TODAY), daily_button.id_for())
    return Layout(text, [play], accent=parts.OVER)


async def draw_attempt(request: Request, attempt: Attempt) -> Layout:
    """Draw an attempt as it stands."""
    return await _draw_in_pool(request, await puzzle.view_attempt(request.context, attempt))


async def draw_puzzle(request: Request, puzzle_filter: PuzzleFilter) -> Layout:
    """Draw a new puzzle."""
    attempt = await puzzle.begin(request.context, request.user_id, request.place.guild_id, puzzle_filter)
    return await draw_attempt(request, attempt)


def offer_practice(language: Language, missed: Missed) -> Component:
    """Return the button for a few puzzles of the theme that a person missed most often."""
    return button(labels.practise(language), practice_button.id_for(missed.game_slug, missed.theme))


async def draw_daily(request: Request) -> Layout:
    """Draw today's puzzle, as the person's attempt stands."""
    attempt = await daily.today(request.context, request.user_id, request.place.guild_id)
    return await draw_attempt(request, attempt)


async def _take_step(
    request: Request,
    act: Step,
    attempt_id: int,
    turn: int,
    page: int = 0,
    *,
    action: Action | None = None,
) -> Layout:
    """Do what a button says, or if the attempt was changed since it was drawn, look again."""
    attempt = await puzzle.own(request.context, attempt_id, request.user_id)
    is_open = attempt.turn == turn and not attempt.is_over
    context = request.context
    view = await (act(context, attempt) if is_open else puzzle.look_again(context, attempt, action))
    return await _draw_in_pool(request, view, page if is_open else 0)


async def _draw_in_pool(request: Request, view: PuzzleView, page: int = 0) -> Layout:
    return await request.draw(lay_out_attempt, request.reader.language, view, page)


@on_press("y", Manner.OWN)
async def puzzle_move_button(request: Request, attempt_id: int, turn: int, action: int) -> Layout:
    """A cell of a puzzle's board: try the move."""
    play = partial(puzzle.play_move, action=action)
    return await _take_step(request, play, attempt_id, turn, action=action)


@on_press("o", Manner.OWN)
async def puzzle_page_button(request: Request, attempt_id: int, turn: int, page: int) -> Layout:
    """More moves, or Try again: redraw the board with the page of moves."""

    async def look(context: Context, attempt: Attempt) -> PuzzleView:
        if page >= get_view(attempt.state.game).count_pages(attempt.state):
            raise UnknownButtonError
        return await puzzle.view_attempt(context, attempt)

    return await _take_step(request, look, attempt_id, turn, page)


@on_press("i", Manner.OWN)
async def puzzle_hint_button(request: Request, attempt_id: int, turn: int) -> Layout:
    """Hint: say what to look for, or at the second press the move."""
    return await _take_step(request, puzzle.give_hint, attempt_id, turn)


@on_press("g", Manner.OWN)
async def puzzle_show_button(request: Request, attempt_id: int, turn: int) -> Layout:
    """Show solution: give up."""
    return await _take_step(request, puzzle.give_up, attempt_id, turn)


@on_press("x", Manner.OWN)
async def puzzle_next_button(request: Request, attempt_id: int) -> Layout:
    """Next puzzle: replace this puzzle with the next of its race, or another one of the same kind."""
    before = await puzzle.own(request.context, attempt_id, request.user_id)
    return await draw_attempt(request, await races.begin_next(request.context, request.user_id, before))


@on_press("f", Manner.PUBLIC)
async def share_button(request: Request, attempt_id: int) -> Post:
    """Share: post the result of a daily puzzle for everybody in the channel."""
    context, channel_id = request.context, request.place.channel_id
    attempt = await puzzle.own(context, attempt_id, request.user_id)
    layout = draw_daily_result(request.public_language, await daily.add_share(context, attempt, channel_id))
    confirm = partial(daily.confirm_share, context, attempt.id, channel_id)
    remove = partial(context.storage.puzzles.remove_share, attempt.id, channel_id)
    return Post(layout, noted=lambda _: confirm(), undone=remove)


@on_press("yp", Manner.PRIVATE)
async def practice_button(request: Request, game_slug: str, theme: str) -> Layout:
    """3 puzzles, below a review or a profile: begin the first in a new message."""
    attempt = await puzzle.begin_practice(request.context, request.asker, game_slug, theme)
    return await draw_attempt(request, attempt)


@on_press("z", Manner.PRIVATE)
async def daily_button(request: Request) -> Layout:
    """Play today's puzzle, on a result that was shared: show it."""
    return await draw_daily(request)
