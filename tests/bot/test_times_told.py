"""Sentences with a time in them stay true and grammatical when the time has passed."""

import ast
import re
from pathlib import Path

import bot
from tests.make_catalogues import gather
from tests.sentences.times import DAY, PAST, list_sentences

AGES = {
    "{number} of {games} games played, counted {time}.",  # counted before it is said
}
"""Sentences with a time that has passed whenever they are said."""

COUNTED_FROM_NOW = {
    ("arenas.py", "format_progress"),  # as above
    ("histories.py", "_format_match"),  # when an ended match was played, in a list, without a sentence
    ("profiles.py", "_format_match"),  # the same
}
"""The functions whose times Discord counts from now."""


def test_every_time_is_told_by_its_date() -> None:
    sentences = [sentence for _, sentence in list_sentences()]
    missing = {form for form in list_forms() if not any(map(compile_form(form).search, sentences))}
    assert missing == AGES


def list_forms() -> set[str]:
    ids = (message.id for message in gather() if message.id)
    forms = {form for id_ in ids for form in ([id_] if isinstance(id_, str) else id_)}
    return {form for form in forms if "{time}" in form}


def compile_form(form: str) -> re.Pattern[str]:
    """Return what a form of a sentence looks like with a date, whose time has passed or ends that day."""
    dated = re.escape(form).replace(r"\{time\}", f"<t:({PAST}|{(DAY + 1) * 86_400}):[fFT]>")
    return re.compile(re.sub(r"\\{\w+\\}", ".+", dated))


def test_only_what_has_passed_is_counted_from_now() -> None:
    """Whoever writes a stamp elsewhere, or another sentence with an age, is told by this."""
    files = [*Path(bot.__file__).parent.rglob("*.py")]
    stamped = {file.name for file in files if '"<t:{' in file.read_text(encoding="utf-8")}
    assert stamped == {"times.py"}
    assert {pair for file in files for pair in aging(file)} == COUNTED_FROM_NOW


def aging(file: Path) -> set[tuple[str, str]]:
    """The functions of a file that call `format_age`."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {
        (file.name, function.name)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "format_age"
    }
