"""Trouble on demand, as discord.py meets it."""

import asyncio
import math
import time

import aiohttp
import discord
import pytest

from bot.playground import Playground
from bot.playground.trouble import CUT
from tests.playground.small_bot import SmallBot

CALLBACK = "/callback$"
MESSAGES = r"/messages$"


def _channel(playground: Playground, bot: SmallBot) -> discord.PartialMessageable:
    return bot.get_partial_messageable(playground.channels[0].id)


def _said(playground: Playground) -> list[str]:
    return [message["content"] for message in playground.messages(playground.channels[0])]


@pytest.mark.parametrize(("after", "said"), [(False, []), (True, ["Hello"])])
async def test_line_is_cut_before_or_after_the_deed(
    playground: Playground, bot: SmallBot, *, after: bool, said: list[str]
) -> None:
    playground.cut_next("POST", MESSAGES, after=after)
    with pytest.raises(aiohttp.ClientError):
        await _channel(playground, bot).send("Hello")
    assert _said(playground) == said
    assert playground.requests[-1][2] == CUT
    await _channel(playground, bot).send("Hello again")
    assert _said(playground) == [*said, "Hello again"]


async def test_delayed_request_is_obeyed_later(playground: Playground, bot: SmallBot) -> None:
    playground.delay_next("POST", MESSAGES, 0.2)
    begun = time.monotonic()
    sending = asyncio.create_task(_channel(playground, bot).send("Hello"))
    await asyncio.sleep(0.1)
    assert _said(playground) == []
    await sending
    assert time.monotonic() - begun >= 0.2
    assert _said(playground) == ["Hello"]


async def test_delayed_answer_comes_later_than_the_deed(playground: Playground, bot: SmallBot) -> None:
    playground.delay_next("POST", MESSAGES, 0.3, after=True)
    sending = asyncio.create_task(_channel(playground, bot).send("Hello"))
    async with asyncio.timeout(5):
        while not _said(playground):  # noqa: ASYNC110 - nobody announces it
            await asyncio.sleep(0.005)
    assert not sending.done()
    assert (await sending).content == "Hello"


async def test_request_is_obeyed_even_if_the_bot_hung_up_while_it_waited(
    playground: Playground, bot: SmallBot
) -> None:
    playground.delay_next("POST", MESSAGES, 0.2)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(_channel(playground, bot).send("Hello"), 0.1)
    await bot.close()
    await asyncio.sleep(0.2)
    assert _said(playground) == ["Hello"]


async def test_request_that_is_never_answered_ends_with_the_playground() -> None:
    async with Playground() as playground, aiohttp.ClientSession(playground.url) as session:
        playground.delay_next("GET", "/gateway", math.inf)
        asking = asyncio.create_task(session.get("/api/v10/gateway"))
        await asyncio.sleep(0.1)
        assert not asking.done()
    with pytest.raises(aiohttp.ClientError):
        await asking


async def test_answer_that_comes_too_late_is_unknown(playground: Playground, bot: SmallBot) -> None:
    playground.interactions.answer_within = 0.05
    playground.delay_next("POST", CALLBACK, 0.1)
    answer = await playground.command(playground.people[0], playground.channels[0], "echo", text="hi")
    assert answer.failed
    await asyncio.sleep(0.1)
    assert (playground.requests[-1][2], _said(playground)) == (404, [])
    assert not bot.is_closed()


async def test_interaction_may_be_delivered_twice(playground: Playground, bot: SmallBot) -> None:
    playground.repeat_next()
    for text in ("hi", "ho"):
        await playground.command(playground.people[0], playground.channels[0], "echo", text=text)
    first, again, other = [(asked.id, asked.token) for asked in bot.asked]
    assert first == again != other
    await asyncio.sleep(0.05)
    answered = [status for _, path, status in playground.requests if path.endswith("/callback")]
    assert sorted(answered) == [200, 200, 400]
    assert _said(playground) == ["hi", "ho"]


async def test_faults_strike_one_by_one_in_the_order_they_were_planned(
    playground: Playground, bot: SmallBot
) -> None:
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
