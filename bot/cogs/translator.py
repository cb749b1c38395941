"""What Discord shows of the commands in languages other than English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.words.command_names import name_command, name_option
from bot.words.language import ENGLISH

if TYPE_CHECKING:
    import discord
    from discord.app_commands import TranslationContextTypes, locale_str

    from bot.words.language import Languages


class Translator(app_commands.Translator):
    """Says names, descriptions and choices in each language there is; what is registered is English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale, None where it is as registered."""
        language = self._languages.spoken_in(locale.value)
        if language is ENGLISH:
            return None
        if context.location is Location.parameter_name:
            return name_option(language, string.message)
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        if context.location in {Location.command_name, Location.group_name} and not is_menu:
            return name_command(language, string.message)
        return language.say(string.message)
