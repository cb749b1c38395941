"""What is kept, by subject, each written once for all databases.

The rules of every subject:

- A value is loaded, changed by a pure step, and saved: `save(before, after)` stores `after` if what is kept
  still stands as in `before`, and says whether it did. Where it did not, nothing is written. Of several who
  save from the same `before`, one succeeds.
- A write is whole or not at all, and on disk for good when it returns; every later read sees it.
- A read is of one moment.
- StorageError is raised, with nothing written, when the database refuses: its disk, file or lock, or because
  it is closed. Anything else that is raised is a mistake of ours.
- Nothing that is passed in is called: a database knows no rules of games, no chance and no sentences.

A write takes locks, runs statements, decides by their rows what else is written, and commits:
`Database.decide`, which `bot.storage.sqlite` and `.postgres` run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.storage.deadlines import Deadlines
from bot.storage.findings import Findings
from bot.storage.invitations import Invitations
from bot.storage.matches import Matches
from bot.storage.people import Blocked, People
from bot.storage.plans import Plans
from bot.storage.profiles import Profiles
from bot.storage.puzzles import Moved, PuzzleKey, Puzzles, Seen
from bot.storage.races import Races
from bot.storage.rankings import Rankings
from bot.storage.servers import Servers
from bot.storage.standings import Standings
from bot.storage.tournaments import Tournaments
from bot.storage.votes import Votes

if TYPE_CHECKING:
    from bot.storage.database import Database
    from bot.storage.leases import Leases

__all__ = ["Moved", "PuzzleKey", "Seen", "Storage"]


class Storage:
    """One database, by subject. `close` it when it is no longer used; what was written is safe already."""

    def __init__(self, database: Database, leases: Leases) -> None:
        self.database, self.leases = database, leases
        self.matches = Matches(database)
        self.votes = Votes(database)
        self.deadlines = Deadlines(database)
        self.invitations = Invitations(database)
        self.blocks = Blocked(database)
        self.standings = Standings(database)
        self.rankings = Rankings(database)
        self.puzzles = Puzzles(database)
        self.races = Races(database)
        self.findings = Findings(database)
        self.tournaments = Tournaments(database)
        self.plans = Plans(database)
        self.profiles = Profiles(database)
        self.people = People(database)
        self.servers = Servers(database)

    async def close(self) -> None:
        """Let others have what this process has, and the database go."""
        await self.leases.close()
        await self.database.close()
