"""What is shown is pressed and chosen, whatever it is, and on all messages that come of it."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from bot.playground.world import EPHEMERAL
from tests.bot.shown import buttons
from tests.bot.stage import Stage


async def explore(stage: Stage, message: int, *people: Person) -> None:
    """Let people press every button and choose from every menu there is, and on all messages that come of it.

    What says the same below the same heading is pressed once, by each of them who sees it; what only names a
    move, three times.
    """
    pressed, shown = Counter[tuple[str, ...]](), [(message, people)]
    while shown:
        message, viewers = shown[0]
        found = offered(stage.message(message))
        fresh = next((each for each in found if pressed[each] < (1 if each[-1] else 3)), None)
        if fresh is None:
            del shown[0]
            continue
        pressed[fresh] += 1
        for person in viewers:
            answer = await stage.playground.click_id(person, message, *found[fresh])
            await stage.quiet()
            for made in filter(None, (answer.message, *answer.followups)):
                shown += [(int(made["id"]), (person,) if made["flags"] & EPHEMERAL else people)]


Offered: TypeAlias = dict[tuple[str, ...], tuple[str, list[str] | None]]


def offered(message: Json) -> Offered:
    """The ids and choices of what can be pressed, by the heading above it, its kind and what it says."""
    heading, found = text_of(message).partition("\n")[0], Offered()
    for button in sorted(buttons(message), key=is_red):  # they end things
        said = button["label"] if "⟦" in button["label"] else ""
        if not button.get("disabled"):
            id_ = str(button["custom_id"])
            found.setdefault((heading, id_.partition(":")[0], said), (id_, None))
    for menu in menus(message):
        for option in menu["options"]:
            said = re.sub(r"\d+", "", option["label"])
            found.setdefault((heading, menu["custom_id"], said), (menu["custom_id"], [option["value"]]))
    return found


def is_red(button: Json) -> bool:
    """Whether a button is in the colour of danger."""
    return bool(button["style"] == 4)


def menus(message: Json) -> Iterator[Json]:
    """Every menu of a message, in order."""
    for component in message.get("components", ()):
        if component["type"] == 3:
            yield component
        yield from menus(component)


def open_ids(stage: Stage, message: int, kind: str) -> list[str]:
    """The ids of the buttons of a kind that can be pressed."""
    found = (button for button in buttons(stage.message(message)) if not button.get("disabled"))
    return [str(button["custom_id"]) for button in found if button["custom_id"].startswith(kind)]


def newest_board(stage: Stage) -> int:
    """The message that shows the newest match."""
    return int(stage.rows("SELECT message_id FROM matches ORDER BY id DESC LIMIT 1")[0][0])
