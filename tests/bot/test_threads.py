"""A match in a thread of its own: begun from the message that shows it first, and never lost on the way."""

import asyncio

import pytest

from bot.playground.messages import text_of
from bot.playground.things import Json, Person, Thread
from tests.bot.desk import Desk
from tests.bot.shown import button_id, cells, controls, id_of, open_cells, private_text
from tests.bot.stage import Stage
from tests.bot.test_places import user_installed
from tests.bot.test_play_from_here import asked, give_up
from tests.bot.test_settings import change
from tests.driver import Answer

THREADS = r"/threads$"
UNPERMITTED = 1 << 35, 1 << 38


def thread_of(stage: Stage, head: int) -> Thread:
    thread = stage.playground.world.thread(head)
    assert thread is not None, "there is no thread"
    return thread


def said_in(stage: Stage, head: int) -> list[Json]:
    return stage.playground.messages(thread_of(stage, head))


def board_in(stage: Stage, head: int) -> int:
    """The only message in the thread of a message: the board."""
    [board] = said_in(stage, head)
    return int(board["id"])


def place(stage: Stage) -> list[tuple[int | None, ...]]:
    return stage.rows("SELECT channel_id, parent_id FROM matches ORDER BY id")


def whispered(stage: Stage, person: Person) -> list[str]:
    """What is said to somebody alone in #general."""
    found = stage.playground.messages(stage.general)
    return [text_of(each) for each in found if each.get("ephemeral_for") == str(person.id)]


def forbid(stage: Stage, permission: int) -> None:
    world = stage.playground.world
    world.bot_permissions = str(int(world.bot_permissions) & ~permission)


async def used_in(stage: Stage, person: Person, head: int, name: str, **options: object) -> Answer:
    answer = await stage.playground.command(person, thread_of(stage, head), name, **options)
    await stage.quiet()
    return answer


async def test_match_is_played_in_its_thread(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True, level="easy")
    thread = thread_of(stage, head)
    assert (thread.name, thread.parent_id) == ("Ada vs Maxine: Tic-tac-toe", stage.general.id)
    assert thread.archived_after == 7 * 24 * 60
    shown = stage.message(head)
    assert f"This match is played here: <#{head}>" in text_of(shown)
    assert (cells(shown), controls(shown), shown["thread"]["id"]) == ("", ["Rules"], str(head))
    board = board_in(stage, head)
    assert stage.message(board)["pinged"] == [str(stage.ada.id)]
    assert place(stage) == [(head, stage.general.id)]
    await stage.click(stage.ada, board, "b2")
    assert "X" in cells(stage.message(board))
    assert id_of(await used_in(stage, stage.ada, head, "board")) > board
    assert (await stage.command(stage.ada, "board")).ephemeral  # there is none in the channel


async def test_accepting_lets_both_in(stage: Stage) -> None:
    answer = await stage.command(stage.ada, "challenge", opponent=stage.grace, thread=True)
    assert f"{stage.ada.mention} begins. It is played in a thread." in answer.text
    invitation = id_of(answer)
    stage.clock.advance(hours=2)
    await stage.click(stage.grace, invitation, "Accept")
    assert thread_of(stage, invitation).name == "Ada vs Grace: Tic-tac-toe"
    board = board_in(stage, invitation)
    assert {*stage.message(board)["pinged"]} == {str(stage.ada.id), str(stage.grace.id)}
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    rematch = await stage.click(stage.ada, board, "Rematch")
    await stage.click(stage.grace, id_of(rematch), "Accept")
    assert place(stage) == 2 * [(invitation, stage.general.id)]  # it is there already
    assert [path for _, path, _ in stage.playground.requests if "/threads" in path][1:] == []


async def test_two_accepts_begin_one_thread(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace, thread=True)
    accept = button_id(stage.message(invitation), "Accept")
    stage.playground.delay_next("POST", THREADS, 0.2)
    answers = await asyncio.gather(*(stage.press(stage.grace, invitation, accept) for _ in range(3)))
    await stage.quiet()
    assert not any(answer.failed for answer in answers)
    assert place(stage) == [(invitation, stage.general.id)]
    assert len(said_in(stage, invitation)) == 1
    late = await stage.press(stage.grace, invitation, accept)
    assert f"/{invitation}/{board_in(stage, invitation)}" in private_text(late)


@pytest.mark.ci
async def test_server_decides_by_default(stage: Stage) -> None:
    assert "Challenges get a thread: **no**" in (await change(stage)).text
    await change(stage, usual=["has_threads"])
    await stage.restart()
    assert "Challenges get a thread: **yes**" in (await change(stage)).text
    heads = [await stage.challenge(stage.ada), await stage.challenge(stage.ada, thread=False)]
    asked = await stage.playground.choose(stage.ada, stage.general, "Challenge", stage.grace)
    answer = await stage.submit(stage.ada, asked, {"game": "oware"})
    await stage.click(stage.grace, id_of(answer), "Accept")
    general = stage.general.id
    assert place(stage) == [(heads[0], general), (general, None), (id_of(answer), general)]
    await change(stage, usual=[])
    assert stage.rows("SELECT has_threads FROM servers") == [(0,)]
    assert open_cells(stage.message(await stage.challenge(stage.ada)))


@pytest.mark.parametrize("permission", UNPERMITTED)
async def test_no_permission_plays_right_here(stage: Stage, permission: int) -> None:
    forbid(stage, permission)
    board = await stage.challenge(stage.ada, thread=True)
    assert open_cells(stage.message(board))
    [said] = whispered(stage, stage.ada)
    assert said.startswith("I may not begin a thread in this channel, so the match is played right here.")
    assert "Create Public Threads and Send Messages in Threads" in said
    await change(stage, usual=["has_threads"])
    answer = await stage.command(stage.grace, "challenge", opponent=stage.ada)
    assert "thread" not in answer.text
    assert whispered(stage, stage.grace) == [said]
    assert stage.playground.world.threads == {}


async def test_lost_permission_is_told_at_accept(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace, thread=True)
    forbid(stage, UNPERMITTED[1])
    await stage.click(stage.grace, invitation, "Accept")
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 b2 c2 / a3 b3 c3"
    [said] = whispered(stage, stage.grace)
    assert said.startswith("I may not begin a thread in this channel")
    assert place(stage) == [(stage.general.id, None)]
    await stage.click(stage.ada, invitation, "b2")
    assert "X" in cells(stage.message(invitation))


async def test_places_without_threads(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True)
    direct = await stage.playground.command(
        stage.ada, stage.playground.direct(stage.ada), "challenge", thread=True
    )
    await stage.quiet()
    inside = await used_in(stage, stage.ada, head, "challenge", thread=True)
    user_installed(stage)
    guest = await stage.command(stage.ada, "challenge", thread=True)
    for answer, said in (
        (direct, "There are no threads in direct messages, so the match is played right here."),
        (inside, "There are no threads in a thread, so the match is played right here."),
        (guest, "I am no member of this server and can begin no thread: the match is played right here."),
    ):
        assert open_cells(stage.message(id_of(answer)))
        assert [text_of(each) for each in answer.followups] == [said]
    assert len(stage.playground.world.threads) == 1


async def test_unasked_thread_is_not_missed(stage: Stage) -> None:
    await change(stage, usual=["has_threads"])
    head = await stage.challenge(stage.ada)
    answer = await used_in(stage, stage.ada, head, "challenge", level="easy")
    assert answer.followups == []
    assert place(stage)[1] == (head, stage.general.id)


async def test_rematch_gets_a_thread(stage: Stage) -> None:
    board, between = await stage.challenge(stage.ada), await stage.between(stage.ada, stage.grace)
    for shown in (board, between):
        await give_up(stage, shown)
    await change(stage, usual=["has_threads"])
    head = id_of(await stage.click(stage.ada, board, "Rematch"))
    invitation = id_of(await stage.click(stage.grace, between, "Rematch"))
    await stage.click(stage.ada, invitation, "Accept")
    general = stage.general.id
    assert place(stage)[2:] == [(head, general), (invitation, general)]
    for thread in (head, invitation):
        assert open_cells(stage.message(board_in(stage, thread)))
    again = await stage.click(stage.ada, board, "Rematch")
    assert f"/{head}/" in private_text(again)


@pytest.mark.ci
async def test_played_from_here_gets_a_thread(stage: Stage) -> None:
    board = await stage.challenge(stage.ada)
    await stage.click(stage.ada, board, "a1")
    await give_up(stage, board)
    await change(stage, usual=["has_threads"])
    head = id_of(await stage.click(stage.ada, id_of(await asked(stage, 1)), "Play X"))
    assert place(stage)[1] == (head, stage.general.id)
    assert open_cells(stage.message(board_in(stage, head)))


@pytest.mark.parametrize("id_", ["n:1", "ps:1:0:1", "gb:nim:easy:me", "pw:nim:easy"])
async def test_button_says_why_there_is_no_thread(desk: Desk, id_: str) -> None:
    board = await desk.challenge(desk.ada)
    await give_up(desk, board)
    await change(desk, usual=["has_threads"])
    desk.hindrance = "permission"
    answer = await desk.press(desk.ada, board, id_)
    assert desk.rows("SELECT count(*) FROM matches WHERE parent_id IS NULL") == [(2,)]
    assert "Create Public Threads" in text_of(answer.followups[-1])


async def test_match_belongs_to_the_channel_too(stage: Stage) -> None:
    head = await stage.challenge(stage.grace, thread=True)
    board = board_in(stage, head)
    listed = await stage.command(stage.ada, "matches")
    assert f"/{head}/{board}" in listed.text
    asked = await stage.command(stage.ada, "stop", match=1)
    await stage.click(stage.ada, id_of(asked), "Really end it?")
    assert stage.rows("SELECT manner FROM matches") == [("stop",)]


async def test_threads_follow_their_channel(stage: Stage) -> None:
    head = await stage.challenge(stage.ada, thread=True)
    await change(stage, channels=[stage.general.id])
    assert not (await used_in(stage, stage.ada, head, "challenge", first="me")).ephemeral
    await change(stage, channels=[stage.games.id])
    assert (await used_in(stage, stage.ada, head, "challenge", first="me")).ephemeral


async def test_nameless_person_plays(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace, thread=True)
    await stage.restart()
    stage.playground.fail_next("GET", "/users/", 404)
    await stage.click(stage.grace, invitation, "Accept")
    assert thread_of(stage, invitation).name == "somebody vs Grace: Tic-tac-toe"


async def test_old_board_leads_into_the_thread(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=99)
    await stage.challenge(stage.ada, thread=True)
    newer = id_of(await stage.command(stage.ada, "board"))
    stage.playground.heal()
    await stage.upkeep()
    assert f"<#{newer}>" in text_of(stage.message(newer))
    assert open_cells(stage.message(board_in(stage, newer)))


async def test_anothers_thread_is_played_on(stage: Stage) -> None:
    stage.playground.fail_next("POST", THREADS, 500, times=99)
    await stage.between(stage.ada, stage.grace, thread=True)
    await stage.command(stage.ada, "move", to="b2")
    match = await stage.storage.matches.find(1)
    assert match is not None
    assert match.message_id is not None
    thread = stage.playground.world.begin_thread(stage.message(match.message_id), "Here", 60)
    assert await stage.storage.matches.move_to(match, match.place.with_thread(thread.id))
    stage.clock.advance(seconds=20)
    for _ in range(2):
        await stage.upkeep()
    board = board_in(stage, thread.id)
    answer = await stage.click(stage.grace, board, "a1")
    assert cells(stage.message(board)) == "O b1 c1 / a2 X c2 / a3 b3 c3"
    assert answer.followups == []
