"""Games of sowing seeds, for the views of them: two rows of houses, and a store for each player."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from bot.rendering.game_view import GameView, Key
from bot.rendering.legend import add_legend
from bot.rendering.sowing import HOUSES, add_chips, draw_board, get_palette, locate_house, locate_store
from bot.words.language import template

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from bot.models import Move
    from bot.rendering.chips import Chips
    from bot.rendering.overlays import Spot
    from bot.rendering.pictures import Tile
    from bot.rendering.sowing import Material
    from bot.words.language import Language
    from engine import Action, Game, State

_T = TypeVar("_T")

NAMING = (
    template("A move is the letter of its house, `a` to `f` from the left of the player to move."),
    template(
        "The first player is South. Everyone sees their own houses below, from left to right; those above run"
        " from right to left."
    ),
)
ESTIMATED = template(
    "I look many moves ahead and give estimates, as in `about 3 seeds ahead`; what I can see to the end I"
    " know exactly."
)
ESTIMATED_SHORTLY = "estimates, and exactly what can be seen to the end"

FIND_CAPTURE = template("Look for a move that captures seeds.")
FIND_RESCUE = template("Look for a move that saves seeds of yours that are under attack.")
FIND_THREAT = template("Look for a move that threatens to capture seeds.")
EMPTY = template("“{name}” is empty.")
"""What is said of the houses, whatever the rules about capturing from them are."""


class SowingGame(Protocol):
    """What is asked of the rules of such a game."""

    def houses(self, state: State) -> tuple[int, ...]:
        """Return the seeds in the first player's houses a to f, then in the second's."""

    def stores(self, state: State) -> tuple[int, int]:
        """Return how many seeds the first player has in store, and the second."""

    def seeds(self, value: float) -> float:
        """Return how many seeds ahead the player is of whom this is the estimate."""


class SowingView(GameView):
    """A board seen from a player's side: an action is a house of the player to move, from their left.

    A subclass says what the board is made of, and how the row below and that above are described.
    """

    sides = side_names = (template("South"), template("North"))
    material: Material
    fills_stores: bool = False
    rows: tuple[str, str]
    sower: SowingGame

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.sower = cast("SowingGame", game)
        self._player: int | None = None

    @cached_property
    def _seen(self) -> tuple[Self, Self]:
        """The views from the side of each player."""
        first, second = copy(self), copy(self)
        first._player, second._player = 0, 1  # noqa: SLF001 - they are of this very class
        return first, second

    def seen_by(self, player: int | None) -> Self:
        """Return the view in which the houses of that player are below; None: of whoever is to move."""
        return self if player is None else self._seen[player]

    def _below(self, state: State) -> int:
        """Return whose houses are below."""
        return state.to_move if self._player is None else self._player

    def trace(self, state: State, action: Action) -> tuple[Spot, Spot]:
        """Return the house that is sown, and the house or the store into which its last seed falls."""
        row, is_above = state.to_move, state.to_move != self._below(state)
        places = self._pass_by(action)
        player, house = places[(self.sower.houses(state)[6 * row + action] - 1) % len(places)]
        is_there_above = is_above != bool(player)
        end = (
            locate_store(is_above=is_there_above)
            if house is None
            else locate_house(house, is_above=is_there_above)
        )
        return locate_house(action, is_above=is_above), end

    def _pass_by(self, action: Action) -> list[tuple[int, int | None]]:
        """Return where the seeds of a house fall in turn: on side 0, its own, or 1; None: a store."""
        own, others = [(0, house) for house in range(6)], [(1, house) for house in range(6)]
        if self.fills_stores:
            return [*own[action + 1 :], (0, None), *others, *own[: action + 1]]
        return [*own[action + 1 :], *others, *own[:action]]

    def list_keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return the houses of the player to move in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(house, name, is_open=house in legal) for house, name in enumerate(HOUSES)]
        return [keys[:3], keys[3:]]

    def describe(self, language: Language, state: State, last: Move | None = None) -> str:
        """Say how many seeds are where."""
        houses, stores, below = self.sower.houses(state), self.sower.stores(state), self._below(state)
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

    def score(self, language: Language, state: State) -> str:
        """Return how many seeds each player has, the greater number first."""
        more, fewer = sorted(self.sower.stores(state), reverse=True)
        return language.count("{number} seed to {fewer}", "{number} seeds to {fewer}", more, fewer=fewer)

    def count_estimate(self, value: float) -> int:
        """Return how many seeds ahead that is."""
        return round(self.sower.seeds(value))

    def format_estimate(self, language: Language, value: float) -> str:
        """Say how many seeds ahead that is."""
        number = self.count_estimate(value)
        if number > 0:
            return language.count("about {number} seed ahead", "about {number} seeds ahead", number)
        if number < 0:
            return language.count("about {number} seed behind", "about {number} seeds behind", -number)
        return language.say("about even")

    def draw(
        self, language: Language, state: State, last: Move | None, chips: Chips, *, is_over: bool
    ) -> Tile:
        """Draw the board, the house that was sown last, and which can be sown or what they are worth."""
        below, material = self._below(state), self.material
        sides = _turned([language.say(name) for name in self.sides], below)
        houses, stores = _turned(self.sower.houses(state), below), _turned(self.sower.stores(state), below)
        row = 6 * (state.to_move ^ below)
        legal = () if is_over or chips else tuple(row + house for house in state.actions())
        sown = None if last is None else 6 * (last.player ^ below) + last.action
        board = draw_board(material, sides, houses, stores, legal, sown)
        labelled = add_chips(material, board, chips, is_above=bool(row))
        side, palette = self.name_side(language, state.to_move), get_palette(material)
        return add_legend(language, labelled, palette, material.ground, side, [chip for _, chip in chips])


def _turned(both: Sequence[_T], below: int) -> Sequence[_T]:
    """Return what belongs to the first player and then the second, the one below first."""
    middle = len(both) // 2 * below
    return (*both[middle:], *both[:middle])


def _list_houses(houses: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {seeds}" for name, seeds in zip(HOUSES, houses, strict=True))
