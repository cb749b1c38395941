"""The parts of layouts: Discord's component objects."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from textwrap import shorten
from typing import Any, TypeAlias

from discord import ButtonStyle, ComponentType, File, ui

from bot.words import labels
from bot.words.language import Language

RUNNING, OVER, ASKING = 0x4F7CFF, 0x8A8F98, 0xE0A526
"""The accents of a container: running, over, or an answer is wanted."""

_ALT_TEXT_MOST = 1_024  # characters
_LABEL_MOST = 100
_LONGEST_ROW = 5  # buttons


class _File(File):
    """A file to send, whose content is released once it is sent."""

    def close(self) -> None:
        """Release the content: discord.py leaves a cycle that only the garbage collector would free."""
        super().close()
        del self.fp.close


class Component(dict[str, Any]):
    """One of Discord's component objects, with the files that it shows by name."""

    def __init__(
        self, kind: ComponentType, files: Mapping[str, bytes] | None = None, **fields: object
    ) -> None:
        super().__init__(type=kind.value, **fields)
        self.files = files or {}


Part: TypeAlias = str | Component | Sequence[Component]
"""A part of a layout: a text, a component, or buttons or a menu in rows; what is empty is left out."""


class Layout(ui.LayoutView):
    """A container of parts that is sent once and then dropped.

    Presses are answered by the ids of the buttons, so discord.py need not listen or keep views in memory. Its
    own items would only be built to be converted into component objects, at every press.
    """

    def __init__(self, *shown: Part, accent: int) -> None:
        super().__init__(timeout=None)
        inside = [component for part in shown for component in _lay_out(part)]
        self._files = {name: content for each in inside for name, content in each.files.items()}
        self._components: list[dict[str, Any]] = [
            Component(ComponentType.container, accent_color=accent, components=inside)
        ]

    def to_components(self) -> list[dict[str, Any]]:
        """Return the components in Discord's format."""
        return self._components

    @property
    def files(self) -> list[File]:
        """The files to send with it; discord.py uses a file up, so each call makes new ones."""
        return [_File(BytesIO(content), name) for name, content in self._files.items()]

    def has_components_v2(self) -> bool:
        """Whether these are components of version 2: always."""
        return True

    def is_finished(self) -> bool:
        """Whether discord.py need not listen for presses: always."""
        return True


@dataclass(frozen=True)
class Sheet:
    """A form that is opened for one person, in Discord's words a modal."""

    id: str
    title: str
    fields: Sequence[Component]

    def to_dict(self) -> dict[str, Any]:
        """Return the object that Discord expects."""
        return {"custom_id": self.id, "title": self.title, "components": [*self.fields]}

    def is_finished(self) -> bool:
        """Whether discord.py need not listen for the submission: always."""
        return True


def _lay_out(part: Part) -> Iterator[Component]:
    if isinstance(part, Component):
        yield part
    elif isinstance(part, str):
        if part:
            yield Component(ComponentType.text_display, content=part)
    else:
        for start in range(0, len(part), _LONGEST_ROW):
            yield Component(ComponentType.action_row, components=[*part[start : start + _LONGEST_ROW]])


def join_lines(*texts: str | None) -> str:
    """Return texts as one, each on a line of its own, without those that are empty."""
    return "\n".join(filter(None, texts))


def button(
    label: str, id_: str, style: ButtonStyle = ButtonStyle.secondary, *, disabled: bool = False
) -> Component:
    """Return a button."""
    return Component(ComponentType.button, label=label, custom_id=id_, style=style.value, disabled=disabled)


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


def select(id_: str, placeholder: str, options: Mapping[str, str], chosen: str | None = None) -> Component:
    """Return a menu to choose one of at most 25 options from, labels by value."""
    listed = _list_options(options, (chosen,), {})
    return Component(ComponentType.string_select, custom_id=id_, placeholder=placeholder, options=listed)


def _list_options(
    options: Mapping[str, str], chosen: Collection[str | None], told: Mapping[str, str]
) -> list[dict[str, object]]:
    return [
        {"value": value, "label": label[:_LABEL_MOST], "default": value in chosen}
        | ({"description": told[value][:_LABEL_MOST]} if value in told else {})
        for value, label in options.items()
    ]


def field(kind: ComponentType, name: str, label: str, about: str = "", **more: object) -> Component:
    """Return a field of a sheet below its label, and below what is said about it."""
    inner = Component(kind, None, custom_id=name, **more)
    told = {"description": about} if about else {}
    return Component(ComponentType.label, None, label=label, component=inner, **told)


def choice(
    kind: ComponentType,
    name: str,
    label: str,
    options: Mapping[str, str],
    chosen: Collection[str | None],
    *,
    about: str = "",
    told: Mapping[str, str] | None = None,
    is_required: bool = True,
) -> Component:
    """Return a field with options, some chosen already: labels and, if `told`, lines below them by value."""
    listed = _list_options(options, chosen, told or {})
    return field(kind, name, label, about, options=listed, required=is_required)


def attachment(file: str, content: bytes) -> Component:
    """Return a file to download, of this name and content."""
    return Component(ComponentType.file, {file: content}, file={"url": f"attachment://{file}"})


def gallery(file: str, content: bytes, alt_text: str) -> Component:
    """Return a gallery of one picture, the content of a file of this name."""
    return Component(ComponentType.media_gallery, {file: content}, items=[_make_media(file, alt_text)])


def section(text: str, file: str, content: bytes, alt_text: str) -> Component:
    """Return a text with a small picture at its right, the content of a file of this name."""
    inside = [Component(ComponentType.text_display, content=text)]
    picture = Component(ComponentType.thumbnail, **_make_media(file, alt_text))
    return Component(ComponentType.section, {file: content}, components=inside, accessory=picture)


def _make_media(file: str, alt_text: str) -> dict[str, Any]:
    description = shorten(alt_text, _ALT_TEXT_MOST, placeholder=" …")
    return {"media": {"url": f"attachment://{file}"}, "description": description}
