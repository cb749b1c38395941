"""The messages about a person's stored data, and the button that removes it."""

from discord import ButtonStyle

from bot.components import parts
from bot.components.answers import Request, on_press
from bot.components.parts import Layout, button
from bot.errors import UnknownButtonError
from bot.services import privacy
from bot.words import privacy as words


async def export_data(request: Request) -> Layout:
    """Draw the file of all stored data about the person."""
    language, made = request.language, await privacy.export(request.context, request.user_id)
    if made is None:
        return Layout(words.nothing_kept(language), accent=parts.OVER)
    said = words.exported(language)
    if made.name.endswith(".gz"):
        said = f"{said} {words.compressed(language)}"
    return Layout(said, parts.attachment(made.name, made.content), accent=parts.OVER)


async def ask_to_forget(request: Request) -> Layout:
    """Ask the person whether all their data is to be removed."""
    language, really = request.language, forget_me_button.id_for(request.user_id)
    erase = button(language.say(words.ERASE), really, ButtonStyle.danger)
    return Layout(words.format_erase_question(language), [erase], accent=parts.ASKING)


async def hide_from_lists(request: Request) -> Layout:
    """Leave the person out of public lists from now on."""
    await request.context.storage.people.set_hidden(request.user_id, is_hidden=True)
    return Layout(words.hidden(request.language), accent=parts.OVER)


async def show_in_lists(request: Request) -> Layout:
    """List the person again."""
    await request.context.storage.people.set_hidden(request.user_id, is_hidden=False)
    return Layout(words.listed_again(request.language), accent=parts.OVER)


@on_press("fg")
async def forget_me_button(request: Request, user_id: int) -> Layout:
    """Delete everything about me: remove all stored data about the person who was asked."""
    if user_id != request.user_id or not request.asker.is_shown:
        raise UnknownButtonError
    await privacy.erase(request.context, request.user_id)
    return Layout(words.deleted(request.language), accent=parts.OVER)
