"""Which match a replay is of: by number, as suggested, or without one."""

import re

import pytest

from bot.playground.things import Person
from bot.words.language import ENGLISH, Reader
from bot.words.match_lists import format_choice
from tests.bot.desk import Desk
from tests.bot.drafts import ADA, draft
from tests.bot.scenes import Scene
from tests.bot.shown import private_text
from tests.bot.stage import Stage


async def resigned(scene: Scene, person: Person, **options: object) -> None:
    await scene.challenge(person, **options)
    await scene.resign(person)
    scene.clock.advance(seconds=1)


async def suggested(stage: Stage, person: Person, typed: str = "") -> list[str]:
    choices = await stage.playground.autocomplete(person, stage.general, "replay", "match", typed)
    assert all(one["name"].startswith(f"#{one['value']} · ") for one in choices)
    return [one["name"] for one in choices]


async def game_replayed(scene: Scene, person: Person, **options: object) -> str:
    return (await scene.command(person, "replay", **options)).text.splitlines()[0].removeprefix("### ")


async def test_own_newest_come_first(stage: Stage) -> None:
    await resigned(stage, stage.ada, game="connect-four", level="hard")
    await stage.challenge(stage.ada, level="easy")
    await resigned(stage, stage.eve, game="oware")
    assert await suggested(stage, stage.ada) == [
        "#2 · Tic-tac-toe · you against Maxine (easy) · running · just now",
        "#1 · Connect Four · you against Maxine (hard) · lost · just now",
        "#3 · Oware · Eve against Maxine (medium) · Maxine won · just now",
    ]


async def test_nothing_to_review_is_said(stage: Stage) -> None:
    choices = await stage.playground.autocomplete(stage.ada, stage.general, "review", "match", "")
    assert choices == [{"name": "No match has ended here yet", "value": 0}]
    answer = await stage.command(stage.ada, "review", match=0)
    assert answer.text == "No match has ended in this channel yet. Start one with `/challenge`."


async def test_peoples_running_match_is_not_suggested(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    assert await suggested(stage, stage.ada) == []
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    assert await suggested(stage, stage.grace) == ["#1 · Tic-tac-toe · you against Ada · lost · just now"]


async def test_suggestions_contain_what_was_typed(stage: Stage) -> None:
    for game in ("connect-four", "oware"):
        await resigned(stage, stage.ada, game=game)
    for typed, numbers in ((" OWARE ", ["#2"]), ("1", ["#1"]), ("lost", ["#2", "#1"]), ("chess", [])):
        assert [name.split()[0] for name in await suggested(stage, stage.ada, typed)] == numbers


@pytest.mark.ci
async def test_suggestions_fit_discords_limit(stage: Stage) -> None:
    for _ in range(26):
        await resigned(stage, stage.ada)
    assert [name.split()[0] for name in await suggested(stage, stage.ada)] == [
        f"#{n}" for n in range(26, 1, -1)
    ]


async def test_other_channels_are_not_suggested(stage: Stage) -> None:
    await resigned(stage, stage.ada)
    assert await stage.playground.autocomplete(stage.ada, stage.games, "replay", "match", "") == []


def asked_about(stage: Stage) -> int:
    return sum(bool(re.search(r"/users/\d+$", path)) for _, path, _ in stage.playground.requests)


async def test_people_are_named_after_a_restart(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    await stage.restart()
    for _ in range(2):
        assert [name.split(" · ")[2:4] for name in await suggested(stage, stage.eve)] == [
            ["Ada against Grace", "Ada won"]
        ]
    assert asked_about(stage) == 2
    assert [name.split()[0] for name in await suggested(stage, stage.eve, "grace")] == ["#1"]


@pytest.mark.parametrize("trouble", ["slow", "cut"])
async def test_late_name_comes_next_time(stage: Stage, monkeypatch: pytest.MonkeyPatch, trouble: str) -> None:
    monkeypatch.setattr("bot.delivery.directory._NAME_SECONDS", 0.05)
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    await stage.restart()
    if trouble == "slow":
        stage.playground.delay_next("GET", r"/users/\d+$", 0.2)
    else:
        stage.playground.fail_next("GET", r"/users/\d+$", status=403)
    assert (await suggested(stage, stage.ada))[0].split(" · ")[2] == "you against another player"
    await stage.until(lambda: not stage.bot.people._asking)
    assert (await suggested(stage, stage.ada))[0].split(" · ")[2] == "you against Grace"


async def test_gone_people_are_asked_about_once(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    await stage.restart()
    stage.playground.fail_next("GET", r"/users/\d+$", status=404)
    for _ in range(2):
        assert (await suggested(stage, stage.ada))[0].split(" · ")[2] == "you against another player"
    assert asked_about(stage) == 1


@pytest.mark.ci
async def test_lost_database_suggests_nothing(stage: Stage) -> None:
    await resigned(stage, stage.ada)
    await stage.storage.close()
    assert await suggested(stage, stage.ada) == []
    assert "does not answer" in (await stage.command(stage.ada, "replay")).text


@pytest.mark.ci
async def test_own_newest_finished_is_replayed(desk: Desk) -> None:
    await resigned(desk, desk.ada, game="connect-four")
    await resigned(desk, desk.ada, game="oware", first="opponent")
    await resigned(desk, desk.eve)
    await desk.challenge(desk.ada)
    assert await game_replayed(desk, desk.ada) == "Oware"
    assert await game_replayed(desk, desk.grace) == "Tic-tac-toe"


async def test_running_match_if_none_ended(desk: Desk) -> None:
    await desk.challenge(desk.ada, game="connect-four")
    assert await game_replayed(desk, desk.ada) == "Connect Four"
    refused = await desk.command(desk.eve, "replay")
    assert private_text(refused) == "No match has ended in this channel yet. Start one with `/challenge`."


@pytest.mark.parametrize("number", [-1, 0, 3, 2**53])
async def test_unknown_number_is_refused(desk: Desk, number: int) -> None:
    await resigned(desk, desk.ada)
    answer = await desk.command(desk.ada, "replay", match=number, public=True)
    assert private_text(answer).startswith(f"I know no match #{number} here.")


async def test_other_channel_only_for_players(desk: Desk) -> None:
    await resigned(desk, desk.ada, game="oware")
    elsewhere = [
        await desk.command_in(desk.games, person, "replay", match=1) for person in (desk.ada, desk.eve)
    ]
    assert elsewhere[0].text.startswith("### Oware")
    assert elsewhere[1].text.startswith("I know no match #1 here.")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (7200, "2 hours ago"),
        (3 * 86400, "3 days ago"),
    ],
)
def test_choice_says_how_long_ago(seconds: float, said: str) -> None:
    assert format_choice(Reader(ENGLISH, ADA), draft(), 1000 + seconds, {}).endswith(f" · {said}")
