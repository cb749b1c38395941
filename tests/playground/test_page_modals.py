"""Modals on the playground's page, filled in as people do."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.playground.test_page import browser, newest, page, playground, press, pytestmark, use
from tests.trouble import Playground

__all__ = ["browser", "page", "playground", "pytestmark"]


async def open_feast(page: Page) -> Locator:
    await use(page, "/feast")
    return page.get_by_role("dialog", name="A feast")


async def open_wish(page: Page) -> Locator:
    await use(page, "/wishes")
    await press(page, "Wish")
    return page.get_by_role("dialog", name="A wish")


async def test_modal_is_filled_in_by_keyboard(page: Page) -> None:
    modal = await open_feast(page)
    await expect(modal.get_by_role("radio", name="Tea")).to_be_focused()
    guests = ("Enter", "ArrowDown", "Enter", "Escape")
    for key in ("ArrowDown", "Tab", "Space", "Tab", "Tab", "Tab", *guests, "Tab"):
        await page.keyboard.press(key)
    await page.keyboard.type("Dinner")
    await page.keyboard.press("Enter")
    await expect(modal).to_have_count(0)
    await expect(newest(page)).to_contain_text("Ada used /feast")
    await expect(newest(page)).to_contain_text("Punch ['Apple'] [<Member")
    await expect(page.get_by_role("textbox", name="Message")).to_be_focused()


async def test_unanswered_modal_can_be_sent_again(page: Page, playground: Playground) -> None:
    modal = await open_wish(page)
    await modal.get_by_role("checkbox", name="Wrapped up").check()
    submit, dispatch = modal.get_by_role("button", name="Submit"), playground.interactions.dispatch
    playground.interactions.dispatch = lambda _: None
    await submit.click()
    await expect(submit).to_have_attribute("aria-busy", "true")
    playground.interactions.fail_unanswered(max(playground.interactions.by_id))
    await expect(modal.get_by_role("alert")).to_have_text("Something went wrong. Try again.")
    playground.interactions.dispatch = dispatch
    await submit.click()
    await expect(modal).to_have_count(0)
    await expect(newest(page)).to_contain_text("['Big'] True")


@pytest.mark.parametrize("close", ["Escape", "Cancel", "Close"])
async def test_modal_is_left(page: Page, playground: Playground, close: str) -> None:
    modal = await open_wish(page)
    if close == "Escape":
        await page.keyboard.press(close)
    else:
        await modal.get_by_role("button", name=close).click()
    await expect(modal).to_have_count(0)
    await expect(newest(page).get_by_role("button", name="Wish")).to_be_focused()
    assert len(playground.interactions.by_id) == 2


async def test_modal_fits_a_phone_and_wants_its_fields(page: Page) -> None:
    await page.set_viewport_size({"width": 390, "height": 500})
    modal = await open_feast(page)
    box = await modal.bounding_box()
    assert box is not None
    assert (box["x"], box["width"], box["y"] + box["height"]) == (0, 390, 500)
    await modal.get_by_role("textbox").fill("It")
    await page.keyboard.press("Enter")
    wrong = modal.get_by_role("alert").filter(visible=True)
    await expect(wrong).to_have_text(["This field is required.", "At least 3 characters are needed."])
    await expect(wrong.first).to_be_in_viewport()
    await expect(modal.get_by_role("radio", name="Tea")).to_be_focused()
