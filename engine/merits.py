"""What is good about a move: what it threatens and prevents, and how few replies it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import is_instant
from engine.game import State
from engine.kinds import General, Remark
from engine.tactics import (
    completed,
    ends_in_zugzwang,
    forces,
    holding_replies,
    is_fork,
    safe_moves,
    series,
    threats_made,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, Game, Position
    from engine.solver import AnalysedMove

_MOST_NAMES = 3
_FEW = 2
"""Replies are few if they are no more than one in so many."""


def threats(state: State, action: Action) -> Iterator[Remark]:
    """Tell what an action that neither wins nor loses blocks, threatens and prevents."""
    opponent = 1 - state.to_move
    if action in state.game.threats(state, opponent):
        yield Remark(General.BLOCKS_WIN, cells=completed(state, opponent, action))
    new, old = threats_made(state, action)
    if len(new) > 1:
        yield Remark(General.FORKS, new, besides=old)
    yield from _forced(state, action)
    yield from _prevented(state, action)
    if len(new) == 1:
        yield Remark(General.THREATENS, new, besides=old)


def replies(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell how few replies a move leaves."""
    state = analysis.state
    if is_instant(state.game):
        yield from _few_hold(state, move)
    yield from _safe_replies(state, move.action)
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


def _forced(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the action begins a series that wins, and how it goes on."""
    moves, beginning = series(state.game, state.position)
    if action not in beginning or is_fork(state, action):
        return
    after = state.game.successors(state.position)[action]
    passed = state.game.null_move(after)
    (reply,) = state.game.wins(passed) if passed is not None else ()
    forced = state.game.successors(after)[reply]
    follow = state.game.wins(forced) or series(state.game, forced, moves - 1)[1]
    yield Remark(General.FORCES, tuple(sorted(follow)), moves)


def _prevented(state: State, action: Action) -> Iterator[Remark]:
    """Tell what the opponent, who threatens nothing, would have begun and now cannot."""
    passed = state.game.null_move(state.position)
    if passed is None:
        return
    moves, beginning = series(state.game, passed)
    after = state.game.successors(state.position)[action]
    if not beginning or _can_begin(state.game, after, moves):
        return
    turned = State(state.game, passed, state.ply + 1)
    forks = tuple(sorted(begun for begun in beginning if is_fork(turned, begun)))
    if action in beginning:
        yield Remark(General.TAKES_FORK if action in forks else General.TAKES_SERIES)
    elif forks:
        yield Remark(General.FORESTALLS_FORK, forks)
    else:
        yield Remark(General.FORESTALLS_SERIES, tuple(sorted(beginning)), moves)


def _can_begin(game: Game, after: Position, moves: int) -> bool:
    """Whether the player to move can begin a series, or could once a threat against them is blocked."""
    passed = game.null_move(after)
    if passed is not None and len(threats := game.wins(passed)) == 1:
        blocked = game.null_move(game.successors(after)[threats[0]])
        return blocked is None or bool(game.wins(blocked)) or bool(series(game, blocked, moves)[0])
    return any(forces(game, after, reply, moves) for reply in game.forcing(after))


def preparations(state: State, action: Action) -> Iterator[Remark]:
    """Tell what the player of an action that threatens nothing would do if the opponent let it."""
    after = state.successor(action)
    passed = None if after.is_terminal else state.game.null_move(after.position)
    if passed is None:
        return
    moves, beginning = series(state.game, passed)
    turned = State(state.game, passed, after.ply + 1)
    if forks := tuple(sorted(begun for begun in beginning if is_fork(turned, begun))):
        yield Remark(General.PREPARES_FORK, forks)
    elif beginning:
        yield Remark(General.PREPARES_SERIES, tuple(sorted(beginning)), moves)


def _safe_replies(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the opponent, who cannot win at once, has any choice."""
    after, game = state.successor(action), state.game
    if after.is_terminal:
        if not after.utility:
            yield Remark(General.DRAWS)
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
    if len(holding) * _FEW <= len(after.actions()):
        yield few(General.FEW_REPLIES_HOLD, holding, len(after.actions()))


def few(kind: General, replies: tuple[Action, ...], of: int) -> Remark:
    """Return a remark on so many replies, which names them if they are few."""
    return Remark(kind, replies if len(replies) <= _MOST_NAMES else (), len(replies), of=of)
