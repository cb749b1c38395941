"""Threads that are begun from messages: by a library, by hand, in the file of the chat, and on the page."""

import asyncio
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.playground.errors import (
    ARCHIVED,
    FORBIDDEN,
    HAS_THREAD,
    INVALID_FORM,
    UNKNOWN_MESSAGE,
    WRONG_CHANNEL,
)
from tests.playground.conftest import Call
from tests.playground.small_bot import SmallBot, connected
from tests.trouble import Playground

CREATE, SEND = 1 << 35, 1 << 38


def begun_from(playground: Playground) -> tuple[str, str]:
    """Where a thread can be begun: a message of Ada's, and the address for it."""
    said = playground.say(playground.people[0], playground.channels[0], "Who plays?")
    return said["id"], f"/channels/{said['channel_id']}/messages/{said['id']}/threads"


async def test_thread_is_begun_and_written_in(playground: Playground) -> None:
    async with connected(playground, guilds=True, messages=True) as bot:
        said_id, _ = begun_from(playground)
        general = bot.get_channel(playground.channels[0].id)
        assert isinstance(general, discord.TextChannel)
        created = asyncio.create_task(bot.wait_for("thread_create"))
        thread = await general.get_partial_message(int(said_id)).create_thread(name="Ada vs Grace")
        assert (thread.id, thread.parent_id, (await created).id) == (int(said_id), general.id, int(said_id))
        assert thread.type is discord.ChannelType.public_thread
        assert thread.auto_archive_duration == 1_440
        written = await thread.send("Here.")
        assert [each.content async for each in thread.history()] == ["Here."]
        shown = await general.fetch_message(int(said_id))
        assert shown.flags.has_thread
        assert shown.thread == thread
        updated = asyncio.create_task(bot.wait_for("thread_update"))
        await thread.edit(archived=True)
        assert (await updated)[1].archived
        with pytest.raises(discord.HTTPException) as refused:
            await written.edit(content="There.")
        assert (refused.value.status, refused.value.code) == ARCHIVED[:2]
        await thread.send("Again.")
        assert playground.world.threads[thread.id].count == 2
        assert (await written.edit(content="There.")).content == "There."


async def test_interaction_names_its_thread(playground: Playground, bot: SmallBot) -> None:
    said_id, _ = begun_from(playground)
    partial = bot.get_partial_messageable(playground.channels[0].id).get_partial_message(int(said_id))
    await bot.http.start_thread_with_message(
        partial.channel.id, partial.id, name="Here", auto_archive_duration=60
    )
    thread = playground.world.thread(int(said_id))
    assert thread is not None
    heard = asyncio.create_task(bot.wait_for("interaction"))
    answer = await playground.command(playground.people[0], thread, "echo", text="Hello")
    channel = (await heard).channel
    assert isinstance(channel, discord.Thread)
    assert (channel.id, channel.parent_id) == (thread.id, playground.channels[0].id)
    assert answer.message is not None
    assert answer.message["channel_id"] == said_id


async def test_quiet_thread_is_archived(playground: Playground, call: Call) -> None:
    said_id, path = begun_from(playground)
    status, begun = await call("POST", path, {"name": "Here", "auto_archive_duration": 60})
    assert (status, begun["thread_metadata"]["archived"]) == (201, False)
    playground.world.ahead += 3_601
    assert (await call("GET", f"/channels/{said_id}"))[1]["thread_metadata"]["archived"]
    status, opened = await call("PATCH", f"/channels/{said_id}", {"archived": False})
    assert (status, opened["thread_metadata"]["archived"]) == (200, False)


async def test_what_discord_would_refuse_is_refused(playground: Playground, call: Call) -> None:
    said_id, path = begun_from(playground)
    direct = playground.direct(playground.people[0])
    whisper = playground.say(playground.people[0], direct, "Hello")
    refusals = {
        (path.replace(said_id, "1"), "Here", 60): UNKNOWN_MESSAGE,
        (path, "", 60): INVALID_FORM,
        (path, "x" * 101, 60): INVALID_FORM,
        (path, "Here", 61): INVALID_FORM,
        (f"/channels/{direct.id}/messages/{whisper['id']}/threads", "Here", 60): WRONG_CHANNEL,
    }
    for (where, name, minutes), error in refusals.items():
        status, told = await call("POST", where, {"name": name, "auto_archive_duration": minutes})
        assert (status, told["code"]) == error[:2]
    assert (await call("POST", path, {"name": "Here"}))[0] == 201
    status, told = await call("POST", path, {"name": "Here"})
    assert (status, told["code"]) == HAS_THREAD[:2]
    inside = playground.say(playground.people[0], playground.world.threads[int(said_id)], "Hello")
    status, told = await call("POST", f"/channels/{said_id}/messages/{inside['id']}/threads", {"name": "x"})
    assert (status, told["code"]) == WRONG_CHANNEL[:2]


async def test_threads_need_permissions(playground: Playground, call: Call) -> None:
    world = playground.world
    said_id, path = begun_from(playground)
    everything = int(world.bot_permissions)
    world.bot_permissions = str(everything & ~CREATE)
    assert (await call("POST", path, {"name": "Here"}))[1]["code"] == FORBIDDEN[1]
    world.bot_permissions = str(everything & ~SEND)
    assert (await call("POST", path, {"name": "Here"}))[0] == 201
    for request in (
        ("POST", f"/channels/{said_id}/messages", {"content": "Hello"}),
        ("PATCH", f"/channels/{said_id}", {"archived": False}),
        ("PATCH", f"/channels/{said_id}", {"name": "There"}),
        ("PATCH", f"/channels/{playground.channels[0].id}", {"archived": True}),
    ):
        status, told = await call(*request)
        assert (status, told["code"]) == FORBIDDEN[:2]


async def test_bot_archives_its_own_threads(playground: Playground, call: Call) -> None:
    said_id, path = begun_from(playground)
    await call("POST", path, {"name": "Here"})
    thread, where = playground.world.threads[int(said_id)], f"/channels/{said_id}"
    assert (await call("PATCH", where, {"archived": True}))[1]["thread_metadata"]["archived"]
    playground.world.threads[thread.id] = replace(thread, owner_id=playground.people[0].id)
    assert (await call("PATCH", where, {"archived": False}))[0] == 200
    status, told = await call("PATCH", where, {"archived": True})
    assert (status, told["code"]) == FORBIDDEN[:2]


async def test_bot_without_intent_hears_nothing(playground: Playground, call: Call) -> None:
    _, path = begun_from(playground)
    async with connected(playground, guilds=False) as bot:
        heard: list[object] = []
        bot.dispatch = lambda event, *_: heard.append(event)  # type: ignore[method-assign]
        await call("POST", path, {"name": "Here"})
        await asyncio.sleep(0.05)
        assert "thread_create" not in heard


async def test_threads_are_kept_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first:
        said = first.say(first.people[0], first.channels[0], "Who plays?")
        thread = first.world.begin_thread(said, "Here", 60)
        first.say(first.people[1], thread, "I do.")
    async with Playground(history=file) as second:
        kept = second.world.thread(thread.id)
        assert kept == first.world.thread(thread.id)
        assert [each["content"] for each in second.messages(thread)] == ["I do."]
