"""What was wrong with what somebody asked, and what to do instead."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import TYPE_CHECKING

from bot import errors
from bot.errors import PlayerError, Refusal
from bot.rendering.views import get_view
from bot.words.characters import format_levels
from bot.words.faults import format_unknown_name
from bot.words.language import Language, template
from bot.words.matches import format_status
from bot.words.names import (
    format_difficulty,
    format_game,
    format_level,
    format_theme_name,
    mention,
)

if TYPE_CHECKING:
    from engine import State

_PLAIN = {
    errors.StaleHintError: template(
        "The match has moved on since this hint. `/hint` gives one for the position as it is now."
    ),
    errors.MatchOverError: template("This match is over. `/challenge` starts a new one."),
    errors.EarlyRematchError: template("This match is still running; a rematch can follow when it is over."),
    errors.NoMatchError: template(
        "There has been no match in this channel yet. Start one with `/challenge`."
    ),
    errors.NoRunningMatchError: template(
        "You have no running match in this channel. Start one with `/challenge`."
    ),
    errors.NoFinishedMatchError: template(
        "No match has ended in this channel yet. Start one with `/challenge`."
    ),
    errors.NothingToExplainError: template(
        "You have no running match here, and none has ended yet. Press Explain on a board, or start a match"
        " with `/challenge`."
    ),
    errors.RematchInvitedError: template(
        "An invitation to the rematch is out already in this channel, to be accepted there. If it is gone,"
        " use `/challenge`."
    ),
    errors.UnknownButtonError: template(
        "This button no longer exists. `/board` shows your match; `/help` the commands."
    ),
    errors.OfferedAlreadyError: template(
        "You have asked this already. You can ask it again when both of you have moved."
    ),
    errors.NothingToTakeBackError: template("You have not moved yet, so there is nothing to take back."),
    errors.EarlyDrawError: template(
        "Let us play a little first: offer me a draw again when each of us has moved twice."
    ),
    errors.DrawDeclinedError: template("No draw for now: I would rather play on. It is your turn."),
    errors.NotModeratorError: template(
        "Only moderators, who may manage messages in this channel, can end a match. Your own you can give up"
        " with `/resign`."
    ),
    errors.NoBoardError: template(
        "This message shows no match that I could explain. Choose a message with a board of mine, or use"
        " `/explain`."
    ),
    errors.ForgottenMatchError: template(
        "This button belongs to a match I no longer know. Start a new one with `/challenge`."
    ),
    errors.ForgottenInvitationError: template(
        "This invitation is one I no longer know. Send a new one with `/challenge`."
    ),
    errors.ForgottenPuzzleError: template(
        "This puzzle is one I no longer know. `/puzzle` gives you a new one."
    ),
    errors.SelfChallengeError: template(
        "You cannot challenge yourself. Leave `opponent` out to play against me."
    ),
    errors.LonelyChallengeError: template(
        "Nobody but me can see this direct message, so nobody could accept. Use `/challenge` with `open` in a"
        " server channel, or without `open` to play against me."
    ),
    errors.UnclearChallengeError: template(
        "An open challenge is for whoever accepts it first. Leave `opponent` out, or leave `open` out."
    ),
    errors.SelfBlockError: template("You cannot block yourself: you cannot challenge yourself either."),
    errors.BotChallengeError: template("Other bots do not play. Leave `opponent` out to play against me."),
    errors.ForgottenTournamentError: template(
        "This button belongs to a tournament I do not know. `/tournament show` shows the one here."
    ),
    errors.NoTournamentError: template(
        "There has been no tournament in this channel yet. Open one with `/tournament create`."
    ),
    errors.HomelessTournamentError: template(
        "A tournament needs me as a member of the server, so that I can post its boards. Ask whoever runs"
        " the server to invite me."
    ),
    errors.OpenTournamentError: template(
        "There is a tournament in this channel already: `/tournament show`. When it is over, another can be"
        " opened."
    ),
    errors.MutedTournamentError: template(
        "I may not post messages in this channel, and a tournament needs me to. Whoever runs the server can"
        " allow me to view it and to send messages here."
    ),
    errors.UnstoppableTournamentError: template(
        "Only somebody who may manage messages here can call off a tournament that has begun."
    ),
    errors.TournamentBegunError: template("This tournament has begun, and who plays in it is settled."),
    errors.TournamentOverError: template("This tournament is over. `/tournament create` opens a new one."),
    errors.TournamentChangedError: template("Somebody else was faster. Please try again."),
    errors.EnteredAlreadyError: template("You take part already."),
    errors.NotEnteredError: template("You take no part in this tournament."),
    errors.BotProfileError: template(
        "Bots have no profile and no matches with people here. Name a person, or leave `user` out."
    ),
    errors.HiddenPersonError: template("There is nothing to see here."),
    errors.SamePersonError: template(
        "Nobody plays against themselves. Name two players, `user` and `other`."
    ),
    errors.NotYourPuzzleError: template(
        "This puzzle is somebody else's. `/puzzle` gives you one of your own."
    ),
    errors.NoOwnErrorsError: template(
        "I have found no error of yours yet that makes a puzzle. Play a match with `/challenge`, and I make"
        " puzzles of what goes wrong in it."
    ),
    errors.OwnErrorsSolvedError: template(
        "You have solved all the puzzles from your newest matches. Play another with `/challenge`, or take"
        " one of mine with `/puzzle`."
    ),
    errors.NoResultError: template("There is no result to share: solve the puzzle of `/daily` on its day."),
    errors.SharedAlreadyError: template(
        "This result is shared here already, or on its way. If it does not appear, press Share again in half"
        " a minute."
    ),
    errors.AnalysisError: template("I could not work this position out. Please try again later."),
    errors.OfflineError: template("I am going offline. Please ask again when I am back."),
    errors.UnclearMoveError: template(
        "I could not work that out in time, so nothing has changed. Please press again, or try another move."
    ),
    errors.UnclearSolutionError: template(
        "I could not work that out in time, so nothing has changed. Please press again."
    ),
    errors.RunningArenaError: template(
        "One arena at a time: wait until the one that is being played has come to its end."
    ),
    errors.ManyQuestionsError: template(
        "You have asked me several things at once, and I answer the newest of them. When I have, please ask"
        " this again."
    ),
    errors.LargeTreeError: template(
        "I draw a tree only where the end of the game is near and certain: this tree would be too big. Leave"
        " `tree` out, or ask nearer the end of a match."
    ),
    errors.LeftOpponentError: template(
        "Whom you played against has had everything about them deleted. Challenge somebody else with"
        " `/challenge`."
    ),
    errors.NoManagerError: template(
        "Only those who may manage this server can change its settings. Ask one of them to use `/settings`."
    ),
    errors.StaleSettingsError: template(
        "Somebody else is changing the settings just now. Nothing was changed; please try again."
    ),
    errors.ReplyError: template(
        "I could not make my move just now. Nothing is lost: `/board` lets me try again."
    ),
    errors.ChangedCommandError: template("This command has just changed. Please try again in a moment."),
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
    return language.say(_PLAIN[type(error)])


@_format.register
def _(error: errors.StorageError, language: Language) -> str:
    return format_storage_refusal(language, error.refusal)


@_format.register
def _(error: errors.NotOwnerError, language: Language) -> str:
    return language.say(
        "Only {player}, who has opened the tournament, can do that.", player=mention(error.owner_id)
    )


@_format.register
def _(error: errors.FewEntrantsError, language: Language) -> str:
    return language.count(
        "A tournament needs {number} player.", "A tournament needs {number} players.", error.least
    )


@_format.register
def _(error: errors.FullTournamentError, language: Language) -> str:
    return language.count(
        "The tournament is full: {number} player takes part.",
        "The tournament is full: {number} players take part.",
        error.most,
    )


@_format.register
def _(error: errors.NotYourTurnError, language: Language) -> str:
    mover = error.match.to_move.name
    return language.say("It is not your turn. Please wait until {player} has moved.", player=mover)


@_format.register
def _(error: errors.NotYourMatchError, language: Language) -> str:
    first, second = error.match.players
    return language.say(
        "This match is between {first} and {second}. Start your own with `/challenge`.",
        first=first.name,
        second=second.name,
    )


@_format.register
def _(error: errors.NotAskedError, language: Language) -> str:
    return language.say(
        "This question is for {player}. If you want to resign, use `/resign`.", player=mention(error.asked_id)
    )


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
def _(error: errors.StillRunningError, language: Language) -> str:
    first, second = error.match.players
    return language.say(
        "The match of {first} against {second} is still running. I review it when it is over.",
        first=first.name,
        second=second.name,
    )


@_format.register
def _(error: errors.RematchBegunError, language: Language) -> str:
    if error.match.link is None:
        return language.say("The rematch has begun already. `/board` shows it.")
    return language.say(
        "The rematch has begun already. `/board` shows it. It is here: {link}", link=error.match.link
    )


@_format.register
def _(error: errors.PlayedOnError, language: Language) -> str:
    if error.match.link is None:
        return language.say(
            "You are playing on from this position already. `/board` in its channel shows that match."
        )
    return language.say("You are playing on from this position already, here: {link}", link=error.match.link)


@_format.register
def _(error: errors.IllegalMoveError, language: Language) -> str:
    match = error.match
    if get_view(match.game).is_shown_by_keys:
        return language.say(
            "This cell is taken. The legal moves are {names}.", names=legal_names(match.state)
        )
    return language.say(
        "This move is not legal. The legal moves are {names}.", names=legal_names(match.state)
    )


@_format.register
def _(error: errors.UnknownMoveError, language: Language) -> str:
    return format_unknown_name(language, error.match.game, error.unknown)


@_format.register
def _(error: errors.UnknownPlyError, language: Language) -> str:
    first, second = error.match.players
    players, last = {"first": first.name, "second": second.name}, error.match.ply
    if last == error.match.first_ply:
        if error.match.is_over:
            return language.say(
                "The match of {first} against {second} has no moves; leave `ply` out.", **players
            )
        return language.say(
            "The match of {first} against {second} has no moves yet; leave `ply` out.", **players
        )
    if error.match.origin is not None:
        return language.say(
            "The match of {first} against {second} has the moves {begun} to {last}; choose `ply` from these.",
            begun=error.match.first_ply + 1,
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
def _(error: errors.CheatingError, language: Language) -> str:
    first, second = error.match.players
    return language.say(
        "While {first} and {second} play, I keep my thoughts to myself. Ask again when their match is over.",
        first=first.name,
        second=second.name,
    )


@_format.register
def _(error: errors.OfferStandsError, language: Language) -> str:
    return language.say(
        "Something is offered already: {player} has to answer first, on the board.",
        player=error.answerer.name,
    )


@_format.register
def _(error: errors.NotYourOfferError, language: Language) -> str:
    return language.say(
        "{player} has to answer this. Your offer ends by itself with the next move.",
        player=error.answerer.name,
    )


@_format.register
def _(error: errors.NotMovedError, language: Language) -> str:
    return language.say(
        "{player} has to press this, who must be able to see this channel.", player=error.other.name
    )


@_format.register
def _(error: errors.NotStoppedError, language: Language) -> str:
    if error.match.link is None:
        return language.say("This match stays where it is, as I can show it there.")
    return language.say("This match stays where it is, as I can show it there: {link}", link=error.match.link)


@_format.register
def _(error: errors.UnknownMatchError, language: Language) -> str:
    return language.say(
        "I know no match #{number} here. Pick one that is suggested as you type, or leave `match` out.",
        number=error.match_id,
    )


@_format.register
def _(error: errors.UnknownGameError, language: Language) -> str:
    return language.say(
        "There is no game “{value}”. Choose one of these: {known}.",
        value=error.value,
        known="; ".join(format_game(language, value) for value in error.known),
    )


@_format.register
def _(error: errors.UnknownLevelError, language: Language) -> str:
    return language.say(
        "There is no level “{value}”. Choose one of these: {known}.",
        value=error.value,
        known=format_levels(language, error.known),
    )


@_format.register
def _(error: errors.StrangeGameError, language: Language) -> str:
    return language.say(
        "{character} does not know {game}. Choose one of these: {known}.",
        character=format_level(language, error.value),
        game=format_game(language, error.game_slug),
        known=format_levels(language, error.known),
    )


@_format.register
def _(error: errors.ManyArenasError, language: Language) -> str:
    return language.say(
        "{number} arenas are being played here already. Try again when one of them has come to its end.",
        number=error.most,
    )


@_format.register
def _(error: errors.UnknownDifficultyError, language: Language) -> str:
    return language.say(
        "There is no difficulty “{value}”. Choose one of these: {known}.",
        value=error.value,
        known=", ".join(format_difficulty(language, value) for value in error.known),
    )


@_format.register
def _(error: errors.UnknownThemeError, language: Language) -> str:
    return language.say(
        "There is no theme “{value}”. Choose one of these: {known}.",
        value=error.value,
        known=", ".join(format_theme_name(language, value) for value in error.known),
    )


@_format.register
def _(error: errors.IllegalPuzzleMoveError, language: Language) -> str:
    return language.say(
        "This move is not legal. The legal moves are {names}.", names=legal_names(error.state)
    )


@_format.register
def _(error: errors.OutsideOpponentError, language: Language) -> str:
    return language.say(
        "{player} is not on this server and could not answer, so I sent no invitation.",
        player=mention(error.opponent_id),
    )


@_format.register
def _(error: errors.BlindOpponentError, language: Language) -> str:
    return language.say(
        "{player} cannot see this channel and could not answer, so I sent no invitation. Challenge them in"
        " one that both of you can see.",
        player=mention(error.opponent_id),
    )


@_format.register
def _(error: errors.TimedOutOpponentError, language: Language) -> str:
    return language.say(
        "{player} is timed out on this server and could not answer, so I sent no invitation. You can"
        " challenge them {when}.",
        player=mention(error.opponent_id),
        when=f"<t:{math.ceil(error.until)}:R>",
    )


@_format.register
def _(error: errors.AbsentOpponentError, language: Language) -> str:
    return language.say(
        "{player} cannot see this direct message, so I sent no invitation. Use `/challenge` in a server"
        " channel that both of you can see, or, if you have added me to your apps, in a direct message or"
        " group with {player}.",
        player=mention(error.opponent_id),
    )


@_format.register
def _(error: errors.ManyInvitationsError, language: Language) -> str:
    return language.say(
        "You have sent {number} invitations in the last hour that nobody has accepted, so I did not send"
        " another. Wait until somebody accepts one, or for an hour. Against me you can play now: use"
        " `/challenge` without `opponent`.",
        number=error.most,
    )


@_format.register
def _(error: errors.BlockedError, language: Language) -> str:
    return language.say("{player} takes no challenges from you just now.", player=mention(error.user_id))


@_format.register
def _(error: errors.BlockingError, language: Language) -> str:
    return language.say(
        "You block the challenges of {player}. If you want to play each other, use `/unblock` first.",
        player=mention(error.user_id),
    )


@_format.register
def _(error: errors.DeclinedError, language: Language) -> str:
    return language.say(
        "{player} has declined, so do not ask again just yet. You can challenge them {when}.",
        player=mention(error.user_id),
        when=f"<t:{math.ceil(error.until)}:R>",
    )


@_format.register
def _(error: errors.PesteredError, language: Language) -> str:
    return language.say(
        "{number} challenges wait for the answer of {player} already, so I did not send another. Try again"
        " when they have answered.",
        number=error.waiting,
        player=mention(error.user_id),
    )


@_format.register
def _(error: errors.LongLineError, language: Language) -> str:
    return language.say(
        "This line has {number} moves, and I cannot keep a longer one. Press Take back, or Start over.",
        number=error.length,
    )


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


def legal_names(state: State) -> str:
    """Name the legal moves of a state, one after the other."""
    return ", ".join(state.game.name_of(state, action) for action in state.actions())


@_format.register
def _(error: errors.ElsewhereError, language: Language) -> str:
    channels = [f"<#{channel_id}>" for channel_id in error.channels]
    return language.say("On this server, matches begin in {channels}.", channels=language.either(channels))
