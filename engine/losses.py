"""Remarks on moves that lose or miss a win: the reply that punishes them."""

from collections.abc import Iterator, Sequence

from engine.analysis import Analysis, is_instant
from engine.base import Action, State
from engine.facts import General, Kind, Remark
from engine.solver import AnalysedMove
from engine.tactics import (
    LONGEST,
    ends_in_zugzwang,
    find_completed,
    find_series,
    holding_replies,
    is_fork,
    is_lost,
    is_sure,
    pass_turn,
    sequel,
)
from engine.teacher import Teacher

_MOST_NAMED = 3


def losses(analysis: Analysis, move: AnalysedMove, teacher: Teacher) -> Iterator[Remark]:
    """Tell how the opponent wins after a move that loses, the weightiest first."""
    state = analysis.state
    after = state.successor(move.action)
    if after.is_terminal:
        yield Remark(General.LOSES, cells=find_completed(state, move.action))
    else:
        is_told = move.loses_next and after.to_move != state.to_move
        explained = () if is_told else teacher.explain(analysis, move)
        told = [*_punishment(analysis, move, after), *explained]
        if all(remark.kind.traits.is_ahead for remark in told):
            yield from _forced(analysis, move, after)
        yield from told
    yield from delay(analysis, move)
    if move.distance > 1 and ends_in_zugzwang(state, move):
        yield Remark(General.LOSES_BY_ZUGZWANG)


def remark_on_miss(analysis: Analysis, move: AnalysedMove, teacher: Teacher) -> Iterator[Remark]:
    """Tell what a move misses that does not win where another does, or not at once."""
    state = analysis.state
    if analysis.moves[0].wins_at_once:
        yield Remark(General.MISSES_WIN)
    else:
        _, beginning = find_series(state.game, state.position)
        if any(is_fork(state, action) for action in beginning):
            yield Remark(General.MISSES_FORK)
        elif beginning:
            yield Remark(General.MISSES_SERIES)
    yield from teacher.explain(analysis, move)
    if is_sure(move, 0):
        yield from _escape(analysis, move)


def _escape(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell with which replies the opponent holds what was lost, or with one where all would take long."""
    after = analysis.state.successor(move.action)
    if not move.exact or len(move.line) == 1 or after.to_move == analysis.state.to_move:
        return
    replies = holding_replies(after) if is_instant(after.game) else move.line[1:2]
    yield Remark(General.LETS_ESCAPE, replies, len(replies))


def is_prepared(state: State, move: AnalysedMove) -> bool:
    """Whether best play answers a losing move by preparing a fork or a series."""
    turned = None
    if move.exact and is_sure(move, -1) and len(move.line) > 1:
        turned = pass_turn(state.successor(move.action).successor(move.line[1]))
    return turned is not None and find_series(turned.game, turned.position)[0] > 0


def _punishment(analysis: Analysis, move: AnalysedMove, after: State) -> Iterator[Remark]:
    """Tell with which replies the opponent wins, unless the player is to move again."""
    if after.to_move == analysis.state.to_move:
        return
    if winning := after.game.wins(after.position):
        yield Remark(_loss_to_reply(analysis, move.action, winning), tuple(sorted(winning)))
        return
    longest = min(move.winner_moves, LONGEST) if move.exact else LONGEST
    moves, beginning = find_series(after.game, after.position, longest)
    if forks := tuple(sorted(reply for reply in beginning if is_fork(after, reply))):
        yield Remark(General.STILL_FORKED if is_lost(analysis) else General.LETS_FORK, forks)
    elif beginning:
        kind = General.STILL_SERIES if is_lost(analysis) else General.LETS_SERIES
        yield beginning_with(kind, after, moves, beginning)


def beginning_with(kind: Kind, state: State, moves: int, beginning: Sequence[Action]) -> Remark:
    """Remark that these actions of a state begin series and, of one alone, how that goes on."""
    if len(beginning) > 1:
        return Remark(kind, tuple(sorted(beginning)), moves)
    reply, _, then = sequel(state, *beginning)
    return Remark(kind, tuple(beginning), moves, (reply,), then=then)


def _forced(analysis: Analysis, move: AnalysedMove, after: State) -> Iterator[Remark]:
    """Tell at least the reply with which the opponent wins in the end, if it is known."""
    if is_prepared(analysis.state, move):
        kind = General.STILL_PREPARED if is_lost(analysis) else General.LETS_PREPARE
    else:
        kind = General.STILL_FORCED if is_lost(analysis) else General.LETS_FORCE_WIN
    yield from few_win(move)
    is_reply = move.exact and after.to_move != analysis.state.to_move
    yield Remark(kind, move.line[1:2] if is_reply else (), move.winner_moves if move.exact else 0)


def few_win(move: AnalysedMove) -> Iterator[Remark]:
    """Tell which replies win after a best move of a lost state, if all are known and they are few."""
    if 0 < len(move.losing_to) <= _MOST_NAMED:
        yield Remark(General.FEW_REPLIES_WIN, move.losing_to)


def _loss_to_reply(analysis: Analysis, action: Action, winning: Sequence[Action]) -> Kind:
    """Tell whether what the opponent wins with next was threatened before."""
    threatened = analysis.state.game.threats(analysis.state, 1 - analysis.state.to_move)
    if all(other.loses_next for other in analysis.moves):
        return General.STILL_LOSES
    if action in threatened or not set(winning) <= set(threatened):
        return General.LETS_WIN
    return General.IGNORES_THREATS


def delay(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell of a move of a lost state whether others lose sooner, or by less."""
    if len(analysis.moves) == 1:
        yield Remark(General.ONLY_LEGAL)
    elif not analysis.exact or not is_lost(analysis):
        return
    elif move.action not in analysis.best:
        if move.margin is not None:
            yield Remark(General.LOSES_BY_MORE)
        elif not move.loses_next:
            yield Remark(General.LOSES_SOONER)
    elif len(analysis.best) < len(analysis.moves):
        yield Remark(General.HOLDS_OUT_LONGEST if move.margin is None else General.LOSES_BY_LEAST)
    elif not move.loses_next:
        yield Remark(General.EVERY_MOVE_LOSES)
