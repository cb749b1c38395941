"""Invitations: who invites whom, to what, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.language import template
from bot.words.names import format_game, mention

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.models import Invitation
    from bot.words.language import Language

_STATUSES: Final[Mapping[str | None, str]] = {
    None: template("{invitee}, do you accept? The invitation stands for a day."),
    "accepted": template("{invitee} accepted."),
    "declined": template("{invitee} declined."),
    "cancelled": template("{inviter} took the invitation back."),
    "expired": template("The invitation expired after a day without an answer."),
}


def format_invitation(language: Language, invitation: Invitation) -> str:
    """Say who invites whom, to what, and who begins."""
    people = {"inviter": mention(invitation.inviter_id), "invitee": mention(invitation.invitee_id)}
    status = language.say(_STATUSES[invitation.status], **people)
    challenge = (
        language.say("{inviter} challenges {invitee}.", **people)
        if invitation.rematch_of is None
        else language.say("{inviter} challenges {invitee} to a rematch.", **people)
    )
    begins = (
        language.say("Who begins is drawn at random.")
        if invitation.begins is None
        else language.say("{player} begins.", player=mention(invitation.begins))
    )
    return f"### {format_game(language, invitation.game_slug)}\n{challenge} {begins}\n{status}"
