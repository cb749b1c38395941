"""Which part of a value each column of a row holds, said once for writing and for reading."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from types import NoneType
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from bot import models

_T = TypeVar("_T")


class Columns(Generic[_T]):
    """The columns of a kind of values: `pace`, or with the attribute that they hold, `game: game_slug`.

    What an attribute consists of is named with dots, `place.guild_id`, and is NULL as a whole where there is
    none of it. A flag is stored as a number, actions as text. The columns of `told` are only read.
    """

    def __init__(self, kind: type[_T], stored: str, told: str = "") -> None:
        columns = [each.partition(": ") for each in f"{stored}, {told}".split(", ") if each]
        paths = [(attributes or name).split(".") for name, _, attributes in columns]
        self._names = [name for name, _, _ in columns[: stored.count(", ") + 1]]
        self.names = ", ".join(self._names)
        """Those that are stored, as a statement names them."""
        taken = ", ".join(_express_column(kind, path, "value") for path in paths[: len(self._names)])
        known: dict[str, Any] = {"text_of": text_of, "numbers_of": numbers_of}
        made = _made(kind, [(path, place) for place, path in enumerate(paths)], known, "**others")
        # Each is written out once, as a dataclass does it: to look the parts up took thrice as long.
        self.values: Callable[[_T], tuple[Any, ...]] = eval(f"lambda value: ({taken},)", known)  # noqa: S307
        """Returns what is stored of a value, in their order."""
        self._read: Callable[..., _T] = eval(f"lambda row, **others: {made}", known)  # noqa: S307

    def name_values(self, value: _T) -> dict[str, Any]:
        """Return what is stored of a value, by the names of the columns."""
        return dict(zip(self._names, self.values(value), strict=True))

    def read(self, row: Sequence[Any], **others: object) -> _T:
        """Make a value of a row of those that are stored and those that are told, and of what others tell."""
        return self._read(row, **others)


@cache
def _hints_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, localns=vars(models))  # a module of those may import others for types alone


def _express_column(kind: type, path: Sequence[str], value: str) -> str:
    """Return the expression for what a column holds of a value."""
    (name, *others), hint = path, _hints_of(kind)[path[0]]
    part = f"{value}.{name}"
    if others:
        rest = _express_column(_kind_of(hint), others, part)
        return f"None if {part} is None else {rest}" if NoneType in get_args(hint) else rest
    if get_origin(hint) is tuple:
        return f"text_of({part})"
    return f"int({part})" if hint is bool else part


def _made(
    kind: type, columns: Iterable[tuple[Sequence[str], int]], known: dict[str, Any], *others: str
) -> str:
    """Return the expression for a value of a row whose columns are at these places, and of what else is."""
    parts = defaultdict[str, list[tuple[Sequence[str], int]]](list)
    for (name, *path), place in columns:
        parts[name].append((path, place))
    known[kind.__name__] = kind
    given = (f"{name}={_part(_hints_of(kind)[name], of, known)}" for name, of in parts.items())
    return f"{kind.__name__}({', '.join((*given, *others))})"


def _part(hint: Any, columns: Sequence[tuple[Sequence[str], int]], known: dict[str, Any]) -> str:  # noqa: ANN401
    path, place = columns[0]
    if path:
        made = _made(_kind_of(hint), columns, known)
        is_nothing = " is ".join((*(f"row[{place}]" for _, place in columns), "None"))
        return f"None if {is_nothing} else {made}" if NoneType in get_args(hint) else made
    if get_origin(hint) is tuple:
        return f"numbers_of(row[{place}])"
    return f"bool(row[{place}])" if hint is bool else f"row[{place}]"


def _kind_of(hint: Any) -> Any:  # noqa: ANN401
    return next((each for each in get_args(hint) if each is not NoneType), hint)


def text_of(numbers: Iterable[int]) -> str:
    """Return numbers as a column holds them."""
    return " ".join(map(str, numbers))


def numbers_of(text: str) -> tuple[int, ...]:
    """Return the numbers that a column holds."""
    return tuple(map(int, text.split()))
