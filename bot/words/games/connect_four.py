"""What is said of Connect Four."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from bot.models import Move
from bot.words.game_words import KNOWN_IN_TIME, KNOWN_IN_TIME_SHORTLY, GameWords, Rules
from bot.words.games.connect_four_tellings import TELLINGS, list_places
from bot.words.games.grid import FULL
from bot.words.language import Language, template
from bot.words.tellings import Places
from engine import Action, Fault, Remark, State
from engine.rules.connect_four import ColumnFault, ConnectFour

_COLUMNS = 7


class ConnectFourWords(GameWords, of=ConnectFour):
    """The words of Connect Four, in which an action is a column."""

    title = template("Connect Four")
    sides, side_names = ("🔴", "🟡"), (template("Red"), template("Yellow"))
    rules = Rules(
        (
            template(
                "You take turns to drop a disc into a column, the first player a red one, the second a yellow"
                " one; it falls to the lowest free place."
            ),
            template(
                "Whoever first has four of their discs next to each other in a row, in a column or on a"
                " diagonal wins."
            ),
            FULL,
        ),
        moves=("4 4 3", "4 4 3 3 5 5", " ".join("561536366112575521522244727177167633444343")),
        example=1,
        caption=template(
            "Red is to move and wins with 2, which completes four in the bottom row; 6 would do as well."
        ),
        naming=(
            template("A move is the number of its column, `1` to `7` from the left."),
            template("Rows are counted from the bottom: row 3 of column 5 is the third place up there."),
        ),
        strength=KNOWN_IN_TIME,
        summary=template("discs fall, and four in a row win"),
        knowledge=KNOWN_IN_TIME_SHORTLY,
    )
    tellings = TELLINGS
    faults: ClassVar[Mapping[Fault, str]] = {
        ColumnFault.UNKNOWN: template("“{name}” is not a column."),
        ColumnFault.FULL: template("“{name}” is full."),
    }
    game: ConnectFour

    def tell(self, language: Language, state: State, last: Move | None) -> Iterator[str]:
        """Say which discs are in each column."""
        cells = self.game.cells(state)
        columns = [_describe_column(language, n + 1, cells[n::_COLUMNS]) for n in range(_COLUMNS)]
        yield language.say("The discs from the bottom up: {columns}.", columns="; ".join(columns))
        if last is not None:
            side, column = self.name_side(language, last.player), last.action + 1
            yield language.say("{side} played column {column} last.", side=side, column=column)
        if decisive := self.game.decisive(state):
            side = self.name_side(language, cells[decisive[0]] or 0)
            yield language.say("{side} has four in a row.", side=side)

    def list_places(self, language: Language, remark: Remark) -> Places:
        """Name the cells and columns of a remark."""
        return list_places(language, remark)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:
        """Return the number of the column, and whether the reply lies on the disc that it answers."""
        name = super().name_reply(language, state, action, reply)
        return language.say("{column} above it", column=name) if reply == action else name


_DISCS = (template("red"), template("yellow"))


def _describe_column(language: Language, number: int, cells: Sequence[int | None]) -> str:
    """Say which discs are in a column, from the bottom up."""
    discs = [language.say(_DISCS[owner]) for owner in reversed(cells) if owner is not None]
    if not discs:
        return language.say("column {number} empty", number=number)
    return language.say("column {number} {discs}", number=number, discs=", ".join(discs))
