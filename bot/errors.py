"""Everything that can be wrong with what somebody asked, as sentences for the person who asked.

`str(error)` is the sentence shown, so an error is raised where the facts for a good sentence are known.

    MaxineError
    ├── SettingError              a setting is missing or malformed (exit status 2)
    ├── StartError                she cannot start: database, token or port (exit status 1)
    └── PlayerError               shown privately to the player who met it; nothing has been changed
        ├── MatchError            carries the match it is about
        │   ├── NotYourTurnError
        │   ├── NotYourMatchError
        │   ├── NotAskedError         "Really resign?" was put to the other player
        │   ├── StaleBoardError       the match has moved on since this board was drawn
        │   ├── StaleHintError        the match has moved on since this hint was given
        │   ├── MatchOverError
        │   ├── StillRunningError     only finished matches are reviewed
        │   ├── UnknownMoveError
        │   ├── UnknownPlyError
        │   └── CheatingError         analysis of a match that two people are still playing
        ├── NoMatchError          no match here to act on
        ├── RematchExistsError    the rematch has begun, or the invitation to it is out
        ├── UnknownButtonError    a button that no longer exists
        ├── OpponentError         challenging oneself, or another bot
        ├── UnknownOptionError    a value that is none of the choices
        ├── InvitationError
        │   ├── InvitationClosedError
        │   └── NotInvitedError
        ├── NotYourPuzzleError    somebody else's puzzle
        ├── NoResultError         no result of a daily puzzle to share, or none any more here
        ├── AnalysisError         no worker could say what the moves are worth
        ├── LargeTreeError        the tree of a position that is far from its end
        ├── ReplyError            Maxine could not make her move; what was played before it is safe
        └── StorageError          the database refused; nothing was written
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.models import Invitation, Match
    from engine import UnknownNameError


class MaxineError(Exception):
    """Anything Maxine says no to."""


class SettingError(MaxineError):
    """A setting is missing or malformed."""


class StartError(MaxineError):
    """Maxine cannot start."""


class PlayerError(MaxineError):
    """Something a player asked for that cannot be done; nothing has been changed."""


class MatchError(PlayerError):
    """Something asked of a match that the match does not allow."""

    def __init__(self, sentence: str, match: Match) -> None:
        super().__init__(sentence)
        self.match = match


class NotYourTurnError(MatchError):
    """The other player is to move."""


class NotYourMatchError(MatchError):
    """Somebody else's match."""


class NotAskedError(MatchError):
    """The question "Really resign?" was put to the other player."""


class StaleBoardError(MatchError):
    """The match has moved on since this board was drawn."""


class StaleHintError(MatchError):
    """The match has moved on since this hint was given."""


class MatchOverError(MatchError):
    """The match has ended."""


class StillRunningError(MatchError):
    """The match has not ended yet."""


class UnknownMoveError(MatchError):
    """No legal move has this name; `unknown` tells which, where one was given."""

    def __init__(self, sentence: str, match: Match, unknown: UnknownNameError | None = None) -> None:
        super().__init__(sentence, match)
        self.unknown = unknown


class UnknownPlyError(MatchError):
    """The match does not have that many moves."""


class RematchExistsError(PlayerError):
    """The rematch has begun, or the invitation to it is out."""


class CheatingError(MatchError):
    """Analysis of a match that two people are still playing."""


class NoMatchError(PlayerError):
    """There is no match here to act on."""


class UnknownButtonError(PlayerError):
    """The button belongs to nothing any more."""


class OpponentError(PlayerError):
    """One cannot challenge oneself or another bot."""


class UnknownOptionError(PlayerError):
    """A value that is none of the choices."""


class InvitationError(PlayerError):
    """Something asked of an invitation that it does not allow."""


class InvitationClosedError(InvitationError):
    """The invitation was answered, cancelled, or has expired."""

    def __init__(self, sentence: str, invitation: Invitation) -> None:
        super().__init__(sentence)
        self.invitation = invitation


class NotInvitedError(InvitationError):
    """The invitation is for somebody else."""


class NotYourPuzzleError(PlayerError):
    """Somebody else's puzzle."""


class NoResultError(PlayerError):
    """There is no result of a daily puzzle to share, or it was shared here before."""


class AnalysisError(PlayerError):
    """No worker could say what the moves are worth."""


class LargeTreeError(PlayerError):
    """The tree of the position would be too big, or not be certain."""


class ReplyError(PlayerError):
    """Maxine could not make her move; what was played before it is safe."""


class StorageError(PlayerError):
    """The database refused; nothing was written."""
