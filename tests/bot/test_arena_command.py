"""The command `maxine arena`, as a process of its own."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from bot import tournament
from bot.__main__ import main
from tests.bot.test_main import MAXINE, run

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = (*MAXINE, "arena")


async def test_players_meet_and_are_rated(tmp_path: Path) -> None:
    options = ("--players", "random,perfect,iq-20", "--games", "20", "--json", "table.json")
    done = await run(tmp_path, *COMMAND, *options)
    head, _, first, *others = done.out.splitlines()
    assert (done.status, len(others)) == (0, 2)
    assert head.startswith("| player | perfect | ")
    assert first.split("|")[1].strip() == "perfect"
    table = json.loads((tmp_path / "table.json").read_text("utf-8"))
    assert [sum(numbers) for _, _, *numbers in table["tallies"]] == [10] * 6
    assert {name: rating for name, rating, _ in table["ratings"]}["random"] == 0


def test_table_follows_from_the_seed_however_many_play() -> None:
    tables = []
    for cores in (1, 2):
        with ProcessPoolExecutor(cores, get_context("spawn")) as executor:
            tables.append(tournament.hold("connect-four", ("random", "medium"), 4, 3, executor).as_json())
    assert tables[0] == tables[1]


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


def test_player_who_does_not_know_the_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--game", "oware", "--players", "random,q-table"]) == 2
    assert capsys.readouterr().err == "maxine: q-table does not know oware.\n"
