"""What the student recognises in three men's morris: rows that can be made, and where men can get to."""

from collections.abc import Callable, Mapping

import engine
from tests.engine import morris_again, plain


def takes_their_point(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent could have made a row there."""
    name = state.name_of(action)
    return any(win[-2:] == name[-2:] for win in morris_again.seen(state).passed().wins())


def aims_at_row(state: engine.State, action: engine.Action) -> float:
    """Whether the player wins, or could make a row with the move after."""
    return _wins(state, action) or bool(_aims(state, action))


def aims_at_two_points(state: engine.State, action: engine.Action) -> float:
    """Whether the player wins, or could make a row on either of two points after."""
    return _wins(state, action) or len(_aims(state, action)) > 1


def aims_out_of_reach(state: engine.State, action: engine.Action) -> float:
    """Whether the player wins, or could make a row on a point that no man of the opponent's can get to."""
    reached = {name[-2:] for name in _slow(state, action).names()}
    return _wins(state, action) or bool(_aims(state, action) - reached)


def shuts_in(state: engine.State, action: engine.Action) -> float:
    """How many men of the opponent's cannot move."""
    return len(_slow(state, action).passed().stuck())


def denies_sure_threat(state: engine.State, action: engine.Action) -> float:
    """Whether the opponent cannot win next, nor make a threat that nobody can stop."""
    after = _slow(state, action)
    return not after.wins() and not any(_is_sure(after.play(reply)) for reply in after.names())


def threatens_far(state: engine.State, action: engine.Action) -> float:
    """How far the men of the opponent are from a man who is placed and threatens."""
    name = state.name_of(action)
    if "-" in name or not _aims(state, action):
        return 0
    theirs = morris_again.seen(state).theirs
    return sum(abs(ord(name[place]) - ord(man[place])) for man in theirs for place in (0, 1))


def _is_sure(after: morris_again.Slow) -> bool:
    """Whether the player who has moved threatens on two points, or where no man can get to."""
    goals, reached = ({win[-2:] for win in names} for names in (after.passed().wins(), after.names()))
    return not after.wins() and (len(goals) > 1 or bool(goals - reached))


def pins(state: engine.State, action: engine.Action) -> float:
    """How many men of the opponent's can move, but stand where the player would then make a row."""
    after = _slow(state, action)
    taken = [
        (name[:2], {win[-2:] for win in after.play(name).wins()}) for name in after.names() if "-" in name
    ]
    return sum(
        all(man in points for each, points in taken if each == man) for man in {man for man, _ in taken}
    )


def takes_centre(state: engine.State, action: engine.Action) -> float:
    """Whether the move leads to the centre."""
    return state.name_of(action)[-2:] == "b2"


def keeps_steps(state: engine.State, action: engine.Action) -> float:
    """How many moves the player could make after it."""
    return len([*_slow(state, action).passed().names()])


def _aims(state: engine.State, action: engine.Action) -> set[str]:
    """Return the points where the player would make a row after a move, were it their turn."""
    return {win[-2:] for win in _slow(state, action).passed().wins()}


def _slow(state: engine.State, action: engine.Action) -> morris_again.Slow:
    return morris_again.seen(state.successor(action))


def _wins(state: engine.State, action: engine.Action) -> bool:
    return plain.has_won(state.successor(action), state.to_move)


PATTERNS: Mapping[str, Callable[[engine.State, engine.Action], float]] = {
    "block": takes_their_point,
    "two threats": aims_at_two_points,
    "out of reach": aims_out_of_reach,
    "threat": aims_at_row,
    "no sure threat": denies_sure_threat,
    "far threat": threatens_far,
    "pin": pins,
    "shut in": shuts_in,
    "centre": takes_centre,
    "steps": keeps_steps,
}
