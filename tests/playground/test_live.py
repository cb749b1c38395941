"""The page's socket, spoken to by hand."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import yarl

from bot.playground.components import pressable
from bot.playground.messages import MessagePayload, compose
from tests.patience import LONG
from tests.playground.small_bot import SmallBot, connected
from tests.trouble import Playground


class Page:
    """What a page would send and hear."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def ask(self, op: str, **more: object) -> None:
        await self.socket.send_json({"op": op, **more})

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are passed over."""
        async with asyncio.timeout(LONG):
            while True:
                told: dict[str, Any] = await self.socket.receive_json()
                if told["t"] == kind:
                    return told


@pytest.fixture
async def page(playground: Playground) -> AsyncIterator[Page]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/live", origin=playground.url) as socket,
    ):
        opened = Page(socket)
        await opened.ask("hello")
        yield opened


def _who_and_where(playground: Playground) -> dict[str, object]:
    return {"nonce": 1, "user": str(playground.people[0].id), "channel": str(playground.channels[0].id)}


async def test_snapshot_tells_everything(playground: Playground, bot: SmallBot, page: Page) -> None:
    await page.hear("snapshot")
    playground.say(playground.people[0], playground.channels[0], "Hello")
    await page.ask("hello")
    told = await page.hear("snapshot")
    assert [person["global_name"] for person in told["people"]] == ["Ada", "Grace", "Emmy", "Blaise"]
    assert told["messages"][str(playground.channels[0].id)][0]["content"] == "Hello"
    assert len(told["commands"]) == len(bot.tree.get_commands())
    assert (told["bot"]["online"], told["can_restart"]) == (True, False)


async def test_page_hears_nothing_before_its_snapshot(playground: Playground) -> None:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/live") as socket,
    ):
        await socket.send_json({"op": "dance"})
        assert (await socket.receive_json(timeout=LONG))["t"] == "refused"
        playground.say(playground.people[0], playground.channels[0], "Too early")
        await socket.send_json({"op": "hello"})
        assert (await socket.receive_json(timeout=LONG))["t"] == "snapshot"


@pytest.mark.usefixtures("bot")
async def test_modal_is_told_and_sent(playground: Playground, page: Page) -> None:
    asking = _who_and_where(playground)
    await page.ask("command", name="order", **asking)
    modal = (await page.hear("modal"))["modal"]
    assert (modal["title"], modal["components"][4]["component"]["type"]) == ("Order", 5)
    assert (await page.hear("interaction"))["state"] == "answered"
    await page.ask("submit", modal=modal["id"], values={"name": "Ada", "guest": [asking["user"]]}, **asking)
    assert (await page.hear("message_create"))["message"]["content"].startswith("Tea [] Ada [<Member")
    assert (await page.hear("interaction"))["state"] == "answered"


@pytest.mark.usefixtures("bot")
async def test_deferred_command_is_reported(playground: Playground, page: Page) -> None:
    await page.ask("command", name="slower", **_who_and_where(playground))
    assert (await page.hear("message_create"))["message"]["flags"] == 128
    assert (await page.hear("interaction"))["state"] == "deferred"


@pytest.mark.usefixtures("bot")
async def test_own_whisper_can_be_dismissed(playground: Playground, page: Page) -> None:
    (ada, grace, *_), general = playground.people, playground.channels[0]
    whispered = (await playground.command(ada, general, "echo", text="hush", whisper=True)).message
    assert whispered is not None
    await page.ask("dismiss", nonce=4, user=str(grace.id), message=whispered["id"])
    assert "Grace sees no message" in (await page.hear("refused"))["reason"]
    await page.ask("dismiss", user=str(ada.id), message=whispered["id"])
    assert (await page.hear("message_delete"))["id"] == whispered["id"]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"op": "command", "name": "nothing"}, "There is no command /nothing."),
        ({"op": "command", "name": "nothing", "user": "1"}, "There is nobody of that id."),
        ({"op": "say", "content": "x", "channel": "1"}, "There is no channel of that id."),
        ({"op": "say", "content": " "}, "A message has 1 to 2000 characters."),
        ({"op": "dance"}, "The page's request has no 'dance' that is known here."),
        ({"op": "restart"}, "The bot cannot be restarted from here."),
        ({"op": "command", "name": ""}, "There is no command /."),
        ({"op": "command", "name": 1}, "A part of the page's request has another type than is known here."),
        (
            {"op": "say", "content": "x", "channel": "general"},
            "The page's request has no id as its 'channel'.",
        ),
        ({"op": "dismiss", "message": "9" * 5000}, "The page's request has no id as its 'message'."),
        ({"op": "submit", "modal": "1", "values": {}}, "Ada has no such modal open."),
    ],
)
async def test_impossible_request_is_refused(
    playground: Playground, page: Page, asked: dict[str, object], reason: str
) -> None:
    await page.socket.send_json({**_who_and_where(playground), **asked})
    assert await page.hear("refused") == {"t": "refused", "nonce": 1, "reason": reason}


@pytest.mark.parametrize("text", ["", "{", "[]", "9" * 5000])
async def test_malformed_request_is_refused(page: Page, text: str) -> None:
    await page.socket.send_str(text)
    assert (await page.hear("refused"))["reason"] == "The page's request is no JSON object."


@pytest.mark.usefixtures("bot")
async def test_disabled_button_cannot_be_pressed(playground: Playground, page: Page) -> None:
    ada, *_ = playground.people
    shown = (await playground.command(ada, playground.channels[0], "classic")).message
    assert shown is not None
    off = next(each["custom_id"] for each in pressable(shown["components"]) if each.get("disabled"))
    await page.ask("click", nonce=5, user=str(ada.id), message=shown["id"], custom_id=off)
    assert (await page.hear("refused"))["reason"] == "Off is disabled."


async def test_only_offered_choices_can_be_made(playground: Playground, page: Page) -> None:
    (ada, *_), general = playground.people, playground.channels[0]
    menu = {"type": 3, "custom_id": "size", "options": [{"label": "Big", "value": "big"}]}
    body = {"components": [{"type": 1, "components": [menu]}]}
    shown = compose(playground.world, playground.world.bot, general, MessagePayload(body))
    asked = {"user": str(ada.id), "message": shown["id"], "custom_id": "size"}
    await page.ask("click", **asked, values=["big", "small"])
    assert (await page.hear("refused"))["reason"] == "The menu 'size' has no option 'small'."
    playground.interactions.answer_within = 0.05
    await page.ask("click", **asked, values=["big"])
    assert (await page.hear("interaction"))["state"] == "failed"


async def test_page_cannot_speak_as_the_bot(playground: Playground, page: Page) -> None:
    asked = {**_who_and_where(playground), "user": playground.application_id}
    await page.ask("say", content="I give up.", **asked)
    assert (await page.hear("refused"))["reason"] == "There is nobody of that id."


async def test_restart_asks_whoever_started_the_playground() -> None:
    asked = asyncio.Event()

    async def restart() -> None:
        asked.set()

    async with (
        Playground(on_restart=restart) as playground,
        aiohttp.ClientSession() as session,
        session.ws_connect(playground.url + "/live") as socket,
    ):
        await socket.send_json({"op": "restart"})
        await asyncio.wait_for(asked.wait(), LONG)


async def test_files_outside_are_not_served(playground: Playground) -> None:
    climbing = yarl.URL(playground.url + "/page/%2e%2e/world.py", encoded=True)
    async with (
        aiohttp.ClientSession() as session,
        session.get(climbing) as outside,
        session.get(playground.url) as inside,
    ):
        assert await outside.text() == "There is no such page."
        assert (outside.status, inside.status) == (404, 200)
        assert "script-src 'self'" in inside.headers["Content-Security-Policy"]


async def test_other_attachments_are_downloaded(playground: Playground) -> None:
    async with connected(playground):
        message = (await playground.command(playground.people[0], playground.channels[0], "pictures")).message
    assert message is not None
    async with aiohttp.ClientSession() as session, session.get(message["attachments"][1]["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert await response.text() == "a note"
    async with aiohttp.ClientSession(playground.url) as session, session.get("/attachments/1/2/x") as missing:
        assert missing.status == 404


async def test_page_hears_the_bot_come(playground: Playground, page: Page) -> None:
    async with connected(playground):
        assert (await page.hear("commands"))["commands"]
        assert (await page.hear("bot"))["online"]
    assert not (await page.hear("bot"))["online"]


async def test_languages_are_chosen(playground: Playground, page: Page) -> None:
    ada, guild = playground.people[0], playground.guild
    await page.ask("speak", user=str(ada.id), locale="de")
    await page.hear("locales")
    await page.ask("speak", user=str(guild.id), locale="fr")
    assert (await page.hear("locales"))["locales"] == {str(ada.id): "de", str(guild.id): "fr"}
    for nobody, locale in ((1, "de"), (ada.id, 7)):
        await page.ask("speak", user=str(nobody), locale=locale)
        await page.hear("refused")
    world = playground.world
    assert [world.locale(each) for each in (ada.id, guild.id, playground.people[1].id)] == [
        "de",
        "fr",
        "en-US",
    ]
