"""Direct messages with the bot, as discord.py sees them."""

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.playground.things import Channel, Person
from tests.driver import Answer
from tests.playground.conftest import Call
from tests.playground.small_bot import SmallBot, connected
from tests.trouble import Playground


@pytest.fixture
def ada(playground: Playground) -> Person:
    return playground.people[0]


@pytest.fixture
def grace(playground: Playground) -> Person:
    return playground.people[1]


@pytest.fixture
def alone(playground: Playground, ada: Person) -> Channel:
    return playground.direct(ada)


def _id(answer: Answer) -> int:
    assert answer.message is not None
    return int(answer.message["id"])


async def test_command_comes_from_a_user(
    playground: Playground, bot: SmallBot, ada: Person, alone: Channel
) -> None:
    answer = await playground.command(ada, alone, "echo", text="hi")
    [asked] = bot.asked
    assert (asked.guild_id, asked.guild, asked.guild_locale) == (None, None, None)
    assert isinstance(asked.user, discord.User)
    assert asked.user.id == ada.id
    assert isinstance(asked.channel, discord.DMChannel)
    assert (asked.channel.id, asked.channel.recipient) == (alone.id, asked.user)
    assert asked.context.dm_channel
    assert not asked.context.guild
    assert (answer.text, playground.messages(alone)) == ("hi", [answer.message])


async def test_chosen_person_is_a_user(
    playground: Playground, bot: SmallBot, ada: Person, grace: Person, alone: Channel
) -> None:
    await playground.choose(ada, alone, "Greet", grace)
    data: Any = bot.asked[-1].data
    assert set(data["resolved"]) == {"users"}


async def test_nobody_else_sees_direct_messages(
    playground: Playground, bot: SmallBot, ada: Person, grace: Person, alone: Channel
) -> None:
    shown = _id(await playground.command(ada, alone, "count"))
    assert len(playground.messages(alone, ada)) == len(playground.messages(alone)) == 1
    assert playground.messages(alone, grace) == []
    with pytest.raises(ValueError, match="Grace sees no message"):
        await playground.click(grace, shown, "More than 0")
    with pytest.raises(ValueError, match="Grace does not see these direct messages"):
        await playground.command(grace, alone, "count")
    with pytest.raises(ValueError, match="Grace does not see these direct messages"):
        playground.say(grace, alone, "Let me in")
    assert len(bot.asked) == 1


async def test_bot_writes_to_a_person_first(
    playground: Playground, bot: SmallBot, ada: Person, grace: Person
) -> None:
    user = await bot.fetch_user(ada.id)
    sent = await user.send(f"Hello {ada.mention} and {grace.mention}")
    assert sent.channel.id == playground.direct(ada).id
    assert playground.message(sent.id)["pinged"] == [str(ada.id)]
    assert isinstance(await bot.fetch_channel(sent.channel.id), discord.DMChannel)


async def test_no_bot_is_written_to(playground: Playground, call: Call) -> None:
    status, told = await call("POST", "/users/@me/channels", {"recipient_id": playground.application_id})
    assert (status, told["code"]) == (404, 10013)


async def test_bot_reads_what_is_said(playground: Playground, ada: Person, alone: Channel) -> None:
    async with connected(playground, dm_messages=True) as bot:
        playground.say(ada, playground.channels[0], "Not for the bot")
        playground.say(ada, alone, "For the bot")
        await playground.command(ada, alone, "echo", text="hi")
        heard = bot.heard[0]
        assert (heard.content, heard.guild, heard.channel.id) == ("For the bot", None, alone.id)


async def test_server_command_cannot_be_used(
    playground: Playground, bot: SmallBot, ada: Person, alone: Channel
) -> None:
    bot.tree.clear_commands(guild=None)

    @bot.tree.command(description="For servers")
    @discord.app_commands.guild_only()
    async def here(interaction: discord.Interaction[SmallBot]) -> None:
        await interaction.response.send_message("Here")

    await bot.tree.sync()
    assert (await playground.command(ada, playground.channels[0], "here")).text == "Here"
    with pytest.raises(ValueError, match="The command /here cannot be used here"):
        await playground.command(ada, alone, "here")


async def test_direct_messages_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first, connected(first):
        shown = _id(await first.command(first.people[0], first.direct(first.people[0]), "count"))
    async with Playground(history=file) as second, connected(second):
        ada, grace, *_ = second.people
        assert len(second.messages(second.direct(ada), ada)) == 1
        assert second.messages(second.direct(ada), grace) == second.messages(second.direct(grace)) == []
        assert (await second.click(ada, shown, "More than 0")).text == "1 so far"
