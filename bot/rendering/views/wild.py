"""Wild tic-tac-toe: every move chooses one of two marks that nobody owns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.rendering.game_view import Rules
from bot.rendering.views import lines
from bot.rendering.views.grid import CELL_NAMES, FULL, KNOWN, KNOWN_SHORTLY, MARKS, GridView
from bot.words.language import plural, template
from engine import General
from engine.games.in_a_row import LineKind
from engine.games.wild import MarkFault, Wild

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rendering.game_view import Key
    from bot.words.remarks import Phrase
    from engine import Action, Fault, Kind, State


class WildView(GridView, of=Wild):
    """A grid on which an action is twice the cell, plus the mark."""

    title = template("Wild tic-tac-toe")
    marks = MARKS
    phrases: ClassVar[Mapping[Kind, Phrase]] = {
        **lines.PHRASES,
        LineKind.MIRRORS: template(
            "can copy every reply through the centre, so the opponent runs out of safe moves first"
        ),
    }
    advice: ClassVar[Mapping[Kind, Phrase]] = {
        **lines.ADVICE,
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
        **GridView.faults,
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

    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:
        """Return a button for each cell, an empty one labelled with its move, or with its name alone."""
        actions = range(mark or 0, len(self._names), len(MARKS))
        names = self._cell_names if mark is None else [self._names[action] for action in actions]
        return self._list_keys(state, names, actions)

    def _locate(self, action: Action) -> int:
        return action // len(MARKS)

    def _name_mark(self, action: Action) -> str:
        return MARKS[action % len(MARKS)]
