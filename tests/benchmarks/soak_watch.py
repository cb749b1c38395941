"""Who watches every board during a soak: none may lag behind its match, and nothing shown may get lost."""

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import NamedTuple

from bot.playground.messages import text_of
from bot.playground.things import Json
from tests.benchmarks.soak_process import Bot
from tests.bot.shown import buttons
from tests.trouble import Playground

LONGEST = 10.0  # seconds
ROUND = 0.5
BOARDS = """SELECT id, game, message_id, result IS NOT NULL,
    10000 * changes + (SELECT count(*) FROM moves WHERE match_id = matches.id) FROM matches"""


class Board(NamedTuple):
    """A match: how it is stored, and what the buttons of its board should hold, its `stand`."""

    match_id: int
    game: str
    message_id: int | None
    is_over: int
    version: int


class Shown(NamedTuple):
    """What a message shows of a match: the end, too, is told by what can be pressed."""

    match_id: int
    version: int
    is_over: bool


class Watch:
    """Looks at every board all along, if a bot is up."""

    def __init__(self, playground: Playground, bot: Bot) -> None:
        self._playground, self._bot = playground, bot
        self.stuck: list[str] = []
        self._shown: set[Shown] = set()
        self._right: dict[int, Board] = {}  # matches whose board was right, and has not been drawn since
        self._wrong: dict[int, tuple[float, object]] = {}  # since when a match's board is not as it should be
        self._told: set[tuple[int, object]] = set()
        playground.world.listeners.append(self._see)

    def _see(self, event: str, message: Json) -> None:
        if event in {"message_create", "message_update"} and (shown := read_board(message)):
            self._shown.add(shown)
            self._right.pop(shown.match_id, None)

    async def look(self) -> None:
        """Go on for ever."""
        while True:
            await asyncio.sleep(ROUND)
            if self._bot.up.is_set():
                self._compare(await asyncio.to_thread(self._read))

    async def settle(self) -> None:
        """Wait, when nobody does anything any more, for as long as the last boards may take."""
        end = time.monotonic() + LONGEST + 2 * ROUND
        while time.monotonic() < end and (self._wrong or time.monotonic() < end - LONGEST + ROUND):
            await asyncio.sleep(ROUND)
            self._compare(await asyncio.to_thread(self._read))

    def _compare(self, boards: list[Board]) -> None:
        now = time.monotonic()
        for board in boards:
            if self._right.get(board.match_id) == board:
                continue  # to look at thousands of old boards would hold up all who wait for an answer
            wrong = self._find_wrong(board)
            if wrong is None:
                self._wrong.pop(board.match_id, None)
                self._right[board.match_id] = board
                continue
            since, before = self._wrong.get(board.match_id, (now, None))
            if wrong[1:] != before:
                since = now
            self._wrong[board.match_id] = since, wrong[1:]
            late = now - max(since, self._bot.up_since)
            if late > LONGEST and (board.match_id, wrong) not in self._told:
                self._told.add((board.match_id, wrong))
                self.stuck.append(
                    f"{wrong[0]} at {time.strftime('%H:%M:%S')}, match {board.match_id}, {board.game}"
                )

    def _find_wrong(self, board: Board) -> tuple[str, int, int] | None:
        """Return what is wrong with the message of a match, and which stands are stored and shown."""
        message = self._playground.world.messages.get(board.message_id or 0)
        shown = read_board(message) if message is not None else None
        if message is None or shown is None:  # it was too long ago
            return None
        if "is thinking" in text_of(message):
            return "thinking", board.version, shown.version
        if (board.version, bool(board.is_over)) != shown[1:]:
            return "outdated", board.version, shown.version
        return None

    def find_lost(self) -> list[str]:
        """Return which moves and ends of matches were once on a board, and are not stored."""
        stored = {board.match_id: board for board in self._read()}
        return [
            f"match {shown.match_id} at {shown.version}"
            for shown in self._shown
            if (board := stored.get(shown.match_id)) is None
            or board.version < shown.version
            or board.is_over < shown.is_over
        ]

    def _read(self) -> list[Board]:
        with closing(sqlite3.connect(self._bot.path)) as connection:
            return [Board(*row) for row in connection.execute(BOARDS)]


def read_board(message: Json) -> Shown | None:
    """Return what a message shows of a match, None if that is none."""
    ids = [str(button.get("custom_id")).split(":") for button in buttons(message)]
    cells = [numbers for kind, *numbers in ids if kind == "m"]
    if not cells:
        return None
    match_id, version, _ = map(int, cells[0])
    return Shown(match_id, version, any(kind == "n" for kind, *_ in ids))
