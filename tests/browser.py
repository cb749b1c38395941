"""A real browser, of those that tests and programs may find here."""

from __future__ import annotations

import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from playwright.async_api import async_playwright

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

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
