"""What is said of tic-tac-toe and its family."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from bot.words.game_words import KNOWN, KNOWN_SHORTLY, Rules
from bot.words.games.grid import CELL_NAMES, FULL, MARKS, RUNS_OUT, GridWords
from bot.words.language import Plural, template
from bot.words.tellings import COUNTED_AHEAD, Telling, Tellings
from engine import Fault, General
from engine.rules.in_a_row import InARow, Misere
from engine.rules.wild import MarkFault, Wild
from engine.teachers.in_a_row import LineKind

_MARKING = template("You take turns to mark an empty cell, the first player with X, the second with O.")


_FULL = "a3 a2 b2 c3 a1 c1 c2 b3 b1"

_known = partial(Rules, example=1, naming=(CELL_NAMES,), strength=KNOWN, knowledge=KNOWN_SHORTLY)

_GAMES = {
    "tic-tac-toe": (
        template("Tic-tac-toe"),
        _known(
            (
                _MARKING,
                template(
                    "Whoever first has three of their marks in a row, in a column or on a diagonal wins."
                ),
                FULL,
            ),
            moves=("b2 a1", "a1 b1 a2 b2", _FULL),
            caption=template("X is to move and wins with a3, which completes the left column."),
            summary=template("three in a row win"),
            places={"corner": "c3"},
        ),
    ),
    "tic-tac-toe-misere": (
        template("Misère tic-tac-toe"),
        _known(
            (
                _MARKING,
                template(
                    "Whoever first has three of their marks in a row, in a column or on a diagonal *loses*."
                ),
                FULL,
            ),
            moves=("b2 a1", "a1 b1 a2 b2", _FULL),
            caption=template("X is to move and loses with a3, which completes the left column."),
            summary=template("three in a row lose"),
            ending=template("three in a row loses"),
            terms=(template("A safe move: one with which you complete no line."),),
            places={"corner": "c3"},
        ),
    ),
    "four-in-a-row-4x4": (
        template("Four in a row, 4x4"),
        _known(
            (
                _MARKING,
                template(
                    "Whoever first has four of their marks in a row, in a column or on a diagonal wins."
                ),
                FULL,
            ),
            moves=("b2 a1", "a1 a2 b2 b1 c3 c1", "a2 c3 d4 c4 b1 c2 c1 a4 b4 d2 d3 a3 d1 a1 b3 b2"),
            caption=template("X is to move and wins with d4, which completes the diagonal."),
            summary=template("four in a row win"),
            places={"corner": "d4"},
        ),
    ),
    "four-in-a-row-5x5": (
        template("Four in a row, 5x5"),
        Rules(
            (
                _MARKING,
                template(
                    "Whoever first has four of their marks next to each other in a row, in a column or on a"
                    " diagonal wins."
                ),
                FULL,
            ),
            moves=(
                "c3 b2",
                "b2 b1 c2 c1 d2 d1 c3",
                "a4 d1 a1 b3 b4 d3 e4 d2 c3 a2 c2 c5 d4 b2 d5 c4 b1 a3 c1 a5 e2 e1 e5 e3 b5",
            ),
            example=1,
            caption=template(
                "O is to move and wins with a1, which completes four in the top row; e1 would do as well."
            ),
            naming=(CELL_NAMES,),
            summary=template("four in a row win"),
            places={"corner": "e5"},
        ),
    ),
}
"""What sets the games of the family apart in words: their titles and rules."""

_HABITS = {
    "tic-tac-toe": template("The order: win, block, this, else the cell in most lines."),
    "four-in-a-row-5x5": template("The order: win, block, then this."),
}


class InARowWords(GridWords, of=InARow):
    """The words of a game in which each player has a mark of their own, and an action is a cell."""

    sides = side_names = MARKS

    def __init__(self, game: InARow) -> None:
        super().__init__(game)
        if game.slug in _GAMES:
            self.title, self.rules = _GAMES[game.slug]
            self.habit = _HABITS.get(game.slug, "")


_RUNS_OUT_OF_CELLS = RUNS_OUT, template("A safe move completes no line of yours.")
_RUNS_OUT_OF_MARKS = (
    RUNS_OUT,
    template("A safe move leaves no two equal marks in a line with a free cell."),
)
_COUNTING = (
    Plural(
        "Play {move}: it leaves you {number} [cell|cells] where you complete no line, and {opponent} {of}."
        " Whoever runs out of them first loses, unless the board is full first."
    ),
    template("[[number=of?{opponent} has to use one up first.]]"),
)


class MisereWords(InARowWords, of=Misere):
    """The words where a line loses: a move that is safe completes none."""

    order: ClassVar[str] = ""
    tellings: ClassVar[Tellings] = {
        General.ONLY_SAFE: Telling(
            advice="Play {move}: every other move completes a line of yours, and loses.",
        ),
        General.STAYS_SAFE: Telling(
            advice="Play {move}: [[most?most|some]] other moves complete a line of yours, and lose.",
        ),
        General.LOSES_BY_ZUGZWANG: Telling(advice=_RUNS_OUT_OF_CELLS),
        General.LEAVES_NO_SAFE_REPLY: Telling(
            advice="Play {move}: then every free cell completes a line of {opponent}'s, and loses.",
        ),
        General.WINS_BY_ZUGZWANG: Telling(
            advice=(COUNTED_AHEAD, "In the end every cell left completes a line of {opponent}'s."),
        ),
        LineKind.SAFE_CELLS: Telling(advice=_COUNTING),
        LineKind.THUMB_FEWEST_LINES: Telling(
            advice="Play {move}: it is in only {number} [line|lines] of the board, others are in more. The"
            " fewer lines you are in, the longer you complete none (rule of thumb).",
        ),
    }


class WildWords(GridWords, of=Wild):
    """The words of wild tic-tac-toe, in which an action is twice the cell, plus the mark."""

    title = template("Wild tic-tac-toe")
    tellings: ClassVar[Tellings] = {
        LineKind.MIRRORS: Telling(
            "can copy every reply through the centre, so the opponent runs out of safe moves first",
            advice="Play {move}. From then on complete a line if you can; if not, put the same mark into the"
            " cell opposite, through the centre: {opponent} runs out of safe moves first.",
        ),
        General.STILL_LOSES: Telling(
            advice="Every move leaves two equal marks in a line with a free cell, and so loses.[[few? Play"
            " {move} and hope that {opponent} overlooks {choices}.]]",
        ),
        General.LEAVES_NO_SAFE_REPLY: Telling(
            advice="Play {move}: whatever {opponent} replies, you complete a line next.",
        ),
        General.LOSES_BY_ZUGZWANG: Telling(advice=_RUNS_OUT_OF_MARKS),
        General.ONLY_SAFE: Telling(
            advice="Play {move}: then no line holds two equal marks and a free cell, where {opponent} would"
            " win. After every other move one does.",
        ),
        General.STAYS_SAFE: Telling(
            advice="Play {move}: then no line holds two equal marks and a free cell, where {opponent} would"
            " win. After [[most?most|some]] other moves one does.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        **GridWords.faults,
        MarkFault.MISSING: template("“{name}” says no mark; add x or o, as in {name}x."),
    }
    rules = _known(
        (
            template(
                "You take turns to put a mark into an empty cell, and choose each time whether it is an X or"
                " an O: the marks belong to nobody."
            ),
            template(
                "Whoever first completes three equal marks in a row, in a column or on a diagonal wins."
            ),
            FULL,
        ),
        moves=("b2x a1o", "a1x b2o c1x", "b2o c2o b3o b1x a3x a2x a1o c1x c3x"),
        caption=template("Whoever is to move wins with b1x, which completes the top row."),
        naming=(
            CELL_NAMES,
            template("Behind it comes the mark: `{corner}x` puts an X there, `{corner}o` an O."),
        ),
        summary=template("three equal marks in a row win, whoever placed them"),
        terms=(template("A safe move: one that does not let the other win with their next move."),),
        places={"corner": "c3"},
    )
