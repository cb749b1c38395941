"""Rated matches: what they do to ratings, why some do nothing, and the boards of who is best."""

import asyncio
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import policy
from bot.errors import Refusal, StorageError
from bot.models import BoardKey, Match, Participant, Place
from bot.models.verdicts import SCALE_OF_ARENAS, strengths_in
from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from bot.storage import Storage
from engine import Outcome
from tests.bot.databases import Opening
from tests.bot.desk import Desk
from tests.bot.drafts import ADA, DRAW, begun, draft
from tests.bot.scenes import Scene
from tests.bot.shown import buttons, id_of, private_text
from tests.bot.stage import Stage

BOTH_TWICE = "b2 a1 c1 a3"


def verdict_on(scene: Scene, board: int) -> str:
    lines = text_of(scene.message(board)).split("\n")
    (line,) = [line for line in lines if "ated: " in line or "Rating" in line]
    return line


async def given_up(scene: Scene, first: Person, second: Person, moves: str, **options: object) -> int:
    """A match in which the second gives up after some moves; return its board."""
    board = await scene.between(first, second, **options)
    if moves:
        await scene.moves(board, first, second, moves)
    return await scene.resign(second)


async def finish(scene: Scene, *matches: Match, outcome: Outcome = Outcome.FIRST) -> None:
    """Let matches that have been played end, past the front door."""
    for match in matches:
        stored = await begun(scene.storage, match)
        assert await scene.storage.matches.save(stored, stored.with_end(outcome, match.touched_at))


def played(scene: Scene, first: Person, second: Person | None, number: int = 0, **changes: object) -> Match:
    """A match of some different moves that has just been played on the server."""
    place = replace(PLACE, guild_id=scene.world.guild.id, channel_id=scene.general.id)
    moves = [action for action in range(9) if action != number][:3]
    at = scene.clock()
    new = draft(first.id, second.id if second else None, level="easy", place=place, at=at)
    return replace(new, **{"is_rated": True, "actions": (number, *moves), **changes})  # type: ignore[arg-type]


PLACE: Place = draft().place


async def test_board_says_the_rating_change(desk: Desk) -> None:
    board = await given_up(desk, desk.ada, desk.grace, BOTH_TWICE)
    ada, grace = desk.ada.mention, desk.grace.mention
    missing = "about 3 more rated matches until a rating"
    said = f"Rating: {ada}: {missing}, {grace}: {missing}"
    assert verdict_on(desk, board) == said
    again = id_of(await desk.command(desk.eve, "board"))
    assert verdict_on(desk, again) == said
    rivals = ((desk.ada, desk.grace), (desk.grace, desk.ada), (desk.ada, desk.grace))
    await finish(desk, *(played(desk, *both, number) for number, both in enumerate(rivals, 1)))
    first = id_of(await desk.command(desk.ada, "board"))
    assert re.fullmatch(rf"Rating: {ada} \d+\? \(±\d+\), {grace} \d+\? \(±\d+\)", verdict_on(desk, first))
    second = await given_up(desk, desk.grace, desk.ada, "a1 b2 a2 c3")
    assert re.fullmatch(
        rf"Rating: {grace} (\d+)\? → \d+\? \(±\d+\), {ada} \d+\? → \d+\? \(±\d+\)", verdict_on(desk, second)
    )


async def test_board_says_why_unrated(desk: Desk) -> None:
    casual = await given_up(desk, desk.ada, desk.grace, BOTH_TWICE, rated=False)
    assert verdict_on(desk, casual) == "Not rated: the players chose a match without rating."
    short = await given_up(desk, desk.ada, desk.grace, "b2 a1 c1")
    assert verdict_on(desk, short) == "Not rated: it ended before each side had moved twice."
    await given_up(desk, desk.ada, desk.grace, BOTH_TWICE)
    repeated = await given_up(desk, desk.grace, desk.ada, BOTH_TWICE)
    said = "Not rated: these two have played the same moves before, in a rated match."
    assert verdict_on(desk, repeated) == said
    numbers = range(1, policy.RATED_MATCHES_A_DAY - 1)
    await finish(desk, *(played(desk, desk.ada, desk.grace, number) for number in numbers))
    await finish(desk, played(desk, desk.grace, desk.ada, 8, actions=(8, 7, 6, 5, 4)))
    limit = await given_up(desk, desk.ada, desk.grace, "c3 b3 a3 a2")
    said = "Not rated: these two had played 10 rated matches that day, and more do not count."
    assert verdict_on(desk, limit) == said
    others = await given_up(desk, desk.ada, desk.eve, BOTH_TWICE)
    assert verdict_on(desk, others).startswith("Rating: ")
    desk.clock.advance(days=1)
    tomorrow = await given_up(desk, desk.ada, desk.grace, "c3 b3 a3 b2")
    assert verdict_on(desk, tomorrow).startswith("Rating: ")


@pytest.mark.ci
async def test_rating_against_maxine_stands_apart(desk: Desk) -> None:
    await finish(desk, *(played(desk, desk.ada, None, number) for number in range(6)))
    board = id_of(await desk.command(desk.ada, "board"))
    ada = re.escape(desk.ada.mention)
    changed = rf"Rating against Maxine: {ada} \d+\? → \d+\? \(±\d+\)"
    reason = " · a win over somebody rated 400 points lower changes nothing"
    assert re.fullmatch(changed, verdict_on(desk, board).removesuffix(reason))
    helped = await begun(desk.storage, played(desk, desk.ada, None, 2))
    assert await desk.storage.matches.add_help(helped.id)
    board = await desk.resign(desk.ada)
    assert text_of(desk.message(board)).endswith(" It was played with help.\nSo it is not rated.")
    await begun(desk.storage, played(desk, desk.ada, None, 3, players=(Participant(desk.ada.id), HER)))
    board = await desk.resign(desk.ada)
    said = "Not rated: how strong Maxine, iq-33, is at this game was not measured yet."
    assert verdict_on(desk, board) == said
    replay = id_of(await desk.command(desk.ada, "replay"))
    asked = id_of(await desk.click(desk.ada, replay, "Play from here"))
    side = next(each["custom_id"] for each in buttons(desk.message(asked)))
    await desk.press(desk.ada, asked, side)
    board = await desk.resign(desk.ada)
    assert verdict_on(desk, board) == "Not rated: it began in the middle of another match."


@pytest.mark.ci
async def test_win_over_the_weak_says_why(desk: Desk) -> None:
    against = Participant(desk.ada.id), Participant(None, "random")
    await finish(desk, *(played(desk, desk.ada, None, number % 9, players=against) for number in range(60)))
    board = id_of(await desk.command(desk.ada, "board"))
    missing = f"{desk.ada.mention}: about 2 more rated matches until a rating"
    why = "a win over somebody rated 400 points lower changes nothing"
    assert verdict_on(desk, board) == f"Rating against Maxine: {missing} · {why}"
    perfect = Participant(desk.grace.id), Participant(None, "perfect")
    drawn = (played(desk, desk.grace, None, number % 9, players=perfect) for number in range(20))
    await finish(desk, *drawn, outcome=Outcome.DRAW)
    board = id_of(await desk.command(desk.grace, "board"))
    assert "changes nothing" not in verdict_on(desk, board)
    first, *_, own = await lines(desk, desk.ada, board="maxine")
    (rating,) = re.findall(rf"^1\. {desk.grace.mention}: (\d+) \(±", first)
    measured = strengths_in("tic-tac-toe")["perfect"].rating
    assert int(rating) == pytest.approx(SCALE_OF_ARENAS + measured, abs=10)
    assert own.startswith(f"{desk.ada.mention}: about 2 more rated matches until a place, 60 wins")


HER = Participant(None, "iq-33")


async def test_unread_verdict_still_ends(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2")
    matches, find = stage.storage.matches, stage.storage.matches.find

    async def fail(match_id: int) -> Match | None:
        match = await find(match_id)
        if match is not None and match.is_over:
            raise StorageError(Refusal.BUSY)
        return match

    with monkeypatch.context() as patch:
        patch.setattr(matches, "find", fail)
        await stage.click(stage.ada, board, "a3")
    shown = text_of(stage.message(board))
    assert f"{stage.ada.mention} wins" in shown
    await stage.upkeep()
    assert verdict_on(stage, board).startswith("Rating: ")


# The boards


async def lines(scene: Scene, person: Person, **options: object) -> list[str]:
    return text_of(scene.message(id_of(await scene.command(person, "leaderboard", **options)))).split("\n")[
        2:
    ]


async def test_board_lists_the_certain(desk: Desk) -> None:
    assert await lines(desk, desk.ada, board="rating") == [
        "Nobody has a place here yet. Be the first: `/challenge`."
    ]
    assert await lines(desk, desk.ada, board="puzzles", scope="global") == [
        "Nobody has a place here yet. Be the first: `/puzzle`."
    ]
    await finish(desk, played(desk, desk.ada, desk.grace, 0))
    nobody, own = await lines(desk, desk.ada, board="rating")
    assert nobody.startswith("Nobody has a place here yet.")
    assert own.startswith(f"{desk.ada.mention}: about 3 more rated matches until a place, 1 win, 0 dr")
    await finish(desk, *(played(desk, desk.ada, desk.grace, number) for number in range(1, 8)))
    found = await lines(desk, desk.ada, board="rating")
    ada, grace = desk.ada.mention, desk.grace.mention
    assert len(found) == 2
    results = "8 wins, 0 draws, 0 losses, 8 wins in a row"
    assert re.fullmatch(rf"1\. {ada}: \d{{4}}\? \(±\d+\), {results}", found[0])
    assert re.fullmatch(rf"2\. {grace}: \d+\? \(±\d+\), 0 wins, 0 draws, 8 losses", found[1])
    assert found == await lines(desk, desk.ada, board="rating", scope="global")
    for options in ({"board": "rating", "period": "week"}, {"period": "month"}):
        assert await lines(desk, desk.eve, **options) == [
            f"1. {ada}: 8 points, 8 wins, 0 draws, 0 losses",
            f"2. {grace}: 0 points, 0 wins, 0 draws, 8 losses",
        ]
    certainty = re.compile(r" \(±\d+\)")
    desk.clock.advance(days=40)
    assert (await lines(desk, desk.eve, period="month"))[0].startswith("Nobody has a place here yet.")
    later = await lines(desk, desk.ada, board="rating")
    assert [certainty.sub("", line) for line in later] == [certainty.sub("", line) for line in found]


@pytest.mark.ci
async def test_certainty_after_a_pause(stage: Stage) -> None:
    await finish(stage, *(played(stage, stage.ada, stage.grace, number) for number in range(8)))
    await finish(stage, *(played(stage, stage.ada, None, number) for number in range(8)))

    async def deviations() -> list[int]:
        profile = text_of(stage.message(id_of(await stage.command(stage.ada, "profile", public=True))))
        shown = [int(number) for number in re.findall(r"\*\* \(± (\d+)", profile)]
        for number, board in zip(shown, ("rating", "maxine"), strict=True):
            listed = await lines(stage, stage.ada, board=board, scope="global")
            assert any(stage.ada.mention in line and f"(±{number})" in line for line in listed)
        return shown

    before = await deviations()
    stage.clock.advance(days=20)
    assert all(later > now for later, now in zip(await deviations(), before, strict=True))


def rank(scene: Scene, *places: tuple[int, float], board: str = "people") -> None:
    """Put people on a board, past the front door."""
    sql = (
        "INSERT INTO rankings (user_id, board, game, guild_id, period, points, score, deviation, streak)"
        " VALUES (?, ?, ?, 0, 'all', ?, ?, 60, 3)"
    )
    game = "" if board == "puzzles" else "tic-tac-toe"
    scene.database.change(sql, *((user, board, game, int(rating / 4), rating) for user, rating in places))


async def test_board_has_pages(desk: Desk) -> None:
    rank(desk, *((1000 + number, 2000.0 - number) for number in range(24)), (desk.ada.id, 1500.5))
    answer = await desk.command(desk.ada, "leaderboard", board="rating", scope="global")
    message, own = id_of(answer), f"25. {desk.ada.mention}: 1500 (±60)"

    def shown(message: Json) -> tuple[list[str], bool, str]:
        written = text_of(message).split("\n")
        places = [line.split(":")[0] for line in written if line[0].isdigit()]
        return places, any(line.startswith(own) for line in written), written[-1]

    first = [f"{number}. <@{999 + number}>" for number in range(1, 6)]
    assert shown(desk.message(message)) == ([*first, f"25. {desk.ada.mention}"], True, "Page 1 of 5")
    for number in range(2, 6):
        await desk.click(desk.ada, message, "▶")
        assert shown(desk.message(message))[2] == f"Page {number} of 5"
    places, is_own, page = shown(desk.message(message))
    assert (places[-1], len(places), is_own, page) == (f"25. {desk.ada.mention}", 5, True, "Page 5 of 5")
    assert [each.get("disabled", False) for each in buttons(desk.message(message))] == [False, True]
    foreign = await desk.click(desk.eve, message, "◀")  # who did not ask for it has their own
    assert foreign.ephemeral
    assert shown(desk.message(message))[2] == "Page 5 of 5"
    desk.database.change("DELETE FROM rankings WHERE user_id < 1019 AND user_id > 1000")
    await desk.click(desk.ada, message, "◀")
    assert shown(desk.message(message))[2] == "Page 2 of 2"
    forged = await desk.press(desk.eve, message, "lb:people:tic-tac-toe:global:all:7:1")
    assert "Page 2 of 2" in text_of(forged.message or {})


async def test_equal_ratings_share_a_place(desk: Desk) -> None:
    ratings = [2000.0, *[1900.0] * 7, 1800.0]
    rank(desk, *((1000 + number, rating) for number, rating in enumerate(ratings)), (desk.ada.id, 1800.0))

    def places(message: int) -> list[str]:
        return re.findall(r"^\d+(?=\. )", text_of(desk.message(message)), re.MULTILINE)

    message = id_of(await desk.command(desk.ada, "leaderboard", board="rating", scope="global"))
    assert places(message) == ["1", *["2"] * 4, "9"]
    await desk.click(desk.ada, message, "▶")
    assert places(message) == ["2", "2", "2", "9", "9"]


@pytest.mark.parametrize(
    "forged",
    [
        "lb:nobody:tic-tac-toe:global:all:0:0",
        "lb:people:tic-tac-toe:global:ever:0:0",
        "lb:people::global:all:0:0",
        "lb:puzzles:tic-tac-toe:server:all:0:0",
        "lb:people:chess:global:all:0:0",
    ],
)
async def test_forged_board_is_refused(desk: Desk, forged: str) -> None:
    message = id_of(await desk.command(desk.ada, "leaderboard", board="rating"))
    answer = await desk.press(desk.ada, message, forged)
    assert "ratings between people" not in private_text(answer)


async def test_puzzle_board_has_one_scope(desk: Desk) -> None:
    rank(desk, (desk.ada.id, 1700.0), (desk.grace.id, 1600.0), board="puzzles")
    for options in ({}, {"period": "week", "game": "oware"}):
        found = await lines(desk, desk.eve, board="puzzles", scope="global", **options)
        assert found == [
            f"1. {desk.ada.mention}: 1700 (±60), 3 in a row at the first try",
            f"2. {desk.grace.mention}: 1600 (±60), 3 in a row at the first try",
        ]
    message = id_of(await desk.command(desk.ada, "leaderboard", board="puzzles"))
    pressed = await desk.press(desk.eve, message, "lb:puzzles::global:all:0:0")
    assert f"1. {desk.ada.mention}: 1700 (±60)" in pressed.text


# What is stored


async def test_matches_ending_at_once_all_count(database: Opening, tmp_path: Path) -> None:
    async with database(tmp_path) as one:
        matches = [
            await begun(one, replace(draft(ADA, 200 + number), is_rated=True, actions=(number, *rest)))
            for number in range(6)
            for rest in [[each for each in range(9) if each != number][:4]]
        ]
        async with database(tmp_path) as other:  # as another process has it
            ended = [match.with_end(Outcome.FIRST, 2000.0 + number) for number, match in enumerate(matches)]
            saves = [
                storage.matches.save(match, after)
                for match, after, storage in zip(matches, ended, [one, other] * 3, strict=True)
            ]
            assert all(await asyncio.gather(*saves))
        page = await one.rankings.find_page(BoardKey("people", "tic-tac-toe", None, "all"), ADA, 0, 10)
        (ada,) = (line for line in [*page.lines, page.own] if line is not None and line.user_id == ADA)
        assert (ada.wins, ada.streak) == (6, 6)
        stored = [await one.matches.find(match.id) for match in matches]
        changes = sorted(
            (change.before.number, change.after.number)
            for match in stored
            if match is not None
            for change in match.rating_changes
            if change.user_id == ADA
        )
        assert [before for before, _ in changes] == [1500.0, *(after for _, after in changes[:-1])]


async def test_unsaved_end_rates_nobody(storage: Storage) -> None:
    match = await begun(storage, replace(draft(), is_rated=True, actions=DRAW[:5]))
    gone_on = match.with_move(DRAW[5], 1001)
    assert await storage.matches.save(match, gone_on)
    assert not await storage.matches.save(match, match.with_end(Outcome.FIRST, 1002))
    page = await storage.rankings.find_page(BoardKey("people", "tic-tac-toe", 7, "all"), ADA, 0, 10)
    assert (page.lines, page.own) == ([], None)
