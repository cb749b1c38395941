"""Commands that lean on a cluster: the same from the same seed as here, and in sentences what is wrong."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import puzzlemaking, training
from bot.__main__ import main
from tests.bot.clusters import There, started_there
from tests.bot.programs import Maxine
from tests.bot.test_arena_command import COMMAND
from tests.bot.test_cluster import NOWHERE
from tests.bot.test_main import REDIRECTED, _stopped, ended, started
from tests.bot.test_main_signals import _until
from tests.trouble import Playground


@pytest.fixture(scope="module")
def there() -> Iterator[There]:
    """One for all tests that leave it whole."""
    with started_there(2) as there:
        yield there


def test_missing_library_is_named_at_start(maxine: Maxine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = maxine("run", DISCORD_TOKEN="abc.def", CLUSTER=NOWHERE)  # noqa: S106 - it is not one
    assert done.status == 2
    assert "pip install -c requirements.lock '.[cluster]'" in done.sentence


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("address", "said"),
    [(None, b"INFO bot.workers.cluster: Thinking on the cluster"), (NOWHERE, b"Thinking on this machine")],
)
async def test_bot_starts_with_or_without_it(
    there: There, tmp_path: Path, address: str | None, said: bytes
) -> None:
    async with Playground() as playground:
        settings = {"DISCORD_TOKEN": playground.token, "CLUSTER": address or there.address}
        async with started(tmp_path, *REDIRECTED, playground.url, "run", **settings) as process:
            await _until(process, said)
            stopped = await _stopped(process, signal.SIGTERM)
    assert stopped.status == 0
    assert "Traceback" not in stopped.err


@pytest.mark.parametrize("address", ["nonsense", "tcp://host", "host:port", "tcp://:8786"])
def test_address_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    sentence = f"maxine: The address of a cluster must look like tcp://host:8786, not {address!r}.\n"
    monkeypatch.setenv("CLUSTER", address)
    for arguments in (["run"], ["arena"], ["puzzles"], ["train", "q-table"]):
        assert main(arguments) == 2
        assert capsys.readouterr().err == sentence


@pytest.mark.nightly
def test_puzzles_and_training_are_the_same(there: There, tmp_path: Path) -> None:
    made = []
    for address in (None, there.address):
        folder = tmp_path / str(address is None)
        folder.mkdir()
        puzzlemaking.make(["four-in-a-row-4x4"], 1, 5, folder, address)
        report = training.train("q-table", "tic-tac-toe", 60, 5, folder, cluster=address)
        made.append([*(path.read_bytes() for path in sorted(folder.iterdir())), report.curve, report.tallies])
    assert made[0] == made[1]


@pytest.mark.ci
async def test_lost_cluster_is_named(tmp_path: Path) -> None:
    with started_there(1) as there:
        options = f"--game oware --players mcts,random --games 40 --cluster {there.address}"
        async with started(tmp_path, *COMMAND, *options.split()) as process:
            assert process.stderr is not None
            await process.stderr.readuntil(b"oware")  # the bar is there
            there.end_scheduler()
            done = await ended(process)
    assert done.status == 1, done.err
    assert "Traceback" not in done.err
    assert f"maxine: No cluster can be used at {there.address}: it has gone." in done.err.splitlines()
