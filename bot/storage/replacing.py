"""Files that are replaced in one piece, and on disk for good."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot import files
from bot.start_errors import UnwritableFileError


@contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """Yield a file of a temporary name for this account alone, which is the target when the block has ended.

    What stood there stands if anything is raised, or the process killed; UnwritableFileError if nothing can
    be written beside it.
    """
    try:
        file, name = tempfile.mkstemp(".partial", f"{target.name}.", target.parent)
        os.close(file)
        with files.replaced(target, Path(name)) as partial:
            yield partial
            _sync(partial)
        if sys.platform != "win32":  # where folders cannot be opened
            _sync(target.parent)
    except OSError as error:
        raise UnwritableFileError(target, error.strerror or str(error)) from error


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
