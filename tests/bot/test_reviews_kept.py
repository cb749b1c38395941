"""Reviews: what is kept of them, and what a longer search adds."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from discord.utils import snowflake_time

import engine
from bot.caches import Cache, weigh
from bot.errors import ManyQuestionsError
from bot.models import Finding, Match, Participant, Place, Reviewed
from bot.playground.messages import text_of
from bot.services import Context, review
from bot.workers.process_pools import DrawingPool
from engine import AnalysedMove
from tests.bot.desk import Desk
from tests.bot.paused_stage import GAME, PausedStage
from tests.bot.shown import button_id, id_of
from tests.bot.stage import Stage
from tests.bot.test_reviews import ERRORS, all_moves, finished, menu_of, resigned
from tests.bot.test_thinking_trouble import DEAD, NO_ANSWER

STILL_LOOKING = "-# Proofs that I still find I put in here until"


async def test_kept_review_takes_no_thought(paused: PausedStage) -> None:
    paused.resume_workers()
    await resigned(paused, "a1", GAME)
    first = await paused.command(paused.ada, "review")
    paused.pause_workers()
    paused.analysts._answers.clear()
    shown = text_of(paused.message(id_of(first)))
    assert (await paused.command(paused.ada, "review")).text == shown


async def test_only_the_newest_reviews_are_kept(desk: Desk) -> None:
    reviews = desk.context.reviews
    for number in range(1, 4):
        await resigned(desk, "a1")
        await desk.command(desk.ada, "review", match=number)
        if number == 1:
            forgetful = Cache[int, Reviewed](2 * weigh(reviews[1]) + 500)
            forgetful[1] = reviews[1]
            desk.context = replace(desk.context, reviews=forgetful)
    assert list(forgetful) == [2, 3]


async def test_too_large_review_is_shown(desk: Desk) -> None:
    desk.context = replace(desk.context, reviews=Cache(100))
    await resigned(desk, "a1")
    first = await desk.command(desk.ada, "review")
    assert "Review" in first.text
    assert (await desk.command(desk.ada, "review")).text == first.text
    assert len(desk.context.reviews) == 0


@pytest.mark.parametrize("public", [True, False])
async def test_impossible_review_is_refused_privately(stage: Stage, *, public: bool) -> None:
    await resigned(stage, "a1", GAME)
    stage.worker = DEAD
    await stage.restart()
    before = stage.playground.messages(stage.general, stage.grace)
    answer = await stage.command(stage.ada, "review", public=public)
    refusal = answer.message
    assert refusal is not None
    assert (text_of(refusal), refusal["ephemeral_for"]) == (NO_ANSWER, str(stage.ada.id))
    assert stage.playground.messages(stage.general, stage.grace) == before


async def test_stop_amid_a_review(paused: PausedStage) -> None:
    await resigned(paused, "a1", GAME)
    answer = await paused.playground.command(paused.ada, paused.general, "review")
    await paused.stop()
    assert answer.message is not None
    assert text_of(answer.message) == "I am going offline. Please ask again when I am back."
    await paused.start()


async def test_unknown_match_is_refused(desk: Desk) -> None:
    board = await finished(desk, ERRORS)
    assert button_id(desk.message(board), "Review") == "v:1"
    answer = await desk.press(desk.ada, board, "v:99")
    assert answer.ephemeral
    assert "a match I no longer know" in answer.text


@pytest.mark.ci
async def test_more_proofs_complete_a_review(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    board = await resigned(stage, "b f b e d a f", "oware")
    answer = await stage.click(stage.ada, board, "Review")
    assert STILL_LOOKING in answer.text
    assert "Accuracy: " not in answer.text
    shown = text_of(stage.message(id_of(answer)))
    assert shown.startswith("### Review: Oware")
    assert STILL_LOOKING not in shown
    assert "Accuracy: " in shown
    assert STILL_LOOKING not in (await stage.command(stage.ada, "review")).text


async def busy(*_: object) -> Reviewed:
    raise ManyQuestionsError


async def hanging(*_: object) -> Reviewed:
    await asyncio.Event().wait()
    raise AssertionError


@pytest.mark.parametrize("search", [busy, hanging])
async def test_unfinished_search_promises_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, search: Callable[..., object]
) -> None:
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    monkeypatch.setattr(review, "review_match", search)
    answer = await desk.click(desk.ada, await resigned(desk, "b f b e d a f", "oware"), "Review")
    until = re.search(r"put in here until <t:(\d+):T>", answer.text)
    assert until
    assert 25 < int(until[1]) - snowflake_time(id_of(answer)).timestamp() < 40
    shown = text_of(desk.message(id_of(answer)))
    assert (STILL_LOOKING in shown, "Accuracy: " in shown) == (False, False)
    assert "-# There may be more proofs" in shown


async def undrawn(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> int:
    """The message of a review that could not be drawn any more when it was complete."""
    monkeypatch.setattr("bot.services.review._AT_ONCE", 0.001)
    draw, refusals = DrawingPool.draw, iter([False, False, True])

    async def draw_once(pool: DrawingPool, *drawn: Any) -> Any:  # noqa: ANN401 - as it is drawn
        if next(refusals, False):
            raise ManyQuestionsError
        return await draw(pool, *drawn)

    monkeypatch.setattr(DrawingPool, "draw", draw_once)
    answer = id_of(await stage.command(stage.ada, "review"))
    assert STILL_LOOKING in text_of(stage.message(answer))
    stage.clock.advance(minutes=1)
    return answer


async def blame_every_move(stage: Stage) -> None:
    """Let a moment's thought about the only match have found that every move was wrong."""
    match = await stage.storage.matches.find(1)
    assert match is not None
    for ply in range(match.ply):
        moves = (
            AnalysedMove(action, 0.5 - (action == match.actions[ply]), 1, exact=False, line=(action,))
            for action in match.state_at(ply).actions()
        )
        found = engine.Analysis.of(match.state_at(ply), moves).moves
        await stage.storage.findings.add([Finding(1, ply, 0.001, found)])


async def test_undrawn_review_keeps_its_error(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await resigned(stage, "b f b e d a f", "oware")
    await blame_every_move(stage)
    answer = await undrawn(stage, monkeypatch)
    before = button_id(stage.message(answer), "Who was ahead")
    monkeypatch.setattr(review, "review_match", busy)
    await stage.restart()
    await stage.upkeep()
    assert STILL_LOOKING not in text_of(stage.message(answer))
    assert button_id(stage.message(answer), "Who was ahead") == before


async def test_message_that_is_no_review_any_more_stays(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await resigned(stage, "b f b e d a f", "oware")
    answer = await undrawn(stage, monkeypatch)
    stage.playground.world.edit(stage.message(answer), {"components": []})
    before = stage.message(answer).copy()
    await stage.restart()
    await stage.upkeep()
    assert stage.message(answer) == before


@pytest.mark.ci
async def test_error_that_was_chosen_meanwhile_stays(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    gate, find_proofs = asyncio.Event(), review.review_match

    async def review_late(context: Context, match: Match, asker_id: int) -> Reviewed:
        await gate.wait()
        return await find_proofs(context, match, asker_id)

    monkeypatch.setattr(review, "review_match", review_late)
    board = await resigned(stage, "b f b e d a f", "oware")
    await blame_every_move(stage)
    try:
        answer = await stage.playground.click(stage.ada, board, "Review")
        await stage.until(lambda: STILL_LOOKING in answer.text)
        await stage.playground.click(stage.ada, id_of(answer), "Who was ahead")
        menu = menu_of(stage, id_of(answer))
        assert menu["options"][0]["value"] != "6"
        await stage.playground.click_id(stage.ada, id_of(answer), menu["custom_id"], ["6"])
        before = stage.message(id_of(answer)).copy()
        assert STILL_LOOKING not in text_of(before)
    finally:
        gate.set()
    await stage.quiet()
    assert stage.message(id_of(answer)) == before


@pytest.mark.ci
async def test_explanation_is_not_contradicted(desk: Desk) -> None:
    board = await resigned(desk, "b f b e d a f", "oware")
    match = await desk.storage.matches.find(1)
    assert match is not None
    truth = engine.analyse(match.state_at(2), lambda: True)
    kept = [move._replace(value=1, exact=True, distance=9, line=(move.action,)) for move in truth.moves]
    await desk.storage.findings.add([Finding(1, 2, 9.0, tuple(kept))])  # as if every move won there
    for asked in ("explain", "replay"):
        answer = await desk.command(desk.ada, asked, **({"ply": 3} if asked == "explain" else {}))
    answer = await desk.click(desk.ada, board, "Review")
    listed = await all_moves(desk, desk.ada, answer)
    assert "**3.** South b best" in listed.text


async def test_own_search_is_kept(paused: PausedStage) -> None:
    paused.resume_workers()
    board = await paused.challenge(paused.ada, game=GAME, level="perfect")
    await paused.click(paused.ada, board, "b2")
    [found] = await paused.storage.findings.list_of(1)
    assert (found.ply, len(found.moves)) == (1, 15)
    match = await paused.storage.matches.find(1)
    assert match is not None
    assert match.actions[1] in {move.action for move in found.moves if move.rank == found.moves[0].rank}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("level", "said"),
    [
        ("perfect", "not proven · loss in 20 → loss in 17. Nothing better was proven when it was played."),
        ("hard", "**inaccuracy** · loss in 20 → loss in 17. Not the longest defence. 4 was best."),
    ],
)
async def test_own_search_is_not_blamed_later(desk: Desk, level: str, said: str) -> None:
    now, players = desk.clock(), (Participant(desk.ada.id), Participant(None, level))
    match = Match(0, "connect-four", Place(desk.world.guild.id, desk.general.id), players, now, now)
    match = match.with_move(3, now).with_move(0, now)  # 4 and 1
    await desk.storage.matches.add(match)
    guess = [AnalysedMove(action, -action / 9, 1, exact=False, line=(action,)) for action in range(7)]
    truth = engine.analyse(match.state_at(1)).moves
    await desk.storage.findings.add([Finding(1, 1, 0.9, tuple(guess)), Finding(1, 1, 9.0, truth)])
    await desk.resign(desk.ada)
    answer = await desk.command(desk.ada, "review")
    listed = await all_moves(desk, desk.ada, answer)
    assert re.search(rf"^\*\*2\.\*\* 🟡 1 (\?! )?{re.escape(said)}$", listed.text, re.MULTILINE)


async def test_nothing_new_is_not_kept(desk: Desk) -> None:
    desk.context = replace(desk.context, explanation_seconds=0)
    await resigned(desk, "b f b e d a f", "oware")
    for _ in range(2):
        await desk.command(desk.ada, "explain", ply=3)
    assert len(await desk.storage.findings.list_of(1)) == 1


@pytest.mark.ci
async def test_unfinished_review_goes_on(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("_AT_ONCE", "_TOGETHER"):
        monkeypatch.setattr(f"bot.services.review.{limit}", 1e-9)
    monkeypatch.setattr(stage, "before_thinking", lambda: asyncio.sleep(1))
    await resigned(stage, "b f b e d a f", "oware")
    await stage.command(stage.ada, "review")
    assert {found.ply for found in await stage.storage.findings.list_of(1)} == {5, 6, 7}
    monkeypatch.undo()
    await stage.command(stage.ada, "review")
    assert {found.ply for found in await stage.storage.findings.list_of(1)} == {*range(8)}


@pytest.mark.ci
async def test_proven_ply_is_not_searched_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.services.review._seconds_per_position", lambda *_: 1e-9)
    board = await desk.between(desk.ada, desk.grace, game="four-in-a-row-5x5")
    await desk.moves(board, desk.ada, desk.grace, "b1 e2 c1 e3 a2 c3 a3 b3 a1 d1 a4")
    await desk.command(desk.ada, "review")
    guessed = await desk.storage.findings.list_of(1)
    monkeypatch.undo()
    desk.context.reviews.clear()
    await desk.command(desk.ada, "review")
    again = [found for found in await desk.storage.findings.list_of(1) if found.seconds > 1e-9]
    assert 0 < len(again) < len(guessed)


async def test_undrawn_review_is_completed_later(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    await resigned(stage, "b f b e d a f", "oware")
    answer = await undrawn(stage, monkeypatch)
    await stage.restart()
    await stage.upkeep()
    shown = text_of(stage.message(answer))
    assert shown.startswith("### Review: Oware")
    assert STILL_LOOKING not in shown
