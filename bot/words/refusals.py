"""The sentences of refusals: what was wrong with a request, and what to do instead."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Final

from bot import errors
from bot.errors import MatchRefused, PlayerError, Reason, Refusal, Refused
from bot.models import Match
from bot.words.characters import format_levels
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.matches import format_status
from bot.words.names import format_difficulty, format_game, format_level, format_theme_name, mention
from bot.words.refusal_reasons import COUNTED, LINKED, REASONS
from bot.words.times import format_time
from engine import Fault, Game, GeneralFault, State, UnknownNameError

_ERRORS: dict[type[PlayerError], str] = {
    errors.MatchOverError: template("This match is over. `/challenge` starts a new one."),
    errors.UnknownButtonError: template(
        "This button no longer exists. `/board` shows your match; `/help` the commands."
    ),
    errors.ForgottenMatchError: template(
        "This button belongs to a match I no longer know. Start a new one with `/challenge`."
    ),
    errors.TournamentBegunError: template("This tournament has begun, and who plays in it is settled."),
    errors.TournamentOverError: template("This tournament is over. `/tournament create` opens a new one."),
    errors.NotEnteredError: template("You take no part in this tournament."),
    errors.AnalysisError: template("I could not work this position out. Please try again later."),
    errors.OfflineError: template("I am going offline. Please ask again when I am back."),
    errors.UnclearMoveError: template(
        "I could not work that out in time, so nothing has changed. Please press again, or try another move."
    ),
    errors.UnclearSolutionError: template(
        "I could not work that out in time, so nothing has changed. Please press again."
    ),
    errors.ManyQuestionsError: template(
        "You have asked me several things at once, and I answer the newest of them. When I have, please ask"
        " this again."
    ),
    errors.ReplyError: template(
        "I could not make my move just now. Nothing is lost: `/board` lets me try again."
    ),
    errors.UnknownGameError: template("There is no game “{value}”. Choose one of these: {known}."),
    errors.UnknownLevelError: template("There is no level “{value}”. Choose one of these: {known}."),
    errors.StrangeGameError: template("{character} does not know {game}. Choose one of these: {known}."),
    errors.UnknownDifficultyError: template(
        "There is no difficulty “{value}”. Choose one of these: {known}."
    ),
    errors.UnknownThemeError: template("There is no theme “{value}”. Choose one of these: {known}."),
    errors.ElsewhereError: template("On this server, matches begin in {channels}."),
    errors.IllegalPuzzleMoveError: template("This move is not legal. The legal moves are {names}."),
}
_STORAGE = {
    Refusal.FULL: template(
        "I could not do that, because the disk I keep matches on is full. Nothing was changed; please try"
        " again later."
    ),
    Refusal.READ_ONLY: template(
        "I could not do that, because the file I keep matches in is read-only. Nothing was changed; please"
        " try again later."
    ),
    Refusal.BUSY: template(
        "I could not do that, because my database is busy. Nothing was changed; please try again later."
    ),
    Refusal.GONE: template(
        "I could not do that, because the file I keep matches in has been taken away. Whoever runs me is"
        " told; please try again later."
    ),
    Refusal.SILENT: template(
        "I could not do that, because my database does not answer. Nothing was changed; please try again"
        " later."
    ),
}
_CLOSED = {
    "accepted": template("This invitation was accepted already. See the match with `/board`."),
    "declined": template("This invitation was declined. Send a new one with `/challenge`."),
    "cancelled": template("This invitation was cancelled. Send a new one with `/challenge`."),
    "expired": template("This invitation has expired. Send a new one with `/challenge`."),
}

FAULTS: Final[Mapping[Fault, str]] = {GeneralFault.NOT_LEGAL: template("“{name}” is not a legal move here.")}
"""The sentences for the faults that every game has."""


def format_refusal(language: Language, error: PlayerError) -> str:
    """Say what was wrong and what to do instead."""
    return _format_error(error, language)


def format_storage_refusal(language: Language, refusal: Refusal) -> str:
    """Say why the database refused, and that nothing was changed."""
    return language.say(_STORAGE[refusal])


def apology(language: Language) -> str:
    """Say that something failed, and that the fault is the bot's."""
    return language.say(
        "Something went wrong on my side. `/board` shows where your match stands; then please try again."
    )


def undelivered(language: Language) -> str:
    """Say that Discord did not accept an answer."""
    return language.say(
        "Discord did not take my answer. If you made a move, it is safe: `/board` shows your match."
    )


def format_locked(language: Language, channel_id: int) -> str:
    """Say to a person, in direct messages, that the bot cannot answer in a thread, as it is locked."""
    return language.say(
        "Moderators have locked {channel}, so I cannot answer there. If you made a move, it is safe:"
        " the board shows it some minutes after they open the thread again.",
        channel=f"<#{channel_id}>",
    )


def format_late(language: Language, user_id: int) -> str:
    """Say to a person, in the channel, that an answer that was for them alone came too late."""
    return language.say(
        "{person}, I was too slow this time, so my answer did not reach you. Please try again. If you made a"
        " move, it is safe: `/board` shows your match.",
        person=mention(user_id),
    )


def format_unknown_name(language: Language, game: Game, error: UnknownNameError) -> str:
    """Say why no legal move has the name, and which names there are."""
    fault = language.say(get_words(game).faults.get(error.fault) or FAULTS[error.fault], name=error.name)
    if not error.legal_names:
        return " ".join((fault, language.say("The game is over.")))
    legal = language.say("The legal moves are {names}.", names=", ".join(error.legal_names))
    return f"{fault} {legal}"


@singledispatch
def _format_error(error: PlayerError, language: Language) -> str:
    return language.say(_ERRORS[type(error)], **_word_facts(error, language))


def _word_facts(error: PlayerError, language: Language) -> dict[str, str]:
    """Return what the sentence of an error names."""
    match error:
        case errors.StrangeGameError():
            character = format_level(language, error.value, error.game_slug)
            game = format_game(language, error.game_slug)
            return {"character": character, "game": game, "known": _list_known(language, error)}
        case errors.UnknownOptionError():
            return {"value": error.value, "known": _list_known(language, error)}
        case errors.IllegalPuzzleMoveError():
            return {"names": legal_names(error.state)}
        case errors.ElsewhereError():
            return {"channels": language.either([f"<#{channel_id}>" for channel_id in error.channels])}
    return {}


@_format_error.register
def _(error: Refused, language: Language) -> str:
    if counted := COUNTED.get(error.reason):
        return language.count(counted, error.number or 0)
    return language.say(
        REASONS[error.reason],
        number=error.number,
        player=mention(error.player_id or 0),
        time=format_time(error.until or 0),
    )


@_format_error.register
def _(error: MatchRefused, language: Language) -> str:
    if error.reason is Reason.UNKNOWN_PLY:
        return _format_plies(language, error.match)
    if error.reason is Reason.ILLEGAL_MOVE:
        return language.say(get_words(error.match.game).illegal, names=legal_names(error.match.state))
    match, said = error.match, REASONS.get(error.reason, "")
    if match.link is not None:
        said = LINKED.get(error.reason, said)
    first, second = (player.name for player in match.players)
    player = error.player and error.player.name
    return language.say(said, first=first, second=second, player=player, link=match.link)


def _format_plies(language: Language, match: Match) -> str:
    first, second = match.players
    players, last = {"first": first.name, "second": second.name}, match.ply
    if last == match.first_ply:
        return language.say(
            "The match of {first} against {second} has no moves[[over?| yet]]; leave `ply` out.",
            over=match.is_over,
            **players,
        )
    if match.origin is not None:
        return language.say(
            "For the match of {first} against {second}, choose `ply` from {begun} to {last}.",
            begun=match.first_ply + 1,
            last=last,
            **players,
        )
    return language.count(
        "The match of {first} against {second} has [one move; `ply` can only be 1|{number} moves; choose"
        " `ply` from 1 to {number}].",
        last,
        **players,
    )


@_format_error.register
def _(error: errors.StorageError, language: Language) -> str:
    return format_storage_refusal(language, error.refusal)


@_format_error.register
def _(error: errors.StaleBoardError, language: Language) -> str:
    if error.is_here:
        status = format_status(language, error.match)
        return language.say("That press came too late: {status}", status=status)
    return language.say(
        "This board is old: the match has moved on. [[It goes on here: {link}|`/board` shows it anew.]]",
        link=error.match.link,
    )


@_format_error.register
def _(error: errors.UnknownMoveError, language: Language) -> str:
    return format_unknown_name(language, error.match.game, error.unknown)


def _list_known(language: Language, error: errors.UnknownOptionError) -> str:
    """Name the options that there are."""
    match error:
        case errors.UnknownGameError():
            return "; ".join(format_game(language, value) for value in error.known)
        case errors.UnknownDifficultyError():
            return ", ".join(format_difficulty(language, value) for value in error.known)
        case errors.UnknownThemeError():
            return ", ".join(format_theme_name(language, value) for value in error.known)
        case errors.UnknownLevelError():
            return format_levels(language, error.known, error.game_slug)
    return ", ".join(error.known)


@_format_error.register
def _(error: errors.InvitationClosedError, language: Language) -> str:
    if error.match is None or error.match.link is None or error.invitation.invitee_id is None:
        return language.say(_CLOSED[error.invitation.status or "expired"])
    return language.say(
        "This invitation was accepted already. {player} was first; their match is here: {link} See your own"
        " with `/board`.",
        player=mention(error.invitation.invitee_id),
        link=error.match.link,
    )


@_format_error.register
def _(error: errors.NotInvitedError, language: Language) -> str:
    if error.allowed_id is None:
        return language.say(
            "This challenge is your own: wait until somebody else accepts it. You can cancel it."
        )
    invitation, allowed = error.invitation, mention(error.allowed_id)
    if invitation.invitee_id is None:
        return language.say(
            "Only {player} can cancel this invitation. If you want to play, press Accept.", player=allowed
        )
    if error.user_id == invitation.inviter_id:
        return language.say("Only {player} can answer this invitation. You can cancel it.", player=allowed)
    if error.user_id == invitation.invitee_id:
        return language.say("Only {player} can cancel this invitation. You can decline it.", player=allowed)
    if error.allowed_id == invitation.inviter_id:
        return language.say(
            "Only {player} can cancel this invitation. Challenge somebody yourself with `/challenge`.",
            player=allowed,
        )
    return language.say(
        "Only {player} can answer this invitation. Challenge somebody yourself with `/challenge`.",
        player=allowed,
    )


def legal_names(state: State) -> str:
    """Name the legal moves of a state, one after the other."""
    return ", ".join(state.name_of(action) for action in state.actions())
