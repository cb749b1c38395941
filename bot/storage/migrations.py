"""The files of `migrations/`: each makes a database one version newer, whole or not at all, forward only."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

_COMPATIBLE = "-- Compatible with the version before."


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

    One is for all dialects unless a folder with the name of one has a file of the same number, as it must
    where they differ: in the type of an id or of a time. A dialect begins with the first file of its own.
    """
    own = _read_all(_folder() / dialect)
    shared = {version: each for version, each in _read_all(_folder()).items() if version > min(own)}
    return sorted((shared | own).values())


def _read_all(folder: Traversable) -> dict[int, Migration]:
    found = (_read_migration(file) for file in folder.iterdir() if file.name.endswith(".sql"))
    return {migration.version: migration for migration in found}


def _read_migration(file: Traversable) -> Migration:
    return Migration(int(file.name[:4]), file.name, file.read_text(encoding="utf-8"))


def _folder() -> Traversable:
    """In a wheel they are data of this program, in a checkout they stand beside it."""
    packaged, beside = files("bot") / "migrations", files("bot") / ".." / "migrations"
    return packaged if packaged.is_dir() else beside
