"""The grammar of button ids: a kind and numbers, `m:12:3:4`; what they name is looked up at the press."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a button does, and how its id begins."""

    MOVE = "m"
    MARK = "w"
    EXPLAIN = "e"
    RESIGN = "r"
    REALLY_RESIGN = "q"
    REMATCH = "n"
    ACCEPT = "a"
    DECLINE = "d"
    CANCEL = "c"
    HINT = "h"
    REPLAY = "p"
    REVIEW = "v"
    LESSON = "l"
    QUESTION = "k"
    TRY = "t"
    SHOW = "s"
    NEXT = "j"
    DAILY = "z"
    PUZZLE_MOVE = "y"
    PUZZLE_MARK = "o"
    PUZZLE_HINT = "i"
    PUZZLE_SHOW = "g"
    PUZZLE_NEXT = "x"
    SHARE = "f"


def custom_id(kind: Kind, *numbers: int) -> str:
    """Write an id."""
    return ":".join((kind, *map(str, numbers)))


def template(kind: Kind, numbers: int) -> str:
    """Return the pattern of the ids of a kind, one group for each number that the database can hold."""
    return rf"{kind}{':([0-8]?[0-9]{1,18})' * numbers}"
