"""Draw the five pictures of docs/listing: `python -m tests.make_listing [--to FOLDER] [--seconds 1]`.

Each shows a position of another game and what she says of it, 1920 by 1080 pixels, in every language that she
speaks: FOLDER/de/1.png is the first in German.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.models import Explanation
from bot.rendering.chips import make_chips
from bot.rendering.game_view import Scene
from bot.rendering.views import get_view
from bot.words.explanations import format_explanation
from bot.words.games import format_title
from bot.words.language import Language, Languages, Reader
from bot.words.move_groups import format_groups
from tests.make_explanations import explain

GAMES: Final = ("connect-four", "tic-tac-toe", "kalah", "four-in-a-row-5x5", "oware")
TRIED: Final = 6  # positions of each game, of which the one is shown that is explained best
LOCALES: Final = ("en-US", "de", "es-ES", "fr", "pt-BR")

SIZE: Final = (1920, 1080)
_FONT = Path(__file__).parents[1] / "bot" / "rendering" / "fonts" / "AtkinsonHyperlegible-Bold.ttf"
_GROUND, _TITLE, _TEXT, _BEST = "#1e1f22", "#b5bac1", "#f2f3f5", "#f0b232"
_MARGIN, _HALF = 90, 960
_LARGEST, _LEAST = 60, 24  # sizes of the text
_MOST = 4  # lines of moves, as in the first answer


def draw(language: Language, explanation: Explanation) -> Image.Image:
    """Return the board on the left, and what is said of it on the right."""
    match, analysis = explanation.match, explanation.analysis
    view = get_view(match.game)
    chips = make_chips(language, analysis, view.words.count_estimate)
    board = view.draw(Scene(language, analysis.state, match.move_to(match.ply), chips)).convert("RGB")
    room = (_HALF - 2 * _MARGIN, SIZE[1] - 2 * _MARGIN)
    scale = min(room[0] / board.width, room[1] / board.height)
    board = board.resize((round(scale * board.width), round(scale * board.height)), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", SIZE, _GROUND)
    picture.paste(board, ((_HALF - board.width) // 2, (SIZE[1] - board.height) // 2))
    verdict = format_explanation(Reader(language, 1), explanation).replace("<@1>", "Ada").splitlines()[0]
    lines = [re.sub(r"[*`]", "", line) for line in (verdict, *format_groups(language, analysis)[:_MOST])]
    _write(picture, format_title(language, match.game), lines)
    return picture


def _write(picture: Image.Image, title: str, lines: list[str]) -> None:
    """Write it down as large as it fits."""
    brush = ImageDraw.Draw(picture)
    for size in range(_LARGEST, _LEAST, -2):
        font = ImageFont.truetype(_FONT, size)
        rows = [
            (row, _BEST if line.startswith("★") else _TEXT)
            for line in lines
            for row in (*_broken(line.removeprefix("★ "), font), "")
        ]
        height = 1.3 * size * (len(rows) + 1)
        if height <= SIZE[1] - 2 * _MARGIN:
            break
    y = (SIZE[1] - height) / 2
    for text, colour in [(title, _TITLE), *rows]:
        brush.text((_HALF, y), text, colour, font)
        y += 1.3 * size


def _broken(line: str, font: ImageFont.FreeTypeFont) -> Iterator[str]:
    """Yield a line in rows that fit."""
    row = ""
    for word in line.split():
        longer = f"{row} {word}".strip()
        if row and font.getlength(longer) > _HALF - _MARGIN:
            yield row
            longer = word
        row = longer
    yield row


def main() -> None:
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("listing-pictures"), help="(listing-pictures)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of this processor for each position")
    options = parser.parse_args()
    languages = Languages.load()
    for number, slug in enumerate(GAMES, start=1):
        tried = [explain(slug, each, options.seconds) for each in range(TRIED)]
        best = min(tried, key=lambda each: each.faults)
        for locale in LOCALES:
            language = languages.spoken_in(locale)
            file = options.to / language.code / f"{number}.png"
            file.parent.mkdir(parents=True, exist_ok=True)
            draw(language, best.explanation).save(file, optimize=True)
            print(file, flush=True)


if __name__ == "__main__":
    main()
