"""Optional libraries: the extras of the package."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.start_errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Import an extra's libraries within the block; MissingExtraError if they are not installed."""
    try:
        yield
    except ImportError as error:
        raise MissingExtraError(extra, shlex.join((*_INSTALL, f".[{extra}]"))) from error


_INSTALL = (sys.executable, "-m", "pip", "install", "-c", "requirements.lock")
