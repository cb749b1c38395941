"""What somebody is told of what is kept about them, and the button that removes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ComponentType

from bot.components import messages, parts
from bot.components.answers import language_of
from bot.components.parts import Layout, button
from bot.components.press import Press, has_pressed
from bot.errors import UnknownButtonError
from bot.services import privacy
from bot.words import privacy as words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.components.answers import Interaction
    from bot.words.language import Language, Reader


async def post_export(interaction: Interaction) -> None:
    """Answer privately with the file of all that is kept."""

    async def answer(reader: Reader) -> Layout:
        export = await privacy.export(interaction.client.context, interaction.user.id)
        return _draw_export(reader.language, export)

    await messages.post_answer(interaction, answer)


def _draw_export(language: Language, export: privacy.Export | None) -> Layout:
    if export is None:
        return Layout(parts.text(words.nothing_kept(language)), accent=parts.OVER)
    said = words.exported(language)
    if export.name.endswith(".gz"):
        said = f"{said} {words.compressed(language)}"
    file = {"type": ComponentType.file.value, "file": {"url": f"attachment://{export.name}"}}
    return Layout(parts.text(said), file, accent=parts.OVER, files={export.name: export.content})


async def post_question(interaction: Interaction) -> None:
    """Ask the person whether all is to be removed."""

    async def answer(reader: Reader) -> Layout:
        really = ForgetMeButton.id_for(interaction.user.id)
        row = parts.row((button(reader.language.say(words.FORGET), really, ButtonStyle.danger),))
        return Layout(parts.text(words.question(reader.language)), row, accent=parts.ASKING)

    await messages.post_answer(interaction, answer)


async def post_done(interaction: Interaction, doing: Awaitable[None], say: Callable[[Language], str]) -> None:
    """Do something, and answer privately that it is done."""

    async def answer(reader: Reader) -> Layout:
        await doing
        return Layout(parts.text(say(reader.language)), accent=parts.OVER)

    await messages.post_answer(interaction, answer)


class ForgetMeButton(Press, kind="fg", numbers=1):
    """Delete everything about me: person."""

    async def act(self, interaction: Interaction) -> None:
        """Remove all that is kept about the person who was asked."""
        if self.numbers != (interaction.user.id,) or not has_pressed(interaction):
            raise UnknownButtonError
        await privacy.forget(interaction.client.context, interaction.user.id)
        said = words.deleted(language_of(interaction))
        await messages.redraw(interaction, Layout(parts.text(said), accent=parts.OVER))
