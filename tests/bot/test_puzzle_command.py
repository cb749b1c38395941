"""The command `maxine puzzles`, as a process of its own."""

import asyncio
import os
import re
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.__main__ import main
from engine import puzzles
from tests.bot.programs import Maxine
from tests.bot.test_main import MAXINE, ended, files, run, started

COMMAND = (*MAXINE, "puzzles")
SIGNALS = [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGTERM, signal.SIGINT), (signal.SIGKILL,)]
FIRST_SIGNALS = [SIGNALS[0], *(pytest.param(each, marks=pytest.mark.ci) for each in SIGNALS[1:])]


@pytest.mark.ci
async def test_puzzles_are_found_and_written(tmp_path: Path) -> None:
    done = await run(tmp_path, *COMMAND, "--game", "tic-tac-toe", "--count", "2", "--to", ".")
    assert (done.status, done.out) == (0, "tic-tac-toe has 6 puzzles: 2 easy, 2 medium, 2 hard.\n")
    assert "tic-tac-toe: " in done.err
    assert files(tmp_path) == ["tic-tac-toe.txt"]
    written = puzzles.parsed("tic-tac-toe", (tmp_path / "tic-tac-toe.txt").read_text("utf-8"))
    assert [puzzle.difficulty for puzzle in written] == ["easy", "easy", "medium", "medium", "hard", "hard"]


def test_same_seed_makes_the_same_file(tmp_path: Path, maxine: Maxine) -> None:
    for name in "ab":
        (tmp_path / name).mkdir()
        options = ("--game", "tic-tac-toe-misere", "--count", "1", "--seed", "1", "--to", name)
        assert maxine("puzzles", *options).status == 0
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


def test_unwritable_file_is_told_first(tmp_path: Path, maxine: Maxine) -> None:
    (tmp_path / "oware.new").mkdir()
    refused = maxine("puzzles", "--game", "oware", "--to", ".")
    assert refused.status == 1
    assert refused.err.startswith("maxine: The puzzles cannot be written to oware.txt: ")
    assert files(tmp_path) == ["oware.new"]


def test_existing_puzzles_are_judged_again(tmp_path: Path, maxine: Maxine) -> None:
    file = tmp_path / "tic-tac-toe.txt"
    file.write_text("# mine\nhard win 3 5 2 1\nhard win 0 4\n")
    done = maxine("puzzles", "--game", "tic-tac-toe", "--count", "2", "--to", ".")
    assert done.out == "tic-tac-toe has 6 puzzles: 2 easy, 2 medium, 2 hard.\n"
    assert "medium win double-threat 3 5 2 1\n" in file.read_text("utf-8")
    assert "hard win 0 4" not in file.read_text("utf-8")


def test_other_file_is_left_alone(tmp_path: Path, maxine: Maxine) -> None:
    file = tmp_path / "tic-tac-toe.txt"
    file.write_text("Dear diary\n")
    refused = maxine("puzzles", "--game", "tic-tac-toe", "--count", "2", "--to", ".")
    assert refused.status == 1
    assert refused.sentence.endswith("tic-tac-toe.txt: This line is no puzzle of tic-tac-toe: 'Dear diary'.")
    assert file.read_text() == "Dear diary\n"


@pytest.mark.nightly
@pytest.mark.parametrize("numbers", FIRST_SIGNALS, ids=lambda numbers: "-".join(map(repr, numbers)))
async def test_signal_keeps_what_was_found(tmp_path: Path, numbers: Sequence[signal.Signals]) -> None:
    old = "easy win block 12 14 5 3 13 2 0 6\n"
    file = tmp_path / "four-in-a-row-4x4.txt"
    file.write_text(old)
    async with started(tmp_path, *COMMAND, "--game", "four-in-a-row-4x4", "--to", ".") as process:
        assert process.stderr is not None
        said = b""
        while not re.search(rb" ([3-9]|\d\d+)/1200", said):
            said += await asyncio.wait_for(process.stderr.read(99), 60)
        for number in numbers:  # as Ctrl-C and service managers do, which mean all that it has started
            os.killpg(process.pid, number)
        stopped = await ended(process)
    found = int(re.findall(rb" (\d+)/1200", said)[-1])
    assert old in file.read_text("utf-8")
    assert len(puzzles.parsed("four-in-a-row-4x4", file.read_text("utf-8"))) >= found
    if numbers == (signal.SIGKILL,):
        return
    assert (stopped.status, stopped.out) == (130, "")
    _, said_last, cleared = stopped.err.rpartition("maxine: Stopped. What was found so far is kept.\n")
    assert said_last
    assert not cleared.strip(" \r")  # a second signal may come while the bar is taken away
    assert "Traceback" not in stopped.err
    assert files(tmp_path) == ["four-in-a-row-4x4.txt"]
