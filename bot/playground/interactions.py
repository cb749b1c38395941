"""The life of an interaction: asked, answered once within three seconds, followed up for fifteen minutes."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Self

from bot.playground.errors import (
    ALREADY_ANSWERED,
    TOKEN_EXPIRED,
    UNKNOWN_INTERACTION,
    UNKNOWN_WEBHOOK,
    ApiError,
)
from bot.playground.filling import Option
from bot.playground.things import Channel, Json, Person
from bot.playground.world import UPLOAD_LIMIT, World, for_bot

ANSWER_WITHIN = 3.0
TOKEN_LIFE = 15 * 60.0


class InteractionKind(IntEnum):
    """What a person did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Reply(IntEnum):
    """How a bot may answer first."""

    MESSAGE = 4
    DEFER = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass
class Interaction:
    """One thing a person did, and what became of it; a modal that they sent had answered its `opener`."""

    kind: InteractionKind
    person: Person
    channel: Channel
    data: Json
    born: float
    settled: asyncio.Future[None]
    id: int
    message: Json | None = None
    opener: Self | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(96))
    reply: Reply | None = None
    failed: bool = False
    original_id: int | None = None
    first: Json | None = None
    choices: list[Json] = field(default_factory=list)
    modal: Json | None = None
    followup_ids: list[int] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None
    change: asyncio.Event = field(default_factory=asyncio.Event)

    def mark_settled(self) -> None:
        """Let those who wait go on: it was answered, or it failed."""
        if self.timer is not None:
            self.timer.cancel()
        if not self.settled.done():
            self.settled.set_result(None)

    def record_change(self) -> None:
        """Wake those who wait for more than the first answer."""
        self.change.set()

    def metadata(self) -> Json:
        """What a message says of the interaction it answers."""
        told: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": self.person.user(),
            "authorizing_integration_owners": self.channel.owners(),
        }
        if self.kind is InteractionKind.COMMAND:
            told["name"] = " ".join(_list_names(self.data))
            told |= self._target()
        if self.opener is not None:
            told["triggering_interaction_metadata"] = self.opener.metadata()
        elif self.message is not None:
            told["interacted_message_id"] = self.message["id"]
        return told

    def _target(self) -> Json:
        """What a message says of the person or the message in whose menu a command was used."""
        resolved = self.data.get("resolved", {})
        if "target_id" not in self.data:
            return {}
        if "messages" in resolved:
            return {"target_message_id": self.data["target_id"]}
        return {"target_user": resolved["users"][self.data["target_id"]]}


def _list_names(item: Json) -> Iterator[str]:
    """The name of a command, and those of the group and the subcommand that were used of it."""
    yield item["name"]
    for option in item.get("options", ()):
        if option["type"] <= Option.GROUP:
            yield from _list_names(option)


class Interactions:
    """All interactions that can still be answered, by token."""

    def __init__(self, world: World, dispatch: Callable[[Json], None]) -> None:
        self.world = world
        self.dispatch = dispatch
        self.by_token: dict[str, Interaction] = {}
        self.by_id: dict[int, Interaction] = {}
        self.answer_within = ANSWER_WITHIN
        self.token_life = TOKEN_LIFE

    def open_interaction(
        self,
        kind: InteractionKind,
        person: Person,
        channel: Channel,
        data: Json,
        source: Json | Interaction | None = None,
    ) -> Interaction:
        """Tell the bot what a person did, and start the clock; a source is a message, or a modal's opener."""
        loop = asyncio.get_running_loop()
        now = self.world.time()
        self._drop_expired(now)
        settled = loop.create_future()
        interaction = Interaction(kind, person, channel, data, now, settled, self.world.new_id())
        interaction.opener = source if isinstance(source, Interaction) else None
        interaction.message = source.message if isinstance(source, Interaction) else source
        self.by_token[interaction.token] = self.by_id[interaction.id] = interaction
        interaction.timer = loop.call_later(self.answer_within, self._mark_failed, interaction)
        self.dispatch(self._payload(interaction))
        return interaction

    def unanswered(self, interaction_id: int, token: str) -> Interaction:
        """The interaction a first answer is for; refused as Discord does when it is late or not the first."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.failed:
            raise ApiError(*UNKNOWN_INTERACTION)
        if interaction.reply is not None:
            raise ApiError(*ALREADY_ANSWERED)
        return interaction

    def find_answered(self, token: str) -> Interaction:
        """The interaction a later request is for, which must have been answered and its token still live."""
        interaction = self.by_token.get(token)
        if interaction is None or interaction.reply is None:
            raise ApiError(*UNKNOWN_WEBHOOK)
        if self.world.time() - interaction.born > self.token_life:
            raise ApiError(*TOKEN_EXPIRED)
        return interaction

    def fail_unanswered(self, interaction_id: int) -> None:
        """Say that no bot has accepted an interaction; an answer that was given stands."""
        if (interaction := self.by_id[interaction_id]).reply is None:
            self._mark_failed(interaction)

    def close(self) -> None:
        """Stop every clock: what is unanswered stays so."""
        for interaction_id in self.by_id:
            self.fail_unanswered(interaction_id)

    def _mark_failed(self, interaction: Interaction) -> None:
        interaction.failed = True
        interaction.mark_settled()

    def _drop_expired(self, time: float) -> None:
        while self.by_id:
            oldest = next(iter(self.by_id.values()))
            # They are kept for twice their life, so that a late request hears "expired" and not "unknown".
            if time - oldest.born <= 2 * self.token_life:
                return
            del self.by_id[oldest.id], self.by_token[oldest.token]

    def _payload(self, interaction: Interaction) -> Json:
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(self.world.bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(interaction.channel.id),
            "channel": interaction.channel.as_json(),
            "locale": self.world.locale(interaction.person.id),
            "app_permissions": self.world.bot_permissions,
            "entitlements": [],
            "context": interaction.channel.context,
            "authorizing_integration_owners": interaction.channel.owners(),
            "attachment_size_limit": UPLOAD_LIMIT,
            **self._describe_place(interaction),
        }
        if interaction.message is not None:
            payload["message"] = for_bot(interaction.message)
        return payload

    def _describe_place(self, interaction: Interaction) -> Json:
        """Where a person did it, and as whom: a member of the server, or a user in direct messages."""
        user = interaction.person.user()
        guild_id = interaction.channel.guild_id
        if guild_id is None:
            return {"user": user}
        locale = self.world.locale(guild_id)
        return {
            "guild_id": str(guild_id),
            "guild": {**self.world.guild.partial(locale), "id": str(guild_id)},
            "guild_locale": locale,
            "member": {**self.world.member(interaction.person), "user": user},
        }
