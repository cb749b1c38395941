"""Nothing that a person reads escapes the catalogue: all is heard in a language made by brackets."""

import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot import errors
from bot.components.answers import Button
from bot.rendering.pictures import Brush
from bot.words.language import Languages
from bot.words.refusals import format_refusal
from engine import puzzles
from tests.bot.everything import do_everything, wait_for_maxine
from tests.bot.paused_stage import PausedStage
from tests.bot.pseudo import Ear, Foreign, bracket, find_escapes, make_languages
from tests.bot.puzzling import TODAYS
from tests.bot.stage import Stage, staged
from tests.trouble import Playground

S = TypeVar("S", bound=Stage)

LOG_LINE = re.compile(r"(?P<name>/\w+|button \w+) user=.* outcome=(?P<outcome>\w+)(?: error=(?P<error>\w+))?")


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


@asynccontextmanager
async def heard(
    path: Path, make: Callable[[Playground, Path], S], languages: Languages, ear: Ear
) -> AsyncIterator[S]:
    """A stage on which everything is said in brackets, and everything is heard."""

    def prepare(playground: Playground, path: Path) -> S:
        stage = make(playground, path)
        stage.languages = languages
        playground.world.listeners.append(ear.hear_message)
        return stage

    async with staged(path, prepare) as stage:
        yield stage


def test_escapes_are_words_outside_brackets() -> None:
    assert find_escapes("⟦It is ⟧<@12>⟦'s turn⟧ (X). #3 a1 b2x +0.3") == []
    assert find_escapes("⟦It is ⟧<@12>'s turn") == ["turn"]
    assert bracket("{player} wins: {{x}}") == "{player}⟦ wins: {{⟧⟦x}}⟧"


@pytest.mark.ci
async def test_commands_are_registered_in_every_language(tmp_path: Path, languages: Languages) -> None:
    async with heard(tmp_path / "maxine.db", Stage, languages, Ear()) as stage:
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


@pytest.mark.nightly
@pytest.mark.unmeasured
async def test_nothing_that_people_read_escapes(
    tmp_path: Path,
    languages: Languages,
    ear: Ear,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot.delivery.interactions")
    monkeypatch.setattr(puzzles, "daily", lambda _: TODAYS)
    async with heard(tmp_path / "maxine.db", Foreign, languages, ear) as stage:
        await do_everything(stage, ear, monkeypatch)
    async with heard(tmp_path / "paused.db", PausedStage, languages, ear) as paused:
        await wait_for_maxine(paused)
    for refusal in errors.Refusal:
        ear.hear(format_refusal(languages.default, errors.StorageError(refusal)), "refusal")
    check_everything_was_met(stage, caplog)
    assert set(ear.texts.values()) == {"text", "label", "alt text", "picture", "choice", "refusal"}
    assert list(ear.escapes()) == []


def check_everything_was_met(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """Every command and every button has been answered, and every error has been said, as the log shows."""
    lines = [found for record in caplog.records if (found := LOG_LINE.match(record.getMessage()))]
    met = {line["name"] for line in lines if line["outcome"] == "ok"} | {line["error"] for line in lines}
    expected = {f"/{command['name']}" for command in stage.playground.world.commands}
    expected |= {f"button {button.name}" for button in Button.by_kind.values()}
    expected |= {error.__name__ for error in kinds(errors.PlayerError)}
    expected |= {errors.name_of(errors.Refused(reason)) for reason in errors.Reason}
    assert expected - met == set()


def kinds(error: type[errors.PlayerError]) -> Iterator[type[errors.PlayerError]]:
    """Yield the errors that are raised: those that others have in common stand in `BASES`."""
    if error not in BASES:
        yield error
    for kind in error.__subclasses__():
        yield from kinds(kind)


BASES = (
    errors.PlayerError,
    errors.MatchError,
    errors.UnknownOptionError,
    errors.InvitationError,
    errors.Refused,
    errors.MatchRefused,
)
