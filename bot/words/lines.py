"""Lines of play, numbered as the match is, with who plays what: `13. 4 (you) 4 2 (you) 2 …`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.words.games import get_words
from bot.words.language import template
from bot.words.names import format_player
from bot.words.values import REPLIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.models import Match
    from bot.words.language import Language, Reader
    from engine import Action, AnalysedMove, State

_BEST_PLAY, _LOOKED_AT = template("Best play: {moves}"), template("What I looked at: {moves}")


class Marked(NamedTuple):
    """Whose moves are marked in a line of play, and what they are called there (None: you)."""

    seat: int
    name: str | None = None


def mark_reader(reader: Reader, match: Match, seat: int) -> Marked:
    """Mark the reader's own moves; for who does not play in the match, those of a seat by its name."""
    own = None if reader.user_id is None else match.seat_of(reader.user_id)
    if own is not None:
        return Marked(own)
    return Marked(seat, get_words(match.game).name_side(reader.language, seat) or match.players[seat].name)


def name_players(reader: Reader, match: Match) -> tuple[str | None, str | None]:
    """Return what the players are called to a reader, None where it is the reader."""
    first, second = (_name_player(reader, match, seat) for seat in (0, 1))
    return first, second


def _name_player(reader: Reader, match: Match, seat: int) -> str | None:
    is_own = reader.user_id is not None and match.players[seat].user_id == reader.user_id
    return None if is_own else format_player(reader.language, match, seat)


def say_play(reader: Reader, match: Match, state: State, move: AnalysedMove) -> Iterator[str]:
    """Name the moves that prove what a move is worth, or that were looked at for an estimate, if any."""
    if len(move.line) > 1:
        said = _BEST_PLAY if move.exact else _LOOKED_AT
        yield reader.language.say(said, moves=format_play(reader, match, state, move))


def format_play(
    reader: Reader, match: Match, state: State, move: AnalysedMove, replies: int = REPLIES
) -> str:
    """Name a move of a state of a match, and so many of those that follow it."""
    shown = move.line[: replies + 1]
    goes_on = len(shown) < max(len(move.line), move.distance if move.exact else 0)
    marked = mark_reader(reader, match, state.to_move)
    return format_line(reader.language, state, shown, marked, goes_on=goes_on)


def format_line(
    language: Language, state: State, actions: Sequence[Action], marked: Marked, *, goes_on: bool = False
) -> str:
    """Name the moves of a line of play that begins in a state."""
    number = language.say("{number}.", number=state.ply + 1)
    names = " ".join(_name_moves(language, state, actions, marked))
    return f"{number} {names}{' …' if goes_on else ''}"


def _name_moves(language: Language, state: State, actions: Sequence[Action], marked: Marked) -> Iterator[str]:
    for action in actions:
        name = state.game.name_of(state, action)
        yield _mark(language, name, marked) if state.to_move == marked.seat else name
        state = state.successor(action)


def _mark(language: Language, name: str, marked: Marked) -> str:
    if marked.name is None:
        return language.say("{move} (you)", move=name)
    return language.say("{move} ({player})", move=name, player=marked.name)
