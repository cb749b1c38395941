"""What columns hold of a value is read back as it was, and what it has not is found out at once."""

from dataclasses import replace

import pytest

from bot.models import Attempt, End, Lap, PuzzleFilter
from bot.storage.columns import Columns
from engine.puzzles import Puzzle

COLUMNS = Columns(
    Attempt,
    "user_id, guild_id, game: puzzle.game_slug, start: puzzle.actions, difficulty: puzzle.difficulty,"
    " goal: puzzle.goal, wished: puzzle_filter.difficulty, wished_game: puzzle_filter.game_slug, begun_at,"
    " actions, fate: end.status, ended_at: end.time, race_id: lap.race_id, place: lap.number",
    "id, is_own: puzzle_filter.own, ends_at: lap.ends_at",
)
ATTEMPT = Attempt(
    7, 1, None, Puzzle("nim", (2, 0), "easy", 1), PuzzleFilter(None, "hard", own=True), 5.0, actions=(4, 1)
)
STORED = (1, None, "nim", "2 0", "easy", 1, "hard", None, 5.0, "4 1", None, None, None, None)


def test_value_is_stored_by_its_parts() -> None:
    assert COLUMNS.values(ATTEMPT) == STORED
    assert COLUMNS.name_values(ATTEMPT)["start"] == "2 0"
    ended = replace(ATTEMPT, end=End("solved", 9.0), lap=Lap(3, 4, 8.0))
    assert COLUMNS.values(ended)[-4:] == ("solved", 9.0, 3, 4)


def test_value_is_read_from_its_parts() -> None:
    assert COLUMNS.read((*STORED, 7, 1, None)) == ATTEMPT
    ended = replace(ATTEMPT, end=End("solved", 9.0), lap=Lap(3, 4, 8.0), day=6)
    assert COLUMNS.read((*STORED[:-4], "solved", 9.0, 3, 4, 7, 1, 8.0), day=6) == ended


def test_flag_is_a_number() -> None:
    flags = Columns(PuzzleFilter, "game_slug, difficulty, own")
    assert [*map(type, flags.values(PuzzleFilter(None, "easy")))][-1] is int
    assert flags.read((None, "easy", 1)).own is True


@pytest.mark.parametrize("column", ["colour", "colour: puzzle.colour"])
def test_unknown_attribute_is_refused(column: str) -> None:
    with pytest.raises(KeyError, match="colour"):
        Columns(Attempt, f"user_id, {column}")
