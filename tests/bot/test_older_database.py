"""A database that the version before left: it opens, and everything in it goes on."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import engine
from bot.models import Match
from bot.playground.errors import UNKNOWN_MESSAGE
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.puzzling import Patient
from tests.bot.shown import id_of
from tests.bot.stage import staged
from tests.bot.test_leaderboards import tables
from tests.driver import Answer
from tests.trouble import Playground
from tests.virtual import wall_time

pytestmark = pytest.mark.gateway("what is signed at the time of the dump is old")

DUMP = Path(__file__).with_name("data") / "version-7.sql"
IDS = {101: "ada", 102: "grace", 103: "eve", 107: "guild", 170: "general", 171: "games"}


class Older(Patient):
    """A stage at the time of the dump, with its people; `made` is the database as it was dumped."""

    def __init__(self, playground: Playground, path: Path) -> None:
        super().__init__(playground, path)
        playground.expect_refusals(UNKNOWN_MESSAGE)  # the dump has no messages
        ids = {name: each.id for name, each in vars(self).items() if name in IDS.values()}
        ids["guild"] = playground.guild.id
        dump = DUMP.read_text(encoding="utf-8")
        self._sql = re.sub(r"100000000000000(10[1237]|17[01])", lambda id_: str(ids[IDS[int(id_[1])]]), dump)
        with closing(sqlite3.connect(path)) as db:
            db.executescript(self._sql)
        playground.world.ahead = 60 - wall_time() + int(re.findall(r"made at (\d+) seconds", dump)[0])

    def made(self, sql: str) -> list[tuple[Any, ...]]:
        """Look into the database as it was dumped."""
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(self._sql)
            return db.execute(sql).fetchall()

    async def post(self) -> int:
        """A message of hers that is newer than all in the dump, to which `press` gives its buttons."""
        return id_of(await self.command(self.ada, "rules", public=True))

    async def press(self, person: Person, message_id: int, custom_id: str, *values: str) -> Answer:
        """Press a button of that time on a message that has it."""
        button = {"type": 2, "style": 2, "label": "of old", "custom_id": custom_id}
        row = {"type": 1, "components": [button]}
        self.playground.world.edit(self.message(message_id), {"components": [row]})
        return await super().press(person, message_id, custom_id, *values)

    def person(self, user_id: int | None) -> Person:
        """Who has this id."""
        return next(person for person in self.playground.people if person.id == user_id)


@pytest.fixture
async def older(tmp_path: Path) -> AsyncIterator[Older]:
    async with staged(tmp_path / "maxine.db", Older) as stage:
        yield stage


KEPT = [
    "SELECT id, game, guild_id, channel_id, first_id, second_id, level, result FROM matches",
    "SELECT id, message_id FROM matches WHERE id NOT IN (30, 31)",  # in those she moves at once
    "SELECT * FROM moves WHERE match_id < 30 AND match_id <> 24",
    "SELECT id, game, guild_id, channel_id, inviter_id, invitee_id, begins, fate FROM invitations",
    "SELECT * FROM standings ORDER BY game, guild_id, versus, user_id",
    "SELECT * FROM ladder ORDER BY game, guild_id, versus, halves",
    "SELECT id, user_id, guild_id, game, difficulty, goal, start, wished_game, day FROM attempts",
    "SELECT wished_difficulty, actions, mistakes, hints, told, begun_at, fate, ended_at FROM attempts",
    "SELECT attempt_id, channel_id FROM shares",
    "SELECT * FROM streaks ORDER BY user_id, guild_id",
    "SELECT * FROM streak_ladder ORDER BY guild_id, last_day",
]


async def test_everything_is_kept(older: Older) -> None:
    for sql in KEPT:
        assert older.rows(sql) == older.made(sql)
        assert older.made(sql)


async def match_of(older: Older, number: int) -> Match:
    match = await older.storage.matches.find(number)
    assert match is not None
    return match


@pytest.mark.ci
async def test_old_buttons_play_on(older: Older) -> None:
    running = older.made("SELECT id FROM matches WHERE result IS NULL AND id NOT IN (24, 30, 31)")
    games, board = set(), await older.post()
    for (number,) in running:
        before = await match_of(older, number)
        action = before.state.actions()[0]
        mover, button = older.person(before.to_move.user_id), f"m:{number}:{before.ply}:{action}"
        answer = await older.press(mover, board, button)
        assert not answer.ephemeral, answer.text
        after = await match_of(older, number)
        assert after.actions[: before.ply + 1] == (*before.actions, action)
        games.add(after.game)
    assert (len(running), len(games)) == (14, 7)


async def test_old_ply_is_refused(older: Older) -> None:
    answer = await older.press(older.ada, await older.post(), "m:2:2:8")
    assert answer.ephemeral
    assert "This board is old" in answer.text


async def test_awaited_replies_come(older: Older) -> None:
    sql = "SELECT match_id, count(*) FROM moves WHERE match_id IN (30, 31) GROUP BY match_id"
    assert older.made(sql) == [(30, 1)]
    await older.until(lambda: older.rows(sql) == [(30, 2), (31, 1)])
    assert older.rows("SELECT to_move FROM matches WHERE id IN (30, 31)") == [(0,), (1,)]


async def test_every_match_knows_its_turn(older: Older) -> None:
    for number, to_move in older.rows("SELECT id, to_move FROM matches WHERE id < 30"):
        assert (await match_of(older, number)).state.to_move == to_move


async def test_untouched_matches_count_as_drawn(older: Older) -> None:
    assert older.rows("SELECT id FROM matches WHERE is_drawn = 0 AND id < 30") == []


@pytest.mark.ci
@pytest.mark.parametrize("number", [1, 5, 9, 13])
async def test_finished_match_is_reviewed_and_replayed(older: Older, number: int) -> None:
    [(ply,)] = older.made(f"SELECT count(*) FROM moves WHERE match_id = {number}")  # noqa: S608
    review = await older.command(older.ada, "review", match=number)
    listed = await older.click(older.ada, id_of(review), "All moves")
    assert f"\n**{ply}.** " in listed.text
    assert f"\n**{ply + 1}.** " not in listed.text
    replay = await older.command(older.ada, "replay", match=number, public=True)
    assert f"**Move 0 of {ply}**" in replay.text


async def test_leaderboard_is_unchanged(older: Older) -> None:
    assert await tables(older, older.ada, game="tic-tac-toe-wild") == {
        "Between people": [
            f"1. {older.grace.mention}: 1 point, 1 win, 0 draws, 0 losses",
            f"2. {older.ada.mention}: 0 points, 0 wins, 0 draws, 1 loss",
        ],
        "Against Maxine, medium": [f"1. {older.eve.mention}: 0 points, 0 wins, 0 draws, 1 loss"],
    }


@pytest.mark.ci
async def test_old_invitations_are_answered(older: Older) -> None:
    message = await older.post()
    assert "was declined" in (await older.press(older.grace, message, "a:1")).text
    assert not (await older.press(older.grace, message, "a:4")).ephemeral
    assert older.rows("SELECT game, first_id FROM matches WHERE id = 32") == [("oware", older.eve.id)]


async def test_old_puzzle_is_solved(older: Older) -> None:
    attempt = await older.attempt(5)
    message = await older.begin(older.eve)
    while not attempt.is_over:
        action = engine.analyse(attempt.state).moves[0].action
        answer = await older.press(older.eve, message, f"y:5:{attempt.turn}:{action}")
        attempt = await older.attempt(5)
    assert "Solved in 1 try, 1 hint." in answer.text


async def test_streak_goes_on(older: Older) -> None:
    shared = await older.press(older.ada, await older.post(), "f:3")
    assert "This result is shared here already" in shared.text
    message = id_of(await older.command(older.ada, "daily"))
    assert "So far: 1 hint." in text_of(older.message(message))
    attempt = await older.attempt(4)
    while not attempt.is_over:
        analysis = await older.analysts.analyse(attempt.state, seconds=10, asker_id=1)
        await older.press(older.ada, message, f"y:4:{attempt.turn}:{analysis.moves[0].action}")
        attempt = await older.attempt(4)
    assert older.rows("SELECT length, longest FROM streaks WHERE user_id = ?", older.ada.id) == [
        (3, 3),
        (3, 3),
    ]
