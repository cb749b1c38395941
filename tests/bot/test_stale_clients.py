"""A client that shows commands as they were before an upgrade is answered in words, whatever it sends."""

from collections.abc import Iterator

import pytest

from bot.playground.interactions import InteractionKind
from bot.playground.things import Json
from tests.bot.shown import cells
from tests.bot.stage import Stage
from tests.driver import Answer

CHANGED = "This command has just changed. Please try again in a moment."

VALUES = {3: "abc", 4: 5, 5: True, 6: "1", 10: 1.5}
"""Something of each type that options may have."""

ANY: tuple[object, ...] = ("abc", 5, True, 1.5, None, [], {})
"""Something of each type of JSON."""


def filled_in(command: Json, **option: object) -> Json:
    return {"id": command["id"], "name": command["name"], "type": 1, "options": [option]}


def wrong(command: Json) -> Iterator[Json]:
    """A command with each of its options, filled in with what is none of it, in every way."""
    for option in command.get("options", ()):
        name, own = option["name"], option["type"]
        if own == 1:
            for data in wrong({"id": command["id"], **option}):
                yield filled_in(command, name=name, type=1, options=data["options"])
            continue
        for kind, value in VALUES.items():
            if kind != own:
                yield filled_in(command, name=name, type=kind, value=value)
        for value in ANY:
            if value != VALUES[own]:
                yield filled_in(command, name=name, type=own, value=value)


async def send(stage: Stage, data: Json, kind: InteractionKind = InteractionKind.COMMAND) -> Answer:
    """Let ada's client send something past the checks of the playground's own."""
    opened = stage.playground._actions.interactions.open_interaction(kind, stage.ada, stage.general, data)
    return await stage.playground._answer(opened)


def command_of(stage: Stage, name: str) -> Json:
    return next(each for each in stage.playground.world.commands if each["name"] == name)


@pytest.mark.ci
async def test_values_of_other_types(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    sent = [data for command in stage.playground.world.commands for data in wrong(command)]
    for data in sent:
        answer = await send(stage, data)
        assert (answer.text, answer.ephemeral) == (CHANGED, True), data
    await stage.quiet()
    assert len(sent) > 400
    assert not [record for record in caplog.records if record.levelname in {"ERROR", "WARNING"}]


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("challenge", {"name": "pace", "type": 3, "value": "a year"}),
        ("leaderboard", {"name": "period", "type": 3, "value": "year"}),
        ("challenge", {"name": "size", "type": 4, "value": 3}),
        ("arena", {"name": "games", "type": 4, "value": 10**9}),
        ("profile", {"name": "user", "type": 6, "value": "7"}),
        ("board", {"name": "now", "type": 1, "options": []}),
    ],
)
async def test_values_that_are_no_more(stage: Stage, name: str, option: Json) -> None:
    assert (await send(stage, filled_in(command_of(stage, name), **option))).text == CHANGED


@pytest.mark.ci
async def test_games_that_are_no_more(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    for command in stage.playground.world.commands:
        known = {option["name"]: option for option in command.get("options", ())}
        if "game" in known:
            needed = [{**known[name], "value": "easy"} for name in ("x", "o") if name in known]
            data = filled_in(command, name="game", type=3, value="go")
            answer = await send(stage, {**data, "options": [*data["options"], *needed]})
            assert "There is no game “go”" in answer.text, command["name"]
    await stage.quiet()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_suggestions_for_what_is_gone(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    command = command_of(stage, "challenge")
    for option in ({"name": "game", "type": 3}, {"name": "gone", "type": 3}, {"name": "level", "type": 4}):
        data = filled_in(command, **option, value="a", focused=True)
        opened = stage.playground._actions.interactions.open_interaction(
            InteractionKind.AUTOCOMPLETE, stage.ada, stage.general, data
        )
        await opened.settled
        assert (opened.failed, opened.choices) == (False, [])
    await stage.quiet()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_entry_point_of_her_own_answers(stage: Stage) -> None:
    answer = await send(stage, {"id": "7", "name": "launch", "type": 4})
    assert answer.text == CHANGED
    assert cells(stage.message(await stage.challenge(stage.ada)))
