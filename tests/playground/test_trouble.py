"""Trouble on demand, as discord.py meets it."""

import asyncio
import math
from collections.abc import Callable

import aiohttp
import discord
import pytest

from tests.patience import LONG
from tests.playground.small_bot import SmallBot
from tests.trouble import CUT, Playground

MESSAGES = r"/messages$"


def _channel(playground: Playground, bot: SmallBot) -> discord.PartialMessageable:
    return bot.get_partial_messageable(playground.channels[0].id)


def _said(playground: Playground) -> list[str]:
    return [message["content"] for message in playground.messages(playground.channels[0])]


def _answered(playground: Playground) -> list[int]:
    """The status of each first answer."""
    return [status for _, path, status in playground.requests if path.endswith("/callback")]


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not is_so():  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(("after", "said"), [(False, []), (True, ["Hello"])])
async def test_line_is_cut(playground: Playground, bot: SmallBot, *, after: bool, said: list[str]) -> None:
    playground.cut_next("POST", MESSAGES, after=after)
    with pytest.raises(aiohttp.ClientError):
        await _channel(playground, bot).send("Hello")
    assert _said(playground) == said
    assert playground.requests[-1][2] == CUT
    await _channel(playground, bot).send("Hello again")
    assert _said(playground) == [*said, "Hello again"]


async def test_delayed_request_is_obeyed_later(playground: Playground, bot: SmallBot) -> None:
    playground.delay_next("POST", MESSAGES, 0.5)
    begun = asyncio.get_running_loop().time()
    sending = asyncio.create_task(_channel(playground, bot).send("Hello"))
    await asyncio.sleep(0.1)
    assert _said(playground) == []
    await sending
    assert asyncio.get_running_loop().time() - begun == pytest.approx(0.5)
    assert _said(playground) == ["Hello"]


async def test_answer_comes_after_the_deed(playground: Playground, bot: SmallBot) -> None:
    playground.delay_next("POST", MESSAGES, 0.3, after=True)
    sending = asyncio.create_task(_channel(playground, bot).send("Hello"))
    await _until(lambda: bool(_said(playground)))
    assert not sending.done()
    assert (await sending).content == "Hello"


async def test_abandoned_request_is_obeyed(playground: Playground, bot: SmallBot) -> None:
    playground.delay_next("POST", MESSAGES, 0.5)
    sending = asyncio.create_task(_channel(playground, bot).send("Hello"))
    await _until(lambda: not playground.trouble.faults)  # it waits by now
    sending.cancel()
    await bot.close()
    await _until(lambda: _said(playground) == ["Hello"])


async def test_unanswered_request_ends_at_last() -> None:
    async with aiohttp.ClientSession() as session:
        async with Playground() as playground:
            playground.delay_next("GET", "/channels/", math.inf)
            path = f"/api/v10/channels/{playground.channels[0].id}"
            headers = {"Authorization": f"Bot {playground.token}"}
            asking = asyncio.create_task(session.get(playground.url + path, headers=headers))
            await asyncio.sleep(0.1)
            assert not asking.done()
            begun = asyncio.get_running_loop().time()
        assert asyncio.get_running_loop().time() - begun < 5
        with pytest.raises(aiohttp.ClientError):
            await asking


async def test_interaction_may_be_delivered_twice(playground: Playground, bot: SmallBot) -> None:
    playground.repeat_next()
    for text in ("hi", "ho"):
        await playground.command(playground.people[0], playground.channels[0], "echo", text=text)
    first, again, other = [(asked.id, asked.token) for asked in bot.asked]
    assert first == again != other
    await _until(lambda: sorted(_answered(playground)) == [200, 200, 400])
    assert _said(playground) == ["hi", "ho"]


async def test_faults_strike_in_order(playground: Playground, bot: SmallBot) -> None:
    playground.fail_next("POST", MESSAGES, status=403)
    playground.cut_next("POST", MESSAGES)
    with pytest.raises(discord.Forbidden):
        await _channel(playground, bot).send("Hello")
    with pytest.raises(aiohttp.ClientError):
        await _channel(playground, bot).send("Hello")
    await _channel(playground, bot).send("Hello")
    assert _said(playground) == ["Hello"]


async def test_healing_forgets_all_that_was_planned(playground: Playground, bot: SmallBot) -> None:
    playground.fail_next("POST", ".", status=403, times=1000)
    playground.cut_next("POST", ".", times=1000)
    playground.delay_next("POST", ".", math.inf, times=1000)
    playground.repeat_next(times=1000)
    with pytest.raises(discord.Forbidden):
        await _channel(playground, bot).send("Hello")
    playground.heal()
    answer = await playground.command(playground.people[0], playground.channels[0], "echo", text="hi")
    assert (answer.text, len(bot.asked)) == ("hi", 1)
