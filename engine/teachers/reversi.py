"""What is taught of Reversi: corners and what gives them away, and how many moves are left to choose from."""

from collections.abc import Iterator
from enum import auto

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import AHEAD, HARM, Kind, Remark
from engine.rules.reversi import Cells, Reversi
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher


class ReversiKind(Kind):
    """What may be remarked in Reversi; "of" is how many moves the player would have if it were their turn."""

    TAKES_CORNER = auto()
    """Is a corner."""
    PASSES = auto()
    """Leaves the opponent no move, so that the player moves again."""
    SAVES_CORNER = auto()
    """Leaves the opponent none of these corners, which they could have taken had the player passed."""
    KEEPS_CORNERS = auto()
    """Leaves the opponent no corner, unlike so many of `of` other moves, half of them or more."""
    FEWEST_REPLIES = auto()
    """Leaves the opponent so many moves, fewer than any other move does."""
    QUIET = auto()
    """Leaves the opponent no cell that they could not have chosen before."""
    REPLIES = auto()
    """Leaves the opponent so many moves."""
    LETS_CORNER = auto(), HARM
    """Leaves the opponent these corners to take."""
    BESIDE_CORNER = auto()
    """Stands right beside this corner, which is empty."""
    ENDS = auto()
    """Ends the game."""
    CORNER_LATER = auto(), AHEAD
    """By its line the player, who does not lose, takes this corner in ply `of`."""
    OPPONENT_PASSES = auto(), AHEAD
    """By its line the opponent, who loses, has no move after ply `of`."""
    PASSES_LATER = auto(), AHEAD
    """By its line the player, who loses, has no move after ply `of`."""
    LAST_MOVE = auto(), AHEAD
    """By its line the player, who wins, makes the last move."""
    OPPONENT_LAST = auto(), AHEAD
    """By its line the opponent, who wins, makes the last move."""


_SEVERITIES = {6: Severity(2.2, 2.0), 8: Severity(1.7, 2.0)}


class ReversiTeacher(Teacher, of=Reversi):
    """Tells which corners are taken and given away, and how many moves are left to the opponent."""

    explains_alone = True
    game: Reversi
    hinted = (
        ReversiKind.TAKES_CORNER,
        ReversiKind.PASSES,
        ReversiKind.SAVES_CORNER,
        ReversiKind.KEEPS_CORNERS,
        ReversiKind.FEWEST_REPLIES,
        ReversiKind.QUIET,
    )

    def __init__(self, game: Reversi) -> None:
        super().__init__(game)
        self.severity = _SEVERITIES[game.size]

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell what speaks for a move, how many it leaves, and what speaks against it."""
        yield from self._praise(state, action)
        yield from self._remark_on_replies(state, action)
        yield from self._blame(state, action)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell the same, first what speaks against a move that is not best, and how its line goes on."""
        state, action = analysis.state, move.action
        if action not in analysis.best:
            yield from self._blame(state, action)
        yield from self.remarks(state, action)
        if move.exact:
            yield from self._remark_on_line(state, move)

    def _praise(self, state: State, action: Action) -> Iterator[Remark]:
        before, (replies, own) = self._find_choices(state), self._find_choices_after(state, action)
        if 1 << action & self.game.corners:
            yield Remark(ReversiKind.TAKES_CORNER)
        if not replies and own:
            yield Remark(ReversiKind.PASSES)
        if saved := _actions(before & ~replies & self.game.corners & ~(1 << action)):
            yield Remark(ReversiKind.SAVES_CORNER, saved)
        elif not replies & self.game.corners:
            yield from self._keeping(state, action)
        if replies:
            yield from self._limiting(state, action, replies)
            if not replies & ~before:
                yield Remark(ReversiKind.QUIET)

    def _keeping(self, state: State, action: Action) -> Iterator[Remark]:
        others = [self._find_choices_after(state, other)[0] for other in state.actions() if other != action]
        giving = sum(bool(replies & self.game.corners) for replies in others)
        if giving and 2 * giving >= len(others):
            yield Remark(ReversiKind.KEEPS_CORNERS, number=giving, of=len(others))

    def _limiting(self, state: State, action: Action, replies: Cells) -> Iterator[Remark]:
        others = [self._find_choices_after(state, other)[0] for other in state.actions() if other != action]
        if others and replies.bit_count() < min(map(int.bit_count, others)):
            own = self._find_choices_after(state, action)[1].bit_count()
            yield Remark(ReversiKind.FEWEST_REPLIES, number=replies.bit_count(), of=own)

    def _remark_on_replies(self, state: State, action: Action) -> Iterator[Remark]:
        replies, own = self._find_choices_after(state, action)
        if replies:
            yield Remark(ReversiKind.REPLIES, number=replies.bit_count(), of=own.bit_count())
        elif not own:
            yield Remark(ReversiKind.ENDS)

    def _blame(self, state: State, action: Action) -> Iterator[Remark]:
        if given := _actions(self._find_choices_after(state, action)[0] & self.game.corners):
            yield Remark(ReversiKind.LETS_CORNER, given)
        empty = self.game.empty(*self.game.sides(state.position))
        for corner, diagonal, adjacent in self.game.by_corners:
            if corner & empty and 1 << action & (diagonal | adjacent):
                yield Remark(ReversiKind.BESIDE_CORNER, cells=_actions(corner))

    def _remark_on_line(self, state: State, move: AnalysedMove) -> Iterator[Remark]:
        """Tell who takes a corner, has to pass and makes the last move by the line of a move."""
        wins, there = move.value > 0, state.successor(move.action)
        for action in move.line[1:]:
            after = there.successor(action)
            if there.to_move == state.to_move and move.value >= 0 and 1 << action & self.game.corners:
                yield Remark(ReversiKind.CORNER_LATER, cells=(action,), of=there.ply + 1)
            has_passed = not after.is_terminal and after.to_move == there.to_move
            if has_passed and move.value and (there.to_move == state.to_move) is wins:
                kind = ReversiKind.OPPONENT_PASSES if wins else ReversiKind.PASSES_LATER
                yield Remark(kind, of=there.ply + 1)
            last, there = there.to_move, after
        if len(move.line) > 1 and there.is_terminal and move.value and (last == state.to_move) is wins:
            yield Remark(ReversiKind.LAST_MOVE if wins else ReversiKind.OPPONENT_LAST)

    def _find_choices(self, state: State) -> Cells:
        """Return what the opponent could choose from, were it their turn."""
        mine, theirs = self.game.sides(state.position)
        return self.game.legal(theirs, mine)

    def _find_choices_after(self, state: State, action: Action) -> tuple[Cells, Cells]:
        """Return what the opponent can choose from after a move, and what the player could."""
        mine, theirs = self.game.sides(state.position)
        turned = self.game.turned(action, mine, theirs)
        mine, theirs = mine | turned | 1 << action, theirs ^ turned
        return self.game.legal(theirs, mine), self.game.legal(mine, theirs)


def _actions(cells: Cells) -> tuple[Action, ...]:
    """Return the cells of a set in order."""
    return tuple(cell for cell in range(cells.bit_length()) if cells >> cell & 1)
