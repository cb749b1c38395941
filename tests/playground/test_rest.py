"""The REST routes, asked by discord.py and by hand."""

import io

import aiohttp
import discord
import pytest
from PIL import Image

from bot.playground import redirect
from tests.playground.conftest import Call
from tests.playground.small_bot import SmallBot, connected, counter, picture
from tests.trouble import Playground


async def test_wrong_token_is_refused(playground: Playground) -> None:
    redirect(playground.url)
    async with SmallBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login("another.token.altogether")


async def test_port_in_use(playground: Playground) -> None:
    port = int(playground.url.rpartition(":")[2])
    with pytest.raises(OSError, match="address already in use"):
        async with Playground(port=port):
            pass


async def test_message_becomes_a_layout_for_ever(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    sent = await channel.send("Hello")
    await sent.edit(content=None, view=counter(3))
    with pytest.raises(discord.HTTPException, match="'content' field cannot be used"):
        await sent.edit(content="Hello")


async def test_allowed_mentions_limit_pings(playground: Playground, bot: SmallBot) -> None:
    ada, grace, *_ = playground.people
    channel = bot.get_partial_messageable(playground.channels[0].id)
    only_ada = discord.AllowedMentions(users=[discord.Object(ada.id)])
    sent = await channel.send(f"{ada.mention} {grace.mention}", allowed_mentions=only_ada)
    assert playground.message(sent.id)["pinged"] == [str(ada.id)]
    quiet = await channel.send(ada.mention, allowed_mentions=discord.AllowedMentions.none())
    assert playground.message(quiet.id)["pinged"] == []


async def test_everyone_is_pinged_if_allowed(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    loud = playground.message((await channel.send("@everyone, a match!")).id)
    assert loud["pinged"] == [str(person.id) for person in playground.people]
    only_users = discord.AllowedMentions(everyone=False, users=True)
    quiet = playground.message((await channel.send("@here, a match!", allowed_mentions=only_users)).id)
    assert (loud["mention_everyone"], quiet["mention_everyone"], quiet["pinged"]) == (True, False, [])


async def test_edit_pings_nobody(playground: Playground, bot: SmallBot) -> None:
    ada, *_ = playground.people
    channel = bot.get_partial_messageable(playground.channels[0].id)
    sent = await channel.send("Hello")
    await sent.edit(content=f"Hello {ada.mention}")
    told = playground.message(sent.id)
    assert ([user["username"] for user in told["mentions"]], told["pinged"]) == (["ada"], [])


async def test_edit_keeps_the_attachments_it_lists(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    files = [discord.File(__file__, filename=name) for name in ("one.txt", "two.txt")]
    sent = await channel.send("Two files", files=files)
    edited = await sent.edit(attachments=[sent.attachments[1]])
    assert [each.filename for each in edited.attachments] == ["two.txt"]
    assert len(playground.world.files) == 1


@pytest.mark.parametrize("kind", ["PNG", "GIF"])
async def test_picture_is_told_with_its_size(playground: Playground, bot: SmallBot, kind: str) -> None:
    content = io.BytesIO()
    Image.new("P", (320, 7)).save(content, kind)
    content.seek(0)
    channel = bot.get_partial_messageable(playground.channels[0].id)
    sent = await channel.send(file=discord.File(content, f"picture.{kind.lower()}"))
    [attachment] = sent.attachments
    assert (attachment.width, attachment.height) == (320, 7)
    assert attachment.content_type == f"image/{kind.lower()}"


class Kept:
    """A file that a message has already."""

    def __init__(self, media: discord.UnfurledMediaItem) -> None:
        self.id = media.attachment_id

    def to_dict(self) -> dict[str, object]:
        return {"id": self.id}


async def test_layouts_file_is_kept_by_id(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://grey.png")))
    sent = await channel.send(view=view, file=picture())
    assert sent.attachments == []
    [gallery] = sent.components
    assert isinstance(gallery, discord.components.MediaGalleryComponent)
    await sent.edit(view=view, attachments=[Kept(gallery.items[0].media)])  # type: ignore[list-item]
    assert (
        playground.message(sent.id)["components"][0]["items"][0]["media"]["url"] == gallery.items[0].media.url
    )


async def test_layout_cannot_show_dropped_files(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.File("attachment://grey.png"))
    sent = await channel.send(view=view, file=picture())
    with pytest.raises(discord.HTTPException, match="was not found"):
        await sent.edit(view=view, attachments=[])


async def test_files_beyond_ten_megabytes_are_refused(playground: Playground, bot: SmallBot) -> None:
    channel = bot.get_partial_messageable(playground.channels[0].id)
    large = discord.File(io.BytesIO(bytes(10 * 1024 * 1024 + 1)), "large.bin")
    with pytest.raises(discord.HTTPException, match="too large"):
        await channel.send(file=large)


async def test_message_of_another_cannot_be_edited(playground: Playground, bot: SmallBot) -> None:
    (ada, *_), general = playground.people, playground.channels[0]
    said = playground.say(ada, general, "Mine")
    message = bot.get_partial_messageable(general.id).get_partial_message(int(said["id"]))
    with pytest.raises(discord.Forbidden, match="authored by another user"):
        await message.edit(content="Yours")


async def test_ephemeral_message_is_unknown(playground: Playground, bot: SmallBot) -> None:
    (ada, *_), general = playground.people, playground.channels[0]
    whispered = (await playground.command(ada, general, "echo", text="hush", whisper=True)).message
    assert whispered is not None
    with pytest.raises(discord.NotFound, match="Unknown Message"):
        await bot.get_partial_messageable(general.id).fetch_message(int(whispered["id"]))
    assert [each async for each in bot.get_partial_messageable(general.id).history()] == []


async def test_dismissed_whisper_is_not_heard(playground: Playground) -> None:
    (ada, *_), general = playground.people, playground.channels[0]
    async with connected(playground, guild_messages=True) as bot:
        gone: list[int] = []

        @bot.listen()
        async def on_raw_message_delete(event: discord.RawMessageDeleteEvent) -> None:
            gone.append(event.message_id)

        whispered = (await playground.command(ada, general, "echo", text="hush", whisper=True)).message
        assert whispered is not None
        playground._actions.dismiss(ada, int(whispered["id"]))
        await playground.command(ada, general, "echo", text="hi")
        assert gone == []


@pytest.mark.ci
async def test_message_is_unknown_in_another_channel(playground: Playground, call: Call) -> None:
    general, games = playground.channels
    said = playground.say(playground.people[0], general, "Hello")
    assert (await call("GET", f"/channels/{games.id}/messages/{said['id']}"))[1]["code"] == 10008


async def test_only_interactions_can_whisper(playground: Playground, call: Call) -> None:
    path = f"/channels/{playground.channels[0].id}/messages"
    assert (await call("POST", path, {"content": "hush", "flags": 64}))[1]["flags"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x", "flags": "many"},
        {"content": "x", "components": ["button"]},
        {"content": "x", "embeds": 1},
    ],
)
async def test_malformed_form_is_refused(playground: Playground, call: Call, body: dict[str, object]) -> None:
    status, told = await call("POST", f"/channels/{playground.channels[0].id}/messages", body)
    assert (status, told["code"]) == (400, 50035)
    assert playground.requests[-1][2] == 400
    assert playground.messages(playground.channels[0]) == []


async def test_plain_gateway_needs_no_token(playground: Playground) -> None:
    async with aiohttp.ClientSession(playground.url) as session:
        for path, status in (("/gateway", 200), ("/gateway/bot", 401), ("/users/@me", 401)):
            async with session.get("/api/v10" + path) as response:
                assert response.status == status


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/nowhere", 0),
        ("/users/1", 10013),
        ("/users/x", 10013),
        ("/guilds/1", 10004),
        ("/channels/1", 10003),
        ("/channels/{channel}/messages/1", 10008),
        ("/guilds/{guild}/members/1", 10007),
    ],
)
async def test_unknown_thing_is_not_found(playground: Playground, call: Call, path: str, code: int) -> None:
    ids = {"channel": playground.channels[0].id, "guild": playground.guild.id}
    status, body = await call("GET", path.format(**ids))
    assert (status, body["code"]) == (404, code)


async def test_messages_are_listed_between_bounds(playground: Playground, bot: SmallBot) -> None:
    ada, general = playground.people[0], playground.channels[0]
    said = [int(playground.say(ada, general, str(number))["id"]) for number in range(5)]
    before, after = discord.Object(said[4]), discord.Object(said[0])
    history = bot.get_partial_messageable(general.id).history(limit=2, before=before, after=after)
    assert [message.id async for message in history] == said[1:3]


async def test_silent_message_pings_nobody(playground: Playground, bot: SmallBot) -> None:
    ada, *_ = playground.people
    sent = await bot.get_partial_messageable(playground.channels[0].id).send(ada.mention, silent=True)
    told = playground.message(sent.id)
    assert (len(told["mentions"]), told["pinged"]) == (1, [])
