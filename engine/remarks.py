"""Why an action is good or bad, in facts that are true by construction."""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from engine.tactics import ends_in_zugzwang, safe_moves, threats_made, threats_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_MOST_REMARKS = 3


class Kind(Enum):
    """What is remarked; a game defines kinds of its own in a subclass beside its rules."""


class General(Kind):
    """What may be remarked in any game; "with" says which actions the remark carries."""

    WINS = auto()
    """Wins at once."""
    LOSES = auto()
    """Ends the game and loses it."""
    BLOCKS_WIN = auto()
    """Takes from the opponent an action that would have won at once."""
    THREATENS = auto()
    """Threatens to win with one action, besides those that threatened to before."""
    FORKS = auto()
    """Threatens likewise with more than one action."""
    FORESTALLS_FORK = auto()
    """Keeps the opponent, who threatens nothing, from making two threats at once."""
    LETS_WIN = auto()
    """Lets the opponent win next with any of these replies, though another action would not."""
    STILL_LOSES = auto()
    """The opponent wins next with any of these replies, as after every action."""
    IGNORES_THREATS = auto()
    """Leaves the opponent these replies, which threatened to win before."""
    LETS_FORK = auto()
    """Lets the opponent make two threats with this reply, and so win."""
    STILL_FORKED = auto()
    """The opponent makes two threats with this reply, where every action loses."""
    LETS_FORCE_WIN = auto()
    """Lets the opponent win in the end, starting with this reply."""
    ONLY_LEGAL = auto()
    """No other action is legal."""
    ONLY_WIN = auto()
    """No other action wins."""
    ONLY_DRAW = auto()
    """No other action holds the draw, and none wins."""
    ONLY_SAFE = auto()
    """Every other action loses at once or to the opponent's next, as far as is known."""
    GIVES_WIN_AWAY = auto()
    """Another action wins."""
    GIVES_DRAW_AWAY = auto()
    """Another action holds the draw, and this one loses."""
    HOLDS_OUT_LONGEST = auto()
    """Every action loses, and some lose sooner."""
    LOSES_SOONER = auto()
    """Every action loses, and some hold out longer."""
    EVERY_MOVE_LOSES = auto()
    """Every action loses equally late."""
    DRAWS = auto()
    """Ends the game in a draw."""
    LEAVES_NO_SAFE_REPLY = auto()
    """Every reply loses at once or to the next action, though nothing need be threatened."""
    LEAVES_ONE_SAFE_REPLY = auto()
    """Every reply but this one does."""
    WINS_BY_ZUGZWANG = auto()
    """Best play ends with an opponent whom nothing threatens, but who has to move."""
    LOSES_BY_ZUGZWANG = auto()
    """Best play ends so for the player of the action."""


class Remark(NamedTuple):
    """One fact about an action; what its fields stand for follows from its kind.

    `actions` are replies, or what the player threatens to do next, which of `besides` was true before.
    `cells` are numbered as the game does.
    """

    kind: Kind
    actions: tuple[Action, ...] = ()
    number: int = 0
    besides: tuple[Action, ...] = ()
    cells: tuple[int, ...] = ()


def remarks(analysis: Analysis) -> dict[Action, tuple[Remark, ...]]:
    """Return up to three remarks on each legal action, the weightiest first; none if none is of use.

    What they state of the outcome follows from exact values, all else from the rules alone.
    """
    return {move.action: tuple(islice(_remarks(analysis, move), _MOST_REMARKS)) for move in analysis.moves}


def principal_variation(state: State, move: AnalysedMove) -> tuple[str, ...]:
    """Return the names of a move of this state and of the best play after it, as far as that is known.

    They prove what the move is worth, or are what was looked at for an estimate.
    """
    names = []
    for action in move.line:
        names.append(state.game.name_of(state, action))
        state = state.successor(action)
    return tuple(names)


def _remarks(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Yield all there is to remark on a move, the weightiest first."""
    state, action = analysis.state, move.action
    if move.wins_at_once:
        yield Remark(General.WINS)
        return
    if action in state.game.threats(state, 1 - state.to_move):
        yield Remark(General.BLOCKS_WIN)
    if move.loses_next:  # so what else it does hardly matters
        yield from _losses(analysis, move)
        yield from _comparison(analysis, move)
        yield from _threats(state, action)
        return
    yield from _threats(state, action)
    yield from _losses(analysis, move)
    explained = tuple(state.game.explain(analysis, move))
    yield from explained
    yield from _comparison(analysis, move)
    if not move.exact or move.value > -1:
        yield from _replies(state, action)
    if ends_in_zugzwang(state, move):
        yield Remark(General.WINS_BY_ZUGZWANG if move.value > 0 else General.LOSES_BY_ZUGZWANG)
    yield from (remark for remark in state.game.remarks(state, action) if remark not in explained)


def _threats(state: State, action: Action) -> Iterator[Remark]:
    """Tell what the player of the action threatens after it."""
    new, old = threats_made(state, action)
    if new:
        yield Remark(General.THREATENS if len(new) == 1 else General.FORKS, new, besides=old)


def _losses(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell how the opponent wins."""
    after = analysis.state.successor(move.action)
    if after.is_terminal:
        if move.value < 0:
            yield Remark(General.LOSES)
    elif after.to_move == analysis.state.to_move:
        return  # who moves again has yet to let the opponent win
    elif winning := after.game.wins(after.position):
        yield Remark(_loss_to_reply(analysis, move.action, winning), tuple(sorted(winning)))
    elif move.exact and move.value == -1 and len(move.line) > 1:
        yield from _forced_loss(analysis, move.action, move.line[1])


def _loss_to_reply(analysis: Analysis, action: Action, winning: Sequence[Action]) -> Kind:
    """Tell whether what the opponent wins with next was threatened before."""
    threatened = analysis.state.game.threats(analysis.state, 1 - analysis.state.to_move)
    if all(other.loses_next for other in analysis.moves):
        return General.STILL_LOSES
    if action in threatened or not set(winning) <= set(threatened):
        return General.LETS_WIN
    return General.IGNORES_THREATS


def _forced_loss(analysis: Analysis, action: Action, reply: Action) -> Iterator[Remark]:
    """Tell with which reply the opponent goes on to win."""
    is_lost = analysis.value == -1
    if len(threats_of(analysis.state.successor(action), reply)) > 1:
        yield Remark(General.STILL_FORKED if is_lost else General.LETS_FORK, (reply,))
    elif not is_lost:
        yield Remark(General.LETS_FORCE_WIN, (reply,))


def _comparison(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell what sets the move apart from the others."""
    best, values = analysis.moves[0], [other.value for other in analysis.moves]
    if len(values) == 1:
        yield Remark(General.ONLY_LEGAL)
    elif analysis.exact and best.value == -1:
        yield from _delay(analysis, move)
    elif analysis.exact and move.value == best.value:
        if values.count(best.value) == 1:
            yield Remark(General.ONLY_WIN if best.value == 1 else General.ONLY_DRAW)
    elif best.exact and move.exact and move.value < best.value:
        if best.value == 1 or not move.loses_next:
            yield Remark(General.GIVES_WIN_AWAY if best.value == 1 else General.GIVES_DRAW_AWAY)
    elif move.action in analysis.best and sum(not other.loses_next for other in analysis.moves) == 1:
        yield Remark(General.ONLY_SAFE)


def _delay(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell of a lost position's move whether others lose sooner."""
    if move.action not in analysis.best:
        if not move.loses_next:
            yield Remark(General.LOSES_SOONER)
    elif len(analysis.best) < len(analysis.moves):
        yield Remark(General.HOLDS_OUT_LONGEST)
    elif not move.loses_next:
        yield Remark(General.EVERY_MOVE_LOSES)


def _replies(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the opponent, who cannot win at once, has any choice."""
    after, game = state.successor(action), state.game
    if after.is_terminal:
        if not after.utility and len(state.actions()) > 1:
            yield Remark(General.DRAWS)
        return
    if after.to_move == state.to_move:
        return  # who moves again has not left it to the opponent to reply
    threats = game.threats(after, state.to_move)
    if game.wins(after.position) or len(threats) > 1:
        return
    safe = tuple(safe_moves(after, 2))
    if not safe:
        yield Remark(General.LEAVES_NO_SAFE_REPLY)
    elif len(safe) == 1 and safe != threats and len(after.actions()) > 1:
        yield Remark(General.LEAVES_ONE_SAFE_REPLY, safe)
