"""A real browser, of those that tests and programs may find here."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from playwright.async_api import Browser, async_playwright

_NAMES = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM: Final = next(filter(None, map(shutil.which, _NAMES)), None)
"""The first that is installed; the shell draws the same pages in half of the time."""
MISSING: Final = "no Chromium is installed to open the page with"


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser that nobody sees, until the block ends."""
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()
