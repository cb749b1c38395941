"""How much of a phone's screen each answer takes, on the playground's page in a browser.

A phone of 390 pixels across shows 725 of them from top to bottom below Discord's own bars. Each answer is
measured from its first line to its last button. Explanations are of matches that run, early, in the middle
and late.
"""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Final

from playwright.async_api import Page

import engine
from bot import rendering
from tests.bot.shown import id_of
from tests.bot.stage import Stage
from tests.bot.test_profiles import DAY, rate
from tests.bot.test_reviews import ERRORS, finished
from tests.browser import launched
from tests.driver import Answer

WIDTH, MOST = 390, 725
PLIES: Final = {
    **dict.fromkeys(
        ("tic-tac-toe", "tic-tac-toe-misere", "tic-tac-toe-wild", "nim", "nim-misere"), (0, 2, 4)
    ),
    "nim-3-4-5": (0, 2),
}
USUAL: Final = (2, 8, 14)
"""After how many moves it is early, in the middle and late."""

COMMANDS: Final = ("help", "daily", "profile", "characters", "rules", "history")


class Phone:
    """A stage, and a phone on which Ada looks at it."""

    def __init__(self, stage: Stage, page: Page) -> None:
        self.stage, self._page = stage, page

    async def measure(self, answer: Answer) -> int:
        """Return how many pixels high an answer is, from its first line to its last button."""
        article = self._page.locator(f"#message-{id_of(answer)}")
        await article.scroll_into_view_if_needed()
        parts = article.locator(".parts")
        await parts.evaluate("parts => Promise.all([...parts.querySelectorAll('img')].map(i => i.decode()))")
        box = await parts.bounding_box()
        assert box is not None
        return round(box["height"])

    async def answer(self, name: str, **options: object) -> int:
        return await self.measure(await self.stage.command(self.stage.ada, name, **options))

    async def explain(self, game: str, ply: int) -> int:
        """Return how high an explanation is in a match of a game that has run for so many moves."""
        stage, rng = self.stage, Random(f"{game} {ply}")
        while True:
            await stage.command(stage.ada, "challenge", game=game, level="hard")
            match = await stage.storage.matches.find_newest(stage.general.id)
            while match and match.ply < ply and not match.is_over:
                names = [match.state.name_of(action) for action in match.state.actions()]
                await stage.command(stage.ada, "move", to=rng.choice(names))
                await asyncio.gather(*stage.bot.context.replies.values())
                match = await stage.storage.matches.find_newest(stage.general.id)
            if match and not match.is_over and len(match.state.actions()) > 1:
                break
        return await self.answer("explain")


async def fill_profile(stage: Stage) -> None:
    """Let Ada have played all games, be rated, have won in a row, have erred and have solved puzzles."""
    ada, change = stage.ada, stage.database.change
    for number, game in enumerate(engine.games()):
        await rate(stage, ada, game, stage.clock() - (30 - number) * DAY, 1500, 1600, 1550)
        for versus in ("easy", "perfect+help"):
            change(
                "INSERT INTO standings (game, guild_id, versus, user_id, wins) VALUES (?, ?, ?, ?, 3)",
                (game, 0, versus, ada.id),
            )
    change("INSERT INTO solvers VALUES (?, 1612, 160, 0.06, 3, 7)", (ada.id,))
    change("INSERT INTO streaks VALUES (?, 0, ?, 4, 9)", (ada.id, int(stage.clock() // DAY)))
    await stage.command(stage.ada, "review", match=1)
    await finished(stage, ERRORS)


@asynccontextmanager
async def opened(stage: Stage) -> AsyncIterator[Phone]:
    """A browser as wide as a phone, until the block ends."""
    async with launched() as browser:
        context = await browser.new_context(
            viewport={"width": WIDTH, "height": 844}, has_touch=True, bypass_csp=True
        )
        page = await context.new_page()
        await page.goto(stage.playground.url)
        await page.add_style_tag(content=_use_own_font())
        await page.evaluate("document.fonts.load('1rem Own')")
        yield Phone(stage, page)


def _use_own_font() -> str:
    """Return the style by which text is as wide on every machine, whatever fonts that has."""
    file = Path(rendering.__file__).with_name("fonts") / "AtkinsonHyperlegible-Bold.ttf"
    source = f"data:font/ttf;base64,{b64encode(file.read_bytes()).decode()}"
    return f"@font-face {{ font-family: Own; src: url({source}) }} * {{ font-family: Own !important }}"
