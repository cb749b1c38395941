"""What games of sowing seeds have in common when moves are explained: who gets which seeds, and what is left.

A fact follows either from the rules alone, or from the line that was found for a move: then it says what
becomes of the seeds if both go on like that. Of moves that differ in nothing else, the lines are compared
where they end, by what is left in the rows, because that is what made the estimates differ.
"""

from __future__ import annotations

from abc import abstractmethod
from enum import auto
from itertools import chain
from math import atanh
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine.game import Game
from engine.games.sowing_lines import Account, follow
from engine.remarks import Kind, Remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, Position, State
    from engine.solver import AnalysedMove

_SURE: Final = 0.9999
"""Greater than any estimate of a position: what is worth more is decided, as far as is known."""

_QUARTERS: Final = 4


class SowingKind(Kind):
    """What may be remarked in any such game; the number is that of seeds, but where other things are counted.

    `besides` are other actions of the same state, and `actions` are replies or what comes next.
    """

    STAYS_SAFE = auto()
    """Leaves nothing to capture; after each of `besides` the opponent captures at least so many."""
    LOSES_FEWEST = auto()
    """Lets the opponent capture so many; after each of `besides` it would be more."""
    SURE_CAPTURE = auto()
    """Captures at least so many next, whatever the reply, and more than any action could before."""
    COLLECTS = auto()
    """By its line, goes on with this action, and brings the own store so many before the opponent's turn."""
    PREPARES = auto()
    """By its line, captures so many with this action once the opponent has replied."""
    GAINS = auto()
    """By the lines, ends up so many better off than after `besides`, the next best."""
    COSTS = auto()
    """By the estimates, is worth so many fewer than the best move, and this is the best reply."""
    LETS_PREPARE = auto()
    """By its line, lets the opponent reply with `besides`, and next capture so many with this action."""
    LETS_COLLECT = auto()
    """By its line, the opponent's turn that begins with the reply brings them so many."""
    REPLIES = auto()
    """By its line, this is the opponent's best reply."""
    ENDS_WITH = auto()
    """By its line, the player has so many in the end."""
    LETS_REACH = auto()
    """By its line, the opponent has so many in the end, beginning with the reply."""
    MORE_HOUSES = auto()
    """By the lines, has so many more houses to sow from than after `besides`."""
    FEWER_HOUSES = auto()
    """By the lines, leaves the opponent so many fewer houses to sow from than `besides` does."""
    KEEPS_SEEDS = auto()
    """By the lines, has so many more seeds in the own row than after `besides`."""
    LEAVES_SEEDS = auto()
    """By the lines, leaves so many fewer seeds in the opponent's row than `besides` does."""
    SAFE_HOUSES = auto()
    """By the lines, has so many more houses that cannot be captured with the next few seeds."""
    ROUND_HOUSES = auto()
    """By the lines, has so many more houses with enough seeds to go all the way round."""
    MOVES_AGAIN_LATER = auto()
    """By the lines, has so many more houses ready to end in the own store than after `besides`."""
    THUMB_HOUSES = auto()
    """Leaves so many houses to sow from; a rule of thumb where moves differ in nothing that is known."""


class Capture(NamedTuple):
    """How many seeds an action captures."""

    seeds: int
    action: Action


class Sowing(Game):
    """A game of two rows of houses and a store for each player: an abstract class.

    `scale` is how many seeds ahead are worth an estimate of tanh(1). `harms` are the kinds of the game's
    remarks that speak against a move, `threatening` those that only do so for it if the house is not captured
    first; `weights` are what kinds count, for each seed or alone. A kind is `said_by` others if these say as
    much and more.
    """

    explains_alone = True
    scale: float
    harms: ClassVar[frozenset[Kind]] = frozenset()
    threatening: ClassVar[frozenset[Kind]] = frozenset()
    weights: ClassVar[Mapping[Kind, float]] = {}
    said_by: ClassVar[Mapping[Kind, frozenset[Kind]]] = {}

    @abstractmethod
    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses from their left, then in the second's."""

    @abstractmethod
    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds are in the store of the first player, and of the second."""

    @abstractmethod
    def best_capture(self, position: Position) -> Capture:
        """Return the move that captures the most seeds, the first of equals."""

    @abstractmethod
    def captured(self, state: State, action: Action) -> int:
        """Return how many seeds an action captures."""

    @abstractmethod
    def prospects(self, state: State, player: int) -> Mapping[SowingKind, int]:
        """Return what else speaks for a player where a line ends, the weightiest first."""

    def seeds(self, value: float) -> float:
        """Return how many seeds ahead the player is of whom this is the estimate, in quarters of a seed."""
        bound = max(-_SURE, min(_SURE, value))
        return round(_QUARTERS * self.scale * atanh(bound)) / _QUARTERS

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterable[Remark]:
        """Tell what the seeds say for a move or against it, the weightiest first."""
        facts = tuple(self.remarks(analysis.state, move.action))
        harms = [fact for fact in facts if fact.kind in self.harms]
        exposed = {house for harm in harms for house in harm.besides}
        merits = [
            fact
            for fact in facts
            if fact.kind not in self.harms
            and not (fact.kind in self.threatening and exposed & {*fact.actions})
        ]
        account = self._follow(analysis.state, move)
        if move.value < -_SURE:
            return _refutations(self, account, harms)
        if move.action in analysis.best:
            merits += self._advantages(analysis, move, account)
            return chain(self._chosen(merits), harms)
        return self._drawbacks(analysis, move, account, merits, harms)

    def safety(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell how much the opponent can capture, if that is less than after other actions."""
        lost = self._losses(state)
        if action not in lost or len(lost) < 2:  # noqa: PLR2004 - there has to be another
            return
        mine = lost[action]
        worse = tuple(other for other in lost if lost[other] > mine)
        if worse and not mine:
            yield Remark(SowingKind.STAYS_SAFE, (), min(lost[other] for other in worse), worse)
        elif len(worse) == len(lost) - 1:
            yield Remark(SowingKind.LOSES_FEWEST, (), mine, worse)

    def sure_capture(self, state: State, after: State) -> Iterator[Remark]:
        """Tell how many seeds can be captured next whatever the opponent replies, if no move could before."""
        replies = [after.successor(reply) for reply in after.actions()]
        if any(reply.to_move != state.to_move for reply in replies):
            return  # the opponent may move again, and so much more may happen
        captures = [0 if reply.is_terminal else self.best_capture(reply.position).seeds for reply in replies]
        if min(captures) > max(self.best_capture(state.position).seeds, 1):
            yield Remark(SowingKind.SURE_CAPTURE, number=min(captures))

    def exposed(self, position: Position) -> int:
        """Return how many seeds the player to move can capture at most, if any are the opponent's."""
        return self.best_capture(position).seeds

    def _losses(self, state: State) -> dict[Action, int]:
        """Return how many seeds the opponent can capture after each action that makes it their turn."""
        afters = {action: state.successor(action) for action in state.actions()}
        return {
            action: self.exposed(after.position)
            for action, after in afters.items()
            if not after.is_terminal and after.to_move != state.to_move
        }

    def _chosen(self, merits: Sequence[Remark]) -> Iterator[Remark]:
        """Yield what is to be said of merits, the weightiest first: nothing twice, and slight ones alone."""
        kinds = {merit.kind for merit in merits}
        for number, merit in enumerate(sorted(merits, key=self._weigh, reverse=True)):
            is_said = not kinds.isdisjoint(self.said_by.get(merit.kind, ()))
            if not is_said and (not number or merit.kind not in _SLIGHT):
                yield merit

    def _weigh(self, remark: Remark) -> float:
        weight = self.weights.get(remark.kind, _WEIGHTS.get(remark.kind, 0)) * max(remark.number, 1)
        if remark.kind is SowingKind.GAINS:
            weight = min(weight, _MOST_OF_GAINS)
        if remark.kind is SowingKind.STAYS_SAFE:  # which tells little if most other moves are safe as well
            weight *= len(remark.besides)
        if remark.kind in _SLIGHT:
            weight = min(weight, _MOST_OF_SLIGHT)
        return weight

    def _advantages(self, analysis: Analysis, move: AnalysedMove, account: Account) -> Iterator[Remark]:
        """Tell what the line brings, by itself and compared with that of the next best move."""
        yield from self._haul(account)
        others = [other for other in analysis.moves if other.action not in analysis.best]
        if others:
            yield from self._comparison(analysis.state, account, others[0])
        if account.end.is_terminal:
            yield self.result(account)
        if len(analysis.moves) > 1:
            yield self._thumb(analysis.state, move)

    def _follow(self, state: State, move: AnalysedMove) -> Account:
        return follow(self.stores, state, move.line)

    def _haul(self, account: Account) -> Iterator[Remark]:
        """Tell what the line brings before the opponent's first turn and right after it."""
        if account.own > 1 and account.collected > 0:
            yield Remark(SowingKind.COLLECTS, (account.line[1],), account.collected)
        if (prepared := self._captured_at(account, account.answer)) > 1:
            yield Remark(SowingKind.PREPARES, (account.line[account.answer],), prepared)

    def _captured_at(self, account: Account, place: int) -> int:
        """Return how many seeds are captured by the move at a place of a line, if there is one."""
        return self.captured(account.states[place], account.line[place]) if place < len(account.line) else 0

    def result(self, account: Account) -> Remark:
        """Tell how many seeds the player has where the line of a move ends the game."""
        return Remark(SowingKind.ENDS_WITH, number=self.stores(account.end)[account.states[0].to_move])

    def _thumb(self, state: State, move: AnalysedMove) -> Remark:
        houses = self.row(state.successor(move.action), state.to_move)
        return Remark(SowingKind.THUMB_HOUSES, number=sum(seeds > 0 for seeds in houses))

    def _comparison(self, state: State, account: Account, other: AnalysedMove) -> Iterator[Remark]:
        """Tell what there is more of where the line of a best move ends than where that of another does."""
        theirs, besides = self._follow(state, other), (other.action,)
        if account.net > theirs.net:
            yield Remark(SowingKind.GAINS, (), account.net - theirs.net, besides)
        if account.end.is_terminal or theirs.end.is_terminal:
            return
        mine = self.prospects(account.end, state.to_move)
        for kind, number in self.prospects(theirs.end, state.to_move).items():
            if mine[kind] > number:
                yield Remark(kind, (), mine[kind] - number, besides)
                return

    def _drawbacks(
        self,
        analysis: Analysis,
        move: AnalysedMove,
        account: Account,
        merits: list[Remark],
        harms: list[Remark],
    ) -> Iterator[Remark]:
        """Tell what a move costs that is not the best, and with which reply; what speaks for it as well."""
        top = analysis.moves[0]
        best, lost = self._follow(analysis.state, top), self._losses(analysis.state)
        cost = round(self.seeds(top.value)) - round(self.seeds(move.value))
        slight = [merit for merit in merits if not cost or merit.kind not in _OF_THE_BEST]
        worse = lost.get(move.action, 0) > lost.get(top.action, 0)
        yield from () if cost else self._chosen(slight)
        yield from harms if worse else ()
        yield from self._prepared(account, best) if cost and not worse else ()
        yield from _punishment(account, best, cost if top.value < _SURE else 0, harms)
        yield from () if worse else harms
        yield from self._chosen(slight) if cost else ()
        if account.end.is_terminal:
            yield self.result(account)

    def _prepared(self, account: Account, best: Account) -> Iterator[Remark]:
        """Tell what the opponent captures after the next move, if that is more than after the best move."""
        captured = self._captured_at(account, account.again)
        if captured > max(self._captured_at(best, best.again), 1):
            action, reply = account.line[account.again], account.line[account.own]
            yield Remark(SowingKind.LETS_PREPARE, (action,), captured, (reply,))

    def row(self, state: State, player: int) -> tuple[int, ...]:
        """Return the seeds in the houses of a player, from their left."""
        houses = self.houses(state)
        middle = len(houses) // 2
        return houses[middle:] if player else houses[:middle]


def _refutations(game: Sowing, account: Account, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell how a lost move is lost in the end."""
    yield from harms
    is_over, reply = account.end.is_terminal, () if account.reply is None else (account.reply,)
    if account.answered > 1 and not _is_told(account, harms):
        yield Remark(SowingKind.LETS_COLLECT, reply, account.answered)
    if is_over and reply:
        opponent = 1 - account.states[0].to_move
        yield Remark(SowingKind.LETS_REACH, reply, game.stores(account.end)[opponent])
    elif is_over:
        yield game.result(account)
    elif reply:
        yield Remark(SowingKind.REPLIES, reply)


def _punishment(account: Account, best: Account, cost: int, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell what the reply to a move costs, compared with the best move."""
    if account.reply is None:
        return
    reply = (account.reply,)
    if account.answered > max(best.answered, 1) and not _is_told(account, harms):
        yield Remark(SowingKind.LETS_COLLECT, reply, account.answered)
    yield Remark(SowingKind.COSTS, reply, cost) if cost else Remark(SowingKind.REPLIES, reply)


def _is_told(account: Account, harms: Sequence[Remark]) -> bool:
    """Whether what the opponent's turn brings is no more than what is told of it already."""
    return any(harm.actions == (account.reply,) and harm.number >= account.answered for harm in harms)


_WEIGHTS: Final[Mapping[Kind, float]] = {
    SowingKind.STAYS_SAFE: 0.2,
    SowingKind.LOSES_FEWEST: 0.6,
    SowingKind.SURE_CAPTURE: 0.9,
    SowingKind.COLLECTS: 0.9,
    SowingKind.PREPARES: 0.6,
    SowingKind.GAINS: 0.4,
    SowingKind.ROUND_HOUSES: 0.3,
    SowingKind.MOVES_AGAIN_LATER: 0.2,
    SowingKind.SAFE_HOUSES: 0.2,
    SowingKind.MORE_HOUSES: 0.1,
    SowingKind.FEWER_HOUSES: 0.1,
    SowingKind.KEEPS_SEEDS: 0.1,
    SowingKind.LEAVES_SEEDS: 0.1,
    SowingKind.ENDS_WITH: 0.01,
}
"""What a remark counts for each seed, or each other thing, that it speaks of."""

_MOST_OF_GAINS: Final = 1.2
"""So that what can be seen on the board is said before what comes of it many moves later."""

_MOST_OF_SLIGHT: Final = 0.35

_SLIGHT: Final = frozenset(
    {
        SowingKind.ROUND_HOUSES,
        SowingKind.MOVES_AGAIN_LATER,
        SowingKind.SAFE_HOUSES,
        SowingKind.MORE_HOUSES,
        SowingKind.FEWER_HOUSES,
        SowingKind.KEEPS_SEEDS,
        SowingKind.LEAVES_SEEDS,
        SowingKind.ENDS_WITH,
        SowingKind.THUMB_HOUSES,
    }
)
"""What is said where there is nothing better to say."""

_OF_THE_BEST: Final = frozenset({SowingKind.STAYS_SAFE, SowingKind.LOSES_FEWEST})
"""What is not said of a move that costs seeds even so."""
