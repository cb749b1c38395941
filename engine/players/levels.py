"""Levels: players that err as people do; stronger ones err less often and deeper in the game.

They see what ends the game at once, mostly what ends it next, and seldom what ends it later: beyond their
sight they judge by the evaluation of the position. So they err in deep lines, not in what a child would see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.analysis import Analysis, analyse, is_instant, polls_of_strongest
from engine.base import Action, Game, State
from engine.player import Choice, Measure, Player, Thoughts
from engine.solver import AnalysedMove, Stop
from engine.tactics import evaluate_after

if TYPE_CHECKING:
    from random import Random

    Chances: TypeAlias = dict[Action, float]


class Level(Player):
    """A player that turns an analysis into the probability of each action.

    In a game that has to be searched it looks `depth` plies ahead (None: as far as time allows).
    """

    def __init__(self, name: str, depth: int | None = None) -> None:
        self.name, self.depth = name, depth

    def chances(self, analysis: Analysis) -> Chances:
        """Return the weights of the actions it may choose: here all best ones alike."""
        return dict.fromkeys(analysis.best, 1.0)

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose an action by these weights."""
        analysis = analyse(state, stop, self.depth, has_lines=False)
        is_whole = self.depth is None  # a shallower analysis is not worth keeping
        chances = self.chances(analysis)
        return Choice(
            _draw_action(chances, rng), self.think(analysis, chances), analysis if is_whole else None
        )

    def think(self, analysis: Analysis, chances: Chances) -> Thoughts:  # noqa: ARG002 - fallible ones use both
        """Return its thoughts, given these weights: here the value of every action."""
        return Thoughts(Measure.VALUE, {move.action: move.value for move in analysis.moves})

    def is_proven(self, game: Game) -> bool:
        """Whether the level that looks as far as time allows proves its moves."""
        return self.depth is None and game.is_proven

    def polls(self, game: Game) -> int | None:
        """Limit the level that looks as far as time allows."""
        return polls_of_strongest(game) if self.depth is None else None

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


class Mind(NamedTuple):
    """How far a level sees, and how much it doubts.

    `sight` says how many plies away it sees an end, and how often exactly so far: a move that ends further
    away is judged by its evaluation. The lower the `doubt`, the rarer it takes a move that seems worse.
    """

    sight: Mapping[int, float]
    doubt: float


class FallibleLevel(Level):
    """A level that sees only so far, and sometimes takes what looks worse, by its mind for each game.

    A game without its own mind has that of None.
    """

    def __init__(self, name: str, minds: Mapping[str | None, Mind]) -> None:
        super().__init__(name, max(minds[None].sight))
        self.minds = minds

    def chances(self, analysis: Analysis) -> Chances:
        """Return the weights of the actions, over all that it may see and overlook."""
        mind = self.minds.get(analysis.state.game.slug, self.minds[None])
        looks = {move.action: evaluate_after(analysis.state, move.action) for move in analysis.moves}
        chances = dict.fromkeys(looks, 0.0)
        for plies, often in mind.sight.items():
            moves = _considered(analysis.moves, plies)
            worths = {m.action: looks[m.action] if _is_beyond(m, plies) else m.value for m in moves}
            for action, chance in _preferred(worths, looks, mind.doubt).items():
                chances[action] += often * chance
        return {action: chance for action, chance in chances.items() if chance}

    def think(self, analysis: Analysis, chances: Chances) -> Thoughts:  # noqa: ARG002 - they are enough
        """Return the probability of each action as its thoughts, as its analysis holds more than it sees."""
        return Thoughts(Measure.CHANCE, chances)


def _draw_action(chances: Chances, rng: Random) -> Action:
    return rng.choices([*chances], [*chances.values()])[0]


def choose(analysis: Analysis, level: str, rng: Random) -> Action:
    """Choose an action as the level does; ValueError with the known levels if there is no such level."""
    return _draw_action(get_level(level).chances(analysis), rng)


def get_level(name: str) -> Level:
    """Return the level of that name; ValueError with the known ones if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"There is no level “{name}”. The levels are {', '.join(LEVELS)}.") from None


def _considered(moves: Sequence[AnalysedMove], plies: int) -> Sequence[AnalysedMove]:
    """Return the moves left for this sight: the soonest win, all that do not lose, or the latest loss."""
    best = moves[0]
    safe = [move for move in moves if move.value > -1 or _is_beyond(move, plies)]
    if not safe or (best.value == 1 and not _is_beyond(best, plies)):
        return [move for move in moves if move.rank == best.rank]
    return safe


def _is_beyond(move: AnalysedMove, plies: int) -> bool:
    """Whether the result of a move is proven, but too far away for a sight of so many plies."""
    return move.is_proven and move.distance > plies


def _preferred(worths: Chances, looks: Chances, doubt: float) -> Chances:
    """Return the weight of each action: the worse it seems, the smaller it is.

    The scale depends on the game: it is the spread of their evaluations.
    """
    shown = [looks[action] for action in worths]
    best, scale = max(worths.values()), doubt * (max(shown) - min(shown)) or 1.0
    weights = {action: exp((worth - best) / scale) for action, worth in worths.items()}
    whole = sum(weights.values())
    return {action: weight / whole for action, weight in weights.items()}


_EASY = Mind(sight={0: 0.1, 1: 0.1, 2: 0.8}, doubt=0.9)
_MEDIUM = Mind(sight={1: 0.03, 2: 0.67, 4: 0.3}, doubt=0.7)
_HARD = Mind(sight={4: 0.5, 6: 0.5}, doubt=0.4)

_OF_DISCS = (_EASY._replace(doubt=1.6), _MEDIUM, Mind({4: 1.0}, 0.4))
"""Those of Reversi, where `greedy` takes what it will lose, and plies beyond the fourth take long."""

_MINDS: Mapping[str | None, tuple[Mind, Mind, Mind]] = {
    None: (_EASY, _MEDIUM, _HARD),
    "connect-four": (_EASY._replace(doubt=1.6), _MEDIUM._replace(doubt=0.8), _HARD._replace(doubt=0.6)),
    "dots-and-boxes": (_EASY._replace(doubt=0.17), _MEDIUM._replace(doubt=0.15), _HARD._replace(doubt=0.06)),
    "four-in-a-row-5x5": (_EASY, _MEDIUM._replace(doubt=0.6), _HARD),
    "kalah": (_EASY._replace(doubt=1.0), _MEDIUM._replace(doubt=0.6), _HARD),
    "nim-misere": (
        Mind({0: 0.6, 1: 0.4}, 0.9),
        Mind({1: 0.3, 2: 0.7}, 0.7),
        Mind({2: 0.2, 4: 0.6, 6: 0.2}, 0.4),
    ),
    "oware": (_EASY._replace(doubt=1.1), _MEDIUM._replace(doubt=0.75), _HARD._replace(doubt=0.5)),
    "reversi": _OF_DISCS,
    "reversi-6x6": _OF_DISCS,
    "tic-tac-toe": (_EASY, Mind({1: 0.03, 2: 0.27, 4: 0.7}, 0.7), Mind({4: 0.2, 6: 0.8}, 0.4)),
    "tic-tac-toe-misere": (
        Mind({0: 0.1, 1: 0.9}, 2.0),
        Mind({1: 0.03, 2: 0.27, 4: 0.7}, 0.45),
        _HARD._replace(doubt=0.05),
    ),
    "tic-tac-toe-wild": (
        Mind({0: 0.05, 1: 0.05, 2: 0.9}, 0.9),
        Mind({1: 0.03, 2: 0.12, 4: 0.35, 9: 0.5}, 0.7),
        Mind({4: 0.2, 9: 0.8}, 0.4),
    ),
}
"""The minds of the levels in any game, and in those where they would be too weak with them, or too strong.

`python -m tests.benchmarks.levels` prints their strength. In wild tic-tac-toe and in Nim all evaluations are
equal, so there only sight distinguishes the levels.
"""

_FALLIBLE = ("easy", "medium", "hard")

PLAYERS = (
    *(
        FallibleLevel(name, {slug: minds[place] for slug, minds in _MINDS.items()})
        for place, name in enumerate(_FALLIBLE)
    ),
    Level("perfect"),
)
_BY_NAME = {level.name: level for level in PLAYERS}

LEVELS = tuple(_BY_NAME)
"""The levels, weakest first."""
