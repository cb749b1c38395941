"""What Discord shows of the commands in languages other than English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.words.language import ENGLISH

if TYPE_CHECKING:
    import discord
    from discord.app_commands import TranslationContextTypes, locale_str

    from bot.words.language import Languages

_FIXED = (TranslationContextLocation.command_name, TranslationContextLocation.parameter_name)
"""What people type, and is the same in every language."""


class Translator(app_commands.Translator):
    """Says descriptions and choices in each language there is; what is registered is English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale, None where it is as registered."""
        language = self._languages.spoken_in(locale.value)
        if language is ENGLISH or context.location in _FIXED:
            return None
        return language.say(string.message)
