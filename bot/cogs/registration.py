"""The commands as Discord is to show them, in each language there is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.words.command_names import name_command, name_option
from bot.words.language import ENGLISH, Language

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.words.language import Languages

_NESTED = frozenset(
    {discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value}
)


def commands_in(tree: app_commands.CommandTree[Any], languages: Languages) -> list[dict[str, Any]]:
    """Return the commands in English, with names, descriptions and choices in each other language.

    discord.py's own translator is asked for each text in each of Discord's languages, most of them in vain.
    """
    spoken = {locale.value: languages.spoken_in(locale.value) for locale in discord.Locale}
    others = {locale: language for locale, language in spoken.items() if language is not ENGLISH}

    def localized(part: dict[str, Any], say: Callable[[Language, str], str]) -> dict[str, Any]:
        name, description = part["name"], part.get("description")
        part["name_localizations"] = {code: say(language, name) for code, language in others.items()}
        if description is not None:
            said = {code: language.say(description) for code, language in others.items()}
            part["description_localizations"] = said
        for option in part.get("options", ()):
            localized(option, name_command if option["type"] in _NESTED else name_option)
        for choice in part.get("choices", ()):
            localized(choice, Language.say)
        return part

    return [
        localized(
            each.to_dict(tree), Language.say if isinstance(each, app_commands.ContextMenu) else name_command
        )
        for each in tree.get_commands()
    ]
