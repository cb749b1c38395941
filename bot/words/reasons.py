"""The one reason that is given for a move where there is room for no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine import Action, Analysis, Remark


def find_reason(analysis: Analysis, action: Action) -> Remark | None:
    """Return the weightiest remark on a move, None if there is nothing to remark."""
    return next(iter(engine.remarks(analysis)[action]), None)
