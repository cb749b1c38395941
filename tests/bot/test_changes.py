"""How a match is changed while others change it too, in this process and elsewhere."""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import engine
from bot.caches import weigh
from bot.errors import MatchRefused, Reason, StaleBoardError
from bot.models import Match, Pressed, Rating, RatingChange
from bot.services import Context, find
from bot.services.guards import refuse_out_of_turn
from bot.services.play import change_match, take_press
from bot.storage.matches import Matches, _estimate_bytes
from bot.workers import Analysts
from tests.bot.drafts import ADA, GRACE, begun, draft, opened

CHANGE = RatingChange(ADA, Rating(), Rating(1600.5, 100.5))


@pytest.fixture
async def context(tmp_path: Path) -> AsyncIterator[Context]:
    async with opened(tmp_path / "maxine.db") as storage:
        yield Context(storage, Analysts())


def play_elsewhere(path: Path, match: Match, action: int) -> None:
    """Let another process play a move."""
    with closing(sqlite3.connect(path / "maxine.db")) as db:
        db.execute("INSERT INTO moves VALUES (?, ?, ?)", (match.id, match.ply, action))
        db.commit()


async def test_step_is_retried_on_newer_match(context: Context, tmp_path: Path) -> None:
    steps: list[Match] = []

    def step(match: Match) -> Match:
        steps.append(match)
        if match.ply == 0:
            play_elsewhere(tmp_path, match, 4)
        return match.with_move(0, 1001)

    match = await begun(context.storage)
    after = await change_match(context, match.id, step)
    assert [before.actions for before in steps] == [(), (4,)]
    assert after.actions == (4, 0)
    assert await context.storage.matches.find(match.id) == after


async def test_step_overtaken_twice_is_refused(context: Context, tmp_path: Path) -> None:
    def step(match: Match) -> Match:
        play_elsewhere(tmp_path, match, match.state.actions()[0])
        return match.with_move(8, 1001)

    match = await begun(context.storage)
    context.storage.matches.clear_recent()
    with pytest.raises(StaleBoardError) as refused:
        await change_match(context, match.id, step)
    assert refused.value.match.actions == (0, 1)


async def test_outdated_facts_refuse_nothing(context: Context, tmp_path: Path) -> None:
    match = await begun(context.storage)
    moved = await change_match(context, match.id, lambda it: it.with_move(4, 1001))
    play_elsewhere(tmp_path, moved, 0)

    def step(match: Match) -> Match:
        refuse_out_of_turn(match, ADA)
        return match.with_move(8, 1002)

    after = await change_match(context, match.id, step)
    assert after.actions == (4, 0, 8)
    with pytest.raises(MatchRefused) as refused:
        await change_match(context, match.id, step)
    assert (refused.value.reason, refused.value.match) == (Reason.NOT_YOUR_TURN, after)
    assert refused.value.match.to_move.user_id == GRACE


async def test_outdated_facts_leave_nothing_undone(context: Context, tmp_path: Path) -> None:
    match = await begun(context.storage)
    moved = await change_match(context, match.id, lambda it: it.with_move(4, 1001))
    play_elsewhere(tmp_path, moved, 0)
    after = await change_match(context, match.id, lambda it: it.with_move(8, 1002) if it.ply == 2 else it)
    assert after.actions == (4, 0, 8)
    assert await change_match(context, match.id, lambda it: it) == after


def press_on(message_id: int, ply: int) -> Callable[[Match], Match]:
    """A press of whoever's turn it is on a message that has the button."""

    def step(match: Match) -> Match:
        pressed = Pressed(match.id, ply, match.to_move.user_id or 0, message_id, has_button=True)
        return take_press(match, pressed).with_move(ply, 1001 + ply)

    return step


@pytest.mark.parametrize("is_recent", [True, False])
async def test_board_left_while_saving_is_old(
    context: Context, monkeypatch: pytest.MonkeyPatch, *, is_recent: bool
) -> None:
    match = await begun(context.storage, replace(draft(), message_id=500))
    if is_recent:
        match = await change_match(context, match.id, press_on(500, 0))
    else:
        context.storage.matches.clear_recent()
    leaving = asyncio.create_task(context.storage.matches.set_message(match.id, 600))

    async def find_old(_: Context, __: int) -> Match:
        await asyncio.sleep(0)
        return match  # as it was before it was left

    with monkeypatch.context() as patch:
        patch.setattr(find, "match_by_id", find_old)
        if is_recent:
            await asyncio.sleep(0)
        await change_match(context, match.id, press_on(500, match.ply))
    assert (await leaving)[0] == 600
    with pytest.raises(StaleBoardError):
        await change_match(context, match.id, press_on(500, match.ply + 1))
    after = await change_match(context, match.id, press_on(600, match.ply + 1))
    assert await context.storage.matches.find(match.id) == after


@pytest.mark.parametrize("slug", engine.game_slugs())
def test_kept_match_holds_no_more_than_is_counted(slug: str) -> None:
    rng, match = random.Random(slug), replace(draft(), game_slug=slug, rating_changes=(CHANGE,) * 2)
    while not match.is_over:
        assert weigh(match) <= _estimate_bytes(match)
        match = match.with_move(rng.choice(match.state.actions()), 1001)
    assert weigh(match) <= _estimate_bytes(match)


async def test_only_the_newest_matches_are_kept(context: Context) -> None:
    forgetful = Matches(context.storage.database, most_kept=2 * _estimate_bytes(draft().with_move(4, 1001)))
    for _ in range(4):
        match = await begun(context.storage)
        await forgetful.save(match, match.with_move(4, 1001))
    assert [bool(forgetful.recall(match_id)) for match_id in range(1, 5)] == [False, False, True, True]
