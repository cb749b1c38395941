"""The playground's page in a real browser, with a small discord.py bot behind it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser import CHROMIUM, MISSING, launched
from tests.patience import LONG
from tests.playground.page_bot import INERT, connected
from tests.playground.test_page_words import english_in
from tests.trouble import Playground

expect.set_options(timeout=1000 * LONG)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason=MISSING),
    pytest.mark.asyncio(loop_scope="module"),
]

TOLD: Final = """[...document.querySelectorAll("*")].flatMap(each =>
    [each.ariaLabel, each.title, each.placeholder, ...[...each.childNodes].map(node => node.nodeValue)]
).join("\\n")"""
"""All text of the page, seen or spoken."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with launched() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def playground() -> AsyncIterator[Playground]:
    async with Playground() as playground, connected(playground):
        yield playground


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, playground: Playground) -> AsyncIterator[Page]:
    context = await browser.new_context(color_scheme="light", viewport={"width": 1100, "height": 760})
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    await open_at(page, playground)
    yield page
    await context.close()
    assert not errors


async def open_at(page: Page, playground: Playground) -> None:
    """Open the page, and wait until it knows the commands."""
    await page.goto(playground.url)
    await expect(page.get_by_role("button", name="/play")).to_be_visible()


async def use(page: Page, line: str) -> None:
    """Type a command line and send it."""
    await page.get_by_role("textbox", name="Message").fill(line + " ")
    await page.keyboard.press("Enter")


def newest(page: Page) -> Locator:
    return page.get_by_role("article").last


async def press(page: Page, name: str) -> None:
    await newest(page).get_by_role("button", name=name).click()


async def test_board_is_one_press_away(page: Page) -> None:
    await page.get_by_role("button", name="/play").click()
    await expect(newest(page)).to_contain_text("Ada used /play")
    await press(page, "b2")
    await expect(newest(page).get_by_role("button", name="X")).to_be_disabled()
    assert await newest(page).locator(".parts").get_by_role("button").count() == 9


async def test_menus_hold_commands(page: Page) -> None:
    await page.get_by_role("textbox", name="Message").fill("Good morning")
    await page.keyboard.press("Enter")
    await press(page, "Commands about this message")
    await page.get_by_role("menuitem", name="Quote").press("Enter")
    await expect(newest(page)).to_contain_text("Ada used Quote")
    await expect(newest(page)).to_contain_text("“Good morning”")


@pytest.mark.parametrize("close", ["Escape", "click"])
async def test_menu_of_a_person_stays_open(page: Page, close: str) -> None:
    """A press that is held, as people hold it: browsers may close with its release what it has opened."""
    grace = page.get_by_role("button", name="Grace")
    await grace.click(button="right", delay=100)
    await expect(page.get_by_role("menuitem", name="Wave at: Grace")).to_be_focused()
    await (page.mouse.click(550, 400) if close == "click" else page.keyboard.press(close))
    await expect(grace).to_be_focused()
    await page.keyboard.press("ContextMenu")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text("Hello grace.")


async def test_press_elsewhere_counts(page: Page) -> None:
    await use(page, "/order")
    await newest(page).locator("summary").click()
    await page.get_by_role("listbox").click(position={"x": 60, "y": 2})
    await page.get_by_role("option", name="Tea").click()
    await press(page, "Pay")
    await expect(page.get_by_role("article")).to_contain_text(["Pay", "Ordered.", "Paid."])


async def test_thread_opens_from_both_places(page: Page, playground: Playground) -> None:
    ada, grace, *_ = playground.people
    world, general = playground.world, playground.channels[0]
    said = playground.say(ada, general, "Who plays?")
    thread = world.begin_thread(said, "Ada vs Grace: Oware", 60)
    head = page.locator(f"#message-{said['id']}")
    await expect(head.get_by_role("button", name="Ada vs Grace: Oware")).to_contain_text("0 messages")
    playground.say(grace, thread, f"<#{thread.id}> it is.")
    await expect(head.get_by_role("button", name="Ada vs Grace: Oware")).to_contain_text("1 message")
    listed = page.get_by_role("list", name="Threads in #general").get_by_role("button")
    await expect(listed).to_contain_text("1 unread")
    await head.get_by_role("button", name="Ada vs Grace: Oware").click()
    await expect(page.get_by_role("heading", name="Ada vs Grace: Oware")).to_be_visible()
    await expect(newest(page)).to_contain_text("Ada vs Grace: Oware it is.")
    await use(page, "/challenge")
    await expect(newest(page)).to_contain_text("Ada used /challenge")
    assert playground.messages(thread)[-1]["type"] == 20
    world.archive(thread, is_archived=True)
    await page.get_by_role("button", name="#general").click()
    await expect(listed).to_have_count(0)
    playground.say(grace, thread, "Back again.")
    await listed.click()
    await page.reload()
    await expect(page.get_by_role("heading", name="Ada vs Grace: Oware")).to_be_visible()
    await expect(newest(page)).to_contain_text("Back again.")


@pytest.mark.ci
async def test_redrawing_keeps_the_focus(page: Page) -> None:
    await use(page, "/challenge")
    await newest(page).get_by_role("button", name="c3").focus()
    await page.keyboard.press("Enter")
    await expect(newest(page).get_by_role("button", name="X")).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await expect(newest(page).get_by_role("button", name="b3")).to_be_focused()


@pytest.mark.ci
async def test_composer_is_filled_by_keyboard(page: Page) -> None:
    for keys in ("/", "c", "h", "Enter", "h", "Tab", "ArrowDown", "ArrowDown", "Enter", "Enter"):
        await page.keyboard.press(keys)
    await expect(newest(page)).to_contain_text("A board, hard against grace")


async def test_composer_completes_and_requires(page: Page) -> None:
    await use(page, "/move")
    await expect(page.get_by_text("“to” is needed.")).to_be_visible()
    await page.keyboard.type("b")
    await page.locator(".suggestions-title").click()
    await expect(page.get_by_role("option")).to_have_text(["b1", "b2", "b3"])
    for key in ("ArrowDown", "Enter", "Enter"):
        await page.keyboard.press(key)
    await expect(newest(page)).to_contain_text("Played b2.")


@pytest.mark.ci
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        pytest.param("level:hard opponent:grace", "A board, hard against grace", id="named"),
        pytest.param("grace level:easy", "A board, easy against grace", id="by a word"),
    ],
)
async def test_composer_reads_typed_options(page: Page, typed: str, said: str) -> None:
    await page.get_by_role("textbox", name="Message").focus()
    await page.keyboard.type(f"/challenge {typed}")
    await page.keyboard.press("Enter")
    await expect(newest(page)).to_contain_text(said)


@pytest.mark.ci
async def test_composer_keeps_what_was_pasted(page: Page) -> None:
    for count, line in enumerate(("/move b2", "/MOVE to:b2"), 1):
        await page.get_by_role("textbox", name="Message").fill(line)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("article").filter(has_text="Played b2.")).to_have_count(count)
    await page.get_by_role("textbox", name="Message").fill("/challenge opponent:")
    await expect(page.get_by_role("combobox", name="opponent")).to_be_focused()


@pytest.mark.ci
async def test_unknown_command_is_said_once(page: Page) -> None:
    await page.get_by_role("textbox", name="Message").fill("/foo")
    await expect(page.get_by_text("There is no command /foo.")).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("There is no command /foo.").filter(visible=True)).to_have_count(1)


async def test_private_message_is_inert(page: Page) -> None:
    await use(page, "/secret")
    await expect(newest(page)).to_contain_text(INERT)
    await expect(newest(page)).to_contain_text("Only you can see this")
    assert await page.title() != "caught"
    await page.get_by_role("button", name="Grace").click()
    await expect(page.get_by_role("article")).to_have_count(0)
    await page.get_by_role("button", name="Ada").click()
    await press(page, "Dismiss message")
    await expect(page.get_by_role("article")).to_have_count(0)


@pytest.mark.ci
async def test_unanswered_press_says_so(page: Page, playground: Playground) -> None:
    playground.interactions.answer_within = 60
    await use(page, "/trouble")
    await press(page, "Nothing happens")
    await expect(newest(page).locator("[aria-busy=true]")).to_be_visible()
    playground.interactions.fail_unanswered(max(playground.interactions.by_id))
    await expect(newest(page).get_by_role("alert")).to_have_text("This interaction failed")


@pytest.mark.ci
async def test_waiting_button_is_free_for_others(page: Page, playground: Playground) -> None:
    playground.interactions.answer_within = 60
    await use(page, "/trouble")
    await press(page, "Nothing happens")
    await page.get_by_role("button", name="Grace").click()
    await expect(newest(page).locator("[aria-busy=true]")).to_have_count(0)
    await press(page, "Nothing happens")
    await expect(newest(page).locator("[aria-busy=true]")).to_be_visible()


async def test_ping_waits_for_the_other_person(page: Page, playground: Playground) -> None:
    ada, grace, *_ = playground.people
    playground.say(ada, playground.channels[1], f"Your turn, {grace.mention}.")
    await expect(page.get_by_role("button", name="Grace 1 ping")).to_be_visible()
    await page.get_by_role("button", name="Grace 1 ping").click()
    await page.get_by_role("button", name="1 ping").click()
    await expect(page.get_by_role("button", name="1 ping")).to_have_count(0)
    await expect(newest(page)).to_contain_text("Your turn, @Grace.")


@pytest.mark.ci
async def test_tabs_share_what_is_read(page: Page, playground: Playground) -> None:
    other = await page.context.new_page()
    await other.goto(playground.url)
    await other.get_by_role("button", name="Grace").click()
    playground.say(playground.people[0], playground.channels[1], f"Here, {playground.people[1].mention}.")
    await expect(page.get_by_role("button", name="Grace 1 ping")).to_be_visible()
    await other.get_by_role("button", name="1 ping").click()
    await expect(page.get_by_role("button", name="Grace 1 ping")).to_have_count(0)


@pytest.mark.ci
async def test_only_plain_words_share_a_name(page: Page) -> None:
    await use(page, "/news")
    shown = page.get_by_role("article").locator(".byline")
    await expect(page.get_by_role("article")).to_contain_text(
        ["Whispered.", "Told.", "Told more.", "With a button."]
    )
    assert [await byline.is_visible() for byline in await shown.all()] == [True, True, False, True]


@pytest.mark.ci
async def test_shapes_need_no_font(page: Page) -> None:
    await use(page, "**🔴** 10, 🟩 2")
    await expect(newest(page)).to_contain_text("🔴 10, 🟩 2")
    look = "each => [getComputedStyle(each).backgroundColor, each.offsetWidth - each.offsetHeight]"
    shapes = newest(page).locator(".shape")
    assert [await shape.evaluate(look) for shape in await shapes.all()] == [
        ["rgb(221, 46, 68)", 0],
        ["rgb(120, 177, 89)", 0],
    ]


@pytest.mark.ci
async def test_theme_is_remembered(page: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(background)
    await page.get_by_role("button", name="Use the dark theme").click()
    await page.reload()
    await expect(page.get_by_role("button", name="Use the light theme")).to_be_visible()
    assert await page.evaluate(background) != light


@pytest.mark.ci
async def test_picture_is_redrawn_in_place(page: Page) -> None:
    await use(page, "/pictured")
    await expect(newest(page).get_by_role("img", name="0 seen")).to_be_visible()
    await press(page, "3")
    seen = newest(page).get_by_role("img", name="1 seen")
    await expect(seen).to_be_visible()
    assert await newest(page).locator(".picture").count() == 1
    assert await seen.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") == 658


async def test_phone_shows_a_whole_picture(page: Page) -> None:
    await page.set_viewport_size({"width": 360, "height": 720})
    await use(page, "/pictured")
    shown = await newest(page).get_by_role("img", name="0 seen").bounding_box()
    assert shown is not None
    assert 240 < shown["width"] < 360
    keys = [await newest(page).get_by_role("button", name=key).bounding_box() for key in "1234567"]
    assert len({key and (key["width"], key["height"]) for key in keys}) == 1
    assert await page.evaluate("document.querySelector('#log').scrollWidth") == 360


@pytest.mark.ci
@pytest.mark.parametrize("close", ["Escape", "click"])
async def test_picture_is_enlarged(page: Page, close: str) -> None:
    await use(page, "/pictured")
    await press(page, "Enlarge the picture")
    large = page.get_by_role("dialog", name="Enlarged picture")
    await expect(large.get_by_role("img", name="0 seen")).to_be_visible()
    await expect(large.get_by_role("button", name="Close")).to_be_focused()
    await (large.get_by_role("img").click() if close == "click" else page.keyboard.press(close))
    await expect(large).to_have_count(0)
    await expect(newest(page).get_by_role("button", name="Enlarge the picture")).to_be_focused()


@pytest.mark.ci
@pytest.mark.parametrize(("width", "shown"), [(1100, 658), (360, 344)])
async def test_enlarged_picture_fills_the_window(page: Page, width: int, shown: int) -> None:
    await page.set_viewport_size({"width": width, "height": 720})
    await use(page, "/pictured")
    small, over = [
        await place.bounding_box()
        for place in (newest(page).get_by_role("img"), newest(page).locator(".enlarge"))
    ]
    assert small is not None
    assert over == pytest.approx(small, abs=0.1)
    await press(page, "Enlarge the picture")
    large = await page.get_by_role("dialog").get_by_role("img").bounding_box()
    assert large is not None
    assert round(large["width"]) == shown > small["width"]


@pytest.mark.ci
async def test_page_comes_back_with_the_server(browser: Browser) -> None:
    page = await browser.new_page()
    async with Playground() as first:
        port = int(first.url.rpartition(":")[2])
        await page.goto(first.url)
        await expect(page.get_by_text("Offline")).to_be_visible()
    await expect(page.get_by_text("The playground cannot be reached.")).to_be_visible()
    async with Playground(port) as second, connected(second):
        await expect(page.get_by_text("Online")).to_be_visible(timeout=10_000)
        await expect(page.locator("#banner")).to_be_hidden()
    await page.close()


@pytest.mark.ci
async def test_writing_waits_for_the_server(browser: Browser, tmp_path: Path) -> None:
    page = await browser.new_page()
    async with Playground(history=tmp_path / "chat.json") as first, connected(first):
        await open_at(page, first)
        await use(page, "/trouble")
        await expect(newest(page)).to_contain_text("Nothing happens")
    await press(page, "Nothing happens")
    await page.get_by_role("textbox", name="Message").fill("Hello again")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text(["cannot be reached"] * 2)
    async with Playground(int(first.url.rpartition(":")[2]), history=tmp_path / "chat.json"):
        await expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)
        await page.keyboard.press("Enter")
        await expect(newest(page)).to_contain_text("Hello again")
    await page.close()


async def test_page_follows_the_language(page: Page, playground: Playground) -> None:
    ada, general = playground.people[0], playground.channels[0]
    playground.world.speak(ada.id, "de")
    await expect(page.get_by_role("textbox", name="Nachricht")).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    playground.world.begin_thread(playground.say(ada, general, "Hallo"), "Oware", 60)
    for line in ("/secret", "/trouble", "/foo"):
        await page.locator("textarea").fill(line + " ")
        await page.keyboard.press("Enter")
    await expect(page.get_by_text("Ada hat /secret verwendet")).to_be_visible()
    await page.locator("textarea").fill("/challenge level:x")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("kann nicht „x“ sein")).to_be_visible()
    assert english_in(await page.evaluate(TOLD), "de") == []
