"""What a newcomer does, in a real browser: a match to its end, why, the ranking, a restart in the middle."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import CHROMIUM, MISSING, launched
from tests.patience import LONG

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)

expect.set_options(timeout=1000 * LONG)
REPOSITORY = Path(__file__).parents[1]
OPEN_CELL = re.compile("^[abc][123]$")
WHY = re.compile("★ [abc][123]: (win in|draw|loss in)|[abc][123] is your only move")
"""Where only one cell was left, as in a match that fills the board, there is nothing to choose."""


@asynccontextmanager
async def playground(folder: Path, port: int = 0) -> AsyncIterator[str]:
    """The program as a person starts it in a folder; yields the address it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "playground", "--port", str(port)),
        cwd=folder,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": ""},
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), LONG)).decode()
        yield re.findall(r"http://\S+", line)[0]
    finally:
        process.terminate()
        assert await asyncio.wait_for(process.wait(), LONG) == 0


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Page]:
    """The page in a browser."""
    async with launched() as browser:
        page = await browser.new_page()
        await page.goto(address)
        yield page


async def command(page: Page, text: str) -> None:
    """Type a command into the composer and, when it is offered, pick it and send it as it stands."""
    composer = page.locator("#composer")
    await composer.get_by_role("combobox").or_(composer.get_by_role("textbox")).first.click()
    await page.keyboard.type(text)
    await expect(page.get_by_role("option", name=text).first).to_be_visible()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def press_open_cell(page: Page) -> None:
    """Press the first open cell and wait until Maxine has answered."""
    cell = page.get_by_role("button", name=OPEN_CELL, disabled=False).first
    label = await cell.text_content()
    await cell.click()
    await expect(page.get_by_role("button", name=str(label), exact=True)).to_have_count(0)


async def play_to_the_end(page: Page) -> None:
    """Press cells until the match is over."""
    rematch = page.get_by_role("button", name="Rematch")
    while not await rematch.count():
        await press_open_cell(page)
    await expect(page.get_by_role("log").get_by_text(re.compile("wins|Draw"))).to_be_visible()


async def test_newcomer_plays_and_is_ranked(tmp_path: Path) -> None:
    async with playground(tmp_path) as address, opened(address) as page:
        await command(page, "/challenge")
        await page.locator("dialog .primary").click()
        await play_to_the_end(page)
        await page.get_by_role("button", name="Explain").click()
        why = page.get_by_role("log").get_by_text(WHY)
        await expect(why.first).to_be_visible()
        await command(page, "/leaderboard")
        await expect(page.get_by_role("log").get_by_text("Against Maxine, medium")).to_be_visible()


@pytest.mark.ci
async def test_restart_of_the_bot(tmp_path: Path) -> None:
    async with playground(tmp_path) as address, opened(address) as page:
        await command(page, "/challenge")
        await page.locator("dialog .primary").click()
        await press_open_cell(page)
        await page.get_by_role("button", name="Restart Maxine").click()
        await expect(page.get_by_text("Restarted, back online")).to_be_visible()
        await play_to_the_end(page)


@pytest.mark.ci
async def test_newcomer_chooses_a_language(tmp_path: Path) -> None:
    async with playground(tmp_path) as address, opened(address) as page:
        await page.get_by_label("The server's language").select_option("fr")
        await page.get_by_label("Your language").select_option("de")
        await command(page, "/herausf")
        await page.locator("dialog .primary").click()
        await page.get_by_role("button", name="Expliquer").click()
        await expect(page.get_by_role("log").get_by_text("Bei bestem Spiel wird es Remis.")).to_be_visible()
