"""`maxine copy`: move all that is kept from one database to another."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tqdm import tqdm

from bot import config
from bot.cli import arguments
from bot.errors import MalformedDatabaseError, MissingPostgresError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from bot.cli.arguments import Commands

_T = TypeVar("_T")

_DESCRIPTION = (
    "Copies all that is kept in one database to another, each of SQLite or PostgreSQL, counts it and replays"
    " every match there. Stop Maxine first. Nothing is changed in SOURCE; TARGET must be empty, and stays so"
    " unless all goes well. A password need not stand in an address: it may be in PGPASSWORD, or ~/.pgpass."
)


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "copy", help="move all that is kept to another database", description=_DESCRIPTION
    )
    parser.add_argument("source", type=_database, help="the address of the database, as in DATABASE_URL")
    parser.add_argument("target", type=_database, help="the address of the one that gets all of it")
    parser.set_defaults(run=_run)


def _database(text: str) -> Path | str:
    if text.startswith(("postgresql://", "postgres://")):
        return text
    try:
        return config.database(text)
    except MalformedDatabaseError as error:
        raise argparse.ArgumentTypeError(
            "an address looks like sqlite:///maxine.db or postgresql://user@host/name"
        ) from error


def _run(options: argparse.Namespace) -> int:
    if options.source == options.target:
        return arguments.fail("SOURCE and TARGET are the same database.", 2)
    try:
        rows, matches = _copy(options.source, options.target)
    except KeyboardInterrupt:
        return arguments.fail("Stopped. Nothing was copied.", 130)
    arguments.say(f"{rows:,} rows were copied, and all {matches:,} matches replayed.")
    return 0


def _copy(source: Path | str, target: Path | str) -> tuple[int, int]:
    """Copy a database; return how many rows it has, and how many matches."""
    from bot.services import soundness  # noqa: PLC0415 - she plays without it
    from bot.storage import transfer  # noqa: PLC0415 - likewise

    with _kind(target).filled(target) as new:
        with _kind(source).opened(source) as old:
            for table in transfer.tables():
                new.fill(table, _watched(old.rows(table), old.count(table), table, "row"))
            counts = transfer.compare(old, new)
        soundness.replay(_watched(new.records(), counts["matches"], "replayed", "match"))
    return sum(counts.values()), counts["matches"]


def _kind(place: Path | str) -> ModuleType:
    """Return the module that opens and fills databases of the kind that this one is of."""
    try:
        return import_module(f"bot.storage.{'sqlite' if isinstance(place, Path) else 'postgres'}.transfer")
    except ImportError as error:
        raise MissingPostgresError from error


def _watched(rows: Iterable[_T], count: int, name: str, unit: str) -> Iterable[_T]:
    return tqdm(rows, name, count, unit=unit, leave=False, delay=1, disable=None)
