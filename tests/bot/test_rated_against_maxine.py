"""Matches against Maxine: casual unless rated is chosen, which is said and remembered."""

import engine
from bot.playground.messages import text_of
from tests.bot.desk import Desk
from tests.bot.scenes import Scene
from tests.bot.shown import id_of
from tests.bot.telling import NOTE
from tests.bot.test_rated_matches import finish, played, verdict_on


async def best_move(scene: Scene) -> str:
    match = await scene.storage.matches.find(1)
    assert match is not None
    return match.state.name_of(engine.analyse(match.state).best[0])


async def test_match_against_maxine_is_casual_unless_chosen(desk: Desk) -> None:
    board = await desk.challenge(desk.ada)
    assert "ated" not in text_of(desk.message(board))
    asked = await desk.click(desk.ada, board, "Explain")
    assert "★" in asked.text
    assert "help" not in asked.text
    await desk.click(desk.ada, board, "b2")
    await desk.command(desk.ada, "move", to=await best_move(desk))
    over = text_of(desk.message(await desk.resign(desk.ada)))
    assert "ated" not in over
    assert "help" not in over
    assert desk.rows("SELECT is_helped, unrated FROM matches") == [(1, "casual")]


async def test_rated_board_says_so_until_help_ends_that(desk: Desk) -> None:
    said = "Rated: help from me, such as Hint or Explain, ends the rating."
    board = await desk.challenge(desk.ada, rated=True)
    assert verdict_on(desk, board) == said
    assert NOTE in (await desk.click(desk.ada, board, "Explain")).text
    await desk.click(desk.ada, board, "b2")
    assert verdict_on(desk, board) == "No longer rated: it is played with help."
    board = await desk.resign(desk.ada)
    assert text_of(desk.message(board)).endswith(" It was played with help.\nSo it is not rated.")
    again = id_of(await desk.click(desk.ada, board, "Rematch"))
    assert verdict_on(desk, again) == said


async def test_choice_of_rating_is_remembered(desk: Desk) -> None:
    await desk.challenge(desk.ada, rated=True)
    await desk.restart()
    await desk.challenge(desk.ada)
    await desk.challenge(desk.grace)
    rated = await desk.challenge(desk.ada, rated=False)
    await desk.challenge(desk.ada)
    assert "ated" not in text_of(desk.message(rated))
    assert desk.rows("SELECT is_rated FROM matches ORDER BY id") == [(1,), (1,), (0,), (0,), (0,)]


async def test_older_match_is_rated_and_its_rematch_casual(desk: Desk) -> None:
    await finish(desk, played(desk, desk.ada, None))
    board = id_of(await desk.command(desk.ada, "board"))
    assert verdict_on(desk, board).startswith("Rating against Maxine: ")
    again = id_of(await desk.click(desk.ada, board, "Rematch"))
    assert "ated" not in text_of(desk.message(again))
