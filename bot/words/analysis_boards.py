"""The analysis board: the moves played on it, and what to say of the position."""

from collections.abc import Iterator

from bot.models import Looked, Match, Variation
from bot.words.advice import format_advice
from bot.words.language import Language, template
from bot.words.lines_of_play import format_line
from bot.words.matches import format_outcome, format_standing
from bot.words.move_groups import format_groups
from bot.words.names import format_game, name_seat
from bot.words.ratings import first_help_elsewhere
from bot.words.remarks import format_remarks
from bot.words.values import format_move, order_moves
from engine import Analysis, Outcome, State

TAKE_BACK, START_OVER = template("Take back"), template("Start over")
OTHER_LINE = template("Other line: {move}")
"""The labels of the buttons below the board."""

_MOST = 2_500  # characters for the moves, of the 4,000 in a message


def heading(language: Language, variation: Variation) -> str:
    """Say what the board is, where it begins, which moves were played, and whose turn it is."""
    title = language.say("Analysis board: {game}", game=format_game(language, variation.start.game.slug))
    return "\n".join([f"### {title}", " ".join(_list_heading_sentences(language, variation))])


def _list_heading_sentences(language: Language, variation: Variation) -> Iterator[str]:
    start, state = variation.start, variation.state
    yield _format_start(language, variation.match, start)
    if variation.actions:
        line = format_line(language, start, variation.actions, _name_both_seats(language, start))
        yield language.say("Your line: {moves}.", moves=line)
    else:
        yield language.say("Press a move to try it out: you play both sides.")
    if not state.is_terminal:
        yield language.say("{player} is to move.", player=name_seat(language, state.game, state.to_move))


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


def format_position(language: Language, looked: Looked, *, is_full: bool = False) -> str:
    """Say what to play and why, and what the moves are worth, or how the game has ended.

    The moves are in groups, or if it `is_full` each has a line of its own.
    """
    return "\n".join(_list_position_lines(language, looked, is_full=is_full))


def _list_position_lines(language: Language, looked: Looked, *, is_full: bool) -> Iterator[str]:
    state, analysis = looked.variation.state, looked.analysis
    if looked.is_first_help:
        yield first_help_elsewhere(language)
    if analysis is None:
        yield _format_game_over(language, state)
        return
    yield f"**{format_advice(language, analysis)}**"
    yield format_standing(language, analysis, _name_both_seats(language, analysis.state))
    yield from (_format_every_move if is_full else format_groups)(language, analysis)


def _format_every_move(language: Language, analysis: Analysis) -> list[str]:
    """Say of each move what it is worth and why; where there is no room, why only of the best ones."""
    reasons = format_remarks(language, analysis)
    moves = order_moves(analysis)
    lines = [format_move(language, analysis, move, reasons[move.action]) for move in moves]
    if sum(map(len, lines)) <= _MOST:
        return lines
    return [
        line if move.action in analysis.best else format_move(language, analysis, move, "")
        for move, line in zip(moves, lines, strict=True)
    ]


def _format_game_over(language: Language, state: State) -> str:
    """Say how the game has ended, and what can be done then."""
    winner = {Outcome.FIRST: 0, Outcome.SECOND: 1}.get(state.outcome or Outcome.DRAW)
    outcome = format_outcome(
        language, state, None if winner is None else _name_both_seats(language, state)[winner]
    )
    return language.say("{outcome} Press Take back to try another move.", outcome=outcome)


def _name_both_seats(language: Language, state: State) -> tuple[str, str]:
    return name_seat(language, state.game, 0), name_seat(language, state.game, 1)
