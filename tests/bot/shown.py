"""What an answer is, and what a message shows: its buttons, and which of them are below a board."""

from collections.abc import Iterator
from typing import Protocol

from bot.playground.things import Json

_RULES, _HELP, _TO_END = ["Rules"], ["Explain", "Hint", "Rules"], ["Resign", "More"]
_ASKED = ["Cancel", "Really resign?"]
BETWEEN_PEOPLE, AGAINST_MAXINE = [*_RULES, *_TO_END], [*_HELP, *_TO_END]
ASKED_BETWEEN_PEOPLE, ASKED_AGAINST_MAXINE = [*_RULES, *_ASKED], [*_HELP, *_ASKED]
ENDED = ["Explain", "Rematch", "Review"]
LOST = [*ENDED, "Learn"]
INVITED = ["Accept", "Decline", "Cancel"]
"""What is below the cells of a board: while it is played, while somebody is asked whether to resign, at the
end, and if a person has lost that against the bot; and below an invitation. What else is offered comes first:
`["Play now", *BETWEEN_PEOPLE]`."""


class Told(Protocol):
    """What became of one thing a person did; `followups` are the later messages."""

    @property
    def message(self) -> Json | None:
        """The message first made or edited, as it was then."""

    @property
    def modal(self) -> Json | None:
        """The sheet that was opened, in Discord's words a modal."""

    @property
    def followups(self) -> list[Json]:
        """The later messages, as they are now."""

    @property
    def ephemeral(self) -> bool:
        """Only the person who asked can see the answer."""

    @property
    def text(self) -> str:
        """All the text of the message."""


def id_of(answer: Told) -> int:
    """The id of the message that an answer is."""
    assert answer.message is not None, "there was no answer"
    return int(answer.message["id"])


def private_text(answer: Told) -> str:
    """The text of an answer that only the person who asked can see."""
    assert answer.ephemeral, answer.text
    return answer.text


def buttons(message: Json) -> Iterator[Json]:
    for component in message.get("components", ()):
        if component["type"] == 2:
            yield component
        yield from buttons(component)


def enabled(message: Json) -> list[Json]:
    """Every button of a message that can be pressed."""
    return [button for button in buttons(message) if not button.get("disabled")]


def labels(message: Json) -> list[str]:
    """The labels of the buttons that can be pressed."""
    return [button["label"] for button in enabled(message)]


def menus(message: Json) -> Iterator[Json]:
    for component in message.get("components", ()):
        if component["type"] == 3:
            yield component
        yield from menus(component)


def cells(message: Json) -> str:
    """The labels of the cells, as `a1 b1 c1 / a2 X c2 / a3 b3 c3`."""
    labels = [button["label"] for button in buttons(message) if button["custom_id"].startswith("m:")]
    return " / ".join(" ".join(labels[i : i + 3]) for i in range(0, len(labels), 3))


def controls(message: Json) -> list[str]:
    """The labels of the buttons that are not cells."""
    return [button["label"] for button in buttons(message) if not button["custom_id"].startswith("m:")]


def open_cells(message: Json) -> list[str]:
    """The labels of the cells that can be pressed."""
    return [button["label"] for button in enabled(message) if button["custom_id"].startswith("m:")]


def button_id(message: Json, label: str) -> str:
    return next(str(button["custom_id"]) for button in buttons(message) if button["label"] == label)


def fields_of(sheet: Json | None) -> dict[str, Json]:
    """The fields of a sheet by their names, in order."""
    assert sheet is not None
    return {each["component"]["custom_id"]: each["component"] for each in sheet["components"]}


def chosen_in(sheet: Json | None) -> dict[str, list[str]]:
    """What a sheet shows as chosen, by the names of its fields."""
    return {
        name: [each["value"] for each in field.get("options", ()) if each["default"]]
        + [each["id"] for each in field.get("default_values", ())]
        for name, field in fields_of(sheet).items()
    }
