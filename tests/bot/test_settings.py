"""/settings: what is usual on a server is chosen by those who manage it, saved at once, and takes effect."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import ElsewhereError, Refused
from bot.models import Place, ServerSettings
from bot.playground.messages import text_of
from bot.services import settings
from bot.words.language import Language, Languages
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import Told, chosen_in, controls, id_of, private_text
from tests.bot.stage import CALLBACK, Stage, staged


class German(Language):
    """A language that can be told from English."""

    def say(self, template: str, /, **places: object) -> str:
        return f"[de {super().say(template, **places)}]"


LANGUAGES = Languages([German("de")])


async def change(scene: Scene, **values: object) -> Told:
    """Let Ada fill in the sheet of settings that has these fields."""
    sheet = await scene.command(scene.ada, "settings")
    if values.keys() & {"season", "time_zone"}:
        shown = id_of(await scene.submit(scene.ada, sheet, {}))
        sheet = await scene.click(scene.ada, shown, "Time zone and results")
    return await scene.submit(scene.ada, sheet, values)


async def test_choices_are_saved_at_once_and_shown(stage: Stage) -> None:
    games, general = stage.games.id, stage.general.id
    chosen = {"game": "oware", "level": "hard", "language": "en", "usual": ["has_threads", "shows_votes"]}
    first = await change(stage, channels=[games, general], **chosen)
    assert "Time zone for weekly races and planned times: **UTC**" in first.text
    second = await change(stage, season=[games], time_zone="america/new york")
    await stage.restart()
    listed = " and ".join(f"<#{each}>" for each in sorted((games, general)))
    assert second.text.splitlines()[1:] == [
        f"Matches may begin: **{listed}**",
        "Usual game: **Oware**",
        "Usual level: **hard**",
        "Challenges get a thread: **yes**",
        "Votes of a channel are shown before they are closed: **yes**",
        "Language of what everybody reads: **English**",
        f"Results of each month: **<#{games}>**",
        "Time zone for weekly races and planned times: **America/New_York**",
    ]
    again = await stage.command(stage.ada, "settings")
    assert chosen_in(again.modal) == {
        "channels": [str(each) for each in sorted((games, general))],
        **{name: [value] if isinstance(value, str) else value for name, value in chosen.items()},
    }


async def test_sheet_redraws_the_message_of_its_button(desk: Desk) -> None:
    shown = id_of(await change(desk, channels=[desk.games.id]))
    changed = await desk.submit(desk.ada, await desk.click(desk.ada, shown, "Change"), {"channels": []})
    assert id_of(changed) == shown
    assert "Matches may begin: **everywhere**" in text_of(desk.message(shown))


@pytest.mark.parametrize(
    "forged",
    [
        {"usual": ("perhaps",)},
        {"game": ("chess",)},
        {"level": ("q-table",)},
        {"language": ("xx",)},
        {"channels": ("here",)},
        {"colour": ("red",)},
    ],
)
async def test_forged_choice_is_refused(desk: Desk, forged: dict[str, tuple[str, ...]]) -> None:
    refused = await desk.submit(desk.ada, await desk.command(desk.ada, "settings"), {"level": "easy"}, forged)
    assert private_text(refused).startswith("This button no longer exists.")
    assert desk.rows("SELECT * FROM servers") == []


async def test_sheet_of_another_person_is_refused(desk: Desk) -> None:
    opened = await desk.command(desk.ada, "settings")
    refused = await desk.submit(desk.grace, opened, {"level": "easy"})
    assert private_text(refused).startswith("Only those who may manage this server")
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
    forged = await stage.press(stage.grace, board, "sv:0")
    for answer in (refused, forged):
        assert private_text(answer).startswith("Only those who may manage this server")


async def test_matches_begin_where_they_may(stage: Stage) -> None:
    old = await stage.challenge(stage.ada, level="easy")
    await stage.resign(stage.ada)
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    await change(stage, channels=[stage.games.id])
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
    await change(stage, game="connect-four", level="easy")
    await stage.challenge(stage.ada)
    await stage.challenge(stage.ada, game="oware", level="hard")
    found = stage.rows("SELECT game, level FROM matches ORDER BY id")
    assert found == [("connect-four", "easy"), ("oware", "hard")]


async def test_public_messages_in_the_chosen_language(tmp_path: Path) -> None:
    def make(playground: object, path: Path) -> Stage:
        stage = Stage(playground, path)  # type: ignore[arg-type]
        stage.languages = LANGUAGES
        return stage

    async with staged(tmp_path / "maxine.db", make) as stage:
        board = await stage.between(stage.ada, stage.grace)
        assert "[de " not in text_of(stage.message(board))
        await change(stage, language="de")
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
    await change(desk, language="en")
    guild_id = desk.world.guild.id
    desk.context.settings[guild_id] = desk.context.settings[guild_id]._replace(until=0.0)
    await desk.storage.close()
    await settings.preload(desk.context, guild_id)
    await settings.record_activity(desk.context, guild_id)
    assert settings.get_cached(desk.context, guild_id).language == "en"
