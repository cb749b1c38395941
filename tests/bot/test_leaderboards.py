"""/leaderboard: who has won how much, here and everywhere."""

from bot.playground.things import Person
from engine import Outcome
from tests.bot.desk import Desk
from tests.bot.results import Ended, play_out
from tests.bot.scenes import Scene
from tests.bot.shown import id_of
from tests.bot.stage import Stage


async def won_by_first(scene: Scene, first: Person, second: Person) -> None:
    """The first beats the second."""
    board = await scene.between(first, second)
    await scene.moves(board, first, second, "a1 b1 a2 b2 a3")


async def drawn(scene: Scene, first: Person, second: Person) -> None:
    """Nobody wins."""
    board = await scene.between(first, second)
    await scene.moves(board, first, second, "b2 a1 c1 a3 a2 c2 b3 b1 c3")


async def tables(scene: Scene, person: Person, **options: object) -> dict[str, list[str]]:
    """The leaderboard as lines under headings."""
    answer = await scene.command(person, "leaderboard", **options)
    assert answer.message is not None
    assert not answer.ephemeral
    return {embed["title"]: embed["description"].split("\n") for embed in answer.message["embeds"]}


async def test_empty_leaderboard_says_how_to_begin(desk: Desk) -> None:
    answer = await desk.command(desk.ada, "leaderboard")
    assert not answer.ephemeral
    assert "Nobody has finished a match yet." in answer.text
    assert "`/challenge`" in answer.text


async def test_lines_have_the_promised_form(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    await won_by_first(desk, desk.ada, desk.eve)
    await drawn(desk, desk.ada, desk.grace)
    assert await tables(desk, desk.eve) == {
        "Between people": [
            f"1. {desk.ada.mention}: 2.5 points, 2 wins, 1 draw, 0 losses",
            f"2. {desk.grace.mention}: 0.5 points, 0 wins, 1 draw, 1 loss",
            f"3. {desk.eve.mention}: 0 points, 0 wins, 0 draws, 1 loss",
        ]
    }


async def test_leaderboard_pings_nobody(stage: Stage) -> None:
    await won_by_first(stage, stage.ada, stage.grace)
    message = stage.message(id_of(await stage.command(stage.eve, "leaderboard")))
    assert message["pinged"] == []
    assert message["mentions"] == []


async def test_place_beyond_a_thousand_is_not_counted(desk: Desk) -> None:
    await drawn(desk, desk.ada, desk.grace)
    sql = "INSERT INTO standings (game, guild_id, versus, user_id, wins)"
    values = " VALUES ('tic-tac-toe', ?, 'people', ?, 9)"
    desk.database.change(sql + values, *((desk.world.guild.id, number) for number in range(1, 1001)))
    (lines,) = (await tables(desk, desk.ada)).values()
    assert lines[-2:] == [
        "…",
        f"{desk.ada.mention}: 0.5 points, 0 wins, 1 draw, 0 losses (beyond place 1,000)",
    ]


async def test_helped_tables_come_last(desk: Desk) -> None:
    people = [desk.newcomer(f"guest{number}") for number in range(5)]
    for person in people:
        for is_helped in (True, False):
            end = Ended((person.id, None), "easy", desk.world.guild.id, Outcome.FIRST, is_helped)
            await play_out(desk.storage, end)
    await won_by_first(desk, desk.ada, desk.grace)
    found = await tables(desk, desk.ada)
    assert list(found) == ["Between people", "Against Maxine, easy", "Against Maxine, easy, with help"]
    assert [len(lines) for lines in found.values()] == [2, 5, 3]
    everyone, helped = [*(await tables(desk, people[3])).values()][1:]
    assert helped == [*everyone[:3], "…", everyone[3]]
    assert [*(await tables(desk, people[2])).values()][2] == everyone[:3]


async def test_server_and_global_boards(desk: Desk) -> None:
    await won_by_first(desk, desk.ada, desk.grace)
    elsewhere = "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, ?, 'people', ?, 3)"
    eve = desk.eve.id
    desk.database.change(elsewhere, *(("tic-tac-toe", guild, eve) for guild in (0, 999)))
    here = await tables(desk, desk.ada, scope="server", game="tic-tac-toe")
    everywhere = await tables(desk, desk.ada, scope="global")
    assert [line.split(":")[0] for line in here["Between people"]] == [
        f"1. {desk.ada.mention}",
        f"2. {desk.grace.mention}",
    ]
    assert everywhere["Between people"][0] == f"1. {desk.eve.mention}: 3 points, 3 wins, 0 draws, 0 losses"
    assert len(everywhere["Between people"]) == 3


async def test_every_end_counts_once(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    asked = await desk.command(desk.grace, "resign")
    await desk.resign(desk.grace)
    await desk.click(desk.grace, id_of(asked), "Really resign?")
    await desk.press(desk.grace, board, f"rc:1:0:{desk.grace.id}")
    lines = (await tables(desk, desk.ada))["Between people"]
    assert lines == [
        f"1. {desk.ada.mention}: 1 point, 1 win, 0 draws, 0 losses",
        f"2. {desk.grace.mention}: 0 points, 0 wins, 0 draws, 1 loss",
    ]
