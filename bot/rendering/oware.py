"""Oware: a picture of the seeds, and a button for each house of the player to move."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING, ClassVar

from bot.rendering.chips import label, samples
from bot.rendering.face import Face, Key
from bot.rendering.legend import with_legend
from bot.rendering.pictures import Brush, Palette
from bot.words.language import plural, template
from engine.games.oware import HouseFault, OwareKind, OwareMotive

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from PIL import Image

    from bot.rendering.chips import Chips
    from bot.rendering.pictures import Tile
    from bot.words.language import Language
    from bot.words.remarks import Phrase
    from engine import Action, Fault, Kind, Motive, State
    from engine.games.oware import Oware

_PLAYERS = ("South", "North")
_HOUSES = "abcdef"

_SIDE, _NAME, _COUNT, _STORE, _EDGE = 92, 56, 44, 96, 6  # pixels: a house, its name, its number ...
_LABEL, _MARGIN = 84, 2  # a chip with what is around it, on one side
_MIDDLE = _NAME + _SIDE + _COUNT + 2
_WIDTH, _HEIGHT = 2 * (_STORE + _EDGE) + 6 * _SIDE, 2 * _MIDDLE

_WOOD, _RIM, _SHADOW, _PIT, _RIDGE = "#8a5a34", "#6b4222", "#2c1707", "#43270f", "#754a29"
_SEEDS = (("#d9d2bd", "#f6f1e4"), ("#c6bf9f", "#e9e4cb"), ("#e5d8b2", "#fbf4dd"))  # each with its gleam
_OUTLINE, _EMPHASIS = "#231204", "#ffffff"
_TEXT, _FAINT, _LEGAL, _ON_LEGAL = "#fff6e0", "#deb98d", "#ffd24a", "#3a2206"

_GOLDEN_ANGLE = pi * (3 - sqrt(5))
_FEW = 7  # seeds that are laid in a circle


class Houses(Face):
    """The board of Oware, seen by the first player: an action is a house of the player to move."""

    sides = side_names = _PLAYERS
    phrases: ClassVar[Mapping[Kind, Phrase]] = {
        OwareKind.CAPTURES: plural("captures {number} seed", "captures {number} seeds"),
        OwareKind.GRAND_SLAM: template("would capture all seeds of the opponent, and so captures none"),
        OwareKind.FEEDS: template("feeds the opponent, who has no seeds"),
        OwareKind.LETS_CAPTURE: plural(
            "lets the opponent capture {number} seed with {names}",
            "lets the opponent capture {number} seeds with {names}",
        ),
        OwareKind.THREATENS_CAPTURE: plural(
            "threatens to capture {number} seed with {names}",
            "threatens to capture {number} seeds with {names}",
        ),
        OwareKind.SAVES: plural("saves {number} seed from capture", "saves {number} seeds from capture"),
        OwareKind.LEAVES_ONE_MOVE: template("leaves the opponent one legal move, {names}"),
    }
    motives: ClassVar[Mapping[Motive, str]] = {
        OwareMotive.CAPTURE: template("Look for a move that captures seeds."),
        OwareMotive.SAVE: template("Look for a move that saves seeds of yours that are under attack."),
        OwareMotive.THREATEN_CAPTURE: template("Look for a move that threatens to capture seeds."),
    }
    faults: ClassVar[Mapping[Fault, str]] = {
        HouseFault.EMPTY: template("“{name}” is empty."),
        HouseFault.GIVES_NO_SEEDS: template("“{name}” gives the opponent no seeds, and they have none."),
    }

    def __init__(self, game: Oware) -> None:
        self._game = game

    def keys(self, state: State, mark: int | None = None) -> list[list[Key]]:  # noqa: ARG002 - there is no choice
        """Return the houses of the player to move in two rows, because a row holds five buttons at most."""
        legal = state.actions()
        keys = [Key(house, name, is_open=house in legal) for house, name in enumerate(_HOUSES)]
        return [keys[:3], keys[3:]]

    def text(self, state: State, last: Action | None = None) -> str:
        """Say how many seeds are where."""
        houses, stores = self._game.houses(state), self._game.stores(state)
        sentences = [
            f"{_PLAYERS[0]}, below, from left to right: {_said(houses[:6])}; {stores[0]} captured.",
            f"{_PLAYERS[1]}, above, from right to left: {_said(houses[6:])}; {stores[1]} captured.",
        ]
        if last is not None:
            sentences.append(f"{_PLAYERS[1 - state.to_move]} sowed {_HOUSES[last]} last.")
        return " ".join(sentences)

    def name_reply(self, language: Language, state: State, action: Action, reply: Action) -> str:  # noqa: ARG002 - houses have letters
        """Return the letter of the house, whosever it is."""
        return _HOUSES[reply]

    def score(self, state: State) -> str:
        """Return how many seeds each player has, the greater number first."""
        more, fewer = sorted(self._game.stores(state), reverse=True)
        return f"{more} seeds to {fewer}"

    def draw(self, state: State, last: Action | None, chips: Chips, *, is_over: bool) -> Tile:
        """Draw the board, the house that was sown last, and which can be sown or what they are worth."""
        row = 6 * state.to_move
        legal = () if is_over or chips else tuple(row + house for house in state.actions())
        sown = None if last is None else 6 - row + last
        board = _drawn(self._game.houses(state), self._game.stores(state), legal, sown)
        labelled = _with_chips(board, chips, is_above=bool(row))
        return with_legend(labelled, _palette(), _WOOD, _PLAYERS[state.to_move], [chip for _, chip in chips])


def _said(houses: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {seeds}" for name, seeds in zip(_HOUSES, houses, strict=True))


def _drawn(houses: Sequence[int], stores: Sequence[int], legal: Collection[int], sown: int | None) -> Tile:
    """Draw the board from the first player's side.

    Args:
        houses: The seeds in the first player's houses a to f, then in the second's.
        stores: The seeds that each has captured.
        legal: Which of the twelve houses are marked as those that can be sown now.
        sown: The one that was sown last.
    """
    board = _palette().blank((_WIDTH, _HEIGHT), _WOOD)
    board.paste(_ridge(), (_EDGE + _STORE, _MIDDLE - 2))
    for house, seeds in enumerate(houses):
        is_above, index = divmod(house, 6)
        left = _left(index, is_above=bool(is_above))
        board.paste(_name(index, is_legal=house in legal), (left, 0 if is_above else _HEIGHT - _NAME))
        board.paste(
            _pit(seeds, is_outlined=house == sown), (left, _NAME if is_above else _HEIGHT - _NAME - _SIDE)
        )
        board.paste(_count(seeds), (left, _NAME + _SIDE if is_above else _MIDDLE + 2))
    for player, seeds in enumerate(stores):
        board.paste(_store(seeds, player), (_EDGE if player else _WIDTH - _EDGE - _STORE, 0))
    return board


def _with_chips(board: Tile, chips: Chips, *, is_above: bool) -> Tile:
    """Return the board and, outside the row of the player to move, a chip for each house that can be sown."""
    if not chips:
        return board
    picture = _palette().blank((_WIDTH, _HEIGHT + _LABEL), _WOOD)
    picture.paste(board, (0, _LABEL if is_above else 0))
    for house, chip in chips:
        place = _left(house, is_above=is_above) + _MARGIN, _MARGIN if is_above else _HEIGHT
        picture.paste(label(_palette(), chip, (_SIDE - 2 * _MARGIN, _LABEL - _MARGIN), _WOOD), place)
    return picture


def _left(index: int, *, is_above: bool) -> int:
    """Return where a house begins: the second player's run from the right to the left."""
    return _EDGE + _STORE + (5 - index if is_above else index) * _SIDE


@cache
def _ridge() -> Tile:
    brush = Brush(6 * _SIDE, 4, _WOOD)
    brush.line((8, 2), (6 * _SIDE - 8, 2), 3, _RIDGE)
    return _palette().tile(brush.finished())


@cache
def _name(house: int, *, is_legal: bool) -> Tile:
    brush, middle = Brush(_SIDE, _NAME, _WOOD), _SIDE / 2
    if is_legal:
        brush.box((middle - 27, 5), (middle + 27, _NAME - 6), 12, _LEGAL)
    brush.text(middle, _NAME / 2 - 1, _HOUSES[house], 44, _ON_LEGAL if is_legal else _FAINT)
    return _palette().tile(brush.finished())


@cache
def _count(seeds: int) -> Tile:
    brush = Brush(_SIDE, _COUNT, _WOOD)
    brush.text(_SIDE / 2, _COUNT / 2, str(seeds), 42, _TEXT if seeds else _FAINT)
    return _palette().tile(brush.finished())


@cache
def _pit(seeds: int, *, is_outlined: bool) -> Tile:
    return _palette().tile(_drawn_pit(seeds, is_outlined=is_outlined))


def _drawn_pit(seeds: int, *, is_outlined: bool = False) -> Image.Image:
    brush, middle = Brush(_SIDE, _SIDE, _WOOD), _SIDE / 2
    brush.disc(middle, middle, 43, _EMPHASIS if is_outlined else _RIM)
    brush.disc(middle, middle, 39, _SHADOW)
    brush.disc(middle, middle + 1.5, 37, _PIT)
    _scatter(brush, seeds, (middle, middle), (28, 28))
    return brush.finished()


@cache
def _store(seeds: int, player: int) -> Tile:
    return _palette().tile(_drawn_store(seeds, player))


def _drawn_store(seeds: int, player: int) -> Image.Image:
    brush, middle, ends = Brush(_STORE, _HEIGHT, _WOOD), _STORE / 2, (_NAME / 2, _HEIGHT - _NAME / 2)
    brush.text(middle, ends[1 - player], _PLAYERS[player], 32, _TEXT)
    brush.text(middle, ends[player], str(seeds), 42, _TEXT if seeds else _FAINT)
    brush.box((6, _NAME + 3), (_STORE - 6, _HEIGHT - _NAME - 3), 40, _RIM)
    brush.box((10, _NAME + 7), (_STORE - 10, _HEIGHT - _NAME - 7), 37, _SHADOW)
    brush.box((12, _NAME + 11), (_STORE - 12, _HEIGHT - _NAME - 8), 36, _PIT)
    _scatter(brush, seeds, (middle, _MIDDLE), (27, 98))
    return brush.finished()


def _scatter(brush: Brush, seeds: int, middle: tuple[float, float], reach: tuple[float, float]) -> None:
    """Lay a few seeds in a circle, more of them in a spiral that keeps any number apart."""
    for seed in range(seeds):
        away, angle = _in_circle(seed, seeds) if seeds <= _FEW else _in_spiral(seed, seeds)
        x, y = middle[0] + reach[0] * away * sin(angle), middle[1] - reach[1] * away * cos(angle)
        shade, gleam = _SEEDS[seed % len(_SEEDS)]
        brush.disc(x, y, 10, _OUTLINE)
        brush.disc(x, y, 9, shade)
        brush.disc(x - 2.5, y - 2.5, 3.5, gleam)


def _in_circle(seed: int, seeds: int) -> tuple[float, float]:
    """Return how far from the middle one of a few seeds lies, and at which angle."""
    around = seeds if seeds < _FEW - 1 else seeds - 1
    if seed == around or seeds == 1:
        return 0, 0
    return 0.45 + 0.04 * around, 2 * pi * seed / around


def _in_spiral(seed: int, seeds: int) -> tuple[float, float]:
    return sqrt((seed + 0.5) / seeds), seed * _GOLDEN_ANGLE


@cache
def _palette() -> Palette:
    texts = Brush(_SIDE, _SIDE, _WOOD)
    texts.box((0, 0), (_SIDE, 30), 10, _LEGAL)
    for place, colour in enumerate((_ON_LEGAL, _TEXT, _FAINT)):
        texts.text(_SIDE / 2, (place + 0.5) * _SIDE / 3, "a8", 30, colour)
    return Palette(
        [
            texts.finished(),
            _drawn_pit(12, is_outlined=True),
            _drawn_pit(4),
            _drawn_store(9, 0),
            *samples(_WOOD),
        ]
    )
