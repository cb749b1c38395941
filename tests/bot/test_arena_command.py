"""The command `maxine arena`, as a process of its own."""

import asyncio
import json
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from PIL import Image

from bot import arena
from bot.__main__ import main
from tests.bot.programs import Maxine
from tests.bot.test_main import MAXINE, run, started
from tests.patience import LONG

COMMAND = (*MAXINE, "arena")


async def test_players_meet_and_are_rated(tmp_path: Path) -> None:
    options = "--players random,perfect,iq-20 --games 20 --json table.json --picture table.png"
    done = await run(tmp_path, *COMMAND, *options.split())
    head, _, first, *others = done.out.splitlines()
    assert (done.status, len(others)) == (0, 2)
    assert head.startswith("| player | perfect | ")
    assert first.split("|")[1].strip() == "perfect"
    table = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert [sum(numbers) for _, _, *numbers in table["tallies"]] == [10] * 6
    assert {name: rating for name, rating, _ in table["ratings"]}["random"] == 0
    with Image.open(tmp_path / "table.png") as picture:
        assert picture.format == "PNG"


@pytest.mark.ci
def test_table_follows_from_the_seed() -> None:
    """However many processes play."""
    tables = []
    for cores in (1, 2):
        with ProcessPoolExecutor(cores, get_context("spawn")) as executor:
            tables.append(arena.hold("connect-four", ("random", "medium"), 4, 3, executor).as_json())
    assert tables[0] == tables[1]


def test_missing_cluster_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--cluster", "tcp://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.startswith("maxine: No cluster can be used at tcp://127.0.0.1:1: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "random,deep-blue"], "argument --players: there is no player 'deep-blue'"),
        (["--players", "random"], "argument --players: it takes two players at least"),
    ],
)
def test_bad_argument_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["arena", *arguments])
    assert refused.value.code == 2
    assert f"maxine arena: error: {words}" in capsys.readouterr().err


def test_player_without_the_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--game", "oware", "--players", "random,q-table"]) == 2
    assert capsys.readouterr().err == "maxine: q-table does not know oware.\n"


@pytest.mark.ci
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.ci)])
async def test_signal_ends_it_amid_a_match(tmp_path: Path, number: signal.Signals) -> None:
    options = "--game oware --players mcts,random --games 40"
    async with started(tmp_path, *COMMAND, *options.split()) as process:
        assert process.stderr is not None
        await process.stderr.readuntil(b"oware")  # the bar is there
        os.killpg(process.pid, number)
        async with asyncio.timeout(LONG):
            _, err = await process.communicate()
    assert process.returncode == 130
    assert err.endswith(b"maxine: Stopped.\n")
    assert b"Traceback" not in err


@pytest.mark.ci
def test_unwritable_file_is_named(maxine: Maxine) -> None:
    ended = maxine(*["arena", "--players", "random,greedy", "--games", "1", "--json", "missing/table.json"])
    assert ended.status == 1
    assert ended.sentence == "maxine: missing/table.json cannot be written: No such file or directory."
    assert "| greedy |" in ended.out
