"""Tiers of tests: `pytest` runs the unmarked ones, `.ci/run` also those marked `ci`, `.ci/nightly` all."""

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def later(examples: Iterable[T], *slow: T) -> list[T | ParameterSet]:
    """Return the examples as parameters, and mark the slow ones `ci`."""
    return [pytest.param(each, marks=pytest.mark.ci) if each in slow else each for each in examples]
