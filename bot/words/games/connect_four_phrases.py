"""Why a move of Connect Four is good or bad, in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from bot.words.forms import split_forms
from bot.words.language import Language, Plural, template
from bot.words.tellings import Phrase, Places
from engine import Kind, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind

Say: TypeAlias = Callable[[Language, Remark, Places], str]

_ROWS, _COLUMNS = 6, 7
_MOST_CELLS = 3  # that are named


def with_cells(
    phrase: str, without: str | None = None, counted: Plural | None = None
) -> Callable[[Language, Remark, Places], str]:
    """Return a phrase that names {cells}, {columns} and {pairs}; another says it without any, or of too many.

    A plural goes by how many cells there are, `counted`, which is said instead, by what the remark counts.
    That is {at} a move of that number. Discs are answered {always} on top if there are no pairs.
    """

    def say(language: Language, remark: Remark, places: Places) -> str:
        is_named = 0 < len(remark.cells) <= _MOST_CELLS
        named = {
            **places,
            "cells": _format_cells(language, remark.cells),
            "columns": language.either(_numbers(remark.actions)),
            "pairs": _format_pairs(language, remark.besides),
            "always": language.say("nearly always") if remark.besides else language.say("always"),
            "at": str(remark.number),
        }
        if counted is not None and remark.number:
            return language.count(counted, remark.number, **named)
        said = phrase if is_named or without is None else without
        if isinstance(said, Plural):
            return language.count(said, len(remark.cells), **named)
        return language.say(said, **named)

    return say


def with_any_cells(text: str) -> Callable[[Language, Remark, Places], str]:
    """Return a phrase that has one form which names cells, and another without any, or of too many."""
    named, without = split_forms(text)
    return with_cells(named, without)


def with_line(phrase: str) -> Callable[[Language, Remark, Places], str]:
    """Return a phrase that names the {line} of the cells, and the {number} of the remark."""
    return lambda language, remark, places: language.say(
        phrase,
        **{**places, "line": _format_line_of_four(language, remark.cells), "number": str(remark.number)},
    )


def _format_line_of_four(language: Language, cells: Sequence[int]) -> str:
    """Say where four cells in a line are, from the left or from the bottom."""
    places = sorted((cell % _COLUMNS + 1, _ROWS - cell // _COLUMNS) for cell in cells)
    (first, low), (last, high) = places[0], places[-1]
    if first == last:
        return language.say("column {column}, rows {low} to {high}", column=first, low=low, high=high)
    if low == high:
        return language.say("row {row}, columns {first} to {last}", row=low, first=first, last=last)
    start = language.say("row {row} of column {column}", row=low, column=first)
    end = language.say("row {row} of column {column}", row=high, column=last)
    return language.say("from {start} to {end}", start=start, end=end)


def _format_cells(language: Language, cells: Sequence[int]) -> str:
    """Name cells by row, counted from the bottom, and column."""
    named = [(_ROWS - cell // _COLUMNS, cell % _COLUMNS + 1) for cell in cells]
    phrases = [language.say("row {row} of column {column}", row=row, column=column) for row, column in named]
    return language.listed(phrases)


def _format_pairs(language: Language, columns: Sequence[int]) -> str:
    """Say in which columns the next disc is not answered above it; nothing if there are none."""
    numbers = _numbers(columns)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if len(pairs) == 1:
        one, other = pairs[0]
        return language.say(
            " (only the next disc in {one} is answered in {other}, and the other way round)",
            one=one,
            other=other,
        )
    named = [language.say("{one} and {other}", one=one, other=other) for one, other in pairs]
    return (
        language.say(
            " (only the next disc in one column of these pairs is answered in the other: {pairs})",
            pairs="; ".join(named),
        )
        if named
        else ""
    )


def _numbers(columns: Sequence[int]) -> list[str]:
    return [str(column + 1) for column in columns]


def _by_actions(without: Say, named: Say) -> Say:
    """Return a phrase for remarks that carry no actions, and another for the others."""
    return lambda language, remark, places: (named if remark.actions else without)(language, remark, places)


def _leave_place(language: Language, remark: Remark, places: Places) -> str:
    """Say which place the opponent can take next, and of how many fours it is part."""
    columns = language.either(_numbers(remark.actions)) if len(remark.actions) > 1 else places["names"]
    return language.count(
        "leaves {columns} to the opponent, part of {number} possible [four|fours] (rule of thumb)",
        remark.number,
        columns=columns,
    )


PHRASES: Final[Mapping[Kind, Phrase]] = {
    ConnectFourKind.WAITING_THREATS: _by_actions(
        with_cells(Plural("makes [a threat|threats] on {cells}")),
        with_cells(
            Plural("makes [a threat|threats] on {cells}, so the opponent must not play {columns} now")
        ),
    ),
    ConnectFourKind.LASTING_THREATS: _by_actions(
        with_cells(
            Plural(
                "makes [a threat|threats] on {cells}, and the opponent has to play under [it|one] if the"
                " other columns fill up"
            )
        ),
        with_cells(
            Plural(
                "makes [a threat|threats] on {cells}, so the opponent must not play {columns} now, and has to"
                " [|play under one ]in the end if the other columns fill up"
            )
        ),
    ),
    ConnectFourKind.HOLE: with_cells(
        Plural("in the end the opponent has to play under [the hole|one of the holes] on {cells}")
    ),
    ConnectFourKind.THEIR_HOLE: with_cells(
        Plural("has to play under [|one of ]the opponent's [hole|holes] on {cells} in the end")
    ),
    ConnectFourKind.TOWARDS_FOUR: with_line(template("is one of the four that win in the end: {line}")),
    ConnectFourKind.THEIR_FOUR: with_line(
        template("the opponent has {number} of the four that win in the end: {line}")
    ),
    ConnectFourKind.LETS_STACK: with_cells(
        template("lets the opponent make two threats, one above the other, with {names}: {cells}")
    ),
    ConnectFourKind.USES_UP_THREAT: with_cells(template("lets the opponent block the threat on {cells}")),
    ConnectFourKind.STACKS_THREATS: with_cells(
        template(
            "makes two threats, one above the other: whoever blocks {cells} has only stopped the lower one"
        )
    ),
    ConnectFourKind.PREVENTS_THREATS: with_cells(
        Plural("takes the place that would have given the opponent [a threat|threats] on {cells}")
    ),
    ConnectFourKind.SHUNS: with_cells(
        Plural("leaves [a column|columns] that nobody should play: whoever does lets the other have {cells}")
    ),
    ConnectFourKind.NO_LINE_LEFT: template("leaves the opponent no way to have four any more"),
    ConnectFourKind.FEW_LINES_LEFT: Plural(
        "leaves the opponent only {number} [line|lines] that can still become four"
    ),
    ConnectFourKind.ANSWERS_TO_WIN: with_any_cells(
        "wins by answering every disc on top of it from now on{pairs}[, which gets {cells} in the end|]"
    ),
    ConnectFourKind.ANSWERS_TO_HOLD: with_any_cells(
        "cannot lose any more by answering every disc on top of it from now on{pairs}[, which gets {cells}|]"
    ),
    ConnectFourKind.ANSWERED_TO_LOSS: with_any_cells(
        "the opponent plays {names}, then {always} on top of the last disc, and so [gets {cells} in the"
        " end|wins]"
    ),
    ConnectFourKind.ANSWERED_TO_HOLD: with_cells(
        template("the opponent holds by playing {names} and then {always} on top of the last disc")
    ),
    ConnectFourKind.LEADS_TO_ANSWERS: with_any_cells(
        "after move {at} of the best line it is enough to answer {always} on top of the last disc[, which"
        " gets {cells} in the end|]"
    ),
    ConnectFourKind.LEADS_TO_ANSWERED: with_any_cells(
        "the opponent plays {names}, after move {at} of the best line {always} answers on top of the last"
        " disc, and so [gets {cells} in the end|wins]"
    ),
    ConnectFourKind.LEADS_TO_FORK: with_cells(
        template("by best play gets two threats at once with move {at}: {cells}")
    ),
    ConnectFourKind.LEADS_TO_STACK: with_cells(
        template("by best play gets two threats, one above the other, with move {at}: {cells}")
    ),
    ConnectFourKind.LEADS_TO_SQUEEZE: with_cells(
        Plural(
            "by best play the opponent runs out of other moves, and at move {at} has to play under [|one of"
            " ]{cells}"
        )
    ),
    ConnectFourKind.LED_TO_FORK: with_cells(
        template("the opponent plays {names} and gets two threats at once with move {at}: {cells}")
    ),
    ConnectFourKind.LED_TO_STACK: with_cells(
        template(
            "the opponent plays {names} and gets two threats, one above the other, with move {at}: {cells}"
        )
    ),
    ConnectFourKind.LED_TO_SQUEEZE: with_cells(
        Plural(
            "if the opponent replies {names}, runs out of other moves and at move {at} has to play under"
            " [|one of ]{cells}"
        )
    ),
    ConnectFourKind.TAKES_NEEDED: with_cells(
        template("takes {cells}, which is part of the four that the opponent gets after {choices} instead")
    ),
    ConnectFourKind.AVOIDS: template(
        "leaves {names} alone, where the opponent would play on top and win in the end"
    ),
    ConnectFourKind.PASSES: template(
        "is in no line that can still become four, and so changes nothing but whose turn it is"
    ),
    ConnectFourKind.LEAVES_NEEDED: with_cells(
        template("lets the opponent take {cells} with {names}, a place that the winning four needs")
    ),
    ConnectFourKind.TAKES_REPLY: template("takes the place where the opponent would answer {choices}"),
    ConnectFourKind.LEAVES_BEST: template("leaves {names} to the opponent, which is best for you as well"),
    **dict.fromkeys(
        (ConnectFourKind.THUMB_LINES, ConnectFourKind.THUMB_MOST_LINES),
        Plural("is part of {number} possible [four|fours] (rule of thumb)"),
    ),
    ConnectFourKind.THUMB_CLOSES_LINES: Plural(
        "spoils {number} possible [four|fours] of the opponent's (rule of thumb)"
    ),
    ConnectFourKind.THUMB_TAKES_LINES: Plural(
        "takes {number} possible [four|fours] from the opponent (rule of thumb)"
    ),
    ConnectFourKind.THUMB_LETS_LINES: _leave_place,
    ConnectFourKind.THUMB_LEAVES_PLACE: _leave_place,
    ConnectFourKind.LETS_WAIT: with_cells(
        Plural("lets the opponent make [a threat|threats] on {cells} with {names}")
    ),
    ConnectFourKind.FACES_THREATS: with_cells(
        Plural("does nothing against the opponent's [threat|threats] on {cells}")
    ),
}
"""What is said of a move in a list of moves."""
