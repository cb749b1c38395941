"""The buttons of boards and of invitations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.components import messages
from bot.components.ids import Kind
from bot.components.press import Press, pressed, refuse_unknown
from bot.models import Invitation
from bot.rendering.boards import face
from bot.services import explain, find, guards, invite, play, resign, start

if TYPE_CHECKING:
    from bot.components.answers import Interaction


class MoveButton(Press, kind=Kind.MOVE, numbers=3):
    """A cell of the board: match, ply, action."""

    async def act(self, interaction: Interaction) -> None:
        """Play the cell."""
        match_id, ply, action = self.numbers
        progress = await play.press(interaction.client.context, pressed(interaction, match_id, ply), action)
        await messages.redraw(interaction, progress)


class MarkButton(Press, kind=Kind.MARK, numbers=3):
    """Another mark to place: match, ply, the index of the mark."""

    async def act(self, interaction: Interaction) -> None:
        """Redraw the board with cells that place the mark."""
        match_id, ply, mark = self.numbers
        shown = await find.pressed_match(interaction.client.context, pressed(interaction, match_id, ply))
        guards.refuse_out_of_turn(shown, interaction.user.id)
        if mark >= len(face(shown.game).marks):
            refuse_unknown()
        await messages.redraw(interaction, play.Progress(shown), mark=mark)


class ExplainButton(Press, kind=Kind.EXPLAIN, numbers=1):
    """Explain: match."""

    async def act(self, interaction: Interaction) -> None:
        """Show privately what every move is worth."""
        question = await explain.by_match(interaction.client.context, self.numbers[0])
        await messages.post_explanation(interaction, question)


class ResignButton(Press, kind=Kind.RESIGN, numbers=2):
    """Resign, first press: match, ply."""

    async def act(self, interaction: Interaction) -> None:
        """Ask once more."""
        match_id, ply = self.numbers
        asked = await find.pressed_match(interaction.client.context, pressed(interaction, match_id, ply))
        progress = play.follow(interaction.client.context, asked)
        await messages.redraw(interaction, progress, asked_id=interaction.user.id)


class ReallyResignButton(Press, kind=Kind.REALLY_RESIGN, numbers=3):
    """Resign, second press: match, ply, the player who was asked."""

    async def act(self, interaction: Interaction) -> None:
        """End the match."""
        match_id, ply, asked_id = self.numbers
        progress = await resign.confirm(
            interaction.client.context, pressed(interaction, match_id, ply), asked_id
        )
        await messages.redraw(interaction, progress)


class RematchButton(Press, kind=Kind.REMATCH, numbers=1):
    """Rematch: match."""

    async def act(self, interaction: Interaction) -> None:
        """Begin the rematch in a new message, or between people send an invitation to it."""
        begun = await start.rematch(interaction.client.context, self.numbers[0], interaction.user.id)
        if isinstance(begun, Invitation):
            await messages.post_invitation(interaction, begun)
        else:
            await messages.post(interaction, begun)


class AcceptButton(Press, kind=Kind.ACCEPT, numbers=1):
    """Accept: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Turn the invitation into the board."""
        context, user_id = interaction.client.context, interaction.user.id
        progress = await invite.accept(
            context, self.numbers[0], user_id, messages.pressed_message(interaction).id
        )
        await messages.redraw(interaction, progress)


class DeclineButton(Press, kind=Kind.DECLINE, numbers=1):
    """Decline: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Close the invitation."""
        invitation = await invite.decline(interaction.client.context, self.numbers[0], interaction.user.id)
        await messages.redraw_invitation(interaction, invitation)


class CancelButton(Press, kind=Kind.CANCEL, numbers=1):
    """Cancel: invitation."""

    async def act(self, interaction: Interaction) -> None:
        """Take the invitation back."""
        invitation = await invite.cancel(interaction.client.context, self.numbers[0], interaction.user.id)
        await messages.redraw_invitation(interaction, invitation)


BUTTONS = (
    MoveButton,
    MarkButton,
    ExplainButton,
    ResignButton,
    ReallyResignButton,
    RematchButton,
    AcceptButton,
    DeclineButton,
    CancelButton,
)
