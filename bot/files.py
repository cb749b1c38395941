"""Files that are replaced atomically, so that no reader gets half of one."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def beside(path: Path) -> Path:
    """Return the path to which the new file is written first."""
    return path.with_suffix(".new")


@contextmanager
def replaced(path: Path, new: Path | None = None) -> Iterator[Path]:
    """Yield a path to write to, the usual or a `new` one, which replaces the file if all goes well."""
    new = new or beside(path)
    try:
        yield new
        new.replace(path)
    finally:
        with suppress(OSError):
            new.unlink()
