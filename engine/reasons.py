"""Why an action is good or bad, in words that are true by construction."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


def reasons(analysis: Analysis) -> dict[Action, str]:
    """Return a phrase for each legal action, empty where there is nothing true and useful to say."""
    return {move.action: "; ".join(_phrases(analysis, move)) for move in analysis.moves}


def _phrases(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    if move.wins_at_once:
        yield "wins at once"
        return
    yield from _threats(analysis.state, move.action)
    yield from analysis.state.game.remarks(analysis.state, move.action)
    if move.exact and move.value == -1:
        yield from _loss(analysis, move)
    if analysis.exact:
        yield from _comparison(analysis, move)


def _threats(state: State, action: Action) -> Iterator[str]:
    """Say what the action does to the threats of both players."""
    game, mover, after = state.game, state.to_move, state.successor(action)
    if action in game.threats(state, 1 - mover):
        yield "blocks a win"
    before, now = set(game.threats(state, mover)), set(game.threats(after, mover))
    made, kept = _names(after, now - before), _names(after, now & before)
    besides = f" besides {_listed(kept)}" if kept else ""
    if len(made) == 1:
        yield f"threatens to win on {made[0]}{besides}"
    elif made:
        yield f"makes {_counted(made)}{besides}"


def _loss(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say how the opponent wins."""
    after = analysis.state.successor(move.action)
    if after.is_terminal:
        yield "loses at once"
        return
    winning = _names(after, (reply for reply in after.actions() if _is_lost(after.successor(reply))))
    if len(winning) > 1:
        yield f"leaves the opponent {_counted(winning)}"
    elif winning:
        verb = "the opponent still wins" if _is_hopeless(analysis) else "lets the opponent win"
        yield f"{verb} with {winning[0]}"
    elif analysis.value > -1:
        start = "".join(f", starting with {name}" for name in _names(after, move.line[1:2]))
        yield f"lets the opponent force a win{start}"


def _comparison(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say what sets the move apart from the others."""
    if len(analysis.moves) == 1:
        yield "only legal move"
    elif _is_hopeless(analysis):
        if not move.loses_next:
            yield "every move loses"
    elif analysis.value == -1:
        if move.action in analysis.best:
            yield "holds out longest"
    elif [other.value for other in analysis.moves].count(move.value) == 1 and move.value == analysis.value:
        yield "only move that wins" if move.value == 1 else "only move that holds"
    elif move.value == 0 < analysis.value:
        yield "gives the win away"


def _is_lost(state: State) -> bool:
    return state.is_terminal and state.utility == -1


def _is_hopeless(analysis: Analysis) -> bool:
    """Whether every move loses, and none more slowly than another."""
    return analysis.value == -1 and len(analysis.best) == len(analysis.moves)


def _names(state: State, actions: Iterable[Action]) -> list[str]:
    return [state.game.name_of(state, action) for action in sorted(actions)]


def _counted(threats: Sequence[str]) -> str:
    """Return for example "two threats, a3 and c1"."""
    return f"{_NUMBERS.get(len(threats), len(threats))} threats, {_listed(threats)}"


def _listed(names: Sequence[str]) -> str:
    """Return for example "a3, b1 and c1"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
