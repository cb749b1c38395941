"""Interactions that Discord delivers twice: each is handled once, and the copy is dropped without a word."""

import pytest

from tests.bot.shown import ENDED, cells, controls
from tests.bot.stage import Stage


def callbacks(stage: Stage) -> list[int]:
    """The outcomes of all first answers."""
    return [outcome for _, path, outcome in stage.playground.requests if path.endswith("/callback")]


@pytest.mark.parametrize("opponent", ["grace", None])
async def test_repeated_command_is_obeyed_once(stage: Stage, opponent: str | None) -> None:
    stage.playground.repeat_next()
    await stage.challenge(stage.ada, **({"opponent": stage.grace} if opponent else {}))
    [(begun,)] = stage.rows("SELECT (SELECT count(*) FROM matches) + (SELECT count(*) FROM invitations)")
    assert begun == 1
    assert callbacks(stage) == [200]


async def test_repeated_presses_are_obeyed_once(stage: Stage) -> None:
    invitation = await stage.challenge(stage.ada, opponent=stage.grace)
    stage.playground.repeat_next(4)
    assert not (await stage.click(stage.grace, invitation, "Accept")).ephemeral
    answer = await stage.click(stage.ada, invitation, "b2")
    assert (answer.ephemeral, answer.followups) == (False, [])
    assert cells(stage.message(invitation)) == "a1 b1 c1 / a2 X c2 / a3 b3 c3"
    await stage.click(stage.ada, invitation, "Resign")
    await stage.click(stage.ada, invitation, "Really resign?")
    assert controls(stage.message(invitation)) == ENDED
    assert len(callbacks(stage)) == 5


async def test_suggestions_are_asked_for_once(stage: Stage) -> None:
    await stage.challenge(stage.ada)
    stage.playground.repeat_next()
    choices = await stage.playground.autocomplete(stage.ada, stage.general, "move", "to", "b")
    await stage.quiet()
    assert len(choices) == 3
    assert callbacks(stage) == [200, 200]


async def test_only_the_newest_interactions_are_remembered(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.responder._HANDLED_MOST", 3)
    for _ in range(5):
        await stage.command(stage.ada, "help")
    assert len(stage.bot.handled) == 3
