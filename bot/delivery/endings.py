"""The messages that upkeep draws when a time is over: of races, invitations and seasons."""

import logging
from datetime import datetime
from typing import Self

from discord import NotFound

from bot import policy
from bot.components import parts, rankings
from bot.components.invitations import draw_invitation
from bot.components.parts import Component, Layout
from bot.components.races import draw_race, solve_button
from bot.delivery import messages
from bot.delivery.client import Client
from bot.delivery.keeping import Kept
from bot.errors import ElsewhereError, UnknownGameError
from bot.models import WEEK, BoardKey, Invitation, Race, Season, is_person
from bot.services import races, seasons
from bot.words import races as words
from bot.words import standings
from bot.words.language import Language

_log = logging.getLogger(__name__)


class KeptRace(Kept[Race]):
    """The message of a race; its step begins the next of weekly ones.

    What Discord refuses is tried again until the next race of the week would begin.
    """

    kind = "race"
    buttons = (solve_button,)
    list_due = staticmethod(lambda context: context.storage.races.list_due(context.now()))
    load = staticmethod(races.find)

    def __init__(self, client: Client, id_: int, race: Race) -> None:
        super().__init__(client, id_, race)
        self.refused_until = race.begun_at + WEEK

    async def step(self, language: Language) -> Self | None:
        """Begin the next of weekly races, or end them where none may begin any more, and tell of it."""
        if self.stored.is_open:
            return self
        begun = None
        try:
            begun = await races.begin_again(self.context, self.stored)
        except (ElsewhereError, UnknownGameError) as error:
            _log.info("Race %d cannot begin again: %r", self.id, error)
            await self.give_up(None)
        if self.message_id is not None:  # it promises another one
            past = draw_race(language, await races.find(self.context, self.id), is_over=True)
            edit = messages.edit(self.client, self.stored.place.channel_id, self.message_id, past)
            await messages.try_quietly(edit)
        return None if begun is None else type(self)(self.client, begun.id, begun)

    @property
    def _race(self) -> Race:
        """The race as its message shows it: one that was posted late begins then."""
        return self.stored.posted_at(messages.posted_at(self.message_id) if self.message_id else self.now)

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        return draw_race(language, self._race, is_over=self.now >= self._race.ends_at)

    async def record(self) -> None:
        """Store the last standings with the end of the race."""
        await self.context.storage.races.set_message(self._race, self.message_id or 0)
        if self.now >= self._race.ends_at:
            await self.context.storage.races.close(self.id)

    async def give_up(self, refusal: Exception | None) -> None:
        """End the race, and where no other can be shown there, weekly ones; tell who began these."""
        if self.message_id is not None and not (refusal is None or isinstance(refusal, NotFound)):
            await self.context.storage.races.close(self.id)
            return
        was_weekly = await races.give_up(self.context, self.id)
        if was_weekly and is_person(self.stored.owner_id):  # else all about the member was removed
            place, default = self.stored.place, self.client.languages.default
            language = await self.client.servers.find_language(place.guild_id) or default
            said = words.say_ended(language, place.channel_id)
            message = messages.posted_with(Layout(said, accent=parts.OVER))
            await messages.try_quietly(messages.post_directly(self.client, self.stored.owner_id, message))


class KeptInvitation(Kept[Invitation]):
    """The message of an expired invitation."""

    kind = "invitation"
    is_posted = False
    list_due = staticmethod(lambda context: context.storage.invitations.list_expired())
    load = staticmethod(lambda context, id_: context.storage.invitations.find(id_))

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        return draw_invitation(language, self.stored)

    async def record(self) -> None:
        """Store that the message shows this."""
        await self.context.storage.invitations.confirm_expired(self.id)


class KeptSeason(Kept[Season]):
    """The message that tells how a month of a server has ended; its id is the server's."""

    kind = "season"
    list_due = staticmethod(seasons.list_due)
    load = staticmethod(seasons.find_ended)

    def __init__(self, client: Client, id_: int, season: Season) -> None:
        super().__init__(client, id_, season)
        self._next_month = seasons.month_after(season.month)
        ended = datetime.fromisoformat(f"{self._next_month}-01T00:00:00+00:00")
        self.refused_until = ended.timestamp() + policy.SEASON_RETRY_SECONDS

    @property
    def prefixes(self) -> tuple[str, ...]:
        """How the ids of its buttons begin."""
        return (str(self._make_button("")["custom_id"]),)

    def _make_button(self, label: str) -> Component:
        season = self.stored
        key = BoardKey("people", season.boards[0].game_slug, season.guild_id, self._next_month)
        return rankings.open_button(label, key)

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        button = self._make_button(language.say(standings.NEW_SEASON))
        text = standings.format_season(language, self.stored)
        return Layout(text, [button], accent=parts.OVER)

    async def record(self) -> None:
        """Store that the message shows this."""
        await seasons.record_announced(self.context, self.stored)
