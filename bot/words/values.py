"""The values of moves to the player who makes them, in what the game counts."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from operator import eq
from typing import Final

from bot.models import Move
from bot.words.games import get_words
from bot.words.language import Language, template
from engine import AnalysedMove, Analysis, State, recommended

REPLIES = 12
"""How many moves of the best play after a move are named, if there is room."""

_UTILITIES: Final[Mapping[int, str]] = {
    1: template("{worth} win"),
    0: template("{worth} draw"),
    -1: template("{worth} loss"),
}

_PROVEN: Final[Mapping[int, str]] = {1: template("win"), 0: template("draw"), -1: template("loss")}
"""The sentences for a value that is proven although the distance to the end is not."""

_BY_MARGIN: Final[Mapping[bool, Mapping[int, str]]] = {
    True: {1: template("win by {number}"), -1: template("loss by {number}")},
    False: {1: template("win, by about {number}"), -1: template("loss, by about {number}")},
}
"""The sentences for a margin, by whether it is exact, for the winner and for the loser."""


def format_value(language: Language, move: AnalysedMove) -> str:
    """Say what a move is worth: `win in 2`, `win by 4`, `draw`, `loss`, or an estimate as `about +0.3`."""
    if not move.is_proven:
        return format_estimate(language, move.value)
    if move.margin is not None and move.margin * move.value > 0:
        said = _BY_MARGIN[move.exact][round(move.value)]
        return language.say(said, number=abs(move.margin))
    if not move.exact:
        return language.say(_PROVEN[round(move.value)])
    if move.value == 0:
        return language.say("draw")
    if move.value > 0:
        return language.say("win in {number}", number=move.winner_moves)
    return language.say("loss in {number}", number=move.winner_moves)


def format_worth(language: Language, state: State, move: AnalysedMove) -> str:
    """Say what a move is worth, an estimate in what the game counts, if it counts anything."""
    return format_counted(language, state, move) or format_value(language, move)


def format_counted(language: Language, state: State, move: AnalysedMove) -> str | None:
    """Say how far ahead a player is estimated to be, None if it is proven or the game counts nothing."""
    words = get_words(state.game)
    if move.is_proven:
        return None
    if move.margin is None:
        return words.format_estimate(language, move.value)
    return words.format_lead(language, move.margin)


def format_estimate(language: Language, value: float) -> str:
    """Say a value that is not proven: `about +0.3`."""
    return language.say("about {number}", number=language.number(value, "+z.1f"))


def format_utility(language: Language, value: float | None) -> str:
    """Say what a position of a minimax tree is worth to MAX, in figures and in words."""
    if value is None:
        return language.say("not known yet")
    if value != int(value):
        return format_estimate(language, value)
    return language.say(_UTILITIES[(value > 0) - (value < 0)], worth=format_figure(language, value))


def format_figure(language: Language, value: float) -> str:
    """Write a value of a minimax tree in figures: `+4`, `0`, or an estimate as `+0.3`."""
    form = ("+.0f" if value else "z.0f") if value == int(value) else "+z.1f"
    return language.number(value, form).replace("-", "\N{MINUS SIGN}")


def format_reasoned_value(language: Language, move: AnalysedMove, reason: str) -> str:
    """Say what a move is worth, and why."""
    return " · ".join(filter(None, (format_value(language, move), reason)))


def order_moves(analysis: Analysis) -> list[AnalysedMove]:
    """Return the moves as they are listed: the recommended one first, and no guess above a proven draw."""
    first, best = recommended(analysis).action, analysis.best

    def key(move: AnalysedMove) -> tuple[bool, bool, bool, bool]:
        is_lost = move.is_proven and move.value < 0
        return move.action != first, move.action not in best, is_lost, not move.is_proven

    return sorted(analysis.moves, key=key)


def format_listed_worth(language: Language, analysis: Analysis, move: AnalysedMove) -> str:
    """Say what a move is worth in a list, and that it is an estimate if it stands above proven values."""
    worth = format_worth(language, analysis.state, move)
    is_best_guess = not move.is_proven and move.action in analysis.best
    if is_best_guess and any(each.is_proven and (not each.value or each.margin) for each in analysis.moves):
        return language.say("{worth} (my estimate)", worth=worth)
    return worth


def format_range(language: Language, best: str, worst: str) -> str:
    """Say from what to what moves are worth, with the words in common said once: `loss by 3 to 9`."""
    some, others = best.split(), worst.split()
    before = _count_common(some, others)
    after = _count_common(some[:before:-1], others[:before:-1])
    ends = [words[before : len(words) - after] for words in (some, others)]
    if not all(ends):
        return best if best == worst else language.say("{first} to {last}", first=best, last=worst)
    if all(len(end) == 1 and end[0].isdecimal() for end in ends):
        ends.sort(key=lambda end: int(end[0]))
    middle = language.say("{first} to {last}", first=" ".join(ends[0]), last=" ".join(ends[1]))
    return " ".join([*some[:before], middle, *some[len(some) - after :]])


def _count_common(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many words two sequences begin with that are the same."""
    return sum(takewhile(bool, map(eq, some, others)))


def format_move(language: Language, analysis: Analysis, move: AnalysedMove, reason: str) -> str:
    """Say in one line what a move is worth, and why."""
    star = "★ " if move.action in analysis.best else ""
    name = analysis.state.name_of(move.action)
    worth = format_listed_worth(language, analysis, move)
    return f"{star}{name}: {' · '.join(filter(None, (worth, reason)))}"


def _format_values(language: Language, analysis: Analysis) -> str:
    """Say in one sentence what every move is worth, best first, equal ones together."""
    groups = "; ".join(_format_groups(language, analysis))
    return language.say("What the moves are worth: {groups}.", groups=groups)


def _format_groups(language: Language, analysis: Analysis) -> Iterator[str]:
    def key(move: AnalysedMove) -> tuple[str, bool]:
        return format_worth(language, state, move), move.action in analysis.best

    state = analysis.state
    groups = groupby(order_moves(analysis), key=key)
    for (value, is_best), group in groups:
        names = language.listed([state.name_of(move.action) for move in group])
        yield language.say("{moves}[[best? (best)]]: {value}", moves=names, value=value, best=is_best)


def describe_picture(
    language: Language,
    state: State,
    last: Move | None = None,
    analysis: Analysis | None = None,
    seat: int | None = None,
) -> str:
    """Say what the picture of a position shows, in at most 1,024 characters."""
    words = get_words(state.game)
    said = [words.describe(language, state, last, seat)]
    if analysis is not None:
        if side := words.name_side(language, state.to_move):
            said.append(language.say("{side} to move.", side=side))
        said.append(_format_values(language, analysis))
    return " ".join(said)
