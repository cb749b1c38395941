"""How a match, an invitation and an explanation look in a message: Discord's component objects."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeAlias

from discord import ButtonStyle, ComponentType, File, ui

from bot.components.ids import Kind, custom_id
from bot.rendering import rules as how
from bot.rendering import words
from bot.rendering.boards import face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.models import Explanation, Invitation, Match
    from bot.rendering.face import Key
    from engine import Action, State

Component: TypeAlias = dict[str, Any]

_PICTURE = "board.png"
_RUNNING, _OVER, _ASKING = 0x4F7CFF, 0x8A8F98, 0xE0A526
_MARK_STYLES = (ButtonStyle.primary, ButtonStyle.danger)


class Layout(ui.LayoutView):
    """A container of components that is drawn once and then forgotten.

    Presses are answered by the ids of the buttons, so discord.py need not listen or keep views in memory. Its
    own items would only be made to be turned into these objects, at every press.
    """

    def __init__(self, *components: Component, accent: int, picture: bytes | None = None) -> None:
        super().__init__(timeout=None)
        self._picture = picture
        container = ComponentType.container.value
        self._components = [{"type": container, "accent_color": accent, "components": components}]

    def to_components(self) -> list[Component]:
        """Return the components as Discord wants them."""
        return self._components

    @property
    def files(self) -> list[File]:
        """The files to send with it; Discord's library uses a file up, so each call makes them anew."""
        return [] if self._picture is None else [File(BytesIO(self._picture), _PICTURE)]

    def has_components_v2(self) -> bool:
        """Whether these are components of the second version: always."""
        return True

    def is_finished(self) -> bool:
        """Whether discord.py need not listen for presses: always."""
        return True


def board(match: Match, asked_id: int | None = None, mark: int = 0) -> Layout:
    """Draw a match.

    `asked_id` is the player to whom the question "Really resign?" is put; `mark` is the one that is to be
    placed next, in games in which it is chosen.
    """
    gallery, picture = _pictured(match.state, _last(match))
    return Layout(
        _text(words.heading(match)),
        *gallery,
        *_keys(match, mark),
        _text(words.status(match)),
        *_controls(match, asked_id),
        accent=_OVER if match.is_over else _RUNNING,
        picture=picture,
    )


def old_board(match: Match) -> Layout:
    """Draw a match that goes on in another message: the position without buttons, and a link."""
    heading, moved_on = words.heading(match), words.moved_on(match)
    return _position(heading, match.state, _last(match), moved_on, accent=_OVER)


def rules(game_slug: str) -> Layout:
    """Draw the rules of a game, with an example."""
    return _position(how.above(game_slug), *how.example(game_slug), how.below(game_slug), accent=_RUNNING)


def _position(above: str, state: State, last: Action | None, below: str, *, accent: int) -> Layout:
    """Draw a position between two texts, without buttons."""
    gallery, picture = _pictured(state, last)
    shown = gallery or [_text(f"```\n{face(state.game).text(state, last)}\n```")]
    return Layout(_text(above), *shown, _text(below), accent=accent, picture=picture)


def _pictured(state: State, last: Action | None) -> tuple[list[Component], bytes | None]:
    """Return the components that show the picture of a position, and the picture, if it has one."""
    picture = face(state.game).picture(state, last)
    return ([] if picture is None else [_gallery(face(state.game).text(state, last))]), picture


def invitation(invitation: Invitation) -> Layout:
    """Draw an invitation; once it is closed it has no buttons."""
    text = _text(words.invitation(invitation))
    if invitation.fate is not None:
        return Layout(text, accent=_OVER)
    buttons = (
        _button("Accept", custom_id(Kind.ACCEPT, invitation.id), ButtonStyle.success),
        _button("Decline", custom_id(Kind.DECLINE, invitation.id), ButtonStyle.danger),
        _button("Cancel", custom_id(Kind.CANCEL, invitation.id)),
    )
    return Layout(text, _row(buttons), accent=_ASKING)


def explanation(explanation: Explanation) -> Layout:
    """Draw an explanation, below the position if there is a picture of it."""
    last = _last(explanation.match, explanation.ply)
    gallery, picture = _pictured(explanation.analysis.state, last)
    text = _text(words.explanation(explanation))
    return Layout(*gallery, text, accent=_RUNNING, picture=picture)


def _last(match: Match, ply: int | None = None) -> Action | None:
    """Return the action that led to the present position, or to that after so many moves."""
    played = match.actions[:ply]
    return played[-1] if played else None


def _keys(match: Match, mark: int) -> Iterator[Component]:
    look, can_move = face(match.game), not match.is_over and match.to_move.user_id is not None
    for row in look.keys(match.state, mark if can_move else None):
        yield _row(_key(match, key, can_move=can_move) for key in row)
    if can_move and look.marks:
        other = (mark + 1) % len(look.marks)
        id_ = custom_id(Kind.MARK, match.id, match.ply, other)
        yield _row([_button(f"Place {look.marks[other]} instead", id_)])


def _key(match: Match, key: Key, *, can_move: bool) -> Component:
    style = ButtonStyle.secondary if key.owner is None else _MARK_STYLES[key.owner]
    if key.is_decisive:
        style = ButtonStyle.success
    id_ = custom_id(Kind.MOVE, match.id, match.ply, key.action)
    return _button(key.label, id_, style, disabled=not (key.is_open and can_move))


def _controls(match: Match, asked_id: int | None) -> Iterable[Component]:
    explain = _button("Explain", custom_id(Kind.EXPLAIN, match.id))
    if match.is_over:
        yield _row((explain, _button("Rematch", custom_id(Kind.REMATCH, match.id), ButtonStyle.success)))
    elif asked_id is None:
        yield _row((explain, _button("Resign", custom_id(Kind.RESIGN, match.id, match.ply))))
    else:  # in a row of its own, so that a double press on Resign does not meet it
        really = custom_id(Kind.REALLY_RESIGN, match.id, match.ply, asked_id)
        yield _row((explain,))
        yield _row((_button("Really resign?", really, ButtonStyle.danger),))


def _button(
    label: str, id_: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Component:
    return {
        "type": ComponentType.button.value,
        "label": label,
        "custom_id": id_,
        "style": style.value,
        "disabled": disabled,
    }


def _row(buttons: Iterable[Component]) -> Component:
    return {"type": ComponentType.action_row.value, "components": list(buttons)}


def _text(content: str) -> Component:
    return {"type": ComponentType.text_display.value, "content": content}


def _gallery(alt_text: str) -> Component:
    item = {"media": {"url": f"attachment://{_PICTURE}"}, "description": alt_text}
    return {"type": ComponentType.media_gallery.value, "items": [item]}
