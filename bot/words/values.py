"""What moves are worth, and the lines that prove it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, TypeAlias

from bot.words.language import template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.words.language import Language
    from engine import AnalysedMove, Analysis

    Say: TypeAlias = Callable[[Language, float], str | None]

REPLIES = 12
"""How many moves are named of the best play that follows a move, if there is room."""

_UTILITIES: Final[Mapping[int, str]] = {
    1: template("+1 win"),
    0: template("0 draw"),
    -1: template("\N{MINUS SIGN}1 loss"),
}

_PROVEN: Final[Mapping[int, str]] = {1: template("win"), 0: template("draw"), -1: template("loss")}
"""What is said of a value that is proven although the distance to the end is not."""


def format_value(language: Language, move: AnalysedMove) -> str:
    """Say what a move is worth: `win in 2`, `draw`, `loss`, or an estimate as `about +0.3`."""
    if not move.is_proven:
        return format_estimate(language, move.value)
    if not move.exact:
        return language.say(_PROVEN[round(move.value)])
    if move.value == 0:
        return language.say("draw")
    if move.value > 0:
        return language.say("win in {number}", number=move.winner_moves)
    return language.say("loss in {number}", number=move.winner_moves)


def format_estimate(language: Language, value: float) -> str:
    """Say what something is worth that is not proven: `about +0.3`."""
    return language.say("about {number}", number=language.number(value, "+z.1f"))


def format_utility(language: Language, value: int) -> str:
    """Say what a position of a minimax tree is worth to MAX, in figures and in words."""
    return language.say(_UTILITIES[value])


def format_reasoned_value(language: Language, move: AnalysedMove, reason: str) -> str:
    """Say what a move is worth, and why."""
    return " · ".join(filter(None, (format_value(language, move), reason)))


def format_values(language: Language, analysis: Analysis, say: Say) -> str:
    """Say in one sentence what every move is worth, best first, equal ones together.

    `say` is how an estimate is said in what the game counts, None if it counts nothing.
    """
    groups = "; ".join(_format_groups(language, analysis, say))
    return language.say("What the moves are worth: {groups}.", groups=groups)


def _format_groups(language: Language, analysis: Analysis, say: Say) -> Iterator[str]:
    def worth(move: AnalysedMove) -> str:
        counted = None if move.is_proven else say(language, move.value)
        return counted or format_value(language, move)

    state = analysis.state
    groups = groupby(analysis.moves, key=lambda move: (worth(move), move.action in analysis.best))
    for (value, is_best), group in groups:
        names = language.listed([state.game.name_of(state, move.action) for move in group])
        yield (
            language.say("{moves} (best): {value}", moves=names, value=value)
            if is_best
            else language.say("{moves}: {value}", moves=names, value=value)
        )
