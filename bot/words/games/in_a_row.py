"""What is said of tic-tac-toe and its family."""

from __future__ import annotations

from typing import NamedTuple

from bot.words.game_words import KNOWN, KNOWN_IN_TIME, KNOWN_IN_TIME_SHORTLY, KNOWN_SHORTLY, Rules
from bot.words.games.grid import CELL_NAMES, FULL, MARKS, GridWords
from bot.words.language import template
from engine.games.in_a_row import InARow

_MARKING = template("You take turns to mark an empty cell, the first player with X, the second with O.")


class _Game(NamedTuple):
    """What sets one game of the family apart in words."""

    title: str
    rules: Rules


_GAMES = {
    "tic-tac-toe": _Game(
        template("Tic-tac-toe"),
        Rules(
            (
                _MARKING,
                template(
                    "Whoever first has three of their marks in a row, in a column or on a diagonal wins."
                ),
                FULL,
            ),
            example="a1 b1 a2 b2",
            caption=template("X is to move and wins with a3, which completes the left column."),
            naming=(CELL_NAMES,),
            strength=KNOWN,
            summary="three in a row win",
            knowledge=KNOWN_SHORTLY,
            places={"corner": "c3"},
        ),
    ),
    "tic-tac-toe-misere": _Game(
        template("Misère tic-tac-toe"),
        Rules(
            (
                _MARKING,
                template(
                    "Whoever first has three of their marks in a row, in a column or on a diagonal *loses*."
                ),
                FULL,
            ),
            example="a1 b1 a2 b2",
            caption=template("X is to move and loses with a3, which completes the left column."),
            naming=(CELL_NAMES,),
            strength=KNOWN,
            summary="three in a row lose",
            knowledge=KNOWN_SHORTLY,
            ending=template("three in a row loses"),
            places={"corner": "c3"},
        ),
    ),
    "four-in-a-row-4x4": _Game(
        template("Four in a row, 4x4"),
        Rules(
            (
                _MARKING,
                template(
                    "Whoever first has four of their marks in a row, in a column or on a diagonal wins."
                ),
                FULL,
            ),
            example="a1 a2 b2 b1 c3 c1",
            caption=template("X is to move and wins with d4, which completes the diagonal."),
            naming=(CELL_NAMES,),
            strength=KNOWN,
            summary="four in a row win",
            knowledge=KNOWN_SHORTLY,
            places={"corner": "d4"},
        ),
    ),
    "four-in-a-row-5x5": _Game(
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
            example="b2 b1 c2 c1 d2 d1 c3",
            caption=template(
                "O is to move and wins with a1, which completes four in the top row; e1 would do as well."
            ),
            naming=(CELL_NAMES,),
            strength=KNOWN_IN_TIME,
            summary="four in a row win",
            knowledge=KNOWN_IN_TIME_SHORTLY,
            places={"corner": "e5"},
        ),
    ),
}


class InARowWords(GridWords, of=InARow):
    """The words of a game in which each player has a mark of their own, and an action is a cell."""

    sides = side_names = MARKS

    def __init__(self, game: InARow) -> None:
        super().__init__(game)
        self.title, self.rules = _GAMES[game.slug]
