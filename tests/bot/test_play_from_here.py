"""Play from here: any position of a finished match is played on against Maxine, and counts nowhere."""

import asyncio
from random import Random

import pytest

from bot.models import Finding, Match, Origin
from engine import AnalysedMove
from tests.bot.boards import pictures
from tests.bot.desk import Desk
from tests.bot.drafts import present
from tests.bot.scenes import Scene
from tests.bot.shown import Told, button_id, buttons, id_of
from tests.bot.stage import Stage
from tests.bot.telling import read_lines
from tests.bot.test_lessons import check_fits, played_at_random
from tests.bot.test_replays import finished
from tests.bot.test_reviews import MOVE, list_pages

FROM_HERE = "Play from here"


async def asked(scene: Scene, ply: int) -> Told:
    """The question which side Ada plays from a position of the first match on."""
    replay = id_of(await scene.command(scene.ada, "replay", match=1))
    step = await scene.press(scene.ada, replay, f"p:1:{ply}:1")
    return await scene.click(scene.ada, id_of(step), FROM_HERE)


async def newest(scene: Scene) -> Match:
    return present(await scene.storage.matches.find(scene.rows("SELECT max(id) FROM matches")[0][0]))


async def give_up(scene: Scene, board: int) -> None:
    for label in ("Resign", "Really resign?"):
        await scene.click(scene.ada, board, label)


async def play_out(scene: Scene, board: int, rng: Random) -> None:
    """Let Ada play by chance until the game is over."""
    while keys := [
        button["custom_id"]
        for button in buttons(scene.message(board))
        if button["custom_id"].startswith("m:") and not button["disabled"]
    ]:
        assert not (await scene.press(scene.ada, board, rng.choice(keys))).ephemeral


@pytest.mark.parametrize(("slug", "seat"), [("tic-tac-toe-wild", 0), ("reversi-6x6", 1), ("kalah", 0)])
async def test_match_is_played_on(desk: Desk, slug: str, seat: int) -> None:
    old, rng = await played_at_random(desk, slug), Random(slug)
    ply = old.ply // 2
    question = await asked(desk, ply)
    check_fits(desk, question)
    assert question.ephemeral
    side = list(buttons(desk.message(id_of(question))))[seat]
    answer = await desk.press(desk.ada, id_of(question), side["custom_id"])
    assert not answer.ephemeral
    assert f", from move {ply + 1} of another match\n" in answer.text
    match = await newest(desk)
    assert match.actions[:ply] == old.actions[:ply]
    assert match.origin == Origin(1, ply)
    assert (match.seat_of(desk.ada.id), match.level) == (seat, "medium")
    await play_out(desk, id_of(answer), rng)
    match = await newest(desk)
    assert match.state.is_terminal
    assert desk.rows("SELECT * FROM standings") == []
    await check_only_own_moves_are_judged(desk, match)


async def check_only_own_moves_are_judged(scene: Scene, match: Match) -> None:
    """Review and replay begin where the match does."""
    first, last = match.first_ply + 1, match.ply
    review = await scene.command(scene.ada, "review")
    moves = "\n".join(await list_pages(scene, scene.ada, review))
    assert [int(number) for number, _ in MOVE.findall(moves)] == [*range(first, last + 1)]
    replay = await scene.command(scene.ada, "replay", public=True)  # not from an error of the reader's on
    assert f"**Move {first - 1} of {last}**: The match begins." in replay.text
    film = await scene.click(scene.ada, id_of(replay), "Film")
    assert pictures(film.message or {})[0]["description"].startswith(f"The whole match: {first}. ")
    for forged in (0, first - 2):
        assert (
            f"**Move {first - 1} of"
            in (await scene.press(scene.ada, id_of(replay), f"p:{match.id}:{forged}:1")).text
        )
    refused = await scene.command(scene.ada, "explain", ply=first - 1)
    assert f"choose `ply` from {first} to {last}." in refused.text


async def test_board_names_no_earlier_moves(desk: Desk) -> None:
    await finished(desk)
    board = await desk.click(desk.ada, id_of(await asked(desk, 3)), "Play O")
    ada = desk.ada.mention
    assert board.text == (
        f"### Tic-tac-toe\nMaxine (X, medium) against {ada} (O), from move 4 of another match"
        f"\nIt is {ada}'s turn (O)."
    )
    await give_up(desk, id_of(board))
    assert "**Move 3 of 3**: **Maxine wins**" in (await desk.command(desk.ada, "replay")).text
    assert "There is no move to review." in (await desk.command(desk.ada, "review")).text
    assert "was to move" in (await desk.command(desk.ada, "explain")).text


async def test_level_is_that_of_the_match(desk: Desk) -> None:
    board = await desk.challenge(desk.ada, level="hard")
    await give_up(desk, board)
    question = await asked(desk, 0)
    assert "at level hard" in question.text
    answer = await desk.click(desk.ada, id_of(question), "Play O")
    assert f"Maxine (X, hard) against {desk.ada.mention} (O), from move 1 of another match" in answer.text
    assert "Maxine played " in answer.text


async def test_reviews_and_lessons_lead_on(desk: Desk) -> None:
    await finished(desk, "a1 b1 b3 b2 a2 c3 a3")
    review = id_of(await desk.command(desk.ada, "review"))
    lesson = id_of(await desk.click(desk.ada, review, "Learn from your mistakes"))
    ids = [button_id(desk.message(review), FROM_HERE), button_id(desk.message(lesson), FROM_HERE)]
    shown = id_of(await desk.click(desk.ada, lesson, "Show the answer"))
    ids.append(button_id(desk.message(shown), FROM_HERE))
    for message, pressed in zip((review, lesson, shown), ids, strict=True):
        ply = int(pressed.rpartition(":")[2])
        assert f"for move {ply + 1}." in (await desk.press(desk.ada, message, pressed)).text
    assert ids[1] == ids[2] == "pf:1:4"


async def test_running_or_ended_is_refused(desk: Desk) -> None:
    await finished(desk)
    board = await desk.challenge(desk.ada)
    running = id_of(await desk.command(desk.ada, "replay", match=2))
    ended = id_of(await desk.command(desk.ada, "replay", match=1))
    await desk.click(desk.ada, ended, "Last")
    for message in (running, ended):
        assert FROM_HERE not in [button["label"] for button in buttons(desk.message(message))]
    people = await desk.between(desk.ada, desk.grace)
    for message in (board, people, ended):
        for forged in (
            "pf:2:0",
            "ps:2:0:0",
            "pf:3:0",
            "ps:3:0:0",
            "pf:1:5",
            "pf:1:9",
            "ps:1:5:0",
            "ps:1:0:2",
        ):
            answer = await desk.press(desk.ada, message, forged)
            assert answer.ephemeral, forged
            assert "is still running" in answer.text or "This button no longer exists." in answer.text
    assert desk.rows("SELECT max(id) FROM matches") == [(3,)]


async def test_earlier_proofs_still_hold(desk: Desk) -> None:
    await played_at_random(desk, "connect-four")
    proven = tuple(AnalysedMove(action, 1, 9, exact=True, line=(action,)) for action in range(7))
    await desk.storage.findings.add([Finding(1, 2, 9.0, proven)])
    board = id_of(await desk.click(desk.ada, id_of(await asked(desk, 2)), "Play Red"))
    explained = await desk.click(desk.ada, board, "Explain")
    assert {line.worth for line in read_lines(explained.text)} == {"win in 5"}


async def test_double_press_begins_one_match(stage: Stage) -> None:
    await finished(stage)
    question = id_of(await asked(stage, 3))
    answers = await asyncio.gather(*(stage.click(stage.ada, question, "Play X") for _ in range(2)))
    assert sorted(answer.ephemeral for answer in answers) == [False, True]
    assert stage.rows("SELECT count(*) FROM matches") == [(2,)]
    told = await stage.click(stage.ada, question, "Play X")
    [board] = [id_of(answer) for answer in answers if not answer.ephemeral]
    assert told.text == f"You are playing on from this position already, here: {stage.link(board)}"
    answers = [await stage.click(stage.ada, question, "Play O") for _ in range(2)]
    assert [answer.ephemeral for answer in answers] == [False, True]
    await give_up(stage, board)
    assert not (await stage.click(stage.ada, question, "Play X")).ephemeral


async def test_rematch_is_from_the_same_position(desk: Desk) -> None:
    await finished(desk)
    board = id_of(await desk.click(desk.ada, id_of(await asked(desk, 2)), "Play X"))
    await give_up(desk, board)
    again = await desk.click(desk.ada, board, "Rematch")
    assert f"Maxine (X, medium) against {desk.ada.mention} (O), from move 3 of another match" in again.text
    match = await newest(desk)
    assert (match.actions[:2], match.origin, match.ply) == ((0, 1), Origin(1, 2), 3)
    assert (
        "You are playing on from this position already" in (await desk.click(desk.ada, board, "Rematch")).text
    )
    await give_up(desk, id_of(again))
    assert "The rematch has begun already." in (await desk.click(desk.ada, board, "Rematch")).text
    assert desk.rows("SELECT * FROM standings ORDER BY guild_id, user_id") == [
        ("tic-tac-toe", *row) for row in people(desk)
    ]


def people(scene: Scene) -> list[tuple[object, ...]]:
    """The standings of the match between Ada and Grace, which alone counts."""
    scopes, results = (
        (0, scene.world.guild.id),
        ((scene.ada.id, 1, 0, 0, 2), (scene.grace.id, 0, 0, 1, 0)),
    )
    return [(scope, "people", *result) for scope in scopes for result in results]
