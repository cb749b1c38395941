"""The messages that are drawn once by upkeep: of expired invitations, and of ended seasons."""

from datetime import datetime

from bot import policy
from bot.components import parts, rankings
from bot.components.invitations import draw_invitation
from bot.components.parts import Component, Layout
from bot.delivery.client import Client
from bot.delivery.keeping import Kept
from bot.models import BoardKey, Invitation, Season
from bot.services import seasons as service
from bot.words import standings
from bot.words.language import Language


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
    list_due = staticmethod(service.list_due)
    load = staticmethod(service.find_ended)

    def __init__(self, client: Client, id_: int, season: Season) -> None:
        super().__init__(client, id_, season)
        self._next_month = service.month_after(season.month)
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
        await service.record_announced(self.context, self.stored)
