"""/matches, and Explain in the menu of a message."""

from tests.bot.desk import Desk
from tests.bot.shown import id_of
from tests.bot.stage import Stage


async def test_channel_lists_its_matches(desk: Desk) -> None:
    board = await desk.between(desk.ada, desk.grace)
    await desk.click(desk.ada, board, "b2")
    await desk.challenge(desk.eve, level="easy")
    await desk.resign(desk.eve)
    await desk.command_in(desk.games, desk.eve, "challenge", first="me")
    answer = await desk.command(desk.eve, "matches")
    assert answer.ephemeral
    assert answer.text == (
        "### Matches in this channel\n"
        f"**Tic-tac-toe**: {desk.ada.mention} (X) against {desk.grace.mention} (O), move 2."
        f" It is {desk.grace.mention}'s turn. {desk.link(board)}"
    )
    assert "**It is your turn.**" in (await desk.command(desk.grace, "matches")).text


async def test_scopes_reach_other_channels(stage: Stage) -> None:
    here = await stage.challenge(stage.ada)
    there = id_of(await stage.command_in(stage.games, stage.ada, "challenge", first="me"))
    alone = id_of(await stage.command_in(stage.world.direct(stage.ada), stage.ada, "challenge", first="me"))
    server = (await stage.command(stage.eve, "matches", scope="server")).text
    assert [server.count(f"/{board}") for board in (here, there, alone)] == [1, 1, 0]
    mine = (await stage.command(stage.ada, "matches", scope="mine")).text
    assert mine.startswith("### Your matches")
    assert [mine.count(f"/{board}") for board in (here, there, alone)] == [1, 1, 1]
    nothing = (await stage.command(stage.eve, "matches", scope="mine")).text
    assert "You have no running match." in nothing
    direct = stage.world.direct(stage.eve)
    assert (
        "No match is being played"
        in (await stage.command_in(direct, stage.eve, "matches", scope="server")).text
    )


async def test_other_channels_name_no_players(desk: Desk) -> None:
    options = {"opponent": desk.grace}
    invitation = id_of(await desk.command_in(desk.games, desk.ada, "challenge", **options))
    board = id_of(await desk.click(desk.grace, invitation, "Accept"))
    link = f"https://discord.com/channels/{desk.world.guild.id}/{desk.games.id}/{board}"
    told = (await desk.command(desk.eve, "matches", scope="server")).text
    assert told == f"### Matches on this server\n**Tic-tac-toe** in another channel, move 1. {link}"
    there = (await desk.command_in(desk.games, desk.eve, "matches", scope="server")).text
    own = (await desk.command(desk.grace, "matches", scope="server")).text
    for text in (there, own):
        assert f"{desk.ada.mention} (X) against {desk.grace.mention} (O)" in text


async def test_rest_of_a_list_is_counted(desk: Desk) -> None:
    for _ in range(17):
        await desk.challenge(desk.ada)
    lines = (await desk.command(desk.ada, "matches")).text.splitlines()
    assert (len(lines), lines[-1]) == (10, "and 9 more")


async def test_board_is_explained_from_its_menu(stage: Stage) -> None:
    running = await stage.challenge(stage.ada)
    answer = await stage.choose_at(stage.eve, running, "Explain")
    assert answer.ephemeral
    assert "★" in answer.text
    await stage.click(stage.ada, running, "b2")
    over = await stage.resign(stage.ada)
    assert "★" in (await stage.choose_at(stage.eve, over, "Explain")).text
    for shown in (running, id_of(answer)):  # an old board, and no board at all
        person = stage.eve
        assert "shows no match" in (await stage.choose_at(person, shown, "Explain")).text


async def test_nothing_to_explain(stage: Stage) -> None:
    said = stage.playground.say(stage.eve, stage.general, "m:1:0:0")
    assert "shows no match" in (await stage.choose_at(stage.ada, int(said["id"]), "Explain")).text
    board = await stage.between(stage.ada, stage.grace)
    assert "I keep my thoughts to myself" in (await stage.choose_at(stage.eve, board, "Explain")).text
