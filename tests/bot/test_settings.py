"""/settings: what is usual on a server is chosen by those who manage it, saved at once, and takes effect."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import ElsewhereError, Refused
from bot.models import Place, ServerSettings
from bot.playground.messages import text_of
from bot.playground.things import Person
from bot.services import settings
from bot.words.language import Language, Languages
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import Told, controls, id_of, menus, private_text
from tests.bot.stage import CALLBACK, Stage, staged


class German(Language):
    """A language that can be told from English."""

    def say(self, template: str, /, **places: object) -> str:
        return f"[de {super().say(template, **places)}]"


LANGUAGES = Languages([German("de")])


async def opened(stage: Scene) -> int:
    answer = await stage.command(stage.ada, "settings")
    assert answer.ephemeral
    return id_of(answer)


async def choose(stage: Scene, shown: int, name: str, *values: object, by: Person | None = None) -> Told:
    return await stage.press(by or stage.ada, shown, f"sg:{name}", *map(str, values))


async def test_choice_is_saved_and_shown(desk: Desk) -> None:
    shown = await opened(desk)
    chosen: dict[str, Sequence[object]] = {
        "channels": (desk.games.id, desk.general.id),
        "season": (desk.games.id,),
        "game": ("oware",),
        "level": ("hard",),
        "has_threads": ("yes",),
        "shows_votes": ("yes",),
        "language": ("en",),
    }
    for name, values in chosen.items():
        answer = await choose(desk, shown, name, *values)
        assert id_of(answer) == shown
    await desk.restart()
    text = text_of(desk.message(await opened(desk)))
    games, general = f"<#{desk.games.id}>", f"<#{desk.general.id}>"
    first, second = sorted((games, general))
    assert text.splitlines()[2:] == [
        f"Matches may begin: **{first} and {second}**",
        "Usual game: **Oware**",
        "Usual level: **hard**",
        "Challenges get a thread: **yes**",
        "Votes of a channel are shown before they are closed: **yes**",
        "Language of what everybody reads: **English**",
        f"Results of each month: **{games}**",
        "Time zone for weekly races and planned times: **UTC** (another: `/settings` with `timezone`)",
    ]
    shown = await opened(desk)
    for name in ("channels", "season"):
        await choose(desk, shown, name)
    await choose(desk, shown, "language", "-")
    assert "Matches may begin: **everywhere**" in text_of(desk.message(shown))
    listed = [menu["custom_id"] for menu in menus(desk.message(shown))]
    assert listed == ["sg:game", "sg:level", "sg:has_threads", "sg:shows_votes", "sg:language"]


@pytest.mark.parametrize("name", ["has_threads", "shows_votes"])
async def test_forged_choice_is_refused(desk: Desk, name: str) -> None:
    shown = await opened(desk)
    assert id_of(await choose(desk, shown, name, "perhaps")) != shown
    assert desk.rows("SELECT * FROM servers") == []


async def test_time_zone_is_chosen_by_name(stage: Stage) -> None:
    suggested = await stage.playground.autocomplete(stage.ada, stage.general, "settings", "timezone", "new y")
    assert [choice["value"] for choice in suggested] == ["America/New_York"]
    unknown = await stage.command(stage.ada, "settings", timezone="Europe/Atlantis")
    assert unknown.text.startswith("I do not know this time zone.")
    for spelled in ("america/new york", "Europe/Berlin"):
        answer = await stage.command(stage.ada, "settings", timezone=spelled)
    assert "Time zone for weekly races and planned times: **Europe/Berlin**" in answer.text
    assert stage.rows("SELECT time_zone FROM servers") == [("Europe/Berlin",)]


async def test_only_managers_may(stage: Stage) -> None:
    with pytest.raises(ValueError, match="Grace is not shown the command /settings"):
        await stage.command(stage.grace, "settings")
    [command] = [each for each in stage.playground.world.commands if each["name"] == "settings"]
    assert (command["contexts"], command["integration_types"]) == ([0], [0])
    command["default_member_permissions"] = None  # the server lets others see it
    refused = await stage.command(stage.grace, "settings")
    board = await stage.challenge(stage.ada)
    forged = await choose(stage, board, "level", "easy", by=stage.grace)
    for answer in (refused, forged):
        assert private_text(answer).startswith("Only those who may manage this server")
    assert stage.rows("SELECT level FROM servers") == [(None,)]


async def test_matches_begin_where_they_may(stage: Stage) -> None:
    old = await stage.challenge(stage.ada, level="easy")
    await stage.resign(stage.ada)
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    await choose(stage, await opened(stage), "channels", stage.games.id)
    shown = next(id_ for id_, each in stage.playground.world.messages.items() if "Rematch" in controls(each))
    answers = [
        await stage.command(stage.ada, "challenge", first="me"),
        await stage.command(stage.ada, "challenge", opponent=stage.grace),
        await stage.click(stage.grace, invitation, "Accept"),
        await stage.click(stage.ada, shown, "Rematch"),
        await stage.press(stage.ada, old, "ps:1:0:0"),
        await stage.command(stage.ada, "arena", x="easy", o="easy"),
    ]
    for answer in answers:
        assert private_text(answer) == f"On this server, matches begin in <#{stage.games.id}>."
    assert stage.rows("SELECT count(*) FROM matches") == [(1,)]
    there = await stage.playground.command(stage.ada, stage.games, "challenge", first="me")
    direct = await stage.playground.command(
        stage.ada, stage.playground.direct(stage.ada), "challenge", first="me"
    )
    assert not there.ephemeral
    assert not direct.ephemeral


async def test_thread_counts_as_its_channel(desk: Desk) -> None:
    context, guild_id = desk.context, desk.world.guild.id
    await settings.change(context, guild_id, lambda usual: replace(usual, channels=(5,)))
    await settings.refuse_elsewhere(context, Place(guild_id, 9, parent_id=5))
    with pytest.raises(ElsewhereError):
        await settings.refuse_elsewhere(context, Place(guild_id, 9, parent_id=6))


async def test_usual_game_and_level(stage: Stage) -> None:
    shown = await opened(stage)
    await choose(stage, shown, "game", "connect-four")
    await choose(stage, shown, "level", "easy")
    await stage.challenge(stage.ada)
    await stage.challenge(stage.ada, game="oware", level="hard")
    found = stage.rows("SELECT game, level FROM matches ORDER BY id")
    assert found == [("connect-four", "easy"), ("oware", "hard")]


async def test_strange_choices_are_refused(stage: Stage) -> None:
    shown = await opened(stage)
    for name, value in (("game", "chess"), ("level", "q-table"), ("colour", "red")):
        assert (await choose(stage, shown, name, value)).ephemeral
    assert {*stage.rows("SELECT game, level FROM servers")} <= {(None, None)}  # it may be being stored
    use = stage.playground._actions.use
    with pytest.raises(ValueError, match="offers no channel"):  # as her page would not
        use(stage.ada, shown, "sg:channels", [str(stage.ada.id)])
    assert use(stage.ada, shown, "sg:channels", [str(stage.games.id)]).person == stage.ada
    await stage.quiet()


async def test_public_messages_in_the_chosen_language(tmp_path: Path) -> None:
    def make(playground: object, path: Path) -> Stage:
        stage = Stage(playground, path)  # type: ignore[arg-type]
        stage.languages = LANGUAGES
        return stage

    async with staged(tmp_path / "maxine.db", make) as stage:
        board = await stage.between(stage.ada, stage.grace)
        assert "[de " not in text_of(stage.message(board))
        await choose(stage, await opened(stage), "language", "de")
        public = await stage.click(stage.ada, board, "a1")
        private = await stage.command(stage.ada, "help")
        assert "[de " in public.text
        assert "[de " not in private.text
        stage.playground.fail_next("POST", CALLBACK, status=404)
        await stage.click(stage.grace, board, "b1")
        await stage.upkeep()
        assert "[de " in text_of(stage.message(board))


async def test_others_choices_are_seen_soon(desk: Desk) -> None:
    context, guild_id = desk.context, desk.world.guild.id
    assert await settings.look_up(context, guild_id) == ServerSettings()
    await desk.storage.servers.save(guild_id, ServerSettings(), ServerSettings(game="oware"), 1.0)
    assert await settings.look_up(context, guild_id) == ServerSettings()
    context.settings[guild_id] = context.settings[guild_id]._replace(until=0.0)  # some seconds have passed
    assert settings.get_cached(context, guild_id) == ServerSettings()
    assert await settings.look_up(context, guild_id) == ServerSettings(game="oware")


async def test_choices_at_once_lose_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    context, guild_id = desk.context, desk.world.guild.id

    def adding(number: int) -> Callable[[ServerSettings], ServerSettings]:
        return lambda usual: replace(usual, channels=(*usual.channels, number))

    await asyncio.gather(*(settings.change(context, guild_id, adding(number)) for number in (1, 2)))
    assert {*(await settings.look_up(context, guild_id)).channels} == {1, 2}
    monkeypatch.setattr(settings, "_TRIES", 0)  # others were faster each time
    with pytest.raises(Refused, match="STALE_SETTINGS"):
        await settings.change(context, guild_id, adding(3))


async def test_server_is_forgotten_a_month_later(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    met = stage.rows("SELECT met_at FROM servers")
    stage.clock.advance(hours=20)
    await stage.resign(stage.ada)
    assert stage.rows("SELECT met_at FROM servers") == met
    stage.clock.advance(days=31)
    await stage.playground.command(stage.ada, stage.playground.direct(stage.ada), "help")
    await stage.upkeep()
    ((again,),) = stage.rows("SELECT met_at FROM servers")
    assert again > met[0][0] + 30 * 24 * 3600  # she was asked, and is a member
    stage.clock.advance(days=31)
    await stage.playground.command(stage.ada, stage.playground.direct(stage.ada), "help")
    stage.playground.fail_next("GET", r"/guilds/\d+$", status=404)
    await stage.upkeep()
    assert stage.rows("SELECT count(*) FROM servers") == [(0,)]
    assert stage.rows("SELECT guild_id, channel_id FROM matches") == [(None, 0)]
    assert {guild_id for (guild_id,) in stage.rows("SELECT guild_id FROM standings")} == {0}


async def test_unconfirmed_clock_forgets_nothing(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    stage.clock.advance(days=40)
    stage.playground.fail_next("GET", r"/guilds/\d+$", status=404)
    await stage.upkeep()
    assert stage.rows("SELECT count(*) FROM servers") == [(1,)]


async def test_lost_database_leaves_what_was_known(desk: Desk) -> None:
    await choose(desk, await opened(desk), "language", "en")
    guild_id = desk.world.guild.id
    desk.context.settings[guild_id] = desk.context.settings[guild_id]._replace(until=0.0)
    await desk.storage.close()
    await settings.preload(desk.context, guild_id)
    await settings.record_activity(desk.context, guild_id)
    assert settings.get_cached(desk.context, guild_id).language == "en"
