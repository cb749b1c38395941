"""The parts of layouts: Discord's component objects."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from textwrap import shorten
from typing import Any, TypeAlias

from discord import ButtonStyle, ComponentType, File, ui

from bot.words import labels
from bot.words.language import Language

Component: TypeAlias = dict[str, Any]

RUNNING, OVER, ASKING = 0x4F7CFF, 0x8A8F98, 0xE0A526
"""The accents of a container: running, over, or an answer is wanted."""


_ALT_TEXT_MOST = 1_024  # characters
_LABEL_MOST = 100


@dataclass(frozen=True)
class KeptFile:
    """A file that a message has already and keeps when it is redrawn: only its id is sent."""

    id: int

    def to_dict(self) -> dict[str, int]:
        """Return the object that Discord expects."""
        return {"id": self.id}


class _File(File):
    """A file to send, whose content is released once it is sent."""

    def close(self) -> None:
        """Release the content: discord.py leaves a cycle that only the garbage collector would free."""
        super().close()
        del self.fp.close


class Layout(ui.LayoutView):
    """A container of components that is sent once and then dropped, with the files it shows by name.

    Presses are answered by the ids of the buttons, so discord.py need not listen or keep views in memory. Its
    own items would only be built to be converted into these objects, at every press.
    """

    def __init__(
        self, *components: Component, accent: int, files: Mapping[str, bytes | KeptFile] | None = None
    ) -> None:
        super().__init__(timeout=None)
        self._files = files or {}
        container = ComponentType.container.value
        self._components = [{"type": container, "accent_color": accent, "components": [*components]}]

    def to_components(self) -> list[Component]:
        """Return the components in Discord's format."""
        return self._components

    @property
    def files(self) -> list[File | KeptFile]:
        """The files to send with it; discord.py uses a file up, so each call makes new ones."""
        return [
            content if isinstance(content, KeptFile) else _File(BytesIO(content), name)
            for name, content in self._files.items()
        ]

    def has_components_v2(self) -> bool:
        """Whether these are components of version 2: always."""
        return True

    def is_finished(self) -> bool:
        """Whether discord.py need not listen for presses: always."""
        return True


def button(
    label: str, id_: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Component:
    """Return a button."""
    return {
        "type": ComponentType.button.value,
        "label": label,
        "custom_id": id_,
        "style": style.value,
        "disabled": disabled,
    }


def make_step_buttons(
    language: Language, ply: int, first: int, last: int, id_for: Callable[[int, int], str]
) -> list[Component]:
    """Return the buttons that step from a position to the first, the previous, the next and the last.

    `id_for` returns an id for a ply and the button's number, as two may lead to the same position.
    """
    targets = {labels.FIRST: first, labels.BACK: ply - 1, labels.FORWARD: ply + 1, labels.LAST: last}
    return [
        button(
            language.say(label),
            id_for(max(target, 0), number),
            disabled=target == ply or not first <= target <= last,
        )
        for number, (label, target) in enumerate(targets.items())
    ]


def row(buttons: Iterable[Component]) -> Component:
    """Return a row of buttons, five at most."""
    return {"type": ComponentType.action_row.value, "components": list(buttons)}


def select(id_: str, placeholder: str, options: Mapping[str, str], chosen: str | None = None) -> Component:
    """Return a row with a menu to choose one of at most 25 options from, labels by value."""
    listed = [
        {"value": value, "label": label[:_LABEL_MOST], "default": value == chosen}
        for value, label in options.items()
    ]
    return row(
        [
            {
                "type": ComponentType.string_select.value,
                "custom_id": id_,
                "placeholder": placeholder,
                "options": listed,
            }
        ]
    )


def text(content: str) -> Component:
    """Return a text."""
    return {"type": ComponentType.text_display.value, "content": content}


def gallery(file: str, alt_text: str) -> Component:
    """Return a gallery of one picture, which is among the files of the layout."""
    description = shorten(alt_text, _ALT_TEXT_MOST, placeholder=" …")
    item = {"media": {"url": f"attachment://{file}"}, "description": description}
    return {"type": ComponentType.media_gallery.value, "items": [item]}
