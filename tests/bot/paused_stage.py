"""A stage whose bot thinks about larger games for as long as a test wants."""

import asyncio
from pathlib import Path

from bot.playground.messages import text_of
from tests.bot.shown import AGAINST_MAXINE, controls, id_of, open_cells
from tests.bot.stage import Stage
from tests.driver import Answer
from tests.trouble import Playground

GAME = "four-in-a-row-4x4"
THINKING = "Maxine is thinking …"


class PausedStage(Stage):
    """A stage whose workers begin no search until `resume_workers`."""

    def __init__(self, playground: Playground, path: Path) -> None:
        super().__init__(playground, path)
        self._resumed = asyncio.Event()

    async def before_thinking(self) -> None:
        await self._resumed.wait()

    async def prepared(self) -> None:
        """Start the workers before a test that has no time for it."""
        for worker in self.analysts._workers:
            await worker.start()

    def resume_workers(self) -> None:
        self._resumed.set()

    def pause_workers(self) -> None:
        """Let no analysis come to its end, and forget those that have."""
        self._resumed.clear()
        self.analysts._answers.clear()

    async def thinking(self) -> tuple[int, Answer]:
        """Begin a match and make a move; return the board and its answer while Maxine is thinking."""
        board = await self.challenge(self.ada, game=GAME)
        return board, await self.answered(self.playground.click(self.ada, board, "b2"))

    async def thought(self) -> None:
        """Let Maxine come to an end, and show it."""
        self.resume_workers()
        await self.quiet()

    async def set(self, sql: str) -> None:
        """Change a setting of the bot's own connection."""
        await self.connection.read(lambda db: db.execute(sql).fetchall())

    def plies(self) -> list[int]:
        return [ply for (ply,) in self.rows("SELECT ply FROM moves ORDER BY match_id, ply")]

    def is_thinking(self, board: int) -> bool:
        """Whether the board says that Maxine is thinking, and has no cells to press."""
        return THINKING in text_of(self.message(board)) and open_cells(self.message(board)) == []

    def check_replied(self, board: int) -> None:
        """The board shows one move of each, and that it is Ada's turn."""
        message = self.message(board)
        assert f"It is {self.ada.mention}'s turn (X)." in text_of(message)
        assert len(open_cells(message)) == 14
        assert controls(message) == AGAINST_MAXINE
        assert self.plies() == [0, 1]

    async def board(self) -> int:
        return id_of(await self.command(self.ada, "board"))
