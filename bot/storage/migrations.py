"""The files of `migrations/`: each makes a database one version newer, whole or not at all, forward only."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from bot.start_errors import OutdatedDatabaseError
from bot.storage.dialects import spell

_COMPATIBLE = "-- Compatible with the version before."
_BASELINE, _LAST_BEFORE = 36, "3eee9b39"
"""The version of the first file, and the commit that brings older databases to it."""


class Migration(NamedTuple):
    """What makes a database that is one version older one of this version."""

    version: int
    name: str
    sql: str

    @property
    def oldest(self) -> int:
        """The oldest version whose programs may use a database of this one.

        That is the one before if the file says so by a line of its own: such a migration only adds what
        older programs need not know, so that processes can be replaced by newer ones in turn.
        """
        return self.version - self.is_compatible

    @property
    def is_compatible(self) -> bool:
        """Whether programs of the version before may use a database of this one."""
        return _COMPATIBLE in self.sql.splitlines()


@cache
def load(dialect: str = "") -> list[Migration]:
    """Return the migrations of a dialect, oldest first; without a name those of SQLite.

    The first is the baseline of an empty database. A file is for all dialects, whose words fill it in,
    unless a folder with the name of one has a file of the same number.
    """
    found = _read_all(_folder(), dialect)
    return sorted((found | _read_all(_folder() / dialect, dialect)).values())


def refuse_outdated(version: int) -> None:
    """Raise OutdatedDatabaseError if a database that is not empty is older than the baseline."""
    if 0 < version < _BASELINE:
        raise OutdatedDatabaseError(version, _BASELINE, _LAST_BEFORE)


def _read_all(folder: Traversable, dialect: str) -> dict[int, Migration]:
    scripts = {int(file.name[:4]): file for file in folder.iterdir() if file.name.endswith(".sql")}
    return {
        version: Migration(version, file.name, spell(file.read_text("utf-8"), is_postgres=bool(dialect)))
        for version, file in scripts.items()
    }


def _folder() -> Traversable:
    """In a wheel they are data of this program, in a checkout they stand beside it."""
    packaged, beside = files("bot") / "migrations", files("bot") / ".." / "migrations"
    return packaged if packaged.is_dir() else beside
