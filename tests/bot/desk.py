"""The bot without Discord: what people ask of her becomes a request at once, and her answer a message.

A test sits here whose subject is what she says, shows or keeps: that costs half of what it does on a stage.
How it gets to Discord and when, in whatever trouble, is the matter of a stage, as are options that are
filled in, whom a board pings, and boards that a refused press draws anew.
"""

import json
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import inf
from pathlib import Path
from typing import Any, TypeVar

from discord import AllowedMentions
from discord.app_commands import AppCommandContext
from discord.utils import snowflake_time

from bot.components.answers import (
    Act,
    Answer,
    AnyBoard,
    Board,
    Completion,
    IncompleteReview,
    Manner,
    NewBoard,
    Post,
    Request,
    SameBoard,
    Shown,
    Text,
    Update,
    Whisper,
    find_press,
)
from bot.components.boards import draw_board, draw_old_board, draw_on
from bot.components.parts import Layout, Sheet
from bot.delivery.client import NO_PINGS
from bot.delivery.interactions import fields_in, people_in
from bot.delivery.messages import pings_for
from bot.errors import PlayerError, UnknownButtonError
from bot.models import Asker, Hindrance, Place
from bot.playground.attachments import Upload
from bot.playground.components import SELECTS, pressable
from bot.playground.filling import describe_people
from bot.playground.messages import MessagePayload, compose, revise, text_of
from bot.playground.modals import check_modal, fill_in_modal
from bot.playground.things import Channel, Json, Person
from bot.playground.world import COMPONENTS_V2, EPHEMERAL, World, compact
from bot.services import replies, settings
from bot.words.language import Languages
from bot.words.refusals import format_refusal
from tests.bot.acts import Caller, Interaction, find_act
from tests.bot.scenes import Scene
from tests.bot.shown import enabled

D = TypeVar("D", bound="Desk")

_MANAGE_GUILD, _MANAGE_MESSAGES = 1 << 5, 1 << 13

_languages = cache(Languages.load)


@dataclass
class Heard:
    """What became of one thing a person did."""

    world: World
    message: Json | None = None
    modal: Json | None = None
    request: Request | None = None
    ids: list[int] = field(default_factory=list)

    @property
    def followups(self) -> list[Json]:
        return [self.world.messages[id_] for id_ in self.ids]

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and bool(self.message["flags"] & EPHEMERAL)

    @property
    def text(self) -> str:
        return text_of(self.message) if self.message is not None else ""


class Desk(Scene):
    """The bot at a desk of her own: real services, workers and a real database, and nobody between."""

    def __init__(self, path: Path, seed: int = 7) -> None:
        super().__init__(World(), path, seed)
        self.hindrance: Hindrance | None = None

    async def start(self) -> None:
        await self.open()

    async def restart(self) -> None:
        await self.close()
        await self.start()

    async def close(self) -> None:
        self.context.drawing_pool.close()
        await super().close()

    async def command(self, person: Person, name: str, /, **options: object) -> Heard:
        return await self.command_in(self.general, person, name, **options)

    async def command_in(self, channel: Channel, person: Person, name: str, /, **options: Any) -> Heard:  # noqa: ANN401 - as each command wants them
        request, is_direct = await self._request(person, channel), channel.recipient is not None
        caller = Caller(self.world.bot, self.context)
        data = {"options": [{"name": option, "type": 3} for option in options]}
        interaction = Interaction(person, caller, AppCommandContext(dm_channel=is_direct), data)
        named = [value for value in options.values() if isinstance(value, Person)]
        told = {"resolved": describe_people(self.world, named, channel)}
        request = replace(request, people=people_in(told, self.world.bot.id))
        try:
            act, manner = await find_act(interaction, name, options)
        except PlayerError as error:
            act, manner = partial(_refuse, error=error), Manner.PRIVATE
        return await self.ask(request, act, manner)

    async def click(self, person: Person, message_id: int, what: str) -> Heard:
        """Press an enabled button by its label."""
        found = enabled(self.message(message_id))
        id_ = next(each["custom_id"] for each in found if each["label"] == what)
        return await self.press(person, message_id, id_)

    async def press(self, person: Person, message_id: int, custom_id: str, *values: str) -> Heard:
        message = self.message(message_id)
        assert self.world.is_seen_by(person, message)
        channel = self.world.channel(message["channel_id"])
        assert channel is not None
        request = await self._request(person, channel, _shown_by(message), custom_id)
        press = find_press(custom_id)
        if press is None:
            return await self.ask(request, partial(_refuse, error=UnknownButtonError()), Manner.PRIVATE)
        found = (each for each in pressable(message["components"]) if each["custom_id"] == custom_id)
        is_menu = any(each["type"] in SELECTS for each in found)
        request = replace(request, values=values if is_menu else None)
        return await self.ask(request, press.act, press.choose_manner(request))

    async def submit(
        self,
        person: Person,
        answer: Heard,
        values: Mapping[str, object],
        forged: Mapping[str, tuple[str, ...]] | None = None,
    ) -> Heard:
        assert answer.modal is not None
        assert answer.request is not None
        channel = self.world.channel(answer.request.place.channel_id)
        press = find_press(answer.modal["custom_id"], is_sheet=True)
        assert channel is not None
        assert press is not None
        data = fill_in_modal(self.world, answer.modal, channel, values)
        request = await self._request(person, channel, answer.request.message)
        people, fields = people_in(data, self.world.bot.id), {**fields_in(data), **(forged or {})}
        request = replace(request, fields=fields, people=people)
        return await self.ask(request, press.act, press.choose_manner(request))

    async def ask(self, request: Request, act: Act, manner: Manner) -> Heard:
        """Ask for something, and hear what comes of it; a refusal is heard by the person alone."""
        is_redrawn_for_all = manner is Manner.REDRAW and not request.pressed.is_private
        request = replace(request, is_public=manner is Manner.PUBLIC or is_redrawn_for_all)
        answering = _Answering(self, request, manner)
        try:
            acting = act(request)
            if isinstance(acting, AsyncIterator):
                async with aclosing(acting) as answers:  # type: ignore[type-var] # it is a generator
                    async for each in answers:
                        await answering.deliver(each)
            else:
                await answering.deliver(await acting)
        except PlayerError as error:
            answering.whisper(format_refusal(request.language, error))
        return answering.heard

    async def _request(
        self, person: Person, channel: Channel, message: Shown | None = None, pressed: str = ""
    ) -> Request:
        if channel.guild_id is not None:
            await settings.preload(self.context, channel.guild_id)
        languages = _languages()
        may = 0 if channel.recipient else int(person.permissions)
        is_shown = message is not None and (not pressed or pressed in message.buttons)
        place = Place(channel.guild_id, channel.id)
        usual = settings.get_cached(self.context, channel.guild_id).language
        return Request(
            context=self.context,
            asker=Asker(person.id, place, is_shown, is_moderator=bool(may & _MANAGE_MESSAGES)),
            language=languages.spoken_in(self.world.locale(person.id)),
            public_language=languages.spoken_in(usual or self.world.locale(channel.guild_id or person.id)),
            languages=languages,
            find_names=self._find_names,
            find_absence=self._find_absence,
            sent_at=self.world.time(),
            hindrance=lambda: self.hindrance,
            is_direct=channel.recipient is not None,
            message=message,
            manages_server=bool(may & _MANAGE_GUILD),
        )

    async def _find_names(self, user_ids: Iterable[int]) -> Mapping[int, str]:
        found = {user_id: self.world.person(user_id) for user_id in user_ids}
        return {user_id: person.display for user_id, person in found.items() if person is not None}

    async def _find_absence(self, user_id: int) -> float:
        is_member = self.world.person(user_id) is not None
        return self.world.timeouts.get(user_id, 0.0) if is_member else inf


class _Answering:
    """The answers to one request, which become messages of the world; no board pings anybody."""

    def __init__(self, desk: Desk, request: Request, manner: Manner) -> None:
        self._desk, self._request, self._manner = desk, request, manner
        self._shown_id = request.pressed.id if manner is Manner.REDRAW else None
        self.heard = Heard(desk.world)

    async def deliver(self, answer: Answer) -> None:
        match answer:
            case Layout() | Text():
                self._show(answer)
            case Sheet():
                self.heard.modal, self.heard.request = json.loads(compact(answer.to_dict())), self._request
                check_modal(self.heard.modal)
            case IncompleteReview() | Update():
                self._show(answer.layout)
            case Completion():
                if answer.button_id in _shown_by(self._desk.message(self._shown_id or 0)).buttons:
                    self._show(answer.layout)
            case Board() | NewBoard() | SameBoard():
                await self._show_board(answer)
            case Post():
                posted_id = self._post(answer.layout, pings=pings_for(*answer.pings))
                if answer.noted is not None:
                    await answer.noted(posted_id)
            case Whisper():
                self.whisper(answer.content)
            case _:  # a tournament, whose boards are posted by themselves
                raise NotImplementedError

    def whisper(self, content: str) -> None:
        self._post(Text(content), is_private=True)

    def _show(self, answer: Layout | Text) -> None:
        if self._shown_id is None:
            self._post(answer, is_private=self._manner is Manner.PRIVATE)
        else:
            self._redraw(self._shown_id, answer)

    async def _show_board(self, board: AnyBoard) -> None:
        context, language = self._desk.context, self._request.public_language
        matches, match = context.storage.matches, board.match
        asked = board.asked if isinstance(board, SameBoard) else None
        layout = draw_board(language, context.now.with_discord_deadline(match), asked)
        if self._manner is Manner.REDRAW and not isinstance(board, NewBoard):
            message_id = self._request.pressed.id
            self._redraw(message_id, layout)
        else:
            message_id = self._post(layout)
            newest_id, outdated_id = await matches.set_message(match.id, message_id)
            if outdated_id is not None:
                self._redraw(outdated_id, draw_old_board(language, match.shown_in(newest_id)))
        reply = None if isinstance(board, SameBoard) else replies.begin_reply(context, match)
        if reply is not None:
            after = matches.as_shown(await reply)
            self._redraw(message_id, draw_on(language, message_id, context.now.with_discord_deadline(after)))

    def _post(
        self, answer: Layout | Text, *, is_private: bool = False, pings: AllowedMentions = NO_PINGS
    ) -> int:
        world, request = self._desk.world, self._request
        asker, channel = world.person(request.user_id), world.channel(request.place.channel_id)
        assert asker is not None
        assert channel is not None
        known: Json = {"ephemeral_for": str(asker.id)} if is_private else {}
        known["interaction_metadata"] = {"user": asker.user()}
        form = _form_of(answer, EPHEMERAL if is_private else 0, pings)
        message = compose(world, world.bot, channel, form, **known)
        posted_id = int(message["id"])
        if self._shown_id is None:
            self._shown_id = posted_id
        else:
            self.heard.ids.append(posted_id)
        self.heard.message = self.heard.message or message
        return posted_id

    def _redraw(self, message_id: int, answer: Layout | Text) -> None:
        message = revise(self._desk.world, self._desk.message(message_id), _form_of(answer))
        self.heard.message = self.heard.message or message


def _form_of(answer: Layout | Text, flags: int = 0, pings: AllowedMentions = NO_PINGS) -> MessagePayload:
    """What the bot would send about a message."""
    body: Json = {"flags": flags, "allowed_mentions": pings.to_dict()}
    if isinstance(answer, Text):
        embeds = [embed.to_dict() for embed in answer.embeds]
        return MessagePayload({**body, "content": answer.content, "embeds": embeds})
    listed: list[Json] = []
    uploads: list[Upload] = []
    for number, file in enumerate(answer.files):
        listed.append({"id": number, "filename": file.filename})
        uploads.append(Upload(number, file.filename, file.fp.read()))
    body |= {"flags": flags | COMPONENTS_V2, "attachments": listed}
    components = answer.to_components()
    copied = json.loads(compact(components))
    assert copied == components, "the components are not plain JSON"
    return MessagePayload({**body, "components": copied}, tuple(uploads))


def _shown_by(message: Json) -> Shown:
    return Shown(
        id=int(message["id"]),
        posted_at=snowflake_time(int(message["id"])).timestamp(),
        is_private=bool(message["flags"] & EPHEMERAL),
        asked_by_id=int(message["interaction_metadata"]["user"]["id"]),
        buttons=frozenset(each["custom_id"] for each in pressable(message["components"])),
    )


async def _refuse(_: Request, error: PlayerError) -> Answer:
    raise error


@asynccontextmanager
async def seated(path: Path, make: Callable[[Path], D]) -> AsyncIterator[D]:
    """A desk at which the bot works until the block ends."""
    desk = make(path)
    await desk.start()
    try:
        yield desk
    finally:
        await desk.close()
