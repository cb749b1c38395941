"""The button that takes a side, and begins a match where another has come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import boards
from bot.components.play_from_here import SIDE
from bot.components.press import Press, asker_of
from bot.services import start

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class SideButton(Press, kind=SIDE, numbers=3):
    """Play a side: match, ply, whose side it is (0 the first player's)."""

    async def act(self, interaction: Interaction) -> None:
        """Begin the match in a new message for everybody."""
        playing = start.play_on(interaction.client.context, asker_of(interaction), *self.numbers)
        await boards.post(interaction, playing)
