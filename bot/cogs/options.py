"""Checks that the options fit the command: the person's client may show an older version of it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import discord
from discord import AppCommandOptionType as Type
from discord import app_commands

from bot.delivery.client import Interaction
from bot.delivery.responder import suggest

_VALUES = {Type.integer: (int,), Type.boolean: (bool,), Type.number: (int, float)}
"""The Python types of options' values; others are texts, and people are given by their ids."""

_TOLD = ("game", "theme", "difficulty")  # options for which a refusal lists the values that exist now


async def check_options(interaction: Interaction) -> bool:
    """Return whether to go on; an option that does not exist any more gets no suggestions.

    Raises:
        CommandNotFound: there is no such command, or the options belong to another version of it.
    """
    command = interaction.command
    data: Mapping[str, Any] = interaction.data or {}
    if isinstance(command, app_commands.ContextMenu) or (
        command is not None and _is_of(command, interaction)
    ):
        return True
    if interaction.type is not discord.InteractionType.autocomplete:
        raise app_commands.CommandNotFound(str(data.get("name")), [])
    await suggest(interaction, list[app_commands.Choice[str]]())
    return False


def _is_of(command: app_commands.Command[Any, ..., Any], interaction: Interaction) -> bool:
    data: Mapping[str, Any] = interaction.data or {}
    asked = {parameter.display_name: parameter for parameter in command.parameters}
    is_typing = interaction.type is discord.InteractionType.autocomplete
    people = None if is_typing else data.get("resolved", {}).get("users", {})
    return all(
        option["name"] in asked and _fits(asked[option["name"]], option, people)
        for option in _filled_in(data)
    )


def is_bare(interaction: Interaction) -> bool:
    """Return whether a command is used without any option."""
    return not _filled_in(interaction.data or {})


def _filled_in(data: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the options of a command, or of its subcommand."""
    options: Sequence[Mapping[str, Any]] = data.get("options", ())
    is_nested = any(
        option["type"] in {Type.subcommand.value, Type.subcommand_group.value} for option in options
    )
    return _filled_in(options[0]) if is_nested else options


def _fits(
    parameter: app_commands.Parameter, option: Mapping[str, Any], people: Collection[str] | None
) -> bool:
    """Return whether an option can be what a parameter asks for; suggestions come without resolved people."""
    if option["type"] != parameter.type.value:
        return False
    if option.get("focused"):
        return parameter.autocomplete
    value = option.get("value")
    if type(value) not in _VALUES.get(parameter.type, (str,)):
        return False
    if parameter.type is Type.user:
        return people is None or value in people
    return _is_allowed(parameter, value)


def _is_allowed(parameter: app_commands.Parameter, value: Any) -> bool:  # noqa: ANN401 - a text or a number
    """Return whether a value is one of the choices, or within the limits; services check other texts."""
    if parameter.choices and parameter.name not in _TOLD:
        return value in {choice.value for choice in parameter.choices}
    least, most = parameter.min_value, parameter.max_value
    return isinstance(value, str) or ((least is None or least <= value) and (most is None or value <= most))
