"""A copy of a database, proven while whoever asked for it watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tqdm import tqdm

from bot.services import soundness
from bot.storage.sqlite import backups

if TYPE_CHECKING:
    from pathlib import Path


def copy_checked(source: Path, target: Path) -> int:
    """Copy a database of hers and return how many matches are in it; StartError, or as it was before."""
    with backups.copied(source, target) as copy:
        count = copy.count()
        soundness.replay(tqdm(copy.records(), total=count, unit="match", leave=False, delay=1, disable=None))
    return count
