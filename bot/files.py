"""Files that are replaced in one piece, so that nobody reads half of one."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def beside(path: Path) -> Path:
    """Return where the new file is written first."""
    return path.with_suffix(".new")


@contextmanager
def replaced(path: Path, new: Path | None = None) -> Iterator[Path]:
    """Yield a path to write to, the usual or a `new` one, which becomes the file; it goes on an error."""
    new = new or beside(path)
    try:
        yield new
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink()
