"""Positions in messages: their pictures, and the buttons that play their actions."""

from collections.abc import Collection, Iterator

from discord import ButtonStyle

from bot.components import parts
from bot.components.parts import Component, Part
from bot.models import Match, Move
from bot.rendering.game_view import Key, Tint
from bot.rendering.steps import render_step
from bot.rendering.views import get_view
from bot.words import labels, thoughts
from bot.words.advice import format_caption
from bot.words.language import Language
from bot.words.values import describe_picture
from engine import Action, AnalysedMove, Analysis, Choice, State
from engine.steps import Step, refute

_PICTURE, _STEP = "board.png", "step.png"
_STYLES = {
    Tint.PLAIN: ButtonStyle.secondary,
    Tint.FIRST: ButtonStyle.primary,
    Tint.SECOND: ButtonStyle.danger,
    Tint.WON: ButtonStyle.success,
    Tint.LOST: ButtonStyle.danger,
}


def picture(
    language: Language,
    state: State,
    last: Move | None,
    analysis: Analysis | None = None,
    *,
    seat: int | None = None,
    is_over: bool = False,
) -> Component:
    """Return the picture of a position, seen from a player's seat; None: by the player to move."""
    view = get_view(state.game).seen_by(seat)
    png = view.render_picture(language, state, last, analysis, is_over=is_over)
    alt_text = describe_picture(language, state, last, analysis, seat)
    return parts.gallery(_PICTURE, png, alt_text)


def picture_thoughts(
    language: Language, match: Match, ply: int, choice: Choice, seat: int | None
) -> Component:
    """Return the picture of the bot's thoughts after `ply` moves of a match."""
    state, last = match.state_at(ply), match.move_to(ply)
    view = get_view(state.game).seen_by(seat)
    alt_text = thoughts.describe_thought_picture(language, state, last, choice, seat)
    return parts.gallery(_PICTURE, view.render_thoughts(language, state, last, choice), alt_text)


def picture_above_keys(
    language: Language, state: State, last: Move | None, *, seat: int | None = None, is_over: bool = False
) -> Part:
    """Return the picture of a position, or nothing if the buttons alone show it."""
    is_shown = get_view(state.game).is_shown_by_keys
    return "" if is_shown else picture(language, state, last, seat=seat, is_over=is_over)


def picture_step(language: Language, step: Step, seat: int) -> Component:
    """Return the picture of the position after a move with its threats, from the side of a player."""
    last = Move(step.state.to_move, step.action)
    alt_text = describe_picture(language, step.after, last, seat=seat)
    return parts.gallery(_STEP, render_step(language, step, seat), alt_text)


def show_refutation(language: Language, analysis: Analysis, move: AnalysedMove) -> list[Part]:
    """Return the reply to a move on the board, below what is said of it."""
    shown = picture_step(language, refute(analysis.state, move), analysis.state.to_move)
    return [format_caption(language, analysis, move), shown]


def make_keys(
    language: Language,
    state: State,
    move_id: str,
    page_id: str | None,
    page: int | None = 0,
    closed: Collection[Action] = (),
    best: Collection[Action] = (),
) -> Iterator[list[Component]]:
    """Yield rows of buttons that play the actions of a position.

    Args:
        language: The language of their labels.
        state: The position.
        move_id: The beginning of the ids of buttons that play an action, which comes last in them.
        page_id: Likewise of the button that turns to the moves for which the others leave no room; None:
            there is no such button.
        page: The page of moves; None: no player can move, so all are disabled.
        closed: The actions whose buttons are disabled.
        best: The actions whose buttons are green.
    """
    view, can_move = get_view(state.game), page is not None
    rows = [
        [
            _make_key(
                key._replace(tint=Tint.WON) if key.is_open and key.action in best else key,
                f"{move_id}:{key.action}",
                can_move=can_move and key.action not in closed,
            )
            for key in row
        ]
        for row in view.list_keys(state, page)
    ]
    if page is not None and page_id is not None and (pages := view.count_pages(state)) > 1:
        turn = parts.button(language.say(labels.MORE_MOVES), f"{page_id}:{(page + 1) % pages}")
        rows[-1].append(turn)  # beside the moves, or the fullest board has too many components
    yield from rows


def tell_of_pages(language: Language, state: State) -> str:
    """Say how to play the moves that have no button, in a message in which another page has them."""
    return labels.tell_of_more_moves(language) if get_view(state.game).list_unkeyed(state) else ""


def _make_key(key: Key, id_: str, *, can_move: bool) -> Component:
    return parts.button(key.label, id_, _STYLES[key.tint], disabled=not (key.is_open and can_move))
