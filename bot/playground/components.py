"""Components of both systems, as far as the bot sends them: walking them, and Discord's limits on them."""

import itertools
from collections.abc import Callable, Iterator
from enum import IntEnum

from bot.playground.errors import ATTACHMENT, Path, Problems
from bot.playground.things import Json


class Type(IntEnum):
    """What a component is, of those that the bot sends."""

    ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    CHANNEL_SELECT = 8
    TEXT = 10
    GALLERY = 12
    FILE = 13
    CONTAINER = 17


STYLES = range(1, 5)  # of the buttons whose presses are sent to the bot
SELECTS = frozenset({Type.STRING_SELECT, Type.CHANNEL_SELECT})
IN_CLASSIC = frozenset({Type.ROW})
IN_CONTAINER = frozenset({Type.ROW, Type.TEXT, Type.GALLERY, Type.FILE})
IN_LAYOUT = IN_CONTAINER | {Type.CONTAINER}
IN_ROW = SELECTS | {Type.BUTTON}
ROWS_MOST, LAYOUT_MOST, LAYOUT_TEXT_MOST = 5, 40, 4000
COLOURS = 0x1000000
ID_MOST = (1 << 31) - 1


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, the nested ones too, in the order they are read."""
    waiting = components[::-1]
    while waiting:
        component = waiting.pop()
        yield component
        if "components" in component:
            waiting += component["components"][::-1]


def pressable(components: list[Json]) -> Iterator[Json]:
    """Every component that can be clicked, chosen from or written in."""
    return (each for each in walk(components) if "custom_id" in each)


def texts_of(components: list[Json]) -> list[str]:
    """The text of every text display."""
    return [each["content"] for each in walk(components) if each["type"] == Type.TEXT]


def check_components(
    problems: Problems, components: list[Json], filenames: set[str], *, is_layout: bool
) -> None:
    """Note what is wrong with a message's components; number those that have no id, as Discord does."""
    checker = _Checker(problems, filenames, components)
    path: Path = ("components",)
    if not is_layout:
        problems.length(path, components, 0, ROWS_MOST)
    checker.check_all(path, components, IN_LAYOUT if is_layout else IN_CLASSIC)
    if is_layout and checker.count > LAYOUT_MOST:
        sentence = f"The total number of components must be less than or equal to {LAYOUT_MOST}"
        problems.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence)
    if checker.text > LAYOUT_TEXT_MOST:
        sentence = f"The displayable text size exceeds maximum size of {LAYOUT_TEXT_MOST}"
        problems.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence)


class _Checker:
    """One walk over the components of one message."""

    def __init__(self, problems: Problems, filenames: set[str], components: list[Json]) -> None:
        self.filenames = filenames
        self.problems = problems
        self.count = 0
        self.text = 0
        self.ids: set[int] = set()
        given = {component.get("id") for component in walk(components)}
        self.free_ids = (number for number in itertools.count(1) if number not in given)
        self.custom_ids: set[str] = set()

    def check_all(self, path: Path, components: list[Json], allowed: frozenset[Type]) -> None:
        """Check siblings."""
        for index, component in enumerate(components):
            self.check_one((*path, index), component, allowed)

    def check_one(self, path: Path, component: Json, allowed: frozenset[Type]) -> None:
        """Check one component where only some may stand."""
        self.count += 1
        kind = component.get("type", 0)
        if kind not in allowed:
            known = ", ".join(str(int(each)) for each in sorted(allowed))
            sentence = f'Value of field "type" must be one of ({known}).'
            self.problems.add((*path, "type"), "UNION_TYPE_CHOICES", sentence)
            return
        self.problems.number((*path, "id"), component.get("id"), 0, ID_MOST)
        if not component.get("id"):
            component["id"] = next(self.free_ids)
        if component["id"] in self.ids:
            self.problems.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self.ids.add(component["id"])
        rule = _RULES.get(kind)
        if rule is not None:
            rule(self, path, component)

    def custom_id(self, path: Path, component: Json) -> None:
        """Check that a component has a custom_id of its own."""
        custom_id = component.get("custom_id")
        self.problems.text((*path, "custom_id"), custom_id, 1, 100)
        self.problems.switch((*path, "disabled"), component.get("disabled"))
        if custom_id in self.custom_ids:
            sentence = "Component custom id cannot be duplicated"
            self.problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", sentence)
        elif custom_id:
            self.custom_ids.add(custom_id)

    def check_row(self, path: Path, row: Json) -> None:
        """A row: five buttons, or one of anything else."""
        inside = row.get("components")
        self.problems.length((*path, "components"), inside, 1, 5)
        self.check_all((*path, "components"), inside or [], IN_ROW)
        wide = [each for each in inside or () if each.get("type") != Type.BUTTON]
        if wide and len(inside or ()) > 1:
            sentence = "The specified component exceeds the maximum width"
            self.problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", sentence)

    def check_button(self, path: Path, button: Json) -> None:
        """A button: something to read on it, and something to tell."""
        if button.get("style") not in STYLES:
            self.problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4}.")
        self.custom_id(path, button)
        self.problems.text((*path, "label"), button.get("label"), 0, 80)
        self.check_emoji((*path, "emoji"), button.get("emoji"))
        if not (button.get("label") or button.get("emoji")):
            self.problems.add(path, "BUTTON_COMPONENT_MISSING_LABEL", "A button needs a label or an emoji")

    def check_emoji(self, path: Path, sent: object) -> None:
        """An emoji: a character, as this server has none of its own."""
        emoji = self.problems.mapping(path, sent)
        self.problems.text((*path, "name"), emoji.get("name"), 0, 32)
        self.problems.switch((*path, "animated"), emoji.get("animated"))
        if emoji and (emoji.get("id") or not emoji.get("name") or str(emoji["name"]).isascii()):
            self.problems.add((*path, "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def check_select(self, path: Path, select: Json) -> None:
        """A select: how many may be chosen, and of what."""
        self.custom_id(path, select)
        self.problems.text((*path, "placeholder"), select.get("placeholder"), 0, 150)
        most = min(len(select.get("options") or range(25)), 25)
        self.problems.number((*path, "max_values"), select.get("max_values"), 1, most)
        chosen_most = min(select.get("max_values") or 1, 25)
        self.problems.number((*path, "min_values"), select.get("min_values"), 0, chosen_most)
        if select["type"] == Type.STRING_SELECT:
            self.options(path, select)
        else:
            defaults = select.get("default_values")
            self.problems.length((*path, "default_values"), defaults, 0, select.get("max_values") or 1)

    def options(self, path: Path, select: Json) -> None:
        """The options of a select, each with a value of its own."""
        options = select.get("options")
        self.problems.length((*path, "options"), options, 1, 25)
        seen: set[str] = set()
        for index, option in enumerate(options or ()):
            where = (*path, "options", index)
            self.problems.text((*where, "label"), option.get("label"), 1, 100)
            self.problems.text((*where, "value"), option.get("value"), 1, 100)
            self.problems.text((*where, "description"), option.get("description"), 0, 100)
            self.problems.switch((*where, "default"), option.get("default"))
            self.check_emoji((*where, "emoji"), option.get("emoji"))
            if option.get("value") in seen:
                sentence = "The specified option value is already used"
                self.problems.add((*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", sentence)
            seen.add(str(option.get("value")))

    def check_text_display(self, path: Path, text: Json) -> None:
        """A text; all of a message together have a limit."""
        self.problems.text((*path, "content"), text.get("content"), 1, LAYOUT_TEXT_MOST)
        self.text += len(str(text.get("content") or ""))

    def media(self, path: Path, holder: Json) -> None:
        """A picture with its description."""
        self.check_address((*path, "media", "url"), (holder.get("media") or {}).get("url"))
        self.problems.text((*path, "description"), holder.get("description"), 0, 1024)
        self.problems.switch((*path, "spoiler"), holder.get("spoiler"))

    def check_gallery(self, path: Path, gallery: Json) -> None:
        """Up to ten pictures."""
        items = gallery.get("items")
        self.problems.length((*path, "items"), items, 1, 10)
        for index, item in enumerate(items or ()):
            self.media((*path, "items", index), item)

    def check_file(self, path: Path, file: Json) -> None:
        """A file of this message."""
        self.problems.switch((*path, "spoiler"), file.get("spoiler"))
        self.check_address((*path, "file", "url"), (file.get("file") or {}).get("url"))

    def check_address(self, path: Path, url: str | None) -> None:
        """Where a picture or file is: a file of this message, if it says so."""
        self.problems.length(path, url, 1, 2048)
        if url:
            self.problems.scheme(path, url)
        if url and url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in self.filenames:
            sentence = f"The referenced attachment '{url}' was not found."
            self.problems.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", sentence)

    def check_container(self, path: Path, container: Json) -> None:
        """A frame with a coloured edge."""
        self.problems.switch((*path, "spoiler"), container.get("spoiler"))
        self.problems.number((*path, "accent_color"), container.get("accent_color"), 0, COLOURS - 1)
        self.problems.length((*path, "components"), container.get("components"), 1, LAYOUT_MOST)
        self.check_all((*path, "components"), container.get("components") or [], IN_CONTAINER)


_RULES: dict[int, Callable[[_Checker, Path, Json], None]] = {
    **dict.fromkeys(SELECTS, _Checker.check_select),
    Type.ROW: _Checker.check_row,
    Type.BUTTON: _Checker.check_button,
    Type.TEXT: _Checker.check_text_display,
    Type.GALLERY: _Checker.check_gallery,
    Type.FILE: _Checker.check_file,
    Type.CONTAINER: _Checker.check_container,
}
