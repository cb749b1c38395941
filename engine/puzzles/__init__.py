"""Puzzles: positions in which a single move wins, or a single move saves the draw.

`engine.puzzles.finding` finds them, and the command `maxine puzzles` writes them into files beside this
module, one for each game. A line of a file is a puzzle: its difficulty, what there is to reach, its theme if
it has one, and the actions that lead to it from the initial state, as the game numbers them. Lines that begin
with # and empty ones say nothing.
"""

from __future__ import annotations

from functools import cache, reduce
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from engine.game import State
from engine.games import game_slugs, get_game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Action

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties of puzzles, easiest first; `engine.puzzles.finding.difficulty` says how they are told."""

THEMES = ("double-threat", "block", "parity", "capture", "sacrifice")
"""What the solution of a puzzle may be about; `engine.puzzles.finding.theme` says how that is told."""

_GOALS = ("draw", "win")


class Puzzle(NamedTuple):
    """A running position in which exactly one move keeps what it is worth: the win, or else the draw.

    `actions` lead to it from the initial state of the game; `goal` is 1 for the win and 0 for the draw. The
    game and the actions are what a puzzle is known by: how it is judged may change, and `theme` may be left
    out.
    """

    game_slug: str
    actions: tuple[Action, ...]
    difficulty: str
    goal: int
    theme: str | None = None

    @property
    def state(self) -> State:
        """The position to solve."""
        return reduce(State.successor, self.actions, get_game(self.game_slug).initial())


@cache
def of(game_slug: str, difficulty: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, easiest first, or those of one difficulty or theme alone.

    There are none if none have been made. KeyError if there is no such game, ValueError if there is no such
    difficulty or theme.
    """
    slug = get_game(game_slug).slug
    _refuse_unknown("difficulty", difficulty, DIFFICULTIES)
    _refuse_unknown("theme", theme, THEMES)
    return tuple(
        puzzle
        for puzzle in _stored(slug)
        if difficulty in {None, puzzle.difficulty} and theme in {None, puzzle.theme}
    )


def _refuse_unknown(what: str, name: str | None, known: tuple[str, ...]) -> None:
    if name not in {None, *known}:
        raise ValueError(f"There is no {what} “{name}”. They are {', '.join(known)}.")


def daily(day: int) -> Puzzle:
    """Return the puzzle of a day, counted from 1 January 1970: the same for everyone.

    All puzzles but the easy ones take their turn before one comes again, and no game has two days in a row
    unless most puzzles are of that game. The order follows from the puzzles that there are: if others are
    shipped, a day may have another.
    """
    calendar = _calendar()
    return calendar[day % len(calendar)]


def text(game_slug: str, puzzles: Iterable[Puzzle]) -> str:
    """Return the file that holds the puzzles of a game."""
    header = f"# Puzzles of {game_slug}, by `maxine puzzles`: difficulty, goal, actions so far.\n"
    easiest_first = sorted(puzzles, key=lambda puzzle: DIFFICULTIES.index(puzzle.difficulty))
    return header + "".join(f"{_format_puzzle(puzzle)}\n" for puzzle in easiest_first)


def parsed(game_slug: str, text: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that a file holds; ValueError with the first line that is none."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return tuple(_puzzle(game_slug, line) for line in lines)


def _puzzle(game_slug: str, line: str) -> Puzzle:
    try:
        difficulty, goal, *actions = line.split()
        DIFFICULTIES.index(difficulty)
        theme = actions.pop(0) if actions and actions[0] in THEMES else None
        return Puzzle(game_slug, tuple(map(int, actions)), difficulty, _GOALS.index(goal), theme)
    except ValueError as error:
        raise ValueError(f"This line is no puzzle of {game_slug}: {line!r}.") from error


def _format_puzzle(puzzle: Puzzle) -> str:
    themes = () if puzzle.theme is None else (puzzle.theme,)
    return " ".join((puzzle.difficulty, _GOALS[puzzle.goal], *themes, *map(str, puzzle.actions)))


@cache
def _stored(game_slug: str) -> tuple[Puzzle, ...]:
    from importlib.resources import files  # noqa: PLC0415 - slow to import, and not always needed

    file = files(__name__).joinpath(f"{game_slug}.txt")
    return parsed(game_slug, file.read_text("utf-8")) if file.is_file() else ()


@cache
def _calendar() -> tuple[Puzzle, ...]:
    """Return all puzzles for days in their order: as if shuffled, each game spread evenly over all of it."""
    waiting = {slug: sorted(filter(_is_for_a_day, of(slug)), key=_lot) for slug in game_slugs()}
    shares = {slug: len(puzzles) for slug, puzzles in waiting.items()}
    order: list[Puzzle] = []
    for _ in range(sum(shares.values())):
        last = order[-1].game_slug if order else None
        slug = max(
            filter(waiting.__getitem__, waiting),
            key=lambda slug: (slug != last, len(waiting[slug]) / shares[slug]),
        )
        order.append(waiting[slug].pop())
    return tuple(order)


def _is_for_a_day(puzzle: Puzzle) -> bool:
    return puzzle.difficulty != DIFFICULTIES[0]


def _lot(puzzle: Puzzle) -> int:
    """Return a number that follows from the puzzle alone and seems to be drawn at random."""
    return crc32(_format_puzzle(puzzle).encode())
