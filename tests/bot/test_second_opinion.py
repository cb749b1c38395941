"""The bot in SimCord, a simulated Discord that was written elsewhere: a second opinion beside the playground.

Where the two differ, this is who is right:

- SimCord counts a refusal that the bot answers in a sentence as an error. Discord does not (`check_errors`).
- SimCord's clock stands still, years from now; Discord's does not. The bot gets SimCord's, or the messages
  would seem to be of another time.
- SimCord leaves `authorizing_integration_owners` empty. Discord says by whom the bot was brought, as the
  playground does; without it the bot believes that it is no member of the server.
- SimCord wants to be told how many shards there are. Discord tells that to a bot.
- SimCord has no `GET /gateway/bot`. Discord answers it with the starts that are left.
"""

import datetime as dt
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from discord.ext import tasks
from simcord import interactions
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.client import Maxine
from bot.playground.components import Type, pressable, texts_of
from bot.services import Context
from bot.services.clock import Clock
from bot.workers import Analysts
from tests.bot.databases import KINDS
from tests.bot.fork_server import ready_worker

pytestmark = [pytest.mark.nightly, pytest.mark.real_time("SimCord looks at the loop itself")]

BEGIN = 1_767_225_600.0  # 2026, when SimCord's clock begins
STARTS = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}


@router.route("GET", "/gateway/bot")
def get_gateway(_: router.RequestContext) -> dict[str, Any]:
    """Answer as Discord does."""
    return {"url": "wss://gateway.invalid", "shards": 1, "session_start_limit": STARTS}


@dataclass
class Second:
    """A bot in SimCord, with a channel of some people; `refused` are the requests that SimCord refused."""

    env: simcord.Env
    refused: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        guild = self.env.create_guild()
        self.channel = guild.create_text_channel("general")
        self.ada, self.grace, self.eve = (
            guild.add_member(self.env.create_user(name)) for name in ("ada", "grace", "eve")
        )

    async def command(self, person: simcord.MemberActor, name: str, **options: object) -> Any:  # noqa: ANN401
        result = await person.slash(self.channel, name, **options)
        await self.env.settle()
        assert result.response is not None, f"/{name} was not answered"
        return result.response

    async def press(self, person: simcord.MemberActor, message_id: int, component: dict[str, Any]) -> None:
        [message] = (each for each in self.channel.history(viewer=person) if each.id == message_id)
        if component["type"] == Type.BUTTON:
            result = await person.click(message, custom_id=component["custom_id"])
        else:
            is_text = component["type"] == Type.STRING_SELECT
            chosen = [component["options"][0]["value"]] if is_text else [self.channel]
            result = await person.select(message, chosen, custom_id=component["custom_id"])
        await self.env.settle()
        assert result.acknowledged, f"{component['custom_id']} was not answered"

    def pressable(self, message_id: int) -> list[dict[str, Any]]:
        message = self.env.backend.get_message(self.channel.id, message_id)
        return [each for each in pressable(message.components) if not each.get("disabled")]

    async def click(self, person: simcord.MemberActor, message_id: int, label: str) -> None:
        [found, *_] = (each for each in self.pressable(message_id) if each.get("label") == label)
        await self.press(person, message_id, found)

    def text(self, message_id: int) -> str:
        message = self.env.backend.get_message(self.channel.id, message_id)
        return "\n".join((message.content, *texts_of(message.components)))


@asynccontextmanager
async def simulated(folder: Path) -> AsyncIterator[Second]:
    """A bot that SimCord runs until the block ends, with a real database and real workers."""
    known: list[simcord.Env] = []
    clock = Clock(lambda: known[0].now().timestamp() if known else BEGIN)
    storage, analysts = await KINDS["sqlite"](folder / "maxine.db").open(), Analysts(1, ready_worker())
    analysts.start()  # SimCord waits for the end of what an interaction starts, as the log of a worker
    bot = Maxine(Context(storage, analysts, clock, random.Random(1), 0.05, 0.05, 0.02))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(storage.close)
        stack.push_async_callback(analysts.close)
        monkeypatch = stack.enter_context(pytest.MonkeyPatch.context())
        for module in (discord.utils, tasks):
            monkeypatch.setattr(module, "datetime", dt)  # SimCord brings a clock of its own
        simulation = simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=60)
        known.append(await stack.enter_async_context(simulation))
        second = Second(known[0])
        _name_owners(monkeypatch)
        _note_refusals(monkeypatch, second)
        yield second
    assert second.refused == []


def _name_owners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say in interactions that the server has brought the bot, as Discord does."""
    make = interactions.base_payload

    def make_with_owners(*args: Any, **kwargs: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401
        record, payload = make(*args, **kwargs)
        return record, {**payload, "authorizing_integration_owners": {"0": payload["guild_id"]}}

    monkeypatch.setattr(interactions, "base_payload", make_with_owners)


def _note_refusals(monkeypatch: pytest.MonkeyPatch, second: Second) -> None:
    """Note which requests are refused: the bot would only log that."""
    dispatch = router.dispatch

    def note(backend: Any, method: str, path: str, **more: Any) -> Any:  # noqa: ANN401
        try:
            return dispatch(backend, method, path, **more)
        except BackendError as error:
            second.refused.append(f"{method} {path}: {error!r}")
            raise

    monkeypatch.setattr(router, "dispatch", note)


async def test_match_is_played_and_explained(tmp_path: Path) -> None:
    async with simulated(tmp_path) as second:
        board = (await second.command(second.ada, "challenge", level="easy", first="me")).id
        for _ in range(5):
            cells = [each for each in second.pressable(board) if each["custom_id"].startswith("m:")]
            if cells:
                await second.press(second.ada, board, cells[0])
        assert "Rematch" in {each["label"] for each in second.pressable(board)}
        explained = await second.command(second.ada, "explain", ply=1)
        assert "Before move 1" in second.text(explained.id)


async def test_random_presses_are_answered(tmp_path: Path) -> None:
    async with simulated(tmp_path) as second:
        rng = random.Random(1)
        await second.command(second.ada, "challenge", first="me")
        for name in ("puzzle", "play", "help", "rules", "leaderboard"):
            await second.command(second.ada, name)
        for _ in range(300):
            person = rng.choice((second.ada, second.grace, second.eve))
            seen = second.channel.history(viewer=person)
            found = [(each.id, part) for each in seen for part in second.pressable(each.id)]
            await second.press(person, *rng.choice(found[-60:]))  # of some dozen messages
        assert len(second.env.http_requests) > 300
