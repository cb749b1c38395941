"""What is claimed of moves in three men's morris, and how one sees that it is true, by slow rules."""

from collections.abc import Callable, Iterable, Mapping

import engine
from engine.rules.three_mens_morris import NAMES
from engine.teachers.three_mens_morris import MorrisKind
from tests.engine.about import About
from tests.engine.morris_again import LINES, POINTS, Slow, seen, worth

Claim = Callable[[About, engine.Remark], bool]


def played(about: About) -> tuple[Slow, str, Slow]:
    """Return the board before an action, its name, and the board after it."""
    before, name = seen(about.state), about.state.name_of(about.action)
    return before, name, before.play(name)


def named(about: About, remark: engine.Remark) -> set[str]:
    """Return the names of what the player threatens: it is legal once the opponent has passed."""
    passed = seen(about.after).passed()
    names = {NAMES[action] for action in remark.actions}
    assert names <= {*passed.names()}
    return names


def row_of(state: engine.State) -> set[int]:
    """Return the points of the row with which a state ended."""
    theirs = seen(state).theirs
    return {POINTS.index(point) for line in LINES if line <= theirs for point in line}


def is_bare(remark: engine.Remark) -> bool:
    """Whether the remark says nothing but its kind."""
    return remark == engine.Remark(remark.kind)


def points(cells: Iterable[int]) -> set[str]:
    return {POINTS[cell] for cell in cells}


def blocks(about: About, remark: engine.Remark) -> bool:
    """Whether the opponent could make the row by a move to the point that is taken, and now cannot."""
    before, name, after = played(about)
    row, end = points(remark.cells), name[-2:]
    made = [win for win in before.passed().wins() if row <= before.passed().play(win).theirs]
    is_open = any(row <= after.play(win).theirs for win in after.wins())
    return row in LINES and end in row and bool(made) and not is_open


def threatens(about: About, remark: engine.Remark) -> bool:
    """Whether exactly these moves would win, and how they can be stopped is told by the kind."""
    _, _, after = played(about)
    threats = after.passed().wins()
    if named(about, remark) != threats or not threats:
        return False
    goals, is_sure = {threat[-2:] for threat in threats}, wins_next(after)
    if remark.kind is MorrisKind.FORKS:
        return len(goals) > 1 and is_sure
    if remark.kind is MorrisKind.OUT_OF_REACH:
        reached = {reply[-2:] for reply in after.names()}
        return points(remark.cells) == goals and not goals & reached and len(goals) == 1 and is_sure
    return True


def wins_next(after: Slow) -> bool:
    """Whether the player who has moved wins next, whatever is replied."""
    return not after.wins() and all(after.play(reply).wins() for reply in after.names())


def shuts_in(about: About, remark: engine.Remark) -> bool:
    before, _, after = played(about)
    stuck = after.passed().stuck() - before.stuck()
    is_counted = remark.number == len(stuck)
    return points(remark.cells) == stuck != set() and is_counted and after.ply >= 6


def is_sure(before: Slow, name: str) -> bool:
    """Whether a move makes two threats, or one that nobody can get to, and wins next."""
    after = before.play(name)
    goals, reached = ({threat[-2:] for threat in names} for names in (after.passed().wins(), after.names()))
    return wins_next(after) and (len(goals) > 1 or bool(goals - reached))


def has_sure(board: Slow) -> bool:
    return any(is_sure(board, name) for name in board.names())


def sure_next(about: About, remark: engine.Remark) -> bool:
    """Whether after each reply a move wins, or makes a threat that cannot be stopped, as this one does."""
    _, _, after = played(about)
    [reply], [told] = remark.besides, remark.actions
    boards = [after.play(name) for name in after.names()]
    is_shown = is_sure(after.play(NAMES[reply]), NAMES[told])
    return is_shown and not after.wins() and all(board.wins() or has_sure(board) for board in boards)


def every_reply_loses(about: About, remark: engine.Remark) -> bool:
    _, _, after = played(about)
    [reply], [told] = remark.besides, remark.actions
    return wins_next(after) and NAMES[told] in after.play(NAMES[reply]).wins()


def pins(about: About, remark: engine.Remark) -> bool:
    """Whether the man can move, and the player then wins with that in its place, whatever it does."""
    _, _, after = played(about)
    [man], [name] = points(remark.cells), {NAMES[action] for action in remark.actions}
    boards = [after.play(each) for each in after.names() if each.startswith(f"{man}-")]
    is_there = name.endswith(f"-{man}") and not after.wins()
    return is_there and bool(boards) and all(name in board.wins() for board in boards)


def lets(about: About, remark: engine.Remark) -> bool:
    """Whether the replies win, and are all that make two threats or, if none does, one that stands."""
    _, _, after = played(about)
    names = {about.after.name_of(action) for action in remark.actions}
    sure = {reply for reply in after.names() if is_sure(after, reply)}
    goals = {reply: {win[-2:] for win in after.play(reply).passed().wins()} for reply in sure}
    forks = {reply for reply in sure if len(goals[reply]) > 1}
    is_of_forks = remark.kind is MorrisKind.LETS_FORK
    told = forks if is_of_forks else (set() if forks else sure)
    return names == told != set() and about.value == -1


def compared(about: About, remark: engine.Remark) -> tuple[Slow, str]:
    """Return the board after the worse move that is named, and the reply to it."""
    [worse], [reply] = remark.besides, remark.actions
    return seen(about.state.successor(worse)), NAMES[reply]


def keeps_safe(about: About, remark: engine.Remark) -> bool:
    """Whether so many moves do not lose to the next one, all as good as this, and all others do."""
    before, _, after = played(about)
    board, reply = compared(about, remark)
    losing = [name for name in before.names() if before.play(name).wins()]
    safe = {name for name in before.names() if not before.play(name).wins()}
    best = {
        about.state.name_of(action)
        for action, known in about.worths.items()
        if known == about.worths[about.action]
    }
    is_counted = (remark.number, remark.of) == (len(safe), len(losing))
    return is_counted and not after.wins() and reply in board.wins() and safe <= best


def avoids(about: About, remark: engine.Remark) -> bool:
    """Whether so many moves do not lose, and one that does loses so to that reply."""
    board, reply = compared(about, remark)
    is_counted = remark.number == sum(value >= 0 for value in about.values)
    is_lost = worth(board.play(reply))[0] == -1
    is_told_sure = is_sure(board, reply) or remark.kind is MorrisKind.AVOIDS_LOSS
    return is_counted and about.value >= 0 and is_lost and is_told_sure and not board.wins()


def loses_later(about: About, remark: engine.Remark) -> bool:
    """Whether the reply wins all the same, though not at once, where every move loses."""
    [reply] = remark.actions
    _, _, after = played(about)
    return max(about.values) == -1 and not after.wins() and worth(after.play(NAMES[reply]))[0] == -1


def threatens_far(about: About, remark: engine.Remark) -> bool:
    """Whether no threat is farther from their men, and what is forced ends in one that is not stopped."""
    before, name, after = played(about)
    aiming = [each for each in before.names() if before.play(each).passed().wins()]
    is_farthest = steps_away(before, name) == max(steps_away(before, each) for each in aiming)
    board = after
    for action in remark.besides:
        safe = [each for each in board.names() if not board.play(each).wins()]
        if board.wins() or safe != [NAMES[action]]:
            return False
        board = board.play(NAMES[action])
    is_won = not remark.actions or is_sure(board, NAMES[remark.actions[0]])
    return name in aiming and before.ply < 6 and is_farthest and is_won and about.value == 1


def steps_away(board: Slow, point: str) -> int:
    return sum(abs(ord(point[place]) - ord(man[place])) for man in board.theirs for place in (0, 1))


def misses(about: About, remark: engine.Remark) -> bool:
    before, _, after = played(about)
    return is_bare(remark) and has_sure(before) and not before.wins() and worth(after)[0] > -1


def takes_centre(about: About, remark: engine.Remark) -> bool:
    return played(about)[1][-2:] == "b2" and is_bare(remark)


def counts_rows(about: About, remark: engine.Remark) -> bool:
    before, name, _ = played(about)
    return remark.number == sum(name in line and not line & before.theirs for line in LINES) > 0


def counts_ways(about: About, remark: engine.Remark) -> bool:
    before, name, _ = played(about)
    rows = [line for line in LINES if name in line and line & before.theirs and not line & before.mine]
    return remark.number == len(rows) > 0


def counts_steps(about: About, remark: engine.Remark) -> bool:
    before, name, _ = played(about)
    steps = {each: len([*before.play(each).passed().names()]) for each in before.names()}
    return remark.number == steps.pop(name) > max(steps.values(), default=0)


CLAIMS: Mapping[engine.Kind, Claim] = {
    MorrisKind.BLOCKS_WIN: blocks,
    MorrisKind.FORKS: threatens,
    MorrisKind.OUT_OF_REACH: threatens,
    MorrisKind.THREATENS: threatens,
    MorrisKind.SHUTS_IN: shuts_in,
    MorrisKind.PINS: pins,
    MorrisKind.EVERY_REPLY_LOSES: every_reply_loses,
    MorrisKind.SURE_NEXT: sure_next,
    MorrisKind.LETS_FORK: lets,
    MorrisKind.LETS_OUT_OF_REACH: lets,
    MorrisKind.KEEPS_SAFE: keeps_safe,
    MorrisKind.AVOIDS_SURE: avoids,
    MorrisKind.AVOIDS_LOSS: avoids,
    MorrisKind.LOSES_LATER: loses_later,
    MorrisKind.FAR_THREAT: threatens_far,
    MorrisKind.MISSES_SURE: misses,
    MorrisKind.THUMB_CENTRE: takes_centre,
    MorrisKind.THUMB_ROWS: counts_rows,
    MorrisKind.THUMB_IN_THE_WAY: counts_ways,
    MorrisKind.THUMB_STEPS: counts_steps,
}
