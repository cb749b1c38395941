"""A bot killed in the middle of everything: what was acknowledged is there, and every button lives on."""

import asyncio
import math
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from bot.playground import redirect
from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from tests.bot.attempts import DAY, solved
from tests.bot.shown import button_id, cells, id_of, open_cells
from tests.bot.stage import PATIENCE, Stage
from tests.bot.test_main import address
from tests.driver import Answer
from tests.patience import LONG
from tests.trouble import Playground
from tests.virtual import wall_time

ROOT = Path(__file__).parents[2]
PROGRAM = """import sys; from bot.playground import redirect; redirect(sys.argv.pop(1))
from bot.__main__ import main; sys.exit(main())"""


class RemoteStage(Stage):
    """A playground without a bot, which runs in a process of its own: what it promises is waited for."""

    rounds = 1.0

    async def command(self, person: Person, name: str, /, **options: object) -> Answer:
        """Use a slash command in #general."""
        return await self.answered(super().command(person, name, **options))

    async def click(self, person: Person, message_id: int, what: str) -> Answer:
        """Press an enabled button by its label."""
        return await self.answered(super().click(person, message_id, what))


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A playground whose bot can be killed."""
    async with Playground() as playground:
        playground.interactions.answer_within = PATIENCE
        yield RemoteStage(playground, tmp_path / "maxine.db")


@asynccontextmanager
async def bot_process(stage: Stage) -> AsyncIterator[Process]:
    """`maxine run` or `maxine serve`, connected to the playground; killed at the end of the block."""
    command = ("run",) if stage.door == "gateway" else ("serve", "--port", "0")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, stage.playground.url, *command),
        cwd=stage.folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": stage.playground.token,
            "DISCORD_PUBLIC_KEY": stage.playground.public_key,
            "DATABASE_URL": stage.database.url,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        if stage.door == "http":
            await stage.playground.deliver_to(await address(process))
        await stage.playground.bot_ready(LONG)
        yield process
    finally:
        with suppress(ProcessLookupError):  # the test may have killed it
            process.kill()
        await process.wait()
        stage.playground.interactions.close()  # nobody answers what it had in hand
        stage.playground.heal()  # a kill may come before what was planned for it, which is not for the next
        await stage.offline()


@asynccontextmanager
async def next_bot(stage: Stage) -> AsyncIterator[None]:
    """The bot that comes after one that was killed; nobody kills it, so it needs no process of its own."""
    redirect(stage.playground.url)
    await stage.start()
    try:
        yield
    finally:
        await stage.stop()


async def test_press_after_a_restart(stage: Stage) -> None:
    async with bot_process(stage):
        board = await stage.between(stage.ada, stage.grace)
        await stage.click(stage.ada, board, "b2")
        stale = button_id(stage.message(board), "c3")
        invitation = await stage.challenge(stage.grace, opponent=stage.ada)
    async with next_bot(stage):
        answer = await stage.click(stage.grace, board, "a1")
        assert cells(stage.message(id_of(answer))) == "O b1 c1 / a2 X c2 / a3 b3 c3"
        assert (await stage.press(stage.grace, board, stale)).ephemeral
        assert not (await stage.click(stage.ada, invitation, "Accept")).ephemeral
        put = [path for method, path, _ in stage.playground.requests if method == "PUT"]
        assert len(put) == 1  # the commands


@pytest.mark.ci
async def test_acknowledged_moves_survive(stage: Stage) -> None:
    async with bot_process(stage) as process:
        boards = [await stage.challenge(stage.ada, level="easy") for _ in range(8)]
        presses = [asyncio.create_task(stage.playground.click(stage.ada, board, "b2")) for board in boards]
        await stage.until(lambda: any(is_played(stage.message(board)) for board in boards))
        process.kill()
    await asyncio.gather(*presses)
    storage = await stage.database.open()
    matches = [await storage.matches.find(number) for number in range(1, 9)]
    await storage.close()
    for board, match in zip(boards, matches, strict=True):
        assert match is not None
        assert match.ply in ((2,) if is_played(stage.message(board)) else (0, 2))


def is_played(board: Json) -> bool:
    """Whether a board shows the first move."""
    return "X" in cells(board)


@pytest.mark.ci
async def test_interrupted_reply_is_made(stage: Stage) -> None:
    async with bot_process(stage) as process:
        asked = stage.playground.command(
            stage.ada, stage.general, "challenge", game="oware", level="perfect", first="opponent"
        )
        board = id_of(await asked)
        await stage.until(lambda: stage.rows("SELECT message_id FROM matches") == [(board,)])
        process.kill()
        assert open_cells(stage.message(board)) == []
    assert stage.rows("SELECT count(*) FROM moves") == [(0,)]
    async with next_bot(stage):
        await stage.until(lambda: bool(open_cells(stage.message(board))))
        assert stage.rows("SELECT count(*) FROM moves") == [(1,)]


NEVER = ("POST", "/callback$", math.inf)


@pytest.mark.ci
async def test_unanswered_move_is_drawn(stage: Stage) -> None:
    async with bot_process(stage) as process:
        board = await stage.between(stage.ada, stage.grace)
        stage.playground.delay_next(*NEVER)
        pressing = asyncio.ensure_future(stage.playground.click(stage.ada, board, "b2"))
        await stage.until(lambda: stage.rows("SELECT action FROM moves") == [(4,)])
        process.kill()
        assert "X" not in cells(stage.message(board))
    async with next_bot(stage):
        await stage.until(lambda: cells(stage.message(board)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3")
    await pressing


@pytest.mark.ci
@pytest.mark.alone("another process may yet answer, for a quarter of a minute")
async def test_lost_boards_are_there_again(stage: Stage) -> None:
    direct = stage.playground.direct(stage.ada)
    places = (stage.general, stage.games, direct)  # forgotten by the chat, never posted, posted but not noted
    async with bot_process(stage) as process:
        forgotten = await stage.challenge(stage.ada)
        stage.playground.delay_next(*NEVER)
        stage.playground.delay_next(*NEVER, after=True)
        command = partial(stage.playground.command, stage.ada)
        asking = [asyncio.create_task(command(stage.games, "challenge", first="me"))]
        await stage.until(lambda: len(stage.rows("SELECT * FROM matches")) == 2)
        asking.append(asyncio.create_task(command(direct, "challenge", first="me")))
        await stage.until(lambda: bool(stage.playground.messages(direct)))
        process.kill()
    stage.playground.world.delete(stage.message(forgotten))
    stage.database.change("UPDATE matches SET is_drawn = 0")

    def boards() -> list[Json]:
        return [board for place in places for board in stage.playground.messages(place)]

    shown = "SELECT message_id FROM matches ORDER BY id"
    async with next_bot(stage):
        await stage.until(lambda: len(boards()) == 3)
        await stage.until(lambda: stage.rows(shown) == [(int(board["id"]),) for board in boards()])
    assert [board["pinged"] for board in boards()] == [[str(stage.ada.id)], [str(stage.ada.id)], []]
    await asyncio.gather(*asking)


@pytest.mark.ci
async def test_unanswered_share_is_repeated(stage: Stage) -> None:
    storage = await stage.database.open()
    await solved(storage, int(wall_time() // DAY), stage.ada.id)
    await storage.close()
    async with bot_process(stage) as process:
        message = id_of(await stage.command(stage.ada, "daily"))
        stage.playground.delay_next(*NEVER)
        pressing = asyncio.ensure_future(stage.playground.click(stage.ada, message, "Share"))
        await stage.until(lambda: len(stage.rows("SELECT * FROM shares")) == 1)
        process.kill()
    await pressing
    async with bot_process(stage):
        stage.database.change("UPDATE shares SET begun_at = begun_at + 30")  # however long the start took
        assert "or on its way" in (await stage.click(stage.ada, message, "Share")).text
        stage.database.change("UPDATE shares SET begun_at = begun_at - 60")
        shared = await stage.click(stage.ada, message, "Share")
        assert "has solved the puzzle of the day" in shared.text


@pytest.mark.ci
@pytest.mark.parametrize("public", [True, False])
async def test_interrupted_review_is_completed(stage: Stage, *, public: bool) -> None:
    async with bot_process(stage) as process:
        board = await stage.between(stage.ada, stage.grace, game="oware")
        await stage.moves(board, stage.ada, stage.grace, "b f b e d a f")
        asked = await stage.command(stage.ada, "resign")
        await stage.click(stage.ada, id_of(asked), "Really resign?")
        answer = await stage.command(stage.ada, "review", public=public)
        assert "Proofs that I still find I put in here" in answer.text
        await stage.until(lambda: stage.rows("SELECT * FROM open_reviews") != [])
        process.kill()
    stage.clock.advance(minutes=1)  # where there may be another process, it is given its time
    async with next_bot(stage):
        await stage.upkeep()
        shown = text_of(stage.message(id_of(answer)))
        assert shown.startswith("### Review: Oware")
        assert "Proofs that I still find I put in here" not in shown
        assert stage.rows("SELECT * FROM open_reviews") == []
