"""Matches to put into a storage, and a storage to put them into."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeVar

import engine
from bot.models import Invitation, InvitationWindow, Match, Participant, Place
from bot.storage import Storage, postgres
from bot.storage.sqlite import open_storage, schema
from bot.storage.sqlite.connection import Connection
from bot.storage.sqlite.database import SqliteDatabase
from tests.engine.boards import random_match

T = TypeVar("T")

ADA, GRACE, ALAN = 101, 102, 103
EVER = InvitationWindow(0, 0)
PLACE = Place(guild_id=7, channel_id=70)

FIRST_WINS = (0, 3, 1, 4, 2)
DRAW = (0, 1, 2, 4, 3, 5, 7, 6, 8)


def present(value: T | None) -> T:
    """Return a value that must be there."""
    assert value is not None
    return value


def prepared(path: Path) -> Path:
    """Return the path of a file, made if there is none: a copy costs a hundredth of all migrations."""
    if not path.exists():
        path.write_bytes(_migrated())
    return path


@cache
def _migrated() -> bytes:
    """Return an empty database of the present schema."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "maxine.db")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            schema.migrate(connection, path)
        return path.read_bytes()


@asynccontextmanager
async def opened(where: Path | str) -> AsyncIterator[Storage]:
    """Open a file, or the database of a URL, for the length of a block."""
    storage = await (postgres.open_storage(where) if isinstance(where, str) else open_storage(where))
    try:
        yield storage
    finally:
        await storage.close()


def connection_of(storage: Storage) -> Connection:
    """The connection to the file, past the contract."""
    assert isinstance(storage.database, SqliteDatabase)
    return storage.database.connection


def draft(  # noqa: PLR0913 - each has a default, and a test names the one it is about
    first: int | None = ADA,
    second: int | None = GRACE,
    *,
    level: str | None = None,
    place: Place = PLACE,
    at: float = 1000.0,
    rematch_of: int | None = None,
) -> Match:
    """Return a match that has not been stored; None for Maxine, who then needs a level."""
    players = tuple(Participant(user_id, None if user_id else level) for user_id in (first, second))
    return Match(0, "tic-tac-toe", place, (players[0], players[1]), at, at, rematch_of=rematch_of)


def random_matches() -> dict[str, Match]:
    """Return a finished random match of every game, not stored yet."""
    played = {slug: random_match(engine.game(slug), Random(1)) for slug in engine.games()}
    return {
        slug: replace(draft(), game_slug=slug, place=Place(7, number), actions=actions).with_end(
            states[-1].outcome, 1234.5
        )
        for number, (slug, (states, actions)) in enumerate(played.items())
    }


def play(match: Match, names: str, at: float = 1001.0) -> Match:
    """Return a match after moves of these names, not stored."""
    for name in names.split():
        match = match.with_move(match.game.action_named(match.state, name), at)
    return match


def offer(*, rematch_of: int | None = None, at: float = 1000.0, inviter: int = ADA) -> Invitation:
    return Invitation(0, "tic-tac-toe", PLACE, inviter, GRACE, inviter, at, rematch_of=rematch_of)


async def sent(storage: Storage, invitation: Invitation | None = None) -> Invitation:
    return present(await sent_now(storage, invitation or offer()))


async def sent_now(storage: Storage, invitation: Invitation) -> Invitation | None:
    """Store an invitation whatever the relation of its people is, unless the rematch is out."""
    relation = await storage.invitations.find_relation(invitation, EVER)
    return await storage.invitations.add(invitation, relation, EVER)


async def accepted(storage: Storage, invitation: Invitation, match: Match) -> Match | None:
    after = invitation.accepted_by(invitation.invitee_id or GRACE, match.created_at)
    return await storage.invitations.accept(invitation, after, match)


async def begun(storage: Storage, match: Match | None = None) -> Match:
    return present(await storage.matches.add(match or draft()))


async def played(storage: Storage, match: Match, *actions: int) -> Match:
    """Play on, each move a write of its own."""
    for action in actions:
        after = match.with_move(action, match.touched_at + 1)
        assert await storage.matches.save(match, after)
        match = after
    return match
