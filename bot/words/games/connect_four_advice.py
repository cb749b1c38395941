"""What to play in Connect Four and why, in a sentence to whoever is to move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.words.games.connect_four_phrases import with_cells
from bot.words.language import plural, template
from engine import General
from engine.teachers.connect_four.kinds import ConnectFourKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.words.game_words import Phrase, Places
    from bot.words.language import Language
    from engine import Kind, Remark

_ROWS, _COLUMNS = 6, 7


def _advise_block(language: Language, remark: Remark, places: Places) -> str:
    """Say where the opponent's four would be."""
    rows = {_ROWS - cell // _COLUMNS for cell in remark.cells}
    columns = {cell % _COLUMNS + 1 for cell in remark.cells}
    if len(rows) == 1:
        return language.say(
            "Block {move}: {opponent} would have four in row {row}.", row=rows.pop(), **places
        )
    if len(columns) == 1:
        return language.say("Block {move}: {opponent} would have four on top of each other there.", **places)
    if remark.cells:
        return language.say("Block {move}: {opponent} would have four on a diagonal.", **places)
    return language.say("Block {move}, or {opponent} wins there.", **places)


def _advise_win(language: Language, remark: Remark, places: Places) -> str:
    """Say where the four will be."""
    rows = {_ROWS - cell // _COLUMNS for cell in remark.cells}
    columns = {cell % _COLUMNS for cell in remark.cells}
    if len(rows) == 1:
        return language.say("Play {move} and win: four in row {row}.", row=rows.pop(), **places)
    if len(columns) == 1:
        return language.say("Play {move} and win: four on top of each other.", **places)
    return language.say("Play {move} and win: four in a line.", **places)


ADVICE: Final[Mapping[Kind, Phrase]] = {
    General.WINS: _advise_win,
    General.BLOCKS_WIN: _advise_block,
    ConnectFourKind.WAITING_THREATS: with_cells(
        plural(
            "Play {move}: it makes a threat on {cells}. Nobody can play there yet, and {opponent} must never"
            " play right below it.",
            "Play {move}: it makes threats on {cells}. Nobody can play there yet, and {opponent} must never"
            " play right below them.",
        )
    ),
    ConnectFourKind.LASTING_THREATS: with_cells(
        plural(
            "Play {move}: it makes a threat on {cells}. When the other columns are full, {opponent} has to"
            " play right below it, and you have four.",
            "Play {move}: it makes threats on {cells}. When the other columns are full, {opponent} has to"
            " play right below one, and you have four.",
        )
    ),
    ConnectFourKind.STACKS_THREATS: with_cells(
        template(
            "Play {move}: it makes two threats, one above the other, on {cells}. When {opponent} blocks the"
            " lower one, you play on top."
        )
    ),
    ConnectFourKind.PREVENTS_THREATS: with_cells(
        plural(
            "Play {move}: there a disc of {opponent} would make a threat on {cells}.",
            "Play {move}: there a disc of {opponent} would make threats on {cells}.",
        )
    ),
    ConnectFourKind.NO_LINE_LEFT: template(
        "Play {move}: after it {opponent} has no way to have four any more, so you cannot lose."
    ),
    ConnectFourKind.SHUNS: with_cells(
        template(
            "Play {move}, and leave it to {opponent} to run out of moves: whoever plays under {cells} lets"
            " the other have four there."
        )
    ),
    ConnectFourKind.ANSWERS_TO_WIN: with_cells(
        template(
            "Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so you get {cells}"
            " in the end, and four in a row."
        ),
        template("Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so you win."),
    ),
    ConnectFourKind.ANSWERS_TO_HOLD: with_cells(
        template(
            "Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so you get"
            " {cells}, and {opponent} never has four."
        ),
        template(
            "Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so {opponent}"
            " never has four."
        ),
    ),
    ConnectFourKind.LEADS_TO_ANSWERS: with_cells(
        template(
            "Play {move}: it wins. After move {at} of the best line you {always} answer on top of"
            " {opponent}'s last disc, and so get {cells} in the end."
        ),
        template(
            "Play {move}: it wins. After move {at} of the best line you {always} answer on top of"
            " {opponent}'s last disc, and so win."
        ),
    ),
    ConnectFourKind.LEADS_TO_FORK: with_cells(
        template(
            "Play {move}: with best play you make two threats at once with move {at}, {cells}, and only one"
            " can be stopped."
        )
    ),
    ConnectFourKind.LEADS_TO_STACK: with_cells(
        template(
            "Play {move}: with best play you make two threats, one above the other, with move {at}, {cells},"
            " and only the lower one can be stopped."
        )
    ),
    ConnectFourKind.LEADS_TO_SQUEEZE: with_cells(
        plural(
            "Play {move}: with best play {opponent} runs out of other moves, and at move {at} has to play"
            " right below {cells}, where you complete four.",
            "Play {move}: with best play {opponent} runs out of other moves, and at move {at} has to play"
            " right below one of {cells}, where you complete four.",
        )
    ),
    ConnectFourKind.TAKES_NEEDED: with_cells(
        template(
            "Play {move}: {cells} is part of the four that {opponent} gets in the end if you play {choices}"
            " instead."
        )
    ),
    ConnectFourKind.TAKES_REPLY: with_cells(
        template("Play {move}: after {choices} {opponent} would take that place, {cells}.")
    ),
    ConnectFourKind.AVOIDS: template(
        "Play {move} and leave {names} alone: on top of a disc there {opponent} would play, and win in the"
        " end."
    ),
    ConnectFourKind.PASSES: template(
        "Play {move}: it is in no line that can still become four, so it makes {opponent} move again."
    ),
    ConnectFourKind.ANSWERED_TO_HOLD: with_cells(
        template(
            "Play {move}: it draws. {opponent} answers {names}, then {always} plays on top of your last disc."
        )
    ),
    ConnectFourKind.FEW_LINES_LEFT: plural(
        "Play {move}: it leaves {opponent} only {number} line that can still become four.",
        "Play {move}: it leaves {opponent} only {number} lines that can still become four.",
    ),
    ConnectFourKind.THUMB_MOST_LINES: plural(
        "As a rule of thumb, play {move}: it is in {number} line that can still become four, and no move is"
        " in more.",
        "As a rule of thumb, play {move}: it is in {number} lines that can still become four, and no move is"
        " in more.",
    ),
    ConnectFourKind.THUMB_LINES: plural(
        "As a rule of thumb, play {move}: it is in {number} line that can still become four.",
        "As a rule of thumb, play {move}: it is in {number} lines that can still become four.",
    ),
    ConnectFourKind.THUMB_CLOSES_LINES: plural(
        "As a rule of thumb, play {move}: it closes {number} line of {opponent}.",
        "As a rule of thumb, play {move}: it closes {number} lines of {opponent}.",
    ),
    ConnectFourKind.ANSWERED_TO_LOSS: with_cells(
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, then {always} on top"
            " of your last disc, and so gets {cells} in the end, because you run out of other moves."
        ),
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, then {always} on top"
            " of your last disc, and so wins."
        ),
    ),
    ConnectFourKind.LEADS_TO_ANSWERED: with_cells(
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}. After move {at} they"
            " {always} answer on top of your last disc, and so get {cells} in the end."
        ),
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}. After move {at} they"
            " {always} answer on top of your last disc, and so win."
        ),
    ),
    ConnectFourKind.LED_TO_FORK: with_cells(
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and makes two threats"
            " at once with move {at}: {cells}."
        )
    ),
    ConnectFourKind.LED_TO_STACK: with_cells(
        template(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and makes two"
            " threats, one above the other, with move {at}: {cells}."
        )
    ),
    ConnectFourKind.LED_TO_SQUEEZE: with_cells(
        plural(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and at move {at} you"
            " run out of other moves and have to play right below {cells}.",
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and at move {at} you"
            " run out of other moves and have to play right below one of {cells}.",
        )
    ),
    ConnectFourKind.LETS_WAIT: with_cells(
        plural(
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and has a threat on"
            " {cells}.",
            "Every move loses now; {move} holds out longest. {opponent} plays {names}, and has threats on"
            " {cells}.",
        )
    ),
    ConnectFourKind.FACES_THREATS: with_cells(
        plural(
            "Every move loses now; try {move}, and never play under {opponent}'s threat on {cells}.",
            "Every move loses now; try {move}, and never play under {opponent}'s threats on {cells}.",
        )
    ),
    ConnectFourKind.THUMB_LEAVES_PLACE: with_cells(
        template(
            "Every move loses now, {move} as late as any. As a rule of thumb, {opponent} plays {columns}"
            " next."
        )
    ),
    ConnectFourKind.THUMB_FACES_LINES: plural(
        "Every move loses now; try {move}. {opponent} has {number} line that can still become four, you have"
        " {of}.",
        "Every move loses now; try {move}. {opponent} has {number} lines that can still become four, you"
        " have {of}.",
    ),
    ConnectFourKind.THUMB_LETS_LINES: template(
        "Every move loses now; {move} holds out longest. {opponent} answers with {names}."
    ),
}
"""What is said of a best move to whoever is to move."""
