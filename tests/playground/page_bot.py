"""A small bot that gives the playground's page something to show: boards, pictures, whispers and menus."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

from bot.playground import redirect
from tests.trouble import Playground

CELLS = [column + row for row in "123" for column in "abc"]
INERT = "<img src=x onerror=\"document.title='caught'\"> <b>bold</b>"


class Board(ui.LayoutView):
    """Nine cells, as a game would lay them out; every press redraws the message in place."""

    def __init__(self, level: str, taken: tuple[str, ...] = ()) -> None:
        super().__init__(timeout=None)
        self.level, self.taken = level, taken
        box: ui.Container[Board] = ui.Container(ui.TextDisplay(f"### A board, {level}"))
        for start in (0, 3, 6):
            box.add_item(ui.ActionRow(*(self._cell(name) for name in CELLS[start : start + 3])))
        self.add_item(box)

    def _cell(self, name: str) -> "ui.Button[Board]":
        label = "X" if name in self.taken else name
        cell: ui.Button[Board] = ui.Button(
            label=label, custom_id=f"{len(self.taken)}:{name}", disabled=label == "X"
        )

        async def press(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(view=Board(self.level, (*self.taken, name)))

        cell.callback = press  # type: ignore[method-assign]  # the documented way to give one button its own answer
        return cell


class PictureBoard(ui.LayoutView):
    """A picture, and seven keys below it; every press redraws it with one thing more to be seen."""

    def __init__(self, seen: int = 0) -> None:
        super().__init__(timeout=None)
        shown = discord.MediaGalleryItem("attachment://board.png", description=f"{seen} seen")
        box: ui.Container[PictureBoard] = ui.Container(ui.MediaGallery(shown))
        for keys in ("1234", "567"):
            box.add_item(ui.ActionRow(*(self._key(key, seen) for key in keys)))
        self.add_item(box)

    def _key(self, label: str, seen: int) -> "ui.Button[PictureBoard]":
        key: ui.Button[PictureBoard] = ui.Button(
            label=label, custom_id=f"{seen}:{label}", disabled=label == "7"
        )

        async def press(interaction: discord.Interaction) -> None:
            await interaction.response.edit_message(view=PictureBoard(seen + 1), attachments=[picture()])

        key.callback = press  # type: ignore[method-assign]  # the documented way to give one button its own answer
        return key


def picture() -> discord.File:
    """A blue picture, as large as a board is drawn."""
    file = io.BytesIO()
    Image.new("P", (658, 598), "blue").save(file, "PNG")
    file.seek(0)
    return discord.File(file, "board.png")


class SilentButton(ui.View):
    """A button nobody answers."""

    @ui.button(label="Nothing happens")
    async def silent(self, _: discord.Interaction, __: "ui.Button[SilentButton]") -> None:
        """Leave the press unanswered."""


class Order(ui.View):
    """A menu of several choices, and a button below."""

    @ui.select(
        options=[discord.SelectOption(label=name) for name in ("Tea", "Coffee", "Milk", "Cake")], max_values=2
    )
    async def choose(self, interaction: discord.Interaction, _: "ui.Select[Order]") -> None:
        """Answer a choice."""
        await interaction.response.send_message("Ordered.")

    @ui.button(label="Pay")
    async def pay(self, interaction: discord.Interaction, _: "ui.Button[Order]") -> None:
        """Answer a press."""
        await interaction.response.send_message("Paid.")


class Feast(ui.Modal):
    """A modal of two choices, a list of the people, and a text."""

    def __init__(self) -> None:
        super().__init__(title="A feast")
        drinks = [
            discord.RadioGroupOption(label=name, description=f"{name} is hot") for name in ("Tea", "Punch")
        ]
        cakes = [discord.CheckboxGroupOption(label=name) for name in ("Apple", "Plum", "Cherry")]
        fields: dict[str, ui.Item[Feast]] = {
            "Drink": ui.RadioGroup(options=drinks),
            "Cakes": ui.CheckboxGroup(options=cakes, required=False),
            "Guests": ui.UserSelect(max_values=2, required=False, placeholder="Nobody else"),
            "Name of the feast": ui.TextInput(min_length=3, max_length=20),
        }
        self.add_item(ui.TextDisplay("What is there to be?"))
        for label, field in fields.items():
            self.add_item(ui.Label(text=label, description=f"{label} of the feast", component=field))
        self.fields = fields.values()

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Say what was filled in."""
        chosen = (getattr(field, "values", getattr(field, "value", None)) for field in self.fields)
        await interaction.response.send_message(" ".join(map(str, chosen)))


class Wish(ui.Modal):
    """A modal that can be sent as it is, and changes the message it came from."""

    def __init__(self) -> None:
        super().__init__(title="A wish")
        sizes = [discord.SelectOption(label=name, default=name == "Big") for name in ("Big", "Small")]
        self.size: ui.Select[Wish] = ui.Select(options=sizes)
        self.is_wrapped: ui.Checkbox[Wish] = ui.Checkbox()
        self.add_item(ui.Label(text="Size", component=self.size))
        self.add_item(ui.Label(text="Wrapped up", description="In paper", component=self.is_wrapped))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Change the message."""
        await interaction.response.edit_message(content=f"{self.size.values} {self.is_wrapped.value}")


class WishButton(ui.View):
    """A button that is answered with a modal."""

    @ui.button(label="Wish")
    async def wish(self, interaction: discord.Interaction, _: "ui.Button[WishButton]") -> None:
        """Ask."""
        await interaction.response.send_modal(Wish())


class Bot(discord.Client):
    """Registers a handful of commands that show what the page has to do."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        for command in COMMANDS:
            self.tree.add_command(command)
        await self.tree.sync()


@app_commands.command(description="Begin a match.")
@app_commands.choices(
    level=[app_commands.Choice(name=name.capitalize(), value=name) for name in ("easy", "hard")]
)
async def challenge(
    interaction: discord.Interaction, level: str = "medium", opponent: discord.User | None = None
) -> None:
    against = f"{level} against {opponent.name}" if opponent else level
    await interaction.response.send_message(view=Board(against))


@app_commands.command(description="Begin a match at once.")
async def play(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Board("medium"))


@app_commands.command(description="Play a move by its name.")
async def move(interaction: discord.Interaction, to: str) -> None:
    await interaction.response.send_message(f"Played **{to}**.")


@move.autocomplete("to")
async def complete_move(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=name, value=name) for name in CELLS if typed in name]


@app_commands.command(description="Tell only the one who asks.")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(INERT, ephemeral=True)


@app_commands.command(description="Post a button that is never answered.")
async def trouble(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=SilentButton())


@app_commands.command(description="Post a menu with a button below.")
async def order(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Order())


@app_commands.command(description="Whisper, then tell everybody without being asked.")
async def news(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Whispered.", ephemeral=True)
    assert isinstance(interaction.channel, discord.TextChannel)
    for text in ("Told.", "Told more."):
        await interaction.channel.send(text)
    await interaction.channel.send("With a button.", view=SilentButton())


@app_commands.command(description="Show a board that is a picture.")
async def pictured(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=PictureBoard(), file=picture())


@app_commands.command(description="Ask what a feast is to be like.")
async def feast(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Feast())


@app_commands.command(description="Post a button that asks for a wish.")
async def wishes(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("A wish?", view=WishButton())


@app_commands.context_menu(name="Wave at")
async def wave(interaction: discord.Interaction, who: discord.User) -> None:
    await interaction.response.send_message(f"Hello {who.name}.")


@app_commands.context_menu(name="Quote")
async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"“{message.content}”")


COMMANDS: list[app_commands.Command[Any, Any, Any] | app_commands.ContextMenu] = [
    *(challenge, play, move, secret, trouble, order, news, pictured, feast, wishes),
    *(wave, quote),
]


@asynccontextmanager
async def connected(playground: Playground) -> AsyncIterator[None]:
    """The bot, connected until the block ends."""
    redirect(playground.url)
    async with Bot() as bot:
        running = asyncio.create_task(bot.start(playground.token))
        await playground.bot_ready()
        yield
        await bot.close()
        await running
