"""Every command and every press: handled once, made a request, answered whatever happens, and logged."""

import asyncio
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import discord

from bot import components, metrics
from bot.components.answers import Act, Manner, Press, Request, Shown, find_press
from bot.components.boards import draw_on
from bot.components.invitations import draw_invitation
from bot.components.parts import Layout
from bot.delivery import messages, refusals, threads
from bot.delivery.answers import answer_request
from bot.delivery.client import Interaction
from bot.delivery.messages import NETWORK_ERRORS, buttons_in
from bot.delivery.responder import (
    Responder,
    language_of,
    make_responder,
    pressed_message,
    public_language_of,
    responder_of,
)
from bot.errors import (
    AnalysisError,
    ForgottenMatchError,
    InvitationClosedError,
    MatchError,
    MatchOverError,
    PlayerError,
    Reason,
    Refused,
    ReplyError,
    StaleBoardError,
    StorageError,
    UnknownButtonError,
    name_of,
)
from bot.models import Asker, Invitation, Match, NamedPerson, Place
from bot.services import find

_log = logging.getLogger(__name__)

KNOWN_TYPES = (2, 3, 4, 5)
"""The types of interactions that the bot answers: commands, presses, suggestions and sheets."""

_FAILURES = (AnalysisError, ReplyError, StorageError)  # the player is told of them, but is not to blame
_EXPECTED = ("ok", "refused")  # outcomes that are no sign of trouble
_SETTLED_SECONDS = 5.0  # by then no other redraw of the same match is on its way

for _module in iter_modules(components.__path__):  # importing a module registers its buttons
    import_module(f"{components.__name__}.{_module.name}")


def begin_interaction(interaction: Interaction) -> bool:
    """Begin to answer an interaction that has just arrived; False if it is a copy of an earlier one.

    Its time corrects the clock, the bot remembers the person's name and the server's language, and a
    shutdown waits for the task that answers.
    """
    client, task = interaction.client, asyncio.current_task()
    client.context.now.record_discord_time(interaction.created_at.timestamp())
    client.people.remember(interaction.user)
    client.servers.remember(interaction)
    begun = None if task is None else make_responder(interaction)
    if task is None or begun is None:
        return False
    client.in_hand.add(task)

    def end(task: asyncio.Task[Any]) -> None:
        begun.close()
        client.in_hand.discard(task)
        if interaction.type is discord.InteractionType.autocomplete:
            _count_interaction(interaction, "suggestions", _command_name(interaction), None)

    task.add_done_callback(end)
    return True


def end_command(interaction: Interaction, started: float, error: Exception | None) -> None:
    """Log a command that has ended, and count it."""
    data: Mapping[str, Any] = interaction.data or {}
    outcome = _count_interaction(interaction, "command", _command_name(interaction), error)
    _log_line(interaction, f"/{data.get('name')}", started, outcome, error)


def end_press(interaction: Interaction, name: str, started: float, error: Exception | None) -> None:
    """Log a press that has ended, by the kind of the button, and count it."""
    outcome = _count_interaction(interaction, "button", name, error)
    _log_line(interaction, f"button {name}", started, outcome, error)


def _log_line(
    interaction: Interaction, name: str, started: float, outcome: str, error: Exception | None
) -> None:
    """Log who did what, how long it took and what the person saw; never a text that a person wrote."""
    _log.log(
        logging.INFO if outcome in _EXPECTED else logging.WARNING,
        "%s user=%s guild=%s ms=%.1f outcome=%s%s",
        name,
        interaction.user.id,
        interaction.guild_id,
        (time.perf_counter() - started) * 1000,
        outcome,
        f" error={name_of(error)}" if error else "",
    )


def _command_name(interaction: Interaction) -> str:
    """Return the name of a command, if it is one of the bot's."""
    return "unknown" if interaction.command is None else interaction.command.qualified_name


def _count_interaction(interaction: Interaction, kind: str, name: str, error: Exception | None) -> str:
    """Count an interaction by what the person saw, and return that."""
    responder = responder_of(interaction)
    outcome = _name_outcome(responder, error)
    metrics.count_interaction(kind, name, outcome, responder.seconds)
    return outcome


def _name_outcome(responder: Responder, error: Exception | None) -> str:
    if responder.seconds is None or responder.is_unheard:
        return "unanswered" if responder.notice_id is None else "late"
    if error is None:
        return "ok"
    is_refusal = isinstance(error, PlayerError) and not isinstance(error, _FAILURES)
    return "refused" if is_refusal else "failed"


async def answer_press(interaction: Interaction) -> None:
    """Answer the press of any button, or any sheet, by its id alone, whatever happens, and log it.

    discord.py's own dynamic items would first rebuild the whole message from its components at every press,
    and would drop a press on a button that its message no longer has.
    """
    if not begin_interaction(interaction):
        return
    started = time.perf_counter()
    data: Mapping[str, Any] = interaction.data or {}
    is_sheet = interaction.type is discord.InteractionType.modal_submit
    pressed = find_press(str(data.get("custom_id")), is_sheet=is_sheet)
    name = pressed.name if pressed else "unknown"
    try:
        await _act_on_press(interaction, pressed)
    except Exception as error:  # noqa: BLE001 - whatever it is, the person who pressed gets an answer
        await _refuse_press(interaction, error)
        end_press(interaction, name, started, error)
    else:
        end_press(interaction, name, started, None)


async def refuse_unknown(interaction: Interaction) -> None:
    """Say that an interaction of a type newer than the bot cannot be answered, and log it."""
    if begin_interaction(interaction):
        started, error = time.perf_counter(), Refused(Reason.UNKNOWN_REQUEST)
        await refusals.tell_refusal(interaction, error)
        end_press(interaction, "unknown", started, error)


async def _act_on_press(interaction: Interaction, pressed: Press | None) -> None:
    await interaction.client.servers.preload_settings(interaction)
    if pressed is None:
        raise UnknownButtonError
    request = request_of(interaction)
    await answer_request(responder_of(interaction), request, pressed.act, pressed.choose_manner(request))


async def reply(
    interaction: Interaction, act: Act, *, is_public: bool = False, is_sheet: bool = False
) -> None:
    """Answer a command with the result of the request: for the person alone, for everybody, or by a sheet."""
    manner = Manner.SHEET if is_sheet else Manner.PUBLIC if is_public else Manner.PRIVATE
    await answer_request(responder_of(interaction), request_of(interaction), act, manner)


def request_of(interaction: Interaction) -> Request:
    """Return the request that a command or a press makes."""
    data: Mapping[str, Any] = interaction.data or {}
    message = None if interaction.message is None else _shown_by(interaction.message)
    is_sheet = interaction.type is discord.InteractionType.modal_submit  # its message has shown its button
    is_shown = message is not None and (is_sheet or data.get("custom_id") in message.buttons)
    may = interaction.permissions
    return Request(
        context=interaction.client.context,
        asker=Asker(interaction.user.id, place_of(interaction), is_shown, is_moderator=may.manage_messages),
        language=language_of(interaction),
        public_language=public_language_of(interaction),
        languages=interaction.client.languages,
        find_names=interaction.client.people.find_names,
        find_absence=partial(_find_absence, interaction),
        sent_at=interaction.created_at.timestamp(),
        hindrance=partial(threads.find_hindrance, interaction),
        message=message,
        values=tuple(map(str, data["values"])) if "values" in data else None,
        fields=fields_in(data),
        people=people_in(data, interaction.client.user.id if interaction.client.user else 0),
        is_direct=interaction.context.dm_channel,
        manages_server=may.manage_guild,
        can_post=is_member(interaction) and may_post(interaction),
        can_create_events=interaction.app_permissions.create_events,
    )


def fields_in(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the values of a sheet by the names of its fields: none where a field is empty."""
    inner = [label.get("component", {}) for label in data.get("components", ())]
    told = {
        each["custom_id"]: each.get("values", [each.get("value")]) for each in inner if "custom_id" in each
    }
    return {name: tuple(str(value) for value in values if value) for name, values in told.items()}


def people_in(data: Mapping[str, Any], bot_id: int) -> dict[str, NamedPerson]:
    """Return the people whom Discord describes with a command or a sheet, by their ids in words."""
    told = data.get("resolved", {})
    users, members = told.get("users", {}), told.get("members", {})
    return {id_: _describe(user, members.get(id_), bot_id) for id_, user in users.items()}


def _describe(user: Mapping[str, Any], member: Mapping[str, Any] | None, bot_id: int) -> NamedPerson:
    user_id, told = int(user["id"]), member or {}
    until = discord.utils.parse_time(told.get("communication_disabled_until"))
    return NamedPerson(
        user_id,
        is_maxine=user_id == bot_id,
        is_bot=user.get("bot", False),
        is_member=member is not None,
        is_blind="permissions" in told and not discord.Permissions(int(told["permissions"])).view_channel,
        silent_until=0.0 if until is None else until.timestamp(),
    )


async def _find_absence(interaction: Interaction, user_id: int) -> float:
    """Return until when a person can do nothing in the interaction's place, 0 if Discord does not say."""
    if interaction.guild_id is None or not interaction.is_guild_integration():
        return 0.0
    with suppress(*NETWORK_ERRORS):
        return await interaction.client.people.find_absence(interaction.guild_id, user_id)
    return 0.0


def _shown_by(message: discord.Message) -> Shown:
    """Return the texts and buttons that a message shows, at any depth."""
    asked = message.interaction_metadata
    return Shown(
        id=message.id,
        posted_at=message.created_at.timestamp(),
        is_private=message.flags.ephemeral,
        asked_by_id=None if asked is None else asked.user.id,
        buttons=frozenset(buttons_in(message)),
    )


def place_of(interaction: Interaction) -> Place:
    """Return the place where a command is used or a button pressed."""
    if interaction.channel_id is None:
        raise AssertionError("commands are used and buttons pressed in a channel")
    parent_id = getattr(interaction.channel, "parent_id", None)
    return Place(interaction.guild_id, interaction.channel_id, parent_id)


def is_member(interaction: Interaction) -> bool:
    """Return whether the interaction comes from a server of which the bot is a member."""
    return interaction.guild_id is not None and interaction.is_guild_integration()


def may_post(interaction: Interaction) -> bool:
    """Return whether the bot may post messages with its own token in the interaction's channel."""
    may, is_thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if is_thread else may.send_messages)


async def _refuse_press(interaction: Interaction, error: Exception) -> None:
    """Refuse a press, and redraw its message if the press shows that it is outdated.

    Only people who may see the match learn that it exists: an id can be forged.
    """
    request = request_of(interaction)
    if isinstance(error, MatchError) and not find.is_seen(error.match, request.asker):
        error = ForgottenMatchError()
    due = _find_due(request, error)
    if due is None:
        await refusals.tell_refusal(interaction, error)
    elif interaction.is_guild_integration():
        await refusals.tell_refusal(interaction, error)
        await _redraw_pressed(interaction, due)
    else:  # where the bot is no member, it can edit a message only by answering
        await messages.try_quietly(responder_of(interaction).redraw(_draw_pressed(interaction, due)))
        await refusals.tell_refusal(interaction, error)


def _find_due(request: Request, error: Exception) -> Match | Invitation | None:
    """Return what the pressed message should show, None if it is not known to be outdated."""
    if isinstance(error, InvitationClosedError) and error.match is None:
        return error.invitation if request.asker.is_shown else None
    if not isinstance(error, StaleBoardError | MatchOverError | InvitationClosedError) or error.match is None:
        return None
    match = error.match
    if request.pressed.is_private:  # a private message has shown no board
        return None
    if match.message_id != request.pressed.id and not request.asker.is_shown:  # any may be named with an id
        return None
    if not match.is_over and request.context.now() - match.touched_at <= _SETTLED_SECONDS:
        return None
    return match


async def _redraw_pressed(interaction: Interaction, due: Match | Invitation) -> None:
    """Redraw the pressed message as it should be; its own match may have gone on since."""
    client, message = interaction.client, pressed_message(interaction)
    if isinstance(due, Match) and due.message_id == message.id:
        await client.displays[due.id].draw()
    else:
        layout = _draw_pressed(interaction, due)
        await messages.try_quietly(messages.edit(client, message.channel.id, message.id, layout))


def _draw_pressed(interaction: Interaction, due: Match | Invitation) -> Layout:
    language = public_language_of(interaction)
    if isinstance(due, Match):
        shown = interaction.client.context.now.with_discord_deadline(due)
        return draw_on(language, pressed_message(interaction).id, shown)
    return draw_invitation(language, due)
