"""People who have left the server: nobody waits for them for ever, and nobody can challenge them there."""

import pytest

from bot.playground.errors import UNKNOWN_MEMBER
from bot.playground.messages import text_of
from bot.playground.things import Person
from tests.bot.shown import controls, id_of
from tests.bot.stage import Stage
from tests.bot.test_deadlines import begun, endings, pass_, upkeep
from tests.bot.test_offers import newest


def leave(stage: Stage, person: Person) -> None:
    stage.playground.expect_refusals(UNKNOWN_MEMBER)
    world = stage.playground.world
    world.people = tuple(each for each in world.people if each.id != person.id)


async def test_who_has_left_cannot_be_challenged(stage: Stage) -> None:
    leave(stage, stage.grace)
    asked = await stage.command(stage.ada, "challenge", opponent=stage.grace)
    menu = await stage.playground.choose(stage.ada, stage.general, "Challenge", stage.grace)
    await stage.quiet()
    for refused in (asked, menu):
        assert refused.ephemeral
        assert refused.text == (
            f"{stage.grace.mention} is not on this server and could not answer, so I sent no invitation."
        )
    assert stage.rows("SELECT count(*) FROM invitations") == [(0,)]


@pytest.mark.ci
async def test_who_leaves_runs_out_of_time(stage: Stage) -> None:
    board = await begun(stage)
    await stage.click(stage.ada, board, "b2")
    leave(stage, stage.grace)
    await stage.restart()
    await upkeep(stage)
    pass_(stage, 86_500)
    await upkeep(stage)
    await upkeep(stage)
    assert endings(stage) == [("first", "time")]
    assert f"{stage.grace.mention} ran out of time" in text_of(stage.message(newest(stage)))


async def test_rematch_with_who_left_expires(stage: Stage) -> None:
    board = await stage.between(stage.ada, stage.grace)
    await stage.moves(board, stage.ada, stage.grace, "a1 b1 a2 b2 a3")
    leave(stage, stage.grace)
    invitation = id_of(await stage.click(stage.ada, board, "Rematch"))
    stage.clock.advance(hours=25)
    await stage.command(stage.ada, "help")
    await stage.upkeep()
    assert "expired" in text_of(stage.message(invitation))
    assert controls(stage.message(invitation)) == []
