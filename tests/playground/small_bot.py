"""A small real bot that uses what Discord offers, for the playground's tests to press."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands
from PIL import Image

from bot.playground import redirect
from tests.trouble import Playground

Interaction = discord.Interaction["SmallBot"]


class Count(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<number>\d+)"):
    """A button that counts its presses, in its own custom_id."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label=f"More than {number}", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], found: re.Match[str]
    ) -> Self:
        return cls(int(found["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=counter(self.number + 1))


def counter(number: int) -> ui.LayoutView:
    """A layout that shows a number and its button."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay(f"{number} so far"), ui.ActionRow(Count(number))))
    return view


class Classic(ui.View):
    """Buttons of the older system."""

    @ui.button(label="On")
    async def on(self, _: Interaction, __: ui.Button[Any]) -> None: ...

    @ui.button(label="Gift")
    async def gift(self, interaction: Interaction, _: ui.Button[Any]) -> None:
        await interaction.response.send_modal(gift())

    @ui.button(label="Off", disabled=True)
    async def off(self, _: Interaction, __: ui.Button[Any]) -> None: ...


def picture() -> discord.File:
    """A grey picture of three by two pixels."""
    file = io.BytesIO()
    Image.new("L", (3, 2)).save(file, "PNG")
    file.seek(0)
    return discord.File(file, "grey.png", description="Six grey pixels")


class SmallBot(commands.AutoShardedBot):
    """The bot."""

    def __init__(self, **intents: bool) -> None:
        wanted = discord.Intents(**{"guilds": True, **intents})
        super().__init__(command_prefix="!", intents=wanted, help_command=None)
        self.heard: list[discord.Message] = []
        self.asked: list[discord.Interaction[Any]] = []

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.sync()

    async def before_identify_hook(self, _: int | None, *, initial: bool = False) -> None:
        """Do not wait the five seconds that Discord wants between two bots that identify."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.asked.append(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)


@app_commands.command(description="Says it again")
async def echo(
    interaction: Interaction,
    text: app_commands.Range[str, 1, 3000],
    times: app_commands.Range[int, 1, 3] = 1,
    whisper: bool = False,  # noqa: FBT001, FBT002 - this is how discord.py declares a yes or no
    who: discord.Member | None = None,
) -> None:
    said = " ".join([text] * times)
    told = [said, who.mention if who else ""]
    await interaction.response.send_message(" ".join(part for part in told if part), ephemeral=whisper)


@app_commands.command(name="count", description="Counts")
async def counting(interaction: Interaction) -> None:
    await interaction.response.send_message(view=counter(0))


@app_commands.command(description="Shows the older components")
async def classic(interaction: Interaction) -> None:
    await interaction.response.send_message("Press one.", view=Classic())


@app_commands.command(description="Speaks of a picture and of a note that come with it")
async def pictures(interaction: Interaction) -> None:
    embed = discord.Embed(title="Grey", description="A picture")
    note = discord.File(io.BytesIO(b"a note"), "note.txt")
    await interaction.response.send_message(embed=embed, files=[picture(), note])


@app_commands.command(description="Shows a picture in a layout")
async def gallery(interaction: Interaction) -> None:
    view = ui.LayoutView()
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://grey.png", description="Grey")))
    await interaction.response.send_message(view=view, file=picture())


@app_commands.command(description="Answers later with a followup")
async def slow(interaction: Interaction) -> None:
    await interaction.response.defer(thinking=True, ephemeral=True)
    first = await interaction.followup.send("First.", wait=True)
    second = await interaction.followup.send("Second.", wait=True)
    await second.edit(content=f"Second, after {first.content}")


@app_commands.command(description="Answers later by editing its answer")
async def slower(interaction: Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.edit_original_response(view=counter(7))
    assert (await interaction.original_response()).flags.components_v2


@app_commands.command(description="Takes a number it knows")
async def pick(interaction: Interaction, number: int) -> None:
    await interaction.response.send_message(f"The number is {number}.")


@pick.autocomplete("number")
async def known_numbers(_: Interaction, current: int | str) -> list[app_commands.Choice[int]]:
    return [
        app_commands.Choice(name=f"#{number}", value=number)
        for number in (7, 70)
        if str(current) in str(number)
    ]


@app_commands.command(description="Says nothing")
async def silent(_: Interaction) -> None: ...


@app_commands.command(description="Thinks, and never says what")
async def thinking(interaction: Interaction) -> None:
    await interaction.response.defer(thinking=True)


group = app_commands.Group(name="group", description="Commands of a kind")


@group.command(name="inner", description="A command inside another")
@app_commands.choices(size=[app_commands.Choice(name="Big", value="big")])
async def inner(interaction: Interaction, size: str) -> None:
    await interaction.response.send_message(f"Inner, {size}")


@app_commands.context_menu(name="Greet")
async def greet(interaction: Interaction, who: discord.Member) -> None:
    await interaction.response.send_message(f"Hello {who.display_name}.")


class Order(ui.Modal):
    """A modal with fields of every type, which says in its answer what it was sent with."""

    def __init__(self, *fields: ui.Item[Any]) -> None:
        super().__init__(title="Order", custom_id="order")
        self.fields = fields
        self.add_item(ui.TextDisplay("Choose well."))
        for each in fields:
            self.add_item(ui.Label(text="Which?", component=each))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        values = (getattr(each, "values", getattr(each, "value", None)) for each in self.fields)
        told = " ".join(map(str, values))
        if interaction.message is None:
            await interaction.response.send_message(told)
        else:
            await interaction.response.edit_message(content=told, view=None)


def meal() -> Order:
    """A modal of what several may be chosen from, or nothing at all."""
    drinks = [discord.RadioGroupOption(label="Tea", default=True), discord.RadioGroupOption(label="Milk")]
    cakes = [discord.CheckboxGroupOption(label=name) for name in ("Apple", "Plum")]
    return Order(
        ui.RadioGroup(custom_id="drink", options=drinks),
        ui.CheckboxGroup(custom_id="cakes", required=False, options=cakes),
        ui.TextInput(custom_id="name", max_length=5),
        ui.UserSelect(custom_id="guest", required=False),
    )


def gift() -> Order:
    """A modal that can be sent as it is."""
    sizes = [discord.SelectOption(label="Big", default=True), discord.SelectOption(label="Small")]
    return Order(ui.Select(custom_id="size", options=sizes), ui.Checkbox(custom_id="wrapped"))


@app_commands.command(description="Asks what to order")
async def order(interaction: Interaction) -> None:
    await interaction.response.send_modal(meal())


COMMANDS: list[app_commands.Command[Any, Any, Any] | app_commands.ContextMenu | app_commands.Group] = [
    echo,
    counting,
    classic,
    pictures,
    gallery,
    slow,
    slower,
    pick,
    silent,
    thinking,
    order,
    group,
    greet,
]


@asynccontextmanager
async def connected(playground: Playground, **intents: bool) -> AsyncIterator[SmallBot]:
    """The bot, connected to a playground until the block ends."""
    redirect(playground.url)
    async with SmallBot(**intents) as bot:
        running = asyncio.create_task(bot.start(playground.token))
        await asyncio.gather(playground.bot_ready(), bot.wait_for("shard_connect"))
        yield bot
        await bot.close()
        await running
