"""The command `maxine puzzles`, as a process of its own."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING

import pytest

from bot.__main__ import main
from engine import puzzles
from tests.bot.test_main import MAXINE, ended, files, run, started

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (*MAXINE, "puzzles")


async def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    done = await run(tmp_path, *COMMAND, "--game", "tic-tac-toe", "--count", "2", "--to", ".")
    assert (done.status, done.out) == (0, "tic-tac-toe has 6 puzzles: 2 easy, 2 medium, 2 hard.\n")
    assert "tic-tac-toe: " in done.err
    assert files(tmp_path) == ["tic-tac-toe.txt"]
    written = puzzles.parsed("tic-tac-toe", (tmp_path / "tic-tac-toe.txt").read_text("utf-8"))
    assert [puzzle.difficulty for puzzle in written] == ["easy", "easy", "medium", "medium", "hard", "hard"]


async def test_same_seed_makes_the_same_file(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        options = ("--game", "tic-tac-toe-misere", "--count", "1", "--seed", "1", "--to", name)
        assert (await run(tmp_path, *COMMAND, *options)).status == 0
    made = [(tmp_path / name / "tic-tac-toe-misere.txt").read_bytes() for name in "ab"]
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess"], "argument --game: invalid choice: 'chess' (choose from "),
        (["--count", "0"], "argument --count: a count is a number from 1, not '0'"),
        (["--count", "many"], "argument --count: a count is a number from 1, not 'many'"),
        (["--seed", "x"], "argument --seed: invalid int value: 'x'"),
        (["--to", "nowhere"], "argument --to: there is no folder 'nowhere'"),
    ],
)
def test_bad_argument_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["puzzles", *arguments])
    said = capsys.readouterr()
    assert (refused.value.code, said.out) == (2, "")
    assert f"maxine puzzles: error: {words}" in said.err


async def test_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "tic-tac-toe.txt").mkdir()
    refused = await run(tmp_path, *COMMAND, "--game", "tic-tac-toe", "--count", "1", "--to", ".")
    assert (refused.status, refused.out) == (1, "")
    assert refused.sentence.startswith("maxine: The puzzles cannot be written to tic-tac-toe.txt: ")
    assert files(tmp_path) == ["tic-tac-toe.txt"]


async def test_file_that_cannot_be_written_is_told_before_the_search(tmp_path: Path) -> None:
    (tmp_path / "oware.new").mkdir()
    refused = await run(tmp_path, *COMMAND, "--game", "oware", "--to", ".")
    assert refused.status == 1
    assert refused.err.startswith("maxine: The puzzles cannot be written to oware.txt: ")
    assert files(tmp_path) == ["oware.new"]


async def test_interrupt_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "four-in-a-row-4x4.txt").write_text("# mine\n")
    async with started(tmp_path, *COMMAND, "--game", "four-in-a-row-4x4", "--to", ".") as process:
        assert process.stderr is not None
        await asyncio.wait_for(process.stderr.readuntil(b"puzzle/s]"), 20)
        process.send_signal(signal.SIGINT)
        stopped = await ended(process, seconds=5)
    assert (stopped.status, stopped.out) == (130, "")
    assert stopped.err.endswith("maxine: Stopped. The game that was searched keeps the puzzles it had.\n")
    assert "Traceback" not in stopped.err
    assert (tmp_path / "four-in-a-row-4x4.txt").read_text() == "# mine\n"
    assert files(tmp_path) == ["four-in-a-row-4x4.txt"]
