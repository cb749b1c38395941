"""What was wrong with what somebody asked, and what to do instead."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import TYPE_CHECKING

from bot import errors
from bot.errors import MatchRefused, PlayerError, Reason, Refusal, Refused
from bot.words.characters import format_levels
from bot.words.faults import format_unknown_name
from bot.words.games import get_words
from bot.words.language import Language, plural, template
from bot.words.matches import format_status
from bot.words.names import (
    format_difficulty,
    format_game,
    format_level,
    format_theme_name,
    mention,
)

if TYPE_CHECKING:
    from bot.models import Match
    from engine import State

_REASONS = {
    Reason.NOT_YOUR_TURN: template("It is not your turn. Please wait until {player} has moved."),
    Reason.NOT_YOUR_MATCH: template(
        "This match is between {first} and {second}. Start your own with `/challenge`."
    ),
    Reason.NOT_ASKED: template("This question is for {player}. If you want to resign, use `/resign`."),
    Reason.STALE_HINT: template(
        "The match has moved on since this hint. `/hint` gives one for the position as it is now."
    ),
    Reason.STILL_RUNNING: template(
        "The match of {first} against {second} is still running. I review it when it is over."
    ),
    Reason.EARLY_REMATCH: template("This match is still running; a rematch can follow when it is over."),
    Reason.REMATCH_BEGUN: template("The rematch has begun already. `/board` shows it."),
    Reason.PLAYED_ON: template(
        "You are playing on from this position already. `/board` in its channel shows that match."
    ),
    Reason.CHEATING: template(
        "While {first} and {second} play, I keep my thoughts to myself. Ask again when their match is over."
    ),
    Reason.OFFER_STANDS: template(
        "Something is offered already: {player} has to answer first, on the board."
    ),
    Reason.OFFERED_ALREADY: template(
        "You have asked this already. You can ask it again when both of you have moved."
    ),
    Reason.NOT_YOUR_OFFER: template(
        "{player} has to answer this. Your offer ends by itself with the next move."
    ),
    Reason.NOT_MOVED: template("{player} has to press this, who must be able to see this channel."),
    Reason.NOT_STOPPED: template("This match stays where it is, as I can show it there."),
    Reason.NOTHING_TO_TAKE_BACK: template("You have not moved yet, so there is nothing to take back."),
    Reason.EARLY_DRAW: template(
        "Let us play a little first: offer me a draw again when each of us has moved twice."
    ),
    Reason.DRAW_DECLINED: template("No draw for now: I would rather play on. It is your turn."),
    Reason.NOT_MODERATOR: template(
        "Only moderators, who may manage messages in this channel, can end a match. Your own you can give up"
        " with `/resign`."
    ),
    Reason.NO_MATCH: template("There has been no match in this channel yet. Start one with `/challenge`."),
    Reason.NO_RUNNING_MATCH: template(
        "You have no running match in this channel. Start one with `/challenge`."
    ),
    Reason.NO_FINISHED_MATCH: template(
        "No match has ended in this channel yet. Start one with `/challenge`."
    ),
    Reason.NOTHING_TO_EXPLAIN: template(
        "You have no running match here, and none has ended yet. Press Explain on a board, or start a match"
        " with `/challenge`."
    ),
    Reason.UNKNOWN_MATCH: template(
        "I know no match #{number} here. Pick one that is suggested as you type, or leave `match` out."
    ),
    Reason.REMATCH_INVITED: template(
        "An invitation to the rematch is out already in this channel, to be accepted there. If it is gone,"
        " use `/challenge`."
    ),
    Reason.MANY_INVITATIONS: template(
        "You have sent {number} invitations in the last hour that nobody has accepted, so I did not send"
        " another. Wait until somebody accepts one, or for an hour. Against me you can play now: use"
        " `/challenge` without `opponent`."
    ),
    Reason.BLOCKED: template("{player} takes no challenges from you just now."),
    Reason.APART: template("{player} takes no challenges from you just now."),
    Reason.BLOCKING: template(
        "You block the challenges of {player}. If you want to play each other, use `/unblock` first."
    ),
    Reason.DECLINED: template(
        "{player} has declined, so do not ask again just yet. You can challenge them {when}."
    ),
    Reason.PESTERED: template(
        "{number} challenges wait for the answer of {player} already, so I did not send another. Try again"
        " when they have answered."
    ),
    Reason.SELF_BLOCK: template("You cannot block yourself: you cannot challenge yourself either."),
    Reason.UNCLEAR_CHALLENGE: template(
        "An open challenge is for whoever accepts it first. Leave `opponent` out, or leave `open` out."
    ),
    Reason.FORGOTTEN_INVITATION: template(
        "This invitation is one I no longer know. Send a new one with `/challenge`."
    ),
    Reason.FORGOTTEN_PUZZLE: template("This puzzle is one I no longer know. `/puzzle` gives you a new one."),
    Reason.FORGOTTEN_TOURNAMENT: template(
        "This button belongs to a tournament I do not know. `/tournament show` shows the one here."
    ),
    Reason.NO_TOURNAMENT: template(
        "There has been no tournament in this channel yet. Open one with `/tournament create`."
    ),
    Reason.OPEN_TOURNAMENT: template(
        "There is a tournament in this channel already: `/tournament show`. When it is over, another can be"
        " opened."
    ),
    Reason.HOMELESS_TOURNAMENT: template(
        "A tournament needs me as a member of the server, so that I can post its boards. Ask whoever runs"
        " the server to invite me."
    ),
    Reason.MUTED_TOURNAMENT: template(
        "I may not post messages in this channel, and a tournament needs me to. Whoever runs the server can"
        " allow me to view it and to send messages here."
    ),
    Reason.UNSTOPPABLE_TOURNAMENT: template(
        "Only somebody who may manage messages here can call off a tournament that has begun."
    ),
    Reason.TOURNAMENT_CHANGED: template("Somebody else was faster. Please try again."),
    Reason.ENTERED_ALREADY: template("You take part already."),
    Reason.NOT_OWNER: template("Only {player}, who has opened the tournament, can do that."),
    Reason.OUTSIDE_OPPONENT: template(
        "{player} is not on this server and could not answer, so I sent no invitation."
    ),
    Reason.BLIND_OPPONENT: template(
        "{player} cannot see this channel and could not answer, so I sent no invitation. Challenge them in"
        " one that both of you can see."
    ),
    Reason.TIMED_OUT_OPPONENT: template(
        "{player} is timed out on this server and could not answer, so I sent no invitation. You can"
        " challenge them {when}."
    ),
    Reason.ABSENT_OPPONENT: template(
        "{player} cannot see this direct message, so I sent no invitation. Use `/challenge` in a server"
        " channel that both of you can see, or, if you have added me to your apps, in a direct message or"
        " group with {player}."
    ),
    Reason.LEFT_OPPONENT: template(
        "Whom you played against has had everything about them deleted. Challenge somebody else with"
        " `/challenge`."
    ),
    Reason.SELF_CHALLENGE: template(
        "You cannot challenge yourself. Leave `opponent` out to play against me."
    ),
    Reason.LONELY_CHALLENGE: template(
        "Nobody but me can see this direct message, so nobody could accept. Use `/challenge` with `open` in a"
        " server channel, or without `open` to play against me."
    ),
    Reason.BOT_CHALLENGE: template("Other bots do not play. Leave `opponent` out to play against me."),
    Reason.BOT_PROFILE: template(
        "Bots have no profile and no matches with people here. Name a person, or leave `user` out."
    ),
    Reason.HIDDEN_PERSON: template("There is nothing to see here."),
    Reason.SAME_PERSON: template("Nobody plays against themselves. Name two players, `user` and `other`."),
    Reason.LONG_LINE: template(
        "This line has {number} moves, and I cannot keep a longer one. Press Take back, or Start over."
    ),
    Reason.NOT_YOUR_PUZZLE: template("This puzzle is somebody else's. `/puzzle` gives you one of your own."),
    Reason.NO_OWN_ERRORS: template(
        "I have found no error of yours yet that makes a puzzle. Play a match with `/challenge`, and I make"
        " puzzles of what goes wrong in it."
    ),
    Reason.OWN_ERRORS_SOLVED: template(
        "You have solved all the puzzles from your newest matches. Play another with `/challenge`, or take"
        " one of mine with `/puzzle`."
    ),
    Reason.NO_RESULT: template("There is no result to share: solve the puzzle of `/daily` on its day."),
    Reason.SHARED_ALREADY: template(
        "This result is shared here already, or on its way. If it does not appear, press Share again in half"
        " a minute."
    ),
    Reason.RUNNING_ARENA: template(
        "One arena at a time: wait until the one that is being played has come to its end."
    ),
    Reason.MANY_ARENAS: template(
        "{number} arenas are being played here already. Try again when one of them has come to its end."
    ),
    Reason.LARGE_TREE: template(
        "I draw a tree only where the end of the game is near and certain: this tree would be too big. Leave"
        " `tree` out, or ask nearer the end of a match."
    ),
    Reason.CHANGED_COMMAND: template("This command has just changed. Please try again in a moment."),
    Reason.NO_MANAGER: template(
        "Only those who may manage this server can change its settings. Ask one of them to use `/settings`."
    ),
    Reason.STALE_SETTINGS: template(
        "Somebody else is changing the settings just now. Nothing was changed; please try again."
    ),
}
_LINKED = {
    Reason.REMATCH_BEGUN: template("The rematch has begun already. `/board` shows it. It is here: {link}"),
    Reason.PLAYED_ON: template("You are playing on from this position already, here: {link}"),
    Reason.NOT_STOPPED: template("This match stays where it is, as I can show it there: {link}"),
}
"""What is said instead where the match has a board to link to."""

_COUNTED = {
    Reason.FEW_ENTRANTS: plural(
        "A tournament needs {number} player.", "A tournament needs {number} players."
    ),
    Reason.FULL_TOURNAMENT: plural(
        "The tournament is full: {number} player takes part.",
        "The tournament is full: {number} players take part.",
    ),
}
_ERRORS: dict[type[PlayerError], str] = {
    errors.MatchOverError: template("This match is over. `/challenge` starts a new one."),
    errors.UnknownButtonError: template(
        "This button no longer exists. `/board` shows your match; `/help` the commands."
    ),
    errors.NoBoardError: template(
        "This message shows no match that I could explain. Choose a message with a board of mine, or use"
        " `/explain`."
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


def format_refusal(language: Language, error: PlayerError) -> str:
    """Say what was wrong and what to do instead."""
    return _format(error, language)


def format_storage_refusal(language: Language, refusal: Refusal) -> str:
    """Say why the database refused, and that nothing was changed."""
    return language.say(_STORAGE[refusal])


def apology(language: Language) -> str:
    """Say that something failed that is nobody's fault but ours."""
    return language.say(
        "Something went wrong on my side. `/board` shows where your match stands; then please try again."
    )


def undelivered(language: Language) -> str:
    """Say that Discord did not take an answer."""
    return language.say(
        "Discord did not take my answer. If you made a move, it is safe: `/board` shows your match."
    )


def format_locked(language: Language, channel_id: int) -> str:
    """Say to somebody, in direct messages, that nobody can be answered in a thread, as it is locked."""
    return language.say(
        "Moderators have locked {channel}, so I cannot answer there. If you made a move, it is safe:"
        " the board shows it some minutes after they open the thread again.",
        channel=f"<#{channel_id}>",
    )


def format_late(language: Language, user_id: int) -> str:
    """Say to somebody, in the channel, that an answer which was for them alone came too late."""
    return language.say(
        "{person}, I was too slow this time, so my answer did not reach you. Please try again. If you made a"
        " move, it is safe: `/board` shows your match.",
        person=mention(user_id),
    )


@singledispatch
def _format(error: PlayerError, language: Language) -> str:
    return language.say(_ERRORS[type(error)])


@_format.register
def _(error: Refused, language: Language) -> str:
    if counted := _COUNTED.get(error.reason):
        return language.count(*counted, error.number or 0)
    return language.say(
        _REASONS[error.reason],
        number=error.number,
        player=mention(error.player_id or 0),
        when=f"<t:{math.ceil(error.until or 0)}:R>",
    )


@_format.register
def _(error: MatchRefused, language: Language) -> str:
    if error.reason is Reason.UNKNOWN_PLY:
        return _format_plies(language, error.match)
    if error.reason is Reason.ILLEGAL_MOVE:
        return _format_legal_moves(language, error.match)
    match, said = error.match, _REASONS.get(error.reason, "")
    if match.link is not None:
        said = _LINKED.get(error.reason, said)
    first, second = (player.name for player in match.players)
    player = error.player and error.player.name
    return language.say(said, first=first, second=second, player=player, link=match.link)


def _format_legal_moves(language: Language, match: Match) -> str:
    names = legal_names(match.state)
    return language.say(get_words(match.game).illegal, names=names)


def _format_plies(language: Language, match: Match) -> str:
    first, second = match.players
    players, last = {"first": first.name, "second": second.name}, match.ply
    if last == match.first_ply:
        if match.is_over:
            return language.say(
                "The match of {first} against {second} has no moves; leave `ply` out.", **players
            )
        return language.say(
            "The match of {first} against {second} has no moves yet; leave `ply` out.", **players
        )
    if match.origin is not None:
        return language.say(
            "The match of {first} against {second} has the moves {begun} to {last}; choose `ply` from these.",
            begun=match.first_ply + 1,
            last=last,
            **players,
        )
    return language.count(
        "The match of {first} against {second} has one move; `ply` can only be 1.",
        "The match of {first} against {second} has {number} moves; choose `ply` from 1 to {number}.",
        last,
        **players,
    )


@_format.register
def _(error: errors.StorageError, language: Language) -> str:
    return format_storage_refusal(language, error.refusal)


@_format.register
def _(error: errors.StaleBoardError, language: Language) -> str:
    if error.is_here:
        status = format_status(language, error.match)
        return language.say("That press came too late: {status}", status=status)
    if error.match.link is None:
        return language.say("This board is old: the match has moved on. `/board` shows it anew.")
    return language.say(
        "This board is old: the match has moved on. It goes on here: {link}", link=error.match.link
    )


@_format.register
def _(error: errors.UnknownMoveError, language: Language) -> str:
    return format_unknown_name(language, error.match.game, error.unknown)


@_format.register
def _(error: errors.UnknownOptionError, language: Language) -> str:
    return language.say(_ERRORS[type(error)], value=error.value, known=_list_known(language, error))


@_format.register
def _(error: errors.StrangeGameError, language: Language) -> str:
    return language.say(
        _ERRORS[type(error)],
        character=format_level(language, error.value),
        game=format_game(language, error.game_slug),
        known=format_levels(language, error.known),
    )


def _list_known(language: Language, error: errors.UnknownOptionError) -> str:
    """Name the options that there are."""
    match error:
        case errors.UnknownGameError():
            return "; ".join(format_game(language, value) for value in error.known)
        case errors.UnknownDifficultyError():
            return ", ".join(format_difficulty(language, value) for value in error.known)
        case errors.UnknownThemeError():
            return ", ".join(format_theme_name(language, value) for value in error.known)
    return format_levels(language, error.known)


@_format.register
def _(error: errors.IllegalPuzzleMoveError, language: Language) -> str:
    return language.say(_ERRORS[type(error)], names=legal_names(error.state))


@_format.register
def _(error: errors.InvitationClosedError, language: Language) -> str:
    if error.match is None or error.match.link is None or error.invitation.invitee_id is None:
        return language.say(_CLOSED[error.invitation.status or "expired"])
    return language.say(
        "This invitation was accepted already. {player} was first; their match is here: {link} See your own"
        " with `/board`.",
        player=mention(error.invitation.invitee_id),
        link=error.match.link,
    )


@_format.register
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


@_format.register
def _(error: errors.ElsewhereError, language: Language) -> str:
    channels = [f"<#{channel_id}>" for channel_id in error.channels]
    return language.say(_ERRORS[type(error)], channels=language.either(channels))


def legal_names(state: State) -> str:
    """Name the legal moves of a state, one after the other."""
    return ", ".join(state.game.name_of(state, action) for action in state.actions())
