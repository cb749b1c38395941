"""The background task that ends what nobody comes back to."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

from bot.errors import StorageError
from bot.services import upkeep

if TYPE_CHECKING:
    from bot.services import Desk

_log = logging.getLogger(__name__)


class Upkeep(commands.Cog):
    """Looks after old matches and invitations, at the start and then every ten minutes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def cog_load(self) -> None:
        """Begin."""
        self._tidy.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self._tidy.cancel()

    @tasks.loop(minutes=10)
    async def _tidy(self) -> None:
        try:
            abandoned, expired = await upkeep.tidy(self._desk)
        except StorageError as error:  # logged where it was met; the next round may succeed
            _log.warning("Upkeep is put off: %s", error)
            return
        if abandoned or expired:
            _log.info("upkeep abandoned=%d expired=%d", abandoned, expired)
