"""Who watches every board during a soak: none may lag behind its match, and nothing shown may get lost."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from bot.playground.messages import text_of
from tests.bot.stage import buttons

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.playground import Playground
    from bot.playground.world import Json
    from tests.benchmarks.soak_process import Bot

LONGEST = 10.0  # seconds
ROUND = 0.5
_BOARDS = """SELECT id, game, message_id, result IS NOT NULL,
    (SELECT count(*) FROM moves WHERE match_id = matches.id) FROM matches WHERE message_id IS NOT NULL"""


class Board(NamedTuple):
    """A match: how it is stored."""

    match_id: int
    game: str
    message_id: int
    is_over: int
    ply: int


class Watch:
    """Looks at every board all along."""

    def __init__(self, playground: Playground, bot: Bot) -> None:
        self._playground, self._bot = playground, bot
        self.stuck: list[str] = []
        self._plies: dict[int, int] = {}  # the most moves of each match that any message has shown
        self._wrong: dict[int, tuple[float, object]] = {}  # since when a match's board is not as it should be
        self._told: set[tuple[int, object]] = set()
        playground.world.listeners.append(self._see)

    def _see(self, event: str, message: Json) -> None:
        if event in {"message_create", "message_update"} and (shown := _shown(message)):
            match_id, ply, _ = shown
            self._plies[match_id] = max(ply, self._plies.get(match_id, 0))

    async def look(self) -> None:
        """Go on for ever."""
        while True:
            await asyncio.sleep(ROUND)
            if self._bot.up.is_set():
                self._compare(await asyncio.to_thread(_read, self._bot.path))

    async def settle(self) -> None:
        """Wait, when nobody does anything any more, for as long as the last boards may take."""
        end = time.monotonic() + LONGEST + 2 * ROUND
        while time.monotonic() < end and (self._wrong or time.monotonic() < end - LONGEST + ROUND):
            await asyncio.sleep(ROUND)
            self._compare(await asyncio.to_thread(_read, self._bot.path))

    def _compare(self, boards: list[Board]) -> None:
        now = time.monotonic()
        for board in boards:
            wrong = self._find_wrong(board)
            if wrong is None:
                self._wrong.pop(board.match_id, None)
                continue
            since, before = self._wrong.get(board.match_id, (now, None))
            if wrong[1:] != before:
                since = now
            self._wrong[board.match_id] = since, wrong[1:]
            late = now - max(since, self._bot.up_since)
            if late > LONGEST and (board.match_id, wrong) not in self._told:
                self._told.add((board.match_id, wrong))
                self.stuck.append(f"{wrong[0]}, {board.game}")

    def _find_wrong(self, board: Board) -> tuple[str, int, int] | None:
        """Return what is wrong with the message of a match, and how many moves are stored and shown."""
        message = self._playground.world.messages.get(board.message_id)
        shown = _shown(message) if message is not None else None
        if message is None or shown is None:  # it was too long ago
            return None
        _, ply, is_over = shown
        if "is thinking" in text_of(message):
            return "thinking", board.ply, ply
        if (board.ply, bool(board.is_over)) != (ply, is_over):
            return "outdated", board.ply, ply
        return None

    def find_lost(self, acknowledged: Iterable[tuple[int, int]]) -> list[str]:
        """Return the moves that somebody was told are made, or saw on a board, and that are not stored."""
        with closing(sqlite3.connect(self._bot.path)) as connection:
            stored = set(connection.execute("SELECT match_id, ply FROM moves"))
        lost = [
            f"move {ply} of match {match_id}"
            for match_id, ply in acknowledged
            if (match_id, ply) not in stored
        ]
        shown = ((match_id, ply - 1) for match_id, ply in self._plies.items() if ply)
        return lost + [
            f"shown move {ply} of match {match_id}"
            for match_id, ply in shown
            if (match_id, ply) not in stored
        ]


def _read(path: Path) -> list[Board]:
    with closing(sqlite3.connect(path)) as connection:
        return [Board(*row) for row in connection.execute(_BOARDS)]


def _shown(message: Json) -> tuple[int, int, bool] | None:
    """Return which match a message shows, after how many moves, and whether it says that it is over."""
    ids = [str(button.get("custom_id")).split(":") for button in buttons(message)]
    cells = [numbers for kind, *numbers in ids if kind == "m"]
    if not cells:
        return None
    match_id, ply, _ = map(int, cells[0])
    return match_id, ply, any(kind == "n" for kind, *_ in ids)
