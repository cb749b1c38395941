"""Times as people write them in five languages, and texts that are no time."""

import re
from collections.abc import Mapping
from datetime import timedelta, timezone
from typing import Literal
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_timedelta

from bot.errors import Reason, Refused
from bot.words.language import Language, Languages
from bot.words.refusals import format_refusal
from bot.words.time_reading import read_time

NOW = 1_796_052_600.0  # 2026-11-30, 15:30 UTC
Unit = Literal["minute", "hour", "day", "week"]
MINUTE, HOUR, DAY = 60.0, 3600.0, 24 * 3600.0
UNITS: Mapping[Unit, float] = {"minute": MINUTE, "hour": HOUR, "day": DAY, "week": 7 * DAY}
CODES = ("en", "de", "fr", "es", "pt-BR")


def after(text: str, code: str = "en") -> float:
    return read_time(text, NOW, Language(code)) - NOW


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("unit", UNITS)
def test_every_unit_is_read_in_every_language(code: str, unit: Unit) -> None:
    """By the names that Unicode's locale data know, which have each plural and case."""
    locale = code.replace("-", "_")
    for number in (1, 2):
        length = timedelta(seconds=number * UNITS[unit])
        said = format_timedelta(length, unit, threshold=99, add_direction=True, locale=locale)
        short = format_timedelta(length, unit, threshold=99, format="short", locale=locale)
        assert {after(text, code) for text in (said, f"in {short}")} == {length.total_seconds()}


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("in 2 hours", 2 * HOUR),
        ("90 min", 90 * MINUTE),
        ("90m", 90 * MINUTE),
        ("10080 min", 7 * DAY),
        ("In 3 Stunden", 3 * HOUR),
        ("in 3 Std.", 3 * HOUR),
        ("in 1,5 Stunden", 90 * MINUTE),
        ("dans 2 jours", 2 * DAY),
        ("dentro de 2 horas", 2 * HOUR),
        ("en 2 dias", 2 * DAY),
        ("daqui a 2 horas", 2 * HOUR),
        ("1 hour and 30 minutes", 90 * MINUTE),
        ("1h 30min", 90 * MINUTE),
        ("1 Stunde 30 Minuten", 90 * MINUTE),
    ],
)
def test_length_is_the_same_to_every_reader(text: str, seconds: float) -> None:
    assert {after(text, code) for code in CODES} == {seconds}


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("17:00", 1.5 * HOUR),
        ("at 17:00", 1.5 * HOUR),
        ("5 pm", 1.5 * HOUR),
        ("5:30 p.m.", 2 * HOUR),
        ("12am", 8.5 * HOUR),
        ("15.00", DAY - 0.5 * HOUR),
        ("15:30", DAY),
        ("20 Uhr", 4.5 * HOUR),
        ("um 20 Uhr 30", 5 * HOUR),
        ("20:30 Uhr", 5 * HOUR),
        ("à 20h", 4.5 * HOUR),
        ("à 20 heures 30", 5 * HOUR),
        ("às 20h30", 5 * HOUR),
        ("a las 20:30 h", 5 * HOUR),
        ("20h UTC", 4.5 * HOUR),
        ("2026-11-30T20:30+01:00", 4 * HOUR),
        ("2026-11-30 20:30 UTC", 5 * HOUR),
        (f"<t:{NOW + 60:.0f}:R>", MINUTE),
    ],
)
def test_clock_is_the_same_to_every_reader(text: str, seconds: float) -> None:
    assert {after(text, code) for code in CODES} == {seconds}


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    ("text", "length", "clock"),
    [("20h", 20 * HOUR, 4.5 * HOUR), ("1h30", 1.5 * HOUR, 10 * HOUR), ("20 h 30", 20.5 * HOUR, 5 * HOUR)],
)
def test_hours_alone_are_a_length_in_english(code: str, text: str, length: float, clock: float) -> None:
    assert after(text, code) == (length if code == "en" else clock)
    assert after(f"dans {text}", code) == length


@pytest.mark.parametrize(
    "text",
    [
        *("in 1 month", "in 1 Monat", "dans 1 mois", "en 1 mes", "em 1 mês", "in 1 Jahr", "2 decades"),
        *("soon", "", "20", "at 8", "25:00", "13 pm", "20:75", "in 5 parsecs", "in 5 marches", "1h75"),
        *("2 hours ago", "in 20:30", "2026-13-01", "tomorrow", "2 Tage lang", "½ hour", "in -2 hours"),
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    for code in CODES:
        with pytest.raises(Refused) as refused:
            after(text, code)
        assert refused.value.reason is Reason.UNCLEAR_TIME


@pytest.mark.parametrize("code", CODES)
def test_examples_of_the_refusal_are_read(code: str) -> None:
    language = Languages.load().spoken_in(code)
    examples = re.findall("`(.+?)`", format_refusal(language, Refused(Reason.UNCLEAR_TIME)))
    assert len(examples) == 4
    assert all(0 < after(example, code) <= 7 * DAY for example in examples)


def test_clock_is_that_of_the_time_zone() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert read_time("17:00", NOW, Language("de"), berlin) == NOW + HOUR / 2
    assert read_time("17:00 UTC", NOW, Language("de"), berlin) == NOW + 1.5 * HOUR
    assert read_time("2026-11-30 20:30", NOW, Language("de"), timezone(timedelta(hours=-3))) == NOW + 8 * HOUR


def test_clock_and_length_differ_when_clocks_change() -> None:
    """In the night to 2026-10-25 clocks in Berlin are put back by an hour."""
    berlin, noon = ZoneInfo("Europe/Berlin"), 1_792_836_000.0
    assert read_time("11:30", noon, Language("de"), berlin) == noon + 24.5 * HOUR
    assert read_time("in 1 Tag", noon, Language("de"), berlin) == noon + DAY
