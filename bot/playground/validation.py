"""Discord's hard limits on messages."""

from __future__ import annotations

from bot.playground.errors import EMPTY_MESSAGE, ApiError, Problems
from bot.playground.world import Json


def check_message(problems: Problems, message: Json, body: Json, has_files: bool) -> None:  # noqa: ARG001, FBT001 - to come
    """Note what is wrong with a message as it would become."""
    problems.length(("content",), message["content"], 0, 2000)
    if not (message["content"] or message["embeds"] or message["components"] or message["attachments"] or has_files):
        raise ApiError(*EMPTY_MESSAGE)


def check_modal(modal: Json) -> None:
    """Refuse a modal that Discord would refuse."""
    problems = Problems()
    problems.length(("title",), modal.get("title"), 1, 45)
    problems.length(("custom_id",), modal.get("custom_id"), 1, 100)
    problems.length(("components",), modal.get("components"), 1, 5)
    problems.refuse("data")


def check_choices(choices: list[Json]) -> None:
    """Refuse suggestions that Discord would refuse."""
    problems = Problems()
    problems.length(("choices",), choices, 0, 25)
    for index, choice in enumerate(choices):
        problems.length(("choices", index, "name"), choice.get("name"), 1, 100)
        problems.length(("choices", index, "value"), choice.get("value"), 0, 100)
    problems.refuse("data")
