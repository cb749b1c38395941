"""How much of a phone's screen each answer takes, on the playground's page in a browser.

A phone of 390 pixels across shows 725 of them from top to bottom below Discord's own bars. Each answer is
measured from its first line to its last button.
"""

from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from playwright.async_api import Page

from bot import rendering
from bot.playground.components import pressable
from bot.playground.messages import text_of
from bot.playground.things import Json, Person
from tests.bot.puzzling import Patient
from tests.bot.shown import Told, id_of
from tests.browser import launched

if TYPE_CHECKING:
    from tests.driver import Answer

WIDTH, MOST = 390, 725

_MEASURE: Final = """async id => {
    const parts = document.querySelector(`#message-${id} .parts`);
    parts.scrollIntoView();
    await Promise.all([...parts.querySelectorAll("img")].map(image => image.decode()));
    return Math.round(parts.getBoundingClientRect().height);
}"""


class Height(NamedTuple):
    """How many pixels high an answer of a scene is, and what has led to it there."""

    pixels: int
    scene: str
    step: str


class Phone:
    """A stage, and a phone on which Ada looks at it; `heights` are those of all answers that she saw.

    `used` are the commands that she used, and `pressed` the kinds of buttons.
    """

    def __init__(self, stage: Patient, page: Page) -> None:
        self.stage, self._page, self.scene = stage, page, ""
        self.heights: list[Height] = []
        self.used, self.pressed = set[str](), set[str]()
        self._seen = 0

    async def command(self, name: str, **options: object) -> int:
        """Let Ada use a command, and measure what comes of it; return the message."""
        self.used.add(name)
        told = (f"{key}:{getattr(value, 'name', value)}" for key, value in options.items())
        step = " ".join([f"/{name}", *told])
        return await self.measure(step, self.stage.command(self.stage.ada, name, **options))

    async def press(self, shown: int, *kinds: str, by: Person | None = None) -> int:
        """Let a person press a button of each kind, on what the one before has led to; return the message.

        `kind:0` is the first of a kind, `kind` the last, and `kind?` the last if there is one; of a menu its
        last option is chosen.
        """
        for name in kinds:
            kind, _, index = name.removesuffix("?").partition(":")
            found = self.buttons(shown, kind)
            if not found and name.endswith("?"):
                return shown
            assert found, f"{self.scene}: no button {kind!r} on {text_of(self.stage.message(shown))}"
            pressed = found[int(index or -1)]
            values = [option["value"] for option in pressed.get("options", ())][-1:]
            shown = await self.use(shown, pressed["custom_id"], *values, by=by) or shown
        return shown

    async def use(
        self, shown: int, custom_id: str, *values: str, by: Person | None = None, **fields: object
    ) -> int:
        """Let a person press a button by its id, shown or not; return the message, 0 for none."""
        self.pressed.add(custom_id.split(":", maxsplit=1)[0])
        asking = self.stage.press(by or self.stage.ada, shown, custom_id, *values)
        return await self.measure(" ".join((custom_id, *values)), asking, **fields)

    def buttons(self, shown: int, kind: str) -> list[Json]:
        """Return the buttons and menus of a kind on a message that can be used."""
        found = pressable(self.stage.message(shown)["components"])
        usable = [each for each in found if not each.get("disabled")]
        return [each for each in usable if each["custom_id"].split(":")[0] == kind]

    async def measure(self, step: str, asking: Awaitable[Told], **fields: object) -> int:
        """Measure the answer that comes, and all that is posted with it; return the message, 0 for none.

        If a sheet comes it is sent, with these fields, and its answer is measured.
        """
        answer = await asking
        if answer.modal is not None:
            self.pressed.add(answer.modal["custom_id"].split(":")[0])
            answer = await self.stage.submit(self.stage.ada, cast("Answer", answer), fields)
        message_id = 0 if answer.message is None else id_of(answer)
        await self.look(step, message_id)
        return message_id

    async def look(self, step: str, *shown: int) -> None:
        """Measure these messages, and all that are new."""
        world, ada = self.stage.world, self.stage.ada
        new = [id_ for id_ in world.messages if id_ > self._seen]
        self._seen = max([self._seen, *new])
        here = [world.messages[id_] for id_ in dict.fromkeys((*shown, *new)) if id_]
        seen = [each for each in here if world.is_seen_by(ada, each) and _is_in(self.stage, each)]
        if seen:
            await self._catch_up()
        for message in seen:
            pixels = await self._page.evaluate(_MEASURE, message["id"])
            self.heights.append(Height(pixels, self.scene, step))

    async def _catch_up(self) -> None:
        """Wait until the page shows all that has happened: a new word is the last of it."""
        said = self.stage.playground.say(self.stage.ada, self.stage.general, "…")
        self._seen = int(said["id"])
        await self._page.wait_for_selector(f"#message-{said['id']}", state="attached")
        self.stage.world.delete(said)


def _is_in(stage: Patient, message: Json) -> bool:
    return bool(message["channel_id"] == str(stage.general.id))


@asynccontextmanager
async def opened(stage: Patient) -> AsyncIterator[Phone]:
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
