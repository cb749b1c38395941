"""The messages of expired invitations, redrawn once."""

from bot.components.invitations import draw_invitation
from bot.components.parts import Layout
from bot.delivery.keeping import Kept
from bot.models import Invitation
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
