"""Nim: stones in heaps, grouped by the powers of two that each heap is the sum of."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from PIL import Image

from bot.rendering.chips import Chips, draw_chip, sample_chips
from bot.rendering.game_view import GameView, Key, Scene
from bot.rendering.pictures import SMALL, WIDTH, Brush, Palette, Tile
from bot.words.games.nim import HEAPS
from engine import State
from engine.rules.nim import Nim, make_action, read_action
from engine.teachers.nim import POWERS

_MOST_IN_A_ROW = 5  # buttons

_EDGE, _HEAD, _FOOT = 14, 42, 64  # pixels: around the board, above the heaps, below them
_HEAP, _CHIP, _GAP = 48, 72, 4  # a heap, the chips below it, between heaps
_LETTER, _STONE = 62, 58  # the name of a heap, from stone to stone
_LEFTS = {4: 84, 2: 344, 1: 488}  # where the stones of each power begin
_TAKEN = 580  # where is written how many were taken
_GROUND, _ROW, _LAST_ROW, _TEXT, _FAINT = "#26303f", "#324057", "#4a5f83", "#f2f6fc", "#a9bad3"
_STONES, _SHINE, _ODD = "#e9b44c", "#fff0c9", "#ff8f6b"


class NimView(GameView, of=Nim):
    """The heaps, one below the other, and a button for each number that can be taken from one."""

    game: Nim

    def list_keys(self, state: State, page: int | None = 0) -> list[list[Key]]:  # noqa: ARG002 - there is one page
        """Return a row for each heap, or two where it is longer than a row may be."""
        legal, rows = state.actions(), []
        for heap, size in enumerate(self.game.sizes):
            actions = [make_action(heap, number) for number in range(1, size + 1)]
            keys = [Key(action, _name_action(action), is_open=action in legal) for action in actions]
            middle = size if size <= _MOST_IN_A_ROW else (size + 1) // 2
            rows += [row for row in (keys[:middle], keys[middle:]) if row]
        return rows

    def draw(self, scene: Scene) -> Tile:
        """Draw the heaps and what was taken last; with chips, also which powers of two are odd."""
        language, state, last, chips, _ = scene
        heaps = self.game.heaps(state.position)
        taken = (None, 0) if last is None else read_action(last.action)
        palette, foot = _palette(), _FOOT if chips else _EDGE
        rows = (_HEAP + (_CHIP if chips and size else 0) + _GAP for size in heaps)
        *tops, end = accumulate(rows, initial=_HEAD)
        board = palette.make_blank((WIDTH, end + foot), _GROUND)
        board.paste(palette.draw(_draw_powers), (0, 0))
        for heap, (size, top) in enumerate(zip(heaps, tops, strict=True)):
            tile = palette.draw(_draw_heap, HEAPS[heap], size, taken[1] if heap == taken[0] else 0)
            board.paste(tile, (_EDGE, top))
        if chips:
            _add_chips(board, chips, tops)
            parities = language.say("even"), language.say("odd")
            board.paste(palette.draw(_draw_counts, heaps, parities), (0, board.height - foot))
        return self.add_legend(scene, board, palette, _GROUND)

    def draw_small(self, state: State, palette: Palette) -> Tile:
        """Draw the stones of each heap in a line."""
        return palette.make_tile(_draw_small_heaps(self.game.heaps(state.position)))

    def sample_small(self) -> list[Image.Image]:
        """Return the heaps at the start."""
        return [_draw_small_heaps(self.game.sizes)]


def _name_action(action: int) -> str:
    heap, number = read_action(action)
    return f"{HEAPS[heap]}{number}"


def _add_chips(board: Tile, chips: Chips, tops: Sequence[int]) -> None:
    """Put the chips of each heap below it, from the fewest stones taken to the most."""
    side = (WIDTH - 2 * _EDGE) // max(read_action(action)[1] for action, _ in chips)
    width = min(side, 120)
    for action, chip in chips:
        heap, number = read_action(action)
        tile = _palette().draw_cached(draw_chip, chip, (width - 4, _CHIP - 4), _GROUND, _name_action(action))
        board.paste(tile, (_EDGE + (number - 1) * width, tops[heap] + _HEAP + 2))


def _draw_powers() -> Image.Image:
    """Draw the powers of two above their stones."""
    brush = Brush(WIDTH, _HEAD, _GROUND)
    for power in POWERS:
        brush.draw_text(_find_middle(power), _HEAD / 2, str(power), 32, _FAINT)
    return brush.finish()


def _draw_counts(heaps: tuple[int, ...], parities: tuple[str, str]) -> Image.Image:
    """Draw how many heaps have each power of two, and below it what such a number is called."""
    brush = Brush(WIDTH, _FOOT, _GROUND)
    for power in POWERS:
        count = sum(bool(size & power) for size in heaps)
        middle, colour = _find_middle(power), _ODD if count % 2 else _TEXT
        brush.draw_text(middle, _FOOT / 3, f"{count} x {power}", 31, colour)
        brush.draw_text(middle, _FOOT * 0.77, parities[count % 2], 27, colour)
    return brush.finish()


def _find_middle(power: int) -> float:
    return _EDGE + _LEFTS[power] + power * _STONE / 2


def _draw_heap(name: str, size: int, taken: int) -> Image.Image:
    """Draw the stones of a heap, and how many were taken from it last."""
    ground = _LAST_ROW if taken else _ROW
    brush, middle = Brush(WIDTH - 2 * _EDGE, _HEAP, _GROUND), _HEAP / 2
    brush.draw_box((0, 0), (WIDTH - 2 * _EDGE - 1, _HEAP - 1), 14, ground)
    brush.draw_text(_LETTER / 2, middle, name, 38, _TEXT)
    for power in POWERS:
        for stone in range(power if size & power else 0):
            x = _LEFTS[power] + (stone + 0.5) * _STONE
            brush.draw_disc(x, middle, 21, _STONES)
            brush.draw_disc(x - 7, middle - 8, 7, _SHINE)
    if taken:
        brush.draw_text(_TAKEN - _EDGE, middle, f"\N{MINUS SIGN}{taken}", 34, _TEXT)
    return brush.finish()


def _draw_small_heaps(heaps: Sequence[int]) -> Image.Image:
    brush, pitch = Brush(SMALL, SMALL, _GROUND), SMALL / len(heaps)
    for heap, size in enumerate(heaps):
        for stone in range(size):
            brush.draw_disc(5 + stone * 8.2, (heap + 0.5) * pitch, 3.6, _STONES)
    return brush.finish()


@cache
def _palette() -> Palette:
    heaps = (_draw_heap("a", 7, taken) for taken in (0, 1))
    odd = Brush(_HEAD, _HEAD, _GROUND)
    odd.draw_text(_HEAD / 2, _HEAD / 2, "8", 30, _ODD)
    return Palette([*heaps, odd.finish(), *sample_chips(_GROUND)])
