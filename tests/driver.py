"""A playground whose people a test lets act, and what is answered to them."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from aiohttp import web

import bot.playground
from bot.playground.components import Type, pressable
from bot.playground.errors import ARCHIVED, FORBIDDEN
from bot.playground.interactions import Reply
from bot.playground.messages import text_of
from bot.playground.rest import API
from bot.playground.session import Op
from bot.playground.world import EPHEMERAL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from bot.playground.interactions import Interaction
    from bot.playground.live import Restart
    from bot.playground.rest import Handler
    from bot.playground.things import Channel, Guild, Json, Person
    from bot.playground.world import World


REQUESTS_KEPT = 10_000
STRUCK = web.RequestKey("struck", bool)
"""Whether a request meets trouble that a test has planned."""


class Answer:
    """What became of one thing a person did."""

    def __init__(self, world: World, interaction: Interaction) -> None:
        self._world = world
        self._interaction = interaction

    @property
    def failed(self) -> bool:
        """The bot did not answer in time."""
        return self._interaction.failed

    @property
    def deferred(self) -> bool:
        """The first answer only promised a later one."""
        return self._interaction.reply in (Reply.DEFER, Reply.DEFER_UPDATE)

    @property
    def message(self) -> Json | None:
        """The message first made or edited, as it was then; None until a deferred one has come."""
        return self._interaction.first

    @property
    def modal(self) -> Json | None:
        """The modal that was opened for the person: custom_id, title and components."""
        return self._interaction.modal

    @property
    def followups(self) -> list[Json]:
        """The later messages of this interaction, as they are now."""
        messages = self._world.messages
        return [messages[each] for each in self._interaction.followup_ids if each in messages]

    @property
    def ephemeral(self) -> bool:
        """Only the person who asked can see the answer."""
        return self.message is not None and bool(self.message["flags"] & EPHEMERAL)

    @property
    def text(self) -> str:
        """All the text of the message."""
        return text_of(self.message) if self.message is not None else ""

    async def more(self, timeout: float = 5) -> None:  # noqa: ASYNC109 - part of what callers are promised
        """Wait until the bot does something more: the deferred message, a followup, an edit or a deletion."""
        await asyncio.wait_for(self._interaction.change.wait(), timeout)
        self._interaction.change.clear()


class Playground(bot.playground.Playground):
    """A playground in which people do what a test says.

    `requests` are the newest that the bot has made: method, path, status.
    """

    def __init__(self, port: int = 0, history: Path | None = None, on_restart: Restart | None = None) -> None:
        self.requests: list[tuple[str, str, int]] = []
        self._refused: list[tuple[int, str]] = []
        self._expected: set[int] = set()
        super().__init__(port, history, on_restart)

    def _make_application(self) -> web.Application:
        application = super()._make_application()
        application.middlewares.append(self._record)
        return application

    @web.middleware
    async def _record(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request)
        if request.path.startswith(API):
            self.requests.append((request.method, request.path.removeprefix(API), response.status))
            del self.requests[:-REQUESTS_KEPT]
            if response.status >= 400 and STRUCK not in request and isinstance(response, web.Response):
                line = f"{request.method} {request.path.removeprefix(API)}: {response.text}"
                self._refused.append((json.loads(response.text or "{}").get("code"), line))
        return response

    def expect_refusals(self, *errors: tuple[int, int, str]) -> None:
        """Plan that the playground refuses requests with these errors; a stage fails a test for any other."""
        self._expected |= {code for _, code, _ in errors}

    def check_refusals(self) -> None:
        """Fail if a request was refused that no test has planned."""
        unplanned = [line for code, line in self._refused if code not in self._expected]
        assert not unplanned, "requests of the bot were refused: " + "; ".join(unplanned)

    @property
    def application_id(self) -> str:
        """The application's id, which is the bot's user id too."""
        return str(self.world.bot.id)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people of the server."""
        return self.world.people

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The channels of the server."""
        return self.world.channels

    @property
    def guild(self) -> Guild:
        """The server."""
        return self.world.guild

    async def command(self, person: Person, channel: Channel, name: str, /, **options: object) -> Answer:
        """A person uses a slash command."""
        return await self._answer(self._actions.command(person, channel, name, options))

    async def choose(self, person: Person, channel: Channel, name: str, target: Person) -> Answer:
        """A person uses a command in the menu of a person, perhaps themselves or the bot."""
        return await self._answer(self._actions.choose(person, channel, name, target))

    async def choose_at(self, person: Person, message_id: int | str, name: str) -> Answer:
        """A person uses a command in the menu of a message."""
        return await self._answer(self._actions.choose_at(person, int(message_id), name))

    async def click(self, person: Person, message_id: int | str, what: str) -> Answer:
        """A person presses a button, named by its label or its custom_id."""
        message = self.world.messages.get(int(message_id))
        if message is not None and self.world.is_seen_by(person, message):
            what = _find_button(message, what)
        return await self.click_id(person, message_id, what)

    async def click_id(
        self, person: Person, message_id: int | str, custom_id: str, values: list[str] | None = None
    ) -> Answer:
        """A custom_id is delivered even if the message has it no more; `values` for a select."""
        return await self._answer(self._actions.press(person, int(message_id), custom_id, values))

    async def submit(self, person: Person, answer: Answer, values: Mapping[str, object]) -> Answer:
        """A person sends the modal of an answer; what is not among the values stays as the modal shows it.

        A value is by custom_id a text, the value of an option, whether a box is checked, a person, or a list.
        """
        return await self._answer(self._actions.submit(person, answer._interaction.id, values))

    async def autocomplete(
        self, person: Person, channel: Channel, name: str, option: str, text: str, /, **options: object
    ) -> list[Json]:
        """A person types into an option; the suggestions."""
        opened = self._actions.autocomplete(person, channel, name, option, {**options, option: text})
        await opened.settled
        return opened.choices

    def direct(self, person: Person) -> Channel:
        """The direct messages of a person with the bot, a channel like any other to the methods here."""
        return self.world.direct(person)

    def say(self, person: Person, channel: Channel, content: str) -> Json:
        """A person says something."""
        return self._actions.say(person, channel, content)

    def messages(self, channel: Channel, viewer: Person | None = None) -> list[Json]:
        """The messages of a channel, oldest first; those a viewer can see, if one is named."""
        return [
            message
            for message in self.world.messages.values()
            if message["channel_id"] == str(channel.id)
            and (viewer is None or self.world.is_seen_by(viewer, message))
        ]

    def lock(self, thread_id: int, *, is_locked: bool = True) -> None:
        """Let moderators archive a thread and lock it, so that no other person opens it; or open it."""
        self.expect_refusals(ARCHIVED, FORBIDDEN)
        self.world.threads[thread_id] = replace(self.world.threads[thread_id], is_locked=is_locked)
        self.world.archive(self.world.threads[thread_id], is_archived=is_locked)

    def message(self, message_id: int | str) -> Json:
        """A message as it is now; KeyError if there is none."""
        return self.world.messages[int(message_id)]

    async def drop_gateway(self, *, resumable: bool = True) -> None:
        """Cut the bot's connection; unless resumable its session is gone too."""
        for session, connection in self._gateway._connected():
            self._gateway._part(session)
            if not resumable:
                del self._gateway.sessions[session.shard]
            connection.drop()

    async def ask_reconnect(self) -> None:
        """Ask the bot to reconnect, as Discord does now and then."""
        for _, connection in self._gateway._connected():
            connection.send(Op.RECONNECT)

    async def _answer(self, interaction: Interaction) -> Answer:
        await interaction.settled
        return Answer(self.world, interaction)


def _find_button(message: Json, what: str) -> str:
    """Return the custom_id of an enabled button by its label or by that; ValueError if there is none."""
    buttons = [each for each in pressable(message["components"]) if each["type"] == Type.BUTTON]
    named = [each for each in buttons if each.get("label") == what]
    named = named or [each for each in buttons if each["custom_id"] == what]
    if not named:
        known = ", ".join(each.get("label") or each["custom_id"] for each in buttons) or "none"
        raise ValueError(f"The message has no button {what!r}; it has: {known}.")
    enabled = [each for each in named if not each.get("disabled")]
    if not enabled:
        raise ValueError(f"The button {what!r} is disabled.")
    return str(enabled[0]["custom_id"])
