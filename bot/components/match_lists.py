"""The list of matches that run, as a message for one person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages, parts
from bot.components.parts import Layout
from bot.components.press import asker_of
from bot.services import find
from bot.words import match_lists

if TYPE_CHECKING:
    from bot.components.answers import Interaction
    from bot.models import MatchScope
    from bot.words.language import Reader

_MOST = 15


async def post(interaction: Interaction, scope: MatchScope) -> None:
    """Answer the person alone with the newest matches, and how many more there are."""
    context, asker = interaction.client.context, asker_of(interaction)

    async def answer(reader: Reader) -> Layout:
        matches, total = await find.current_matches(context, asker, scope, _MOST)
        seen = {match.id for match in matches if find.is_seen(match, asker)}
        text = match_lists.format_list(reader, scope, matches, total, seen)
        return Layout(parts.text(text), accent=parts.RUNNING)

    await messages.post_answer(interaction, answer)
