"""Nothing that a person reads escapes the catalogue: a walk is heard in a language made by brackets."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.playground import world
from bot.playground.scheduled import CREATE_EVENTS
from bot.rendering.pictures import Brush
from bot.words.language import Languages
from engine import puzzles
from tests.bot.pseudo import Ear, bracket, find_escapes, make_languages
from tests.bot.puzzling import TODAYS, Patient
from tests.bot.stage import Stage, staged
from tests.bot.walking import Walk
from tests.trouble import Playground

S = TypeVar("S", bound=Stage)


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Languages:
    return make_languages(tmp_path_factory.mktemp("catalogues"))


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Ear:
    """What people read in messages and in pictures."""
    ear, write = Ear(), Brush.draw_text

    def listen(brush: Brush, x: float, y: float, text: str, *look: Any) -> None:  # noqa: ANN401 - size and colour
        ear.hear(text, "picture")
        write(brush, x, y, text, *look)

    monkeypatch.setattr(Brush, "draw_text", listen)
    return ear


def speaking(make: Callable[[Playground, Path], S], languages: Languages) -> Callable[[Playground, Path], S]:
    """A stage on which these languages are spoken."""

    def prepare(playground: Playground, path: Path) -> S:
        stage = make(playground, path)
        stage.languages = languages
        return stage

    return prepare


def test_escapes_are_words_outside_brackets() -> None:
    assert find_escapes("⟦It is ⟧<@12>⟦'s turn⟧ (X). #3 a1 b2x +0.3") == []
    assert find_escapes("⟦It is ⟧<@12>'s turn") == ["turn"]
    assert bracket("{player} wins: {{x}}") == "{player}⟦ wins: {{⟧⟦x}}⟧"


@pytest.mark.ci
async def test_commands_are_registered_in_every_language(tmp_path: Path, languages: Languages) -> None:
    async with staged(tmp_path / "maxine.db", speaking(Stage, languages)) as stage:
        for command in stage.playground.world.commands:
            if command["type"] != 1:
                continue
            options = command.get("options", [])
            said = [
                one["description_localizations"]["en-US"] for one in (command, *options) if one["description"]
            ]
            said += [one["name_localizations"]["en-US"] for one in (command, *options)]
            choices = [choice for option in options for choice in option.get("choices", [])]
            said += [choice["name_localizations"]["en-US"] for choice in choices]
            assert [text for text in said if not text.startswith("⟦") or find_escapes(text)] == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("steps", [200, pytest.param(2_000, marks=pytest.mark.nightly)])
async def test_any_walk_is_answered_from_the_catalogue(  # noqa: PLR0913, PLR0917 - fixtures
    tmp_path: Path,
    languages: Languages,
    ear: Ear,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    steps: int,
) -> None:
    monkeypatch.setattr(world, "MESSAGES_KEPT", 10 * steps)  # Discord forgets none
    monkeypatch.setattr(puzzles, "daily", lambda _: TODAYS)
    async with staged(tmp_path / "maxine.db", speaking(Patient, languages)) as stage:
        stage.world.listeners.append(ear.hear_message)
        without_events = int(stage.world.bot_permissions) & ~CREATE_EVENTS  # it may try both ways to end one
        stage.world.bot_permissions = str(without_events)
        walk = Walk(stage, seed=steps)
        await walk.go(steps)
    assert {f"/{command['name']}" for command in stage.world.commands} <= walk.commands
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []
    assert {*ear.texts.values()} == {"text", "label", "alt text", "picture"}
    assert list(ear.escapes()) == []
