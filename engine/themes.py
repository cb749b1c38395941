"""What to look for in a position, in a sentence that names no move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.analysis import winner_moves
from engine.tactics import ends_in_zugzwang, safe_moves, threats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.analysis import Analysis
    from engine.game import Action, State


def theme(analysis: Analysis) -> str:
    """Return a sentence about a state that helps its player to find the best move, but does not name it."""
    best = analysis.moves[0]
    if len(analysis.moves) == 1:
        return "You have only one legal move."
    if analysis.exact and best.value == -1:
        return _lost(analysis)
    if sum(not move.loses_next for move in analysis.moves) == 1 and not best.wins_at_once:
        return _only_defence(analysis.state)
    if best.exact and best.value == 1:
        return _won(analysis)
    return _drawn(analysis) if analysis.exact else _estimated(analysis)


def _lost(analysis: Analysis) -> str:
    if len(analysis.best) == len(analysis.moves):
        return "Every move loses, and none holds out longer than another."
    find = "the move that holds" if len(analysis.best) == 1 else "a move that holds"
    return f"Every move loses; find {find} out longest."


def _only_defence(state: State) -> str:
    if state.game.threats(state, 1 - state.to_move):
        return "Your opponent threatens to win, and only one move stops it."
    return "Every move but one loses right away."


def _won(analysis: Analysis) -> str:
    if analysis.moves[0].wins_at_once:
        return "You can win at once."
    moves = winner_moves(analysis.state, analysis.moves[0])
    is_only = analysis.exact and [move.value for move in analysis.moves].count(1) == 1
    only = ", and only one move does it" if is_only else ""
    return f"You can force a win in {moves} {'move' if moves == 1 else 'moves'}{only}{_way(analysis)}."


def _way(analysis: Analysis) -> str:
    """Say how a win goes about, where that can be said in general."""
    if motive := _motive(analysis):
        return f"; look for a move that {motive}"
    if ends_in_zugzwang(analysis.state, analysis.moves[0]):
        return "; in the end your opponent runs out of safe moves"
    return ""


def _drawn(analysis: Analysis) -> str:
    holding = sum(move.value == 0 for move in analysis.moves)
    if holding == len(analysis.moves):
        return "Every move holds the draw."
    how_many = "Only one move holds" if holding == 1 else f"{holding} of {len(analysis.moves)} moves hold"
    motive = _motive(analysis)
    return f"{how_many} the draw{f'; look for one that {motive}' if motive else ''}."


def _estimated(analysis: Analysis) -> str:
    if analysis.moves[0].exact:
        return "You can hold a draw at least, and I see no win."
    motive = _motive(analysis)
    kind = f"a move that {motive}" if motive else "a quiet move"
    return f"I cannot prove how this ends; by my estimate, {kind} is best."


def _motive(analysis: Analysis) -> str | None:
    """Return what speaks for one of the best moves, if it can be said in general."""
    motives = (motive for action in analysis.best for motive in _motives(analysis.state, action))
    return next(motives, None)


def _motives(state: State, action: Action) -> Iterator[str]:
    """Say what kind of move it is, the weightiest first."""
    threats = threats_of(state, action)  # all of them new, as no win at once is overlooked
    if len(threats) > 1:
        yield "makes two threats"
    after = state.successor(action)
    if not after.is_terminal and not after.game.wins(after.position) and not safe_moves(after, 1):
        yield "leaves your opponent no safe reply"
    if threats:
        yield "makes a threat"
    yield from state.game.motives(state, action)
