"""Everything that can be wrong, as facts; `bot.words` says them, and the class is the key of the sentence.

MaxineError
├── SettingError              a setting is missing or malformed (exit status 2)
│   ├── MissingTokenError
│   ├── MalformedTokenError
│   ├── MalformedDatabaseError
│   ├── MalformedShardsError
│   ├── LonelyShardsError     SQLite is for one process, which has all shards
│   ├── UnknownLogLevelError
│   ├── UnknownLogFormatError
│   ├── MalformedMetricsPortError
│   ├── UnreadableSettingsError
│   ├── MalformedClusterError
│   ├── MissingPublicKeyError
│   ├── MalformedPublicKeyError
│   ├── OtherPublicKeyError   it is of another application than the token
│   └── MissingExtraError     a library is not installed
├── StartError                she cannot start: database, token or port (exit status 1)
│   ├── UnusableDatabaseError
│   ├── NewerDatabaseError    the database was written by a newer program
│   ├── TakenDatabaseError    another Maxine has the database
│   ├── RefusedTokenError
│   ├── UnreachableError      Discord cannot be reached
│   ├── RefusedStartError     the database refused what she does first
│   ├── TakenPortError
│   ├── UnusablePortError
│   ├── UnusableAddressError  no requests can be taken there
│   ├── UnusableMetricsPortError
│   ├── UnreadableChatError   the playground cannot read what was said there
│   ├── UnwritablePuzzlesError
│   ├── UnreachableClusterError
│   ├── LostProcessError      one of those that did bulk work was killed
│   ├── ExistingFileError     a backup would replace what is there
│   ├── UnwritableFileError
│   ├── DamagedDatabaseError  what is to be copied is no whole database
│   ├── UnsoundMatchError     a match that is kept cannot be replayed
│   ├── OccupiedDatabaseError a restored database would replace what is there
│   ├── ServerRestoreError    a server's database is restored by its own program
│   ├── OlderDatabaseError    what is to be copied was left by an older program
│   ├── UnusableServerError   a database of a server that is copied from or to
│   ├── UsedDatabaseError     processes of hers are connected to it
│   ├── FilledDatabaseError   a copy would replace what is there
│   ├── MiscountError         not all that was read is in the copy
│   ├── MissingProgramError   the program that makes its backups is not installed
│   └── FailedProgramError
└── PlayerError               told privately to the player who met it; nothing has been changed
├── MatchError            carries the match it is about
│   ├── NotYourTurnError
│   ├── NotYourMatchError
│   ├── NotAskedError         "Really resign?" was put to the other player
│   ├── StaleBoardError       the match has moved on since this board was drawn
│   ├── StaleHintError        the match has moved on since this hint was given
│   ├── MatchOverError
│   ├── StillRunningError     only finished matches are reviewed
│   ├── EarlyRematchError     only finished matches have a rematch
│   ├── RematchBegunError     carries the rematch
│   ├── PlayedOnError         the person plays on from there already
│   ├── IllegalMoveError      a press that the rules forbid
│   ├── UnknownMoveError      no legal move has this name
│   ├── UnknownPlyError
│   ├── OfferError            carries who has to answer what is offered
│   │   ├── OfferStandsError      something is offered already, and waits for an answer
│   │   └── NotYourOfferError     the answer is up to the other player
│   ├── OfferedAlreadyError   the player has offered the same in this position
│   ├── NotMovedError         the other player is to say that it may go on here
│   ├── NotStoppedError       it is shown where it is played, and is not moved
│   ├── NothingToTakeBackError
│   ├── EarlyDrawError        Maxine wants to play a little before she takes a draw
│   ├── DrawDeclinedError     she thinks that she is better
│   └── CheatingError         analysis of a match that two people are still playing
├── TournamentError       something asked of a tournament that it does not allow
│   ├── NoTournamentError     there has been none in the channel
│   ├── OpenTournamentError   there is one that is not over
│   ├── HomelessTournamentError  where she is no member she can post nothing by herself
│   ├── MutedTournamentError  she may not post in the channel
│   ├── UnstoppableTournamentError  only moderators call off what has begun
│   ├── TournamentBegunError
│   ├── TournamentOverError
│   ├── TournamentChangedError   others were faster each time
│   ├── EnteredAlreadyError
│   ├── NotEnteredError
│   ├── NotOwnerError
│   ├── FewEntrantsError
│   └── FullTournamentError
├── NoMatchError          no match here to act on
│   ├── NoRunningMatchError
│   ├── NoFinishedMatchError
│   ├── NothingToExplainError
│   └── UnknownMatchError
├── NotModeratorError     only moderators end matches of others
├── NoBoardError          a message that shows no match
├── RematchInvitedError   the invitation to the rematch is out
├── ManyInvitationsError  as many as may be without one of them being accepted
├── PestersError          a challenge that would pester somebody
│   ├── BlockedError          they do not want it
│   │   └── ApartError            nor that one accepts theirs
│   ├── BlockingError         the person does not want theirs
│   ├── DeclinedError         they have declined one just now
│   └── PesteredError         as many as may be wait for their answer
├── SelfBlockError        one cannot block oneself
├── UnclearChallengeError an open challenge to a certain person
├── UnknownButtonError    a button that no longer exists
│   ├── ForgottenMatchError
│   ├── ForgottenInvitationError
│   ├── ForgottenPuzzleError
│   └── ForgottenTournamentError
├── OpponentError         whom one cannot challenge
│   ├── AbsentOpponentError   they cannot see a direct message with Maxine
│   ├── OutsideOpponentError  they are not on the server
│   ├── BlindOpponentError    they cannot see the channel
│   ├── TimedOutOpponentError  they may only read on the server for now
│   ├── LeftOpponentError     all that was kept about them is removed
│   ├── SelfChallengeError
│   ├── LonelyChallengeError  nobody else is there to accept an open challenge
│   └── BotChallengeError
├── BotProfileError       nothing is kept of what other bots play
├── SamePersonError       a record between two is asked for of one
├── UnknownOptionError    a value that is none of the choices
│   ├── UnknownGameError
│   ├── UnknownLevelError
│   ├── UnknownDifficultyError
│   └── UnknownThemeError
├── IllegalPuzzleMoveError
├── LongLineError         a line of play tried out that is too long to go on
├── InvitationError       carries the invitation it is about
│   ├── InvitationClosedError
│   └── NotInvitedError
├── NotYourPuzzleError    somebody else's puzzle
├── NoOwnErrorsError      no error of one's own that makes a puzzle
├── OwnErrorsSolvedError  no such error that one has not solved
├── NoResultError         no result of a daily puzzle to share
├── SharedAlreadyError    the result was shared here before, or is on its way
├── AnalysisError         no worker could say what the moves are worth
│   ├── OfflineError          she is stopping
│   ├── UnclearMoveError      what a try at a puzzle is worth was not worked out in time
│   └── UnclearSolutionError  what the solution is was not worked out in time
├── ManyQuestionsError    the person asked too much else before it was answered
├── RunningArenaError     the person has an arena running, or this one is
├── ManyArenasError       as many arenas as may run on a server
├── LargeTreeError        the tree of a position that is far from its end
├── ElsewhereError        no match may begin in this channel of a server
├── NoManagerError        the person does not manage the server
├── StaleSettingsError    others were faster to change what is usual on a server
├── ReplyError            Maxine could not make her move; what was played before it is safe
├── ChangedCommandError   a command that Discord still shows as it was
└── StorageError          the database refused; nothing was written
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.models import Flaw, Invitation, Match, Offer
    from engine import State, UnknownNameError


class MaxineError(Exception):
    """Anything Maxine says no to."""


class SettingError(MaxineError):
    """A setting is missing or malformed."""


class MissingTokenError(SettingError):
    """There is no token to connect to Discord with."""


class MalformedTokenError(SettingError):
    """The token has characters in it that no token has; it is a secret, and not repeated."""


class MalformedDatabaseError(SettingError):
    """The address of the database is none."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url


class MalformedShardsError(SettingError):
    """The shards are not named as the first, the last, and how many there are."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class LonelyShardsError(SettingError):
    """Only some of the shards are asked for, with a database that no other process can share."""


class MalformedServerError(SettingError):
    """The address of the database is none of a server; it may hold a password, and is not repeated."""


class UnknownLogLevelError(SettingError):
    """There is no such level of logging."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, known


class UnknownLogFormatError(SettingError):
    """There is no such form of log lines."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.name, self.known = name, known


class MalformedMetricsPortError(SettingError):
    """What is to be the port of the metrics is no number of one."""

    def __init__(self, port: str) -> None:
        super().__init__(port)
        self.port = port


class UnreadableSettingsError(SettingError):
    """The file of settings cannot be read."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class MalformedClusterError(SettingError):
    """The address of a cluster's scheduler is none."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class MissingPublicKeyError(SettingError):
    """There is no key to check Discord's signatures with."""


class MalformedPublicKeyError(SettingError):
    """The public key is not 32 bytes of hex."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class OtherPublicKeyError(SettingError):
    """The public key is that of another application than the token."""


class MissingExtraError(SettingError):
    """What an extra brings is not installed; the command does that, in a checkout."""

    def __init__(self, extra: str, command: str) -> None:
        super().__init__(extra)
        self.extra, self.command = extra, command


class StartError(MaxineError):
    """Maxine cannot start."""


class UnusableDatabaseError(StartError):
    """The file of the database cannot be opened, or is open and cannot be used."""

    def __init__(self, path: Path, reason: str, *, is_open: bool = True) -> None:
        super().__init__(path, reason)
        self.path, self.reason, self.is_open = path, reason, is_open


class UnreachableDatabaseError(StartError):
    """The server of the database cannot be reached, or refuses what is asked of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NewerDatabaseError(StartError):
    """The database was written by a newer program: its schema is `written`, and `known` the newest here."""

    def __init__(self, written: int, known: int) -> None:
        super().__init__(written, known)
        self.written, self.known = written, known


class TakenDatabaseError(StartError):
    """Another Maxine has the database."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class RefusedTokenError(StartError):
    """Discord refused the token."""


class UnreachableError(StartError):
    """Discord cannot be reached."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class RefusedStartError(StartError):
    """The database refused what is done first, for the reason it carries."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal


class TakenPortError(StartError):
    """Another program listens on the port."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.port = port


class UnusablePortError(StartError):
    """The page cannot be served on the port."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(port, reason)
        self.port, self.reason = port, reason


class UnusableAddressError(StartError):
    """No requests can be taken at the address."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(host, port, reason)
        self.host, self.port, self.reason = host, port, reason


class UnusableMetricsPortError(StartError):
    """The metrics cannot be served at the address."""

    def __init__(self, host: str, port: int, reason: str, *, is_taken: bool) -> None:
        super().__init__(host, port, reason)
        self.host, self.port, self.reason, self.is_taken = host, port, reason, is_taken


class UnreadableChatError(StartError):
    """The playground cannot read its chat; it says itself why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class UnwritablePuzzlesError(StartError):
    """The puzzles that are found cannot be written to the file."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason


class UnreachableClusterError(StartError):
    """No scheduler of a cluster answers at the address, or none with workers that are of use."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(address, reason)
        self.address, self.reason = address, reason


class LostProcessError(StartError):
    """One of the processes that did bulk work has ended before it."""


class ExistingFileError(StartError):
    """A file has the name that a backup is to have."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class UnwritableFileError(StartError):
    """A file cannot be written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason


class DamagedDatabaseError(StartError):
    """What is to be copied is no database, or not a whole one; nothing was written."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason


class UnsoundMatchError(StartError):
    """A match that is kept cannot be replayed; nothing was written."""

    def __init__(self, match_id: int, flaw: Flaw) -> None:
        super().__init__(match_id, flaw)
        self.match_id, self.flaw = match_id, flaw


class OccupiedDatabaseError(StartError):
    """A restored database would take the place of files in which something is kept."""

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(*paths)
        self.paths = paths


class ServerRestoreError(StartError):
    """The database of a server is restored by its own program, which `command` runs."""

    def __init__(self, command: str) -> None:
        super().__init__(command)
        self.command = command


class OlderDatabaseError(StartError):
    """The database that is to be copied was left by an older program."""

    def __init__(self, database: str, written: int, known: int) -> None:
        super().__init__(database, written, known)
        self.database, self.written, self.known = database, written, known


class UnusableServerError(StartError):
    """The database of a server that is copied from or to cannot be used; nothing was copied."""

    def __init__(self, database: str, reason: str) -> None:
        super().__init__(database, reason)
        self.database, self.reason = database, reason


class UsedDatabaseError(StartError):
    """So many connections of hers to the database of a server are there; nothing was copied."""

    def __init__(self, database: str, connections: int) -> None:
        super().__init__(database, connections)
        self.database, self.connections = database, connections


class FilledDatabaseError(StartError):
    """The database of a server that is to be filled is not empty."""

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self.database = database


class MiscountError(StartError):
    """Of so many rows of a table that were read, only so many, or even more, are in the copy."""

    def __init__(self, table: str, read: int, kept: int) -> None:
        super().__init__(table, read, kept)
        self.table, self.read, self.kept = table, read, kept


class MissingProgramError(StartError):
    """A program that is needed is not installed; where it is, `command` does what was asked for."""

    def __init__(self, name: str, command: str) -> None:
        super().__init__(name, command)
        self.name, self.command = name, command


class FailedProgramError(StartError):
    """A program that was run has failed, and said why."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)
        self.name, self.reason = name, reason


class PlayerError(MaxineError):
    """Something a player asked for that cannot be done; nothing has been changed."""


class MatchError(PlayerError):
    """Something asked of a match that the match does not allow."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.id)
        self.match = match


class NotYourTurnError(MatchError):
    """The other player is to move."""


class NotYourMatchError(MatchError):
    """Somebody else's match."""


class NotAskedError(MatchError):
    """The question "Really resign?" was put to the other player."""

    def __init__(self, match: Match, asked_id: int) -> None:
        super().__init__(match)
        self.asked_id = asked_id


class StaleBoardError(MatchError):
    """The match has moved on since this board was drawn: in another message, or `is_here`, in this one."""

    def __init__(self, match: Match, *, is_here: bool = False) -> None:
        super().__init__(match)
        self.is_here = is_here


class StaleHintError(MatchError):
    """The match has moved on since this hint was given."""


class MatchOverError(MatchError):
    """The match has ended."""


class StillRunningError(MatchError):
    """The match has not ended yet, so it is not reviewed."""


class EarlyRematchError(MatchError):
    """The match has not ended yet, so it has no rematch."""


class RematchBegunError(MatchError):
    """The rematch, which it carries, has begun already."""


class PlayedOnError(MatchError):
    """The person plays on from this position already, in the match that it carries."""


class IllegalMoveError(MatchError):
    """The rules forbid the move that was pressed."""


class UnknownMoveError(MatchError):
    """No legal move has the name that was given."""

    def __init__(self, match: Match, unknown: UnknownNameError) -> None:
        super().__init__(match)
        self.unknown = unknown


class UnknownPlyError(MatchError):
    """The match does not have that many moves."""


class CheatingError(MatchError):
    """Analysis of a match that two people are still playing."""


class OfferError(MatchError):
    """Something that what is offered does not allow."""

    def __init__(self, match: Match, offer: Offer) -> None:
        super().__init__(match)
        self.answerer = match.players[1 - offer.seat]


class OfferStandsError(OfferError):
    """Something is offered already, and waits for an answer."""


class OfferedAlreadyError(MatchError):
    """The player has offered the same in this position, or the one before it."""


class NotYourOfferError(OfferError):
    """The answer to what is offered is up to the other player."""


class NotMovedError(MatchError):
    """Whoever wants to go on with a match here waits for the other player, who has to see it."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__(match)
        self.other = match.players[1 - seat]


class NotStoppedError(MatchError):
    """The match is not to be moved, as it is shown where it is played."""


class NothingToTakeBackError(MatchError):
    """The player has not moved yet."""


class EarlyDrawError(MatchError):
    """Maxine wants to play a little before she takes a draw."""


class DrawDeclinedError(MatchError):
    """Maxine does not take a draw: she thinks that she is better, or does not know."""


class NotModeratorError(PlayerError):
    """Only those who may manage what others write in a channel end matches there that are not theirs."""


class NoBoardError(PlayerError):
    """The message shows no match."""


class NoMatchError(PlayerError):
    """There has been no match in this channel."""


class NoRunningMatchError(NoMatchError):
    """The person has no running match in this channel."""


class NoFinishedMatchError(NoMatchError):
    """No match has ended in this channel."""


class NothingToExplainError(NoMatchError):
    """The person has no running match in this channel, and none has ended there."""


class UnknownMatchError(NoMatchError):
    """No match that may be seen from here has this number."""

    def __init__(self, match_id: int) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class RematchInvitedError(PlayerError):
    """The invitation to the rematch is out."""


class ManyInvitationsError(PlayerError):
    """The person has sent as many invitations lately as may be without one of them being accepted."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class PestersError(PlayerError):
    """A challenge would pester somebody."""

    def __init__(self, user_id: int) -> None:
        super().__init__(user_id)
        self.user_id = user_id


class BlockedError(PestersError):
    """They do not want to be challenged by this person, or by anybody."""


class ApartError(BlockedError):
    """They do not want this person to accept their open challenge."""


class BlockingError(PestersError):
    """The person does not want to be challenged by them, and so has nothing to do with them."""


class DeclinedError(PestersError):
    """They have declined lately, and may be asked again when it is `until`."""

    def __init__(self, user_id: int, until: float) -> None:
        super().__init__(user_id)
        self.until = until


class PesteredError(PestersError):
    """As many invitations as may be wait for their answer."""

    def __init__(self, user_id: int, waiting: int) -> None:
        super().__init__(user_id)
        self.waiting = waiting


class SelfBlockError(PlayerError):
    """One cannot block oneself."""


class UnclearChallengeError(PlayerError):
    """A challenge to a certain person is not open to anybody."""


class UnknownButtonError(PlayerError):
    """There is no such button any more."""


class ForgottenMatchError(UnknownButtonError):
    """The button belongs to a match that is not known any more."""


class ForgottenInvitationError(UnknownButtonError):
    """The button belongs to an invitation that is not known any more."""


class ForgottenPuzzleError(UnknownButtonError):
    """The button belongs to a puzzle that is not known any more."""


class ForgottenTournamentError(UnknownButtonError):
    """The button belongs to a tournament that is not known, or not here."""


class TournamentError(PlayerError):
    """Something asked of a tournament that it does not allow."""


class NoTournamentError(TournamentError):
    """There has been no tournament in this channel."""


class OpenTournamentError(TournamentError):
    """There is a tournament in this channel that is not over."""


class HomelessTournamentError(TournamentError):
    """Tournaments are held on servers of which she is a member: elsewhere she can post nothing by herself."""


class MutedTournamentError(TournamentError):
    """She may not post messages in this channel."""


class UnstoppableTournamentError(TournamentError):
    """Only those who may manage messages can call off a tournament that has begun."""


class TournamentBegunError(TournamentError):
    """The tournament has begun, and who takes part is settled."""


class TournamentOverError(TournamentError):
    """The tournament is over, or was called off."""


class TournamentChangedError(TournamentError):
    """Others have changed the tournament at the same time."""


class EnteredAlreadyError(TournamentError):
    """The person takes part already."""


class NotEnteredError(TournamentError):
    """The person takes no part, or not any more."""


class NotOwnerError(TournamentError):
    """Only whoever has opened the tournament can do that."""

    def __init__(self, owner_id: int) -> None:
        super().__init__(owner_id)
        self.owner_id = owner_id


class FewEntrantsError(TournamentError):
    """Too few take part for a tournament."""

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.least = least


class FullTournamentError(TournamentError):
    """As many take part as can."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class OpponentError(PlayerError):
    """One cannot challenge this opponent."""


class OutsideOpponentError(OpponentError):
    """One cannot challenge them on a server which they are not on, or have left."""

    def __init__(self, opponent_id: int) -> None:
        super().__init__(opponent_id)
        self.opponent_id = opponent_id


class BlindOpponentError(OpponentError):
    """One cannot challenge them in a channel that they cannot see."""

    def __init__(self, opponent_id: int) -> None:
        super().__init__(opponent_id)
        self.opponent_id = opponent_id


class TimedOutOpponentError(OpponentError):
    """One cannot challenge them until then, when they may do more than read on the server again."""

    def __init__(self, opponent_id: int, until: float) -> None:
        super().__init__(opponent_id, until)
        self.opponent_id = opponent_id
        self.until = until


class AbsentOpponentError(OpponentError):
    """One cannot challenge them in a direct message with Maxine, which nobody else can see."""

    def __init__(self, opponent_id: int) -> None:
        super().__init__(opponent_id)
        self.opponent_id = opponent_id


class LeftOpponentError(OpponentError):
    """They have had all that was kept about them removed."""


class SelfChallengeError(OpponentError):
    """One cannot challenge oneself."""


class LonelyChallengeError(OpponentError):
    """Nobody but the person and Maxine sees an open challenge in their direct messages."""


class BotChallengeError(OpponentError):
    """One cannot challenge another bot."""


class BotProfileError(PlayerError):
    """Nothing is kept of what other bots play."""


class HiddenPersonError(PlayerError):
    """Somebody was asked about who wants to be on no board of everywhere."""


class SamePersonError(PlayerError):
    """The record between two players was asked for, and one was named twice."""


class UnknownOptionError(PlayerError):
    """A value that is none of the known ones, as from a list that has changed."""

    def __init__(self, value: str, known: Sequence[str]) -> None:
        super().__init__(value)
        self.value, self.known = value, known


class UnknownGameError(UnknownOptionError):
    """There is no such game."""


class UnknownLevelError(UnknownOptionError):
    """There is no such level, and no such character."""


class StrangeGameError(UnknownLevelError):
    """The character does not know the game."""

    def __init__(self, value: str, game_slug: str, known: Sequence[str]) -> None:
        super().__init__(value, known)
        self.game_slug = game_slug


class UnknownDifficultyError(UnknownOptionError):
    """There is no such difficulty."""


class UnknownThemeError(UnknownOptionError):
    """Puzzles have no such theme."""


class IllegalPuzzleMoveError(PlayerError):
    """The rules forbid the move that was tried in this state of a puzzle."""

    def __init__(self, state: State) -> None:
        super().__init__(state.game.slug)
        self.state = state


class LongLineError(PlayerError):
    """A line of play that is tried out has as many moves as can be kept."""

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length


class InvitationError(PlayerError):
    """Something asked of an invitation that it does not allow."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(invitation.id)
        self.invitation = invitation


class InvitationClosedError(InvitationError):
    """The invitation was answered, cancelled, or has expired; it carries the match it became, if it did."""

    def __init__(self, invitation: Invitation, match: Match | None = None) -> None:
        super().__init__(invitation)
        self.match = match


class NotInvitedError(InvitationError):
    """The answer to the invitation is up to somebody else than this person (None: to anybody else)."""

    def __init__(self, invitation: Invitation, user_id: int, allowed_id: int | None) -> None:
        super().__init__(invitation)
        self.user_id, self.allowed_id = user_id, allowed_id


class NotYourPuzzleError(PlayerError):
    """Somebody else's puzzle."""


class NoOwnErrorsError(PlayerError):
    """The person's newest matches have no error of theirs that makes a puzzle."""


class OwnErrorsSolvedError(PlayerError):
    """The person has solved all puzzles that their errors make."""


class NoResultError(PlayerError):
    """There is no result of a daily puzzle to share."""


class SharedAlreadyError(PlayerError):
    """The result of the daily puzzle was shared here before, or may be on its way."""


class AnalysisError(PlayerError):
    """No worker could say what the moves are worth."""


class OfflineError(AnalysisError):
    """She is stopping, and thinks about nothing any more."""


class UnclearMoveError(AnalysisError):
    """It was not worked out in time what a try at a puzzle is worth."""


class UnclearSolutionError(AnalysisError):
    """It was not worked out in time what the solution of a puzzle is."""


class ManyQuestionsError(PlayerError):
    """The person asked too much else before this was answered."""


class RunningArenaError(PlayerError):
    """The person has an arena running already, or this very one is."""


class ManyArenasError(PlayerError):
    """As many arenas run on the server as may."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class LargeTreeError(PlayerError):
    """The tree of the position would be too big, or not be certain."""


class ReplyError(PlayerError):
    """Maxine could not make her move; what was played before it is safe."""


class ChangedCommandError(PlayerError):
    """The command has changed, and Discord still shows it as it was."""


class Refusal(Enum):
    """Why the database refused."""

    FULL = "the disk is full"
    READ_ONLY = "the file is read-only"
    BUSY = "others keep it busy"
    GONE = "the file was deleted or replaced"
    SILENT = "it does not answer"


class ElsewhereError(PlayerError):
    """No match may begin in this channel of a server."""

    def __init__(self, channels: Sequence[int]) -> None:
        super().__init__(channels)
        self.channels = channels


class NoManagerError(PlayerError):
    """Only those who manage a server choose what is usual there."""


class StaleSettingsError(PlayerError):
    """Others were faster to change what is usual on the server."""


class StorageError(PlayerError):
    """The database refused; nothing was written."""

    def __init__(self, refusal: Refusal = Refusal.SILENT) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
