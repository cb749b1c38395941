"""What fits the screen of a phone, in a real browser."""

import pytest

import engine
from bot.services.thinking import PREPARED
from tests.bot import phone as phones
from tests.bot.shown import buttons, id_of
from tests.bot.stage import Stage
from tests.browser import CHROMIUM, MISSING

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
OTHERS = [pytest.param(slug, marks=pytest.mark.nightly) for slug in engine.games() if slug != "connect-four"]


@pytest.mark.parametrize("slug", ["connect-four", *OTHERS])
async def test_explanation_fits_a_phone(stage: Stage, slug: str) -> None:
    async with phones.opened(stage) as phone:
        for ply in phones.PLIES.get(slug, phones.USUAL):
            assert 300 < await phone.explain(slug, ply) <= phones.MOST


@pytest.mark.ci
async def test_commands_fit_a_phone(stage: Stage) -> None:
    await phones.fill_profile(stage)
    async with phones.opened(stage) as phone:
        for name in phones.COMMANDS:
            assert await phone.answer(name) <= phones.MOST
        for game in engine.games():
            assert await phone.answer("rules", game=game) <= phones.MOST


@pytest.mark.ci
@pytest.mark.parametrize("slug", PREPARED)
async def test_lesson_fits_a_phone(stage: Stage, slug: str) -> None:
    message = id_of(await stage.command(stage.ada, "think", game=slug))
    *place, _, _, _ = next(buttons(stage.message(message)))["custom_id"].split(":")
    other = id_of(await stage.command(stage.ada, "rules"))  # below which each card is a new message
    async with phones.opened(stage) as phone:
        for card in ("1:0", "2:0", "2:3", "3:0", "4:5", "5:0", "5:1", "6:0", "6:2", "7:0", "7:1"):
            answer = await stage.press(stage.ada, other, ":".join([*place, card, "0"]))
            assert 300 < await phone.measure(answer) <= phones.MOST
