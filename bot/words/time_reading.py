"""Reads times as people write them in five languages: `in 2 hours`, `dans 90 min`, `20:30`, `20 Uhr`, `8 pm`.

In English `20h` and `1h30` are lengths, in other languages times of a clock, unless a word before them says
which. `dateparser` reads those wrongly, and takes `20 Uhr` for a day of the month.
"""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from bot.errors import Reason, Refused
from bot.words.language import Language

_UNITS: Final[Mapping[int, str]] = {
    60: "m min mins minute minutes minuten minuto minutos",
    3600: "h hr hrs hour hours std stunde stunden heure heures hora horas",
    24 * 3600: "d day days tg tag tage tagen j jour jours día días dia dias",
    7 * 24 * 3600: "w wk wks week weeks wo woche wochen sem semaine semaines semana semanas",
}
_SECONDS: Final = {word: seconds for seconds, words in _UNITS.items() for word in words.split()}
"""The seconds of a unit by each word for it; `m` is a minute, and months are too far away to be meant."""

_PART = re.compile(r"(\d{1,5}(?:[.,]\d{1,2})?) ?([^\W\d_]+)\.?")
_LENGTH = re.compile(rf"(?:{_PART.pattern}(?:,? (?:(?:and|und|et|y|e) )?)?)+")
_AFTER = re.compile(r"(?:in|en|dans|em|dentro de|daqui a) (.+)")
_HOURS = re.compile(r"(\d{1,2}) ?h ?([0-5]\d)?")

_AT = re.compile(r"(?:at|um|à|a las?|às?|as) (.+)")
_HOUR_WORD = re.compile(r" (?:heures?|horas?)\b")
_CLOCK = re.compile(
    r"(?P<hour>\d{1,2})(?: ?(?:[:.h]|uhr) ?(?P<minute>[0-5]\d))?"
    r"(?: ?(?:(?P<half>[ap])\.?m\.?|(?P<unit>h|uhr)))?(?P<utc> ?utc)?"
)
_HALF_DAY = 12
_STAMP = re.compile(r"<t:(\d{1,12})(?::\w)?>")


def read_time(text: str, now: float, language: Language, zone: tzinfo = UTC) -> float:
    """Return the time that a text means: after a length, of a clock in a time zone, of a date, or a stamp.

    Raises:
        Refused: the text is none of these.
    """
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    try:
        read = _read_time(words, now, language, zone)
    except (ValueError, OverflowError):  # there is no such hour or day
        read = None
    if read is None:
        raise Refused(Reason.UNCLEAR_TIME)
    return read


def _read_time(words: str, now: float, language: Language, zone: tzinfo) -> float | None:
    if found := _STAMP.fullmatch(words):
        return float(found[1])
    if found := _AT.fullmatch(words):
        return _read_clock(_HOUR_WORD.sub("h", found[1]), now, zone)
    after = _AFTER.fullmatch(words)
    is_length = after is not None or (language.code == "en" and _HOURS.fullmatch(words) is not None)
    if not is_length and (read := _read_clock(words, now, zone)) is not None:
        return read
    length = _read_length(after[1] if after else words)
    if length is not None:
        return now + length
    return None if is_length else _read_date(words, zone)


def _read_clock(words: str, now: float, zone: tzinfo) -> float | None:
    """Return when a clock shows a time next; a number alone is none."""
    found = _CLOCK.fullmatch(words)
    if found is None or not (found["minute"] or found["half"] or found["unit"]):
        return None
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= _HALF_DAY:
            return None
        hour = hour % _HALF_DAY + (_HALF_DAY if found["half"] == "p" else 0)
    today = datetime.fromtimestamp(now, UTC if found["utc"] else zone)
    read = today.replace(hour=hour, minute=int(found["minute"] or 0), second=0, microsecond=0, fold=0)
    return (read if read.timestamp() > now else read + timedelta(days=1)).timestamp()


def _read_length(words: str) -> float | None:
    """Return the seconds of a length as `1 hour 30 min` or `1h30`."""
    if found := _HOURS.fullmatch(words):
        return int(found[1]) * 3600.0 + int(found[2] or 0) * 60.0
    parts = _PART.findall(words) if _LENGTH.fullmatch(words) else []
    if not parts or any(unit not in _SECONDS for _, unit in parts):
        return None
    return sum(float(number.replace(",", ".")) * _SECONDS[unit] for number, unit in parts)


def _read_date(words: str, zone: tzinfo) -> float:
    """Return the time of a date in the form of ISO 8601; ValueError for any other text."""
    read = datetime.fromisoformat(words.upper().replace(" UTC", "+00:00"))
    return (read if read.tzinfo else read.replace(tzinfo=zone)).timestamp()
