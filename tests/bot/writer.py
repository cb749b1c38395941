"""A process of its own that plays matches into a database and says what was acknowledged.

`python -m tests.bot.writer DATABASE [MATCHES]` prints `match ply` after each write has returned; the sentence
of whatever stops it goes to standard error, with status 1.
"""

import asyncio
import itertools
import sys
from pathlib import Path

from bot.errors import StorageError
from bot.start_errors import StartError
from bot.words.operations import format_failure
from tests.bot.drafts import FIRST_WINS, begun, opened, played


async def _write(where: Path | str, matches: int | None) -> None:
    async with opened(where) as storage:
        for _ in itertools.count() if matches is None else range(matches):
            match = await begun(storage)
            print(match.id, 0, flush=True)  # noqa: T201 - the parent process reads along
            for action in FIRST_WINS:
                match = await played(storage, match, action)
                print(match.id, match.ply, flush=True)  # noqa: T201 - the parent process reads along


def _main(where: str, matches: str | None = None) -> int:
    try:
        asyncio.run(_write(where if "://" in where else Path(where), int(matches) if matches else None))
    except StartError as error:
        return _fail(format_failure(error))
    except StorageError as error:
        return _fail(error.refusal.value)
    return 0


def _fail(reason: str) -> int:
    print(reason, file=sys.stderr)  # noqa: T201 - the parent process reads along
    return 1


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
