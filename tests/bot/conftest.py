"""The bot on its stage, for the tests that come through the front door."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.bot.gated import Gated
from tests.bot.stage import Stage, staged

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A playground and a bot of the test's own."""
    async with staged(tmp_path / "maxine.db", Stage) as stage:
        yield stage


@pytest.fixture
async def gated(tmp_path: Path) -> AsyncIterator[Gated]:
    """The same, but Maxine thinks about larger games until the test lets her come to an end."""
    async with staged(tmp_path / "maxine.db", Gated) as stage:
        yield stage
