"""Levels: players who err as people do, the less and the deeper, the stronger they are.

They see what ends the game now, mostly what ends it next, and then only as far as they look: what lies beyond
they judge by how the position looks. So they go wrong in depth, not in what a child would see.
"""

from __future__ import annotations

from itertools import product
from math import exp
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.analysis import analyse, is_instant
from engine.player import Choice, Measure, Player, Thoughts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from random import Random

    from engine.analysis import Analysis
    from engine.game import Action, Game, State
    from engine.solver import AnalysedMove, Stop

    Chances: TypeAlias = dict[Action, float]

_HURRY = 0.97
"""What a proven end fades by with every ply that it is away."""


class Level(Player):
    """A player who turns an analysis into the chance of each action.

    In a game that has to be searched it looks `depth` plies ahead (None: as far as it can).
    """

    def __init__(self, name: str, depth: int | None = None) -> None:
        self.name, self.depth = name, depth

    def chances(self, analysis: Analysis) -> Chances:
        """Return how often it chooses each action, of those it ever chooses: here any of the best alike."""
        return dict.fromkeys(analysis.best, 1.0)

    def choose(self, state: State, stop: Stop, rng: Random) -> Choice:
        """Choose by chance; what it thought is what every action is worth."""
        analysis = analyse(state, stop, self.depth, has_lines=False)
        thoughts = Thoughts(Measure.VALUE, {move.action: move.value for move in analysis.moves})
        is_whole = self.depth is None  # what was looked at less far is not worth keeping
        return Choice(self.draw(analysis, rng), thoughts, analysis if is_whole else None)

    def draw(self, analysis: Analysis, rng: Random) -> Action:
        """Draw an action of an analysis by its chance."""
        chances = self.chances(analysis)
        return rng.choices(list(chances), list(chances.values()))[0]

    def is_instant(self, game: Game) -> bool:
        """Whether the game is analysed within a moment."""
        return is_instant(game)


class Sight(NamedTuple):
    """How well somebody sees, in chances from 0 to 1, and how firmly they prefer what looks better to them.

    `now`: that they see what ends the game with this move; `next`: with the opponent's next. `plies` says how
    far ahead they look, and how often so far. The lower the `doubt`, the rarer they take what looks worse.
    """

    now: float
    next: float
    plies: dict[int, float]
    doubt: float

    def moods(self) -> Iterator[tuple[bool, bool, int, float]]:
        """Yield what may be seen at a time: now, next, and how many plies; and how often that is so."""
        for (now, often), (soon, likely), (plies, share) in product(
            _seen(self.now), _seen(self.next), self.plies.items()
        ):
            if chance := often * likely * share:
                yield now, soon, plies, chance


class FallibleLevel(Level):
    """A level who sees so well."""

    def __init__(self, name: str, sight: Sight) -> None:
        super().__init__(name, max(sight.plies))
        self.sight = sight

    def chances(self, analysis: Analysis) -> Chances:
        """Return how often it chooses each action, over all that it may see and overlook."""
        chances = dict.fromkeys((move.action for move in analysis.moves), 0.0)
        looks = {move.action: _look(analysis.state, move.action) for move in analysis.moves}
        for now, soon, plies, likely in self.sight.moods():
            moves = _considered(analysis.moves, now=now, soon=soon)
            worths = {move.action: _worth(move, plies, looks, self.depth) for move in moves}
            for action, chance in _preferred(worths, looks, self.sight.doubt).items():
                chances[action] += likely * chance
        return {action: chance for action, chance in chances.items() if chance}


def choose(analysis: Analysis, level: str, rng: Random) -> Action:
    """Choose an action as the level does; ValueError with the known levels if it is none of them."""
    return get_level(level).draw(analysis, rng)


def get_level(name: str) -> Level:
    """Return the level of that name; ValueError with the known ones if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"There is no level “{name}”. The levels are {', '.join(LEVELS)}.") from None


def _seen(chance: float) -> Iterable[tuple[bool, float]]:
    """Return whether something is seen, and how often."""
    return (True, chance), (False, 1 - chance)


def _considered(moves: Collection[AnalysedMove], *, now: bool, soon: bool) -> Collection[AnalysedMove]:
    """Return the moves that are not refused at a glance: a win now is taken, a loss now or next is not."""
    if now:
        moves = [move for move in moves if move.wins_at_once] or moves
        moves = [move for move in moves if not _loses_at_once(move)] or moves
    if soon:
        moves = [move for move in moves if not move.loses_next] or moves
    return moves


def _loses_at_once(move: AnalysedMove) -> bool:
    return move.loses_next and move.distance == 1


def _worth(move: AnalysedMove, plies: int, looks: Chances, depth: int | None) -> float:
    """Return what a move seems to be worth to somebody who looks so far; the search looked `depth` plies."""
    if move.exact:
        return move.value * _HURRY**move.distance if move.distance <= plies else looks[move.action]
    return move.value if plies == depth else looks[move.action]


def _look(state: State, action: Action) -> float:
    """Return how good the position looks to the player of an action right after it."""
    after = state.successor(action)
    if after.is_terminal:
        return after.utility if after.to_move == state.to_move else -after.utility
    look = after.game.evaluate(after.position)
    return look if after.to_move == state.to_move else -look


def _preferred(worths: Chances, looks: Chances, doubt: float) -> Chances:
    """Return how often each action is chosen, the less the worse it seems.

    What is much worse depends on the game: it is measured by how differently all moves look.
    """
    best, scale = max(worths.values()), doubt * (max(looks.values()) - min(looks.values())) or 1.0
    weights = {action: exp((worth - best) / scale) for action, worth in worths.items()}
    whole = sum(weights.values())
    return {action: weight / whole for action, weight in weights.items()}


PLAYERS = (
    FallibleLevel("easy", Sight(now=0.9, next=0.8, plies={1: 1.0}, doubt=0.9)),
    FallibleLevel("medium", Sight(now=1.0, next=0.97, plies={1: 0.35, 2: 0.4, 4: 0.25}, doubt=0.25)),
    FallibleLevel("hard", Sight(now=1.0, next=1.0, plies={4: 0.25, 8: 0.75}, doubt=0.1)),
    Level("perfect"),
)
_BY_NAME = {level.name: level for level in PLAYERS}

LEVELS = tuple(_BY_NAME)
"""The levels, weakest first."""
