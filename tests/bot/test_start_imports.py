"""A command loads what it needs and nothing else: what loads in vain makes every start slower."""

import sys
from pathlib import Path

import pytest

from tests.bot.test_main import run

SELDOM_USED = {"distributed", "networkx", "numpy", "psycopg", "tqdm"}
LIBRARIES = {"PIL", "aiohttp", "aiosqlite", "discord", *SELDOM_USED}
DEVELOPERS = {"bot.puzzlemaking", "bot.training", "engine.puzzles.finding"}
OTHER_COMMANDS = {"bot.arena", "bot.cli.copying", "bot.doctor", "bot.playground", "bot.storage.dumps"}
"""What other commands than `run` load."""


async def loaded_by(folder: Path, program: str) -> set[str]:
    listing = f"import atexit, sys; atexit.register(lambda: print('\\n', *sys.modules)); {program}"
    return {*(await run(folder, sys.executable, "-c", listing)).out.splitlines()[-1].split()}


async def loaded_by_command(folder: Path, *arguments: str) -> set[str]:
    return await loaded_by(folder, f"from bot.__main__ import main; main({[*arguments]})")


async def test_version_loads_no_games(tmp_path: Path) -> None:
    loaded = await loaded_by_command(tmp_path, "--version")
    assert {name for name in loaded if name.partition(".")[0] in {"bot", "engine"}} == {
        "bot",
        "bot.__main__",
        "bot.cli",
        "bot.cli.arguments",
    }


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["run"], pytest.param(["playground", "--help"], marks=pytest.mark.ci)],
    ids=["help", "missing-token", "help-of-playground"],
)
async def test_what_is_only_read_loads_no_library(tmp_path: Path, arguments: list[str]) -> None:
    loaded = await loaded_by_command(tmp_path, *arguments)
    assert "bot.cli.run" in loaded or "bot.cli.playground" in loaded
    assert not loaded & (LIBRARIES | DEVELOPERS | OTHER_COMMANDS)


async def test_bot_loads_nothing_of_developers(tmp_path: Path) -> None:
    loaded = await loaded_by(tmp_path, "import bot.cli.serving, bot.client")
    assert {"discord", "PIL"} <= loaded
    assert not loaded & (DEVELOPERS | OTHER_COMMANDS | SELDOM_USED)
