"""Write docs/commands.md, all commands with their options: `python -m tests.make_commands`."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import AppCommandType
from discord.ext import commands

from bot.client import _COGS, Tree
from bot.cogs.choices import GAMES

Shown = dict[str, Any]  # a command or an option, as Discord is told of it

FILE = Path(__file__).parents[1] / "docs" / "commands.md"
INTRODUCTION = """\
# Commands

For players who look for a command or an option; to begin, read [playing.md](playing.md). The texts are \
those that Discord shows in English, where *I* is Maxine. `python -m tests.make_commands` writes this page.

Every option may be left out, unless it is marked *required*."""
GAME = "a [game](#games)"
KINDS = {
    Kind.string: "text",
    Kind.integer: "a whole number",
    Kind.boolean: "`True` or `False`",
    Kind.user: "a person",
}
MENUS = {AppCommandType.user.value: "a person", AppCommandType.message.value: "a message"}


def main() -> None:
    """Write the page."""
    FILE.write_text(asyncio.run(make()), encoding="utf-8")


async def make() -> str:
    """Return the page."""
    bot = commands.Bot((), help_command=None, intents=discord.Intents.none(), tree_cls=Tree)
    for cog in _COGS:
        await bot.add_cog(cog())
    registered = sorted(bot.tree.get_commands(), key=lambda each: each.name)
    found = [each.to_dict(bot.tree) for each in registered]
    slash = [each for command in found if command["type"] not in MENUS for each in spread(command)]
    sections = ["\n".join(list_all(slash)), *("\n".join(tell(each)) for each in slash if each.get("options"))]
    menus = ["## In menus\n", *(tell_menu(each) for each in found if each["type"] in MENUS)]
    games = ["## Games\n", *(f"- {tell_choice(each.to_dict())}" for each in GAMES)]
    return "\n\n".join([INTRODUCTION, *sections, "\n".join(menus), "\n".join(games)]) + "\n"


def spread(command: Shown) -> Iterator[Shown]:
    """Return a command, or those of a group by their whole names."""
    options = command.get("options", [])
    if any(each["type"] == Kind.subcommand.value for each in options):
        for each in options:
            yield each | {"name": f"{command['name']} {each['name']}"}
    else:
        yield command


def list_all(slash: list[Shown]) -> Iterator[str]:
    """Write the table of all commands, with links to their options."""
    yield "| command | what it does |\n|---|---|"
    for each in slash:
        name, anchor = f"`/{each['name']}`", each["name"].replace(" ", "-")
        yield f"| {f'[{name}](#{anchor})' if each.get('options') else name} | {each['description']} |"


def tell(command: Shown) -> Iterator[str]:
    """Write the section of a command that has options."""
    yield f"## /{command['name']}\n\n| option | meaning | value |\n|---|---|---|"
    for each in command["options"]:
        required = "; required" if each.get("required") else ""
        yield f"| `{each['name']}` | {each['description']} | {tell_values(each)}{required} |"


def tell_values(option: Shown) -> str:
    """Say which values an option takes."""
    choices = option.get("choices")
    if choices:
        are_games = len(choices) == len(GAMES) and choices[0]["value"] == GAMES[0].value
        return GAME if are_games else ", ".join(tell_choice(each) for each in choices)
    if option.get("autocomplete"):
        return "suggested as you type"
    kind, least, most = KINDS[Kind(option["type"])], option.get("min_value"), option.get("max_value")
    return kind if least is None or most is None else f"{kind} from {least} to {most}"


def tell_choice(choice: Shown) -> str:
    """Write the value of a choice, and its name if that differs."""
    name, value = str(choice["name"]), str(choice["value"])
    return f"`{name}`" if name == value else f"`{value}`: {name}"


def tell_menu(menu: Shown) -> str:
    """Say where a command of a menu is found."""
    return f"- *{menu['name']}*: in the menu of {MENUS[menu['type']]}, under *Apps*."


if __name__ == "__main__":
    main()
