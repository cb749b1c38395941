"""Puzzles: positions in which a single move wins, or a single move saves the draw.

`engine.puzzles.finding` finds them, and the command `maxine puzzles` writes them into files beside this
module, one for each game. A line of a file is a puzzle: its difficulty, its goal, its theme if it has one,
and the actions that lead to it from the initial state, as the game numbers them. Lines that begin with #
and empty ones are ignored.
"""

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from itertools import cycle
from typing import NamedTuple
from zlib import crc32

from engine.base import Action, State
from engine.rules import game_slugs, get_game

DIFFICULTIES = ("easy", "medium", "hard")
"""The difficulties of puzzles, easiest first; `engine.puzzles.judging.judge_difficulty` defines them."""

THEMES = (
    "double-threat",
    "block",
    "parity",
    "capture",
    "sacrifice",
    "threat",
    "trap",
    "pairs",
    "safe",
    "save",
    "extra-turn",
    "chain",
    "corner",
    "few-replies",
)
"""The themes of solutions; `engine.puzzles.judging.find_theme` defines them."""

_GOALS = ("draw", "win")

_WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")
"""The difficulties of the daily puzzles, from Monday on."""

_FIRST_WEEKDAY = 3
"""The weekday of 1 January 1970, day 0: Thursday."""


class Puzzle(NamedTuple):
    """A running position in which exactly one move keeps its value: the win, or else the draw.

    `actions` lead to it from the initial state of the game; `goal` is 1 for the win and 0 for the draw. The
    game and the actions identify a puzzle: its judgement may change, and `theme` may be left out.
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
    """Return the puzzles of a game, easiest first, or only those of one difficulty or theme.

    There are none if none have been made. KeyError if there is no such game, ValueError if there is no such
    difficulty or theme.
    """
    slug = get_game(game_slug).slug
    _refuse_unknown("difficulty", difficulty, DIFFICULTIES)
    _refuse_unknown("theme", theme, THEMES)
    return tuple(_puzzle(slug, line) for line in _read_lines(slug) if _is_of(line, difficulty, theme))


def daily(day: int) -> Puzzle:
    """Return the puzzle of a day, counted from 1 January 1970: the same for everyone.

    It is easy on Mondays and Tuesdays, medium until Friday, and hard at the weekend. No game has two days in
    a row, and no puzzle comes again before all weeks are through that there are puzzles for. The order
    follows from the puzzles that there are: if others are shipped, a day may have another.
    """
    calendar = _calendar()
    return _puzzle(*calendar[(day + _FIRST_WEEKDAY) % len(calendar)])


def format_file(game_slug: str, puzzles: Iterable[Puzzle]) -> str:
    """Return the file that holds the puzzles of a game."""
    header = (
        f"# Puzzles of {game_slug}, by `maxine puzzles`: difficulty, goal, theme if any, actions so far.\n"
    )
    easiest_first = sorted(puzzles, key=lambda puzzle: DIFFICULTIES.index(puzzle.difficulty))
    return header + "".join(f"{_format_puzzle(puzzle)}\n" for puzzle in easiest_first)


def parsed(game_slug: str, text: str) -> tuple[Puzzle, ...]:
    """Parse the puzzles of a file; ValueError with the first malformed line."""
    return tuple(_puzzle(game_slug, line) for line in _lines_of(text))


@cache
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


def _refuse_unknown(what: str, name: str | None, known: Sequence[str]) -> None:
    if name not in {None, *known}:
        raise ValueError(f"There is no {what} “{name}”. They are {', '.join(known)}.")


def _lines_of(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


def _is_of(line: str, difficulty: str | None, theme: str | None) -> bool:
    return line.startswith(difficulty or "") and (theme is None or theme in line.split(maxsplit=3)[2:3])


@cache
def _read_lines(game_slug: str) -> tuple[str, ...]:
    """Return the lines of a game's file, most of which are never parsed."""
    from importlib.resources import files  # noqa: PLC0415 - slow to import, and not always needed

    file = files(__name__).joinpath(f"{game_slug}.txt")
    return _lines_of(file.read_text("utf-8")) if file.is_file() else ()


@cache
def _calendar() -> tuple[tuple[str, str], ...]:
    """Return the games and lines of the puzzles for days, from a Monday to a Sunday, in their order."""
    waiting = {difficulty: _drawn(difficulty) for difficulty in DIFFICULTIES}
    days: list[tuple[str, str]] = []
    plan = cycle(_WEEK)
    while day := _next(waiting[next(plan)], days):
        days.append(day)
    while len(days) % len(_WEEK) or days[0][0] == days[-1][0]:
        days.pop()
    return tuple(days)


def _next(queue: list[tuple[str, str]], days: list[tuple[str, str]]) -> tuple[str, str] | None:
    """Take from a queue the first puzzle that is not of yesterday's game, if there is one."""
    last = [slug for slug, _ in days[-1:]]
    place = next((place for place, (slug, _) in enumerate(queue) if slug not in last), None)
    return None if place is None else queue.pop(place)


def _drawn(difficulty: str) -> list[tuple[str, str]]:
    """Return the puzzles of a difficulty in pseudo-random order, those of each game spread evenly."""
    places = []
    for slug in game_slugs():
        lines = sorted((line for line in _read_lines(slug) if _is_of(line, difficulty, None)), key=_lot)
        places += [((number + 0.5) / len(lines), slug, line) for number, line in enumerate(lines)]
    return [(slug, line) for _, slug, line in sorted(places)]


def _lot(line: str) -> int:
    """Return a pseudo-random number that depends on the line alone."""
    return crc32(line.encode())
