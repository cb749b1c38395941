"""The state of a match, the values of its positions, and the judgements of its moves."""

from collections.abc import Iterable, Mapping
from typing import Final

import engine
from bot.models import Match, Participant
from bot.words.deadlines import format_deadline
from bot.words.games import get_words
from bot.words.language import Language, template
from bot.words.names import format_game, format_opponent, format_player, format_side
from bot.words.offers import format_offer
from bot.words.values import format_counted, format_value, format_worth
from bot.words.votes import format_open, format_past
from engine import Action, AnalysedMove, Analysis, Judgement, Label, State

# Maxine has no name in a sentence of a player: it says "I".
_SLOWER_WIN = template("[[{player}|I]] played {move}, a slower win: {best} → {value}.")
_QUICKER_LOSS = template("[[{player}|I]] played {move}, a quicker loss: {best} → {value}.")
_SMALLER_WIN = template("[[{player}|I]] played {move}, a smaller win: {best} → {value}.")
_GREATER_LOSS = template("[[{player}|I]] played {move}, a greater loss: {best} → {value}.")
_WIN_LOST = template("[[{player}|I]] played {move} and gave away a win: {best} → {value}.")
_DRAW_LOST = template("[[{player}|I]] played {move} and gave away a draw: {best} → {value}.")
_UNPROVEN = template("[[{player}|I]] played {move}: it is not proven whether anything was better.")
_WORSE_BY_ESTIMATE = template(
    "[[{player}|I]] played {move}, which is worse by my estimate: {best} → {value}."
)
_ONLY_LEGAL = template("[[{player}|I]] played {move}, the only legal move.")
_BEST = template("[[{player}|I]] played {move}, and nothing was better.")
_AS_GOOD_AS_BEST = template("[[{player}|I]] played {move}, and nothing was clearly better.")
_EVEN = 0.15  # an estimate below which no player is called ahead

_VALUE_LOST: Final[Mapping[bool, str]] = {True: _WIN_LOST, False: _DRAW_LOST}
_TIME_LOST: Final[Mapping[bool, str]] = {True: _SLOWER_WIN, False: _QUICKER_LOSS}
_MARGIN_LOST: Final[Mapping[bool, str]] = {True: _SMALLER_WIN, False: _GREATER_LOSS}


def heading(language: Language, match: Match) -> str:
    """Say the game and who plays what, and since when."""
    first, second = (format_opponent(language, match, seat) for seat in (0, 1))
    players = language.say(
        "{first} against {second}[[puzzle?, from a puzzle|number?, from move {number} of another match]]",
        first=first,
        second=second,
        number=match.first_ply + 1 if match.origin is not None else None,
        puzzle=match.origin is not None and match.origin.match_id is None,
    )
    return f"### {format_game(language, match.game_slug)}\n{players}"


def format_status(language: Language, match: Match) -> str:
    """Say what was played last, and whose turn it is, or how it ended."""
    standing = format_end(language, match) if match.is_over else _format_turn(language, match)
    if match.due_at is not None and not match.is_over and match.together is None:
        standing = f"{standing} {format_deadline(language, match)}"
    if match.offer is not None:
        standing = f"{standing}\n{format_offer(language, match, match.offer)}"
    if match.ply > match.first_ply:
        standing = f"{_format_last_turn(language, match)} {standing}"
    if match.together is not None and (past := format_past(language, match, match.together)):
        standing = f"{past}\n{standing}"
    return standing


def format_unkeyed(language: Language, state: State, actions: Iterable[Action]) -> str:
    """Say how to play moves that have no button."""
    names = [state.name_of(action) for action in actions]
    return language.say(
        "There is no room for more buttons: play {names} with `/move`.", names=language.either(names)
    )


def _format_last_turn(language: Language, match: Match) -> str:
    """Say who played last, and all that they played since it was their turn."""
    first = match.ply - 1
    seat = match.state_at(first).to_move
    while first > match.first_ply and match.state_at(first - 1).to_move == seat:
        first -= 1
    names = [match.name_at(ply) for ply in range(first, match.ply)]
    return language.say(
        "{player} played {moves}.", player=match.players[seat].name, moves=language.listed(names)
    )


def _format_turn(language: Language, match: Match) -> str:
    if match.to_move.user_id is None:
        return language.say("Maxine is thinking …")
    if match.together is not None:
        return format_open(language, match, match.together)
    name, side = match.to_move.name, format_side(language, match, match.state.to_move)
    is_again = match.ply > match.first_ply and match.state_at(match.ply - 1).to_move == match.state.to_move
    return language.say(
        "It is {player}'s turn[[again? again]][[ ({side})]].", player=name, side=side, again=is_again
    )


def format_end(language: Language, match: Match) -> str:
    """Say how a match ended."""
    result = _format_ending(language, match)
    if not (match.is_helped and match.is_rated):
        return result
    return language.say("{result} It was played with help.", result=result)


def _format_ending(language: Language, match: Match) -> str:
    if match.ending is None or match.ending.outcome is None:
        return _format_abandonment(language, match)
    if match.ending.manner == "agreement":
        return language.say("**Draw** by agreement.")
    winner = match.winner
    # By the rules of an earlier version Kalah ended at more than half, where by those of today it goes on.
    if winner is not None and not (match.state.is_terminal or match.ending.manner == "rules"):
        loser = match.players[1 - match.players.index(winner)].name
        return language.say(
            "**{player} wins**: {loser} [[late?ran out of time|resigned]].",
            player=winner.name,
            loser=loser,
            late=match.ending.manner == "time",
        )
    return format_outcome(language, match.state, None if winner is None else winner.name)


def _format_abandonment(language: Language, match: Match) -> str:
    if match.ending is not None and match.ending.manner == "stop":
        return language.say("**Ended** by a moderator, without a result.")
    if match.has_left:
        return language.say("**Abandoned**: a player has left.")
    if (match.pace is not None and match.together is None) or match.message_id is None:
        return language.say("**Abandoned**: I could not show this match for a day.")
    return language.say("**Abandoned**, untouched for a week.")


def format_outcome(language: Language, state: State, winner: str | None) -> str:
    """Say how a game ended by its rules."""
    words = get_words(state.game)
    score, ending = words.score(language, state), words.rules.ending
    if winner is None:
        return language.say("**Draw**[[, {score}]].", score=score)
    reason = language.say(ending) if ending else None
    return language.say(
        "**{player} wins**[[, {score}|: {reason}|]].", player=winner, score=score, reason=reason
    )


def format_ply(language: Language, match: Match, ply: int) -> str:
    """Say who played what in the position after so many moves."""
    state = match.state_at(ply)
    player = name_person(match.players[state.to_move])
    return language.say("[[{player}|I]] played {move}.", player=player, move=match.name_at(ply))


def forwarding(language: Language, match: Match) -> str:
    """Say on an old board how its match stands, and where it is shown now."""
    if not match.is_over:
        return language.say("This match goes on [[here: {link}|in a newer message.]]", link=match.link)
    where = language.say("This match is shown [[here now: {link}|in a newer message now.]]", link=match.link)
    return f"{format_status(language, match)}\n{where}"


def format_mover(language: Language, match: Match, analysis: Analysis) -> str:
    """Say who is to move in a position of a match."""
    return language.say("[[{player} is|I am]] to move.", player=name_mover(language, match, analysis))


def name_mover(language: Language, match: Match, analysis: Analysis) -> str | None:
    """Return who is to move in a position of a match, None if it is Maxine."""
    if is_maxine_to_move(match, analysis):
        return None
    return format_player(language, match, analysis.state.to_move)


def is_maxine_to_move(match: Match, analysis: Analysis) -> bool:
    """Whether Maxine is to move in a position of a match."""
    return match.players[analysis.state.to_move].user_id is None


def format_verdict(language: Language, match: Match, analysis: Analysis) -> str:
    """Say what a position of a match is worth to whom."""
    first, second = map(name_person, match.players)
    return format_standing(language, analysis, (first, second))


def name_person(player: Participant) -> str | None:
    """Return what a player is called in a sentence, None if it is Maxine, who says I."""
    return None if player.user_id is None else player.name


def format_standing(language: Language, analysis: Analysis, names: tuple[str | None, str | None]) -> str:
    """Say what a position is worth to whom, by the names of both players, of which Maxine has none."""
    mover, best = analysis.state.to_move, analysis.moves[0]
    if not best.is_proven:
        return _format_leader(language, analysis, names[mover])
    if not engine.proofs.is_settled(analysis):
        return language.say("[[{player}|I]] can hold at least a draw.", player=names[mover])
    if analysis.value == 0:
        return language.say("Best play leads to a draw.")
    winner = names[mover if analysis.value > 0 else 1 - mover]
    if best.margin:
        return language.say(
            "Best play wins for [[{player}|me]][[exact? by|, by about]] {number}.",
            player=winner,
            exact=best.exact,
            number=abs(best.margin),
        )
    if not best.exact:
        return language.say("Best play wins for [[{player}|me]].", player=winner)
    return language.count(
        "Best play wins for [[{player}|me]] in {number} [move|moves].", best.winner_moves, player=winner
    )


def _format_leader(language: Language, analysis: Analysis, player: str | None) -> str:
    """Say which player is estimated to be ahead, in what the game counts, if it counts anything."""
    best = analysis.moves[0]
    if best.margin == 0 or get_words(analysis.state.game).count_estimate(best.value) == 0:
        return language.say("I cannot see the end: the game is about even.")
    if counted := format_counted(language, analysis.state, best):
        return language.say(
            "I cannot see the end: [[{player} is|I am]] {worth}.", player=player, worth=counted
        )
    if abs(best.value) < _EVEN:
        return language.say("I cannot see the end. I think that it is about even.")
    return language.say(
        "I cannot see the end. I think that [[{player} is|I am]]"
        " [[ahead?ahead ({value}, where +1 is a win)|behind ({value}, where -1 is a loss)]].",
        player=player,
        ahead=best.value > 0,
        value=format_value(language, best),
    )


def format_judgement(language: Language, match: Match, analysis: Analysis, action: Action) -> str:
    """Say who played an action in a position of a match, and what it gave away."""
    judgement = engine.judge(analysis, action)
    state, best, move = analysis.state, judgement.best, judgement.move
    is_best = action in analysis.best or best.value == move.value == 0
    verdict = _BEST if is_best else _compared(judgement)
    return language.say(
        _ONLY_LEGAL if len(analysis.moves) == 1 else verdict,
        player=name_person(match.players[state.to_move]),
        move=state.name_of(action),
        best=format_worth(language, state, best),
        value=format_worth(language, state, move),
    )


def is_comparable(one: AnalysedMove, other: AnalysedMove) -> bool:
    """Whether it is known which of two moves is better whose values are proven, or that they are as good."""
    return one.value != other.value or (one.exact and other.exact)


def _compared(judgement: Judgement) -> str:
    """Return the template for a move that is not among the best."""
    best, move = judgement.best, judgement.move
    if judgement.label is Label.UNPROVEN:
        return _UNPROVEN
    if best.is_proven and move.is_proven and is_comparable(best, move):
        lost = _TIME_LOST if move.margin is None else _MARGIN_LOST
        return (lost if best.value == move.value else _VALUE_LOST)[best.value > 0]
    is_as_good = f"{best.value:+z.1f}" == f"{move.value:+z.1f}"
    return _AS_GOOD_AS_BEST if is_as_good else _WORSE_BY_ESTIMATE


def question_to_resign(language: Language, match: Match, user_id: int) -> str:
    """Say which match it is, how it stands, and who wins if the person resigns."""
    warning = language.say("If you resign, {player} wins.", player=_opponent(match, user_id))
    return f"{heading(language, match)}\n{format_status(language, match)}\n**{warning}**"


def confirmation_of_resigning(language: Language, match: Match, user_id: int) -> str:
    """Say that the match is lost now."""
    return language.say("You resigned: {player} wins.", player=_opponent(match, user_id))


def confirmation_of_playing(language: Language, match: Match, user_id: int) -> str:
    """Say which move a player has made last."""
    seat = match.seat_of(user_id)
    ply = (match.last_ply_of(seat) or 0) if seat is not None else 0
    name = match.name_at(ply)
    return language.say("You played {move}.", move=name)


def confirmation_of_playing_on(language: Language) -> str:
    """Say that the match goes on."""
    return language.say("You play on.")


def _opponent(match: Match, user_id: int) -> str:
    return match.players[1 if match.seat_seen_by(user_id) == 0 else 0].name
