"""The two bots that clicks.py compares, each run as a process: `click_bots.py maxine URL run` or `bare URL`.

The token comes from DISCORD_TOKEN, and Maxine's database from DATABASE_URL.
"""

import os
import re
import sys
from typing import Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.__main__ import main
from bot.playground import redirect

Interaction = discord.Interaction[commands.AutoShardedBot]


class BareButton(ui.DynamicItem[ui.Button[ui.View]], template="bare:([0-9]+)"):
    """A button that answers a press by redrawing its message as it is, and stores nothing."""

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, _: Interaction, item: ui.Button[ui.View], __: re.Match[str], /
    ) -> Self:
        """Take the button as it is."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Redraw."""
        await interaction.response.edit_message(view=_view())


def _view() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(BareButton(ui.Button(label="Press", custom_id="bare:1")))
    return view


@app_commands.command()
async def button(interaction: Interaction) -> None:
    """Post the button."""
    await interaction.response.send_message(view=_view())


class Bare(commands.AutoShardedBot):
    """A bot with nothing but the button."""

    async def setup_hook(self) -> None:
        """Register the button and the command that posts it."""
        self.add_dynamic_items(BareButton)
        self.tree.add_command(button)
        await self.tree.sync()


if __name__ == "__main__":
    which, url, *command = sys.argv[1:]
    redirect(url)
    if which == "maxine":
        sys.exit(main(command or ["run"]))
    bare = Bare(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
    bare.run(os.environ["DISCORD_TOKEN"], log_handler=None)
