"""What is taught of Reversi: corners first, then what a move leaves to both players, and what it opens."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import auto
from functools import lru_cache
from typing import Final, NamedTuple

from engine.analysis import Analysis
from engine.base import Action, State
from engine.facts import AHEAD, HARM, Kind, Remark, Traits
from engine.rules.grid import list_cells
from engine.rules.reversi import Cells, Reversi
from engine.solver import AnalysedMove
from engine.teacher import Severity, Teacher
from engine.teachers.reversi_effects import Effect, read_effects

_COMPARED: Final = Traits(is_rule_of_thumb=True, is_comparison=True)


class ReversiKind(Kind):
    """What may be remarked in Reversi.

    A comparison is with all other moves or, if "of" is 1, with those of which the remark before is true. Of
    `besides` the same is true.
    """

    TAKES_CORNER = auto(), Traits(is_gain=True)
    """Is one corner, which is its number."""
    PASSES = auto()
    """Leaves the opponent no move, so that the player moves again."""
    ENDS = auto()
    """Ends the game, in which the player has so many discs and the opponent `of`."""
    SAVES_CORNER = auto()
    """Leaves the opponent none of these corners, which they could have taken had the player passed."""
    KEEPS_CORNERS = auto()
    """Leaves the opponent no corner, unlike so many of `of` other moves."""
    KEEPS_AWAY = auto(), _COMPARED
    """Stands beside no empty corner and leaves the opponent none, where so many of `of` others stand so."""
    GETS_CORNER = auto(), Traits(is_comparison=True)
    """Lets the player take a corner next, whatever the opponent replies. A comparison, as all below."""
    FEWEST_REPLIES = auto(), _COMPARED
    """Leaves the opponent so many moves, the fewest."""
    QUIET = auto(), _COMPARED
    """Opens so many cells to the opponent that they could not have chosen before, the fewest."""
    SAFE_DISCS = auto(), _COMPARED
    """Makes so many discs that can never be turned, the most: in a row along an edge from a corner."""
    INSIDE = auto(), _COMPARED
    """Is touched by so many empty cells, the fewest."""
    MOST_CHOICES = auto(), _COMPARED
    """Leaves the player so many moves, were it their turn again, the most."""
    TURNS_FEWEST = auto(), _COMPARED
    """Turns so many discs, the fewest, before the end is near."""
    TURNS_MOST = auto(), _COMPARED
    """Turns so many discs, the most, near the end."""
    LETS_CORNER = auto(), HARM
    """Leaves the opponent these corners to take."""
    COSTS_CORNER = auto(), HARM
    """Is a best move that does so. "Of" is 2 if every move does, 1 if every other is proven to be worse."""
    CORNER_WAITS = auto()
    """Is a best move that leaves these corners, which the player could take, and gives none away.

    "Of" is 1 if the player can take them next whatever the opponent replies, 2 if there is no reply; they are
    all that the player could take, and worse, if they may be lost.
    """
    BESIDE_CORNER = auto()
    """Stands right beside these corners, which are empty."""
    REPLIES = auto(), _COMPARED
    """Leaves the opponent so many moves."""
    CORNER_LATER = auto(), AHEAD
    """By its line the player, who does not lose, takes this corner."""
    OPPONENT_PASSES = auto(), AHEAD
    """By its line the opponent, who loses, has to pass."""
    PASSES_LATER = auto(), AHEAD
    """By its line the player, who loses, has to pass."""
    LAST_MOVE = auto(), AHEAD
    """By its line the player, who wins, makes the last move."""
    OPPONENT_LAST = auto(), AHEAD
    """By its line the opponent, who wins, makes the last move."""


_SEVERITIES = {6: Severity(2.2, 2.0), 8: Severity(1.7, 2.0)}

_MOST_ALIKE: Final = 3
"""How many moves may share what a comparison says of one of them, and no more than half of all."""


class _Comparison(NamedTuple):
    choose: Callable[[Iterable[int]], int]
    """Whether the least or the greatest is told."""
    count: Callable[[Effect], int]


_COMPARISONS: Final[Mapping[ReversiKind, _Comparison]] = {
    ReversiKind.GETS_CORNER: _Comparison(max, lambda effect: effect.gets_corner),
    ReversiKind.FEWEST_REPLIES: _Comparison(min, lambda effect: effect.replies.bit_count()),
    ReversiKind.QUIET: _Comparison(min, lambda effect: effect.opened),
    ReversiKind.SAFE_DISCS: _Comparison(max, lambda effect: effect.safe),
    ReversiKind.INSIDE: _Comparison(min, lambda effect: effect.empty_around),
    ReversiKind.MOST_CHOICES: _Comparison(max, lambda effect: effect.choices.bit_count()),
    ReversiKind.TURNS_FEWEST: _Comparison(min, lambda effect: effect.turned * (not effect.is_near_end)),
    ReversiKind.TURNS_MOST: _Comparison(max, lambda effect: effect.turned * effect.is_near_end),
}
"""What moves are compared by, the weightiest first."""


class _Reason(NamedTuple):
    """What speaks for a move, and of how many moves it is true."""

    alike: int
    remarks: tuple[Remark, ...]


class _Group(NamedTuple):
    """The moves of which a remark is true, or all of them."""

    lead: tuple[Remark, ...]
    actions: tuple[Action, ...]
    is_enough: bool
    """The remark is a reason without a comparison."""


class ReversiTeacher(Teacher, of=Reversi):
    """Tells which corners are taken and given away, and by what a move stands out from the others."""

    explains_alone = True
    game: Reversi
    hinted = (
        ReversiKind.TAKES_CORNER,
        ReversiKind.PASSES,
        ReversiKind.SAVES_CORNER,
        ReversiKind.KEEPS_CORNERS,
        *_COMPARISONS,
        ReversiKind.KEEPS_AWAY,
    )

    def __init__(self, game: Reversi) -> None:
        super().__init__(game)
        self.severity = _SEVERITIES[game.size]

    def remarks(self, state: State, action: Action) -> Iterator[Remark]:
        """Tell what sets a move apart, and which corners it gives away."""
        effects = read_effects(self.game, state.position)
        reasons = list(_list_reasons(effects, action))
        yield from min(reasons, key=lambda reason: reason.alike).remarks if reasons else ()
        if given := list_cells(effects[action].given):
            yield Remark(ReversiKind.LETS_CORNER, given)

    def explain(self, analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
        """Tell the same, first what speaks against a move that is not best, and how its line goes on."""
        state, action = analysis.state, move.action
        effects = read_effects(self.game, state.position)
        effect, is_best = effects[action], action in analysis.best
        if not is_best:
            yield from _blame(effect, max(effects[best].replies.bit_count() for best in analysis.best))
        told = [each for each in self.remarks(state, action) if is_best or not each.kind.traits.is_comparison]
        for remark in told:
            is_price = remark.kind is ReversiKind.LETS_CORNER and is_best
            yield self._price(analysis, remark) if is_price else remark
        is_waiting = is_best and bool(effect.left_corners) and not effect.is_corner
        if is_waiting and not effect.given:
            yield from _wait(analysis, effect, {remark.kind for remark in told})
        elif move.exact and not (is_best and effect.given):
            yield from _remark_on_line(self.game.corners, analysis, move)

    def _price(self, analysis: Analysis, given: Remark) -> Remark:
        """Tell which corners a best move gives away, and why it is best all the same."""
        effects = read_effects(self.game, analysis.state.position).values()
        is_shared = all({*given.actions} <= {*list_cells(effect.given)} for effect in effects)
        is_proven = analysis.exact and len(analysis.best) == 1
        return Remark(ReversiKind.COSTS_CORNER, given.actions, of=2 if is_shared else is_proven)

    def keeps_order(self, state: State, action: Action) -> bool:
        """Whether a move is a corner, or there is none to take and it gives none away."""
        effects = read_effects(self.game, state.position)
        is_free = any(effect.is_corner for effect in effects.values())
        return effects[action].is_corner or not (is_free or effects[action].given)


def _list_reasons(effects: Mapping[Action, Effect], action: Action) -> Iterator[_Reason]:
    """List what sets a move apart, the weightiest first."""
    for group in _list_groups(effects, action):
        if group.is_enough:
            yield _Reason(len(group.actions), group.lead)
        yield from _compare(effects, action, group)


def _compare(effects: Mapping[Action, Effect], action: Action, group: _Group) -> Iterator[_Reason]:
    """Compare a move with the others of a group."""
    most = min(_MOST_ALIKE, len(effects) // 2, len(group.actions) - 1)
    for kind, (choose, count) in _COMPARISONS.items():
        counts = {other: count(effects[other]) for other in group.actions}
        told = choose(counts.values())
        alike = [other for other in group.actions if counts[other] == told]
        if action in alike and len(alike) <= most and (told or choose is min):
            besides = tuple(other for other in alike if other != action)
            comparison = Remark(kind, number=told, besides=besides, of=len(group.lead))
            yield _Reason(len(alike), (*group.lead, comparison))


def _list_groups(effects: Mapping[Action, Effect], action: Action) -> Iterator[_Group]:
    """List the groups of moves that a move is in, the weightiest first."""
    effect = effects[action]
    if effect.is_corner:
        corners = _select(effects, lambda other: other.is_corner)
        yield _Group((Remark(ReversiKind.TAKES_CORNER, number=1),), corners, is_enough=True)
    elif not effect.replies:
        yield _group_without_reply(effects, effect)
    else:
        yield from _list_keeping(effects, effect)
        yield _Group((), tuple(effects), is_enough=False)
        if not (effect.near or effect.given):
            away = _select(effects, lambda other: not other.near)
            yield from _set_apart(effects, Remark(ReversiKind.KEEPS_AWAY), away)


def _group_without_reply(effects: Mapping[Action, Effect], effect: Effect) -> _Group:
    """Return the group of a move to which the opponent has no reply."""
    remark = Remark(ReversiKind.PASSES)
    if not effect.choices:
        remark = Remark(ReversiKind.ENDS, number=effect.discs[0], of=effect.discs[1])
    alike = _select(effects, lambda other: not other.replies and bool(other.choices) is bool(effect.choices))
    return _Group((remark,), alike, is_enough=True)


def _list_keeping(effects: Mapping[Action, Effect], effect: Effect) -> Iterator[_Group]:
    """List the group of a move that keeps the opponent from corners."""
    if effect.kept:
        remark = Remark(ReversiKind.SAVES_CORNER, list_cells(effect.kept))
        saving = _select(effects, lambda other: not other.replies & effect.kept)
        yield from _set_apart(effects, remark, saving)
    elif not effect.given:
        keeping = _select(effects, lambda other: not other.given)
        yield from _set_apart(effects, Remark(ReversiKind.KEEPS_CORNERS), keeping)


def _set_apart(
    effects: Mapping[Action, Effect], remark: Remark, actions: tuple[Action, ...]
) -> Iterator[_Group]:
    """Tell how many moves are not in a group; nothing if all are."""
    if others := len(effects) - len(actions):
        told = remark if remark.actions else remark._replace(number=others, of=len(effects) - 1)
        yield _Group((told,), actions, is_enough=others >= len(actions))


def _select(effects: Mapping[Action, Effect], is_alike: Callable[[Effect], bool]) -> tuple[Action, ...]:
    return tuple(action for action, effect in effects.items() if is_alike(effect))


def _wait(analysis: Analysis, effect: Effect, told: set[Kind]) -> Iterator[Remark]:
    """Tell what becomes of the corners that a best move leaves."""
    left = list_cells(effect.left_corners)
    if effect.waiting and ReversiKind.GETS_CORNER not in told:
        yield Remark(ReversiKind.CORNER_WAITS, list_cells(effect.waiting), of=1 if effect.replies else 2)
    elif not effect.waiting and not {*left} & {*analysis.best}:
        yield Remark(ReversiKind.CORNER_WAITS, left)


def _blame(effect: Effect, most: int) -> Iterator[Remark]:
    """Tell what speaks against a move, as that it leaves more replies than `most`, which the best ones do."""
    if effect.given:
        yield Remark(ReversiKind.LETS_CORNER, list_cells(effect.given))
    if effect.near:
        yield Remark(ReversiKind.BESIDE_CORNER, cells=list_cells(effect.near))
    if effect.replies.bit_count() > most:
        yield Remark(ReversiKind.REPLIES, number=effect.replies.bit_count())


def _remark_on_line(corners: Cells, analysis: Analysis, move: AnalysedMove) -> list[Remark]:
    """Tell what the line of a move leads to; of a best one, unless a worse one does so too."""
    told, best = _read_line(corners, analysis.state, move), analysis.best
    worse = [other for other in analysis.moves if move.action in best and other.action not in best]
    shared = {remark for other in worse for remark in _read_line(corners, analysis.state, other)}
    return [remark for remark in told if remark not in shared]


@lru_cache(maxsize=1 << 7)  # every move is compared with the others
def _read_line(corners: Cells, state: State, move: AnalysedMove) -> tuple[Remark, ...]:
    return tuple(_follow_line(corners, state, move))


def _follow_line(corners: Cells, state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell who takes a corner, has to pass and makes the last move by the line of a move."""
    wins, last, there = move.value > 0, state.to_move, state.successor(move.action)
    for action in move.line[1:]:
        after = there.successor(action)
        if there.to_move == state.to_move and move.value >= 0 and 1 << action & corners:
            yield Remark(ReversiKind.CORNER_LATER, cells=(action,))
        has_passed = not after.is_terminal and after.to_move == there.to_move
        if has_passed and move.value and (there.to_move == state.to_move) is wins:
            yield Remark(ReversiKind.OPPONENT_PASSES if wins else ReversiKind.PASSES_LATER)
        last, there = there.to_move, after
    if len(move.line) > 1 and there.is_terminal and move.value and (last == state.to_move) is wins:
        yield Remark(ReversiKind.LAST_MOVE if wins else ReversiKind.OPPONENT_LAST)
