"""Games of sowing seeds, for the views of them: two rows of houses, and a store for each player."""

from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import Self, TypeVar

from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.legend import add_legend
from bot.rendering.overlays import Spot
from bot.rendering.pictures import Tile
from bot.rendering.sowing import (
    Material,
    add_chips,
    draw_sowing_board,
    get_palette,
    locate_house,
    locate_store,
)
from bot.words.games.sowing import HOUSES
from engine import Action, Game, State
from engine.rules.kalah import Kalah
from engine.rules.oware import Oware
from engine.rules.sowing import Sowing

_T = TypeVar("_T")


class SowingView(GameView):
    """A board seen from a player's side: an action is a house of the player to move, from their left.

    A subclass says what the board is made of, and whether stores are sown too.
    """

    material: Material
    fills_stores: bool = False
    game: Sowing

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._player: int | None = None

    @cached_property
    def _views_by_side(self) -> tuple[Self, Self]:
        """The views from the side of each player."""
        first, second = copy(self), copy(self)
        first._player, second._player = 0, 1  # noqa: SLF001 - they are of this very class
        return first, second

    def seen_by(self, player: int | None) -> Self:
        """Return the view in which the houses of that player are below; None: of the player to move."""
        return self if player is None else self._views_by_side[player]

    def _below(self, state: State) -> int:
        """Return whose houses are below."""
        return state.to_move if self._player is None else self._player

    def trace(self, state: State, action: Action) -> tuple[Spot, Spot]:
        """Return the house that is sown, and the house or the store into which its last seed falls."""
        row, is_above = state.to_move, state.to_move != self._below(state)
        places = self._pass_by(action)
        player, house = places[(self.game.houses(state)[6 * row + action] - 1) % len(places)]
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

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return the houses of the player to move in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(house, name, is_open=house in legal) for house, name in enumerate(HOUSES)]
        return [keys[:3], keys[3:]]

    def draw(self, scene: Scene) -> Tile:
        """Draw the board, the house that was sown last, and which can be sown or what they are worth."""
        language, state, last, chips, is_over = scene
        below, material = self._below(state), self.material
        sides = _put_lower_first([self.words.name_side(language, player) or "" for player in (0, 1)], below)
        houses = _put_lower_first(self.game.houses(state), below)
        stores = _put_lower_first(self.game.stores(state), below)
        row = 6 * (state.to_move ^ below)
        legal = () if is_over or chips else tuple(row + house for house in state.actions())
        sown = None if last is None else 6 * (last.player ^ below) + last.action
        board = draw_sowing_board(material, sides, houses, stores, legal, sown)
        labelled = add_chips(material, board, chips, is_above=bool(row))
        side, palette = self.words.name_side(language, state.to_move), get_palette(material)
        return add_legend(language, labelled, palette, material.ground, side, [chip for _, chip in chips])


def _put_lower_first(both: Sequence[_T], below: int) -> Sequence[_T]:
    """Return what belongs to the first player and then the second, the one below first."""
    middle = len(both) // 2 * below
    return (*both[middle:], *both[:middle])


class KalahView(SowingView, of=Kalah):
    """The board of Kalah, in which the stores are sown too."""

    fills_stores = True
    material = Material(
        ground="#1f4a4f",
        rim="#143438",
        shadow="#061416",
        pit="#0d2528",
        ridge="#2c5f65",
        seeds=(
            ("#e2574c", "#ffc4bb"),
            ("#4c9be0", "#cfe8ff"),
            ("#efb73e", "#fff1c9"),
            ("#a874d8", "#ead7fb"),
        ),
        outline="#04100f",
        text="#eafaf6",
        faint="#86b3b0",
    )


class OwareView(SowingView, of=Oware):
    """The board of Oware, with what has been captured in the stores."""

    material = Material(
        ground="#8a5a34",
        rim="#6b4222",
        shadow="#2c1707",
        pit="#43270f",
        ridge="#754a29",
        seeds=(("#d9d2bd", "#f6f1e4"), ("#c6bf9f", "#e9e4cb"), ("#e5d8b2", "#fbf4dd")),
        outline="#231204",
        text="#fff6e0",
        faint="#deb98d",
    )
