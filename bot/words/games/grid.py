"""What is said on grids of marks: which are where, whose lines are left, and who runs out of safe cells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from bot.models import Move
from bot.words.game_words import GameWords
from bot.words.language import Language, template
from bot.words.tellings import Telling, Tellings
from engine import Fault, General, State
from engine.rules.grid import cell_names
from engine.rules.in_a_row import CellFault, InARow
from engine.teachers.in_a_row import LineKind

MARKS = ("X", "O")
"""The letters that are also the marks."""

CELL_NAMES = template(
    "A cell is named by the letter of its column, from the left, and the number of its row, from the top:"
    " `{corner}` is in the bottom right corner."
)
FULL = template("If the board is full without such a line, it is a draw.")

RUNS_OUT: Final = template(
    "Everything loses now[[of?: even after {move} you run out of safe moves first, whatever {opponent}"
    " replies.|few?. Play {move}: only {names} [wins|win] for {opponent} then, and you run out of safe moves"
    " first.|; try {move}. If {opponent} makes no mistake, you run out of safe moves first.]]"
)
"""What to play where every move loses because of that; which moves are safe, each game says itself."""

TELLINGS: Final[Tellings] = {
    LineKind.NO_LINE_LEFT: Telling(
        "leaves no line that anybody can complete",
        advice="Play {move}: then every line holds both an X and an O, and nobody can complete one any more.",
    ),
    LineKind.NO_LINE_BEFORE: Telling(
        "nobody can complete a line any more",
        advice="Play {move} or what you like: every line holds both an X and an O, and nobody can complete"
        " one.",
    ),
    LineKind.CLOSES_LAST_LINE: Telling(
        "closes the last [line|{number} lines] that the opponent could complete",
        advice="Play {move}: it closes the last [line|{number} lines] that {opponent} could complete. Then"
        " every line holds a mark of yours, so you cannot lose.",
    ),
    LineKind.OPPONENT_HAS_NO_LINE: Telling(
        "the opponent has no line left to complete",
        advice="Play {move}: every line holds a mark of yours already, so {opponent} can complete none, and"
        " you cannot lose.",
    ),
    LineKind.PAIRS: Telling(
        "each line that the opponent could still complete holds [[few_cells?both {pairs}: answer one with the"
        " other|one of the pairs {pairs}: answer one cell with the other]]",
        advice="Play {move}: then each line that {opponent} could still complete holds [[few_cells?both"
        " {pairs}. Win if you can, else answer one with the other|one of these pairs: {pairs}. Win if you"
        " can, else answer in the same pair]].",
    ),
    LineKind.MIRRORS: Telling(
        "can copy every reply through the centre, and so never completes a line first",
        advice="Play {move}, and from then on answer every move with the cell opposite, through the centre:"
        " so you never complete a line before {opponent} does.",
        hint="Look for a move after which you can answer every cell with the one opposite, through the"
        " centre.",
    ),
    LineKind.PARTNERS: Telling(
        "can answer in pairs ({pairs})[[ until only {last} is left, where the opponent completes a line|, and"
        " so never completes a line first]]",
        advice="Play {move}, and then answer in pairs: {pairs}. If {opponent} takes one cell of a pair, take"
        " the other[[. In the end only {last} is left for {opponent}, and completes a line|: so you never"
        " complete a line before {opponent} does]].",
        hint="Look for a move after which the free cells go in pairs: whichever of a pair your opponent"
        " takes, you take the other, and never complete a line first.",
    ),
    LineKind.ANSWERS: Telling(
        "answers each safe reply so that the opponent has no safe cell left ({answers})",
        advice="Play {move}, then answer {opponent} with {answers}. Then {opponent} can only complete a"
        " line.",
        hint="Look for a move after which your next one leaves your opponent no safe cell, whatever they"
        " reply.",
    ),
    LineKind.WAITS: Telling(
        "[[number?always has a safe cell to go on with, whichever of them it takes|leaves only one cell,"
        " where the opponent makes no line]]",
        advice="Play {move}[[number?. From then on take any cell where you make no line: whenever it is your"
        " turn, there will be one|: then only one cell is left, where {opponent} makes no line, and it is a"
        " draw]].",
    ),
    LineKind.ANSWERS_BEFORE_WAITING: Telling(
        "answers each safe reply ({answers}), and then always has a safe cell to go on with, if it begins"
        " with those that are safe for both",
        advice="Play {move}, then answer {opponent} with {answers}. Then take cells where neither makes a"
        " line; last, cells where only {opponent} would.",
    ),
    LineKind.ENDS_WAITING: Telling(
        "after the [[few?reply {choices}|best reply]] every cell left completes a line",
        advice="Everything loses now[[few?. Play {move}: only {names} [wins|win] for {opponent} then, because"
        " every cell left completes a line of yours|; try {move}. If {opponent} makes no mistake, every cell"
        " that is left for your next move completes a line of yours]].",
    ),
    LineKind.SAFE_CELLS: Telling(
        "leaves {number} safe [cell|cells] for itself, and {of} for the opponent",
        hint="Look for a move that leaves you more cells where you make no line than your opponent has.",
    ),
    LineKind.KEEPS_UNPREPARED: Telling(
        "keeps the opponent from building two threats with {any_cell}",
        advice="Play {move}: after [[almost?almost any worse move|most worse moves]] {opponent} plays"
        " {any_cell}, and then you cannot stop two threats at once.",
    ),
    LineKind.TAKES_PREPARED: Telling(
        "takes the place where the opponent would build two threats",
        advice="Take {move} yourself: after most worse moves {opponent} plays {any_cell}, and then you cannot"
        " stop two threats at once.",
    ),
    LineKind.TAKES_REPLY: Telling(
        "takes the place with which the opponent would answer most worse moves",
        advice="Take {move} yourself: after most worse moves {opponent} would play there.",
    ),
    LineKind.LEADS_TO_SERIES: Telling("by best play begins threats with {names} at move {number} that win"),
    LineKind.THUMB_PASSES: Telling(
        "is in no line that can still be completed, and passes the turn",
        advice="Play {move} or what you like: each line through it holds an X and an O, so nobody can"
        " complete it.",
    ),
    LineKind.THUMB_LINES: Telling(
        "is in {number} [line|lines] that can still be completed,"
        " [[number>of?more than any other cell|and no cell is in more]]",
        advice="Play {move}: it is in {number} [line|lines] that can still be completed,"
        " [[number>of?more than any other cell|and no cell is in more]].",
        outlook="No [[number>of?other cell is in as many|cell is in more]] lines still open.",
    ),
    LineKind.THUMB_OWN_LINES: Telling(
        "is in {number} [line|lines] that it can still complete, [[number>of?more than any other cell|and no"
        " cell is in more]]",
        advice="Play {move}: it is in {number} [line|lines] that you can still complete, [[number>of?more"
        " than any other cell|and no cell is in more]].",
        outlook="No [[number>of?other cell is in as many|cell is in more]] lines still open to you.",
    ),
    LineKind.THUMB_THEIR_LINES: Telling(
        "closes {number} [line|lines] of the opponent's, [[number>of?more than any other cell|and no cell"
        " closes more]]",
        advice="Play {move}: it closes {number} [line|lines] that {opponent} could have completed,"
        " [[number>of?more than any other cell|and no cell closes more]].",
        outlook="No [[number>of?other cell closes as many|cell closes more]] lines of {opponent}'s.",
    ),
    LineKind.THUMB_FEWEST_LINES: Telling("is in only {number} [line|lines] of the board (rule of thumb)"),
    General.LOSES_BY_ZUGZWANG: Telling(advice=RUNS_OUT),
}


WINNING_LINE = template("{cells} make a line, which wins.")
_LOSING_LINE = template("{cells} make a line, which loses.")


class GridWords(GameWords):
    """The words of a game on a grid of marks, in which each cell is a button."""

    illegal = template("This cell is taken. The legal moves are {names}.")
    tellings = TELLINGS
    faults: ClassVar[Mapping[Fault, str]] = {CellFault.TAKEN: template("“{name}” is taken.")}
    game: InARow

    def __init__(self, game: InARow) -> None:
        super().__init__(game)
        start = game.initial()
        self.move_names = [game.name_of(start, action) for action in start.actions()]
        self.cell_names = cell_names(game.rows, game.columns)

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say which cells are marked, what the last move was, and which line ended the game."""
        yield describe_marks(language, self.game.cells(state), self.cell_names)
        if last is not None:
            yield language.say("The last move was {name}.", name=self.move_names[last.action])
        if decisive := self.game.decisive(state):
            ending = _LOSING_LINE if state.utility > 0 else WINNING_LINE
            yield language.say(ending, cells=language.listed(self.name_cells(decisive)))

    def name_cells(self, cells: Iterable[int]) -> list[str]:
        """Return the letter of the column and the number of the row of each."""
        return [self.cell_names[cell] for cell in cells]


def describe_marks(language: Language, marks: Sequence[int | None], names: Sequence[str]) -> str:
    """Say on which cells the first player's marks are, and on which the second's, by the cells' names."""
    marked = [
        (letter, language.listed(on))
        for mark, letter in enumerate(MARKS)
        if (on := [name for name, placed in zip(names, marks, strict=True) if placed == mark])
    ]
    if not marked:
        return language.say("The board is empty.")
    (mark, cells), *others = marked
    if not others:
        return language.say("{mark} on {cells}.", mark=mark, cells=cells)
    [(other, other_cells)] = others
    return language.say(
        "{mark} on {cells}, {other} on {other_cells}.",
        mark=mark,
        cells=cells,
        other=other,
        other_cells=other_cells,
    )
