"""Tiers of tests: `pytest` runs the unmarked ones, `.ci/run` also those marked `ci`, `.ci/nightly` all."""

from collections.abc import Iterable
from typing import Final, TypeVar

import pytest
from _pytest.mark import ParameterSet

import engine

T = TypeVar("T")

ALIKE: Final = ("four-in-a-row-4x4", "nim", "nim-misere", "reversi", "tic-tac-toe-misere")
"""Games that differ little from another one."""


def later(examples: Iterable[T], *slow: T) -> list[T | ParameterSet]:
    """Return the examples as parameters, and leave the slow ones to `.ci/nightly`."""
    return [pytest.param(each, marks=pytest.mark.nightly) if each in slow else each for each in examples]


def every_game(*slow: str) -> list[str | ParameterSet]:
    """Return all games as parameters, of which `pytest` runs one of each kind that is not slow."""
    return later(engine.games(), *ALIKE, *slow)
