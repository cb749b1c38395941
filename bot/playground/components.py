"""Components of both systems, as far as the bot sends them: walking them, and Discord's limits on them."""

import itertools
from collections.abc import Iterator, Sequence
from enum import IntEnum

from bot.playground.errors import Path, Problems
from bot.playground.forms import (
    Rule,
    address,
    anything,
    check_unique,
    fields,
    list_of,
    one_of,
    sized,
    switch,
    text,
    whole,
)
from bot.playground.things import Json


class Type(IntEnum):
    """What a component is, of those that the bot sends."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    CONTAINER = 17
    LABEL = 18
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


IN_CLASSIC = frozenset({Type.ROW})
IN_CONTAINER = frozenset({Type.ROW, Type.SECTION, Type.TEXT, Type.GALLERY, Type.FILE})
IN_LAYOUT = IN_CONTAINER | {Type.CONTAINER}
IN_MODAL = frozenset({Type.LABEL, Type.TEXT})
GROUPS = frozenset({Type.RADIO_GROUP, Type.CHECKBOX_GROUP})
SELECTS = frozenset({Type.STRING_SELECT, Type.USER_SELECT, Type.CHANNEL_SELECT})
IN_LABEL = GROUPS | SELECTS | {Type.TEXT_INPUT, Type.CHECKBOX}
INSIDE = {
    Type.ROW: frozenset({Type.BUTTON, Type.STRING_SELECT}),
    Type.SECTION: frozenset({Type.TEXT}),
    Type.CONTAINER: IN_CONTAINER,
    Type.LABEL: IN_LABEL,
}
ACCESSORIES = frozenset({Type.BUTTON, Type.THUMBNAIL})
ROWS_MOST, LAYOUT_MOST, LAYOUT_TEXT_MOST = 5, 40, 4000
ID_MOST = (1 << 31) - 1
UNIQUE = (
    ("id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"),
    ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, the nested ones too, in the order they are read."""
    waiting = components[::-1]
    while waiting:
        component = waiting.pop()
        yield component
        waiting += [inner for _, inner in _nested(component)][::-1]


def _nested(component: Json) -> list[tuple[Path, Json]]:
    """Return what is directly inside a component, with the path to it."""
    inside: list[tuple[Path, Json]] = [
        (("components", n), each) for n, each in enumerate(component.get("components") or ())
    ]
    single = ((step, component[step]) for step in ("component", "accessory") if component.get(step))
    return [*inside, *(((step,), each) for step, each in single)]


def pressable(components: list[Json]) -> Iterator[Json]:
    """Every component that can be clicked, chosen from or written in."""
    return (each for each in walk(components) if "custom_id" in each)


def texts_of(components: list[Json]) -> list[str]:
    """The text of every text display."""
    return [each["content"] for each in walk(components) if each["type"] == Type.TEXT]


def check_components(problems: Problems, components: list[Json], *, is_layout: bool) -> None:
    """Note what is wrong with a message's components; number those that have no id, as Discord does."""
    path: Path = ("components",)
    if not is_layout:
        sized(0, ROWS_MOST)(problems, path, components)
    found = check_each(problems, components, IN_LAYOUT if is_layout else IN_CLASSIC)
    if is_layout and len([*walk(components)]) > LAYOUT_MOST:
        sentence = f"The total number of components must be less than or equal to {LAYOUT_MOST}"
        problems.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence)
    if sum(len(str(each.get("content") or "")) for _, each in found) > LAYOUT_TEXT_MOST:
        sentence = f"The displayable text size exceeds maximum size of {LAYOUT_TEXT_MOST}"
        problems.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)


def check_each(
    problems: Problems, components: list[Json], allowed: frozenset[Type]
) -> list[tuple[Path, Json]]:
    """Note what is wrong with each component by itself; return those of a type that may stand there."""
    found = [*_check_types(problems, (), {"components": components}, allowed)]
    _check_ids(problems, found, components)
    for where, component in found:
        LIMITS[component["type"]](problems, where, component)
    return found


def _check_types(
    problems: Problems, path: Path, parent: Json, allowed: frozenset[Type]
) -> Iterator[tuple[Path, Json]]:
    """Yield each component that may stand where it does, with its path; note the others."""
    for step, component in _nested(parent):
        where, kind = (*path, *step), component.get("type", 0)
        permitted = ACCESSORIES if "accessory" in step else allowed
        if kind in permitted:
            yield where, component
            yield from _check_types(problems, where, component, INSIDE.get(kind, frozenset()))
        else:
            known = ", ".join(str(int(each)) for each in sorted(permitted))
            sentence = f'Value of field "type" must be one of ({known}).'
            problems.add((*where, "type"), "UNION_TYPE_CHOICES", sentence)


def _check_ids(problems: Problems, found: Sequence[tuple[Path, Json]], components: list[Json]) -> None:
    given = {component.get("id") for component in walk(components)}
    free_ids = (number for number in itertools.count(1) if number not in given)
    for path, component in found:
        whole(0, ID_MOST)(problems, (*path, "id"), component.get("id"))
        component["id"] = component.get("id") or next(free_ids)
    for name, code, sentence in UNIQUE:
        check_unique(problems, [((*path, name), each.get(name)) for path, each in found], code, sentence)


def _check_width(problems: Problems, path: Path, row: Json) -> None:
    """Note what stands beside others in a row, and is no button."""
    inside = row.get("components") or ()
    if len(inside) > 1 and any(each.get("type") != Type.BUTTON for each in inside):
        sentence = "The specified component exceeds the maximum width"
        problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)


def _check_label(problems: Problems, path: Path, button: Json) -> None:
    if not (button.get("label") or button.get("emoji")):
        problems.add(path, "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji")


def _check_emoji(problems: Problems, path: Path, emoji: Json) -> None:
    """Note what is not one character, as this server has no emoji of its own."""
    if emoji and (emoji.get("id") or not emoji.get("name") or str(emoji["name"]).isascii()):
        problems.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_choice(problems: Problems, path: Path, select: Json) -> None:
    """Note too many or too few values that may be or are chosen, and options of the same value."""
    options, most = select.get("options"), most_chosen(select)
    whole(1, min(len(options or range(25)), 25))(problems, (*path, "max_values"), select.get("max_values"))
    whole(0, min(most, 25))(problems, (*path, "min_values"), select.get("min_values"))
    sized(0, most)(problems, (*path, "default_values"), select.get("default_values"))
    sized(0, most)(problems, (*path, "options"), [each for each in options or () if each.get("default")])
    values = [((*path, "options", n, "value"), each.get("value")) for n, each in enumerate(options or ())]
    sentence = "The specified option value is already used"
    check_unique(problems, values, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", sentence)


def most_chosen(component: Json) -> int:
    """Return how many values may be chosen at most."""
    usual = len(component.get("options") or ()) if component["type"] == Type.CHECKBOX_GROUP else 1
    return int(component.get("max_values") or usual)


_NAMED: dict[str, Rule] = {"custom_id": text(1, 100), "required": switch}
_CLICKED: dict[str, Rule] = {**_NAMED, "disabled": switch}
_EMOJI = fields(_check_emoji, name=text(0, 32), animated=switch)
_OPTION = fields(
    label=text(1, 100), value=text(1, 100), description=text(0, 100), default=switch, emoji=_EMOJI
)
WRITTEN_MOST = 4000
_LENGTHS: dict[str, Rule] = {"min_length": whole(0, WRITTEN_MOST), "max_length": whole(1, WRITTEN_MOST)}
_WRITTEN: dict[str, Rule] = {"value": text(0, WRITTEN_MOST), "placeholder": text(0, 100), **_LENGTHS}
_MEDIA = fields(media=fields(url=address), description=text(0, 1024), spoiler=switch)
_SELECT: dict[str, Rule] = {**_CLICKED, "placeholder": text(0, 150)}

LIMITS: dict[int, Rule] = {
    Type.ROW: fields(_check_width, components=list_of(anything, 1, 5)),
    Type.BUTTON: fields(_check_label, **_CLICKED, style=one_of(1, 2, 3, 4), label=text(0, 80), emoji=_EMOJI),
    Type.STRING_SELECT: fields(_check_choice, **_SELECT, options=list_of(_OPTION, 1, 25)),
    Type.TEXT_INPUT: fields(**_NAMED, **_WRITTEN, style=one_of(1, 2)),
    Type.USER_SELECT: fields(_check_choice, **_SELECT),
    Type.CHANNEL_SELECT: fields(_check_choice, **_SELECT),
    Type.SECTION: fields(components=list_of(anything, 1, 3), accessory=sized(1, 1)),
    Type.TEXT: fields(content=text(1, LAYOUT_TEXT_MOST)),
    Type.THUMBNAIL: _MEDIA,
    Type.GALLERY: fields(items=list_of(_MEDIA, 1, 10)),
    Type.FILE: fields(file=fields(url=address), spoiler=switch),
    Type.CONTAINER: fields(
        components=list_of(anything, 1, LAYOUT_MOST), accent_color=whole(0, 0xFFFFFF), spoiler=switch
    ),
    Type.LABEL: fields(label=text(1, 45), description=text(0, 100), component=sized(1, 1)),
    Type.RADIO_GROUP: fields(_check_choice, **_NAMED, options=list_of(_OPTION, 2, 10)),
    Type.CHECKBOX_GROUP: fields(_check_choice, **_NAMED, options=list_of(_OPTION, 1, 10)),
    Type.CHECKBOX: fields(custom_id=text(1, 100), default=switch),
}
"""What may be in the fields of each type; buttons have the styles whose presses are sent to the bot."""
