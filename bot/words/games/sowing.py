"""What is said in games of sowing seeds: how many are where, and by how many a player is ahead."""

from bot.models import Move
from bot.words.game_words import GameWords
from bot.words.games.sowing_tellings import TELLINGS
from bot.words.language import Language, Plural, template
from engine import Action, State
from engine.rules.sowing import Sowing

HOUSES = "abcdef"
"""The names of a player's houses, from their left."""

NAMING = (
    template("A move is the letter of its house, `a` to `f` from the left of the player to move."),
    template(
        "The first player is South. Everyone sees their own houses below, from left to right; those above run"
        " from right to left."
    ),
)

EMPTY = template("“{name}” is empty.")
"""What is said of the houses, whatever the rules about capturing from them are."""


class SowingWords(GameWords):
    """The words of a game of sowing, in which an action is a house of the player to move, from their left.

    A subclass says how the row below and that above are described.
    """

    sides = side_names = (template("South"), template("North"))
    ahead = Plural("about {number} [seed|seeds] ahead")
    behind = Plural("about {number} [seed|seeds] behind")
    tellings = TELLINGS
    rows_below_picture = 16
    rows: tuple[str, str]
    game: Sowing

    def describe(
        self, language: Language, state: State, last: Move | None = None, seat: int | None = None
    ) -> str:
        """Say how many seeds are where."""
        houses, stores = self.game.houses(state), self.game.stores(state)
        below = state.to_move if seat is None else seat
        sentences = [
            language.say(
                row,
                side=self.name_side(language, player),
                houses=_list_houses(houses[6 * player : 6 * player + 6]),
                number=stores[player],
            )
            for row, player in zip(self.rows, (below, 1 - below), strict=True)
        ]
        if last is not None:
            side = self.name_side(language, last.player)
            sentences.append(language.say("{side} sowed {name} last.", side=side, name=HOUSES[last.action]))
        return " ".join(sentences)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - houses have letters
        """Return the letter of the house, whosever it is."""
        return HOUSES[reply]

    def count_end(self, state: State) -> tuple[int, int]:
        """Return how many seeds both players have."""
        return self.game.stores(state)

    def score(self, language: Language, state: State) -> str:
        """Return how many seeds each player has, the greater number first."""
        more, fewer = sorted(self.game.stores(state), reverse=True)
        return language.count("{number} [seed|seeds] to {fewer}", more, fewer=fewer)

    def count_estimate(self, value: float) -> int:
        """Return how many seeds ahead that is."""
        return round(self.game.count(value))


def _list_houses(houses: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {seeds}" for name, seeds in zip(HOUSES, houses, strict=True))
