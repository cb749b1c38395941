"""Where Discord waits for an answer no longer, people are told in another way: once, and nobody else's."""

import asyncio
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import policy
from bot.delivery.responder import Responder
from bot.playground.messages import text_of
from bot.playground.things import Json
from tests.bot.shown import cells, controls, id_of
from tests.bot.stage import CALLBACK, EDIT, MESSAGES, Stage
from tests.bot.test_metrics import COUNT
from tests.bot.test_places import user_installed
from tests.bot.test_promises import SLOW, UNHEARD
from tests.bot.test_reviews import resigned
from tests.bot.test_reviews_kept import STILL_LOOKING
from tests.bot.watched import Watched, watched

SORRY = (
    "{}, I was too slow this time, so my answer did not reach you. Please try again. If you made a move, it"
    " is safe: `/board` shows your match."
)


@pytest.fixture
async def watched_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Watched]:
    async with watched(tmp_path / "maxine.db", monkeypatch, Watched) as stage:
        yield stage


def be_too_late(stage: Stage) -> None:
    """The next first answer arrives when Discord waits for it no longer: it says 10062."""
    stage.playground.delay_next("POST", CALLBACK, 3.1)


def promise_nothing(stage: Stage) -> None:
    """No first answer arrives: of what comes after three seconds Discord says 10015."""
    stage.playground.delay_next("POST", CALLBACK, math.inf)


def slow_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot give every answer later than it promises it."""
    send = Responder.send

    async def slowly(responder: Responder, message: dict[str, Any], *, is_public: bool = True) -> int:
        await asyncio.sleep(SLOW)
        return await send(responder, message, is_public=is_public)

    monkeypatch.setattr(Responder, "send", slowly)


def list_messages(stage: Stage) -> list[Json]:
    """What somebody else reads in the channel."""
    return stage.playground.messages(stage.general, stage.eve)


def newest(stage: Stage) -> Json:
    """What somebody else reads there last."""
    return list_messages(stage)[-1]


def find_answered(stage: Stage) -> set[int]:
    """With which statuses Discord has answered what was asked for with an interaction's token."""
    return {status for _, path, status in stage.playground.requests if "/webhooks/" in path}


@pytest.mark.parametrize("name", ["leaderboard", "rules", "explain", "streaks", "profile"])
async def test_late_answer_to_everybody_is_posted_in_the_channel(stage: Stage, name: str) -> None:
    options = {} if name in {"leaderboard", "streaks"} else {"public": True}
    await stage.challenge(stage.ada)
    usual = (await stage.command(stage.ada, name, **options)).text
    before = list_messages(stage)
    be_too_late(stage)
    answer = await stage.command(stage.ada, name, **options)
    assert answer.failed
    [*others, posted] = list_messages(stage)
    assert (others, posted["pinged"]) == (before, [])
    assert usual.startswith(text_of(posted))  # the first explanation of a match says that it is a help


async def test_answer_that_was_promised_too_late_is_posted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_down(monkeypatch)
    be_too_late(stage)
    await stage.command(stage.ada, "leaderboard")
    [posted] = list_messages(stage)
    assert "Tic-tac-toe" in text_of(posted)


async def test_answer_whose_promise_was_lost_is_posted(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_down(monkeypatch)
    promise_nothing(stage)
    await stage.command(stage.ada, "leaderboard")
    [posted] = list_messages(stage)
    assert "Tic-tac-toe" in text_of(posted)
    assert find_answered(stage) == {404}


@pytest.mark.parametrize("fault", UNHEARD)
async def test_answer_that_discord_took_is_not_posted_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    slow_down(monkeypatch)
    UNHEARD[fault](stage.playground)
    answer = await stage.command(stage.ada, "leaderboard")
    assert [message["id"] for message in list_messages(stage)] == [str(id_of(answer))]


async def test_match_whose_board_comes_too_late_is_played_on_it(stage: Stage) -> None:
    be_too_late(stage)
    await stage.command(stage.ada, "challenge", first="opponent", level="perfect")
    [board] = list_messages(stage)
    assert cells(board).count("X") == 1
    answer = await stage.click(stage.ada, int(board["id"]), "b2" if "b2" in cells(board) else "a1")
    assert not answer.ephemeral
    assert len(list_messages(stage)) == 1


async def test_late_invitation_pings_whom_it_is_for_and_is_accepted(stage: Stage) -> None:
    be_too_late(stage)
    await stage.command(stage.ada, "challenge", opponent=stage.grace)
    [invitation] = list_messages(stage)
    assert invitation["pinged"] == [str(stage.grace.id)]
    board = id_of(await stage.click(stage.grace, int(invitation["id"]), "Accept"))
    assert not (await stage.click(stage.ada, board, "b2")).ephemeral


async def test_late_invitation_is_turned_into_the_board_all_the_same(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    be_too_late(stage)
    await stage.click(stage.grace, invitation, "Accept")
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    assert not (await stage.click(stage.ada, invitation, "b2")).ephemeral


async def test_board_is_drawn_where_a_press_was_answered_too_late(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    be_too_late(stage)
    answer = await stage.click(stage.ada, board, "b2")
    assert answer.failed
    assert ("X" in cells(stage.message(board)), "O" in cells(stage.message(board))) == (True, True)
    assert len(list_messages(stage)) == 1


async def test_board_is_drawn_where_a_press_was_promised_too_late(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    be_too_late(stage)
    locked = asyncio.create_task(stage.lock(1.2))
    await asyncio.sleep(0)
    answer = await stage.click(stage.ada, board, "b2")
    await locked
    assert (answer.failed, len(list_messages(stage))) == (True, 1)
    assert ("X" in cells(stage.message(board)), "O" in cells(stage.message(board))) == (True, True)


@pytest.mark.ci
async def test_late_board_of_two_is_posted_anew_for_whoever_is_to_move(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    stage.clock.advance(minutes=2)
    be_too_late(stage)
    await stage.click(stage.ada, board, "b2")
    [old, new] = list_messages(stage)
    assert (controls(old), new["pinged"]) == ([], [str(stage.grace.id)])
    assert cells(new) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"


async def test_late_confirmation_of_a_resignation_is_seen_on_the_board(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    asked = id_of(await stage.command(stage.ada, "resign"))
    be_too_late(stage)
    await stage.click(stage.ada, asked, "Really resign?")
    assert "Maxine wins" in text_of(stage.message(board))
    assert len(list_messages(stage)) == 1


async def test_invitation_declined_too_late_says_so(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    be_too_late(stage)
    await stage.click(stage.grace, invitation, "Decline")
    [message] = list_messages(stage)
    assert "declined" in text_of(message)
    assert controls(message) == []


async def test_arena_that_is_shown_too_late_counts_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "ARENA_EDIT_SECONDS", 0.0)
    be_too_late(stage)
    await stage.command(stage.ada, "arena", x="perfect", o="random", games=2)
    [shown] = list_messages(stage)
    assert "Swap sides" in controls(shown)


@pytest.mark.ci
async def test_review_that_is_posted_too_late_is_completed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    await resigned(stage, "b f b e d a f", "oware")
    be_too_late(stage)
    await stage.command(stage.ada, "review", public=True)
    assert "### Review: Oware" in text_of(newest(stage))
    assert STILL_LOOKING not in text_of(newest(stage))


@pytest.mark.parametrize("what", ["Explain", "Hint", "Rules", "More"])
async def test_late_answer_to_one_is_told_to_nobody_else(stage: Stage, what: str) -> None:
    board = await stage.challenge(stage.ada)
    before = list_messages(stage)
    be_too_late(stage)
    await stage.click(stage.ada, board, what)
    check_sorry(stage, before)


def check_sorry(stage: Stage, before: list[Json]) -> None:
    """She has said that she was too slow, to Ada alone, and nothing else."""
    [*others, sorry] = list_messages(stage)
    assert (others, text_of(sorry)) == (before, SORRY.format(stage.ada.mention))
    assert sorry["pinged"] == [str(stage.ada.id)]


async def test_answer_to_one_whose_promise_was_lost_is_told_to_nobody_else(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_down(monkeypatch)
    promise_nothing(stage)
    await stage.command(stage.ada, "help")
    check_sorry(stage, [])


async def test_late_question_whether_to_resign_is_on_the_board(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    be_too_late(stage)
    await stage.click(stage.ada, board, "Resign")
    [message] = list_messages(stage)
    assert "Really resign?" in controls(message)


async def test_late_question_on_an_old_board_is_to_be_asked_again(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    stage.clock.advance(minutes=51)
    be_too_late(stage)
    await stage.click(stage.ada, board, "Resign")
    check_sorry(stage, [stage.message(board)])


async def test_late_refusal_is_told_in_the_channel_without_its_reason(stage: Stage) -> None:
    await stage.between(stage.grace, stage.eve)
    [board] = before = list_messages(stage)
    be_too_late(stage)
    await stage.click(stage.ada, int(board["id"]), "b2")
    check_sorry(stage, before)


async def test_late_refusal_of_a_public_command_is_told_in_the_channel(stage: Stage) -> None:
    be_too_late(stage)
    await stage.command(stage.ada, "board")
    check_sorry(stage, [])


async def test_late_question_in_a_private_message_is_told_to_nobody_else(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    explained = id_of(await stage.click(stage.ada, board, "Explain"))
    before, private = list_messages(stage), stage.message(explained)
    be_too_late(stage)
    await stage.click(stage.ada, explained, "All moves")
    check_sorry(stage, before)
    assert stage.message(explained) == private


async def test_late_answer_in_direct_messages_is_posted_there(stage: Stage) -> None:
    channel = stage.playground.direct(stage.ada)
    for name, options in (("challenge", {"first": "me"}), ("hint", {})):
        be_too_late(stage)
        await stage.playground.command(stage.ada, channel, name, **options)
        await stage.quiet()
    [board, sorry] = stage.playground.messages(channel, stage.ada)
    assert cells(board) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    assert text_of(sorry) == SORRY.format(stage.ada.mention)


async def test_whoever_was_told_by_a_late_board_is_told_nothing_else(stage: Stage) -> None:
    channel = stage.playground.direct(stage.ada)
    be_too_late(stage)
    await stage.playground.command(stage.ada, channel, "challenge", thread=True)  # there can be none
    await stage.quiet()
    [board] = stage.playground.messages(channel, stage.ada)
    assert cells(board) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"


async def test_moderator_who_ends_a_match_elsewhere_too_late_is_told(stage: Stage) -> None:
    threaded = await stage.command(stage.grace, "challenge", opponent=stage.eve, thread=True)
    await stage.click(stage.eve, id_of(threaded), "Accept")
    asked = id_of(await stage.command(stage.ada, "stop", match=1))
    before = list_messages(stage)
    be_too_late(stage)
    await stage.click(stage.ada, asked, "Really end it?")
    [*_, sorry] = list_messages(stage)
    assert (len(list_messages(stage)), text_of(sorry)) == (len(before) + 1, SORRY.format(stage.ada.mention))
    assert stage.rows("SELECT manner FROM matches") == [("stop",)]


async def test_late_suggestions_are_none(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    before = list_messages(stage)
    be_too_late(stage)
    assert await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b") == []
    await stage.quiet()
    assert list_messages(stage) == before


@pytest.mark.parametrize("name", ["leaderboard", "help"])
async def test_nothing_is_posted_where_she_is_no_member(
    stage: Stage, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    user_installed(stage)
    be_too_late(stage)
    await stage.command(stage.ada, name)
    assert list_messages(stage) == []
    check_log(caplog)


def check_log(caplog: pytest.LogCaptureFixture) -> None:
    """That nobody could be told is said in a line."""
    assert caplog.text.count("A refusal could not be delivered") == 1
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("name", ["leaderboard", "help"])
async def test_nothing_breaks_where_she_may_not_post(
    stage: Stage, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    stage.playground.fail_next("POST", MESSAGES, 403, 2)
    be_too_late(stage)
    await stage.command(stage.ada, name)
    assert list_messages(stage) == []
    check_log(caplog)


async def test_move_that_nobody_may_draw_is_told_of_in_the_channel(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    before = list_messages(stage)
    stage.playground.fail_next("PATCH", EDIT, 403, 2)
    be_too_late(stage)
    await stage.click(stage.ada, board, "b2")
    check_sorry(stage, before)
    assert stage.rows("SELECT action FROM moves") == [(4,)]


async def test_late_answers_are_counted(watched_stage: Watched) -> None:
    stage = watched_stage
    board = await stage.challenge(stage.ada)
    be_too_late(stage)
    await stage.command(stage.ada, "leaderboard")
    for label in ("b2", "Explain"):
        be_too_late(stage)
        await stage.click(stage.ada, board, label)
    for name in ("leaderboard", "move", "explain"):
        assert await stage.number(COUNT, name=name, outcome="late") == 1
    assert await stage.number(COUNT, outcome="late") == 3
    user_installed(stage)
    be_too_late(stage)
    await stage.command(stage.ada, "help")
    assert await stage.number(COUNT, outcome="unanswered") == 1
