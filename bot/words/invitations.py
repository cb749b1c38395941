"""Invitations, and playing on from a position of a match: the offers, and the questions."""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.models import WHOEVER_ACCEPTS, Invitation
from bot.words.deadlines import format_pace
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.names import format_game, format_level, mention, name_seat
from engine import Game, State

_STATUSES: Final[Mapping[str | None, str]] = {
    None: template("{invitee}, do you accept? The invitation stands for a day."),
    "accepted": template("{invitee} accepted."),
    "declined": template("{invitee} declined."),
    "cancelled": template("{inviter} took the invitation back."),
    "expired": template("The invitation expired after a day without an answer."),
}
_LEFT: Final = template("A player has left, so the invitation is over.")
_OPEN: Final = template("Who accepts? The first to press Accept plays. The invitation stands for a day.")


def format_invitation(language: Language, invitation: Invitation) -> str:
    """Say who invites whom, to what, who begins, and what else accepting agrees to."""
    challenge = " ".join((_format_challenge(language, invitation), *_format_terms(language, invitation)))
    status = _format_status(language, invitation)
    return f"### {format_game(language, invitation.game_slug)}\n{challenge}\n{status}"


def _format_challenge(language: Language, invitation: Invitation) -> str:
    inviter = mention(invitation.inviter_id)
    if invitation.invitee_id is None:
        return language.say("{inviter} challenges anyone here.", inviter=inviter)
    people = {"inviter": inviter, "invitee": mention(invitation.invitee_id)}
    return language.say(
        "{inviter} challenges {invitee}[[again? to a rematch]].",
        again=invitation.rematch_of is not None,
        **people,
    )


def _format_terms(language: Language, invitation: Invitation) -> Iterator[str]:
    if invitation.begins is None:
        yield language.say("Who begins is drawn at random.")
    elif invitation.begins == WHOEVER_ACCEPTS:
        yield language.say("Whoever accepts begins.")
    else:
        yield language.say("{player} begins.", player=mention(invitation.begins))
    if invitation.pace is not None:
        yield format_pace(language, invitation.pace)
    if not invitation.is_rated:
        yield language.say("It does not count for ratings.")
    if invitation.place.needs_thread:
        yield language.say("It is played in a thread.")


def _format_status(language: Language, invitation: Invitation) -> str:
    if invitation.invitee_id is None and invitation.status is None:
        return language.say(_OPEN)
    if invitation.status == "expired" and min(invitation.inviter_id, invitation.invitee_id or 0) < 0:
        return language.say(_LEFT)
    people = {"inviter": mention(invitation.inviter_id), "invitee": mention(invitation.invitee_id or 0)}
    return language.say(_STATUSES[invitation.status], **people)


PLAY_FROM_HERE = template("Play from here")
"""The label of the button below a position."""


def play_side(language: Language, game: Game, seat: int) -> str:
    """Return what is on the button that takes a side."""
    if get_words(game).sides is None:
        return language.say("Play as player {number}", number=seat + 1)
    return language.say("Play {side}", side=name_seat(language, game, seat))


def format_side_question(language: Language, state: State, level: str) -> str:
    """Say which position it is and whose turn it is there, and ask which side the person wants to play."""
    title = language.say("Play from here: {game}", game=format_game(language, state.game.slug))
    question = language.say(
        "It is the turn of {side}, for move {number}. Which side do you play? I take the other, at level"
        " {level}. It is for trying out, and counts in no leaderboard.",
        side=name_seat(language, state.game, state.to_move),
        number=state.ply + 1,
        level=format_level(language, level, state.game.slug),
    )
    return f"### {title}\n{question}"
