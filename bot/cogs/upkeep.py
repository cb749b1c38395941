"""The background task that ends what nobody comes back to, and goes on where a crash has stopped."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord.ext import commands, tasks

from bot.components import boards
from bot.errors import StorageError
from bot.services import upkeep

if TYPE_CHECKING:
    from bot.components.answers import Client
    from bot.models import Match

_log = logging.getLogger(__name__)


class Upkeep(commands.Cog):
    """Looks after old matches and invitations, at the start and then every ten minutes."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def cog_load(self) -> None:
        """Begin."""
        self._tidy.start()

    async def cog_unload(self) -> None:
        """Stop."""
        self._tidy.cancel()

    @tasks.loop(minutes=10)
    async def _tidy(self) -> None:
        try:
            abandoned, expired = await upkeep.tidy(self._client.context)
            awaited = await upkeep.awaited(self._client.context)
        except StorageError as error:  # logged where it was met; the next round may succeed
            _log.warning("Upkeep is put off: %s", error)
            return
        except Exception:  # noqa: BLE001 - a mistake of ours must not end all rounds to come
            _log.exception("Upkeep is put off.")
            return
        for match in awaited:  # one after the other, so that people who are waiting now come first
            await self._catch_up(match)
        if abandoned or expired or awaited:
            _log.info("upkeep abandoned=%d expired=%d awaited=%d", abandoned, expired, len(awaited))

    async def _catch_up(self, match: Match) -> None:
        try:
            await boards.catch_up(self._client, match)
        except Exception:  # noqa: BLE001 - a match that cannot go on must not keep all others waiting
            _log.exception("Match %d cannot go on.", match.id)
