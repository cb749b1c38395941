"""What is claimed of threats and of series of them, and how one sees without the engine that it is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine
from engine import Consequence, General, Remark
from tests.engine import claims_of_lines, plain
from tests.engine import series_again as series
from tests.engine.boards import cells

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tests.engine.about import About
    from tests.engine.plain import Cells


def blocks(about: About, remark: engine.Remark) -> bool:
    marked = series.put(about.state, cells(about.state), about.action, 1 - about.mover)
    line = claims_of_lines.complete(about.state, marked)
    return takes_win(about) and is_bare(remark._replace(cells=())) and set(remark.cells) == line


def takes_win(about: About) -> bool:
    return about.action in plain.threats_of(about.state, 1 - about.mover)


def threatens(about: About, remark: engine.Remark) -> bool:
    blocked = about.after.successor(*remark.actions)
    is_counted = remark.number == len(plain.threats_of(blocked, 1 - about.mover))
    return is_counted and makes_threats(about, remark._replace(number=0))


def forks(about: About, remark: engine.Remark) -> bool:
    return len(remark.actions) > 1 and makes_threats(about, remark)


def makes_threats(about: About, remark: engine.Remark) -> bool:
    before, now = plain.threats_of(about.state, about.mover), plain.threats_of(about.after, about.mover)
    is_rest_bare = is_bare(remark._replace(actions=(), besides=()))
    return is_rest_bare and (set(remark.actions), set(remark.besides)) == (now - before, now & before)


def lets_win(about: About, remark: engine.Remark) -> bool:
    winning = plain.wins(about.after) if has_passed(about) else set()
    is_new = bool(winning - plain.threats_of(about.state, 1 - about.mover)) or takes_win(about)
    return actions(remark) == winning and is_new and not every_move_loses_next(about)


def ignores(about: About, remark: engine.Remark) -> bool:
    winning = actions(remark)
    return (
        has_passed(about)
        and winning == plain.wins(about.after)
        and winning <= plain.threats_of(about.state, 1 - about.mover)
        and not every_move_loses_next(about)
    )


def still_wins(about: About, remark: engine.Remark) -> bool:
    is_true = has_passed(about) and actions(remark) == plain.wins(about.after)
    return is_true and every_move_loses_next(about)


def every_move_loses_next(about: About) -> bool:
    return all(plain.loses_next(about.state, action) for action in about.state.actions())


def lets_begin(about: About, remark: engine.Remark) -> bool:
    """Whether the opponent wins by threats with all of the actions, if two at once are meant with such."""
    board, opponent = cells(about.after), 1 - about.mover
    moves, beginning = series.shortest(about.state, board, opponent)
    forks = series.forks(about.state, board, opponent, beginning)
    is_of_forks = remark.kind in {General.LETS_FORK, General.STILL_FORKED}
    is_still = remark.kind in {General.STILL_FORKED, General.STILL_SERIES}
    is_counted = remark.number == (0 if is_of_forks else moves)
    is_told = set(remark.actions) == (forks if is_of_forks else beginning) != set()
    is_so = is_told and is_counted and goes_on(about, remark, board, opponent)
    return is_so and about.value == -1 and is_still == is_known_to_be_lost(about)


def goes_on(about: About, remark: engine.Remark, board: Cells, player: int) -> bool:
    """Whether it is told how a series goes on of which one beginning is named alone."""
    if len(remark.actions) > 1 or remark.number == 0:
        return not remark.besides and remark.then is None
    (begun,) = remark.actions
    return (remark.besides, remark.then) == sequel(about.state, board, begun, player)[1:]


def sequel(
    state: engine.State, board: Cells, begun: engine.Action, player: int
) -> tuple[set[engine.Action], tuple[engine.Action, ...], Consequence]:
    """Return what follows the first threat of a series, the only reply to it, and how far that leads."""
    marked = series.put(state, board, begun, player)
    (reply,) = plain.threats(state, marked, player)
    blocked = series.put(state, marked, reply, 1 - player)
    if winning := plain.threats(state, blocked, player):
        return {*sorted(winning)[:3]}, (reply,), Consequence.WIN
    _, following = series.shortest(state, blocked, player)
    forks = series.forks(state, blocked, player, following)
    return {*sorted(forks or following)[:3]}, (reply,), Consequence.FORK if forks else Consequence.THREATS


def lets_force(about: About, remark: engine.Remark) -> bool:
    """Whether the reply wins, which is not known of every state."""
    if plain.is_cheap(about.state):
        assert all(plain.worth(about.after.successor(reply))[0] == -1 for reply in remark.actions)
    is_still = remark.kind is General.STILL_FORCED
    return about.value == -1 and len(remark.actions) <= 1 and is_still == is_known_to_be_lost(about)


def lets_prepare(about: About, remark: engine.Remark) -> bool:
    """Whether the opponent, were they to move twice, would begin to win by threats."""
    (reply,) = remark.actions
    board = cells(about.after.successor(reply))
    moves, _ = series.shortest(about.state, board, 1 - about.mover)
    is_still = remark.kind is General.STILL_PREPARED
    return moves > 0 and about.value == -1 and is_still == is_known_to_be_lost(about)


def lets_escape(about: About, remark: engine.Remark) -> bool:
    is_told = remark.number == len(remark.actions) and is_bare(remark._replace(actions=(), number=0))
    if plain.is_cheap(about.state):
        assert all(plain.worth(about.after.successor(reply))[0] < 1 for reply in remark.actions)
    return is_told and best_value(about) == 1 > about.value


def misses(about: About, remark: engine.Remark) -> bool:
    if remark.kind is General.MISSES_WIN:
        return is_bare(remark) and about.action not in (winning := plain.wins(about.state)) and bool(winning)
    if not is_bare(remark) or best_value(about) < 1 or about.value == 1:
        return False
    _, beginning = series.shortest(about.state, cells(about.state), about.mover)
    forks = series.forks(about.state, cells(about.state), about.mover, beginning)
    return bool(beginning) and bool(forks) == (remark.kind is General.MISSES_FORK)


def forces(about: About, remark: engine.Remark) -> bool:
    board, mover = cells(about.state), about.mover
    moves, beginning = series.shortest(about.state, board, mover)
    told = (set(remark.actions), remark.besides, remark.then)
    is_first = about.action in beginning and remark.number == moves
    return is_first and told == sequel(about.state, board, about.action, mover)


def prevents(about: About, remark: engine.Remark) -> bool:
    """Whether the opponent could have begun to win by threats, but now cannot."""
    board, opponent = cells(about.state), 1 - about.mover
    moves, beginning = series.shortest(about.state, board, opponent)
    forks = series.forks(about.state, board, opponent, beginning)
    is_taken = remark.kind in {General.TAKES_FORK, General.TAKES_SERIES}
    is_of_forks = remark.kind in {General.TAKES_FORK, General.FORESTALLS_FORK}
    is_so = is_taken == (about.action in beginning) and is_of_forks == bool(
        forks & {about.action} if is_taken else forks
    )
    is_told = remark == Remark(remark.kind, () if is_taken else tuple(sorted(forks)))
    if not is_of_forks:
        (begun,) = (about.action,) if is_taken else beginning & {*remark.actions}
        following, *then = sequel(about.state, board, begun, opponent)
        told = (following if is_taken else {begun}, *then)
        is_told = remark.number == moves and (set(remark.actions), remark.besides, remark.then) == told
    return is_so and is_told and not series.can_still_begin(about.state, about.action, moves)


def prepares(about: About, remark: engine.Remark) -> bool:
    board = cells(about.after)
    moves, beginning = series.shortest(about.state, board, about.mover)
    forks = series.forks(about.state, board, about.mover, beginning)
    told = forks if remark.kind is General.PREPARES_FORK else (set() if forks else beginning)
    if remark.kind is General.PREPARES_FORK and about.worths.get(about.action, (0, 0))[0] == 1:
        remark = remark._replace(then=None if remark.then is Consequence.WIN else Consequence.THREATS)
    is_told = set(remark.actions) == told != set() and remark.number in {0, moves}
    return is_told and goes_on(about, remark, board, about.mover)


def is_known_to_be_lost(about: About) -> bool:
    return len(about.worths) == len(about.state.actions()) and set(about.values) == {-1}


def best_value(about: About) -> float:
    return max(value for value, _ in about.worths.values())


def has_passed(about: About) -> bool:
    """Whether it is the opponent who comes next."""
    return about.after.to_move != about.mover


def is_bare(remark: engine.Remark) -> bool:
    """Whether the remark says nothing but its kind."""
    return remark == Remark(remark.kind)


def actions(remark: engine.Remark) -> set[engine.Action]:
    """Return the actions of a remark that carries nothing else."""
    assert is_bare(remark._replace(actions=()))
    return set(remark.actions)


CLAIMS: Mapping[engine.Kind, Callable[[About, Remark], bool]] = {
    General.BLOCKS_WIN: blocks,
    General.THREATENS: threatens,
    General.FORKS: forks,
    General.FORCES: forces,
    General.TAKES_FORK: prevents,
    General.FORESTALLS_FORK: prevents,
    General.TAKES_SERIES: prevents,
    General.FORESTALLS_SERIES: prevents,
    General.PREPARES_FORK: prepares,
    General.PREPARES_SERIES: prepares,
    General.LETS_WIN: lets_win,
    General.STILL_LOSES: still_wins,
    General.IGNORES_THREATS: ignores,
    General.LETS_FORK: lets_begin,
    General.STILL_FORKED: lets_begin,
    General.LETS_SERIES: lets_begin,
    General.STILL_SERIES: lets_begin,
    General.LETS_FORCE_WIN: lets_force,
    General.STILL_FORCED: lets_force,
    General.LETS_PREPARE: lets_prepare,
    General.STILL_PREPARED: lets_prepare,
    General.LETS_ESCAPE: lets_escape,
    General.MISSES_WIN: misses,
    General.MISSES_FORK: misses,
    General.MISSES_SERIES: misses,
}
