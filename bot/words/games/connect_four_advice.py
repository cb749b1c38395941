"""What to play in Connect Four and why, in a sentence to the player to move."""

from collections.abc import Mapping
from typing import Final

from bot.words.game_words import say_if
from bot.words.games.connect_four_phrases import with_any_cells, with_cells, with_line
from bot.words.language import Language, Plural, template
from bot.words.tellings import MOST_NAMES, Phrase, Places
from engine import General, Kind, Remark
from engine.teachers.connect_four.kinds import ConnectFourKind

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


def _advise_hole(language: Language, remark: Remark, places: Places) -> str:
    """Recommend a move after which all is about a place under which the opponent has to play."""
    return " ".join([language.say("Play {move}.", **places), _tell_hole(language, remark, places)])


_tell_hole = with_cells(
    template(
        "The holes on {cells} are yours: in the end {opponent} has to play right below one of them, and you"
        " get four there."
    ),
    counted=Plural(
        "The hole on {cells} is yours: when the [|{number} ]other free [place is|places are] filled, it is"
        " {opponent}'s turn, and they have to play right below it. Then you get four there."
    ),
)


def _advise_place(language: Language, remark: Remark, places: Places) -> str:
    """Say after which moves the opponent would take the place, and what it is good for."""
    is_named = len(remark.actions) <= MOST_NAMES
    answered = (
        language.say(
            "Play {move} before {opponent} does: after {choices} they would take that place.", **places
        )
        if is_named
        else language.say(
            "Play {move} before {opponent} does: after most other moves they would take that place.",
            **places,
        )
    )
    if remark.number <= remark.of:
        return answered
    good = language.count(
        "It is part of {number} possible [four|fours], others now of at most {of}.",
        remark.number,
        of=remark.of,
    )
    return f"{answered} {good}"


def _advise_leaving(language: Language, remark: Remark, places: Places) -> str:
    """Say where not to play, and what the opponent would get on top of it."""
    if remark.of:
        return language.say(
            "Play {move}, but never {choices}: {opponent} would play on top and have four.", **places
        )
    if not remark.number:
        return language.say(
            "Play {move} and leave {names} alone: if you play there, {opponent} plays on top and wins in the"
            " end.",
            **places,
        )
    return language.count(
        "Play {move} and leave {names} alone: on top of it {opponent} would get a place that is part of"
        " {number} possible [four|fours].",
        remark.number,
        **places,
    )


HOPELESS: Final = frozenset(
    {
        ConnectFourKind.THEIR_HOLE,
        ConnectFourKind.THEIR_FOUR,
        ConnectFourKind.LETS_STACK,
        ConnectFourKind.LETS_WAIT,
        ConnectFourKind.FACES_THREATS,
        ConnectFourKind.THUMB_TAKES_LINES,
    }
)
"""What is said of a best move only after a sentence that every move loses."""

OUTLOOKS: Final[Mapping[Kind, Phrase]] = {ConnectFourKind.HOLE: _tell_hole}
"""What is said after the reason of a best move, because it decides in the end."""

ADVICE: Final[Mapping[Kind, Phrase]] = {
    General.WINS: _advise_win,
    General.BLOCKS_WIN: _advise_block,
    ConnectFourKind.WAITING_THREATS: with_cells(
        Plural(
            "Play {move}: it makes [a threat|threats] on {cells}. Nobody can play there yet, and {opponent}"
            " must never play right below [it|them]."
        )
    ),
    ConnectFourKind.LASTING_THREATS: with_cells(
        Plural(
            "Play {move}: it makes [a threat|threats] on {cells}. When the other columns are full, {opponent}"
            " has to play right below [it|one], and you have four."
        )
    ),
    ConnectFourKind.STACKS_THREATS: with_cells(
        template(
            "Play {move}: it makes two threats, one above the other, on {cells}. When {opponent} blocks the"
            " lower one, you play on top."
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
    ConnectFourKind.ANSWERS_TO_WIN: with_any_cells(
        "Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so you [get {cells} in"
        " the end, and four in a row|win]."
    ),
    ConnectFourKind.ANSWERS_TO_HOLD: with_any_cells(
        "Play {move}, and from now on always on top of {opponent}'s last disc{pairs}: so [you get {cells},"
        " and |]{opponent} never has four."
    ),
    ConnectFourKind.HOLE: _advise_hole,
    ConnectFourKind.THEIR_HOLE: with_cells(
        template(
            "The holes on {cells} are {opponent}'s: in the end you have to play right below one of them."
        ),
        counted=Plural(
            "The hole on {cells} is {opponent}'s: when the [|{number} ]other free [place is|places are]"
            " filled, it is your turn, and you have to play right below it."
        ),
    ),
    ConnectFourKind.TOWARDS_FOUR: with_line(
        template("Play {move}: it is one of the four that you get in the end, {line}.")
    ),
    ConnectFourKind.THEIR_FOUR: with_line(
        template("{opponent} has {number} of the four that win in the end: {line}.")
    ),
    ConnectFourKind.LETS_STACK: with_cells(
        template("{opponent} plays {names} and makes two threats, one above the other: {cells}.")
    ),
    ConnectFourKind.PREVENTS_THREATS: with_cells(
        Plural(
            "Play {move}: a disc of {opponent}'s there would be the third of [a possible four|possible"
            " fours], and only[| one of] {cells} would be missing."
        )
    ),
    ConnectFourKind.TAKES_REPLY: _advise_place,
    ConnectFourKind.THUMB_MOST_LINES: say_if(
        lambda remark: remark.number > remark.of,
        Plural(
            "Play {move}: it is part of {number} possible [four|fours], no other place you can take now of"
            " more than {of} (rule of thumb)."
        ),
        Plural(
            "Play {move}: it is part of {number} possible [four|fours], and no place you can take now of more"
            " (rule of thumb)."
        ),
    ),
    ConnectFourKind.THUMB_LINES: Plural(
        "Play {move}: it is part of {number} possible [four|fours] (rule of thumb)."
    ),
    ConnectFourKind.THUMB_CLOSES_LINES: say_if(
        lambda remark: remark.number > remark.of > 0,
        Plural(
            "Play {move}: it spoils {number} possible [four|fours] of {opponent}, more than any other place"
            " (rule of thumb)."
        ),
        Plural("Play {move}: it spoils {number} possible [four|fours] of {opponent} (rule of thumb)."),
    ),
    ConnectFourKind.THUMB_TAKES_LINES: Plural(
        "It takes {number} possible [four|fours] from {opponent}, more than any other place (rule of thumb)."
    ),
    ConnectFourKind.TAKES_NEEDED: with_cells(
        template(
            "Play {move}: {cells} is part of the four that {opponent} gets in the end if you play {choices}"
            " instead."
        )
    ),
    ConnectFourKind.AVOIDS: _advise_leaving,
    ConnectFourKind.PASSES: template(
        "Play {move}: it is in no line that can still become four, so it makes {opponent} move again."
    ),
    ConnectFourKind.FEW_LINES_LEFT: Plural(
        "Play {move}: it leaves {opponent} only {number} [line|lines] that can still become four."
    ),
    ConnectFourKind.LETS_WAIT: with_cells(
        Plural(
            "{opponent} plays {names} and has [a threat|threats] on {cells}: never play right below [it|one]."
        )
    ),
    ConnectFourKind.FACES_THREATS: with_cells(
        Plural("Never play under {opponent}'s [threat|threats] on {cells}.")
    ),
}
"""What is said of a best move to the player to move."""
