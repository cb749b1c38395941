"""Explanations read back: the lines that say what moves are worth, as a script would take them apart."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import engine

NOTE = "This match now counts as played with help, so it is no longer rated."
"""What is said once in a rated match to the player who asks for help."""

_NAME = r"(?:[a-c][1-3]-)?[a-z1-9]\d?[xo]?"
_WORTH = (
    r"(?:win|loss)(?: in \d+| by \d+|, by about \d+)?|draw"
    r"|about (?:[+-][01]\.\d|\d+ (?:seed|disc|box)(?:e?s)? \w+|even)"
)
_RANGE = r"(?:win|loss|draw|about)[^·]* to [^·]+"
_LINE = re.compile(
    rf"(?P<star>★ )?(?P<names>{_NAME}(?:(?:, | and ){_NAME})*)(?: and (?P<more>\d+) more)?"
    rf": (?P<worth>{_WORTH}|{_RANGE})(?: \(my estimate\))?(?: · (?P<reason>\S.*))?"
)


class Line(NamedTuple):
    """A line of an explanation: which moves it is about, how many it does not name, and what it says."""

    is_best: bool
    names: tuple[str, ...]
    more: int
    worth: str
    reason: str


def read_lines(text: str) -> list[Line]:
    """Return the lines of an explanation that say what moves are worth, in order."""
    return [*_read(text.splitlines())]


def split(text: str) -> tuple[list[str], list[Line]]:
    """Return the sentences before the list, and the list, after which there is nothing but a note on help."""
    text = text.removesuffix(f"\n{NOTE}")
    lines = text.splitlines()
    listed = read_lines(text)
    before = lines[: len(lines) - len(listed)]
    assert read_lines("\n".join(before)) == []
    return before, listed


def _read(lines: Iterable[str]) -> Iterator[Line]:
    for line in lines:
        if found := _LINE.fullmatch(line):
            names = tuple(re.split(", | and ", found["names"]))
            more = int(found["more"] or 0)
            yield Line(bool(found["star"]), names, more, found["worth"], found["reason"] or "")


def by_name(lines: Iterable[Line]) -> dict[str, str]:
    return {name: line.worth for line in lines for name in line.names}


def worths(analysis: engine.Analysis) -> dict[str, str]:
    """Return what the engine says of each move by name, in words of the test's own."""
    state = analysis.state
    return {state.name_of(move.action): _say_worth(move) for move in analysis.moves}


def _say_worth(move: engine.AnalysedMove) -> str:
    if not move.is_proven:
        return f"about {move.value:+z.1f}"
    if not move.value:
        return "draw"
    if move.margin:
        by = "by" if move.exact else ", by about"
        return f"{'win' if move.value > 0 else 'loss'} {by} {abs(move.margin)}".replace(" ,", ",")
    if not move.exact:
        return "win" if move.value > 0 else "loss"
    return f"{'win' if move.value > 0 else 'loss'} in {move.winner_moves}"
