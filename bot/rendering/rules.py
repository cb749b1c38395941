"""The rules of every game in a few lines, with an example."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import engine

if TYPE_CHECKING:
    from engine import Action, State


@dataclass(frozen=True)
class Rules:
    """How one game is played; `caption` says what is to be seen in the example that `played` leads to."""

    rules: str
    played: str
    caption: str
    names: str
    strength: str


def above(game_slug: str) -> str:
    """Say how the game is played."""
    return f"### {engine.get_game(game_slug).title}\n{RULES[game_slug].rules}"


def example(game_slug: str) -> tuple[State, Action]:
    """Return the position of the example and the action that led to it."""
    state = before = engine.get_game(game_slug).initial()
    action = -1
    for name in RULES[game_slug].played.split():
        before, action = state, state.game.action_named(state, name)
        state = before.successor(action)
    return state, action


def below(game_slug: str) -> str:
    """Say what the example shows, how moves are named, and how well Maxine knows the game."""
    rules = RULES[game_slug]
    return f"{rules.caption}\n\n**Moves.** {rules.names}\n**How I play it.** {rules.strength}"


_MARKING = "You take turns to mark an empty cell, the first player with X, the second with O."
_LINE = "in a row, in a column or on a diagonal"
_FULL = "If the board is full without such a line, it is a draw."
_CELL_NAMES = (
    "A cell is named by the letter of its column, from the left, and the number of its row, from the top:"
    " `{0}` is in the bottom right corner."
)
_KNOWN = "I know every position exactly; on the level `perfect` I only ever choose among the best moves."
_EXACT = (
    "I work out exactly what every move is worth, to the end of the game. Should my time run out before that,"
    " I give an estimate and say so, as in `about +0.3`."
)

RULES = {
    "tic-tac-toe": Rules(
        f"{_MARKING} Whoever first has three of their marks {_LINE} wins. {_FULL}",
        played="a1 b1 a2 b2",
        caption="X is to move and wins with a3, which completes the left column.",
        names=_CELL_NAMES.format("c3"),
        strength=_KNOWN,
    ),
    "tic-tac-toe-misere": Rules(
        f"{_MARKING} Whoever first has three of their marks {_LINE} *loses*. {_FULL}",
        played="a1 b1 a2 b2",
        caption="X is to move and loses with a3, which completes the left column.",
        names=_CELL_NAMES.format("c3"),
        strength=_KNOWN,
    ),
    "tic-tac-toe-wild": Rules(
        "You take turns to put a mark into an empty cell, and choose each time whether it is an X or an O:"
        f" the marks belong to nobody. Whoever first completes three equal marks {_LINE} wins. {_FULL}",
        played="a1x b2o c1x",
        caption="Whoever is to move wins with b1x, which completes the top row.",
        names=f"{_CELL_NAMES} Behind it comes the mark: `{{0}}x` puts an X there, `{{0}}o` an O.".format(
            "c3"
        ),
        strength=_KNOWN,
    ),
    "four-in-a-row-4x4": Rules(
        f"{_MARKING} Whoever first has four of their marks {_LINE} wins. {_FULL}",
        played="a1 a2 b2 b1 c3 c1",
        caption="X is to move and wins with d4, which completes the diagonal.",
        names=_CELL_NAMES.format("d4"),
        strength=_KNOWN,
    ),
    "four-in-a-row-5x5": Rules(
        f"{_MARKING} Whoever first has four of their marks next to each other {_LINE} wins. {_FULL}",
        played="b2 b1 c2 c1 d2 d1 c3",
        caption="O is to move and wins with a1, which completes four in the top row; e1 would do as well.",
        names=_CELL_NAMES.format("e5"),
        strength=_EXACT,
    ),
    "connect-four": Rules(
        "You take turns to drop a disc into a column, the first player a red one, the second a yellow one; it"
        " falls to the lowest free place. Whoever first has four of their discs next to each other"
        f" {_LINE} wins. {_FULL}",
        played="4 4 3 3 5 5",
        caption="Red is to move and wins with 2, which completes four in the bottom row; 6 would do as well.",
        names="A move is the number of its column, `1` to `7` from the left.",
        strength=_EXACT,
    ),
    "oware": Rules(
        "You take turns to empty one of the six houses in your row and to sow its seeds one by one into the"
        " houses that follow, counterclockwise; a full round leaves out the house that was emptied.\n"
        "If the last seed makes two or three in a house of your opponent's row, you capture them, and those"
        " of the houses just before it in that row, for as long as they too hold two or three. A move that"
        " would take all that your opponent has captures nothing. If your opponent has no seeds, you must"
        " give them some.\n"
        "Whoever captures more than 24 of the 48 seeds wins. If you cannot move, or a position comes again,"
        " the game ends: each keeps the seeds in their own row, and whoever has more wins.",
        played="b f b e d a",
        caption="South is to move and captures 5 with f: the last seed makes three in North's f, and two are"
        " in e.",
        names="A move is the letter of its house, `a` to `f` from the left of the player to move. The first"
        " player is South and has the lower row; North's letters run from right to left.",
        strength="I look many moves ahead and give estimates, as in `about +0.3`; what I can see to the end"
        " I know exactly.",
    ),
}
