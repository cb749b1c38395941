"""Discord's time, which a test can put ahead of this machine's."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import discord

from tests.playground.small_bot import SmallBot
from tests.trouble import Playground
from tests.virtual import wall_time

DAY = 24 * 60 * 60.0


def _days(moment: datetime) -> int:
    return round((moment - datetime.fromtimestamp(wall_time(), UTC)) / timedelta(days=1))


async def test_ids_and_times_follow_discords_time(playground: Playground, bot: SmallBot) -> None:
    playground.world.ahead = 8 * DAY
    await playground.command(playground.people[0], playground.channels[0], "echo", text="hi")
    channel = bot.get_partial_messageable(playground.channels[0].id)
    [said] = [message async for message in channel.history()]
    edited = await said.edit(content="ho")
    assert edited.edited_at is not None
    snowflake = discord.utils.snowflake_time(said.id)
    seen = (
        bot.asked[0].created_at,
        snowflake,
        datetime.fromisoformat(playground.message(said.id)["timestamp"]),
    )
    assert [_days(each) for each in (*seen, edited.edited_at)] == [8, 8, 8, 8]


async def test_messages_are_listed_by_id(playground: Playground, bot: SmallBot) -> None:
    ada, general = playground.people[0], playground.channels[0]
    for ahead in (DAY, 0.0, -DAY):
        playground.world.ahead = ahead
        playground.say(ada, general, f"{ahead / DAY:.0f}")
    channel = bot.get_partial_messageable(general.id)
    assert [message.content async for message in channel.history()] == ["1", "0", "-1"]


async def test_time_goes_on_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first:
        first.world.ahead = DAY
        before = first.say(first.people[0], first.channels[0], "Hello")
    async with Playground(history=file) as second:
        after = second.say(second.people[0], second.channels[0], "Hello again")
        assert int(after["id"]) > int(before["id"])
