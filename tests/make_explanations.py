"""Write docs/explanations.md: `python -m tests.make_explanations [--count 10] [--seconds 1]`.

So many positions of each game are explained, half of them of random play and half of good play. The best
explanation of each game and the five worst of all are written down with their pictures, for people to judge
whether a child who knows only the rules would know what to do. What is best and worst is counted, not judged:
a reason for the best move that is no rule of thumb and neither long nor an estimate, few lines, and reasons
in them.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.rendering.chips import make_chips
from bot.rendering.game_view import Scene
from bot.rendering.pictures import encode_png, halve
from bot.rendering.views import get_view
from bot.words.advice import get_advice
from bot.words.explanations import format_explanation
from bot.words.games import format_title
from bot.words.language import ENGLISH, Reader
from bot.words.move_groups import format_groups

DOCS = Path(__file__).parents[1] / "docs"
INTRODUCTION = (
    "For readers who want to judge how well Maxine explains: would a child who knows only the rules know what"
    " to do? `python -m tests.make_explanations` writes this page and says how it chooses. Ada reads it.\n"
)
WORST = 5
FEWEST = 4  # legal moves: with fewer there is little to explain
PLAYERS = Participant(1), Participant(None, "hard")


class Told(NamedTuple):
    """An explanation, what it says, and what counts against it."""

    explanation: Explanation
    text: str
    faults: float


def explain(slug: str, number: int, seconds: float) -> Told:
    """Return an explanation of the position of that number of a game."""
    rng, level = Random(f"{slug} {number}"), "hard" if number % 2 else None
    while True:
        match = play(slug, rng.randrange(2, 24 if number % 2 else 16), level, rng)
        if not match.is_over and len(match.state.actions()) >= FEWEST:
            break
    until = time.process_time() + seconds
    analysis = engine.analyse(match.state, stop=lambda: time.process_time() > until)
    explanation = Explanation(match, match.ply, analysis, None)
    text = format_explanation(Reader(ENGLISH, 1), explanation).replace("<@1>", "Ada")
    return Told(explanation, text, count_faults(explanation, text))


def play(slug: str, plies: int, level: str | None, rng: Random) -> Match:
    """Return a match of so many moves, by chance or on a level; it may end before."""
    match = Match(1, slug, Place(None, 1), PLAYERS, 0.0, 0.0)
    while match.ply < plies and not match.is_over:
        state, has_begun = match.state, match.ply > 1  # the first moves are by chance: matches differ
        if level and has_begun:
            action = engine.choose(engine.analyse(state, depth=4), level, rng)
        else:
            action = rng.choice(state.actions())
        match = match.with_move(action, 0.0)
    return match


def count_faults(explanation: Explanation, text: str) -> float:
    """Count what makes an explanation hard to learn from."""
    analysis = explanation.analysis
    verdict, lines = text.splitlines()[0], format_groups(ENGLISH, analysis)
    is_bare = get_advice(analysis).remark is None
    bare = sum(" · " not in line for line in lines) / len(lines)
    is_thumb, is_estimate = "rule of thumb" in verdict, not analysis.moves[0].exact
    return 5 * is_bare + 2 * is_thumb + is_estimate + bare + len(verdict) / 100 + len(lines) / 10


def choose_best(told: Sequence[Told]) -> list[Told]:
    """Return the first explanation of each game."""
    best = {each.explanation.match.game_slug: each for each in reversed(told)}
    return [best[slug] for slug in engine.game_slugs()]


def write(told: Iterable[Told], title: str, name: str) -> Iterator[str]:
    """Write explanations down, and their pictures beside the page."""
    yield f"## {title}\n"
    for number, (explanation, text, _) in enumerate(told, start=1):
        match, analysis = explanation.match, explanation.analysis
        view, last = get_view(match.game), match.move_to(match.ply)
        file = f"explanations/{name}-{number}.png"
        chips = make_chips(ENGLISH, analysis, view.words.count_estimate)
        board = view.draw(Scene(ENGLISH, analysis.state, last, chips))
        (DOCS / file).write_bytes(encode_png(halve(board)))
        yield f"### {number}. {format_title(ENGLISH, match.game)}\n"
        yield f'<img src="{file}" width="320" alt="{view.words.describe(ENGLISH, analysis.state)}">\n'
        advice, standing, *moves = text.splitlines()
        yield f"> {advice}  \n> {standing}\n"
        yield "\n".join(f"- {line}" for line in moves) + "\n"


def main() -> None:
    """Explain positions of every game, and write down the best and the worst of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10, help="positions of each game")
    parser.add_argument("--seconds", type=float, default=1.0, help="of this processor for each")
    options = parser.parse_args()
    told = [
        explain(slug, number, options.seconds)
        for slug in engine.game_slugs()
        for number in range(options.count)
    ]
    told.sort(key=lambda each: each.faults)
    (DOCS / "explanations").mkdir(parents=True, exist_ok=True)
    page = [
        "# Explanations\n",
        INTRODUCTION,
        *write(choose_best(told), "The best of each game", "best"),
        *write(told[-WORST:][::-1], "The worst of all games", "worst"),
    ]
    (DOCS / "explanations.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
