"""The messages of expired invitations, redrawn once."""

from bot.components.invitations import draw_invitation
from bot.components.parts import Layout
from bot.delivery.keeping import Kept
from bot.models import Invitation
from bot.services import upkeep as service
from bot.words.language import Language


class KeptInvitation(Kept[Invitation]):
    """The message of an expired invitation."""

    kind = "invitation"
    is_posted = False
    list_due = staticmethod(service.list_expired)
    load = staticmethod(service.find_invitation)

    async def draw(self, language: Language) -> Layout:
        """Draw what is stored."""
        return draw_invitation(language, self.stored)

    async def record(self) -> bool:
        """Store that the message shows this."""
        await service.confirm_expired(self.context, self.stored)
        return True
