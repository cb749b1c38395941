"""/privacy: what is kept about somebody is told, hidden and removed, and others lose nothing."""

import gzip
import json
from typing import Any

import pytest

from bot.errors import Refusal, StorageError
from bot.playground.messages import text_of
from bot.playground.things import Person
from bot.services import privacy
from bot.storage.privacy import AT_ONCE
from tests.bot.desk import Desk
from tests.bot.drafts import present
from tests.bot.puzzling import Patient
from tests.bot.scenes import Scene
from tests.bot.shown import controls, id_of, open_cells
from tests.bot.stage import Stage
from tests.bot.test_leaderboards import drawn, tables, won_by_first

FORGET = "Delete everything about me"
LEFT = "someone who has left"


async def export_of(scene: Scene, person: Person) -> dict[str, Any] | None:
    """What somebody is told that is kept about them; None if it is said to be nothing."""
    answer = await scene.command(person, "privacy export")
    assert answer.ephemeral
    files = scene.world.files_of(str(id_of(answer)))
    if not files:
        assert answer.text == "I keep nothing about you."
        return None
    [file] = files
    content = file.content
    if file.attachment["filename"].endswith(".gz"):
        content = gzip.decompress(content)
    told: dict[str, Any] = json.loads(content)
    return told


async def delete(scene: Scene, person: Person) -> None:
    asked = await scene.command(person, "privacy delete")
    answer = await scene.click(person, id_of(asked), FORGET)
    assert answer.text.startswith("Done: I keep nothing about you any more")


async def test_export_is_whole_and_delete_too(patient: Patient) -> None:
    await won_by_first(patient, patient.ada, patient.grace)
    await patient.challenge(patient.ada, opponent=patient.eve, pace="1 day")
    await patient.challenge(patient.ada, level="easy")
    daily = id_of(await patient.command(patient.ada, "daily"))
    await patient.try_right(patient.ada, daily)
    await patient.command(patient.ada, "privacy hide")
    told = present(await export_of(patient, patient.ada))
    assert told["user_id"] == str(patient.ada.id)
    assert [match["moves"] for match in told["matches"]] == [[0, 1, 3, 4, 6], []]
    assert told["matches"][0]["first_id"] == str(patient.ada.id)
    assert told["matches"][0]["created_at"].endswith("+00:00")
    assert told["matches"][0]["is_helped"] is False
    assert [sent["pace"] for sent in told["invitations"]] == [None, 24 * 3600]
    assert [(each["game"], each["wins"]) for each in told["standings"]] == [("tic-tac-toe", 1)] * 2
    assert {each["guild_id"] for each in told["standings"]} == {None, str(patient.playground.guild.id)}
    assert [attempt["day"] is None for attempt in told["attempts"]] == [False]
    assert told["hidden"] == [{"user_id": str(patient.ada.id)}]
    assert await export_of(patient, patient.robot) is None
    await patient.command(patient.ada, "block", everyone=True)
    blocked = present(await export_of(patient, patient.ada))
    assert [each["blocked_id"] for each in blocked["blocks"]] == ["everybody"]
    await delete(patient, patient.ada)
    left = present(await export_of(patient, patient.ada))
    assert {name for name, rows in left.items() if isinstance(rows, list) and rows} == {"departures"}
    assert [(each["race_id"], each["day"]) for each in left["departures"]] == [(None, "2027-06-16")]
    assert await export_of(patient, patient.grace) is not None


async def test_match_stays_without_the_name(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.moves(board, desk.ada, desk.grace, "a1 b1 a2 b2 a3")
    await drawn(desk, desk.grace, desk.ada)
    await desk.command(desk.grace, "review", match=1)
    await delete(desk, desk.ada)
    shown = await desk.command(desk.eve, "board")
    assert f"{LEFT} (O)" in shown.text
    replayed = await desk.command(desk.grace, "replay", match=1)
    reviewed = await desk.command(desk.grace, "review", match=1)
    for text in (shown.text, replayed.text, reviewed.text):
        assert desk.ada.mention not in text
        assert "<@-" not in text
    assert await tables(desk, desk.grace) == {
        "Between people": [f"1. {desk.grace.mention}: 0.5 points, 0 wins, 1 draw, 1 loss"]
    }
    refused = await desk.click(desk.grace, board, "Rematch")
    assert refused.text.startswith("Whom you played against has had everything about them deleted.")


async def test_running_match_ends_at_once(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    invitation = await stage.challenge(stage.eve, opponent=stage.ada)
    await stage.click(stage.ada, board, "b2")
    await delete(stage, stage.ada)
    await stage.upkeep()
    await stage.quiet()
    assert open_cells(stage.message(board)) == []
    assert "**Abandoned**: a player has left." in text_of(stage.message(board))
    assert stage.ada.mention not in text_of(stage.message(board))
    assert stage.rows("SELECT result, manner FROM matches") == [("abandoned", "abandonment")]
    assert controls(stage.message(invitation)) == []
    assert stage.ada.mention not in text_of(stage.message(invitation))
    assert "A player has left, so the invitation is over." in text_of(stage.message(invitation))
    assert stage.rows("SELECT count(*) FROM matches") == [(1,)]


async def test_direct_match_loses_its_place(desk: Desk) -> None:
    await desk.command_in(desk.world.direct(desk.ada), desk.ada, "challenge", first="me")
    await delete(desk, desk.ada)
    assert desk.rows("SELECT channel_id, message_id, is_drawn FROM matches") == [(0, None, 1)]
    ((leaver_id,),) = desk.rows("SELECT first_id FROM matches")
    assert leaver_id < 0
    await won_by_first(desk, desk.ada, desk.grace)
    await delete(desk, desk.ada)
    ids = desk.rows("SELECT first_id FROM matches ORDER BY id")
    assert len({*ids}) == 2
    assert await tables(desk, desk.grace) == {
        "Between people": [f"1. {desk.grace.mention}: 0 points, 0 wins, 0 draws, 1 loss"]
    }


async def test_forged_or_foreign_press_deletes_nothing(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    for person, id_ in ((desk.ada, desk.ada.id), (desk.grace, desk.ada.id)):
        answer = await desk.press(person, board, f"fg:{id_}")
        assert answer.ephemeral
    assert desk.rows("SELECT result, first_id FROM matches") == [(None, desk.ada.id)]


async def test_hidden_person_is_on_no_board(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    hidden = await desk.command(desk.ada, "privacy hide")
    assert "`/privacy show` undoes this." in hidden.text
    await won_by_first(desk, desk.ada, desk.grace)
    grace = f"{desk.grace.mention}: 0 points, 0 wins, 0 draws, 2 losses"
    ada = f"1. {desk.ada.mention}: 2 points, 2 wins, 0 draws, 0 losses"
    assert await tables(desk, desk.ada, scope="global") == {"Between people": [f"1. {grace}"]}
    assert await tables(desk, desk.ada) == {"Between people": [ada, f"2. {grace}"]}
    await desk.command(desk.ada, "privacy show")
    assert await tables(desk, desk.ada, scope="global") == {"Between people": [ada, f"2. {grace}"]}


async def test_hidden_person_is_seen_by_nobody(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    await won_by_first(desk, desk.eve, desk.grace)
    await desk.command(desk.ada, "privacy hide")
    for command, options in (
        ("profile", {"user": desk.ada}),
        ("versus", {"user": desk.grace, "other": desk.ada}),
        ("history", {"user": desk.ada}),
        ("history", {"user": desk.grace, "opponent": desk.ada}),
    ):
        refused = await desk.command(desk.eve, command, **options)
        assert (refused.ephemeral, refused.text) == (True, "There is nothing to see here.")
    seen = await desk.command(desk.eve, "history", user=desk.grace)
    assert desk.eve.mention in seen.text or "#2 " in seen.text
    assert desk.ada.mention not in seen.text
    assert "#1 " not in seen.text
    assert "#1 " in (await desk.command(desk.grace, "history")).text
    shown = id_of(await desk.command(desk.grace, "profile", public=True))
    assert desk.ada.mention not in text_of(desk.message(shown))
    assert desk.ada.mention not in (await desk.click(desk.eve, shown, "Results")).text
    assert desk.ada.mention in (await desk.click(desk.grace, shown, "Results")).text
    own = id_of(await desk.command(desk.ada, "profile"))
    assert "1 win" in (await desk.click(desk.ada, own, "Results")).text
    assert "#1 " in (await desk.command(desk.ada, "history")).text
    everywhere = await desk.command(desk.grace, "leaderboard", board="rating", period="month", scope="global")
    assert desk.ada.mention not in everywhere.text
    here = await desk.command(desk.grace, "leaderboard", board="rating", period="month")
    assert f"1. {desk.ada.mention}" in here.text


async def test_who_deletes_everything_withdraws_from_tournaments(stage: Stage) -> None:
    opened = id_of(await stage.command(stage.ada, "tournament create", pace="1 day"))
    for person in (stage.grace, stage.eve, stage.newcomer("zoe")):
        await stage.click(person, opened, "Join")
    await stage.click(stage.ada, opened, "Start")
    await delete(stage, stage.ada)
    await stage.upkeep()
    await stage.quiet()
    assert stage.rows("SELECT count(*) FROM tournament_entrants WHERE user_id < 0 AND is_withdrawn = 1") == [
        (1,)
    ]
    assert stage.rows("SELECT owner_id < 0 FROM tournaments") == [(1,)]
    assert stage.rows("SELECT manner FROM matches WHERE result IS NOT NULL") == [("resignation",)]
    shown = text_of(stage.message(opened))
    assert stage.ada.mention not in shown
    assert LEFT in shown
    assert "<@-" not in shown
    assert await export_of(stage, stage.ada) is None


async def test_ownerless_tournament_is_called_off(stage: Stage) -> None:
    opened = id_of(await stage.command(stage.ada, "tournament create", pace="1 day"))
    await stage.click(stage.grace, opened, "Join")
    told = present(await export_of(stage, stage.ada))
    assert [each["owner_id"] for each in told["tournaments"]] == [str(stage.ada.id)]
    await delete(stage, stage.ada)
    await stage.upkeep()
    assert stage.rows("SELECT status FROM tournaments") == [("cancelled",)]
    assert stage.ada.mention not in text_of(stage.message(opened))


async def test_large_export_is_compressed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "MOST_PLAIN", 2_000)
    for _ in range(5):
        await desk.challenge(desk.ada)
    told = present(await export_of(desk, desk.ada))
    assert len(told["matches"]) == 5


async def test_large_delete_leaves_nothing(desk: Desk) -> None:
    ada, many = desk.ada.id, range(1, 2 * AT_ONCE + 10)
    desk.database.change(
        "INSERT INTO matches (id, game, channel_id, first_id, second_id, result, created_at, touched_at)"
        " VALUES (?, 'tic-tac-toe', 1, ?, ?, 'first', ?, ?)",
        *((id_, *((ada, 5) if id_ % 2 else (5, ada)), id_, id_) for id_ in many),
    )
    desk.database.change(
        "INSERT INTO invitations (game, channel_id, inviter_id, invitee_id, created_at, fate, match_id)"
        " VALUES ('tic-tac-toe', 1, ?, 5, ?, 'accepted', ?)",
        *((ada, id_, id_) for id_ in many),
    )
    await delete(desk, desk.ada)
    assert await export_of(desk, desk.ada) is None
    people = "SELECT count(*), min(first_id), min(second_id) FROM matches WHERE 5 IN (first_id, second_id)"
    ((count, first, second),) = desk.rows(people)
    assert (count, first == second, first < 0) == (len(many), True, True)
    assert desk.rows("SELECT DISTINCT inviter_id FROM invitations") == [(first,)]
    assert desk.rows("SELECT * FROM blocks") == []


@pytest.mark.ci
async def test_interrupted_delete_goes_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StorageError(Refusal.BUSY)

    for _ in range(2):
        await won_by_first(stage, stage.ada, stage.grace)
    with monkeypatch.context() as patch:
        patch.setattr(stage.bot.context.storage.people, "_write_hidden", fail)  # the last write
        asked = await stage.command(stage.ada, "privacy delete")
        await stage.click(stage.ada, id_of(asked), FORGET)
    ((begun_as,),) = stage.rows("SELECT DISTINCT first_id FROM matches")
    await stage.restart()
    assert "You block nobody" in (await stage.command(stage.ada, "block")).text
    await won_by_first(stage, stage.ada, stage.grace)
    await delete(stage, stage.ada)
    assert stage.rows("SELECT DISTINCT first_id FROM matches") == [(begun_as,)]
    assert await export_of(stage, stage.ada) is None
    await won_by_first(stage, stage.ada, stage.grace)
    await delete(stage, stage.ada)
    assert len(stage.rows("SELECT DISTINCT first_id FROM matches")) == 2
