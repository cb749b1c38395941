"""What is told of a move of Connect Four: why it is good or bad, and what to play because of it."""

from collections.abc import Sequence
from typing import Final

from bot.words.language import Language, template
from bot.words.tellings import Places, Telling, Tellings
from engine import General, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind

_ROWS, _COLUMNS = 6, 7


def list_places(language: Language, remark: Remark) -> Places:
    """Name the cells of a remark, the line that they make, and its columns; {at} is the move of its number.

    Discs are answered {always} on top if there are no {pairs} of columns. There is no {line} if they are in
    more than one.
    """
    return {
        "cells": language.listed(_name_cells(language, remark.cells)),
        "any_cell": language.either(_name_cells(language, remark.cells)),
        "line": _format_line(language, remark.cells),
        "columns": language.either(_numbers(remark.actions)),
        "pairs": _format_pairs(language, remark.besides),
        "always": language.say("nearly always") if remark.besides else language.say("always"),
        "at": str(remark.number),
    }


def _format_line(language: Language, cells: Sequence[int]) -> str:
    """Say in which line cells are; nothing if they are in none, or in more than one."""
    places = sorted((cell % _COLUMNS + 1, _ROWS - cell // _COLUMNS) for cell in cells)
    columns, rows = {column for column, _ in places}, {row for _, row in places}
    if len(columns) == 1:
        return language.say("in column {column}", column=places[0][0])
    if len(rows) == 1:
        return language.say("in row {row}", row=places[0][1])
    if not len(columns) == len(rows) == len(places) > 1:
        return ""
    low, high = sorted((places[0][::-1], places[-1][::-1]))
    return language.say("on the diagonal from column {low} up to column {high}", low=low[1], high=high[1])


def _name_cells(language: Language, cells: Sequence[int]) -> list[str]:
    """Name cells by row, counted from the bottom, and column."""
    named = [(_ROWS - cell // _COLUMNS, cell % _COLUMNS + 1) for cell in cells]
    return [language.say("row {row} of column {column}", row=row, column=column) for row, column in named]


def _format_pairs(language: Language, columns: Sequence[int]) -> str:
    """Say in which columns the next disc is not answered above it; nothing if there are none."""
    numbers = _numbers(columns)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))  # others than columns may be one alone
    if len(pairs) == 1:
        one, other = pairs[0]
        return language.say(
            " (but answer the next disc in {one} with {other}, and in {other} with {one})",
            one=one,
            other=other,
        )
    named = [language.say("{one} and {other}", one=one, other=other) for one, other in pairs]
    return (
        language.say(
            " (but answer the next disc in one of a pair with the other: {pairs})",
            pairs="; ".join(named),
        )
        if named
        else ""
    )


def _numbers(columns: Sequence[int]) -> list[str]:
    return [str(column + 1) for column in columns]


_HOLE: Final = template(
    "[[number?You complete four on {cells}: when the [other free place is|other {number} free places are]"
    " full, {opponent} has to play right below it.|You complete four on {cells}: in the end {opponent} has to"
    " play right below one of them.]]"
)
_PLAY: Final = template("Play {move}.")

TELLINGS: Final[Tellings] = {
    General.WINS: Telling(
        "wins at once",
        advice="Play {move} and win: you have four[[ {line}]].",
    ),
    General.BLOCKS_WIN: Telling(
        "blocks four[[ {line}]]",
        advice="Block {move}: {opponent} would have four[[ {line}| there]].",
    ),
    ConnectFourKind.WAITING_THREATS: Telling(
        "makes [a threat|threats] on {cells}[[actions?, so the opponent must not play {columns} now]]",
        advice="Play {move}: it makes [a threat|threats] on {cells}. Nobody can play there yet, and"
        " {opponent} must never play right below [it|them].",
        hint="Look for a move that makes a threat that waits for discs below it.",
    ),
    ConnectFourKind.LASTING_THREATS: Telling(
        "makes [a threat|threats] on {cells}, [[actions?so the opponent must not play {columns} now, and has"
        " to [|play under one ]in the end if the other columns fill up|and the opponent has to play under"
        " [it|one] if the other columns fill up]]",
        advice="Play {move}: it makes [a threat|threats] on {cells}. When the other columns are full,"
        " {opponent} has to play right below [it|one], and you have four.",
    ),
    ConnectFourKind.HOLE: Telling(
        "completes four on {cells}, as the opponent has to play right below [it|one] in the end",
        advice=(_PLAY, _HOLE),
        also=_HOLE,
    ),
    ConnectFourKind.THEIR_HOLE: Telling(
        "has to play right below {cells} in the end, where the opponent completes four",
        advice="[[number?{opponent} completes four on {cells}: when the [other free place is|other {number}"
        " free places are] full, you have to play right below it.|{opponent} completes four on {cells}: in"
        " the end you have to play right below one of them.]]",
        is_hopeless=True,
    ),
    ConnectFourKind.TOWARDS_FOUR: Telling(
        "is one of the four that win in the end, {line}",
        advice="Play {move}: it is one of the four that you get in the end, {line}.",
    ),
    ConnectFourKind.THEIR_FOUR: Telling(
        "the opponent has {number} of the four that win in the end, {line}",
        advice="{opponent} has {number} of the four that win in the end, {line}.",
        is_hopeless=True,
    ),
    ConnectFourKind.LETS_STACK: Telling(
        "lets the opponent make two threats, one above the other, with {names}: {cells}",
        advice="{opponent} plays {names} and makes two threats, one above the other: {cells}.",
        is_hopeless=True,
    ),
    ConnectFourKind.USES_UP_THREAT: Telling("lets the opponent block the threat on {cells}"),
    ConnectFourKind.STACKS_THREATS: Telling(
        "makes two threats, one above the other, {cells}: only the lower one can be blocked",
        advice="Play {move}: it makes two threats, one above the other, on {cells}. When {opponent} blocks"
        " the lower one, you play on top.",
    ),
    ConnectFourKind.PREVENTS_THREATS: Telling(
        "takes the place that would have given the opponent [a threat|threats] on {cells}",
        advice="Play {move}: with a disc there {opponent} would need only {any_cell} for four.",
    ),
    ConnectFourKind.NO_LINE_LEFT: Telling(
        "leaves the opponent no way to have four any more",
        advice="Play {move}: after it {opponent} has no way to have four any more, so you cannot lose.",
    ),
    ConnectFourKind.ANSWERS_TO_WIN: Telling(
        "wins by answering every disc on top of it from now on{pairs}[[few_cells?, which gets {cells} in the"
        " end]]",
        advice="Play {move}, and from now on always on top of {opponent}'s last disc{pairs}. So you"
        " [[few_cells?get {cells} in the end, and have four|have four in the end]].",
    ),
    ConnectFourKind.ANSWERS_TO_HOLD: Telling(
        "cannot lose any more by answering every disc on top of it from now on{pairs}[[few_cells?, which gets"
        " {cells}]]",
        advice="Play {move}, and from now on always on top of {opponent}'s last disc{pairs}."
        " [[few_cells?So you get {cells}, and {opponent} never has four|So {opponent} never has four]].",
    ),
    ConnectFourKind.ANSWERED_TO_LOSS: Telling(
        "the opponent plays {names}, then {always} on top of the last disc, and so [[few_cells?gets {cells}"
        " in the end|wins]]",
    ),
    ConnectFourKind.LEADS_TO_ANSWERS: Telling(
        "after move {at} of the best line it is enough to answer {always} on top of the last"
        " disc[[few_cells?, which gets {cells} in the end]]",
    ),
    ConnectFourKind.LEADS_TO_ANSWERED: Telling(
        "the opponent plays {names}, after move {at} of the best line {always} answers on top of the last"
        " disc, and so [[few_cells?gets {cells} in the end|wins]]",
    ),
    ConnectFourKind.LEADS_TO_FORK: Telling("by best play gets two threats at once with move {at}: {cells}"),
    ConnectFourKind.LED_TO_FORK: Telling(
        "the opponent plays {names} and gets two threats at once with move {at}: {cells}",
    ),
    ConnectFourKind.TAKES_NEEDED: Telling(
        "takes {cells}, which is part of the four that the opponent gets after {choices} instead",
        advice="Play {move}: {cells} is part of the four that {opponent} gets in the end if you play"
        " {choices} instead.",
    ),
    ConnectFourKind.AVOIDS: Telling(
        "leaves {names} alone, where the opponent would play on top and win in the end",
        advice="Play {move}[[wins?, but never {choices}: {opponent} would play on top and have four|number?"
        " and leave {names} alone: on top of it {opponent} would get a place that is part of {number}"
        " possible [four|fours]| and leave {names} alone: if you play there, {opponent} plays on top and wins"
        " in the end]].",
    ),
    ConnectFourKind.PASSES: Telling(
        "is in no line that can still become four, and so changes nothing but whose turn it is",
        advice="Play {move}: it is in no line that can still become four, so it makes {opponent} move again.",
    ),
    ConnectFourKind.LEAVES_NEEDED: Telling(
        "lets the opponent take {cells} with {names}, a place that the winning four needs",
    ),
    ConnectFourKind.TAKES_REPLY: Telling(
        "takes the place where the opponent would answer {choices}",
        advice="Play {move}, which is best for both: after [[few?{choices}|most other moves]] {opponent}"
        " would take that place.",
    ),
    ConnectFourKind.LEAVES_BEST: Telling("leaves column {columns} to the opponent, which is best for both"),
    ConnectFourKind.THUMB_LINES: Telling(
        "is part of {number} possible [four|fours], [[number>of?more than any other place|and no place is"
        " part of more]]",
        advice="Play {move}: it is part of {number} possible [four|fours], [[number>of?more than any other"
        " place|and no place is part of more]].",
        outlook="[[number>of?No other place is part of as many possible fours|No place is part of more"
        " possible fours]].",
    ),
    ConnectFourKind.THUMB_CLOSES_LINES: Telling(
        "spoils {number} possible [four|fours] of the opponent's, [[number>of?more than any other place|and"
        " no place spoils more]]",
        advice="Play {move}: it spoils {number} possible [four|fours] of {opponent}'s, [[number>of?more than"
        " any other place|and no place spoils more]].",
        outlook="[[number>of?No other place spoils as many|No place spoils more]] possible fours of"
        " {opponent}'s.",
    ),
    ConnectFourKind.THUMB_TAKES_LINES: Telling(
        "takes {number} possible [four|fours] from the opponent (rule of thumb)",
        advice="It takes {number} possible [four|fours] from {opponent}, more than any other place (rule of"
        " thumb).",
        is_hopeless=True,
    ),
    ConnectFourKind.THUMB_LEAVES_PLACE: Telling(
        "leaves column {columns} to the opponent, part of {number} possible [four|fours] (rule of thumb)",
    ),
    ConnectFourKind.LETS_WAIT: Telling(
        "lets the opponent make [a threat|threats] on {cells} with {names}",
        advice="{opponent} plays {names} and has [a threat|threats] on {cells}: never play right below"
        " [it|one].",
        is_hopeless=True,
    ),
    ConnectFourKind.FACES_THREATS: Telling(
        "does nothing against the opponent's [threat|threats] on {cells}",
        advice="Never play under {opponent}'s [threat|threats] on {cells}.",
        is_hopeless=True,
    ),
}
