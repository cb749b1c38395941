"""Rules for the fields of forms, which are made of one another like the forms themselves."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias

from bot.playground.errors import ATTACHMENT, SCHEMES, Path, Problems

Rule: TypeAlias = Callable[[Problems, Path, Any], object]
"""Notes what is wrong with the value of the field at a path; the value is None if it was not sent."""


def sized(least: int, most: int) -> Rule:
    """Return the rule of a text or list with so many parts; of anything else it says nothing."""

    def check(problems: Problems, path: Path, value: object) -> None:
        if value is None and least:
            problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif isinstance(value, str | list) and not least <= len(value) <= most:
            bounds = f"between {least} and {most}" if least else f"{most} or fewer"
            problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be {bounds} in length.")

    return check


def text(least: int, most: int) -> Rule:
    """Return the rule of a text; one that may be empty may be missing."""
    return _typed(str, "STRING_TYPE_CONVERT", 'Could not interpret "{}" as string.', sized(least, most))


def list_of(rule: Rule, least: int, most: int) -> Rule:
    """Return the rule of a list whose items have a rule; one that may be empty may be missing."""

    def check(problems: Problems, path: Path, value: list[Any] | None) -> None:
        sized(least, most)(problems, path, value)
        for index, item in enumerate(value or ()):
            rule(problems, (*path, index), item)

    return _typed(list, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", check)


def fields(*together: Rule, **rules: Rule) -> Rule:
    """Return the rule of an object by the rules of its fields, and by those for all of it `together`."""

    def check(problems: Problems, path: Path, value: dict[str, Any] | None) -> None:
        for name, rule in rules.items():
            rule(problems, (*path, name), (value or {}).get(name))
        for rule in together:
            rule(problems, path, value or {})

    return _typed(dict, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType", check)


def _typed(wanted: type, code: str, sentence: str, rule: Rule) -> Rule:
    def check(problems: Problems, path: Path, value: object) -> None:
        if value is None or isinstance(value, wanted):
            rule(problems, path, value)
        else:
            problems.add(path, code, sentence.format(value))

    return check


def whole(least: int, most: int) -> Rule:
    """Return the rule of a whole number, which may be missing."""

    def check(problems: Problems, path: Path, value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int | None):
            problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value is not None and value < least:
            problems.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
        elif value is not None and value > most:
            problems.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")

    return check


def one_of(*known: int) -> Rule:
    """Return the rule of a number that is one of these."""

    def check(problems: Problems, path: Path, value: object) -> None:
        if value not in known:
            sentence = f"Value must be one of {{{', '.join(map(str, known))}}}."
            problems.add(path, "BASE_TYPE_CHOICES", sentence)

    return check


def if_given(rule: Rule) -> Rule:
    """Return a rule for what may be missing."""
    return lambda problems, path, value: value is None or rule(problems, path, value)


def anything(*_: object) -> None:
    """Find nothing wrong."""


def switch(problems: Problems, path: Path, value: object) -> None:
    """Note what is neither true nor false."""
    if not isinstance(value, bool | None):
        problems.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def address(problems: Problems, path: Path, url: str | None) -> None:
    """Note an address that Discord does not follow, or a file that the form neither has nor keeps."""
    sized(1, 2048)(problems, path, url)
    if url and not url.startswith(SCHEMES):
        sentence = f'Scheme "{url.partition(":")[0]}" is not supported.'
        problems.add(path, "URL_TYPE_INVALID_SCHEME", sentence)
    if url and url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in problems.filenames:
        sentence = f"The referenced attachment '{url}' was not found."
        problems.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", sentence)


def check_unique(
    problems: Problems, named: Iterable[tuple[Path, Hashable]], code: str, sentence: str
) -> None:
    """Note each value that stands at an earlier path, too."""
    seen: set[Hashable] = set()
    for path, value in named:
        if value is not None and value in seen:
            problems.add(path, code, sentence.format(value))
        seen.add(value)


def check_form(rule: Rule, form: object, prefix: str | None = None) -> None:
    """Refuse a form that does not follow a rule."""
    problems = Problems()
    rule(problems, (), form)
    problems.refuse(prefix)
