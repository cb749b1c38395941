"""Themes: what to look for in a position, in facts that name no move."""

from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from engine.analysis import Analysis
from engine.base import Action, Game, Position, State
from engine.facts import General, Kind
from engine.reasons import prevents_series
from engine.tactics import ends_in_zugzwang, find_series, losing_at_once, pass_turn, safe_moves, threats_of
from engine.teacher import get_teacher


class Prospect(Enum):
    """The situation of a state for its player to move."""

    ONE_LEGAL_MOVE = auto()
    LOST = auto()
    ONE_DEFENCE = auto()
    """The opponent threatens to win, and one move stops it."""
    ONE_SAFE_MOVE = auto()
    """Nothing is threatened, but all moves except one lose at once or to the opponent's next."""
    WON_AT_ONCE = auto()
    WON = auto()
    DRAWN = auto()
    AT_LEAST_DRAWN = auto()
    """One move holds the draw, and whether another wins is not known."""
    UNPROVEN = auto()


class Theme(NamedTuple):
    """The situation of a state, and the motive of its best moves, if there is a general one.

    Of `legal` moves, `keeping` win, hold the draw or, where all lose, hold out longest; it is 0 if not known.
    A won state is won within so many `moves` of the winner, 0 if not known; a `margin` is what it is won or
    lost by. Some actions lose at once: these `hazards` for the player, and `theirs` for the opponent, were it
    their turn; none where one action alone would be left.
    """

    prospect: Prospect
    legal: int
    keeping: int = 0
    moves: int = 0
    motive: Kind | None = None
    hazards: tuple[Action, ...] = ()
    theirs: tuple[Action, ...] = ()
    margin: int | None = None


def theme(analysis: Analysis) -> Theme:
    """Return what helps the player of a state to find the best move, without naming it."""
    situation, turned = _tell_situation(analysis), pass_turn(analysis.state)
    if turned is None:
        return situation
    hazards, theirs = losing_at_once(analysis.state), losing_at_once(turned)
    if len(hazards) == situation.legal - 1:
        hazards = ()
    if len({*hazards, *theirs}) == situation.legal - 1:
        theirs = ()
    return situation._replace(hazards=hazards, theirs=theirs)


def _tell_situation(analysis: Analysis) -> Theme:
    """Return the situation of a state, and the motive of its best moves."""
    best, legal = analysis.moves[0], len(analysis.moves)
    if legal == 1:
        return Theme(Prospect.ONE_LEGAL_MOVE, legal)
    if analysis.is_proven and best.value == -1:
        keeping = len(analysis.best) if analysis.exact else 0
        return Theme(Prospect.LOST, legal, keeping, margin=best.margin)
    if sum(not move.loses_next for move in analysis.moves) == 1 and not best.wins_at_once:
        is_threatened = analysis.state.game.threats(analysis.state, 1 - analysis.state.to_move)
        return Theme(Prospect.ONE_DEFENCE if is_threatened else Prospect.ONE_SAFE_MOVE, legal)
    if best.is_proven and best.value == 1:
        return _tell_win(analysis)
    return _tell_draw(analysis) if analysis.is_proven else _tell_estimate(analysis)


def _tell_win(analysis: Analysis) -> Theme:
    legal = len(analysis.moves)
    if analysis.moves[0].wins_at_once:
        return Theme(Prospect.WON_AT_ONCE, legal)
    winning = sum(move.value == 1 for move in analysis.moves) if analysis.is_proven else 0
    motive, best = _motive(analysis), analysis.moves[0]
    if not best.exact:
        return Theme(Prospect.WON, legal, winning, motive=motive)
    if motive is None and ends_in_zugzwang(analysis.state, best):
        motive = General.WINS_BY_ZUGZWANG
    return Theme(Prospect.WON, legal, winning, best.winner_moves, motive, margin=best.margin)


def _tell_draw(analysis: Analysis) -> Theme:
    legal, holding = len(analysis.moves), sum(move.value == 0 for move in analysis.moves)
    motive = None if holding == legal else _motive(analysis)
    return Theme(Prospect.DRAWN, legal, holding, motive=motive)


def _tell_estimate(analysis: Analysis) -> Theme:
    legal = len(analysis.moves)
    if analysis.moves[0].is_proven:
        return Theme(Prospect.AT_LEAST_DRAWN, legal)
    return Theme(Prospect.UNPROVEN, legal, motive=_motive(analysis))


def _motive(analysis: Analysis) -> Kind | None:
    """Return a motive of one of the best moves, if there is a general one."""
    motives = (motive for action in analysis.best for motive in _list_motives(analysis.state, action))
    return next(motives, None)


def _list_motives(state: State, action: Action) -> Iterator[Kind]:
    """Tell the motives of a move, the weightiest first."""
    threats = threats_of(state, action)  # all of them new, as no win at once is overlooked
    if len(threats) > 1:
        yield General.FORKS
    after = state.successor(action)
    has_passed = not after.is_terminal and after.to_move != state.to_move
    if has_passed and not after.game.wins(after.position) and not safe_moves(after, 1):
        yield General.LEAVES_NO_SAFE_REPLY
    if action in find_series(state.game, state.position)[1] and len(threats) == 1:
        yield General.FORCES
    if threats:
        yield General.THREATENS
    yield from get_teacher(state.game).motives(state, action)
    if _forestalls(state, action):
        yield General.FORESTALLS_FORK
    if prevents_series(state, action):
        yield General.FORESTALLS_SERIES


def _forestalls(state: State, action: Action) -> bool:
    """Whether the opponent, who threatens nothing, could have made two threats, and now cannot."""
    game, turned = state.game, pass_turn(state)
    if turned is None or game.wins(turned.position):
        return False
    return _has_fork(game, turned.position) and not _has_fork(game, game.successors(state.position)[action])


def _has_fork(game: Game, position: Position) -> bool:
    """Whether an action of the player to move makes two threats."""
    after = (game.null_move(successor) for successor in game.successors(position).values())
    return any(turned is not None and len(game.wins(turned)) > 1 for turned in after)
