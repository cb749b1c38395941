"""Why an action is good or bad, in facts that are true by construction."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game import Action


class Kind(Enum):
    """What is remarked; a game defines kinds of its own in a subclass beside its rules."""


class Remark(NamedTuple):
    """A fact about an action: what is remarked, with which other actions, and how much of it."""

    kind: Kind
    actions: tuple[Action, ...] = ()
    number: int = 0
