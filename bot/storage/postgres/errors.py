"""What a server's errors mean to the caller."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from bot.errors import Refusal
from bot.storage.database import log_refusal

OUR_FAULTS = (psycopg.DataError, psycopg.IntegrityError, psycopg.NotSupportedError, psycopg.ProgrammingError)
"""What the server says of statements that are wrong, and of values that may not be."""

MOMENTARY = (errors.DeadlockDetected, errors.SerializationFailure)
"""Nothing is wrong, and nothing was written: it goes well at another try."""

_REFUSALS: tuple[tuple[type[psycopg.Error], Refusal], ...] = (
    (errors.DiskFull, Refusal.FULL),
    (errors.ReadOnlySqlTransaction, Refusal.READ_ONLY),
    (errors.LockNotAvailable, Refusal.BUSY),
    (errors.QueryCanceled, Refusal.BUSY),
    (errors.TooManyConnections, Refusal.BUSY),
    *((each, Refusal.BUSY) for each in MOMENTARY),
)


def is_disconnected(error: psycopg.Error | TimeoutError) -> bool:
    """Return whether the connection has ended: by us, by the server or on the way to it."""
    if isinstance(error, TimeoutError):
        return True
    return isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(("08", "57P"))


def is_of_all(error: Exception) -> bool:
    """Return whether it is the matter with all writes, and not with one of several."""
    of_one = *OUR_FAULTS, errors.LockNotAvailable, errors.QueryCanceled
    return isinstance(error, (psycopg.Error, TimeoutError)) and not isinstance(error, of_one)


def translate_error(error: Exception) -> Exception:
    """Return what is raised instead: a StorageError if the database refused, else the mistake of ours."""
    if isinstance(error, OUR_FAULTS) or not isinstance(error, (psycopg.Error, TimeoutError)):
        return error
    refusal = next((refusal for kind, refusal in _REFUSALS if isinstance(error, kind)), Refusal.SILENT)
    reason = reason_of(error) if isinstance(error, psycopg.Error) else ""
    return log_refusal(reason or "it does not answer", refusal)


def reason_of(error: psycopg.Error) -> str:
    """Return what the server or the way to it says, without what it adds for the author of the statement."""
    lines = (error.diag.message_primary or str(error)).splitlines()
    return " ".join(word for line in lines if not line.startswith("\t") for word in line.split())


@contextmanager
def translating() -> Iterator[None]:
    """Raise, in place of what the server says, what it means."""
    try:
        yield
    except Exception as error:
        raised = translate_error(error)
        if raised is error:
            raise
        raise raised from error
