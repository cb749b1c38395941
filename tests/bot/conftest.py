"""The bot on its stage, for the tests that come through the front door."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import CommandTree
from discord.http import HTTPClient

import engine
from bot import client
from bot.cogs import registration
from bot.cogs.registration import Payload
from bot.models import repeats_task
from bot.storage import Storage
from bot.words.language import Language, Languages
from engine import puzzles
from tests.bot.databases import DATABASES, Opening
from tests.bot.desk import Desk, seated
from tests.bot.front_door import is_on_stage
from tests.bot.paused_stage import PausedStage
from tests.bot.programs import Maxine, in_process
from tests.bot.puzzling import TODAYS, Patient, Solver, of_goal, only
from tests.bot.stage import Stage, left_to, staged
from tests.bot.upkeep_stage import UpkeepStage
from tests.postgres import postgres_database

_OF_SQLITE = ("test_sqlite_", "test_database_gone")


def pytest_configure(config: pytest.Config) -> None:
    """Let the bot on the stage come in by the door that was asked for, and have such a database."""
    Stage.door, Stage.kind = config.getoption("--door"), config.getoption("--database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By another door, or on another database, run only the tests that depend on it."""
    if (Stage.door, Stage.kind) != ("gateway", "sqlite"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_run_elsewhere(item)])
        items[:] = filter(_is_run_elsewhere, items)


def _is_run_elsewhere(item: pytest.Item) -> bool:
    """Whether a test comes through the front door, and is not about the other one or the other database."""
    is_for_gateway = item.get_closest_marker("gateway") is not None
    is_for_sqlite = item.get_closest_marker("alone") or item.path.name.startswith(_OF_SQLITE)
    is_apart = (is_for_gateway and Stage.door != "gateway") or (is_for_sqlite and Stage.kind != "sqlite")
    return not is_apart and is_on_stage(item)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A playground takes a bot that comes again at once."""
    monkeypatch.setattr(client, "_IDENTIFY_SECONDS", 0.0)


_translate_commands = registration.payload_of
_translated: dict[tuple[Language, ...], list[dict[str, Any]]] = {}


async def _translate_commands_once(tree: CommandTree[Any], languages: Languages) -> list[dict[str, Any]]:
    if languages.all not in _translated:
        _translated[languages.all] = await _translate_commands(tree, languages)
    return _translated[languages.all]


_list_others = registration.others_of
_compared: list[tuple[Payload, Payload]] = []


def _list_others_once(payload: Payload, registered: Payload) -> list[str]:
    told = [{**command, "application_id": None} for command in registered]
    if any(payload is known and told == fitting for known, fitting in _compared):
        return []
    others = _list_others(payload, registered)
    if not others:
        _compared.append((payload, told))
    return others


_fetch = registration.fetch_commands


async def _fetch_once(http: HTTPClient, application_id: int) -> Payload:
    left = left_to.pop(application_id, [])
    return left or await _fetch(http, application_id)


@pytest.fixture(autouse=True)
def fluent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot knows what her commands are called in the same languages, and what Discord says of them then.

    It is more than half the cost of a start. What another start has left at Discord is not asked for at once.
    """
    monkeypatch.setattr(registration, "payload_of", _translate_commands_once)
    monkeypatch.setattr(registration, "others_of", _list_others_once)
    monkeypatch.setattr(registration, "fetch_commands", _fetch_once)


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path / "maxine.db", Stage) as stage:
        yield stage


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    async with seated(tmp_path / "maxine.db", Desk) as desk:
        yield desk


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.ci)])
def database(request: pytest.FixtureRequest) -> Opening:
    return DATABASES[request.param]


@pytest.fixture
async def storage(database: Opening, tmp_path: Path) -> AsyncIterator[Storage]:
    async with database(tmp_path) as storage:
        yield storage


@pytest.fixture
def maxine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Maxine]:
    """The command line, in a folder of the test's own."""
    with in_process(tmp_path, monkeypatch, capsys) as maxine:
        yield maxine


@pytest.fixture
def url() -> Iterator[str]:
    """The address of a PostgreSQL database of the test's own."""
    with postgres_database() as url:
        yield url


@pytest.fixture
async def paused(tmp_path: Path) -> AsyncIterator[PausedStage]:
    """A stage whose workers begin no search until the test resumes them."""
    async with staged(tmp_path / "maxine.db", PausedStage) as stage:
        yield stage


@pytest.fixture
async def upkeep_stage(tmp_path: Path) -> AsyncIterator[UpkeepStage]:
    """A stage whose bot runs its upkeep every three seconds."""
    async with staged(tmp_path / "maxine.db", UpkeepStage) as stage:
        yield stage


@pytest.fixture
async def patient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Patient]:
    """The same, but Maxine has time to think about puzzles, and that of the day is the same on any day."""
    monkeypatch.setattr(puzzles, "daily", lambda _: TODAYS)
    async with staged(tmp_path / "maxine.db", Patient) as stage:
        yield stage


@pytest.fixture
async def solver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Solver]:
    """A desk with the same time and puzzle of the day."""
    monkeypatch.setattr(puzzles, "daily", lambda _: TODAYS)
    async with seated(tmp_path / "maxine.db", Solver) as solver:
        yield solver


@pytest.fixture
def one_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is one puzzle: a win in tic-tac-toe that a wrong move turns into a loss, and a hint tells of."""
    wins = ((puzzle, engine.analyse(puzzle.state)) for puzzle in of_goal("tic-tac-toe", 1))
    lost = ((puzzle, analysis) for puzzle, analysis in wins if analysis.moves[-1].value == -1)
    puzzle = next(puzzle for puzzle, analysis in lost if not repeats_task(engine.theme(analysis)))
    only(monkeypatch, puzzle._replace(difficulty="hard"))
