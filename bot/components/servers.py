"""What is known of servers on which nobody asks for anything just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from cachetools import TTLCache

from bot.components import messages

if TYPE_CHECKING:
    from bot.components.answers import Client, Interaction
    from bot.words.language import Language

_MOST, _SECONDS = 1_000, 600.0  # servers, and for how long she is taken to be on them, or not


class Servers:
    """Whether she is a member of servers met lately, and what is spoken there; Discord is asked about others.

    Discord would tell of all servers all along if she asked it to: that is more to remember than all else.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._locales: TTLCache[int, str | None] = TTLCache(_MOST, _SECONDS)

    def meet(self, interaction: Interaction) -> None:
        """Remember what is spoken where somebody asks for something, if she was invited there."""
        locale = interaction.guild_locale
        if interaction.guild_id is not None and locale is not None and interaction.is_guild_integration():
            self._locales[interaction.guild_id] = locale.value

    async def find_language(self, guild_id: int) -> Language | None:
        """Return the language of a server, None if she is no member of it."""
        if guild_id not in self._locales:
            self._locales[guild_id] = await self._ask(guild_id)
        locale = self._locales.get(guild_id)
        return None if locale is None else self._client.languages.spoken_in(locale)

    async def _ask(self, guild_id: int) -> str | None:
        try:
            guild = await messages.once(self._client.fetch_guild(guild_id, with_counts=False))
        except (discord.Forbidden, discord.NotFound):
            return None
        return guild.preferred_locale.value
