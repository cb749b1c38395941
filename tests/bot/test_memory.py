"""Memory: what is needed for a moment is given back."""

import asyncio
import gc
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from weakref import ref

import discord
import pytest

from bot.cli import serving
from tests.bot.shown import button_id
from tests.bot.stage import Stage
from tests.patience import LONG

ROOT = Path(__file__).parents[2]

MEASURED = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from PIL import Image
from bot import memory

def measure():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 // 1_000_000

memory.return_freed()
before = measure()
{}
print(measure() - before)
"""

# Drawings are large for a moment, as films are, in several threads, and little of each is kept: without
# `return_freed` this comes to more than 100 MB, with it to 2.
DRAWING = """
kept = []

def draw(number):
    for side in range(20, 90, 8):
        Image.new("RGB", (1600, 1600)).reduce(4)
        kept.append(Image.new("P", (side, 90)))

with ThreadPoolExecutor(8) as pool:
    list(pool.map(draw, range(8)))
"""

# Between what is kept, much is free.
GAPS = """
blocks = [bytearray(100_000) for _ in range(600)]
kept = blocks[::10]
del blocks
memory.return_gaps()
"""


def measured(program: str) -> int:
    """Return the megabytes that a program says it took."""
    command = [sys.executable, "-c", MEASURED.format(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603 - our own
    return int(done.stdout)


@pytest.mark.ci
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_drawing_takes_memory_briefly() -> None:
    assert measured(DRAWING) < 40  # of which the tiles that are kept are about 2


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_gaps_are_given_back() -> None:
    assert measured(GAPS) < 20  # of 60, of which 6 are kept


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Garbage is not collected until the test ends."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def kept() -> list[object]:
    """The interactions that are in memory, and the pictures that were sent."""
    return [each for each in gc.get_objects() if isinstance(each, discord.Interaction) or is_picture(each)]


def is_picture(thing: object) -> bool:
    return isinstance(thing, BytesIO) and not thing.closed and thing.getvalue().startswith(b"\x89PNG")


@pytest.mark.ci
@pytest.mark.usefixtures("uncollected")
async def test_answered_interactions_are_forgotten(stage: Stage) -> None:
    board = await stage.challenge(stage.ada, level="perfect")
    cell = button_id(stage.message(board), "b2")
    await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b")
    locked = asyncio.create_task(stage.lock(1.2))  # so that the answer is promised
    await asyncio.sleep(0.05)
    await stage.press(stage.ada, board, cell)
    await locked
    shown = await stage.answered(stage.command(stage.ada, "explain", tree=True))
    assert shown.message is not None
    assert "image/png" in str(shown.message["components"])
    for refused in (stage.press(stage.grace, board, cell), stage.command(stage.eve, "explain")):
        assert (await refused).ephemeral
    await stage.until(lambda: not kept())


class Knot:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.end = self


@pytest.mark.ci
@pytest.mark.usefixtures("uncollected")
async def test_garbage_is_collected_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.serving._MINUTE", 0.01)
    serving._collect()
    knot = Knot()
    tied = ref(knot)
    del knot
    async with asyncio.timeout(LONG):
        while tied() is not None:  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.01)
