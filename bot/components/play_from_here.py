"""Playing on from a position of a finished match: the button that offers it, and the question which side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts, positions
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, custom_id
from bot.services import start
from bot.words import play_from_here as words

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.components.parts import Component
    from bot.models import Match
    from bot.words.language import Language, Reader

SIDE = "ps"
"""The kind of the button that takes a side, which `sides` defines: it posts a board."""


def offer(language: Language, match: Match, ply: int) -> list[Component]:
    """Return the button that plays on from a position; none while the match runs, or at its end."""
    if not match.is_over or match.state_at(ply).is_terminal:
        return []
    return [button(language.say(words.PLAY_FROM_HERE), PlayFromHereButton.id_for(match.id, ply))]


class PlayFromHereButton(Press, kind="pf", numbers=2):
    """Play from here: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Ask privately which side they want to play."""
        context, [match_id, ply] = interaction.client.context, self.numbers

        async def answer(reader: Reader) -> Layout:
            match = await start.playable_match(context, asker_of(interaction), match_id, ply)
            return _ask(reader.language, match, ply)

        await messages.post_answer(interaction, answer)


def _ask(language: Language, match: Match, ply: int) -> Layout:
    state = match.state_at(ply)
    shown, files = positions.picture(language, state, match.move_to(ply))
    sides = [
        button(words.play_side(language, match.game, seat), custom_id(SIDE, match.id, ply, seat))
        for seat in (0, 1)
    ]
    said = parts.text(words.question(language, state, start.level_after(match)))
    return Layout(said, shown, parts.row(sides), accent=parts.ASKING, files=files)
