"""What README and docs/playing.md show is what she says."""

from pathlib import Path

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words.explanations import format_explanation
from bot.words.games import get_words
from bot.words.language import ENGLISH, Reader

LINE_BREAK = "\n"
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readmes_explanation_is_hers() -> None:
    match = Match(1, "tic-tac-toe", Place(1, 1), (Participant(1), Participant(None, "hard")), 0.0, 0.0)
    for name in ("b2", "a1", "c3", "b3"):
        match = match.with_move(match.game.action_named(match.state, name), 0.0)
    analysis = engine.analyse(match.state)
    text = format_explanation(Reader(ENGLISH, 1), Explanation(match, match.ply, analysis, None))
    assert f"```\n{text.replace('<@1>', '@Ada')}\n```" in README


def test_readmes_games_are_the_registry() -> None:
    games = {slug: get_words(engine.game(slug)).rules for slug in engine.games()}
    listed = [f"- `{slug}`: {each.summary}" for slug, each in games.items()]
    assert f"## Games\n\n{LINE_BREAK.join(listed)}\n\n" in README
    rows = [f"| `{slug}` | {each.summary} | {each.knowledge} |" for slug, each in games.items()]
    table = "| `game` | how it is won | how exact Maxine is |\n|---|---|---|\n"
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert f"{table}{LINE_BREAK.join(rows)}\n\n" in page
