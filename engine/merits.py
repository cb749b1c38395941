"""What is good about a move: what it threatens and prevents, and how few replies it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import is_instant
from engine.kinds import General, Remark
from engine.tactics import (
    completed,
    ends_in_zugzwang,
    forces,
    holding_replies,
    is_fork,
    passed,
    safe_moves,
    series,
    threats_made,
    threats_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_MOST_NAMES = 3
_FEW = 2
"""Replies are few if they are no more than one in so many."""


def threats(state: State, action: Action) -> Iterator[Remark]:
    """Tell what an action that neither wins nor loses blocks, threatens and prevents."""
    turned = passed(state)
    if turned is not None and action in state.game.wins(turned.position):
        yield Remark(General.BLOCKS_WIN, cells=completed(turned, action))
    new, old = threats_made(state, action)
    if len(new) > 1:
        yield Remark(General.FORKS, new, besides=old)
    yield from _forced(state, action)
    if turned is not None:
        yield from _prevented(state, turned, action)
    if len(new) == 1:
        yield Remark(General.THREATENS, new, besides=old)


def replies(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell how few replies a move leaves."""
    state = analysis.state
    holding = tuple(_few_hold(state, move)) if is_instant(state.game) else ()
    yield from holding or _safe_replies(state, move.action)
    if ends_in_zugzwang(state, move):
        yield Remark(General.WINS_BY_ZUGZWANG)


def safety(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell whether a best move avoids what others run into."""
    losing, others = sum(other.loses_next for other in analysis.moves), len(analysis.moves) - 1
    if not others:
        yield Remark(General.ONLY_LEGAL)
    elif losing and move.action in analysis.best:
        safe = Remark(General.ONLY_SAFE), Remark(General.STAYS_SAFE, number=losing, of=others)
        yield safe[losing < others]


def alone(analysis: Analysis) -> Iterator[Remark]:
    """Tell whether no other move is as good."""
    values = [other.value for other in analysis.moves]
    if analysis.exact and len(values) > 1 and values.count(analysis.value) == 1:
        yield Remark(General.ONLY_WIN if analysis.value == 1 else General.ONLY_DRAW)


def prevents_series(state: State, action: Action) -> bool:
    """Whether an action keeps the opponent, who has no fork, from winning by one threat after another."""
    turned = passed(state)
    kinds = {General.TAKES_SERIES, General.FORESTALLS_SERIES}
    return turned is not None and any(remark.kind in kinds for remark in _prevented(state, turned, action))


def _forced(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the action begins a series that wins, and how it goes on."""
    moves, beginning = series(state.game, state.position)
    if action not in beginning or is_fork(state, action):
        return
    (reply,) = threats_of(state, action)
    forced = state.successor(action).successor(reply).position
    follow = state.game.wins(forced) or series(state.game, forced, moves - 1)[1]
    yield Remark(General.FORCES, tuple(sorted(follow)), moves)


def _prevented(state: State, turned: State, action: Action) -> Iterator[Remark]:
    """Tell what the opponent, who threatens nothing, would have begun in their turn and now cannot."""
    moves, beginning = series(state.game, turned.position)
    if not beginning or _can_begin(state, action, moves):
        return
    forks = tuple(sorted(begun for begun in beginning if is_fork(turned, begun)))
    if action in beginning:
        yield Remark(General.TAKES_FORK if action in forks else General.TAKES_SERIES)
    elif forks:
        yield Remark(General.FORESTALLS_FORK, forks)
    else:
        yield Remark(General.FORESTALLS_SERIES, tuple(sorted(beginning)), moves)


def _can_begin(state: State, action: Action, moves: int) -> bool:
    """Whether the opponent can begin a series after it, or could once a threat against them is blocked."""
    after, threats, game = state.successor(action), threats_of(state, action), state.game
    if len(threats) == 1:
        blocked = passed(after.successor(threats[0]))
        return blocked is None or bool(
            game.wins(blocked.position) or series(game, blocked.position, moves)[0]
        )
    return any(forces(game, after.position, reply, moves) for reply in game.forcing(after.position))


def preparations(state: State, action: Action) -> Iterator[Remark]:
    """Tell what the player of an action that threatens nothing would do if the opponent let it."""
    turned = passed(state.successor(action))
    if turned is None:
        return
    moves, beginning = series(state.game, turned.position)
    if forks := tuple(sorted(begun for begun in beginning if is_fork(turned, begun))):
        yield Remark(General.PREPARES_FORK, forks)
    elif beginning:
        yield Remark(General.PREPARES_SERIES, tuple(sorted(beginning)), moves)


def _safe_replies(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the opponent, who cannot win at once, has any choice."""
    after, game = state.successor(action), state.game
    if after.is_terminal:
        yield Remark(General.DRAWS)  # as it neither wins nor loses
        return
    if after.to_move == state.to_move:
        return  # who moves again has not left it to the opponent to reply
    threats, replies = game.threats(after, state.to_move), len(after.actions())
    if game.wins(after.position) or len(threats) > 1:
        return
    safe = tuple(safe_moves(after, replies))
    if not safe:
        yield Remark(General.LEAVES_NO_SAFE_REPLY)
    elif len(safe) == 1 and safe != threats and replies > 1:
        yield Remark(General.LEAVES_ONE_SAFE_REPLY, safe)
    elif len(safe) * _FEW <= replies and not threats:
        yield Remark(General.LEAVES_FEW_SAFE_REPLIES, number=len(safe), of=replies)


def _few_hold(state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell how few replies do not lose, where there are some and others lose."""
    after = state.successor(move.action)
    if after.is_terminal or after.to_move == state.to_move or move.value > 0:
        return
    holding = holding_replies(after)
    if 0 < len(holding) * _FEW <= len(after.actions()):
        named = holding if len(holding) <= _MOST_NAMES else ()
        yield Remark(General.FEW_REPLIES_HOLD, named, len(holding), of=len(after.actions()))
