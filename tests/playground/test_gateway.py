"""The gateway: being told, losing the line, coming back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import aiohttp
import discord
import pytest

from bot.playground import redirect
from bot.playground.session import REPLAYED
from tests.patience import LONG
from tests.playground.small_bot import SmallBot, connected
from tests.trouble import Playground

Line: TypeAlias = tuple[aiohttp.ClientWebSocketResponse, dict[str, Any]]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what nobody announces."""
    async with asyncio.timeout(LONG):
        while not is_so():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)


async def test_bot_without_intent_hears_nothing(playground: Playground, bot: SmallBot) -> None:
    ada, *_ = playground.people
    playground.say(ada, playground.channels[0], "Hello")
    await playground.command(ada, playground.channels[0], "echo", text="hi")
    assert bot.heard == []


async def test_bot_reads_messages_that_mention_it(playground: Playground) -> None:
    (ada, *_), general = playground.people, playground.channels[0]
    async with connected(playground, guild_messages=True) as bot:
        playground.say(ada, general, "Just talking")
        playground.say(ada, general, f"<@{playground.application_id}> listen")
        await playground.command(ada, general, "echo", text="hi", whisper=True)
        assert [bool(message.content) for message in bot.heard] == [False, True]


async def test_privileged_intents_are_refused(playground: Playground) -> None:
    redirect(playground.url)
    async with SmallBot(message_content=True) as bot:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await bot.start(playground.token)


async def test_bot_asked_to_reconnect_resumes(playground: Playground, bot: SmallBot) -> None:
    resumed = bot.loop.create_task(bot.wait_for("shard_resumed"))
    await playground.ask_reconnect()
    answer = await playground.command(playground.people[0], playground.channels[0], "echo", text="again")
    assert answer.text == "again"
    await asyncio.wait_for(resumed, LONG)


async def test_resumed_session_hears_what_it_missed(playground: Playground) -> None:
    ada, *_ = playground.people
    identify = {"op": 2, "d": {"token": playground.token, "intents": 1 << 9}}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(playground.url + "/gateway") as socket:
            await socket.send_json(identify)
            await socket.receive_json()
            ready = await socket.receive_json()
            await playground.drop_gateway()
        for content in ("one", "two"):
            playground.say(ada, playground.channels[0], content)
        resume = {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": ready["s"] + 1}
        async with session.ws_connect(playground.url + "/gateway") as socket:
            await socket.send_json({"op": 6, "d": resume})
            told = [await socket.receive_json() for _ in range(3)]
            assert [frame["t"] for frame in told[1:]] == ["MESSAGE_CREATE", "RESUMED"]
            assert told[1]["s"] == ready["s"] + 2


@pytest.mark.parametrize("seen", [1, 10**6])
async def test_too_old_session_begins_anew(playground: Playground, seen: int) -> None:
    ada, general = playground.people[0], playground.channels[0]
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(playground.url + "/gateway") as socket:
            await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 1 << 9}})
            await socket.receive_json()
            ready = await socket.receive_json()
            await playground.drop_gateway()
        for number in range(REPLAYED + 1):
            playground.say(ada, general, str(number))
        resume = {"token": playground.token, "session_id": ready["d"]["session_id"], "seq": seen}
        async with session.ws_connect(playground.url + "/gateway") as socket:
            await socket.receive_json()
            await socket.send_json({"op": 6, "d": resume})
            assert await socket.receive_json(timeout=LONG) == {"op": 9, "d": False}


async def _closed_after(playground: Playground, *frames: object) -> int | None:
    """Say something to the gateway by hand; the code it hangs up with."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url.replace("http", "ws") + "/gateway") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        for frame in frames:
            await (socket.send_str(frame) if isinstance(frame, str) else socket.send_json(frame))
        async for _ in socket:
            pass
        return socket.close_code


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("no json", 4002),
        ({"d": None}, 4002),
        ({"op": 77}, 4001),
        ({"op": []}, 4002),
        ({"op": 2}, 4002),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 2, "d": {"token": "wrong", "intents": 0}}, 4004),
        ({"op": 6, "d": {"token": "wrong", "session_id": "x", "seq": 1}}, 4004),
    ],
)
async def test_gateway_hangs_up_on_nonsense(playground: Playground, frame: object, code: int) -> None:
    assert await _closed_after(playground, frame) == code


async def test_session_of_another_cannot_be_resumed(playground: Playground, bot: SmallBot) -> None:
    resume = {"token": playground.token, "session_id": "another", "seq": 1}
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/gateway") as socket,
    ):
        await socket.receive_json()
        await socket.send_json({"op": 6, "d": resume})
        assert await socket.receive_json(timeout=LONG) == {"op": 9, "d": False}
    assert not bot.is_closed()


@pytest.mark.parametrize("more", [{"op": 2, "d": {"intents": "all"}}, {"op": 6, "d": {"seq": "many"}}])
async def test_wrong_type_closes_the_gateway(
    playground: Playground, bot: SmallBot, more: dict[str, Any]
) -> None:
    known = {"token": playground.token, "session_id": playground._gateway.sessions[0].id}
    assert await _closed_after(playground, {**more, "d": {**known, **more["d"]}}) == 4002
    answer = await playground.command(playground.people[0], playground.channels[0], "echo", text="hi")
    assert (answer.text, bot.is_closed()) == ("hi", False)


async def test_second_identify_closes_the_gateway(playground: Playground) -> None:
    identify = {"op": 2, "d": {"token": playground.token, "intents": 1}}
    assert await _closed_after(playground, identify, identify) == 4005


@asynccontextmanager
async def identified(playground: Playground, shard: int, count: int) -> AsyncIterator[Line]:
    """The line of one shard, and what it is told first: READY, or that it may not."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/gateway") as socket,
    ):
        await socket.receive_json()
        told = {"token": playground.token, "intents": 0, "shard": [shard, count]}
        await socket.send_json({"op": 2, "d": told})
        yield socket, await socket.receive_json(timeout=LONG)


async def test_shards_hear_of_their_servers(
    playground: Playground,
) -> None:
    ada, general = playground.people[0], playground.channels[0]
    async with identified(playground, 0, 2) as (first, ready), identified(playground, 1, 2) as (second, also):
        await playground.bot_ready()
        assert [told["d"]["shard"] for told in (ready, also)] == [[0, 2], [1, 2]]
        assert [len(told["d"]["guilds"]) for told in (ready, also)] == [0, 1]
        playground.world.set_commands([{"name": "hi", "type": 1, "id": "1", "options": []}])
        channels = (playground.direct(ada), general)
        asking = [asyncio.create_task(playground.command(ada, channel, "hi")) for channel in channels]
        told = [(await socket.receive_json(timeout=LONG))["d"]["channel_id"] for socket in (first, second)]
        assert told == [str(channel.id) for channel in channels]
    await until(lambda: not playground._gateway.ready.is_set())
    playground.interactions.close()
    await asyncio.gather(*asking)


async def test_early_identify_is_refused(
    playground: Playground,
) -> None:
    playground._gateway.identify_seconds, playground._gateway.max_concurrency = 60, 2
    answers = []
    for shard in (0, 1, 2):
        async with identified(playground, shard, 3) as (_, told):
            answers.append((told["op"], told["d"] is False))
    assert answers == [(0, False), (0, False), (9, True)]


async def test_missing_shard_closes_the_gateway(playground: Playground) -> None:
    identify = {"op": 2, "d": {"token": playground.token, "shard": [2, 2]}}
    assert await _closed_after(playground, identify) == 4010
