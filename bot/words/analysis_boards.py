"""The analysis board: the moves played on it, and what to say of the position."""

from collections.abc import Iterator
from itertools import accumulate

from bot.models import Looked, Match, Variation
from bot.words.advice import format_advice
from bot.words.language import Language, template
from bot.words.lines_of_play import format_line
from bot.words.matches import format_outcome, format_standing
from bot.words.names import format_game, name_seat
from bot.words.ratings import first_help_elsewhere
from bot.words.remarks import format_remarks
from bot.words.values import format_move, order_moves
from engine import Outcome, State

TAKE_BACK, START_OVER = template("Take back"), template("Start over")
OTHER_LINE = template("Other line: {move}")
"""The labels of the buttons below the board."""

_MOST = 600  # characters for the moves, or a phone does not show them at once
_NEWEST = 6  # moves of a line that are named


def format_position(language: Language, looked: Looked) -> str:
    """Say where the board begins, which moves were played, whose turn it is and who wins."""
    help_note = first_help_elsewhere(language) if looked.is_first_help else None
    said = " ".join(_list_sentences(language, looked))
    return "\n".join(filter(None, (_format_title(language, looked.variation), said, help_note)))


def _format_title(language: Language, variation: Variation) -> str:
    title = language.say("Analysis board: {game}", game=format_game(language, variation.start.game.slug))
    return f"### {title}"


def _list_sentences(language: Language, looked: Looked) -> Iterator[str]:
    variation, state, analysis = looked.variation, looked.variation.state, looked.analysis
    if not variation.actions:
        yield _format_start(language, variation.match, variation.start)
    else:
        yield language.say("Your line: {moves}.", moves=_format_newest_moves(language, variation))
    if analysis is None:
        yield _format_game_over(language, state)
        return
    if not variation.whole:
        yield language.say("Press a move to try it out: you play both sides. Green moves are best.")
    yield language.say("{player} is to move.", player=name_seat(language, state.game, state.to_move))
    yield f"**{format_standing(language, analysis, _name_both_seats(language, state))}**"


def _format_newest_moves(language: Language, variation: Variation) -> str:
    *before, last = accumulate(variation.actions, State.successor, initial=variation.start)
    begun = max(len(before) - _NEWEST, 0)
    names = _name_both_seats(language, last)
    return format_line(language, before[begun], variation.actions[begun:], names)


def _format_start(language: Language, match: Match | None, start: State) -> str:
    if match is None:
        return language.say("From the start of the game.")
    first, second = (player.name for player in match.players)
    return language.say(
        "From move {number} of the match of {first} against {second}.",
        number=start.ply + 1,
        first=first,
        second=second,
    )


def explain_position(language: Language, looked: Looked) -> str:
    """Say what to play and why, and who wins."""
    state, analysis = looked.variation.state, looked.analysis
    if analysis is None:
        return _format_game_over(language, state)
    standing = format_standing(language, analysis, _name_both_seats(language, state))
    title = _format_title(language, looked.variation)
    return f"{title}\n**{format_advice(language, analysis)}**\n{standing}"


def list_moves(language: Language, looked: Looked) -> str:
    """Say of each move what it is worth, and why if there is room."""
    analysis = looked.analysis
    if analysis is None:
        return _format_game_over(language, looked.variation.state)
    reasons = format_remarks(language, analysis)
    moves = order_moves(analysis)
    lines = [format_move(language, analysis, move, reasons[move.action]) for move in moves]
    if sum(map(len, lines)) > _MOST:
        lines = [format_move(language, analysis, move, "") for move in moves]
    return "\n".join([_format_title(language, looked.variation), *lines])


def _format_game_over(language: Language, state: State) -> str:
    """Say how the game has ended, and what can be done then."""
    winner = {Outcome.FIRST: 0, Outcome.SECOND: 1}.get(state.outcome or Outcome.DRAW)
    outcome = format_outcome(
        language, state, None if winner is None else _name_both_seats(language, state)[winner]
    )
    return language.say("{outcome} Press Take back to try another move.", outcome=outcome)


def _name_both_seats(language: Language, state: State) -> tuple[str, str]:
    return name_seat(language, state.game, 0), name_seat(language, state.game, 1)
