"""What is said of wild tic-tac-toe, in which the marks belong to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.words.game_words import KNOWN, KNOWN_SHORTLY, Rules
from bot.words.games.grid import ADVICE, CELL_NAMES, FULL, PHRASES, GridWords
from bot.words.language import plural, template
from engine import General
from engine.games.wild import MarkFault, Wild
from engine.teachers.in_a_row import LineKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.words.game_words import Phrase
    from engine import Fault, Kind


class WildWords(GridWords, of=Wild):
    """The words of wild tic-tac-toe, in which an action is twice the cell, plus the mark."""

    title = template("Wild tic-tac-toe")
    phrases: ClassVar[Mapping[Kind, Phrase]] = {
        **PHRASES,
        LineKind.MIRRORS: template(
            "can copy every reply through the centre, so the opponent runs out of safe moves first"
        ),
    }
    advice: ClassVar[Mapping[Kind, Phrase]] = {
        **ADVICE,
        LineKind.MIRRORS: template(
            "Play {move}. From then on complete a line if you can; if not, put the same mark into the cell"
            " opposite, through the centre: {opponent} runs out of safe moves first."
        ),
        General.ONLY_SAFE: template(
            "Play {move}: every other move leaves two equal marks in a line with a free cell, and loses right"
            " away."
        ),
        General.STAYS_SAFE: plural(
            "Play {move}: {number} of the {of} other moves leaves two equal marks in a line with a free cell,"
            " and loses right away.",
            "Play {move}: {number} of the {of} other moves leave two equal marks in a line with a free cell,"
            " and lose right away.",
        ),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        **GridWords.faults,
        MarkFault.MISSING: template("“{name}” says no mark; add x or o, as in {name}x."),
    }
    rules = Rules(
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
        example="a1x b2o c1x",
        caption=template("Whoever is to move wins with b1x, which completes the top row."),
        naming=(
            CELL_NAMES,
            template("Behind it comes the mark: `{corner}x` puts an X there, `{corner}o` an O."),
        ),
        strength=KNOWN,
        summary="three equal marks in a row win, whoever placed them",
        knowledge=KNOWN_SHORTLY,
        places={"corner": "c3"},
    )
