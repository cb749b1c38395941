"""The path through a game: its rules, the themes of its puzzles and two matches, from simple to hard."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import engine
from bot import policy
from bot.errors import UnknownButtonError
from bot.models import PEOPLE, Asker, Challenge, Match
from bot.services import Context, guards, patterns, start
from engine import Analysis, puzzles
from engine.puzzles import Puzzle

RULES: Final = "rules"
"""The name of the first step."""

LEVELS: Final = engine.LEVELS[:2]
"""The names of the last steps: at what to win. The others have those of themes."""

_ORDER: Final = (
    *("capture", "extra-turn", "save", "corner", "block", "double-threat", "threat", "safe", "chain"),
    *("sacrifice", "trap", "few-replies", "pairs", "parity"),
)
"""The themes from simple to hard, where a game has puzzles of them that are as difficult."""

_EXAMPLES: Final[Mapping[tuple[str, str], int]] = {
    ("connect-four", "block"): 4,
    ("connect-four", "parity"): 10,
    ("connect-four", "threat"): 15,
    ("four-in-a-row-4x4", "block"): 13,
    ("four-in-a-row-4x4", "threat"): 1,
    ("four-in-a-row-5x5", "block"): 7,
    ("four-in-a-row-5x5", "threat"): 1,
    ("kalah", "capture"): 11,
    ("kalah", "sacrifice"): 3,
    ("kalah", "safe"): 4,
    ("reversi-6x6", "corner"): 13,
    ("three-mens-morris", "threat"): 4,
    ("three-mens-morris", "trap"): 2,
    ("tic-tac-toe", "block"): 10,
}
"""Which of the easiest puzzles shows a theme of a game best, unless it is the first."""


class Step(NamedTuple):
    """A step of a path by its name, as far as a person has come.

    `is_played`: they have ended a match of the game, have begun the match of the theme, or have won at the
    level. They have `solved` so many puzzles of the theme, and need those of a practice.
    """

    name: str
    is_played: bool
    solved: int | None = None

    @property
    def is_solved(self) -> bool:
        """Whether enough puzzles are solved; no step but that of a theme has any."""
        return self.solved is None or self.solved >= policy.PRACTICE_PUZZLES

    @property
    def is_done(self) -> bool:
        """Whether nothing of the step is left to do."""
        return self.is_played and self.is_solved


def list_themes(game_slug: str) -> list[str]:
    """Return the themes of a game that can be practised, from simple to hard."""
    found = {theme: patterns.find_difficulty(game_slug, theme) for theme in _ORDER}
    return [theme for level in puzzles.DIFFICULTIES for theme in _ORDER if found[theme] == level]


def choose_example(game_slug: str, theme: str) -> Puzzle:
    """Return the puzzle that shows a theme: a win, if there is one."""
    found = puzzles.of(game_slug, patterns.find_difficulty(game_slug, theme), theme)
    wins = [puzzle for puzzle in found if puzzle.goal] or found
    return wins[_EXAMPLES.get((game_slug, theme), 0)]


async def find_path(context: Context, user_id: int, game_slug: str) -> list[Step]:
    """Return the steps of a game, as far as a person has come."""
    guards.refuse_unknown_game(game_slug)
    progress = await context.storage.puzzles.find_progress(user_id, game_slug)
    themes = {theme: choose_example(game_slug, theme).actions for theme in list_themes(game_slug)}
    won = {versus.partition("+")[0] for versus, wins in progress.wins.items() if wins} - {PEOPLE}
    easy, medium = LEVELS
    return [
        Step(RULES, is_played=bool(progress.wins)),
        *(Step(theme, at in progress.begun, progress.solved.get(theme, 0)) for theme, at in themes.items()),
        Step(easy, is_played=bool(won)),
        Step(medium, is_played=not won.isdisjoint(engine.LEVELS[1:])),
    ]


async def analyse_example(context: Context, user_id: int, puzzle: Puzzle) -> Analysis:
    """Return what the moves of an example are worth."""
    seconds = context.explanation_seconds
    return await context.analysts.analyse(puzzle.state, seconds=seconds, asker_id=user_id)


async def begin_match(context: Context, asker: Asker, game_slug: str, name: str) -> Match:
    """Begin the match of a step: from the example of a theme, else from the beginning.

    Raises:
        UnknownButtonError: the game has no such step.
    """
    guards.refuse_unknown_game(game_slug)
    if name in list_themes(game_slug):
        return await start.play_puzzle(context, asker, choose_example(game_slug, name))
    level = LEVELS[0] if name == RULES else name
    if level not in LEVELS:
        raise UnknownButtonError
    challenge = Challenge(asker.place, asker.user_id, game_slug, "me")
    return await start.challenge_maxine(context, challenge, level)
