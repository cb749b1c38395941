"""What games of sowing seeds have in common when moves are explained: who gets which seeds, and what is left.

A fact follows either from the rules alone, or from the line that was found for a move: then it says what
becomes of the seeds if both go on like that. Of moves that differ in nothing else, the lines are compared
where they end, by what is left in the rows, because that is what made the estimates differ.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import chain
from math import atanh
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from engine.game import Game
from engine.games.sowing_kinds import MOST_OF_GAINS, SLIGHT, WEIGHTS, SowingKind
from engine.remarks import Remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from engine.analysis import Analysis
    from engine.game import Action, Position, State
    from engine.remarks import Kind
    from engine.solver import AnalysedMove

_SURE: Final = 0.9999
"""Greater than any estimate of a position: what is worth more is decided, as far as is known."""

_QUARTERS: Final = 4


class Capture(NamedTuple):
    """How many seeds an action captures."""

    seeds: int
    action: Action


class _Account(NamedTuple):
    """What becomes of the seeds by the line of a move.

    `net` is by how many more the own store grows than the opponent's, `collected` what it gets before the
    opponent's turn. `answered` is what the opponent gains on that turn, which begins with `reply`.
    """

    states: tuple[State, ...]
    line: tuple[Action, ...]
    net: int
    collected: int
    reply: Action | None
    answered: int

    @property
    def end(self) -> State:
        """The last state of the line."""
        return self.states[-1]


class Sowing(Game):
    """A game of two rows of houses and a store for each player: an abstract class.

    `scale` is how many seeds ahead are worth an estimate of tanh(1). `harms` are the kinds of the game's
    remarks that speak against a move, `weights` what the others count, for each seed or
    alone. A kind is `said_by` others if these say as much and more.
    """

    explains_alone = True
    scale: float
    harms: ClassVar[frozenset[Kind]] = frozenset()
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
        merits = [fact for fact in facts if fact.kind not in self.harms]
        account = self._account(analysis.state, move)
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
            if not is_said and (not number or merit.kind not in SLIGHT):
                yield merit

    def _weigh(self, remark: Remark) -> float:
        weight = self.weights.get(remark.kind, WEIGHTS.get(remark.kind, 0)) * max(remark.number, 1)
        if remark.kind is SowingKind.GAINS:
            weight = min(weight, MOST_OF_GAINS)
        if remark.kind is SowingKind.STAYS_SAFE:  # which tells little if most other moves are safe as well
            weight *= len(remark.besides)
        return weight

    def _advantages(self, analysis: Analysis, move: AnalysedMove, account: _Account) -> Iterator[Remark]:
        """Tell what the line brings, by itself and compared with that of the next best move."""
        yield from self._haul(account)
        others = [other for other in analysis.moves if other.action not in analysis.best]
        if others:
            yield from self._comparison(analysis.state, account, others[0])
        if account.end.is_terminal:
            yield self._result(account)
        yield self._thumb(analysis.state, move)

    def _haul(self, account: _Account) -> Iterator[Remark]:
        """Tell what the line brings before the opponent's first turn and right after it."""
        own = _turn(account.states, 0)
        if own > 1 and account.collected > 0:
            yield Remark(SowingKind.COLLECTS, (account.line[1],), account.collected)
        following = own + _turn(account.states, own)
        if own < following < len(account.line):
            action, state = account.line[following], account.states[following]
            if (captured := self.captured(state, action)) > 1:
                yield Remark(SowingKind.PREPARES, (action,), captured)

    def _result(self, account: _Account) -> Remark:
        return Remark(SowingKind.ENDS_WITH, number=self.stores(account.end)[account.states[0].to_move])

    def _thumb(self, state: State, move: AnalysedMove) -> Remark:
        houses = self.row(state.successor(move.action), state.to_move)
        return Remark(SowingKind.THUMB_HOUSES, number=sum(seeds > 0 for seeds in houses))

    def _comparison(self, state: State, account: _Account, other: AnalysedMove) -> Iterator[Remark]:
        """Tell what there is more of where the line of a best move ends than where that of another does."""
        theirs, besides = self._account(state, other), (other.action,)
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
        account: _Account,
        merits: list[Remark],
        harms: list[Remark],
    ) -> Iterator[Remark]:
        """Tell what a move costs that is not the best, and with which reply; what speaks for it as well."""
        top = analysis.moves[0]
        best, lost = self._account(analysis.state, top), self._losses(analysis.state)
        cost = round(self.seeds(top.value)) - round(self.seeds(move.value))
        if not cost:
            yield from self._chosen(merits)
        worse = lost.get(move.action, 0) > lost.get(top.action, 0)
        yield from harms if worse else ()
        estimated = cost if top.value < _SURE else 0
        yield from _punishment(account, best, estimated, harms)
        yield from () if worse else harms
        yield from self._chosen(merits) if cost else ()
        if account.end.is_terminal:
            yield self._result(account)

    def _account(self, state: State, move: AnalysedMove) -> _Account:
        """Follow the line of a move, and count the seeds."""
        states = [state]
        for action in move.line:
            states.append(states[-1].successor(action))
        leads = [self._ahead(each, state.to_move) for each in states]
        own = _turn(states, 0)
        answer = own + _turn(states, own)
        reply = move.line[own] if own < len(move.line) else None
        collected, answered = leads[own] - leads[0], leads[own] - leads[answer]
        return _Account(tuple(states), move.line, leads[-1] - leads[0], collected, reply, answered)

    def _ahead(self, state: State, player: int) -> int:
        stores = self.stores(state)
        return stores[player] - stores[1 - player]

    def row(self, state: State, player: int) -> tuple[int, ...]:
        """Return the seeds in the houses of a player, from their left."""
        houses = self.houses(state)
        middle = len(houses) // 2
        return houses[middle:] if player else houses[:middle]


def _turn(states: Sequence[State], start: int) -> int:
    """Return how many moves somebody makes in a row from that place of a line on."""
    mover, end = states[start].to_move, start
    while end < len(states) - 1 and states[end].to_move == mover:
        end += 1
    return end - start


def _refutations(game: Sowing, account: _Account, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell how a lost move is lost in the end."""
    yield from harms
    if account.reply is None:
        return
    if account.answered > 1 and not _is_told(account, harms):
        yield Remark(SowingKind.LETS_COLLECT, (account.reply,), account.answered)
    if account.end.is_terminal:
        opponent = 1 - account.states[0].to_move
        yield Remark(SowingKind.LETS_REACH, (account.reply,), game.stores(account.end)[opponent])
    else:
        yield Remark(SowingKind.REPLIES, (account.reply,))


def _punishment(account: _Account, best: _Account, cost: int, harms: Sequence[Remark]) -> Iterator[Remark]:
    """Tell what the reply to a move costs, compared with the best move."""
    if account.reply is None:
        return
    reply = (account.reply,)
    if account.answered > max(best.answered, 1) and not _is_told(account, harms):
        yield Remark(SowingKind.LETS_COLLECT, reply, account.answered)
    yield Remark(SowingKind.COSTS, reply, cost) if cost else Remark(SowingKind.REPLIES, reply)


def _is_told(account: _Account, harms: Sequence[Remark]) -> bool:
    """Whether what the opponent's turn brings is no more than what is told of it already."""
    return any(harm.actions == (account.reply,) and harm.number >= account.answered for harm in harms)
