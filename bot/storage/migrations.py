"""The files of `migrations/`: each makes a database a version newer, atomically, forward only."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Migration(NamedTuple):
    """What makes a database that is one version older one of this version."""

    version: int
    name: str
    sql: str


def load(dialect: str = "") -> list[Migration]:
    """Return the migrations of a dialect, oldest first; without a name that of SQLite."""
    found = (file for file in (_folder() / dialect).iterdir() if file.name.endswith(".sql"))
    return sorted(map(_read, found))


def _read(file: Traversable) -> Migration:
    return Migration(int(file.name[:4]), file.name, file.read_text(encoding="utf-8"))


def _folder() -> Traversable:
    """In a wheel they are data of this program, in a checkout they stand beside it."""
    packaged, beside = files("bot") / "migrations", files("bot") / ".." / "migrations"
    return packaged if packaged.is_dir() else beside
