"""Registers the commands with Discord: compares what it has with what should be there, and repairs it."""

import asyncio
import logging
from typing import Any, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.app_commands import CommandTree, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Location
from discord.http import HTTPClient, Route

from bot.delivery.client import Client
from bot.words.command_names import name_command, name_option
from bot.words.language import ENGLISH, Languages

_log = logging.getLogger(__name__)

Payload: TypeAlias = list[dict[str, Any]]
"""Commands in the form in which Discord sends and receives them."""

_LEASE = "commands"
_LOOK = 0.25  # seconds between two looks at whether another process has registered the commands
_PATIENCE = 5.0  # seconds that a start waits for it, but no hour, as Discord's rate limit may want
_IN_CHAT, _ENTRY_POINT = 1, 4  # types; a command that opens an Activity is Discord's own, and must stay
_PUT_OFF = "The commands are not registered, it is tried again, and those of before go on to work: %s"
_OF_ANY = ("type", "name", "name_localizations", "description", "description_localizations", "options")
_OF_COMMANDS = ("default_member_permissions", "nsfw", "contexts", "integration_types")
_OF_OPTIONS = ("required", "autocomplete", "choices", "value", "channel_types")
_LIMITS = ("min_value", "max_value", "min_length", "max_length")
_FIELDS = frozenset((*_OF_ANY, *_OF_COMMANDS, *_OF_OPTIONS, *_LIMITS))
"""The fields that define a command; Discord adds others, as its own ids and older names."""


class Registration:
    """Whether the commands of a client are registered; errors are logged, and the client goes on."""

    def __init__(self, client: Client) -> None:
        self._client, self._leases = client, client.context.storage.leases
        self._task: asyncio.Task[None] | None = None
        self._is_done, self._hindrance = False, ""

    async def register(self) -> None:
        """Register the commands, and wait a few seconds for that; StorageError if the database fails.

        The task then goes on, as discord.py would send nothing any more after a cancelled request.
        """
        self._task = asyncio.create_task(self._register_in_turn())
        done, _ = await asyncio.wait({self._task}, timeout=_PATIENCE)
        for task in done:
            task.result()

    async def retry_if_failed(self) -> None:
        """Try again if it has failed."""
        if self._task is not None and self._task.done() and not self._is_done:
            await self.register()

    def stop(self) -> None:
        """Cancel the task."""
        if self._task is not None:
            self._task.cancel()

    async def _register_in_turn(self) -> None:
        """Register the commands; one process at a time does it."""
        while not await self._leases.take(_LEASE):  # noqa: ASYNC110 - another process cannot tell
            await asyncio.sleep(_LOOK)
        try:
            await self._register_if_other()
        except Exception as error:  # noqa: BLE001 - the bot plays with the earlier commands
            self._note(error)
        else:
            self._is_done = True
        finally:
            self._leases.drop(_LEASE)

    def _note(self, error: Exception) -> None:
        """Log what hinders, but once: a bug with its traceback, a refusal of Discord in a line."""
        said, self._hindrance = self._hindrance, repr(error)
        if said != self._hindrance:
            is_ours = not isinstance(error, discord.DiscordException | aiohttp.ClientError | OSError)
            _log.log(logging.ERROR if is_ours else logging.WARNING, _PUT_OFF, error, exc_info=is_ours)

    async def _register_if_other(self) -> None:
        """Register the commands unless Discord has the same, and keep Discord's own beside them."""
        http, application_id = self._client.http, self._client.application_id or 0
        payload = await payload_of(self._client.tree, self._client.languages)
        registered = await fetch_commands(http, application_id)
        if missing_of(payload, registered) or others_of(payload, registered):
            own = [command for command in registered if command["type"] == _ENTRY_POINT]
            await http.bulk_upsert_global_commands(application_id, payload=[*payload, *own])
            _log.info("Registered commands=%d.", len(payload))


async def payload_of(tree: CommandTree[Any], languages: Languages) -> Payload:
    """Return the commands as Discord should have them, in every language."""
    translator = Translator(languages)
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def fetch_commands(http: HTTPClient, application_id: int) -> Payload:
    """Return the commands as Discord has them, in every language; discord.py would not ask for those."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    registered: Payload = await http.request(route, params={"with_localizations": "true"})
    return registered


def missing_of(payload: Payload, registered: Payload) -> list[str]:
    """Return the names of the commands that are not registered."""
    known = {_identify_command(command) for command in registered}
    return [_format_command(command) for command in payload if _identify_command(command) not in known]


def others_of(payload: Payload, registered: Payload) -> list[str]:
    """Return the names of registered commands that are not the bot's, or differ from the bot's."""
    wanted = {_identify_command(command): _essence(command) for command in payload}
    others = (command for command in registered if command["type"] != _ENTRY_POINT)
    return [
        _format_command(command)
        for command in others
        if wanted.get(_identify_command(command)) != _essence(command)
    ]


def _identify_command(command: dict[str, Any]) -> tuple[object, object]:
    return command["type"], command["name"]


def _format_command(command: dict[str, Any]) -> str:
    return f"/{command['name']}" if command["type"] == _IN_CHAT else command["name"]


def _essence(item: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a command, an option or a choice, without those that have their defaults."""
    said = ((name, value) for name, value in item.items() if name in _FIELDS and not _is_usual(value))
    essence = {name: _plain(value) for name, value in said}
    if (permissions := essence.get("default_member_permissions")) is not None:
        essence["default_member_permissions"] = str(permissions)
    return essence


def _is_usual(value: object) -> bool:
    return value is False or value in (None, "", [], {})


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever JSON is
    """Return a value in a form that can be compared: numbers in a list have no order."""
    if not isinstance(value, list):
        return value
    return [_essence(item) for item in value] if isinstance(value[0], dict) else sorted(value)


class Translator(app_commands.Translator):
    """Translates names, descriptions and choices into every language; what is registered is English."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in the language of a locale, None where it is as registered."""
        language = self._languages.spoken_in(locale.value)
        if language is ENGLISH:
            return None
        if context.location is Location.parameter_name:
            return name_option(language, string.message)
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        if context.location in {Location.command_name, Location.group_name} and not is_menu:
            return name_command(language, string.message)
        return language.say(string.message)
