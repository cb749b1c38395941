"""Write docs/match.gif, the moving picture at the top of the README: `python -m tests.make_film`.

A match of Connect Four goes on until somebody asks what to do; then its board says what every move is worth,
and she says why, in her own pictures and words; then it is played to its end.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.rendering import game_view
from bot.rendering.chips import make_chips
from bot.rendering.lettering import LEADING, measure_line, write_line
from bot.rendering.pictures import Brush
from bot.rendering.views import get_view
from bot.words.explanations import format_explanation
from bot.words.language import ENGLISH, Reader

FILE = Path(__file__).parents[1] / "docs" / "match.gif"
PLAYERS, NAMES = (Participant(1), Participant(None, "hard")), ("Ada", "Maxine")
BEFORE, AFTER = ("4", "4", "3", "3"), ("2", "1", "5")
SIZE, BOARD = (720, 337), 326  # pixels; BOARD is where the words begin
MARGIN, EDGE, TEXT, HEADING = 12, 24, 17, 21  # around board and words, and the sizes of these
GROUND, INK, BRIGHT = "#10131a", "#cdd8ea", "#ffffff"
COLOURS = 128
MOVE, WHY, END = 1_000, 9_000, 4_000  # milliseconds


class Scene(NamedTuple):
    """What is seen at once: a match, how long, what is said, and the explanation whose worths are shown."""

    match: Match
    milliseconds: int
    heading: str
    lines: tuple[str, ...] = ()
    analysis: engine.Analysis | None = None


def main() -> None:
    """Write the film."""
    FILE.write_bytes(render())


def render() -> bytes:
    """Return the film as an animated GIF that repeats; its comment says what is said in it."""
    scenes = list(play())
    frames = [draw(scene) for scene in scenes]
    sheet = Image.new("RGB", (SIZE[0], SIZE[1] * len(frames)))
    for number, frame in enumerate(frames):
        sheet.paste(frame, (0, number * SIZE[1]))
    palette = sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    file, times = BytesIO(), [scene.milliseconds for scene in scenes]
    said = "\n".join(line for scene in scenes for line in (scene.heading, *scene.lines))
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        optimize=True,
        comment=said.encode(),
    )
    return file.getvalue()


def play() -> Iterator[Scene]:
    """Play the match scene by scene."""
    match = Match(1, "connect-four", Place(None, 1), PLAYERS, 0.0, 0.0)
    about = ("Ada has the red discs, Maxine the yellow ones.", "Four in a row win.")
    yield Scene(match, 2 * MOVE, "Ada challenges Maxine.", about)
    for name in BEFORE:
        match = with_move(match, name)
        yield Scene(match, MOVE, say_move(match, name))
    yield Scene(match, MOVE, "What now? Ada presses Explain.")
    yield explain(match)
    for name in AFTER:
        match = with_move(match, name)
        yield Scene(match, END if match.is_over else MOVE, say_move(match, name))


def with_move(match: Match, name: str) -> Match:
    """Return the match after the move of that name."""
    return match.with_move(match.game.action_named(match.state, name), 0.0)


def say_move(match: Match, name: str) -> str:
    """Say who has played what."""
    player = NAMES[(match.ply - 1) % 2]
    return f"{player} plays {name} and wins." if match.is_over else f"{player} plays {name}."


def explain(match: Match) -> Scene:
    """Return the scene that says what to do and why, and the worth of the best moves."""
    analysis = engine.analyse(match.state)
    told = format_explanation(Reader(ENGLISH, 1), Explanation(match, match.ply, analysis, None))
    verdict, *lines = told.replace("<@1>", NAMES[0]).splitlines()
    summary, best = lines[0].partition(". ")[0] + ".", [line for line in lines if line.startswith("★")]
    return Scene(match, WHY, verdict.strip("*"), (summary, *best, lines[-1]), analysis)


def draw(scene: Scene) -> Image.Image:
    """Draw a scene: the board, and beside it what is said."""
    match = scene.match
    view, last = get_view(match.game), match.move_to(match.ply)
    chips = make_chips(ENGLISH, scene.analysis, view.words.count_estimate)
    position = game_view.Scene(ENGLISH, match.state, last, chips, match.is_over)
    board = view.draw(position).convert("RGB").reduce(2)
    brush, width = Brush(SIZE[0] - BOARD, SIZE[1], GROUND), SIZE[0] - BOARD - 2 * EDGE
    y: float = MARGIN + HEADING
    texts = [(HEADING, BRIGHT, scene.heading), *((TEXT, INK, line) for line in scene.lines)]
    for size, colour, text in texts:
        for line in wrap(text, size, width):
            write_line(brush, (EDGE + measure_line(line, size) / 2, y), size, line, colour)
            y += 1.3 * LEADING * size
        y += 0.6 * TEXT
    picture = Image.new("RGB", SIZE, GROUND)
    picture.paste(board, (MARGIN, MARGIN))
    picture.paste(brush.finish(), (BOARD, 0))
    return picture


def wrap(text: str, size: float, width: float) -> Iterator[list[str]]:
    """Break a text into lines of words."""
    line: list[str] = []
    for word in text.split():
        if line and measure_line([*line, word], size) > width:
            yield line
            line = []
        line.append(word)
    yield line


if __name__ == "__main__":
    main()
