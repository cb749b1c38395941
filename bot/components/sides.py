"""The button that takes a side, and begins a match where another has come to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.components import boards, threads
from bot.components.play_from_here import SIDE
from bot.components.press import Press, asker_of
from bot.services import start

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class SideButton(Press, kind=SIDE, numbers=3):
    """Play a side: match, ply, whose side it is (0 the first player's)."""

    async def act(self, interaction: Interaction) -> None:
        """Begin the match in a new message for everybody."""
        place, hindrance = threads.find_usual_place(interaction)
        asker = replace(asker_of(interaction), place=place)
        await boards.post(interaction, start.play_on(interaction.client.context, asker, *self.numbers))
        await threads.tell(interaction, hindrance)
