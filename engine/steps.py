"""Steps of a line of play: what each action does, by the rules alone."""

from typing import NamedTuple

from engine.base import Action, State
from engine.solver import AnalysedMove
from engine.tactics import find_completed, pass_turn, safe_moves, threats_made


class Step(NamedTuple):
    """An action of a running state, and what it does.

    Attributes:
        state: Where it is played.
        action: What is played.
        is_forced: Every other action loses at once or lets the opponent win with the next.
        is_too_late: Every action loses so.
        blocks: The opponent could have won with the same action.
        threats: The actions that would win next if the opponent passed: the new ones, and the others.
    """

    state: State
    action: Action
    is_forced: bool
    is_too_late: bool
    blocks: bool
    threats: tuple[tuple[Action, ...], tuple[Action, ...]]

    @property
    def after(self) -> State:
        """The state after the action."""
        return self.state.successor(self.action)


def read_step(state: State, action: Action) -> Step:
    """Return what an action of a running state does; IllegalActionError if it is not legal."""
    threats, safe = threats_made(state, action), safe_moves(state, 2)
    has_choice = len(state.actions()) > 1
    return Step(
        state,
        action,
        is_forced=has_choice and safe == [action],
        is_too_late=has_choice and not safe,
        blocks=action in state.game.threats(state, 1 - state.to_move),
        threats=threats,
    )


def completed_by(after: State, threat: Action) -> tuple[int, ...]:
    """Return the cells of the lines that a threat of the player who has just moved would complete."""
    turned = pass_turn(after)
    return () if turned is None else find_completed(turned, threat)


def refute(state: State, move: AnalysedMove) -> Step:
    """Return the opponent's first action in the line of a move of this state.

    Where the opponent has none any more, it is the last action of the line: the one that ends the game, or
    the last one searched.
    """
    mover = state.to_move
    for action in move.line:
        step = read_step(state, action)
        if state.to_move != mover:
            break
        state = step.after
    return step
