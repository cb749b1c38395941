"""What is taught of three men's morris: threats and who can reach them, men that are shut in, the centre."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import auto
from typing import Final

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import HARM, THUMB, Kind, Remark
from engine.rules.three_mens_morris import LINES, SIDE, STEPS, Morris, read_action
from engine.solver import AnalysedMove
from engine.tactics import safe_moves
from engine.teacher import Severity, Teacher

_CENTRE: Final = 4
_SURE: Final = 3
"""How many plies a threat that cannot be stopped takes, with the move that makes it."""

_NEXT: Final = _SURE + 2
_LOST: Final = _SURE + 1


class MorrisKind(Kind):
    """What may be remarked in three men's morris; an action threatens what would make a row next.

    A threat is stopped by a man on the point that the row lacks, and by nothing else.
    """

    BLOCKS_WIN = auto()
    """Takes a point where the opponent could have made the row of the cells, in their turn."""
    FORKS = auto()
    """Threatens with these actions on two points or more, and the opponent cannot win first."""
    OUT_OF_REACH = auto()
    """Threatens with the action on that cell, which no man of an opponent who cannot win first can reach."""
    THREATENS = auto()
    """Threatens with these actions."""
    KEEPS_SAFE = auto()
    """Of so many moves that do not lose to the next one; of all others `besides` loses to this reply."""
    AVOIDS_SURE = auto()
    """Of so many that do not lose; another, `besides`, lets the opponent make a threat that stands."""
    AVOIDS_LOSS = auto()
    """Likewise, where another loses to this reply in the end."""
    FAR_THREAT = auto(), THUMB
    """Places a man, and threatens so, farthest from the opponent's men, and wins in the end.

    If `besides` are forced then, the action makes a threat that cannot be stopped.
    """
    SHUTS_IN = auto()
    """Leaves no step to that number of men of the opponent's, on these cells, who had one before."""
    PINS = auto()
    """Keeps the opponent's man on the cell there: if it moves, the player takes its place, and wins."""
    EVERY_REPLY_LOSES = auto()
    """Whatever the opponent replies, the player can win at once: after `besides` with the action."""
    SURE_NEXT = auto()
    """Whatever the opponent replies, the player can win at once, or make a threat that cannot be stopped.

    After `besides` the action makes it.
    """
    LETS_FORK = auto(), HARM
    """The opponent makes two threats with any of these replies, and wins."""
    LETS_OUT_OF_REACH = auto(), HARM
    """The opponent makes a threat that cannot be stopped with any of these replies, but no two."""
    LOSES_LATER = auto()
    """Stops what the opponent could win with next, who wins all the same, beginning with this reply."""
    MISSES_SURE = auto()
    """Does not win, where another action makes a threat that cannot be stopped."""
    THUMB_CENTRE = auto(), THUMB
    """Takes the centre, to which all points are next."""
    THUMB_ROWS = auto(), THUMB
    """Places a man in that number of rows in which the opponent has none."""
    THUMB_IN_THE_WAY = auto(), THUMB
    """Places a man in that number of rows in which the opponent has men, and the player had none."""
    THUMB_STEPS = auto(), THUMB
    """Leaves the player that number of steps, more than any other move, were it their turn again."""


_PLACED: Final = 2 * SIDE
"""How many moves place all men."""

_SLIGHT: Final = {MorrisKind.THREATENS, MorrisKind.PINS, MorrisKind.SHUTS_IN}
_SURE_KINDS: Final = {MorrisKind.FORKS, MorrisKind.OUT_OF_REACH}
_HINTED: Final = (
    MorrisKind.BLOCKS_WIN,
    MorrisKind.THREATENS,
    MorrisKind.SHUTS_IN,
    MorrisKind.THUMB_CENTRE,
)


class MorrisTeacher(Teacher, of=Morris):
    """Tells what a move threatens and stops, which men it shuts in, and what it does with the centre."""

    severity = Severity(2.0, 1.0, 0.85)
    game: Morris

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what a move blocks and threatens, what others allow, and what comes of one that loses."""
        state, best = analysis.state, analysis.moves[0]
        if move.value < 0:
            yield from self._hold_out(analysis, move)
            yield from self._let(state.successor(move.action), move)
        elif move.value < best.value and best.distance == _SURE and self._list_sure(state):
            yield Remark(MorrisKind.MISSES_SURE)
        elif move.value == best.value:
            yield from self._praise(analysis, move)

    def motives(self, state: State, action: Action) -> Iterator[Kind]:
        """Tell what speaks for a move by the kinds of its remarks."""
        kinds = (remark.kind for remark in (*self._near(state, action), *self.remarks(state, action)))
        yield from (kind for kind in kinds if kind in _HINTED)

    def _hold_out(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell of a best move that loses what it stops for now."""
        if move.action not in analysis.best:
            return
        told = [*self._blocked(analysis.state, move.action), *self._keep_safe(analysis, move)]
        yield from told
        if told and move.distance > _LOST:
            yield Remark(MorrisKind.LOSES_LATER, move.line[1:2])

    def _near(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell what a move blocks and threatens, and whom it shuts in."""
        threatened = [*self._threatened(state.successor(action))]
        yield from (one for one in threatened if one.kind is not MorrisKind.THREATENS)
        yield from self._blocked(state, action)
        yield from (one for one in threatened if one.kind is MorrisKind.THREATENS)
        yield from self._pinned(state, action)
        yield from self._shut_in(state, action)

    def keeps_order(self, state: State, action: Action) -> bool:
        """Whether neither player could win now, nor the opponent after a move."""
        turned, after = self.game.passed(state.position), state.successor(action).position
        return not any(map(self.game.wins, (state.position, turned, after)))

    def _praise(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell what a move that keeps the value does, and why it is better than others, if it is best."""
        near = [*self._near(analysis.state, move.action)]
        slight = [remark for remark in near if remark.kind in _SLIGHT]
        yield from (remark for remark in near if remark not in slight)
        centres = (action for action in analysis.best if read_action(action) == (None, _CENTRE))
        centre = next(centres, None)
        if move.action in analysis.best:
            yield from self._keep_safe(analysis, move)
            yield from (self._avoid(analysis) if centre is None else ())
            yield from (self._threaten_far(analysis, move) if centre is None else ())
            worse = {one.action for one in analysis.moves} - {*analysis.best}
            shared = {remark.kind for action in worse for remark in self._near(analysis.state, action)}
            slight = [remark for remark in slight if remark.kind not in shared]
        if centre == move.action:
            yield Remark(MorrisKind.THUMB_CENTRE)
        if move.value > 0:
            yield from self._look_ahead(analysis.state, move)
        yield from (slight if centre in {None, move.action} else ())

    def _keep_safe(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell whether the best moves alone are safe from the opponent's next one."""
        safe = [one for one in analysis.moves if not one.loses_next]
        losing = [one for one in analysis.moves if one.loses_next]
        if losing and move in safe and all(one.action in analysis.best for one in safe):
            yield _compare(MorrisKind.KEEPS_SAFE, losing, len(safe))

    def _avoid(self, analysis: Analysis) -> Iterator[Remark]:
        """Tell with which reply the opponent wins after another move, if all that are not best lose."""
        worse = [move for move in analysis.moves if move.action not in analysis.best]
        if not worse or any(move.value >= 0 for move in worse):
            return
        number = len(analysis.moves) - len(worse)
        near = [move for move in worse if move.distance == _LOST]
        replied = {move: analysis.state.successor(move.action).successor(move.line[1]) for move in near}
        sure = [move for move in near if self._is_sure_after(replied[move])]
        late = [move for move in worse if not move.loses_next]
        if sure:
            yield _compare(MorrisKind.AVOIDS_SURE, sure, number)
        elif late:
            yield _compare(MorrisKind.AVOIDS_LOSS, late, number)

    def _threaten_far(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell of a man who is placed to threaten farther from the opponent's than worse moves would."""
        state = analysis.state
        threats = self._list_threats(state.successor(move.action))
        if move.value <= 0 or state.ply >= _PLACED or not threats:
            return
        aiming = [each.action for each in analysis.moves if self._list_threats(state.successor(each.action))]
        far = {action: self._measure_distance(state, action) for action in aiming}
        farthest = [action for action in aiming if far[action] == max(far.values())]
        if len(farthest) < len(aiming) and move.action in farthest and {*farthest} <= {*analysis.best}:
            forced = self._follow_force(state, move)
            yield Remark(MorrisKind.FAR_THREAT, forced[-1:], besides=forced[:-1])

    def _measure_distance(self, state: State, action: Action) -> int:
        """Return how far a point is from the opponent's men, by columns and rows."""
        column, row = divmod(read_action(action)[1], SIDE)
        theirs = _men(self.game.cells(state), 1 - state.to_move)
        return sum(abs(column - point // SIDE) + abs(row - point % SIDE) for point in theirs)

    def _follow_force(self, state: State, move: AnalysedMove) -> tuple[Action, ...]:
        """Return the moves after one up to a threat that cannot be stopped, none if one is not forced."""
        state, forced = state.successor(move.action), list[Action]()
        for action in move.line[1:]:  # pragma: no branch - what is forced ends in such a threat
            after = state.successor(action)
            if len(forced) % 2 and self._is_sure_after(after):
                return (*forced, action)
            if safe_moves(state, 2) != [action]:
                break
            forced.append(action)
            state = after
        return ()

    def _list_threats(self, after: State) -> tuple[Action, ...]:
        """Return the actions with which the player who has just moved would win, were it their turn."""
        return tuple(sorted(self.game.wins(self.game.passed(after.position))))

    def _blocked(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which row of the opponent's a move is in the way of."""
        end, cells = read_action(action)[1], self.game.cells(state)
        for threat in self._list_threats(state):
            start, goal = read_action(threat)
            if goal == end:
                theirs = {*_men(cells, 1 - state.to_move)} - {start} | {goal}
                yield from (Remark(MorrisKind.BLOCKS_WIN, cells=line) for line in LINES if {*line} <= theirs)

    def _threatened(self, after: State) -> Iterator[Remark]:
        """Tell what the player who has just moved threatens, and whether that can be stopped."""
        threats = self._list_threats(after)
        points = {read_action(threat)[1] for threat in threats}
        is_first = not self.game.wins(after.position)
        if len(points) > 1 and is_first:
            yield Remark(MorrisKind.FORKS, threats)
        elif points and is_first and not points & {read_action(reply)[1] for reply in after.actions()}:
            yield Remark(MorrisKind.OUT_OF_REACH, threats, cells=tuple(points))
        elif points:
            yield Remark(MorrisKind.THREATENS, threats)

    def _list_sure(self, state: State) -> tuple[Action, ...]:
        """Return the actions that make a threat that cannot be stopped."""
        return tuple(action for action in state.actions() if self._is_sure_after(state.successor(action)))

    def _is_sure_after(self, after: State) -> bool:
        """Whether the player who has just moved threatens what cannot be stopped."""
        return any(one.kind in _SURE_KINDS for one in self._threatened(after))

    def _is_sure_next(self, after: State) -> bool:
        """Whether every reply lets the player win at once, or make such a threat."""
        replied = map(after.successor, after.actions())
        return all(self.game.wins(state.position) or self._list_sure(state) for state in replied)

    def _look_ahead(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell how a move wins whatever is replied, and with what the player goes on after one reply."""
        after = state.successor(move.action)
        reply, *_ = move.line[1:]
        replied = after.successor(reply)
        if move.distance == _SURE:
            yield Remark(MorrisKind.EVERY_REPLY_LOSES, self.game.wins(replied.position)[:1], besides=(reply,))
        elif move.distance == _NEXT and self._is_sure_next(after):
            yield Remark(MorrisKind.SURE_NEXT, self._list_sure(replied)[:1], besides=(reply,))

    def _pinned(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which man of the opponent's stands where the player would make a row, if it moved."""
        after = state.successor(action)
        if not self.game.is_placed(after.position) or self.game.wins(after.position):
            return
        won: dict[int | None, list[set[Action]]] = defaultdict(list)
        for reply in after.actions():
            start, _ = read_action(reply)
            wins = self.game.wins(after.successor(reply).position)
            won[start].append({win for win in wins if read_action(win)[1] == start})
        for start, each in won.items():
            if start is not None and (always := set.intersection(*each)):
                yield Remark(MorrisKind.PINS, (min(always),), cells=(start,))

    def _shut_in(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell which men of the opponent's cannot move any more."""
        after = state.successor(action)
        if self.game.is_placed(after.position) and not after.is_terminal:
            before, now = self._stuck(state, 1 - state.to_move), self._stuck(after, 1 - state.to_move)
            if new := tuple(point for point in now if point not in before):
                yield Remark(MorrisKind.SHUTS_IN, number=len(new), cells=new)

    def _stuck(self, state: State, player: int) -> list[int]:
        """Return the points of the player's men from which no step leads to an empty point."""
        cells = self.game.cells(state)
        free = {start for start, end in STEPS if cells[end] is None}
        return [point for point in _men(cells, player) if point not in free]

    def _let(self, after: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell which replies make a threat that cannot be stopped, of a move that loses to such."""
        if move.distance != _LOST:
            return
        told = {reply: [*self._threatened(after.successor(reply))] for reply in sorted(after.actions())}
        for kind, let in (
            (MorrisKind.FORKS, MorrisKind.LETS_FORK),
            (MorrisKind.OUT_OF_REACH, MorrisKind.LETS_OUT_OF_REACH),
        ):
            replies = tuple(reply for reply, said in told.items() if kind in {one.kind for one in said})
            if replies:
                yield Remark(let, replies)
                return

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell a rule of thumb: the centre, the rows while men are placed, or the steps after that."""
        (start, end), cells, after = read_action(action), self.game.cells(state), state.successor(action)
        theirs, mine = ({*_men(cells, player)} for player in (1 - state.to_move, state.to_move))
        through = [{*line} for line in LINES if end in line] if start is None else []
        if end == _CENTRE:
            yield Remark(MorrisKind.THUMB_CENTRE)
        elif rows := sum(not line & theirs for line in through):
            yield Remark(MorrisKind.THUMB_ROWS, number=rows)
        elif self.game.is_placed(after.position) and (own := self._count_most_steps(state, action)):
            yield Remark(MorrisKind.THUMB_STEPS, number=own)
        elif rows := sum(not line & mine for line in through):
            yield Remark(MorrisKind.THUMB_IN_THE_WAY, number=rows)

    def _count_most_steps(self, state: State, action: Action) -> int:
        """Return how many steps a move leaves its player if no other leaves as many, else 0."""
        most, *others = sorted(map(self._count_steps, map(state.successor, state.actions())), reverse=True)
        own = self._count_steps(state.successor(action))
        return own if own == most > max(others, default=0) else 0

    def _count_steps(self, after: State) -> int:
        """Return how many steps the player who has just moved could make, were it their turn."""
        return len(self.game.successors(self.game.passed(after.position)))


def _compare(kind: Kind, worse: Sequence[AnalysedMove], number: int) -> Remark:
    """Remark of so many moves that this is what the opponent replies to the first of the others."""
    return Remark(kind, worse[0].line[1:2], number, besides=(worse[0].action,), of=len(worse))


def _men(cells: tuple[int | None, ...], player: int) -> list[int]:
    """Return the points on which a player has men."""
    return [point for point, owner in enumerate(cells) if owner == player]
