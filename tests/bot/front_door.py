"""Which tests come through the front door: what they call, or have called for them, lights the stage."""

import inspect
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.bot.stage import Stage, staged

_STAGED = inspect.unwrap(staged)


def is_on_stage(item: pytest.Item) -> bool:
    """Whether a test, or a fixture that it has, puts the bot on the stage."""
    asked: Any = item  # its public face does not tell which fixtures it has
    fixtures = (each[-1].func for each in asked._fixtureinfo.name2fixturedefs.values())
    return any(map(_lights, (asked.obj, *fixtures)))


def _lights(thing: object) -> bool:
    """Whether something that can be called makes a stage in the end."""
    awaiting, seen = [thing], set[int]()
    while awaiting:
        called = inspect.unwrap(awaiting.pop())  # type: ignore[arg-type]  # it returns what wraps nothing
        if called is _STAGED or (isinstance(called, type) and issubclass(called, Stage)):
            return True
        if id(called) not in seen:
            seen.add(id(called))
            awaiting += _callees(called)
    return False


@cache
def _callees(called: object) -> tuple[object, ...]:
    if isinstance(called, type):
        members = (each for base in called.__mro__ for each in vars(base).values())
        return tuple(each for each in members if isinstance(each, FunctionType))
    function = getattr(called, "__func__", called)
    if not isinstance(function, FunctionType):
        return ()
    named = (function.__globals__.get(name) for name in _names(function.__code__))
    return tuple(each for each in named if getattr(each, "__module__", "").startswith("tests."))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
