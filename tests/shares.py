"""Which of many examples are tried today: a fifth, so that all have been in five days, or all at night.

A run says of which day it is, and again when something has failed: `TESTS_DAY=739580 pytest` tries the same
again, on any day and on any machine. With `NIGHTLY=1` everything is tried. As no line may be covered by the
share of one day alone, tests that try a share are `unmeasured`.
"""

import os
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")

SHARES: Final = 5
IS_ALL: Final = os.environ.get("NIGHTLY") == "1"

DAY: Final = int(os.environ.setdefault("TESTS_DAY", str(datetime.now(UTC).date().toordinal())))
"""Said once by the process that starts the others, which may outlast the day."""


def of(examples: Iterable[T]) -> list[T]:
    """Return today's share of the examples: at least one of them."""
    return every_nth(list(examples), DAY)


def every_nth(examples: list[T], first: int) -> list[T]:
    """Return every fifth of the examples, from one on: at least one, and all of them at night."""
    return examples if IS_ALL else examples[first % min(SHARES, len(examples)) :: SHARES]


def of_cases(name: str, cases: list[T]) -> list[T]:
    """Return today's share of the cases of one test; another test tries others of the same names."""
    return every_nth(cases, DAY + zlib.crc32(name.encode()))


def is_todays(name: str, shares: int = SHARES) -> bool:
    """Return whether an example of this name is in today's share of so many."""
    return IS_ALL or zlib.crc32(name.encode()) % shares == DAY % shares


def later(examples: Iterable[T], *slow: T) -> list[T | ParameterSet]:
    """Return the examples, of which the slow ones are not tried by pytest alone."""
    return [pytest.param(each, marks=pytest.mark.ci) if each in slow else each for each in examples]


def describe() -> str:
    """Return what is tried, and how to try the same again."""
    return "everything is tried" if IS_ALL else f"a fifth of many examples is tried, as with TESTS_DAY={DAY}"
