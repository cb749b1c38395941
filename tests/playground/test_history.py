"""The chat in a file."""

import asyncio
from pathlib import Path

import pytest

from bot.playground import HistoryError
from bot.playground.attachments import Upload
from bot.playground.messages import MessagePayload, compose
from bot.playground.world import MESSAGES_KEPT
from tests.patience import LONG
from tests.playground.small_bot import connected
from tests.trouble import Playground


async def test_chat_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first, connected(first):
        ada, *_ = first.people
        await first.command(ada, first.channels[0], "gallery")
        said = first.say(ada, first.channels[1], "See you")
    async with Playground(history=file) as second:
        assert second.application_id == first.application_id
        assert second.people == first.people
        assert second.message(said["id"])["content"] == "See you"
        assert second.world.commands == first.world.commands


async def test_attachment_moves_to_the_new_port(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first, connected(first):
        await first.command(first.people[0], first.channels[0], "gallery")
        first.say(first.people[0], first.channels[0], f"I am at {first.url}")
    async with Playground(history=file) as second:
        gallery, said = second.messages(second.channels[0])
        shown = gallery["components"][0]["items"][0]["media"]
        assert shown["url"].startswith(second.url + "/attachments/")
        assert said["content"] == f"I am at {first.url}"
        assert next(iter(second.world.files.values())).content.startswith(b"\x89PNG")


async def test_chat_is_written_soon(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as playground:
        playground.say(playground.people[0], playground.channels[0], "First")
        playground.say(playground.people[0], playground.channels[0], "Second")
        async with asyncio.timeout(LONG):
            while not (file.exists() and "Second" in file.read_text()):  # noqa: ASYNC110 - nobody announces it
                await asyncio.sleep(0.05)
    assert not file.with_name("chat.json.part").exists()


async def test_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first:
        first.say(first.people[0], first.channels[0], "First")
    whole = file.read_text()
    with file.open() as before:
        async with Playground(history=file) as second:
            second.say(second.people[0], second.channels[0], "Second")
        assert before.read() == whole
    assert "Second" in file.read_text()


async def test_unfinished_answer_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first, connected(first):
        await first.command(first.people[0], first.channels[0], "thinking")
        assert len(first.messages(first.channels[0])) == 1
    async with Playground(history=file) as second:
        assert second.messages(second.channels[0]) == []


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"base_url": 1}', "\xff"])
async def test_unreadable_chat_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "chat.json"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(HistoryError, match="cannot be read; move the file away"):
        async with Playground(history=file):
            pass
    assert file.read_text(encoding="latin-1") == text


async def test_unwritable_chat_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with Playground(history=tmp_path / "missing" / "chat.json") as playground:
        playground.say(playground.people[0], playground.channels[0], "Hello")
    assert "The chat could not be kept in" in caplog.text


@pytest.mark.ci
async def test_only_the_newest_messages_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    async with Playground(history=file) as first:
        for number in range(MESSAGES_KEPT + 10):
            first.say(first.people[0], first.channels[0], str(number))
        assert len(first.world.messages) == MESSAGES_KEPT
    async with Playground(history=file) as second:
        kept = second.messages(second.channels[0])
        assert (len(kept), kept[0]["content"]) == (MESSAGES_KEPT, "10")


def test_files_go_with_their_message() -> None:
    playground = Playground()
    note = (Upload(0, "note.txt", b"x"),)
    compose(playground.world, playground.world.bot, playground.channels[0], MessagePayload({}, note))
    for _ in range(MESSAGES_KEPT):
        assert playground.world.files
        playground.say(playground.people[0], playground.channels[0], "More")
    assert playground.world.files == {}
