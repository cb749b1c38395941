"""What README and docs/playing.md show is what she says."""

import re
from pathlib import Path

import pytest

import engine
from bot.models import Explanation, Match, Participant, Place
from bot.words.commands import COMMANDS
from bot.words.explanations import format_explanation
from bot.words.games import get_words
from bot.words.language import ENGLISH, Reader
from bot.words.rules import format_summary
from tests.bot.desk import Desk
from tests.bot.drafts import play

LINE_BREAK = "\n"
ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
IDEAS = README.partition("\n## From the articles to the code\n")[2].partition("\n## ")[0]


def test_readmes_explanation_is_hers() -> None:
    match = Match(1, "tic-tac-toe", Place(1, 1), (Participant(1), Participant(None, "hard")), 0.0, 0.0)
    match = play(match, "b2 a1 c3 b3")
    analysis = engine.analyse(match.state)
    text = format_explanation(Reader(ENGLISH, 1), Explanation(match, match.ply, analysis, None))
    assert f"```\n{text.replace('<@1>', '@Ada')}\n```" in README


def test_readmes_games_are_the_registry() -> None:
    games = {slug: format_summary(ENGLISH, engine.game(slug)) for slug in engine.games()}
    listed = [f"- `{slug}`: {summary}" for slug, summary in games.items()]
    assert f"## Games\n\n{LINE_BREAK.join(listed)}\n\n" in README
    known = [get_words(engine.game(slug)).rules.knowledge for slug in games]
    rows = [f"| `{slug}` | {games[slug]} | {each} |" for slug, each in zip(games, known, strict=True)]
    table = "| `game` | how it is won | how exact Maxine is |\n|---|---|---|\n"
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    assert f"{table}{LINE_BREAK.join(rows)}\n\n" in page


def test_readmes_ideas_are_implemented() -> None:
    for name, file in re.findall(r"`(\w+)` in `([\w/]+\.py)`", IDEAS):
        assert name in (ROOT / file).read_text(encoding="utf-8")
    assert {*re.findall(r"`/(\w+)", IDEAS)} <= COMMANDS.keys()


@pytest.mark.parametrize("level", re.findall(r"`/challenge level:(\S+)`", IDEAS))
async def test_readmes_players_can_be_challenged(desk: Desk, level: str) -> None:
    heard = await desk.command(desk.ada, "challenge", level=level)
    assert level in heard.text
    assert not heard.ephemeral
