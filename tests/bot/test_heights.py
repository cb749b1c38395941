"""What fits the screen of a phone, in a real browser."""

import pytest

import engine
from tests.benchmarks import heights
from tests.bot.stage import Stage
from tests.browser import CHROMIUM, MISSING

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
OTHERS = [pytest.param(slug, marks=pytest.mark.nightly) for slug in engine.games() if slug != "connect-four"]


@pytest.mark.parametrize("slug", ["connect-four", *OTHERS])
async def test_explanation_fits_a_phone(stage: Stage, slug: str) -> None:
    async with heights.opened(stage) as phone:
        for ply in heights.PLIES.get(slug, heights.USUAL):
            assert 300 < await phone.explain(slug, ply) <= heights.MOST


@pytest.mark.ci
async def test_commands_fit_a_phone(stage: Stage) -> None:
    await heights.fill_profile(stage)
    async with heights.opened(stage) as phone:
        for name in heights.COMMANDS:
            assert await phone.answer(name) <= heights.MOST
        for game in engine.games():
            assert await phone.answer("rules", game=game) <= heights.MOST
