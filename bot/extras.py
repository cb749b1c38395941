"""Optional libraries: the extras of the package."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.start_errors import MissingExtraError


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import an extra's libraries within the block; MissingExtraError if they are not installed."""
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(extra, shlex.join((*_INSTALL, f".[{extra}]"))) from error


_INSTALL = (sys.executable, "-m", "pip", "install", "-c", "requirements.lock")
