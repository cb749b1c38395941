"""Why an action is good or bad, in facts that are true by construction: its threats and defences."""

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, auto
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engine.analysis import Analysis, are_moves_alike, is_instant
from engine.base import Action, State
from engine.facts import Consequence, General, Kind, Remark
from engine.losses import beginning_with, delay, losses, remark_on_miss
from engine.solver import AnalysedMove
from engine.tactics import (
    find_completed,
    find_series,
    forces,
    holding_replies,
    is_fork,
    is_sure,
    pass_turn,
    safe_moves,
    sequel,
    threats_made,
    threats_of,
)
from engine.teacher import Teacher, get_teacher

_MOST_REMARKS = 3
_MANY = 99  # replies or cells, where none is named
_MOST_NAMES = 3
_NOTHING = Remark(General.ONLY_LEGAL)
"""What stands for the first of no remarks: it has no traits and counts nothing."""
_OUTCOMES = {General.WINS, General.LOSES, General.DRAWS}
_HARMLESS = {General.THREATENS, General.PREPARES_FORK, General.PREPARES_SERIES}
"""What the opponent can stop, unless the move wins."""
_FEW = 2
"""Replies are few if they are no more than one in this many."""


@lru_cache(maxsize=8)  # each is a few kilobytes, and every remark on an analysis asks again
def remarks(analysis: Analysis) -> Mapping[Action, tuple[Remark, ...]]:
    """Return up to three remarks on each legal action, the weightiest first: the first one is the reason.

    What they state of the outcome follows from exact values, all else from the rules alone. What is true of
    every legal move is no reason, unless it says why every one wins, draws or loses.
    """
    remarked = {move.action: [*_remark_on_move(analysis, move)] for move in analysis.moves}
    is_settled = analysis.is_proven and len({move.value for move in analysis.moves}) == 1
    if len(remarked) > 1 and not (is_settled and analysis.margin is None):
        remarked = _leave_out_shared(analysis.state, remarked)
    return MappingProxyType({action: _first(every) for action, every in remarked.items()})


def _leave_out_shared(state: State, remarked: Mapping[Action, list[Remark]]) -> dict[Action, list[Remark]]:
    """Leave out the remarks that every move has, except how the game ends; all, if the moves are alike."""
    if are_moves_alike(state):
        return {action: [] for action in remarked}
    shared = set.intersection(*({*map(_drop_scale, every)} for every in remarked.values()))
    shared = {remark for remark in shared if not (remark.kind.traits.is_ahead or remark.kind in _OUTCOMES)}
    return {
        action: [remark for remark in every if _drop_scale(remark) not in shared]
        for action, every in remarked.items()
    }


def _drop_scale(remark: Remark) -> Remark:
    """Return a remark without what its number is out of, which few sentences say."""
    return remark._replace(of=0)


def recommended(analysis: Analysis) -> AnalysedMove:
    """Return the best move with the strongest reasons: rather proofs, and many, than a rule of thumb.

    Where every move loses as late, it is one to which the opponent has few replies.
    """
    remarked = remarks(analysis)
    best = [move for move in analysis.moves if move.action in analysis.best]
    is_lost = is_sure(analysis.moves[0], -1) and analysis.margin is None
    if is_lost:
        return max(best, key=lambda move: _rank_lost_move(remarked[move.action]))
    is_won = is_sure(analysis.moves[0], 1)
    return max(best, key=lambda move: _rank_move(remarked[move.action], is_won=is_won))


class _LostRank(NamedTuple):
    """What speaks for a move that loses as all do, the weightiest first."""

    gives_nothing_away: bool
    is_foremost: bool
    """Its rule of thumb counts more than for any other move."""
    winning_replies: int
    """How few replies win, where that is told: below zero, so that fewer rank higher."""
    named_replies: int
    """Likewise how few replies a reason names."""
    thumb: int


def _rank_lost_move(reasons: tuple[Remark, ...]) -> _LostRank:
    """Rank a move that loses as all do."""
    first = reasons[0] if reasons else _NOTHING
    named = {remark.kind: len(remark.actions) for remark in reasons if remark.actions}
    return _LostRank(
        gives_nothing_away=not (first.kind.traits.is_harm and first.number),
        is_foremost=first.kind.traits.is_rule_of_thumb and first.number > first.of > 0,
        winning_replies=-named.get(General.FEW_REPLIES_WIN, _MANY),
        named_replies=-min(named.values(), default=_MANY),
        thumb=_read_thumb(first),
    )


class _Strength(IntEnum):
    """How much the first reason for a best move says."""

    HARM = auto()
    SLIGHT = auto()
    """It is a rule of thumb, or a threat whose block threatens in turn."""
    PROOF = auto()
    FORK = auto()
    """It visibly wins, though a search may have had no time to find the distance."""


class _Rank(NamedTuple):
    """What speaks for a best move, the weightiest first."""

    strength: _Strength
    is_harmless: bool = False
    cells: int = 0
    """How few cells a reader has to keep in mind who goes by the reason: below zero."""
    gain: int = 0
    alike: int = 0
    """Of how many other moves the reasons are true: below zero."""
    reasons: int = 0
    besides: int = 0
    """How many other actions a slight reason names or, below zero, another names."""
    thumb: int = 0


def _rank_move(reasons: tuple[Remark, ...], *, is_won: bool) -> _Rank:
    """Rank a best move, which may be known to win, by its reason; the simplest ranks highest."""
    first = reasons[0] if reasons else _NOTHING
    traits, besides, thumb = first.kind.traits, len(first.besides), _read_thumb(first)
    if first.kind is General.FORKS:
        return _Rank(_Strength.FORK, besides=-besides)
    is_harmless = not any(remark.kind.traits.is_harm for remark in reasons)
    if traits.is_harm or (traits.is_slight and not traits.is_rule_of_thumb):
        return _Rank(_Strength.HARM, is_harmless)
    if thumb or not reasons or (first.kind in _HARMLESS and not is_won):
        return _Rank(_Strength.SLIGHT, is_harmless, besides=besides, thumb=thumb)
    cells = (len(first.cells) or _MANY) if traits.is_plan else 0
    gain = first.number if traits.is_gain else 0
    alike = sum(len(remark.besides) for remark in reasons if remark.kind.traits.is_comparison)
    return _Rank(_Strength.PROOF, is_harmless, -cells, gain, -alike, len(reasons), -besides)


def _read_thumb(remark: Remark) -> int:
    """Return the number of a rule of thumb by which moves are ranked."""
    traits = remark.kind.traits
    return remark.number if traits.is_rule_of_thumb and not traits.is_comparison else 0


def principal_variation(state: State, move: AnalysedMove) -> tuple[str, ...]:
    """Return the names of a move of this state and of the best play after it, as far as that is known.

    They prove the value of the move, or are the line searched for an estimate.
    """
    names = []
    for action in move.line:
        names.append(state.name_of(action))
        state = state.successor(action)
    return tuple(names)


def _first(reasons: Iterable[Remark]) -> tuple[Remark, ...]:
    """Return the first few remarks, of each kind but one; the last is a proof about later moves, if any."""
    by_kind: dict[Kind, Remark] = {}
    for remark in reasons:
        by_kind.setdefault(remark.kind, remark)
    seen = [remark for remark in by_kind.values() if not remark.kind.traits.is_ahead]
    ahead = [remark for remark in by_kind.values() if remark.kind.traits.is_ahead][:1]
    return (*seen[: _MOST_REMARKS - len(ahead)], *ahead)


def _remark_on_move(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Yield all there is to remark on a move, the weightiest first."""
    state, action, teacher = analysis.state, move.action, get_teacher(analysis.state.game)
    if move.margin is not None:  # there is something to play for, be the game won or lost
        yield from _praise(analysis, move, teacher)
        yield from delay(analysis, move)
    elif move.wins_at_once:
        yield Remark(General.WINS, cells=find_completed(state, action))
    elif move.loses_next or is_sure(move, -1):
        yield from losses(analysis, move, teacher)  # without praise, which would not matter
    elif analysis.moves[0].wins_at_once or (is_sure(move, 0) and is_sure(analysis.moves[0], 1)):
        yield from remark_on_miss(analysis, move, teacher)
    else:
        yield from _praise(analysis, move, teacher)


def _praise(analysis: Analysis, move: AnalysedMove, teacher: Teacher) -> Iterator[Remark]:
    """Tell what is good about a move, or at least what it does."""
    state = analysis.state
    explained = tuple(teacher.explain(analysis, move))
    is_told = teacher.explains_alone and not all(remark.kind.traits.is_ahead for remark in explained)
    own = () if is_told else tuple(teacher.remarks(state, move.action))
    prepared = tuple(_preparations(state, move))  # these do not explain why a draw cannot be lost
    near = tuple(_remark_on_threats(state, move.action))
    holding = tuple(_few_hold(state, move)) if is_instant(state.game) else ()
    is_foremost = is_sure(move, 1) and not teacher.explains_first
    lesser = [one for one in near if one.kind is General.THREATENS and not is_foremost]
    proofs = [
        *(one for one in near if one not in lesser),
        *(prepared if is_foremost else ()),
        *(remark for remark in explained if not remark.kind.traits.is_ahead),
        *lesser,
        *(holding or _safe_replies(state, move.action)),
        *prepared,
        *(remark for remark in own if not remark.kind.traits.is_rule_of_thumb),
        *(safety(analysis, move) if move.margin is None else ()),
    ]
    yield from proofs or (remark for remark in own if remark.kind.traits.is_rule_of_thumb)
    yield from (remark for remark in explained if remark.kind.traits.is_ahead)
    yield from _alone(analysis, move)


def _remark_on_threats(state: State, action: Action) -> Iterator[Remark]:
    """Tell what an action that neither wins nor loses blocks, threatens and prevents."""
    turned = pass_turn(state)
    if turned is not None and action in state.game.wins(turned.position):
        yield Remark(General.BLOCKS_WIN, cells=find_completed(turned, action))
    new, old = threats_made(state, action)
    if len(new) > 1:
        yield Remark(General.FORKS, new, besides=old)
    yield from _forced(state, action)
    if turned is not None:
        yield from _prevented(state, turned, action)
    if len(new) == 1:
        answered = len(threats_of(state.successor(action), *new))
        yield Remark(General.THREATENS, new, answered, besides=old)


def safety(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell whether a best move avoids a loss that others run into."""
    losing, others = sum(other.loses_next for other in analysis.moves), len(analysis.moves) - 1
    if not others:
        yield Remark(General.ONLY_LEGAL)
    elif losing and move.action in analysis.best:
        safe = Remark(General.ONLY_SAFE), Remark(General.STAYS_SAFE, number=losing, of=others)
        yield safe[losing < others]


def _alone(analysis: Analysis, move: AnalysedMove) -> Iterator[Remark]:
    """Tell whether no other move is as good, of one that does not lose."""
    values = [other.value for other in analysis.moves]
    is_best = move.value == analysis.value > -1
    if analysis.exact and is_best and len(values) > 1 and values.count(analysis.value) == 1:
        yield Remark(General.ONLY_WIN if analysis.value == 1 else General.ONLY_DRAW)


def prevents_series(state: State, action: Action) -> bool:
    """Whether an action keeps the opponent, who has no fork, from winning by one threat after another."""
    turned = pass_turn(state)
    kinds = {General.TAKES_SERIES, General.FORESTALLS_SERIES}
    return turned is not None and any(remark.kind in kinds for remark in _prevented(state, turned, action))


def _forced(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the action begins a series that wins, and how it goes on."""
    moves, beginning = find_series(state.game, state.position)
    if action not in beginning or is_fork(state, action):
        return
    reply, actions, then = sequel(state, action)
    yield Remark(General.FORCES, actions, moves, (reply,), then=then)


def _prevented(state: State, turned: State, action: Action) -> Iterator[Remark]:
    """Tell what the opponent, who threatens nothing, would have begun in their turn and now cannot."""
    moves, beginning = find_series(state.game, turned.position)
    if not beginning or _can_begin(state, action, moves):
        return
    forks = tuple(sorted(begun for begun in beginning if is_fork(turned, begun)))
    if action in forks:
        yield Remark(General.TAKES_FORK)
    elif action in beginning:
        reply, actions, then = sequel(turned, action)
        yield Remark(General.TAKES_SERIES, actions, moves, (reply,), then=then)
    elif forks:
        yield Remark(General.FORESTALLS_FORK, forks)
    else:
        yield beginning_with(General.FORESTALLS_SERIES, turned, moves, _plainest(turned, beginning))


def _plainest(state: State, beginning: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return one of the actions that begin a series: one that leads to a fork or a win right away, if any."""
    return (min(sorted(beginning), key=lambda begun: sequel(state, begun).then is Consequence.THREATS),)


def _can_begin(state: State, action: Action, moves: int) -> bool:
    """Whether the opponent can begin a series after it, or could once a threat against them is blocked."""
    after, threats, game = state.successor(action), threats_of(state, action), state.game
    if len(threats) == 1:
        blocked = pass_turn(after.successor(threats[0]))
        return blocked is None or bool(
            game.wins(blocked.position) or find_series(game, blocked.position, moves)[0]
        )
    return any(forces(game, after.position, reply, moves) for reply in game.forcing(after.position))


def _preparations(state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell what the player of a move that threatens nothing would do if the opponent let it."""
    turned = pass_turn(state.successor(move.action))
    if turned is None:
        return
    moves, beginning = find_series(state.game, turned.position)
    if forks := tuple(sorted(begun for begun in beginning if is_fork(turned, begun))):
        yield Remark(General.PREPARES_FORK, forks, then=Consequence.WIN if is_sure(move, 1) else None)
    elif beginning:
        yield beginning_with(General.PREPARES_SERIES, turned, moves, beginning)


def _safe_replies(state: State, action: Action) -> Iterator[Remark]:
    """Tell whether the opponent, who cannot win at once, has any choice."""
    after, game = state.successor(action), state.game
    if after.is_terminal:
        if not after.utility:
            yield Remark(General.DRAWS)
        return
    if after.to_move == state.to_move:
        return  # a player who moves again gives the opponent no reply
    threats, replies = game.threats(after, state.to_move), len(after.actions())
    if game.wins(after.position) or len(threats) > 1:
        return
    safe = tuple(safe_moves(after, replies))
    if not safe:
        yield Remark(General.LEAVES_NO_SAFE_REPLY)
    elif len(safe) == 1 and safe != threats and replies > 1:
        yield Remark(General.LEAVES_ONE_SAFE_REPLY, safe)
    elif len(safe) * _FEW <= replies and not threats:
        yield Remark(General.LEAVES_FEW_SAFE_REPLIES, number=len(safe), of=replies)


def _few_hold(state: State, move: AnalysedMove) -> Iterator[Remark]:
    """Tell how few replies do not lose, where there are some and others lose."""
    after = state.successor(move.action)
    if after.is_terminal or after.to_move == state.to_move or move.value > 0:
        return
    holding = holding_replies(after)
    if 0 < len(holding) * _FEW <= len(after.actions()):
        named = holding if len(holding) <= _MOST_NAMES else ()
        yield Remark(General.FEW_REPLIES_HOLD, named, len(holding), of=len(after.actions()))
