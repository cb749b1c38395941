"""How a database file is, found out without changing what is in it."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

from bot.models import Examined
from bot.start_errors import UnusableDatabaseError
from bot.storage import recounts
from bot.storage.servers import THREADED
from bot.storage.sqlite import damage, lock, schema
from bot.storage.sqlite.transfer import SqliteWhole

_PATIENCE = 30.0  # seconds for the check of all pages


async def examine(path: Path) -> Examined:
    """Look at the database and try to write to it, which is undone; StartError if it cannot be used."""
    return await asyncio.to_thread(_examine_file, path)


def _examine_file(path: Path) -> Examined:
    folder = path.resolve().parent
    if not folder.is_dir():
        raise UnusableDatabaseError(path, "there is no such folder", is_open=False)
    if not os.access(folder, os.W_OK):
        raise UnusableDatabaseError(path, "its folder cannot be written", is_open=False)
    found = Examined(str(path), None, schema.newest_version(), shutil.disk_usage(folder).free)
    if not path.exists():
        if lock.is_held(path):
            raise UnusableDatabaseError(path, "a Maxine runs with it, and the file was taken away")
        return found
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as db:
            is_checked = damage.check_pages(db, path, damage.until(_PATIENCE))
            return _look_into(db, found._replace(is_checked=is_checked))
    except sqlite3.Error as error:
        raise damage.name_error(path, error) from error


def _look_into(db: sqlite3.Connection, found: Examined) -> Examined:
    if (version := schema.read_version(db, found.newest)) < found.newest:
        return found._replace(version=version)
    threaded = frozenset(guild_id for (guild_id,) in db.execute(THREADED))
    db.execute("INSERT OR REPLACE INTO command_sync VALUES (0, '')")
    db.rollback()
    db.execute("BEGIN")
    whole = SqliteWhole(db, partial(UnusableDatabaseError, Path(found.name)))
    wrong = recounts.count_wrong_totals(whole, _PATIENCE)
    return found._replace(
        version=version,
        threaded=threaded,
        is_checked=found.is_checked and wrong is not None,
        wrong_totals=wrong or 0,
    )
