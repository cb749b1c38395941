"""Every command of README, CONTRIBUTING and docs/operations.md is run by a test, or says here why not.

A command is a line of a block marked `sh`, code at the beginning of a numbered step, or code that begins with
a program in a table or in a list item that begins with code. RUN_HERE has those that this module runs,
RUN_ELSEWHERE those that another file runs, with a text of it that shows where, and NOT_RUN the others, with
the reason. A key that ends with `*` stands for all commands that begin so; a whole command goes before it,
then the first such key. `test_every_command_is_known` prints what has no entry.
"""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONG

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/operations.md")
BLOCK = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
STEP = re.compile(r"^ *\d+\. (?:Run )?`([^`]+)`", re.MULTILINE)
ROW = re.compile(r"^(?:\||- (?=`)).*$", re.MULTILINE)
CODE = re.compile(r"`((?:[A-Z_]+=\S+ )?(?:\.venv/bin/|\.ci/|maxine |pytest |python |uv |docker )[^`]*)`")

INSTALL = "python3 -m venv .venv && .venv/bin/pip install -q -c requirements.lock"
LONG_WORK = "takes minutes to hours"
MACHINE = "changes a machine: needs root, systemd or Docker"
INDEX = "needs a package index, and writes into the checkout"
TOKEN = "needs a bot's token and Discord"  # noqa: S105 - there is none

RUN_HERE = {
    f"{INSTALL} . && .venv/bin/maxine playground": "by test_first_command_of_the_readme",
    "maxine train q-table --games 2000 --to .": "",
    "maxine arena --games 20 --players random,q-table,mcts,neural,perfect": "",
    ".venv/bin/python -m tests.make_tables": "",
}
DAY_TWO = "tests/test_day_two.py::"
COPIED = f"{DAY_TWO}test_copy_is_restored_as_written"
MOVED = f"{DAY_TWO}test_move_to_postgresql_as_written"
STARTED = f"{DAY_TWO}test_start_ends_with_an_examination"
RUN_ELSEWHERE = {
    # README.md and CONTRIBUTING.md
    f"{INSTALL} -e '.[dev]' && .venv/bin/pytest": ".ci/run::${readme% && *}",
    f"{INSTALL.replace(' -q', '')} -e '.[dev]'": ".ci/run::${readme% && *}",
    "pytest tests/engine/test_solvers.py": "tests/engine/test_solvers.py::765",
    "pytest tests/engine -k retrograde": "tests/engine/test_analysis.py::test_moves_agree_with_retrograde",
    ".venv/bin/pytest": '.ci/run::"${tests[@]}"',
    ".venv/bin/ruff check": ".ci/prepare::ruff check .",
    ".venv/bin/ruff format --check": ".ci/prepare::ruff format --check .",
    ".venv/bin/mypy": ".ci/prepare::mypy",
    ".venv/bin/lint-imports": ".ci/prepare::lint-imports",
    ".venv/bin/pytest tests/bot -*": ".ci/nightly::--database",
    ".ci/audit": "tests/test_audit.py::test_only_known_weakness_fails",
    ".venv/bin/python -m tests.make_commands": "tests/test_docs.py::make_commands.make()",
    ".venv/bin/python -m tests.make_sentences": "tests/bot/test_sentences.py::make(name)",
    ".venv/bin/python -m tests.make_tables levels": "tests/test_docs.py::make_tables.run(",
    ".venv/bin/python -m tests.make_film": "tests/test_docs.py::make_film.render()",
    ".venv/bin/python -m tests.make_listing": "tests/test_listing.py::make_listing.draw(",
    ".venv/bin/python -m tests.make_catalogues*": "tests/bot/test_catalogues.py::make_catalogues.write(",
    ".venv/bin/python -m tests.make_boxes": "tests/engine/test_dots_and_boxes.py::make_boxes.main()",
    ".venv/bin/python -m tests.make_endgames": "tests/engine/test_endings.py::tests.make_endgames",
    "CATALOGUES_WHOLE=1 *": ".ci/run::CATALOGUES_WHOLE=1",
    ".venv/bin/maxine train neural *": "tests/bot/test_training.py::test_same_seed_learns_the_same",
    ".venv/bin/maxine puzzles *": "tests/bot/test_puzzle_command.py::test_puzzles_are_found_and_written",
    # docs/operations.md
    ".venv/bin/maxine playground": "tests/test_newcomer.py::async def playground(",
    "maxine play": "tests/bot/test_play_command.py::test_match_is_played_to_its_end",
    "maxine playground": "tests/test_newcomer.py::async def playground(",
    "maxine serve": "tests/bot/test_balancers.py::test_clicks_come_through_a_balancer",
    "maxine doctor": "tests/bot/test_doctor.py::test_all_is_well_and_unchanged",
    "maxine backup *": "tests/bot/test_backups.py::test_backup_under_load_has_every_move",
    "maxine restore *": "tests/bot/test_backups.py::test_restore_loses_nothing_that_is_kept",
    "DELETE FROM rating_formula": "tests/bot/test_recompute_at_start.py::DELETE FROM rating_formula",
    "maxine copy *": "tests/bot/test_copy.py::test_copy_has_every_row",
    "maxine puzzles": "tests/bot/test_puzzle_command.py::test_puzzles_are_found_and_written",
    "maxine arena": "tests/bot/test_arena_command.py::test_players_meet_and_are_rated",
    "maxine train": "tests/bot/test_training.py::test_same_seed_learns_the_same",
    "docker cp maxine:*": COPIED,
    "docker compose stop": COPIED,
    "docker compose run --rm maxine restore *": COPIED,
    "docker compose run --rm --entrypoint sh *": COPIED,
    "sudo systemctl stop maxine": COPIED,
    "sudo systemctl start maxine": COPIED,
    "sudo -u maxine *": COPIED,
    "docker exec maxine maxine backup *": MOVED,
    "docker compose down": MOVED,
    "docker compose exec *": MOVED,
    "docker compose run --rm maxine-postgresql *": MOVED,
    "docker compose stop maxine-postgresql": MOVED,
    "sed -i s/^COMPOSE_PROFILES*": MOVED,
    "echo POSTGRES_PASSWORD*": MOVED,
    "docker compose pull": STARTED,
    "docker compose up -d": STARTED,
    "docker exec maxine maxine doctor": STARTED,
    "git pull": STARTED,
    "sudo /opt/maxine/bin/pip install *": STARTED,
    "sudo systemctl restart maxine": STARTED,
}
NOT_RUN = {
    # README.md and CONTRIBUTING.md
    f"{INSTALL} . && .venv/bin/maxine run": TOKEN,
    ".venv/bin/pre-commit install": "writes a hook into the checkout",
    ".ci/run": "runs the tests itself",
    ".ci/nightly": "runs the tests itself",
    "uv pip compile *": INDEX,
    "python -m tests.benchmarks.*": LONG_WORK,
    ".venv/bin/python -m tests.benchmarks.*": LONG_WORK,
    ".venv/bin/python -m tests.make_explanations": LONG_WORK,
    ".venv/bin/python -m tests.make_strengths": LONG_WORK,
    ".venv/bin/python -m tests.make_books *": LONG_WORK,
    ".venv/bin/python -m tests.make_kalah *": LONG_WORK,
    # docs/operations.md
    "sudo *": MACHINE,
    'echo "deb *': MACHINE,
    "docker compose up -d --build": MACHINE,
    "docker compose logs*": MACHINE,
    "podman *": MACHINE,
    "promtool *": "needs Prometheus",
    "git clone *": "needs the address of the repository",
    "cp .env.example *": "is a step before an editor",
    "nano *": "is an editor",
    "curl *": "needs a running bot with METRICS_PORT",
    f"{INSTALL.replace(' -q', '')} .": INDEX,
    "maxine run": TOKEN,
}
KNOWN = {**RUN_HERE, **RUN_ELSEWHERE, **NOT_RUN}


def _commands(page: str) -> list[str]:
    """Return the commands of a page, without comments."""
    text = (ROOT / page).read_text(encoding="utf-8")
    lines = [line.strip() for block in BLOCK.findall(text) for line in block.splitlines()]
    coded = [code for row in ROW.findall(text) for code in CODE.findall(row)]
    return [re.sub(r"\s+# .*", "", each) for each in [*lines, *STEP.findall(text), *coded]]


def _key(command: str) -> str | None:
    """Return the key that stands for a command, None if there is none."""
    begun = (key for key in KNOWN if key.endswith("*") and command.startswith(key[:-1]))
    return command if command in KNOWN else next(begun, None)


@pytest.mark.parametrize("page", PAGES)
def test_every_command_is_known(page: str) -> None:
    unknown = [command for command in _commands(page) if _key(command) is None]
    assert not unknown, "\n".join(["add to RUN_ELSEWHERE or NOT_RUN:", *unknown])


def test_every_entry_is_of_a_command() -> None:
    used = {_key(command) for page in PAGES for command in _commands(page)}
    unused = sorted(KNOWN.keys() - used)
    assert not unused, "\n".join(["no page has these any more:", *unused])


@pytest.mark.parametrize("where", sorted({*RUN_ELSEWHERE.values()}))
def test_other_file_runs_it(where: str) -> None:
    file, _, text = where.partition("::")
    assert text in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.ci
@pytest.mark.parametrize("command", [command for command, how in RUN_HERE.items() if not how])
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
    command, *_ = RUN_HERE
    assert command == _commands("README.md")[0]
    process = await asyncio.create_subprocess_shell(
        f"{command} --port 0", cwd=checkout, stdout=asyncio.subprocess.PIPE, start_new_session=True
    )
    assert process.stdout is not None
    try:
        said = await asyncio.wait_for(process.stdout.readline(), 3 * LONG)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
    assert re.search(rb"http://127\.0\.0\.1:\d+", said)
    assert await asyncio.wait_for(process.wait(), LONG) is not None
