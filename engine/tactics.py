"""Tactics within two moves, from the rules alone: threats, and moves that are safe."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from engine.analysis import Analysis, analyse
from engine.base import Action, Game, Position, State
from engine.facts import Consequence
from engine.solver import AnalysedMove

LONGEST = 5
"""The most moves of the player in a series, the last of them the win."""

_MOST_NAMED = 3


def is_sure(move: AnalysedMove, value: int) -> bool:
    """Return whether a move is known to have that value."""
    return move.is_proven and move.value == value


def is_lost(analysis: Analysis) -> bool:
    """Whether every move of a state is known to lose."""
    return all(is_sure(move, -1) for move in analysis.moves)


def evaluate_after(state: State, action: Action) -> float:
    """Return the evaluation of the position right after an action, for its player."""
    after = state.successor(action)
    if after.is_terminal:
        return after.utility if after.to_move == state.to_move else -after.utility
    worth = after.game.evaluate(after.position)
    return worth if after.to_move == state.to_move else -worth


def losing_at_once(state: State) -> tuple[Action, ...]:
    """Return the actions with which the player to move ends the game and loses it, where turns alternate."""
    afters = ((action, state.successor(action)) for action in state.actions())
    return tuple(action for action, after in afters if after.is_terminal and after.utility > 0)


def threats_of(state: State, action: Action) -> tuple[Action, ...]:
    """Return the actions with which the player of the action threatens to win after it.

    A player who moves again threatens nothing, but can take the win.
    """
    after = state.successor(action)
    has_passed = not after.is_terminal and after.to_move != state.to_move
    return state.game.threats(after, state.to_move) if has_passed else ()


def threats_made(state: State, action: Action) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
    """Return the same in order, those that are new and those that were there before."""
    before, now = state.game.wins(state.position), sorted(threats_of(state, action))
    new = tuple(threat for threat in now if threat not in before)
    return new, tuple(threat for threat in now if threat in before)


def is_fork(state: State, action: Action) -> bool:
    """Whether the player of the action threatens to win in two ways after it."""
    return len(threats_of(state, action)) > 1


def pass_turn(state: State) -> State | None:
    """Return the same with the other player to move; None where that would say nothing of threats."""
    position = state.game.null_move(state.position)
    return None if position is None else State(state.game, position, state.ply + 1)


def find_completed(state: State, action: Action) -> tuple[int, ...]:
    """Return the cells of the lines with which an action ends the game."""
    return state.game.decisive(state.successor(action))


def winning_replies(after: State) -> tuple[Action, ...]:
    """Return all replies that win, in a game that is solved within a moment."""
    return tuple(sorted(move.action for move in analyse(after).moves if move.value == 1))


def holding_replies(after: State) -> tuple[Action, ...]:
    """Return the actions of a state of a game that is solved within a moment that do not lose."""
    return tuple(sorted(move.action for move in analyse(after).moves if move.value > -1))


def safe_moves(state: State, most: int) -> list[Action]:
    """Return up to so many actions that neither lose at once nor let the opponent win at once.

    After one that keeps the turn there has to be another of the kind.
    """
    return list(islice(_safe_moves(state.game, state.position), most))


def ends_in_zugzwang(state: State, move: AnalysedMove) -> bool:
    """Whether best play from a move ends with a loser who faces no threat, but has to move."""
    if not move.exact or not move.value:
        return False
    loser = state.to_move if move.value < 0 else 1 - state.to_move
    for action in move.line[:-2]:
        state = state.successor(action)
    if state.to_move != loser:
        return False
    passed = state.game.null_move(state.position)
    return passed is not None and not state.game.wins(passed) and not safe_moves(state, 1)


class Sequel(NamedTuple):
    """The only reply to the threat that begins a series, and a few actions with which it goes on."""

    reply: Action
    actions: tuple[Action, ...]
    then: Consequence
    """What these do."""


def sequel(state: State, action: Action) -> Sequel:
    """Return how a series goes on that begins with an action; of several ways those that fork."""
    (reply,) = threats_of(state, action)
    forced = state.successor(action).successor(reply)
    if wins := state.game.wins(forced.position):
        return Sequel(reply, _some(wins), Consequence.WIN)
    _, following = find_series(state.game, forced.position)
    forks = tuple(each for each in following if is_fork(forced, each))
    return Sequel(reply, _some(forks or following), Consequence.FORK if forks else Consequence.THREATS)


def _some(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return actions in order, as many as are worth naming."""
    return tuple(sorted(actions))[:_MOST_NAMED]


def find_series(game: Game, position: Position, longest: int = LONGEST) -> tuple[int, tuple[Action, ...]]:
    """Return the number of moves to a win by threats alone, and all actions that begin such a series.

    Each threat leaves a single reply until one leaves none that helps: it is a fork, or its block lets the
    player win in another way. The number is 0 if there is no series of at least two and at most `longest`
    moves.
    """
    if game.null_move(position) is not None and not game.wins(position):
        for moves in range(2, longest + 1):
            if beginning := _beginning(game, position, moves):
                return moves, beginning
    return 0, ()


def is_forced(state: State, action: Action, longest: int = 2) -> bool:
    """Whether it is plain why to play an action: it blocks a win, prevents a fork or begins a series.

    A series of the opponent's of up to so many moves counts like a fork.
    """
    turned = pass_turn(state)
    return (
        turned is None
        or bool(state.game.wins(turned.position))
        or find_series(state.game, turned.position, longest)[0] > 0
        or action in find_series(state.game, state.position)[1]
    )


def forces(game: Game, position: Position, action: Action, moves: int) -> bool:
    """Whether an action begins a series that wins with so many moves of the player at most."""
    after = game.successors(position)[action]
    threats = _find_threats(game, after)
    if not threats or game.wins(after):
        return False
    if len(threats) > 1:
        return True
    forced = game.successors(after)[threats[0]]
    return bool(game.wins(forced)) or (moves > 2 and bool(_beginning(game, forced, moves - 1)))  # noqa: PLR2004 - fewer are no series


@lru_cache(maxsize=1 << 8)  # more are little faster
def _beginning(game: Game, position: Position, moves: int) -> tuple[Action, ...]:
    """Return all actions that begin a series of so many moves at most."""
    threatened = _find_threats(game, position)
    candidates = threatened or game.forcing(position)
    if len(threatened) > 1:
        return ()
    return tuple(action for action in candidates if forces(game, position, action, moves))


def _find_threats(game: Game, position: Position) -> tuple[Action, ...]:
    """Return the actions with which the player who has just moved would win at once."""
    passed = game.null_move(position)
    return () if passed is None else game.wins(passed)


def _safe_moves(game: Game, position: Position) -> Iterator[Action]:
    for action, after in game.successors(position).items():
        keeps_turn = game.keeps_turn(position, after)
        if game.successors(after):
            if any(True for _ in _safe_moves(game, after)) if keeps_turn else not game.wins(after):
                yield action
        elif game.utility(after) == 0 or (game.utility(after) > 0) == keeps_turn:
            yield action
