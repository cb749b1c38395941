"""Why an action is good or bad, in words that are true by construction."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from engine.tactics import ends_in_zugzwang, safe_moves, threats_made, threats_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, State
    from engine.solver import AnalysedMove

_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
_MOST_PHRASES = 3
_MOST_NAMES = 3


def reasons(analysis: Analysis) -> dict[Action, str]:
    """Return up to three phrases for each legal action, none where there is nothing true and useful to say.

    What is said of the outcome follows from exact values, all else from the rules alone.
    """
    return {
        move.action: "; ".join(islice(_phrases(analysis, move), _MOST_PHRASES)) for move in analysis.moves
    }


def principal_variation(state: State, move: AnalysedMove) -> tuple[str, ...]:
    """Return the names of a move of this state and of the best play after it, as far as that is known.

    They prove what the move is worth, or are what was looked at for an estimate.
    """
    names = []
    for action in move.line:
        names.append(state.game.name_of(state, action))
        state = state.successor(action)
    return tuple(names)


def _phrases(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say of a move what there is to say, the weightiest first."""
    state, action = analysis.state, move.action
    if move.wins_at_once:
        yield "wins at once"
        return
    if action in state.game.threats(state, 1 - state.to_move):
        yield "blocks a win"
    if move.loses_next:  # so what else it does hardly matters
        yield from _losses(analysis, move)
        yield from _comparison(analysis, move)
        yield from _threats(state, action)
        return
    yield from _threats(state, action)
    yield from _losses(analysis, move)
    yield from _comparison(analysis, move)
    if not move.exact or move.value > -1:
        yield from _replies(state, action)
    if ends_in_zugzwang(state, move):
        yield f"{'the opponent ' if move.value > 0 else ''}runs out of safe moves in the end"
    yield from state.game.remarks(state, action)


def _threats(state: State, action: Action) -> Iterator[str]:
    """Say what the player of the action threatens after it."""
    new, old = (_names(state, action, threats) for threats in threats_made(state, action))
    besides = f" besides {_listed(old)}" if old else ""
    if len(new) == 1:
        yield f"threatens to win on {new[0]}{besides}"
    elif new:
        yield f"makes {_number(new)} threats, {_listed(new)}{besides}"


def _losses(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say how the opponent wins."""
    after = analysis.state.successor(move.action)
    if after.is_terminal:
        if move.value < 0:
            yield "loses at once"
    elif after.to_move == analysis.state.to_move:
        return  # the player moves again, and has yet to lose
    elif winning := after.game.wins(after.position):
        yield _loss_to_reply(analysis, move.action, winning)
    elif move.exact and move.value == -1 and len(move.line) > 1:
        yield from _forced_loss(analysis, move.action, move.line[1])


def _loss_to_reply(analysis: Analysis, action: Action, winning: Sequence[Action]) -> str:
    """Say with what the opponent wins next, and whether that was threatened before."""
    state = analysis.state
    names, threatened = _names(state, action, winning), state.game.threats(state, 1 - state.to_move)
    ways = f"in {_number(names)} ways" if len(names) > _MOST_NAMES else f"with {_listed(names, 'or')}"
    if all(other.loses_next for other in analysis.moves):
        return f"the opponent still wins {ways}"
    if action in threatened or not set(winning) <= set(threatened):
        return f"lets the opponent win {ways}"
    return f"ignores the {'threat' if len(names) == 1 else 'threats'} on {_listed(names)}"


def _forced_loss(analysis: Analysis, action: Action, reply: Action) -> Iterator[str]:
    """Say with which reply the opponent goes on to win."""
    state, is_lost = analysis.state, analysis.value == -1
    name = state.game.name_of_reply(state, action, reply)
    if len(threats_of(state.successor(action), reply)) > 1:
        yield f"{'the opponent makes' if is_lost else 'lets the opponent make'} two threats with {name}"
    elif not is_lost:
        yield f"lets the opponent force a win, starting with {name}"


def _comparison(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say what sets the move apart from the others."""
    best, values = analysis.moves[0], [other.value for other in analysis.moves]
    if len(values) == 1:
        yield "only legal move"
    elif analysis.exact and best.value == -1:
        yield from _delay(analysis, move)
    elif analysis.exact and move.value == best.value:
        if values.count(best.value) == 1:
            yield "only move that wins" if best.value == 1 else "only move that holds"
    elif best.exact and move.exact and move.value < best.value:
        if best.value == 1 or not move.loses_next:
            yield f"gives the {'win' if best.value == 1 else 'draw'} away"
    elif move.action in analysis.best and sum(not other.loses_next for other in analysis.moves) == 1:
        yield "only move that does not lose right away"


def _delay(analysis: Analysis, move: AnalysedMove) -> Iterator[str]:
    """Say of a lost position's move whether others lose sooner."""
    if move.action not in analysis.best:
        if not move.loses_next:
            yield "loses sooner"
    elif len(analysis.best) < len(analysis.moves):
        yield "holds out longest"
    elif not move.loses_next:
        yield "every move loses"


def _replies(state: State, action: Action) -> Iterator[str]:
    """Say whether the opponent, who cannot win at once, has any choice."""
    after, game = state.successor(action), state.game
    if after.is_terminal:
        if not after.utility and len(state.actions()) > 1:
            yield "ends the game in a draw"
        return
    if after.to_move == state.to_move:
        return  # the player moves again, so nobody replies yet
    threats = game.threats(after, state.to_move)
    if game.wins(after.position) or len(threats) > 1:
        return
    safe = safe_moves(after, 2)
    if not safe:
        yield "leaves no safe reply"
    elif len(safe) == 1 and tuple(safe) != threats and len(after.actions()) > 1:
        yield f"leaves one safe reply, {game.name_of_reply(state, action, safe[0])}"


def _names(state: State, action: Action, replies: Iterable[Action]) -> list[str]:
    return [state.game.name_of_reply(state, action, reply) for reply in sorted(replies)]


def _number(names: Sequence[str]) -> str:
    return _NUMBERS.get(len(names), str(len(names)))


def _listed(names: Sequence[str], conjunction: str = "and") -> str:
    """Return for example "a3, b1 and c1"."""
    return f" {conjunction} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
