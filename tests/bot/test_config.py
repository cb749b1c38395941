"""Settings come from the environment, else from `.env`, else from the defaults, and bad ones are refused."""

import logging
import re
from pathlib import Path

import pytest

from bot import config
from bot.start_errors import (
    RefusedStartError,
    SettingError,
    StartError,
    UnsoundMatchError,
    Wrong,
    WrongSettingError,
)
from bot.words.operations import _SENTENCES, _SETTINGS, format_failure

ROOT = Path(__file__).parents[2]
PLAIN = {
    "DISCORD_TOKEN": "abc.def",
    "DATABASE_URL": "postgresql://ada@localhost/maxine",
    "LOG_LEVEL": "ERROR",
    "LOG_FORMAT": "json",
    "METRICS_PORT": "9100",
    "METRICS_HOST": "::1",
    "DISCORD_PUBLIC_KEY": "ab" * 32,
    "SHARDS": "0-3/8",
    "CLUSTER": "tcp://scheduler:8786",
}
NAMES = (*PLAIN,)


def refusal() -> str:
    """The sentence with which the settings are refused."""
    with pytest.raises(SettingError) as refused:
        config.load()
    return format_failure(refused.value)


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty directory, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_defaults_are_those_of_the_readme() -> None:
    assert config.load() == config.Settings(
        token=None, database="sqlite:///maxine.db", log_level=logging.INFO
    )


def test_env_file_is_read(directory: Path) -> None:
    (directory / ".env").write_text("DISCORD_TOKEN='abc.def'  # secret\nDATABASE_URL=sqlite:///other.db\n")
    assert config.load() == config.Settings("abc.def", "sqlite:///other.db", logging.INFO)


def test_environment_wins_over_env_file(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (directory / ".env").write_text("DISCORD_TOKEN=file\nLOG_LEVEL=ERROR\n")
    monkeypatch.setenv("DISCORD_TOKEN", "environment")
    assert config.load() == config.Settings("environment", "sqlite:///maxine.db", logging.ERROR)


def test_env_file_leaves_the_environment_alone(directory: Path) -> None:
    (directory / ".env").write_text("DISCORD_TOKEN=file\n")
    assert config.load().token == "file"  # noqa: S105 - not a real one
    (directory / ".env").unlink()
    assert config.load().token is None


def test_empty_variable_yields_to_env_file(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (directory / ".env").write_text("LOG_LEVEL=ERROR\n")
    monkeypatch.setenv("LOG_LEVEL", "")
    assert config.load().log_level == logging.ERROR


def test_default_database_yields_to_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.load(default_database="sqlite:///playground.db").database == "sqlite:///playground.db"
    monkeypatch.setenv("DATABASE_URL", "sqlite:///mine.db")
    assert config.load(default_database="sqlite:///playground.db").database == "sqlite:///mine.db"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///maxine.db", "maxine.db"),
        ("sqlite:///data/maxine.db", "data/maxine.db"),
        ("sqlite:///../maxine.db", "../maxine.db"),
        ("sqlite:////var/lib/maxine.db", "/var/lib/maxine.db"),
        ("sqlite:///my%20matches.db", "my matches.db"),
        ("sqlite:///my matches.db", "my matches.db"),
        ("sqlite:///50%25.db", "50%.db"),
        ("sqlite:///why%3F.db", "why?.db"),
        ("sqlite:///%C3%BCbung.db", "übung.db"),
    ],
)
def test_database_url_names_a_file(monkeypatch: pytest.MonkeyPatch, url: str, path: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert config.database_file(config.load().database) == Path(path)


@pytest.mark.parametrize("url", ["postgresql://ada:secret@localhost:5432/maxine", "postgres:///maxine"])
def test_database_url_names_a_server(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert config.load().database == url
    assert config.database_file(url) is None


SERVER = "postgresql://user:password@host/database"
NO_FILES = """maxine.db sqlite://maxine.db sqlite:/// sqlite://// sqlite:///. sqlite:///:memory:
sqlite:///./:memory: sqlite:///nul%00.db"""
BAD = {
    "DATABASE_URL": (
        f"look like sqlite:///maxine.db, sqlite:////absolute/path.db or {SERVER}, not ",
        f"{NO_FILES} mysql://localhost/maxine SQLITE:///maxine.db 'sqlite:///maxine.db sqlite:///maxine.db?",
    ),
    "SHARDS": (
        "look like 0-3/8, the first four of eight, or 7/8, the last of them, not ",
        "3 0-3 0,1/8 3-1/8 0-8/8 8/8 0/0 -1/8 +0-3/8 \u0663/8",
    ),
    "LOG_LEVEL": ("be DEBUG, INFO, WARNING or ERROR, not ", "LOUD 10 INFO,DEBUG NOTSET"),
    "LOG_FORMAT": ("be text or json, not ", "xml"),
    "METRICS_PORT": ("be a number from 1 to 65535, not ", f"http 0 65536 -1 \u0661 {'1' * 5000}"),
}
"""What a setting must do, and values that do not."""


@pytest.mark.parametrize(("name", "value"), [(name, bad) for name in BAD for bad in BAD[name][1].split()])
def test_bad_value_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    assert refusal() == f"{name} must {BAD[name][0]}{value!r}."


@pytest.mark.parametrize(
    ("text", "ids"), [("0-3/8", range(4)), ("7/8", range(7, 8)), ("5-5/8", range(5, 6)), ("0/1", range(1))]
)
def test_shards_are_read_as_a_range(monkeypatch: pytest.MonkeyPatch, text: str, ids: range) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql:///maxine")
    monkeypatch.setenv("SHARDS", text)
    known = config.Shards(ids, int(text.partition("/")[2]))
    assert config.load().shards == known
    monkeypatch.setenv("SHARDS", "0/9")
    assert config.load(shards=text).shards == known


def test_some_shards_need_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", "0-7/8")
    assert config.load().shards == config.Shards(range(8), 8)
    monkeypatch.setenv("SHARDS", "0-6/8")
    assert refusal() == (
        "SQLite is for one process, which has all shards: leave SHARDS away, or let several share a database"
        " of PostgreSQL (DATABASE_URL=postgresql://…)."
    )


@pytest.mark.parametrize("around", ["{} ", "{}\r", "{}\n", " \t{}\r\n", '"{}"', "'{}'", ' " {}\r"\n'])
def test_what_surrounds_a_value_is_trimmed(monkeypatch: pytest.MonkeyPatch, around: str) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, PLAIN[name])
    plain = config.load()
    for name in NAMES:
        monkeypatch.setenv(name, around.format(PLAIN[name]))
    assert config.load() == plain
    assert (plain.token, plain.log_level, plain.metrics_at) == ("abc.def", logging.ERROR, ("::1", 9100))
    assert plain.logs_json
    assert plain.cluster == config.load_cluster() == "tcp://scheduler:8786"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_quotes_is_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for nothing in ("", " ", "\r\n", '""', "' '"):
        monkeypatch.setenv(name, nothing)
        assert config.load() == config.Settings(None, "sqlite:///maxine.db", logging.INFO)


def test_metrics_are_served_where_a_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_HOST", "0.0.0.0")  # noqa: S104 - somebody may want that
    assert config.load().metrics_at is None
    monkeypatch.setenv("METRICS_PORT", "9100")
    assert config.load().metrics_at == ("0.0.0.0", 9100)  # noqa: S104 - likewise
    monkeypatch.delenv("METRICS_HOST")
    assert config.load().metrics_at == ("127.0.0.1", 9100)


@pytest.mark.parametrize("name", ["warn", "Warn ", "WARNING", "critical", "FATAL", " DEBUG"])
def test_usual_log_levels_are_known(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("LOG_LEVEL", name)
    assert config.load().log_level == logging.getLevelNamesMapping()[name.strip().upper()]


@pytest.mark.parametrize("token", ["two words", "tökén", "line\nbreak"])
def test_bad_token_is_not_repeated(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert refusal().startswith("DISCORD_TOKEN has characters in it")
    assert token not in refusal()


def test_unreadable_env_file_is_refused(directory: Path) -> None:
    (directory / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    assert re.fullmatch(r"The file \.env cannot be read: .*\.", refusal())


def test_example_file_shows_every_default(directory: Path) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    of_compose = ["COMPOSE_PROFILES", "POSTGRES_PASSWORD", "MAXINE_IMAGE"]
    assert re.findall(r"^# .+\n([A-Z_]+)=", example, re.MULTILINE) == [*NAMES, *of_compose]
    (directory / ".env").write_text(example, encoding="utf-8")
    from_example = config.load()
    (directory / ".env").unlink()
    assert from_example == config.load()


def test_settings_are_read_nowhere_else() -> None:
    readers = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "bot").rglob("*.py")
        if re.search(r"os\.environ(?!\.update| \|)|os\.getenv|dotenv", path.read_text(encoding="utf-8"))
    }
    assert readers == {"bot/config.py"}


def test_every_failure_has_a_sentence() -> None:
    """Those that have several stand in no table."""
    kinds = {*SettingError.__subclasses__(), *StartError.__subclasses__()}
    assert kinds == {*_SENTENCES, WrongSettingError, RefusedStartError, UnsoundMatchError}
    assert {*_SETTINGS} == {*Wrong}
