"""The commands of README, CONTRIBUTING and docs/operations.md are there, and some are run here as written.

A command is a line of a block marked `sh`, code at the beginning of a numbered step, or code that begins with
a program in a table or in a list item that begins with code. tests/test_day_two.py runs whole sections.
"""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.__main__ import _COMMANDS, _parser
from tests.patience import LONG

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/operations.md")
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^ *\d+\. (?:Run )?`([^`]+)`", re.MULTILINE)
ROW = re.compile(r"^(?:\||- (?=`)).*$", re.MULTILINE)
CODE = re.compile(r"`((?:[A-Z_]+=\S+ )?(?:\.venv/bin/|\.ci/|maxine |pytest |python |uv |docker )[^`]*)`")
PROGRAM = re.compile(r"(?:^|/bin/)maxine ([a-z]+) ?([^&|]*)")
FILE = re.compile(r"(?:^\.ci/\w+|(?<= )tests/[\w/.]+)", re.MULTILINE)

INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock"
RUN = (
    "maxine train q-table --games 2000 --to .",
    "maxine arena --games 20 --players random,q-table,mcts,neural,perfect",
    ".venv/bin/python -m tests.make_tables",
)
FIRST = f"{INSTALL} . && .venv/bin/maxine playground"


def _commands(page: str) -> list[str]:
    """Return the commands of a page, without comments."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line.strip() for block in BLOCK.findall(text) for line in block.splitlines()]
    coded = [code for row in ROW.findall(text) for code in CODE.findall(row)]
    return [re.sub(r"\s+# .*", "", each) for each in [*lines, *STEP.findall(text), *coded]]


@pytest.mark.parametrize("page", PAGES)
def test_programs_take_their_arguments(page: str) -> None:
    for name, rest in (found for command in _commands(page) for found in PROGRAM.findall(command)):
        assert name in _COMMANDS
        if rest and not rest.isupper():  # as in `maxine copy SOURCE TARGET`
            assert _parser([name]).parse_args([name, *shlex.split(rest)]).command == name


@pytest.mark.parametrize("page", PAGES)
def test_modules_and_files_exist(page: str) -> None:
    commands = "\n".join(_commands(page))
    modules, files = re.findall(r"python -m (tests\.[\w.]+)", commands), re.findall(FILE, commands)
    assert [module for module in modules if find_spec(module) is None] == []
    assert [file for file in files if not (ROOT / file).exists()] == []


@pytest.mark.ci
@pytest.mark.parametrize("command", RUN)
def test_command_runs(command: str, tmp_path: Path) -> None:
    programs = Path(sys.executable).parent
    program, *arguments = shlex.split(command.removeprefix(".venv/bin/"))
    done = subprocess.run(  # noqa: S603 - what our own pages say
        [programs / program, *arguments],
        cwd=ROOT if "tests." in command else tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.installed
@pytest.mark.real_time("a program is installed")
async def test_first_command_of_the_readme(tmp_path: Path) -> None:
    checkout = tmp_path / "maxine"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__"))
    assert _commands("README.md")[0] == FIRST
    process = await asyncio.create_subprocess_shell(
        f"{FIRST} --port 0", cwd=checkout, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    try:
        said = await asyncio.wait_for(process.stdout.readline(), 3 * LONG)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
    assert re.search(rb"http://127\.0\.0\.1:\d+", said)
    assert await asyncio.wait_for(process.wait(), LONG) is not None
