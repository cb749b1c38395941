"""The sentences for the reasons of refusals, and what to do instead."""

from bot.errors import Reason
from bot.words.language import Plural, template

REASONS = {
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
    Reason.STOPPED_REMATCH: template(
        "A moderator stopped this match. A rematch can follow a day after that."
    ),
    Reason.PLAYED_ON: template(
        "You are playing on from this position already. `/board` in its channel shows that match."
    ),
    Reason.CHEATING: template(
        "While {first} and {second} play, I keep my thoughts to myself. Ask again when their match is over."
    ),
    Reason.VOTING: template(
        "While the channel votes I keep my thoughts to myself. After each vote I tell everybody what it was"
        " worth, and when the match is over you can ask me anything about it."
    ),
    Reason.NOT_OPENER: template("Only whoever started this match of the channel can do that."),
    Reason.OPENER_GONE: template(
        "The member who started this match of the channel has left. Members who have voted in two of its"
        " rounds can do that now."
    ),
    Reason.BLOCKED_VOTER: template(
        "{player} takes no votes from you just now. Start your own match with `/challenge`."
    ),
    Reason.NO_VOTES: template("Nobody has voted yet. Press the move that you want to be played."),
    Reason.HOMELESS_VOTE: template(
        "To let a whole channel play I must be a member of the server, and may view this channel and send"
        " messages in it. Ask whoever runs the server for that."
    ),
    Reason.OPPONENT_OF_CHANNEL: template(
        "With `together` the whole channel plays against me. Leave `opponent` and `open` out."
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
    Reason.NO_BOARD: template(
        "This message shows no match that I could explain. Choose a message with a board of mine, or use"
        " `/explain`."
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
        "{player} has declined, so do not ask again just yet: you can challenge them from {time} on."
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
    Reason.UNCLEAR_TIME: template(
        "I do not understand this time. Write one within the next seven days, as `in 2 hours`, `in 3 days`,"
        " `20:30` or `8 pm`. Times of a clock are those of the server's time zone, or UTC if it has none."
    ),
    Reason.FAR_TIME: template("This time must be one that is yet to come, within the next seven days."),
    Reason.LONELY_TIME: template("`at` is for matches of the whole channel: use it with `together`."),
    Reason.OPEN_PLAN: template(
        "A match of this channel is planned already. When it has begun, or was called off, another can be."
    ),
    Reason.FORGOTTEN_PLAN: template("This button belongs to a match I do not know. Plan a new one."),
    Reason.NOT_PLANNER: template("Only {player}, who has planned the match, can do that, or a moderator."),
    Reason.PLAN_BEGUN: template("This match has begun already, or was called off."),
    Reason.FORGOTTEN_RACE: template("This button belongs to a race I do not know. `/race` begins a new one."),
    Reason.OPEN_RACE: template("Another race of this channel has just begun. `/race` posts it again."),
    Reason.LEFT_RACE: template(
        "You have deleted everything about you since you began this race, and nobody begins a race twice."
        " The next one is open to you."
    ),
    Reason.LEFT_DAY: template(
        "You have deleted everything about you since you began this day's puzzle, and nobody begins it twice."
        " There is another one each day, from midnight (UTC) on."
    ),
    Reason.RACE_OVER: template(
        "This race is over. `/race` begins another, and `/puzzle` gives you a puzzle of your own."
    ),
    Reason.NOT_STARTER: template("Only {player}, who has begun the races, can do that, or a moderator."),
    Reason.NOT_WEEKLY: template(
        "These races were stopped, or the next has begun. Press this button below the newest one, when it is"
        " over."
    ),
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
        " challenge them from {time} on."
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
    Reason.NOTHING_FAILED: template(
        "No such puzzle waits for another try of yours. `/puzzle` gives you a new one."
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
    Reason.UNKNOWN_ZONE: template(
        "I do not know this time zone. Write one such as `Europe/Berlin`; `/settings` with `timezone`"
        " suggests some as you type."
    ),
    Reason.UNKNOWN_REQUEST: template(
        "I cannot answer this kind of request yet. `/help` shows all that I can do."
    ),
    Reason.NO_MANAGER: template(
        "Only those who may manage this server can change its settings. Ask one of them to use `/settings`."
    ),
    Reason.STALE_SETTINGS: template(
        "Somebody else is changing the settings just now. Nothing was changed; please try again."
    ),
}
LINKED = {
    Reason.REMATCH_BEGUN: template("The rematch has begun already. `/board` shows it. It is here: {link}"),
    Reason.PLAYED_ON: template("You are playing on from this position already, here: {link}"),
    Reason.NOT_STOPPED: template("This match stays where it is, as I can show it there: {link}"),
}
"""The sentences where the match has a board to link to."""

COUNTED = {
    Reason.FEW_ENTRANTS: Plural("A tournament needs {number} [player|players]."),
    Reason.FULL_TOURNAMENT: Plural("The tournament is full: {number} [player takes|players take] part."),
}
