"""The databases that fulfil the contract of storage, for the tests that all of them must pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tests.bot.drafts import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from bot.storage import Storage

Opening: TypeAlias = "Callable[[Path], AbstractAsyncContextManager[Storage]]"
"""Opens the database of a folder for the length of a block: a new one the first time, then the same."""


def _open_sqlite(folder: Path) -> AbstractAsyncContextManager[Storage]:
    return opened(folder / "maxine.db")


DATABASES: dict[str, Opening] = {"sqlite": _open_sqlite}
