"""All errors as facts, which `bot.words` puts into sentences.

A class is the key of its sentence. An error that is neither caught by its type nor has facts of its own is a
`Refused` or a `MatchRefused`, and its `Reason` is the key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, dataclass_transform

from engine import State, UnknownNameError

if TYPE_CHECKING:
    from bot.models import Invitation, Match, Participant


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class MaxineError(Exception):
    """An error that Maxine reports: a dataclass of facts, not frozen, as Python adds the traceback."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, repr=False)(cls)


class PlayerError(MaxineError):
    """A player's request that cannot be done; nothing has been changed."""


class Reason(Enum):
    """Why a request of a player is refused: about matches first, then other subjects."""

    NOT_YOUR_TURN = auto()
    NOT_YOUR_MATCH = auto()
    NOT_ASKED = auto()
    STALE_HINT = auto()
    STILL_RUNNING = auto()
    EARLY_REMATCH = auto()
    REMATCH_BEGUN = auto()
    STOPPED_REMATCH = auto()
    PLAYED_ON = auto()
    ILLEGAL_MOVE = auto()
    UNKNOWN_PLY = auto()
    CHEATING = auto()
    VOTING = auto()
    NOT_OPENER = auto()
    OPENER_GONE = auto()
    BLOCKED_VOTER = auto()
    NO_VOTES = auto()
    HOMELESS_VOTE = auto()
    OPPONENT_OF_CHANNEL = auto()
    OFFER_STANDS = auto()
    OFFERED_ALREADY = auto()
    NOT_YOUR_OFFER = auto()
    NOT_MOVED = auto()
    NOT_STOPPED = auto()
    NOTHING_TO_TAKE_BACK = auto()
    EARLY_DRAW = auto()
    DRAW_DECLINED = auto()
    NOT_MODERATOR = auto()
    NO_MATCH = auto()
    NO_BOARD = auto()
    NO_RUNNING_MATCH = auto()
    NO_FINISHED_MATCH = auto()
    NOTHING_TO_EXPLAIN = auto()
    UNKNOWN_MATCH = auto()
    REMATCH_INVITED = auto()
    MANY_INVITATIONS = auto()
    BLOCKED = auto()
    APART = auto()
    BLOCKING = auto()
    DECLINED = auto()
    PESTERED = auto()
    SELF_BLOCK = auto()
    UNCLEAR_CHALLENGE = auto()
    FORGOTTEN_INVITATION = auto()
    FORGOTTEN_PUZZLE = auto()
    UNCLEAR_TIME = auto()
    FAR_TIME = auto()
    LONELY_TIME = auto()
    OPEN_PLAN = auto()
    FORGOTTEN_PLAN = auto()
    NOT_PLANNER = auto()
    PLAN_BEGUN = auto()
    FORGOTTEN_RACE = auto()
    OPEN_RACE = auto()
    RACE_OVER = auto()
    UNKNOWN_ZONE = auto()
    LEFT_RACE = auto()
    LEFT_DAY = auto()
    NOT_STARTER = auto()
    NOT_WEEKLY = auto()
    FORGOTTEN_TOURNAMENT = auto()
    NO_TOURNAMENT = auto()
    OPEN_TOURNAMENT = auto()
    HOMELESS_TOURNAMENT = auto()
    MUTED_TOURNAMENT = auto()
    UNSTOPPABLE_TOURNAMENT = auto()
    TOURNAMENT_CHANGED = auto()
    ENTERED_ALREADY = auto()
    NOT_OWNER = auto()
    FEW_ENTRANTS = auto()
    FULL_TOURNAMENT = auto()
    OUTSIDE_OPPONENT = auto()
    BLIND_OPPONENT = auto()
    TIMED_OUT_OPPONENT = auto()
    ABSENT_OPPONENT = auto()
    LEFT_OPPONENT = auto()
    SELF_CHALLENGE = auto()
    LONELY_CHALLENGE = auto()
    BOT_CHALLENGE = auto()
    BOT_PROFILE = auto()
    HIDDEN_PERSON = auto()
    SAME_PERSON = auto()
    LONG_LINE = auto()
    NOT_YOUR_PUZZLE = auto()
    NO_OWN_ERRORS = auto()
    OWN_ERRORS_SOLVED = auto()
    NOTHING_FAILED = auto()
    NO_RESULT = auto()
    SHARED_ALREADY = auto()
    RUNNING_ARENA = auto()
    MANY_ARENAS = auto()
    LARGE_TREE = auto()
    CHANGED_COMMAND = auto()
    UNKNOWN_REQUEST = auto()
    NO_MANAGER = auto()
    STALE_SETTINGS = auto()


class Refused(PlayerError):  # noqa: N818 - it is raised as a sentence is said
    """A request that is refused for a reason, perhaps with a person or number it is about, and until when."""

    reason: Reason
    player_id: int | None = field(default=None, kw_only=True)
    number: int | None = field(default=None, kw_only=True)
    until: float | None = field(default=None, kw_only=True)


class MatchError(PlayerError):
    """A request that the match does not allow."""

    match: Match

    def __str__(self) -> str:
        """Return the number of the match, for the log."""
        return str(self.match.id)


class MatchRefused(MatchError):  # noqa: N818 - likewise
    """A request about a match that is refused for a reason, perhaps with the player who has to act first."""

    reason: Reason
    player: Participant | None = None


class StaleBoardError(MatchError):
    """The match was changed since this board was drawn: in another message, or `is_here`, in this one."""

    is_here: bool = field(default=False, kw_only=True)


class MatchOverError(MatchError):
    """The match has ended."""


class UnknownMoveError(MatchError):
    """No legal move has the name that was given."""

    unknown: UnknownNameError


class UnknownButtonError(PlayerError):
    """There is no such button, or no longer."""


class ForgottenMatchError(UnknownButtonError):
    """The button belongs to a match that does not exist any more."""


class TournamentBegunError(PlayerError):
    """The tournament has begun, so that its entrants are settled."""


class TournamentOverError(PlayerError):
    """The tournament is over, or was cancelled."""


class NotEnteredError(PlayerError):
    """The person takes no part, or has left."""


class UnknownOptionError(PlayerError):
    """A value that is none of the known ones, as a choice from an outdated list."""

    value: str
    known: Sequence[str]


class UnknownGameError(UnknownOptionError):
    """There is no such game."""


class UnknownLevelError(UnknownOptionError):
    """There is no such level, and no such character, in a game."""

    game_slug: str


class StrangeGameError(UnknownLevelError):
    """The character does not know the game."""


class UnknownDifficultyError(UnknownOptionError):
    """There is no such difficulty."""


class UnknownThemeError(UnknownOptionError):
    """Puzzles have no such theme."""


class IllegalPuzzleMoveError(PlayerError):
    """The rules forbid the move that was tried in this state of a puzzle."""

    state: State


class InvitationError(PlayerError):
    """A request that the invitation does not allow."""

    invitation: Invitation

    def __str__(self) -> str:
        """Return the number of the invitation, for the log."""
        return str(self.invitation.id)


class InvitationClosedError(InvitationError):
    """The invitation was answered, cancelled, or has expired; it carries the match it became, if it did."""

    match: Match | None = None


class NotInvitedError(InvitationError):
    """Another person must answer the invitation (None: any person but this one)."""

    user_id: int
    allowed_id: int | None


class AnalysisError(PlayerError):
    """No worker could find out what the moves are worth."""


class OfflineError(AnalysisError):
    """The bot is stopping, and searches no more."""


class UnclearMoveError(AnalysisError):
    """The search could not prove in time what a try at a puzzle is worth."""


class UnclearSolutionError(AnalysisError):
    """The search could not prove the solution of a puzzle in time."""


class ManyQuestionsError(PlayerError):
    """The person asked too many other questions before this was answered."""


class ElsewhereError(PlayerError):
    """No match may begin in this channel of a server."""

    channels: Sequence[int]


class ReplyError(PlayerError):
    """The bot could not make its move; the moves before it are stored."""


class Refusal(Enum):
    """Why the database refused."""

    FULL = "the disk is full"
    READ_ONLY = "the file is read-only"
    BUSY = "others keep it busy"
    GONE = "the file was deleted or replaced"
    SILENT = "it does not answer"


class StorageError(PlayerError):
    """The database refused; nothing was written."""

    refusal: Refusal = Refusal.SILENT

    def __str__(self) -> str:
        """Return the reason, for the log."""
        return self.refusal.value


def name_of(error: Exception) -> str:
    """Return the name of an error in the log: that of its reason, if it has one."""
    if isinstance(error, Refused | MatchRefused):
        return f"{error.reason.name.title().replace('_', '')}Error"
    return type(error).__name__
