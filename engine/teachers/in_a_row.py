"""What is taught of games of completing lines: what the lines say of a move."""

from collections import Counter
from collections.abc import Iterator
from enum import auto
from itertools import islice

from engine.analysis import Analysis, analyse
from engine.base import Action, Game, Position, State
from engine.facts import AHEAD, PLAN, THUMB, General, Kind, Remark
from engine.losses import is_prepared
from engine.reasons import safety
from engine.rules.in_a_row import InARow
from engine.rules.wild import Wild
from engine.solver import AnalysedMove
from engine.tactics import LONGEST, find_series, is_forced, is_sure, safe_moves, winning_replies
from engine.teacher import Severity, Teacher
from engine.teachers.open_lines import find_pairs, open_lines

_MOST_PAIRS = 3
"""A person cannot remember which cells belong together if there are more."""

_SEVERITIES = {
    "tic-tac-toe": Severity(3.1, 0.9),
    "four-in-a-row-4x4": Severity(4.0, 0.8, 0.99),
    "four-in-a-row-5x5": Severity(1.7, 1.4, 0.8),
}


class LineKind(Kind):
    """What may be remarked where lines are completed; a line is open to a player who can complete it."""

    NO_LINE_LEFT = auto()
    """Leaves no line open to anybody."""
    NO_LINE_BEFORE = auto()
    """No line was open to anybody before."""
    CLOSES_LAST_LINE = auto()
    """Closes the last lines open to the opponent, so many, who can no longer win."""
    OPPONENT_HAS_NO_LINE = auto()
    """No line was open to the opponent before."""
    PAIRS = auto(), PLAN
    """Each line open to the opponent, so many, holds one of these pairs of empty cells."""
    MIRRORS = auto()
    """The marks are each other's mirror images through the centre, which the player has.

    Where marks belong to neither player, they are their own mirror images around a centre that is taken.
    """
    PARTNERS = auto(), PLAN
    """Whoever answers each cell with its partner completes no line first: the cells, two by two.

    If one is left over, at the end, the opponent completes a line with it. The number counts the pairs.
    """
    ANSWERS = auto(), PLAN
    """The opponent has that number of safe replies, and no safe cell after the answer to any.

    The cells are these replies, each before its answer.
    """
    WAITS = auto()
    """Whoever goes on to take any cells that complete no line never has to complete one first.

    The number counts those that are still to be taken at most: with none the opponent ends the game.
    """
    ANSWERS_BEFORE_WAITING = auto(), PLAN
    """The opponent has that number of safe replies, and each an answer from which on that is so.

    At least it is if the player begins with cells that complete no line for either, while there are any. The
    cells are these replies, each before its answer.
    """
    ENDS_WAITING = auto()
    """After these replies, the only ones that win, or any, the player can only complete a line."""
    SAFE_CELLS = auto()
    """Leaves the player that number of cells that complete no line, and the opponent so many."""
    KEEPS_UNPREPARED = auto(), PLAN
    """Worse actions, so many, lose to a reply that prepares a fork or a series: that number, most of them.

    The cells are those of these replies, as few as are most of them.
    """
    TAKES_PREPARED = auto()
    """Likewise, and takes one of these cells."""
    TAKES_REPLY = auto()
    """Takes the cell that best play answers most worse actions with: that number, of so many."""
    LEADS_TO_SERIES = auto(), AHEAD
    """Wins by best play: this action begins a series, with the ply of that number."""
    THUMB_PASSES = auto(), THUMB
    """Is in no line that is open to anybody."""
    THUMB_LINES = auto(), THUMB
    """Is in that number of the lines that are open to anybody, and any other cell in so many at most.

    No cell that is in as many is worse.
    """
    THUMB_OWN_LINES = auto(), THUMB
    """Is likewise in that number of the lines that are open to the player."""
    THUMB_THEIR_LINES = auto(), THUMB
    """Is likewise in that number of the lines that are open to the opponent."""
    THUMB_FEWEST_LINES = auto(), THUMB
    """Is in so many lines of the board, as all best actions are, and every other action in more."""


class InARowTeacher(Teacher, of=InARow):
    """Tells which lines are left to whom, and how they can be stopped."""

    explains_alone = True
    game: InARow

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.severity = _SEVERITIES.get(game.slug, self.severity)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell which lines are left to whom, and how best play goes on."""
        if not move.exact or move.value == analysis.value:
            yield from self._explain_hold(analysis, move)
        if not self.game.is_small:
            yield from _led(analysis.state, move)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell whether an action is in no line that is open to anybody."""
        if not any(line >> action & 1 for each in self._lines_left(state) for line in each):
            yield Remark(LineKind.THUMB_PASSES)

    def _explain_hold(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell which lines are left to whom or, in a game that is not small, what helps against them."""
        told = [*self._explain_lines(analysis.state, move)]
        yield from told
        if not self.game.is_small:
            yield from _remark_on_taken_cell(analysis, move)
        longest = LONGEST if self.game.is_small else 2
        if not told and move.value > -1 and not is_forced(analysis.state, move.action, longest):
            yield from islice(self._remark_on_most_lines(analysis, move), 1)

    def _remark_on_most_lines(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell, as a rule of thumb, in which sort of open lines a move is most, if only best moves are."""
        mine, theirs = self._lines_left(analysis.state)
        for kind, lines in (
            (LineKind.THUMB_LINES, mine | theirs),
            (LineKind.THUMB_OWN_LINES, mine),
            (LineKind.THUMB_THEIR_LINES, theirs),
        ):
            counts = {each.action: sum(line >> each.action & 1 for line in lines) for each in analysis.moves}
            foremost = {action for action, number in counts.items() if number == max(counts.values())}
            if move.action in foremost != {*counts} and foremost <= {*analysis.best}:
                number = counts.pop(move.action)
                yield Remark(kind, number=number, of=max(counts.values()))

    def _lines_left(self, state: State) -> tuple[set[int], set[int]]:
        """Return the lines that are open to the player to move, and those that are to the opponent."""
        mine, theirs = state.position >> self.game.size, state.position & self.game.full
        return {*open_lines(self.game.lines, theirs)}, {*open_lines(self.game.lines, mine)}

    def _explain_lines(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        mine, theirs = state.position >> self.game.size, state.position & self.game.full
        after = mine | 1 << move.action
        left = open_lines(self.game.lines, after)
        if not left:
            yield self._without_lines(mine, theirs)
        elif move.value < 1 and (held := find_pairs(left, self.game.full & ~after & ~theirs, _MOST_PAIRS)):
            yield Remark(LineKind.PAIRS, number=len(left), cells=held)

    def _without_lines(self, mine: int, theirs: int) -> Remark:
        """Tell how it came that the opponent has no line left."""
        had = len(open_lines(self.game.lines, mine))
        if not open_lines(self.game.lines, theirs):
            return Remark(LineKind.NO_LINE_LEFT if had else LineKind.NO_LINE_BEFORE)
        return Remark(LineKind.CLOSES_LAST_LINE if had else LineKind.OPPONENT_HAS_NO_LINE, number=had)


def _remark_on_taken_cell(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell whether the opponent would take the cell of a best move after most of the others."""
    if move.action in analysis.state.game.threats(analysis.state, 1 - analysis.state.to_move):
        return  # it is plain why
    worse = [other for other in analysis.moves if other.exact and other.value < move.value]
    prepared = Counter(other.line[1] for other in worse if is_prepared(analysis.state, other))
    if move.exact and 2 * prepared.total() > len(worse):
        named = _most_of(prepared)
        kind = LineKind.TAKES_PREPARED if move.action in named else LineKind.KEEPS_UNPREPARED
        yield Remark(kind, number=prepared.total(), of=len(worse), cells=named)
    answered = sum(other.line[1:2] == (move.action,) for other in worse)
    if move.exact and 2 * answered > len(worse):
        yield Remark(LineKind.TAKES_REPLY, number=answered, of=len(worse))


def _most_of(counted: Counter[Action]) -> tuple[Action, ...]:
    """Return the commonest actions, as few as are more than half of all together."""
    common, named = counted.most_common(), 0
    while 2 * sum(count for _, count in common[:named]) <= counted.total():
        named += 1
    return tuple(sorted(action for action, _ in common[:named]))


def _led(state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell with which later move the player of a winning line begins a series."""
    mover = state.to_move
    for action in move.line if move.exact and move.value == 1 else ():
        is_later = state.to_move == mover and action != move.action
        if is_later and action in find_series(state.game, state.position)[1]:
            yield Remark(LineKind.LEADS_TO_SERIES, (action,), state.ply + 1)
            return
        state = state.successor(action)


def run_out(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell who runs out of safe moves, in a game that is won because the other has to move."""
    after = analysis.state.successor(move.action)
    if move.exact and move.value == 1 and safe_moves(after, 1):
        yield Remark(General.WINS_BY_ZUGZWANG, number=move.winner_moves)
    elif is_sure(move, -1) and not move.loses_next:
        replies = analyse(after).moves
        lost = replies[-1].value == 1
        named, number = ((), len(replies)) if lost else (winning_replies(after), 0)
        yield Remark(General.LOSES_BY_ZUGZWANG, named, move.winner_moves, of=number)


_HALF_TURN = 3  # among the ways to turn and mirror a board


class WildTeacher(InARowTeacher, of=Wild):
    """Tells how lines that anybody can complete are left alone."""

    severity = Severity(2.5, 0.8, 0.99)
    game: Wild

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell who runs out of safe moves, or that neither player can complete a line any more."""
        after = analysis.state.successor(move.action)
        if move.value == 1 and self._is_mirrored(after.position) and safe_moves(after, 1):
            yield Remark(LineKind.MIRRORS)
        if move.value == 0:
            yield from safety(analysis, move)
        yield from run_out(analysis, move)
        if not self._count_open_lines(after.position):
            is_new = self._count_open_lines(analysis.state.position)
            yield Remark(LineKind.NO_LINE_LEFT if is_new else LineKind.NO_LINE_BEFORE)

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:  # noqa: ARG002 - see below
        """Tell nothing of the lines that an action is in, as they are as good for the opponent."""
        return iter(())

    def _is_mirrored(self, position: Position) -> bool:
        """Whether the marks stay the same when the board is turned by half, with one in the centre."""
        centre = 1 << self.game.size // 2
        is_taken = bool((position >> self.game.size | position) & centre)
        return is_taken and InARow.symmetries(self.game, position)[_HALF_TURN] == position

    def _count_open_lines(self, position: Position) -> int:
        """Return how many lines do not hold both marks."""
        crosses, noughts = position >> self.game.size, position & self.game.full
        return sum(not (line & crosses and line & noughts) for line in self.game.lines)
