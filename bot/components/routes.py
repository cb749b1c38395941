"""Which button a press belongs to, and how every press is answered and logged."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from bot.components import answers, buttons, hints, lessons, messages, puzzles, replays, reviews
from bot.components.press import refuse_unknown

if TYPE_CHECKING:
    from collections.abc import Awaitable, Mapping

    from bot.components.answers import Interaction

BUTTONS = (
    *buttons.BUTTONS,
    *replays.BUTTONS,
    *hints.BUTTONS,
    *reviews.BUTTONS,
    *lessons.BUTTONS,
    *puzzles.BUTTONS,
)
"""Every kind of button there is."""


async def press(interaction: Interaction) -> None:
    """Answer the press of any button by its id alone, whatever happens, and log the line.

    discord.py's own dynamic items would first rebuild the whole message from its components at every press,
    and would drop a press on a button that its message no longer has.
    """
    answers.take_in_hand(interaction)
    started, error = time.perf_counter(), None
    name, act = _act_of(interaction)
    try:
        await act
    except Exception as raised:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        error = raised
        await messages.refuse(interaction, raised)
    answers.log_line(interaction, name, started, error)


def _act_of(interaction: Interaction) -> tuple[str, Awaitable[None]]:
    data: Mapping[str, Any] = interaction.data or {}
    for button in BUTTONS:
        if match := button.pattern.fullmatch(str(data.get("custom_id"))):
            act = button(*map(int, match.groups())).act(interaction)
            return f"button {button.kind.name.lower()}", act
    return "button unknown", _unknown()


async def _unknown() -> None:
    refuse_unknown()
