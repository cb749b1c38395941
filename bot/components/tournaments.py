"""Tournaments: their message, which shows them as they go on, and its buttons."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.components import drawings, messages, parts, promises, threads
from bot.components.answers import language_of, public_language_of
from bot.components.parts import Layout, button
from bot.components.press import Press, asker_of, has_pressed
from bot.components.promises import NETWORK_ERRORS
from bot.errors import Reason, Refused, StorageError
from bot.services import tournaments as service
from bot.words import tournaments as words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from typing import TypeAlias

    from bot.components.answers import Client, Interaction
    from bot.components.parts import Component
    from bot.models import Asker, Tournament
    from bot.services import Context
    from bot.words.language import Language

    Change: TypeAlias = Callable[[Context, Asker, int], Awaitable[Tournament]]
    """Changes a tournament as somebody wants it, or refuses."""

_log = logging.getLogger(__name__)

_ACCENTS = {"open": parts.ASKING, "running": parts.RUNNING}


def draw_tournament(language: Language, tournament: Tournament) -> Layout:
    """Draw a tournament as it stands."""
    shown = [
        parts.text(text) for text in (words.heading(language, tournament), *_texts(language, tournament))
    ]
    buttons = [*_buttons(language, tournament)]
    row = [parts.row(buttons)] if buttons else []
    return Layout(*shown, *row, accent=_ACCENTS.get(tournament.status, parts.OVER))


def _texts(language: Language, tournament: Tournament) -> Iterator[str]:
    if tournament.status == "open":
        yield words.format_entry(language, tournament)
    elif tournament.status == "cancelled":
        yield words.cancellation(language, tournament)
    if tournament.round:
        yield words.format_rounds(language, tournament)
        yield words.format_scores(language, tournament)
    if tournament.status == "over":
        yield words.format_winners(language, tournament)


def _buttons(language: Language, tournament: Tournament) -> Iterator[Component]:
    if tournament.status == "open":
        yield button(language.say(words.JOIN), JoinButton.id_for(tournament.id), ButtonStyle.success)
        yield button(language.say(words.LEAVE), LeaveButton.id_for(tournament.id))
        yield button(language.say(words.START), StartButton.id_for(tournament.id), ButtonStyle.primary)
        yield button(language.say(words.CALL_OFF), CallOffButton.id_for(tournament.id), ButtonStyle.danger)
    elif tournament.status == "running":
        yield button(language.say(words.WITHDRAW), WithdrawButton.id_for(tournament.id))


async def post(interaction: Interaction, showing: Awaitable[Tournament]) -> None:
    """Answer with a tournament's message, which shows it from now on; the one before says so."""
    promises.will_post(interaction)
    tournament, client = await showing, interaction.client
    language = public_language_of(interaction)
    message_id = await messages.send(interaction, messages.posted_with(draw_tournament(language, tournament)))
    await _note(client, tournament, message_id)
    if tournament.message_id is not None:
        said = words.forwarding(language, tournament.place.link_to(message_id))
        old = Layout(parts.text(words.heading(language, tournament)), parts.text(said), accent=parts.OVER)
        await messages.attempt(messages.edit(client, tournament.place.channel_id, tournament.message_id, old))


async def confirm(interaction: Interaction, changing: Awaitable[Tournament], deed: str) -> None:
    """Answer a command privately, and draw the tournament where it is shown."""
    promises.will_post(interaction, is_public=False)
    tournament = await changing
    said = words.format_deed(language_of(interaction), deed, tournament.link)
    layout = Layout(parts.text(said), accent=parts.RUNNING)
    await messages.send(interaction, messages.posted_with(layout), is_public=False)
    await go_on(interaction.client, tournament.id)


async def begin(interaction: Interaction, beginning: Callable[[Change], Awaitable[None]]) -> None:
    """Let a tournament begin as `beginning` answers it; its matches get threads where challenges do.

    Whoever begins it is told if they can get none.
    """
    place, hindrance = threads.find_usual_place(interaction)

    async def change(context: Context, asker: Asker, tournament_id: int) -> Tournament:
        return await service.begin(context, replace(asker, place=place), tournament_id)

    await beginning(change)
    await threads.tell(interaction, hindrance)


async def _change(interaction: Interaction, change: Change, id_: int) -> None:
    """Answer a press with what came of it; the boards of a round that begins are posted below."""
    tournament = await change(
        interaction.client.context, asker_of(interaction), _pressed_id(interaction, id_)
    )
    await messages.redraw(interaction, draw_tournament(public_language_of(interaction), tournament))
    await _note(interaction.client, tournament, messages.pressed_message(interaction).id)


async def _note(client: Client, tournament: Tournament, message_id: int) -> None:
    """Note that a message shows a tournament, unless a newer one does; post the boards of a new round."""
    is_newest = message_id >= (tournament.message_id or 0)
    is_whole = is_newest and not any(service.unposted(tournament))
    await service.shown(
        client.context, tournament, max(message_id, tournament.message_id or 0), is_whole=is_whole
    )
    if not is_whole:
        await go_on(client, tournament.id)


async def go_on(client: Client, tournament_id: int) -> bool:
    """Begin the next round if the present one is over, post its boards, and draw the tournament.

    Returns whether all of that is done; else it is to be tried again later.
    """
    try:
        return await _go_on(client, await service.go_on(client.context, tournament_id))
    except (*NETWORK_ERRORS, StorageError) as error:
        _log.info("Tournament %d could not be drawn: %r", tournament_id, error)
        return False


async def _go_on(client: Client, tournament: Tournament) -> bool:
    for match_id in service.unposted(tournament):
        await drawings.draw_again(client, match_id, is_given_up=True)
    tournament = await service.find(client.context, tournament.id)  # with the messages of its boards
    language = await client.servers.find_language(tournament.place.guild_id or 0)
    message_id = tournament.message_id or 0
    if language is not None:
        layout = draw_tournament(language, tournament)
        message_id = await _draw(client, tournament.place.channel_id, message_id, layout)
    is_whole = language is None or not any(service.unposted(tournament))
    await service.shown(client.context, tournament, message_id, is_whole=is_whole)
    return is_whole


async def _draw(client: Client, channel_id: int, message_id: int, layout: Layout) -> int:
    """Draw it in its message, or if that is gone, or edited too often, in a new one; return which."""
    try:
        await messages.edit(client, channel_id, message_id, layout)
    except discord.HTTPException as error:
        if not isinstance(error, discord.NotFound) and error.code != messages.OFTEN_EDITED:
            raise
        return await messages.post(client, channel_id, messages.posted_with(layout))
    return message_id


def _pressed_id(interaction: Interaction, tournament_id: int) -> int:
    """Return the number of the tournament, if the pressed message has the button: an id can be forged."""
    if not has_pressed(interaction):
        raise Refused(Reason.FORGOTTEN_TOURNAMENT)
    return tournament_id


class JoinButton(Press, kind="tj", numbers=1):
    """Take part: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Enter whoever presses."""
        await _change(interaction, service.join, *self.numbers)


class LeaveButton(Press, kind="tl", numbers=1):
    """Take no part after all: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Take whoever presses out."""
        await _change(interaction, service.leave, *self.numbers)


class StartButton(Press, kind="tb", numbers=1):
    """Begin the first round: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Begin it."""
        await begin(interaction, lambda change: _change(interaction, change, *self.numbers))


class CallOffButton(Press, kind="tc", numbers=1):
    """Call it off before it begins: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Cancel it."""
        await _change(interaction, service.cancel, *self.numbers)


class WithdrawButton(Press, kind="tw", numbers=1):
    """Leave a tournament that is played, first press: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Ask the person alone once more."""
        context, language = interaction.client.context, language_of(interaction)
        id_ = _pressed_id(interaction, *self.numbers)
        await service.refuse_outsiders(context, asker_of(interaction), id_)
        really = button(
            language.say(words.REALLY_WITHDRAW), ReallyWithdrawButton.id_for(id_), ButtonStyle.danger
        )
        layout = Layout(parts.text(words.withdrawal(language)), parts.row([really]), accent=parts.ASKING)
        await messages.send(interaction, messages.posted_with(layout), is_public=False)


class ReallyWithdrawButton(Press, kind="tx", numbers=1):
    """Leave a tournament that is played, second press: tournament."""

    async def act(self, interaction: Interaction) -> None:
        """Withdraw whoever presses, and draw the tournament; upkeep draws the board of what they played."""
        id_ = _pressed_id(interaction, *self.numbers)
        await service.withdraw(interaction.client.context, asker_of(interaction), id_)
        said = parts.text(words.farewell(language_of(interaction)))
        await messages.redraw(interaction, Layout(said, accent=parts.OVER))
        await go_on(interaction.client, id_)
