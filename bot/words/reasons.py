"""What there is to remark on the moves of a position, asked for once for all that is said of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Action, Analysis, Remark


@lru_cache(maxsize=8)  # each is a few kilobytes: one explanation asks several times
def find_reasons(analysis: Analysis) -> Mapping[Action, tuple[Remark, ...]]:
    """Return what the engine remarks on each legal move, the weightiest first."""
    return engine.remarks(analysis)


def find_reason(analysis: Analysis, action: Action) -> Remark | None:
    """Return the weightiest remark on a move, None if there is nothing to remark."""
    return next(iter(find_reasons(analysis)[action]), None)
