"""The sheets of challenges: what they ask, with the choices of last time, and what comes of them."""

import asyncio

import pytest

from bot.components.answers import find_press
from bot.models import Invitation, Match, ServerSettings
from bot.playground.messages import text_of
from bot.services import Context, invite
from bot.words.language import Languages
from tests.bot.desk import Desk, Heard
from tests.bot.shown import cells, chosen_in, fields_of, id_of, private_text
from tests.bot.stage import Stage
from tests.bot.test_late_answers import SORRY, be_too_late

NEW = {"opponent": [], "game": ["tic-tac-toe"], "first": ["me"], "level": ["medium"], "more": []}
"""What a person is shown who has chosen nothing before."""


async def sheet_of(desk: Desk, **options: object) -> Heard:
    return await desk.command(desk.ada, "challenge", **options)


async def test_bare_challenge_opens_a_sheet(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge")
    assert answer.message is None
    assert chosen_in(answer.modal) == NEW
    told = {each["value"]: each["description"] for each in fields_of(answer.modal)["game"]["options"]}
    assert len(told) == 15
    assert told["oware"].startswith("sow and capture")
    ticks = [each["value"] for each in fields_of(answer.modal)["more"]["options"]]
    assert ticks == ["rated", "open", "together", "thread"]
    board = await stage.submit(stage.ada, answer, {"game": "oware", "level": "hard", "first": "opponent"})
    assert not board.ephemeral
    assert stage.rows("SELECT game, level, second_id FROM matches") == [("oware", "hard", stage.ada.id)]


async def test_person_is_invited_on_a_sheet(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge")
    values = {"opponent": stage.grace, "first": "random", "more": ["rated"]}
    invitation = await stage.submit(stage.ada, answer, values)
    assert f"{stage.ada.mention} challenges {stage.grace.mention}." in invitation.text
    assert stage.message(id_of(invitation))["pinged"] == [str(stage.grace.id)]
    again = await stage.command(stage.ada, "challenge")
    assert chosen_in(again.modal) == {
        **NEW,
        "opponent": [str(stage.grace.id)],
        "first": ["random"],
        "more": ["rated"],
    }


async def test_choices_of_last_time_are_shown(desk: Desk) -> None:
    nim = await desk.challenge(desk.ada, game="nim", level="easy", first="opponent", rated=True)
    new = chosen_in((await desk.press(desk.grace, nim, "cs")).modal)
    assert (new["opponent"], new["more"]) == ([], ["rated"])
    shown = chosen_in((await sheet_of(desk)).modal)
    assert shown == {**NEW, "game": ["nim"], "level": ["easy"], "first": ["opponent"], "more": ["rated"]}
    desk.clock.advance(minutes=1)
    await desk.challenge(desk.ada, open=True, pace="1 day")
    assert chosen_in((await sheet_of(desk)).modal) == {**NEW, "more": ["rated", "open"]}
    desk.clock.advance(minutes=1)
    board = await desk.between(desk.grace, desk.ada, game="oware", rated=False)
    assert chosen_in((await desk.press(desk.ada, board, "cs")).modal) == {
        "opponent": [str(desk.grace.id)],
        "game": ["oware"],
        "first": ["opponent"],
        "pace": ["none"],
        "more": [],
    }


async def test_server_says_what_is_usual(desk: Desk) -> None:
    usual = ServerSettings(game="kalah", level="hard", has_threads=True)
    await desk.storage.servers.save(desk.world.guild.id, ServerSettings(), usual, 1.0)
    shown = chosen_in((await sheet_of(desk)).modal)
    assert shown == {**NEW, "game": ["kalah"], "level": ["hard"], "more": ["thread"]}


async def test_sheet_asks_only_what_makes_sense(desk: Desk) -> None:
    desk.hindrance = "permission"
    direct = desk.world.direct(desk.ada)
    opened = await desk.command_in(direct, desk.ada, "challenge")
    assert [*fields_of(opened.modal)] == ["game", "first", "level", "more"]
    assert [each["value"] for each in fields_of(opened.modal)["more"]["options"]] == ["rated", "together"]
    assert cells((await desk.submit(desk.ada, opened, {})).message or {}) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


@pytest.mark.parametrize(
    ("forged", "sentence"),
    [
        ({"game": ("chess",)}, "There is no game “chess”."),
        ({"level": ("godlike",)}, "There is no level “godlike”."),
        ({"first": ("nobody",)}, "This button no longer exists."),
        ({"pace": ("a year",)}, "This button no longer exists."),
        ({"more": ("free beer",)}, "This button no longer exists."),
        ({"opponent": ("1",)}, "This button no longer exists."),
        ({"more": ("open", "together")}, "With `together` the whole channel plays against me."),
    ],
)
async def test_forged_sheet_is_refused(desk: Desk, forged: dict[str, tuple[str, ...]], sentence: str) -> None:
    refused = await desk.submit(desk.ada, await sheet_of(desk), {}, forged)
    assert private_text(refused).startswith(sentence)
    assert desk.rows("SELECT count(*) FROM matches") == [(0,)]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("robot", "Other bots do not play."),
        ("ada", "You cannot challenge yourself."),
        ("grace", "{} takes no"),
    ],
)
async def test_who_cannot_be_invited_is_refused(desk: Desk, who: str, sentence: str) -> None:
    await desk.command(desk.grace, "block", user=desk.ada)
    person = getattr(desk, who)
    refused = await desk.submit(desk.ada, await sheet_of(desk), {"opponent": person})
    assert private_text(refused).startswith(sentence.format(person.mention))
    assert desk.rows("SELECT count(*) FROM invitations") == [(0,)]


async def test_sheets_and_buttons_are_no_substitutes(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    assert find_press("cs", is_sheet=True) is None
    assert private_text(await desk.press(desk.ada, board, "sc")).startswith("This button no longer exists.")


async def test_tournament_is_opened_on_a_sheet(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "tournament create")
    assert chosen_in(answer.modal) == {"game": ["tic-tac-toe"], "pace": ["1 day"], "level": ["-"], "at": []}
    chosen = {"game": "nim", "pace": "1 hour", "level": "easy"}
    opened = await stage.submit(stage.ada, answer, chosen)
    assert not opened.ephemeral
    assert stage.rows("SELECT game, pace FROM tournaments") == [("nim", 3600)]
    await stage.click(stage.ada, id_of(opened), "Call off")
    again = await stage.command(stage.grace, "tournament create")
    assert chosen_in(again.modal) == {**{name: [value] for name, value in chosen.items()}, "at": []}
    asked = await stage.submit(stage.grace, again, {"at": "in 2 hours"})
    assert private_text(asked).startswith("I understand this time: ")


async def test_sheet_opens_no_tournament_where_the_bot_may_not_post(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "tournament create")
    stage.world.bot_permissions = str(1 << 10)  # it may see the channel, and no more
    assert "post" in private_text(await stage.submit(stage.ada, answer, {"pace": "1 hour"}))
    assert stage.rows("SELECT count(*) FROM tournaments") == [(0,)]


async def test_tournament_without_a_pace_is_forged(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "tournament create")
    fields_of(answer.modal)["pace"]["options"].append({"value": "none"})
    refused = await stage.submit(stage.ada, answer, {"pace": "none"})
    assert private_text(refused).startswith("This button no longer exists.")


@pytest.mark.parametrize("code", [language.code for language in Languages.load().all])
async def test_sheets_fit_in_every_language(desk: Desk, code: str) -> None:
    desk.world.speak(desk.ada.id, code)
    shown = id_of(await desk.submit(desk.ada, await desk.command(desk.ada, "settings"), {}))
    for opened in (  # Discord's limits are checked where they open
        await sheet_of(desk),
        await desk.press(desk.ada, shown, "cs"),
        await desk.press(desk.ada, shown, "sv:1"),
    ):
        assert opened.modal is not None


async def test_slow_sheet_is_not_deferred(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    find = invite.find_last

    async def find_slowly(context: Context, user_id: int) -> Match | Invitation | None:
        await asyncio.sleep(2)
        return await find(context, user_id)

    monkeypatch.setattr(invite, "find_last", find_slowly)
    answer = await stage.command(stage.ada, "challenge")
    assert chosen_in(answer.modal) == NEW
    assert not answer.deferred


async def test_late_sheet_is_apologised_for(stage: Stage) -> None:
    be_too_late(stage)
    await stage.playground.command(stage.ada, stage.general, "challenge")
    await stage.quiet()
    [sorry] = stage.playground.messages(stage.general)
    assert text_of(sorry) == SORRY.format(stage.ada.mention)
