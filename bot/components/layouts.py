"""How a match, an invitation and an explanation look in a message: Discord's component objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from discord import ButtonStyle, ComponentType, ui

from bot.components.ids import Kind, custom_id
from bot.rendering import board as boards
from bot.rendering import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.models import Explanation, Invitation, Match
    from bot.rendering.board import Cell

Component: TypeAlias = dict[str, Any]

_RUNNING, _OVER, _ASKING = 0x4F7CFF, 0x8A8F98, 0xE0A526
_MARK_STYLES = (ButtonStyle.primary, ButtonStyle.danger)


class Layout(ui.LayoutView):
    """A container of components that is drawn once and then forgotten.

    Presses are answered by the ids of the buttons, so discord.py need not listen or keep views in memory. Its
    own items would only be made to be turned into these objects, at every press.
    """

    def __init__(self, *components: Component, accent: int) -> None:
        super().__init__(timeout=None)
        container = ComponentType.container.value
        self._components = [{"type": container, "accent_color": accent, "components": components}]

    def to_components(self) -> list[Component]:
        """Return the components as Discord wants them."""
        return self._components

    def has_components_v2(self) -> bool:
        """Whether these are components of the second version: always."""
        return True

    def is_finished(self) -> bool:
        """Whether discord.py need not listen for presses: always."""
        return True


def board(match: Match, asked_id: int | None = None) -> Layout:
    """Draw a match; `asked_id` is the player to whom the question "Really resign?" is put."""
    return Layout(
        _text(words.heading(match)),
        *(_row(_cell(match, cell) for cell in row) for row in boards.rows(match)),
        _text(words.status(match)),
        *_controls(match, asked_id),
        accent=_OVER if match.is_over else _RUNNING,
    )


def old_board(match: Match) -> Layout:
    """Draw a match that goes on in another message: the position without buttons, and a link."""
    return Layout(
        _text(words.heading(match)),
        _text(f"```\n{boards.text(match)}\n```"),
        _text(words.moved_on(match)),
        accent=_OVER,
    )


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
    """Draw an explanation."""
    return Layout(_text(words.explanation(explanation)), accent=_RUNNING)


def _cell(match: Match, cell: Cell) -> Component:
    style = ButtonStyle.secondary if cell.owner is None else _MARK_STYLES[cell.owner]
    if cell.is_decisive:
        style = ButtonStyle.success
    id_ = custom_id(Kind.MOVE, match.id, match.ply, cell.action)
    return _button(cell.label, id_, style, disabled=not cell.is_open)


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
